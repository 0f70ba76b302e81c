package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/rules"
)

const (
	APIPrefix    = "/api/v1"
	KeyHeader    = "Idempotency-Key"
	MaxComputing = 2 // requests to the engine that compute at the same time
)

// isAPIRequest reports whether a program sends the request. Cookies do not count there.
func isAPIRequest(c echo.Context) bool { return HasPathPrefix(c.Request().URL.Path, "/api/") }

// allowAnyOrigin lets programs in browsers of other sites read the response: no cookies can be abused.
func allowAnyOrigin(h http.Header) {
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, "+KeyHeader)
	h.Set("Access-Control-Allow-Methods", "GET, POST")
	h.Set("Access-Control-Expose-Headers", "ETag")
	h.Set("Access-Control-Max-Age", "86400")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
}

const KeyContextName = "key"

// authenticateKey finds the member whose API key came with the request. A request without a key is a visitor's.
func (s *Base) authenticateKey(c echo.Context) error {
	secret, ok := strings.CutPrefix(c.Request().Header.Get(echo.HeaderAuthorization), "Bearer ")
	c.Response().Header().Add("Vary", echo.HeaderAuthorization)
	if !ok || s.Service == nil {
		return nil
	}
	key, err := s.Service.APIKeyBySecret(c.Request().Context(), secret)
	if err != nil {
		return s.CountWrongSecret(c, err)
	}
	c.Set(KeyContextName, key)
	c.Set(sessionCookie, []Login{{Session: campaign.Session{Club: key.Club, Member: key.Member}}})
	return nil
}

// SendWithETag sends a body with its ETag, or status 304 when the client has it already.
func SendWithETag(c echo.Context, kind string, body []byte) error {
	if c.Request().Method == http.MethodGet {
		sum := sha256.Sum256(body)
		// Weak, because the same body may be sent compressed.
		tag := `W/"` + hex.EncodeToString(sum[:12]) + `"`
		c.Response().Header().Set("ETag", tag)
		for have := range strings.SplitSeq(c.Request().Header.Get("If-None-Match"), ",") {
			if strings.TrimSpace(have) == tag {
				return c.NoContent(http.StatusNotModified)
			}
		}
	}
	return c.Blob(http.StatusOK, kind, body)
}

// DecodeJSON decodes a body strictly.
func DecodeJSON(c echo.Context, into any) error {
	raw, err := io.ReadAll(c.Request().Body)
	if err != nil {
		return err
	}
	if len(bytes.TrimSpace(raw)) == 0 {
		raw = []byte("{}")
	}
	return rules.Decode(raw, into)
}

// WithComputeSlot runs work that may take long, for a limited number of requests at a time. It refuses with TooMany when no slot becomes free in
// time.
func (s *Base) WithComputeSlot(c echo.Context, work func() error) error {
	select {
	case s.computeSlots <- struct{}{}:
		defer func() { <-s.computeSlots }()
		return work()
	case <-c.Request().Context().Done():
		c.Response().Header().Set("Retry-After", "5")
		return &campaign.Error{Code: campaign.TooMany, Key: "too-often"}
	}
}

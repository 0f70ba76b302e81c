package site

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/hex"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"
)

const (
	csrfCookie = "seed"
	tokenField = "_csrf"
)

// WithCSRF refuses forms that another site sent. Browsers say where a request comes from (Sec-Fetch-Site, Origin). In
// addition, a form must contain the value of a cookie that other sites cannot read.
func (s *Base) WithCSRF(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if isAPIRequest(c) || isEmbedRequest(c) || c.Request().Method == http.MethodPost && HasPathPrefix(c.Request().URL.Path, mailLinkPrefix) {
			return next(c) // cookies do not count there, so a request cannot be forged
		}
		seed := ""
		if ck, err := c.Cookie(csrfCookie); err == nil && len(ck.Value) == 32 {
			seed = ck.Value
		}
		switch c.Request().Method {
		case http.MethodGet, http.MethodHead, http.MethodOptions:
		default:
			if !sameSite(c.Request()) {
				return errForged
			}
			if seed == "" || subtle.ConstantTimeCompare([]byte(seed), []byte(c.FormValue(tokenField))) != 1 {
				return errForged
			}
		}
		if seed == "" {
			var b [16]byte
			_, _ = rand.Read(b[:])
			seed = hex.EncodeToString(b[:])
			c.SetCookie(s.NewCookie(c, csrfCookie, seed, 0))
		}
		c.Set(tokenField, seed)
		return next(c)
	}
}

func sameSite(r *http.Request) bool {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "same-origin", "none":
		return true
	case "":
	default:
		return false
	}
	origin := r.Header.Get("Origin")
	if origin == "" {
		return true // an old browser: the token decides
	}
	u, err := url.Parse(origin)
	return err == nil && u.Host == r.Host
}

// NewCookie returns a cookie that scripts cannot read and forms of other sites do not send. maxAge is in seconds; 0 lasts until
// the browser is closed, and a negative value deletes the cookie.
func (s *Base) NewCookie(c echo.Context, name, value string, maxAge int) *http.Cookie {
	return &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: maxAge, HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: c.IsTLS() || c.Request().Header.Get("X-Forwarded-Proto") == "https",
	}
}

package site_test

import (
	"compress/gzip"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign/web/site"
)

// TestWithGzip: clients that accept gzip get complete compressed responses, with their length when it is known. Short,
// already compressed and empty bodies and images are sent as they are, and error pages are not lost.
func TestWithGzip(t *testing.T) {
	e := echo.New()
	e.Use(site.NewBase(site.Config{}).WithGzip)
	text := strings.Repeat("Il était une fois une bannière. ", 100)
	long := strings.Repeat(text, 700)
	e.GET("/text", func(c echo.Context) error { return c.String(http.StatusCreated, text) })
	e.GET("/short", func(c echo.Context) error { return c.String(http.StatusOK, "oui") })
	e.GET("/image", func(c echo.Context) error { return c.Blob(http.StatusOK, "image/png", []byte(text)) })
	e.GET("/drawing", func(c echo.Context) error { return c.Blob(http.StatusOK, "image/svg+xml", []byte(text)) })
	e.GET("/same", func(c echo.Context) error { return c.NoContent(http.StatusNotModified) })
	e.GET("/wrong", func(echo.Context) error { return errors.New("no") })
	e.GET("/long", func(c echo.Context) error {
		c.Response().Header().Set("Content-Length", strconv.Itoa(len(long)))
		for part := long; part != ""; {
			n := min(len(part), 100_000)
			if _, err := io.WriteString(c.Response(), part[:n]); err != nil {
				return err
			}
			part = part[n:]
		}
		return nil
	})
	e.GET("/packed", func(c echo.Context) error {
		c.Response().Header().Set("Content-Encoding", "br")
		return c.String(http.StatusOK, long)
	})
	for _, c := range []struct {
		path, accept, encoding string
		status                 int
		body                   string
		hasLength              bool // the response states its length
	}{
		{"/text", "gzip, br", "gzip", 201, text, true},
		{"/text", "", "", 201, text, false},
		{"/short", "gzip", "", 200, "oui", false},
		{"/image", "gzip", "", 200, text, false},
		{"/drawing", "gzip", "gzip", 200, text, true},
		{"/same", "gzip", "", 304, "", false},
		{"/wrong", "gzip", "", 500, `{"message":"Internal Server Error"}` + "\n", false},
		{"/long", "gzip", "gzip", 200, long, false},
		{"/packed", "gzip", "br", 200, long, false},
	} {
		for range 2 { // the second response reuses the compressor of the first
			req := httptest.NewRequest(http.MethodGet, c.path, nil)
			req.Header.Set("Accept-Encoding", c.accept)
			answer := httptest.NewRecorder()
			e.ServeHTTP(answer, req)
			sent := answer.Body.Len()
			body := answer.Body.String()
			if c.encoding == "gzip" {
				z, err := gzip.NewReader(answer.Body)
				if err != nil {
					t.Fatalf("%s: %v", c.path, err)
				}
				raw, err := io.ReadAll(z)
				if err != nil {
					t.Fatalf("%s: %v", c.path, err)
				}
				body = string(raw)
			}
			if answer.Code != c.status || answer.Header().Get("Content-Encoding") != c.encoding || body != c.body {
				t.Errorf("%s: %d under %q, %d bytes, want %d under %q, %d bytes", c.path, answer.Code, answer.Header().Get("Content-Encoding"), len(body), c.status, c.encoding, len(c.body))
			}
			if got := answer.Header().Get("Content-Length") == strconv.Itoa(sent); got != c.hasLength {
				t.Errorf("%s: the length is given as %q of %d", c.path, answer.Header().Get("Content-Length"), sent)
			}
			if answer.Header().Get("Vary") != "Accept-Encoding" {
				t.Errorf("%s varies by %q", c.path, answer.Header().Get("Vary"))
			}
		}
	}
}

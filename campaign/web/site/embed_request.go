package site

import (
	"net/http"

	"github.com/labstack/echo/v4"
)

// isEmbedRequest tells requests for what other sites show in a frame. They are answered as to a visitor: a session counts
// there as little as any other cookie, so a frame can never show or do what its site could not.
func isEmbedRequest(c echo.Context) bool { return HasPathPrefix(c.Request().URL.Path, EmbedPrefix+"/") }

// allowFraming lets other sites show a page in a frame; it holds no form and runs no script.
func allowFraming(h http.Header) {
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *")
	h.Del("Cross-Origin-Opener-Policy")
}

package site

import (
	"net/http"

	"github.com/labstack/echo/v4"
)

// isEmbedRequest reports whether a request is for a page that other sites embed. It is answered as to a visitor: the session and
// all other cookies are ignored, so an embedded page never shows or does what the site around it could not.
func isEmbedRequest(c echo.Context) bool { return HasPathPrefix(c.Request().URL.Path, EmbedPrefix+"/") }

// allowFraming lets other sites embed a page, which has no form and runs no script.
func allowFraming(h http.Header) {
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *")
	h.Del("Cross-Origin-Opener-Policy")
}

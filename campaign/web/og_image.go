package web

import (
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign/web/ogimage"
)

func ogImageURL(of string) string { return of + "/card.png" }

// isOGImageRequest tells requests for pictures of links, which messengers fetch in the language of the page that named them: they
// keep no cookies.
func isOGImageRequest(c echo.Context) bool {
	return strings.HasSuffix(c.Request().URL.Path, ogImageURL(""))
}

func (s *Base) sendOGImage(c echo.Context, pic ogimage.Image) error {
	var png []byte
	err := s.withComputeSlot(c, func() (err error) {
		png, err = pic.PNG()
		return err
	})
	if err != nil {
		return err
	}
	c.Response().Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
	return sendWithETag(c, "image/png", png)
}

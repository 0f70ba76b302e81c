package site

import (
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign/web/ogimage"
)

func OGImageURL(of string) string { return of + "/card.png" }

// isOGImageRequest tells requests for pictures of links, which messengers fetch in the language of the page that named them: they
// keep no cookies.
func isOGImageRequest(c echo.Context) bool {
	return strings.HasSuffix(c.Request().URL.Path, OGImageURL(""))
}

func (s *Base) SendOGImage(c echo.Context, pic ogimage.Image) error {
	var png []byte
	err := s.WithComputeSlot(c, func() (err error) {
		png, err = pic.PNG()
		return err
	})
	if err != nil {
		return err
	}
	c.Response().Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
	return SendWithETag(c, "image/png", png)
}

package site

import (
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign/web/ogimage"
)

func OGImageURL(of string) string { return of + "/card.png" }

// isOGImageRequest reports whether a request is for an Open Graph image. Messengers keep no cookies, so they request it in the
// language of the page that named it.
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

package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/views"
	clubviews "oriflamme/views/club"
)

// showSecretLink shows a secret address once: it is stored as a hash and cannot be shown again.
func (s *Base) showSecretLink(c echo.Context, v visit, title, text, path, back string) error {
	c.Response().Header().Set("Cache-Control", "no-store")
	f := s.frame(c, title, views.SectionMembers)
	f.Back = back
	address := s.baseURL(c) + path
	code, err := qrCode(address, title)
	if err != nil {
		return err
	}
	return s.render(c, http.StatusOK, clubviews.SecretLink(f, clubviews.LinkPage{Title: title, Text: text, URL: address, QR: code, Back: back}))
}

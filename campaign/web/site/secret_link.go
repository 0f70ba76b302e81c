package site

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/views"
	clubviews "oriflamme/views/club"
)

// ShowSecretLink shows a secret address once: it is stored as a hash and cannot be shown again.
func (s *Base) ShowSecretLink(c echo.Context, v Visit, title, text, path, back string) error {
	c.Response().Header().Set("Cache-Control", "no-store")
	f := s.Frame(c, title, views.SectionMembers)
	f.Back = back
	address := s.BaseURL(c) + path
	code, err := QRCode(address, title)
	if err != nil {
		return err
	}
	return s.Render(c, http.StatusOK, clubviews.SecretLink(f, clubviews.LinkPage{Title: title, Text: text, URL: address, QR: code, Back: back}))
}

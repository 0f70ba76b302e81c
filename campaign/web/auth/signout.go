package auth

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign/web/site"
)

// signOut ends the session of the club named in the form, or all sessions of this browser.
func (s *Handlers) signOut(c echo.Context) error {
	for _, one := range site.SessionsOf(c) {
		if err := s.Service.SignOut(c.Request().Context(), one.Cookie); err != nil {
			return err
		}
	}
	s.WriteSessions(c, nil)
	return c.Redirect(http.StatusSeeOther, "/")
}

package web

import (
	"net/http"

	"github.com/labstack/echo/v4"
)

// signOut ends the session of the club named in the form, or all of this browser.
func (s *authHandlers) signOut(c echo.Context) error {
	for _, one := range sessionsOf(c) {
		if err := s.Service.SignOut(c.Request().Context(), one.cookie); err != nil {
			return err
		}
	}
	s.writeSessions(c, nil)
	return c.Redirect(http.StatusSeeOther, "/")
}

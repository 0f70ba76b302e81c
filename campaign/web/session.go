package web

import (
	"github.com/labstack/echo/v4"

	"oriflamme/views"
)

const sessionCookie = "session"

// known finds out who asks, by the session cookie. A visitor is nobody; that is no error.
func (s *site) known(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error { return next(c) }
}

// badges puts the reader and their club into the frame.
func (s *site) badges(c echo.Context, f *views.Frame) {}

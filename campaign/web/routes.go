package web

import (
	"net/http"

	"github.com/labstack/echo/v4"
)

// routes is the whole site at a glance. Handlers are methods of site, one file each, named after the page.
func (s *site) routes(e *echo.Echo) {
	e.GET("/", s.home)
	e.POST("/display", s.display)

	e.GET("/sign-in", s.signIn)

	if s.Reference != nil {
		e.Any("/rules/*", echo.WrapHandler(s.Reference))
		e.GET("/rules", func(c echo.Context) error { return c.Redirect(http.StatusPermanentRedirect, "/rules/") })
	}
}

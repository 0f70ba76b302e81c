package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/views"
)

// home is the first page: for a visitor what the site is, for a member their club.
func (s *site) home(c echo.Context) error {
	f := s.frame(c, bookOf(c).Say("home.title"), views.SectionClub)
	m := views.HomePage{}
	for _, g := range s.Games {
		m.Games = append(m.Games, views.GameLine{Name: f.Say("game." + g.ID), Edition: g.Edition, URL: "/rules/" + g.ID + "/"})
	}
	return s.page(c, http.StatusOK, views.Home(f, m))
}

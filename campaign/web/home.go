package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/views"
	clubviews "oriflamme/views/club"
)

// homePage is the first page: for a member their club, for a visitor what the site is.
func (s *clubHandlers) homePage(c echo.Context) error {
	if len(sessionsOf(c)) > 0 {
		v, err := s.visit(c)
		if err != nil {
			return err
		}
		return s.showClub(c, v)
	}
	f := s.frame(c, catalogOf(c).Say("home.title"), views.SectionClub)
	doors, err := s.demoSignIns(c)
	if err != nil {
		return err
	}
	m := clubviews.HomePage{Demo: doors}
	for _, g := range s.Games {
		edition := g.Edition
		if k := g.ID + ".edition"; f.Catalog.Has(k) {
			edition = f.Catalog.Say(k)
		}
		m.Games = append(m.Games, clubviews.GameLine{Name: gameName(f, g.ID), Edition: edition, URL: "/rules/" + g.ID + "/"})
	}
	return s.render(c, http.StatusOK, clubviews.Home(f, m))
}

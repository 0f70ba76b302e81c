package club

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign/web/site"
	"oriflamme/views"
	clubviews "oriflamme/views/club"
)

// homePage shows the first page: to a member their club, to a visitor what the site is.
func (s *Handlers) homePage(c echo.Context) error {
	if len(site.SessionsOf(c)) > 0 {
		v, err := s.Visit(c)
		if err != nil {
			return err
		}
		return s.clubPage(c, v)
	}
	f := s.Frame(c, site.CatalogOf(c).Say("home.title"), views.SectionClub)
	doors, err := s.DemoSignIns(c)
	if err != nil {
		return err
	}
	m := clubviews.HomePage{Demo: doors}
	for _, g := range s.Games {
		edition := g.Edition
		if k := g.ID + ".edition"; f.Catalog.Has(k) {
			edition = f.Catalog.Say(k)
		}
		m.Games = append(m.Games, clubviews.GameLine{Name: site.GameName(f, g.ID), Edition: edition, URL: "/rules/" + g.ID + "/"})
	}
	return s.Render(c, http.StatusOK, clubviews.Home(f, m))
}

package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/views"
)

// home is the first page: for a member their club, for a visitor what the site is.
func (s *site) home(c echo.Context) error {
	if len(sessionsOf(c)) > 0 {
		v, err := s.visit(c)
		if err != nil {
			return err
		}
		return s.showClub(c, v)
	}
	f := s.frame(c, bookOf(c).Say("home.title"), views.SectionClub)
	doors, err := s.demoDoors(c)
	if err != nil {
		return err
	}
	m := views.HomePage{Demo: doors}
	for _, g := range s.Games {
		m.Games = append(m.Games, views.GameLine{Name: gameName(f, g.ID), Edition: g.Edition, URL: "/rules/" + g.ID + "/"})
	}
	return s.page(c, http.StatusOK, views.Home(f, m))
}

// toCampaign leads to the campaign in which the reader has a side, or else to the list.
func (s *site) toCampaign(c echo.Context) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	own := v.state.RostersBy(v.member.ID)
	for i := len(own) - 1; i >= 0; i-- {
		if !own[i].Retired && !v.state.Campaigns[own[i].Campaign].Closed {
			return c.Redirect(http.StatusSeeOther, campaignURL(v.club, own[i].Campaign))
		}
	}
	return c.Redirect(http.StatusSeeOther, clubURL(v.club)+"/campaigns")
}

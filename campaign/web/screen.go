package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/views"
)

// battleScreen shows a battle in the engine to a room: large, without navigation, never more than spectators may see, and
// with the code that brings a phone to it.
func (s *site) battleScreen(c echo.Context) error {
	v, err := s.visit(c)
	if err != nil {
		return err
	}
	b, _, err := v.battle(c)
	if err != nil {
		return err
	}
	if len(b.Engine) == 0 {
		return &campaign.Error{Code: campaign.NotFound, Key: "no-battle"}
	}
	live, err := s.Hall.Live(c.Request().Context(), v.club, b.ID)
	if err != nil {
		return err
	}
	v.member, v.actor = nil, campaign.Actor{} // whoever put it up: the room sees what spectators see
	sc := s.scene(c, v, b, live)
	page := sc.Show(nil)
	s.dress(c, v, b, live, sc, &page)
	f := s.frame(c, page.Title, views.SectionBattle)
	f.Share, f.Scripts = cardURL(battleURL(v.club, b.ID)), []string{"js/battle.js"}
	if !live.Over {
		f.Refresh = 8
	}
	code, err := qrCode(s.address(c)+battleURL(v.club, b.ID), page.Title)
	if err != nil {
		return err
	}
	return s.page(c, http.StatusOK, views.BattleScreen(f, page, code, live.SeedHash))
}

package play

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	playviews "oriflamme/views/play"
)

// battleScreen shows a battle in the engine on a large screen: without navigation, never more than spectators may see, and with
// the QR code for following it on a phone.
func (s *Handlers) battleScreen(c echo.Context, v site.Visit, b *campaign.Battle) error {
	if len(b.EngineParts) == 0 {
		return &campaign.Error{Code: campaign.NotFound, Key: "no-battle"}
	}
	live, err := s.Service.Live(c.Request().Context(), v.Club, b.ID)
	if err != nil {
		return err
	}
	v.Member, v.Actor = nil, campaign.Actor{} // the screen shows what spectators see, whoever opens it
	sc := s.newPresenter(c, v, b, live)
	page := sc.Page(nil)
	s.completeBattlePage(c, v, b, live, sc, &page)
	f := s.Frame(c, page.Title, views.SectionBattle)
	f.OGImage, f.Scripts = site.OGImageURL(site.BattleURL(v.Club, b.ID)), []string{"js/battle.js"}
	if !live.Over {
		f.Refresh = 8
	}
	code, err := site.QRCode(s.BaseURL(c)+site.BattleURL(v.Club, b.ID), page.Title)
	if err != nil {
		return err
	}
	return s.Render(c, http.StatusOK, playviews.BattleScreen(f, page, code, live.SeedHash))
}

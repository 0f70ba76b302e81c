package league

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	leagueviews "oriflamme/views/league"
)

// withdrawPage asks whether a side really leaves its campaign.
func (s *Handlers) withdrawPage(c echo.Context, v site.Visit, r *campaign.Roster) error {
	if r.Retired {
		return &campaign.Error{Code: campaign.NotFound, Key: "no-roster"}
	}
	if !v.State.MayDo(v.Actor, campaign.RetireRoster{Roster: r.ID}) {
		return &campaign.Error{Code: campaign.Forbidden, Key: "not-yours", Rule: "CAMP-ROLE-2"}
	}
	open := 0
	for _, b := range v.State.BattlesOf(r.Campaign) {
		for _, id := range b.Seats {
			if id == r.ID && b.Status == campaign.Scheduled {
				open++
			}
		}
	}
	f := s.Frame(c, site.CatalogOf(c).Say("withdraw.title"), views.SectionRoster)
	f.Back = site.RosterURL(v.Club, r.ID)
	text := f.Say("withdraw.text", "n", open)
	camp := v.State.Campaigns[r.Campaign]
	if n := camp.Map.RegionCount(r.ID); n > 0 {
		key := "withdraw.land_stays"
		switch camp.Settings.LandLeft {
		case campaign.LandFree:
			key = "withdraw.land_free"
		case campaign.LandByArbiter:
			key = "withdraw.land_asked"
		}
		text += " " + f.Say(key, "n", n)
	}
	text += " " + f.Say("withdraw.back")
	return s.Render(c, http.StatusOK, leagueviews.Withdraw(f, leagueviews.WithdrawPage{Side: r.List.Name, Text: text, Action: f.Back + "/withdraw", Cancel: f.Back}))
}

// withdraw withdraws a side from its campaign. Its results stay.
func (s *Handlers) withdraw(c echo.Context, v site.Visit) error {
	id := c.Param("roster")
	if _, err := s.Do(c, v, campaign.ActRequest{Body: campaign.RetireRoster{Roster: id}}); err != nil {
		return err
	}
	return s.RedirectWithNotice(c, site.RosterURL(v.Club, id), "withdrawn")
}

package league

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	leagueviews "oriflamme/views/league"
)

// awayFields are the form of a round that is sat out, or played after all.
type awayFields struct {
	Round int  `form:"round" label:"schedule.round" in:"1..100" required:"true"`
	Back  bool `form:"back"`
}

// awayPage shows the rounds that a side sits out, and the form for another.
func (s *Handlers) awayPage(c echo.Context, v site.Visit, r *campaign.Roster) error {
	return s.showAway(c, v, r, http.StatusOK, nil)
}

// sitOut records that a side sits a round out, or that it plays after all.
func (s *Handlers) sitOut(c echo.Context, v site.Visit, r *campaign.Roster) error {
	camp := v.State.Campaigns[r.Campaign]
	var in awayFields
	if err := s.ReadForm(c, &in); err != nil {
		return s.showAway(c, v, r, site.StatusOf(err), err)
	}
	body := campaign.SitOut{Campaign: camp.ID, Roster: r.ID, Round: in.Round, Back: in.Back}
	if _, err := s.Do(c, v, campaign.ActRequest{Body: body, LastSeen: site.FormHead(c)}); err != nil {
		return s.showAway(c, v, r, site.StatusOf(err), err)
	}
	notice := "away"
	if body.Back {
		notice = "present"
	}
	return s.RedirectWithNotice(c, site.RosterURL(v.Club, r.ID)+"/away", notice)
}

func (s *Handlers) showAway(c echo.Context, v site.Visit, r *campaign.Roster, status int, failed error) error {
	camp := v.State.Campaigns[r.Campaign]
	if r.Retired {
		return &campaign.Error{Code: campaign.NotFound, Key: "no-roster"}
	}
	if !v.State.MayDo(v.Actor, campaign.SitOut{Campaign: camp.ID, Roster: r.ID}) {
		return &campaign.Error{Code: campaign.Forbidden, Key: "not-yours", Rule: "CAMP-ROLE-2"}
	}
	form, err := site.NewForm(c, awayFields{Round: v.State.NextRound(camp.ID)}, failed)
	if err != nil {
		return err
	}
	f := s.Frame(c, site.CatalogOf(c).Say("away.title"), views.SectionRoster)
	f.Back = site.RosterURL(v.Club, r.ID)
	m := leagueviews.AwayPage{Side: r.List.Name, Trouble: form.Trouble(), Round: form.Field("round"), Action: f.Back + "/away", Cancel: f.Back, Text: f.Say("away.text", "n", camp.Settings.AbsencePoints)}
	for _, n := range camp.AbsencesOf(r.ID) {
		m.Rounds = append(m.Rounds, leagueviews.RoundLine{Round: strconv.Itoa(n), Text: f.Say("away.line", "n", n), May: n >= v.State.NextRound(camp.ID)})
	}
	return s.Render(c, status, leagueviews.Away(f, m))
}

// rejoinCampaign brings a withdrawn side back.
func (s *Handlers) rejoinCampaign(c echo.Context, v site.Visit, r *campaign.Roster) error {
	if _, err := s.Do(c, v, campaign.ActRequest{Body: campaign.ReturnRoster{Roster: r.ID}}); err != nil {
		return err
	}
	return s.RedirectWithNotice(c, site.RosterURL(v.Club, r.ID), "returned")
}

// awayLines returns the sides that sit a round out.
func awayLines(f views.Frame, st *campaign.State, camp *campaign.Campaign, round int) []views.EmblemLine {
	var all []views.EmblemLine
	for _, o := range camp.Absences {
		if o.Round == round {
			all = append(all, views.EmblemLine{Emblem: site.RosterEmblem(st.Rosters[o.Roster]), Text: f.Say("battle.absent", "name", site.RosterName(st, o.Roster))})
		}
	}
	return all
}

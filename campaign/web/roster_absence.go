package web

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/views"
	leagueviews "oriflamme/views/league"
)

// awayPage says which rounds a side sits out, and asks for another.
func (s *leagueHandlers) awayPage(c echo.Context) error { return s.showAway(c, http.StatusOK, nil) }

// sitOut notes that a side does not play a round, or that it does after all.
func (s *leagueHandlers) sitOut(c echo.Context) error {
	v, r, camp, err := s.memberRoster(c)
	if err != nil {
		return err
	}
	round, err := strconv.Atoi(c.FormValue("round"))
	if err != nil {
		return s.showAway(c, http.StatusUnprocessableEntity, notANumber("round"))
	}
	body := campaign.SitOut{Campaign: camp.ID, Roster: r.ID, Round: round, Back: c.FormValue("back") == "yes"}
	if _, err := s.do(c, v, campaign.ActRequest{Body: body, LastSeen: formHead(c)}); err != nil {
		return s.showAway(c, statusOf(err), err)
	}
	notice := "away"
	if body.Back {
		notice = "present"
	}
	return s.redirectWithNotice(c, rosterURL(v.club, r.ID)+"/away", notice)
}

func (s *leagueHandlers) showAway(c echo.Context, status int, failed error) error {
	v, r, camp, err := s.memberRoster(c)
	if err != nil {
		return err
	}
	if r.Retired {
		return &campaign.Error{Code: campaign.NotFound, Key: "no-roster"}
	}
	if !v.state.MayDo(v.actor, campaign.SitOut{Campaign: camp.ID, Roster: r.ID}) {
		return &campaign.Error{Code: campaign.Forbidden, Key: "not-yours", Rule: "CAMP-ROLE-2"}
	}
	wrong, whole, ok := fieldErrors(catalogOf(c), failed, "round")
	if failed != nil && !ok {
		return failed
	}
	f := s.frame(c, catalogOf(c).Say("away.title"), views.SectionRoster)
	f.Back = rosterURL(v.club, r.ID)
	m := leagueviews.AwayPage{Side: r.List.Name, Trouble: whole, Action: f.Back + "/away", Cancel: f.Back, Text: f.Say("away.text", "n", camp.Settings.AbsencePoints)}
	m.Round = views.Field{Name: "round", Type: "number", Label: f.Say("schedule.round"), Value: formValueOr(c, "round", strconv.Itoa(v.state.NextRound(camp.ID))), Min: "1", Upto: "100", Required: true, Wrong: wrong["round"]}
	for _, n := range camp.AbsencesOf(r.ID) {
		m.Rounds = append(m.Rounds, leagueviews.RoundLine{Round: strconv.Itoa(n), Text: f.Say("away.line", "n", n), May: n >= v.state.NextRound(camp.ID)})
	}
	return s.render(c, status, leagueviews.Away(f, m))
}

// rejoinCampaign brings a side back that has left its campaign.
func (s *leagueHandlers) rejoinCampaign(c echo.Context) error {
	v, r, _, err := s.memberRoster(c)
	if err != nil {
		return err
	}
	if _, err := s.do(c, v, campaign.ActRequest{Body: campaign.ReturnRoster{Roster: r.ID}}); err != nil {
		return err
	}
	return s.redirectWithNotice(c, rosterURL(v.club, r.ID), "returned")
}

// awayLines names those who sit a round out.
func awayLines(f views.Frame, st *campaign.State, camp *campaign.Campaign, round int) []views.EmblemLine {
	var all []views.EmblemLine
	for _, o := range camp.Absences {
		if o.Round == round {
			all = append(all, views.EmblemLine{Emblem: rosterEmblem(st.Rosters[o.Roster]), Text: f.Say("battle.absent", "name", rosterName(st, o.Roster))})
		}
	}
	return all
}

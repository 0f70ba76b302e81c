package web

import (
	"fmt"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/ogimage"
	"oriflamme/rules"
	"oriflamme/views"
)

// clubOGImage is the picture beside a link to a club, or into one.
func (s *leagueHandlers) clubOGImage(c echo.Context) error {
	v, err := s.visit(c)
	if err != nil {
		return err
	}
	pic := ogimage.Image{Kicker: v.state.Club.Place, Title: v.state.Club.Name}
	for _, camp := range v.state.AllCampaigns() {
		if !camp.Closed && camp.Settings.Listed() {
			pic.Lines = append(pic.Lines, camp.Settings.Name)
		}
	}
	return s.sendOGImage(c, pic)
}

// campaignOGImage is the picture that messengers show beside a link to a campaign.
func (s *leagueHandlers) campaignOGImage(c echo.Context) error {
	v, err := s.visit(c)
	if err != nil {
		return err
	}
	camp, err := v.campaign(c)
	if err != nil {
		return err
	}
	f := s.frame(c, camp.Settings.Name, views.SectionCampaign)
	pic := ogimage.Image{Kicker: v.state.Club.Name + ", " + gameName(f, camp.Settings.Game), Title: camp.Settings.Name, Land: landHexes(v, camp)}
	for _, row := range v.state.Standings(camp.ID, 0) {
		pic.Lines = append(pic.Lines, fmt.Sprintf("%d. %s, %s", row.Rank, rosterName(v.state, row.Roster), f.Say("common.points", "n", row.Points)))
	}
	return s.sendOGImage(c, pic)
}

func landHexes(v visit, camp *campaign.Campaign) []ogimage.Hex {
	if camp.Map == nil {
		return nil
	}
	realms := realmsOf(v, camp)
	var land []ogimage.Hex
	for _, r := range camp.Map.Regions {
		h := ogimage.Hex{Q: r.Q, R: r.R, Capital: r.Capital}
		if i, ok := realms.index[r.Owner]; ok {
			h.Tincture = realms.list[i].Tincture
		}
		land = append(land, h)
	}
	return land
}

// battleOGImage is the picture beside a link to a battle.
func (s *leagueHandlers) battleOGImage(c echo.Context) error {
	v, err := s.visit(c)
	if err != nil {
		return err
	}
	b, camp, err := v.battle(c)
	if err != nil {
		return err
	}
	f := s.frame(c, "", views.SectionBattle)
	pic := ogimage.Image{Kicker: v.state.Club.Name + ", " + camp.Settings.Name, Title: sidesTitle(f.Catalog, v.state, b)}
	if b.Mission != "" {
		pic.Lines = append(pic.Lines, b.Mission)
	}
	if b.Result != nil {
		at, outcome := 0, f.Say("outcome.draw")
		if b.Result.Winner != rules.Nobody {
			at = int(b.Result.Winner)
			outcome = f.Say("report.won", "name", rosterName(v.state, b.Seats[at]))
		}
		pic.Lines = append(pic.Lines, outcome+scoreSuffix(f, b.Result.Scores, at)) // the score goes on with the sentence
	} else if !b.At.IsZero() {
		pic.Lines = append(pic.Lines, f.Moment(b.At))
	}
	return s.sendOGImage(c, pic)
}

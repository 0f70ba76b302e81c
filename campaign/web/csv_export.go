package web

import (
	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/rules"
	"oriflamme/views"
)

// newCampaignCSV begins a file about the campaign of the address.
func (s *leagueHandlers) newCampaignCSV(c echo.Context) (visit, *campaign.Campaign, *csvTable, error) {
	v, err := s.visit(c)
	if err != nil {
		return v, nil, nil, err
	}
	camp, err := v.campaign(c)
	return v, camp, &csvTable{f: s.frame(c, "", views.SectionNowhere)}, err
}

// standingsCSV is the table with all tie-breaks.
func (s *leagueHandlers) standingsCSV(c echo.Context) error {
	v, camp, l, err := s.newCampaignCSV(c)
	if err != nil {
		return err
	}
	l.addHeader("rank", "side", "player", "played", "wins", "draws", "losses", "byes", "points", "for", "against")
	for _, t := range camp.Settings.TieBreaks {
		l.rows[0] = append(l.rows[0], l.f.Say("tie."+t))
	}
	for _, r := range v.state.Standings(camp.ID, 0) {
		cells := []any{r.Rank, rosterName(v.state, r.Roster), playerNames(v.state, v.state.Rosters[r.Roster]), r.Played, r.Wins, r.Draws, r.Losses, r.Byes, r.Points, r.For, r.Against}
		for _, t := range r.TieBreaks {
			cells = append(cells, t.Value)
		}
		l.addRow(cells...)
	}
	return l.send(c, "standings")
}

// battlesCSV is every battle of two sides with its result; of more, the sides stand in one cell.
func (s *leagueHandlers) battlesCSV(c echo.Context) error {
	v, camp, l, err := s.newCampaignCSV(c)
	if err != nil {
		return err
	}
	l.addHeader("number", "round", "at", "table", "mission", "first", "second", "phase", "winner", "score_first", "score_second")
	for _, b := range v.state.BattlesOf(camp.ID) {
		first, second := rosterName(v.state, b.Seats[0]), rosterName(v.state, b.Seats[1])
		for _, id := range b.Seats[2:] {
			second += ", " + rosterName(v.state, id)
		}
		winner, scores := "", []any{"", ""}
		if b.Result != nil {
			winner = l.f.Say("outcome.draw")
			if b.Result.Winner != rules.Nobody {
				winner = rosterName(v.state, b.Seats[b.Result.Winner])
			}
			for i, n := range b.Result.Scores[:min(2, len(b.Result.Scores))] {
				scores[i] = n
			}
		}
		l.addRow(b.Number, b.Round, b.At, b.Table, b.Mission, first, second, l.f.Say("phase."+string(b.Status)), winner, scores[0], scores[1])
	}
	return l.send(c, "battles")
}

// rostersCSV is every unit of every side with its record.
func (s *leagueHandlers) rostersCSV(c echo.Context) error {
	v, camp, l, err := s.newCampaignCSV(c)
	if err != nil {
		return err
	}
	l.addHeader("side", "player", "faction", "unit", "battles", "kills", "experience", "honours", "scars", "lost")
	for _, r := range v.state.RostersOf(camp.ID) {
		for _, u := range r.List.Units {
			rec := r.Records[u.ID]
			lost := ""
			if rec.Lost != nil {
				lost = l.f.Say("common.yes")
			}
			l.addRow(r.List.Name, playerNames(v.state, r), r.List.Faction, u.Name, rec.Battles, rec.Kills, rec.Experience, len(rec.Honours), len(rec.Scars), lost)
		}
	}
	return l.send(c, "rosters")
}

// membersCSV is every member of the club with their role, for members.
func (s *leagueHandlers) membersCSV(c echo.Context) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	l := &csvTable{f: s.frame(c, "", views.SectionNowhere)}
	l.addHeader("name", "role", "joined")
	for _, m := range v.state.AllMembers() {
		l.addRow(m.Name, l.f.Say("role."+string(m.Role)), m.Joined)
	}
	return l.send(c, "members")
}

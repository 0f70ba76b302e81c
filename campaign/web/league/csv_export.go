package league

import (
	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/rules"
	"oriflamme/views"
)

// newCSV begins a file.
func (s *Handlers) newCSV(c echo.Context) *site.CSVTable {
	return &site.CSVTable{Frame: s.Frame(c, "", views.SectionNowhere)}
}

// standingsCSV sends the standings with all tie-breaks.
func (s *Handlers) standingsCSV(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	l := s.newCSV(c)
	l.AddHeader("rank", "side", "player", "played", "wins", "draws", "losses", "byes", "points", "for", "against")
	for _, t := range camp.Settings.TieBreaks {
		l.Rows[0] = append(l.Rows[0], l.Frame.Say("tie."+t))
	}
	for _, r := range v.State.Standings(camp.ID, 0) {
		cells := []any{r.Rank, site.RosterName(v.State, r.Roster), site.PlayerNames(v.State, v.State.Rosters[r.Roster]), r.Played, r.Wins, r.Draws, r.Losses, r.Byes, r.Points, r.For, r.Against}
		for _, t := range r.TieBreaks {
			cells = append(cells, t.Value)
		}
		l.AddRow(cells...)
	}
	return l.Send(c, "standings")
}

// battlesCSV sends every battle with its result. If a battle has more than two sides, they share a cell.
func (s *Handlers) battlesCSV(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	l := s.newCSV(c)
	l.AddHeader("number", "round", "at", "table", "mission", "first", "second", "phase", "winner", "score_first", "score_second")
	for _, b := range v.State.BattlesOf(camp.ID) {
		first, second := site.RosterName(v.State, b.Seats[0]), site.RosterNames(v.State, b.Seats[1:], ", ")
		winner, scores := "", []any{"", ""}
		if b.Result != nil {
			winner = l.Frame.Say("outcome.draw")
			if b.Result.Winner != rules.Nobody {
				winner = site.RosterName(v.State, b.Seats[b.Result.Winner])
			}
			for i, n := range b.Result.Scores[:min(2, len(b.Result.Scores))] {
				scores[i] = n
			}
		}
		l.AddRow(b.Number, b.Round, b.At, b.Table, b.Mission, first, second, l.Frame.Say("phase."+string(b.Status)), winner, scores[0], scores[1])
	}
	return l.Send(c, "battles")
}

// rostersCSV sends every unit of every side with its service record.
func (s *Handlers) rostersCSV(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	l := s.newCSV(c)
	l.AddHeader("side", "player", "faction", "unit", "battles", "kills", "experience", "honours", "scars", "lost")
	for _, r := range v.State.RostersOf(camp.ID) {
		for _, u := range r.List.Units {
			rec := r.Records[u.ID]
			lost := ""
			if rec.Lost != nil {
				lost = l.Frame.Say("common.yes")
			}
			l.AddRow(r.List.Name, site.PlayerNames(v.State, r), r.List.Faction, u.Name, rec.Battles, rec.Kills, rec.Experience, len(rec.Honours), len(rec.Scars), lost)
		}
	}
	return l.Send(c, "rosters")
}

// membersCSV sends every member of the club with their role, to members only.
func (s *Handlers) membersCSV(c echo.Context, v site.Visit) error {
	l := s.newCSV(c)
	l.AddHeader("name", "role", "joined")
	for _, m := range v.State.AllMembers() {
		l.AddRow(m.Name, l.Frame.Say("role."+string(m.Role)), m.Joined)
	}
	return l.Send(c, "members")
}

package web

import (
	"bytes"
	"encoding/csv"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/rules"
	"oriflamme/views"
)

// A ledger is a table on its way into a file for spreadsheets.
type ledger struct {
	f    views.Frame
	rows [][]string
}

// row adds a line; figures stay figures, and no text can be taken for a formula.
func (l *ledger) row(cells ...any) {
	line := make([]string, len(cells))
	for i, c := range cells {
		switch c := c.(type) {
		case int:
			line[i] = strconv.Itoa(c)
		case time.Time:
			if !c.IsZero() {
				line[i] = l.f.In(c).Format("2006-01-02 15:04")
			}
		case string:
			line[i] = harmless(c)
		}
	}
	l.rows = append(l.rows, line)
}

// harmless puts an apostrophe before a text that a spreadsheet would carry out.
func harmless(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r\n", rune(s[0])) {
		return "'" + s
	}
	return s
}

// heads are the names of columns, in the reader's language.
func (l *ledger) heads(keys ...string) {
	var names []any
	for _, k := range keys {
		names = append(names, l.f.Say("csv."+k))
	}
	l.row(names...)
}

// send writes the file as spreadsheets of the reader's language open it: with a mark of UTF-8, and semicolons where the
// comma is a decimal point.
func (l *ledger) send(c echo.Context, name string) error {
	var b bytes.Buffer
	b.WriteString("\ufeff")
	w := csv.NewWriter(&b)
	w.UseCRLF = true
	w.Comma = rune(l.f.Book.Manners.Cells[0])
	if err := w.WriteAll(l.rows); err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="`+name+`.csv"`)
	return tagged(c, "text/csv; charset=utf-8", b.Bytes())
}

// ledgerOf begins a file about the campaign of the address.
func (s *site) ledgerOf(c echo.Context) (visit, *campaign.Campaign, *ledger, error) {
	v, err := s.visit(c)
	if err != nil {
		return v, nil, nil, err
	}
	camp, err := v.campaign(c)
	return v, camp, &ledger{f: s.frame(c, "", views.SectionNowhere)}, err
}

// standingsCSV is the table with all tie-breaks.
func (s *site) standingsCSV(c echo.Context) error {
	v, camp, l, err := s.ledgerOf(c)
	if err != nil {
		return err
	}
	l.heads("rank", "side", "player", "played", "wins", "draws", "losses", "byes", "points", "for", "against")
	for _, t := range camp.Settings.Ties {
		l.rows[0] = append(l.rows[0], l.f.Say("tie."+t))
	}
	for _, r := range v.state.Standings(camp.ID, 0) {
		cells := []any{r.Rank, rosterName(v.state, r.Roster), players(v.state, v.state.Rosters[r.Roster]), r.Played, r.Wins, r.Draws, r.Losses, r.Byes, r.Points, r.For, r.Against}
		for _, t := range r.Ties {
			cells = append(cells, t.Value)
		}
		l.row(cells...)
	}
	return l.send(c, "standings")
}

// battlesCSV is every battle of two sides with its result; of more, the sides stand in one cell.
func (s *site) battlesCSV(c echo.Context) error {
	v, camp, l, err := s.ledgerOf(c)
	if err != nil {
		return err
	}
	l.heads("number", "round", "at", "table", "mission", "first", "second", "phase", "winner", "score_first", "score_second")
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
		l.row(b.Number, b.Round, b.At, b.Table, b.Mission, first, second, l.f.Say("phase."+string(b.Phase)), winner, scores[0], scores[1])
	}
	return l.send(c, "battles")
}

// rostersCSV is every unit of every side with its record.
func (s *site) rostersCSV(c echo.Context) error {
	v, camp, l, err := s.ledgerOf(c)
	if err != nil {
		return err
	}
	l.heads("side", "player", "faction", "unit", "battles", "kills", "experience", "honours", "scars", "lost")
	for _, r := range v.state.RostersOf(camp.ID) {
		for _, u := range r.List.Units {
			rec := r.Records[u.ID]
			lost := ""
			if rec.Lost != nil {
				lost = l.f.Say("common.yes")
			}
			l.row(r.List.Name, players(v.state, r), r.List.Faction, u.Name, rec.Battles, rec.Kills, rec.Experience, len(rec.Honours), len(rec.Scars), lost)
		}
	}
	return l.send(c, "rosters")
}

// membersCSV is every member of the club with their role, for members.
func (s *site) membersCSV(c echo.Context) error {
	v, err := s.memberVisit(c)
	if err != nil {
		return err
	}
	l := &ledger{f: s.frame(c, "", views.SectionNowhere)}
	l.heads("name", "role", "joined")
	for _, m := range v.state.AllMembers() {
		l.row(m.Name, l.f.Say("role."+string(m.Role)), m.Joined)
	}
	return l.send(c, "members")
}

package web

import (
	"encoding/csv"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/content/phrases"
	"oriflamme/rules"
	"oriflamme/views"
)

// mostLines is how many lines one import may have.
const mostLines = 500

// importPage shows the form that takes a table of players or fixtures.
func (s *site) importPage(c echo.Context) error {
	return s.importForm(c, http.StatusOK, nil, nil, nil)
}

// importTable enters a table: every line is checked before the first is entered, and what is there already is left
// alone, so that the same table may be sent again.
func (s *site) importTable(c echo.Context) error {
	v, camp, err := s.memberCampaign(c)
	if err != nil {
		return err
	}
	lines, err := pasted(c.FormValue("table"))
	if err != nil {
		return s.importForm(c, http.StatusUnprocessableEntity, err, nil, nil)
	}
	read := importPlayer
	if c.FormValue("kind") == "fixtures" {
		read = s.importFixture
	}
	var entries []entry
	var faults []string
	seen := map[string]bool{}
	for i, cells := range lines {
		e, err := read(c, v, camp, cells)
		if err != nil {
			faults = append(faults, bookOf(c).Say("import.line", "n", i+1, "text", sentence(bookOf(c), err)))
			continue
		}
		if e.what != "" && !seen[e.what] {
			seen[e.what] = true
			entries = append(entries, e)
		}
	}
	if len(faults) > 0 {
		return s.importForm(c, http.StatusUnprocessableEntity, nil, faults, nil)
	}
	var done []string
	for i, e := range entries {
		if _, err := s.Hall.Do(c.Request().Context(), v.actor, v.club, formKey(c)+"-"+strconv.Itoa(i), campaign.Draft{Body: e.body}); err != nil {
			return s.importForm(c, statusOf(err), err, nil, done)
		}
		done = append(done, e.what)
	}
	if len(done) == 0 {
		done = []string{bookOf(c).Say("import.nothing")}
	}
	return s.importForm(c, http.StatusOK, nil, nil, done)
}

// An entry is a line of a table as an act; what tells it in words, "" when it is there already.
type entry struct {
	what string
	body campaign.Body
}

// pasted reads lines divided by tabs, semicolons or commas, whichever the first line holds most of; a spreadsheet copies
// tabs. The apostrophe that guards a text against being carried out is taken off again.
func pasted(text string) ([][]string, error) {
	text = strings.TrimPrefix(text, "\ufeff")
	head, _, _ := strings.Cut(text, "\n")
	comma := ','
	for _, other := range "\t;" {
		if strings.Count(head, string(other)) > strings.Count(head, string(comma)) {
			comma = other
		}
	}
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.FieldsPerRecord, r.TrimLeadingSpace = comma, -1, true
	var lines [][]string
	for {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, &campaign.Error{Code: campaign.Invalid, Field: "table", Key: "not-a-table"}
		}
		for i, cell := range cells {
			cell = strings.TrimSpace(cell)
			if rest, ok := strings.CutPrefix(cell, "'"); ok && harmless(rest) != rest {
				cell = rest
			}
			cells[i] = cell
		}
		if lines = append(lines, cells); len(lines) > mostLines {
			return nil, &campaign.Error{Code: campaign.Invalid, Field: "table", Key: "too-long", With: map[string]string{"most": strconv.Itoa(mostLines)}}
		}
	}
	if len(lines) == 0 {
		return nil, &campaign.Error{Code: campaign.Invalid, Field: "table", Key: "required"}
	}
	return lines, nil
}

// cell is a column of a line, "" when the line is shorter.
func cell(cells []string, i int) string {
	if i < len(cells) {
		return cells[i]
	}
	return ""
}

// importPlayer reads name and role.
func importPlayer(_ echo.Context, v visit, _ *campaign.Campaign, cells []string) (entry, error) {
	name, role := cell(cells, 0), campaign.Player
	if text := cell(cells, 1); text != "" {
		role = campaign.Role(strings.ToLower(text))
	}
	if n := len([]rune(name)); n < 1 || n > 60 {
		return entry{}, &campaign.Error{Code: campaign.Invalid, Field: "table", Key: "length", With: map[string]string{"from": "1", "to": "60"}}
	}
	for _, m := range v.state.AllMembers() {
		if strings.EqualFold(m.Name, name) {
			return entry{}, nil
		}
	}
	known := false
	for _, r := range campaign.Roles {
		known = known || r == role
	}
	body := campaign.Join{Name: name, Role: role}
	if !known || !v.state.Allowed(v.actor, body) {
		return entry{}, &campaign.Error{Code: campaign.Invalid, Field: "table", Key: "unknown-role"}
	}
	return entry{name, body}, nil
}

// fixtureTimes are the forms in which people write a date, with and without the hour.
var fixtureTimes = []string{"2006-01-02 15:04", localTime, "2006-01-02", "02/01/2006 15:04", "02/01/2006"}

// importFixture reads round, first side, second side, date, table and mission.
func (s *site) importFixture(c echo.Context, v visit, camp *campaign.Campaign, cells []string) (entry, error) {
	body := campaign.Schedule{Campaign: camp.ID, Attacker: rules.Nobody, Table: cell(cells, 4), Mission: cell(cells, 5), Seats: make([]campaign.ID, 2)}
	var err error
	if body.Round, err = strconv.Atoi(cell(cells, 0)); err != nil || body.Round < 0 {
		return entry{}, notANumber("table")
	}
	for i := range body.Seats {
		for _, r := range v.state.RostersOf(camp.ID) {
			if strings.EqualFold(r.List.Name, cell(cells, i+1)) {
				body.Seats[i] = r.ID
			}
		}
		if body.Seats[i] == "" {
			return entry{}, &campaign.Error{Code: campaign.Invalid, Field: "table", Key: "no-such-side", With: map[string]string{"name": cell(cells, i+1)}}
		}
	}
	if at := cell(cells, 3); at != "" {
		for _, form := range fixtureTimes {
			if body.At, err = time.ParseInLocation(form, at, s.Zone); err == nil {
				break
			}
		}
		if err != nil {
			return entry{}, &campaign.Error{Code: campaign.Invalid, Field: "table", Key: "not-a-time"}
		}
	}
	for _, b := range v.state.BattlesOf(camp.ID) {
		if b.Round == body.Round && len(b.Seats) == 2 && (b.Seats[0] == body.Seats[0] && b.Seats[1] == body.Seats[1] || b.Seats[0] == body.Seats[1] && b.Seats[1] == body.Seats[0]) {
			return entry{}, nil
		}
	}
	// The fold knows the rest: retired and unfinished sides, the same side twice.
	if _, _, err := s.Hall.WhatIf(c.Request().Context(), v.actor, v.club, campaign.Draft{Body: body}); err != nil {
		return entry{}, err
	}
	return entry{cell(cells, 0) + ". " + rosterName(v.state, body.Seats[0]) + ", " + rosterName(v.state, body.Seats[1]), body}, nil
}

func (s *site) importForm(c echo.Context, status int, failed error, faults, done []string) error {
	v, camp, err := s.memberCampaign(c)
	if err != nil {
		return err
	}
	wrong, whole, ok := wrongs(bookOf(c), failed, "table")
	if failed != nil && !ok {
		return failed
	}
	f := s.frame(c, bookOf(c).Say("import.title"), views.SectionCampaign)
	m := views.ImportPage{CampaignHead: campaignHead(&f, v, camp, "/import"), Action: campaignURL(v.club, camp.ID) + "/import", Trouble: whole, Faults: faults, Done: done,
		Kind:  views.Field{Name: "kind", Label: f.Say("import.kind"), Required: true},
		Table: views.Field{Name: "table", Type: "textarea", Label: f.Say("import.table"), Hint: f.Say("import.hint"), Value: c.FormValue("table"), Required: true, Wrong: wrong["table"]}}
	f.Back = campaignURL(v.club, camp.ID) + "/share"
	if len(done) > 0 && failed == nil {
		m.Table.Value = ""
	}
	m.Kinds = kinds(f.Book, c.FormValue("kind"))
	return s.page(c, status, views.Import(f, m))
}

func kinds(b *phrases.Book, chosen string) []views.Option {
	var all []views.Option
	for _, k := range []string{"players", "fixtures"} {
		all = append(all, views.Option{Value: k, Text: b.Say("import.kind_" + k), Chosen: k == chosen || chosen == "" && k == "players"})
	}
	return all
}

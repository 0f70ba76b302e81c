package web

import (
	"errors"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/content/phrases"
	"oriflamme/views"
)

// mostLines is how many lines one import may have.
const mostLines = 500

// importPage shows the form that takes a table of players or fixtures.
func (s *site) importPage(c echo.Context) error {
	return s.importForm(c, http.StatusOK, nil, nil, nil)
}

// An entry is a line of a table as acts, done one after the other; what tells it in words, "" when it is there already.
type entry struct {
	line int
	what string
	acts []campaign.Draft
}

// importTable enters a table: every line is checked before the first is entered, and what is there already is left
// alone, so that the same table may be sent again.
func (s *site) importTable(c echo.Context) error {
	v, camp, err := s.memberCampaign(c)
	if err != nil {
		return err
	}
	if err := tableFile(c); err != nil {
		return s.importForm(c, http.StatusUnprocessableEntity, err, nil, nil)
	}
	kind := importPlayers
	if c.FormValue("kind") == "fixtures" {
		kind = importFixtures
	}
	t, err := s.tableIn(c.FormValue("table"), kind)
	if err != nil {
		return s.importForm(c, http.StatusUnprocessableEntity, err, nil, nil)
	}
	var entries []entry
	var faults []string
	in := &importing{visit: v, c: c, camp: camp, claimed: map[string]bool{}}
	for _, row := range t {
		e, err := kind.read(s, in, row)
		if err != nil {
			faults = append(faults, lineFault(bookOf(c), row, err))
			continue
		}
		if e.what != "" {
			e.line = row.line
			entries = append(entries, e)
		}
	}
	if len(faults) > 0 {
		return s.importForm(c, http.StatusUnprocessableEntity, nil, faults, nil)
	}
	var done []string
	for _, e := range entries {
		for i, d := range e.acts {
			if _, err := s.Hall.Do(c.Request().Context(), v.actor, v.club, formKey(c)+"-"+strconv.Itoa(e.line)+"-"+strconv.Itoa(i), d); err != nil {
				return s.importForm(c, statusOf(err), err, nil, done)
			}
		}
		done = append(done, e.what)
	}
	if len(done) == 0 {
		done = []string{bookOf(c).Say("import.nothing")}
	}
	return s.importForm(c, http.StatusOK, nil, nil, done)
}

// lineFault says what is wrong with a line, and in which of its columns.
func lineFault(b *phrases.Book, row tableRow, err error) string {
	var e *campaign.Error
	if errors.As(err, &e) && b.Has("csv."+e.Field) {
		return b.Say("import.cell", "n", row.line, "column", b.Say("csv."+e.Field), "cell", row.cells[e.Field], "text", sentence(b, err))
	}
	return b.Say("import.line", "n", row.line, "text", sentence(b, err))
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
		Table: views.Field{Name: "table", Type: "textarea", Label: f.Say("import.table"), Hint: f.Say("import.hint"), Value: c.FormValue("table"), Wrong: wrong["table"]}}
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

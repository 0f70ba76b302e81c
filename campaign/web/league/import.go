package league

import (
	"errors"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/content/phrases"
	"oriflamme/views"
	leagueviews "oriflamme/views/league"
)

// maxImportLines is how many lines one import may have.
const maxImportLines = 500

// importPage shows the form that takes a table of players or fixtures.
func (s *Handlers) importPage(c echo.Context) error {
	return s.showImport(c, http.StatusOK, nil, nil, nil)
}

// An importEntry is a line of a table as acts, done one after the other; what tells it in words, "" when it is there already.
type importEntry struct {
	line int
	text string
	acts []campaign.ActRequest
}

// importTable enters a table: every line is checked before the first is entered, and what is there already is left
// alone, so that the same table may be sent again.
func (s *Handlers) importTable(c echo.Context) error {
	v, camp, err := s.MemberCampaign(c)
	if err != nil {
		return err
	}
	if err := readTableFile(c); err != nil {
		return s.showImport(c, http.StatusUnprocessableEntity, err, nil, nil)
	}
	kind := importPlayers
	if c.FormValue("kind") == "fixtures" {
		kind = importFixtures
	}
	t, err := s.parseTable(c.FormValue("table"), kind)
	if err != nil {
		return s.showImport(c, http.StatusUnprocessableEntity, err, nil, nil)
	}
	var entries []importEntry
	var faults []string
	in := &importRun{Visit: v, c: c, camp: camp, claimed: map[string]bool{}}
	for _, row := range t {
		e, err := kind.read(s, in, row)
		if err != nil {
			faults = append(faults, rowFault(site.CatalogOf(c), row, err))
			continue
		}
		if e.text != "" {
			e.line = row.line
			entries = append(entries, e)
		}
	}
	if len(faults) > 0 {
		return s.showImport(c, http.StatusUnprocessableEntity, nil, faults, nil)
	}
	var done []string
	for _, e := range entries {
		for i, d := range e.acts {
			if _, err := s.Service.Do(c.Request().Context(), v.Actor, v.Club, site.FormIdempotencyKey(c)+"-"+strconv.Itoa(e.line)+"-"+strconv.Itoa(i), d); err != nil {
				return s.showImport(c, site.StatusOf(err), err, nil, done)
			}
		}
		done = append(done, e.text)
	}
	if len(done) == 0 {
		done = []string{site.CatalogOf(c).Say("import.nothing")}
	}
	return s.showImport(c, http.StatusOK, nil, nil, done)
}

// rowFault says what is wrong with a line, and in which of its columns.
func rowFault(b *phrases.Catalog, row tableRow, err error) string {
	var e *campaign.Error
	if errors.As(err, &e) && b.Has("csv."+e.Field) {
		return b.Say("import.cell", "n", row.line, "column", b.Say("csv."+e.Field), "cell", row.cells[e.Field], "text", site.ErrorText(b, err))
	}
	return b.Say("import.line", "n", row.line, "text", site.ErrorText(b, err))
}

func (s *Handlers) showImport(c echo.Context, status int, failed error, faults, done []string) error {
	v, camp, err := s.MemberCampaign(c)
	if err != nil {
		return err
	}
	wrong, whole, ok := site.FieldErrors(site.CatalogOf(c), failed, "table")
	if failed != nil && !ok {
		return failed
	}
	f := s.Frame(c, site.CatalogOf(c).Say("import.title"), views.SectionCampaign)
	m := leagueviews.ImportPage{CampaignHead: site.CampaignHead(&f, v, camp, "/import"), Action: site.CampaignURL(v.Club, camp.ID) + "/import", Trouble: whole, Faults: faults, Done: done,
		Kind:  views.Field{Name: "kind", Label: f.Say("import.kind"), Required: true},
		Table: views.Field{Name: "table", Type: "textarea", Label: f.Say("import.table"), Hint: f.Say("import.hint"), Value: c.FormValue("table"), Wrong: wrong["table"]}}
	f.Back = site.CampaignURL(v.Club, camp.ID) + "/share"
	if len(done) > 0 && failed == nil {
		m.Table.Value = ""
	}
	m.Kinds = importKindOptions(f.Catalog, c.FormValue("kind"))
	return s.Render(c, status, leagueviews.Import(f, m))
}

func importKindOptions(b *phrases.Catalog, chosen string) []views.Option {
	var all []views.Option
	for _, k := range []string{"players", "fixtures"} {
		all = append(all, views.Option{Value: k, Text: b.Say("import.kind_" + k), Chosen: k == chosen || chosen == "" && k == "players"})
	}
	return all
}

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

// maxImportLines is the greatest number of lines of one import.
const maxImportLines = 500

// importFields are the form that takes a table.
type importFields struct {
	Kind  string `form:"kind" label:"import.kind" required:"true"`
	Table string `form:"table" as:"textarea" label:"import.table" hint:"import.hint"`
}

// importPage shows the form that imports a table of players or fixtures.
func (s *Handlers) importPage(c echo.Context) error {
	return s.showImport(c, http.StatusOK, importFields{Kind: "players"}, nil, nil, nil)
}

// An importEntry is a line of a table as acts, which are done one after the other. what describes it; "" if it exists already.
type importEntry struct {
	line int
	text string
	acts []campaign.ActRequest
}

// importTable imports a table. It checks every line before it enters the first, and skips what exists already, so that the same
// table may be sent again.
func (s *Handlers) importTable(c echo.Context, v site.Visit, camp *campaign.Campaign) error {
	in := importFields{Kind: "players"}
	err := readTableFile(c)
	if err == nil {
		err = s.ReadForm(c, &in)
	}
	if err != nil {
		return s.showImport(c, http.StatusUnprocessableEntity, in, err, nil, nil)
	}
	kind := importPlayers
	if in.Kind == "fixtures" {
		kind = importFixtures
	}
	t, err := s.parseTable(in.Table, kind)
	if err != nil {
		return s.showImport(c, http.StatusUnprocessableEntity, in, err, nil, nil)
	}
	var entries []importEntry
	var faults []string
	run := &importRun{Visit: v, c: c, camp: camp, claimed: map[string]bool{}}
	for _, row := range t {
		e, err := kind.read(s, run, row)
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
		return s.showImport(c, http.StatusUnprocessableEntity, in, nil, faults, nil)
	}
	var done []string
	for _, e := range entries {
		for i, d := range e.acts {
			if _, err := s.Service.Do(c.Request().Context(), v.Actor, v.Club, site.FormIdempotencyKey(c)+"-"+strconv.Itoa(e.line)+"-"+strconv.Itoa(i), d); err != nil {
				return s.showImport(c, site.StatusOf(err), in, err, nil, done)
			}
		}
		done = append(done, e.text)
	}
	if len(done) == 0 {
		done = []string{site.CatalogOf(c).Say("import.nothing")}
	}
	in.Table = ""
	return s.showImport(c, http.StatusOK, in, nil, nil, done)
}

// rowFault says what is wrong with a line, and in which column.
func rowFault(b *phrases.Catalog, row tableRow, err error) string {
	var e *campaign.Error
	if errors.As(err, &e) && b.Has("csv."+e.Field) {
		return b.Say("import.cell", "n", row.line, "column", b.Say("csv."+e.Field), "cell", row.cells[e.Field], "text", site.ErrorText(b, err))
	}
	return b.Say("import.line", "n", row.line, "text", site.ErrorText(b, err))
}

// showImport shows the form. It finds the campaign again, because the page must show what the import has changed in it.
func (s *Handlers) showImport(c echo.Context, status int, in importFields, failed error, faults, done []string) error {
	v, camp, err := site.VisitAt(s.Base, c, site.Visit.Campaign)
	if err != nil {
		return err
	}
	form, err := site.NewForm(c, in, failed)
	if err != nil {
		return err
	}
	f := s.Frame(c, site.CatalogOf(c).Say("import.title"), views.SectionCampaign)
	m := leagueviews.ImportPage{CampaignHead: site.CampaignHead(&f, v, camp, "/import"), Action: site.CampaignURL(v.Club, camp.ID) + "/import", Trouble: form.Trouble(), Faults: faults, Done: done, Table: form.Field("table")}
	f.Back = site.CampaignURL(v.Club, camp.ID) + "/share"
	m.Kind, m.Kinds = form.Choice("kind", site.Options(f.Catalog, "import.kind_", []string{"players", "fixtures"}))
	return s.Render(c, status, leagueviews.Import(f, m))
}

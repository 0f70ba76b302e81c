package play

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/battleview"
	"oriflamme/campaign/web/site"
	"oriflamme/rules"
	"oriflamme/views"
	playviews "oriflamme/views/play"
)

// sheetPrefix begins the names of a sheet's fields in its form. newSheet is the address of a sheet that has no id yet.
const (
	sheetPrefix = "in."
	newSheet    = "new"
)

// sheetGame returns the game whose sheets are requested.
func (s *Handlers) sheetGame(c echo.Context) (*rules.Game, error) {
	g := s.Service.Game(c.Param("game"))
	if g == nil || g.DataSheets == nil {
		return nil, echo.NewHTTPError(http.StatusNotFound)
	}
	return g, nil
}

// sheets lists the sheets of a game: those of its pack and the club's own.
func (s *Handlers) sheets(c echo.Context, v site.Visit) error {
	g, err := s.sheetGame(c)
	if err != nil {
		return err
	}
	f := s.Frame(c, site.CatalogOf(c).Say("sheets.title"), views.SectionClub)
	f.Back = site.ClubURL(v.Club)
	m := playviews.SheetsPage{Game: g.Name}
	if v.Can(campaign.KindSheet) {
		m.New = site.SheetsURL(v.Club, g.ID) + "/" + newSheet
	}
	for _, raw := range s.sheetsOf(v, g) {
		id, name := sheetName(raw, site.CatalogOf(c).Lang)
		line := playviews.SheetLine{Name: name, URL: site.SheetsURL(v.Club, g.ID) + "/" + url.PathEscape(id), Own: v.State.Sheet(g.ID, id) != nil}
		line.Missing = len(g.DataSheets.Missing(raw))
		m.Sheets = append(m.Sheets, line)
	}
	return s.Render(c, http.StatusOK, playviews.Sheets(f, m))
}

// sheetsOf returns the sheets of a game as battles of the club use them.
func (s *Handlers) sheetsOf(v site.Visit, g *rules.Game) []json.RawMessage {
	p := rules.Pack{Game: g.ID}
	if have := s.Pack(g, ""); have != nil {
		p = *have
	}
	return v.State.WithClubSheets(g, p).Parts[g.DataSheets.Part]
}

func sheetName(raw json.RawMessage, lang string) (id, name string) {
	var member struct {
		ID   string     `json:"id"`
		Name rules.Text `json:"name"`
	}
	if json.Unmarshal(raw, &member) != nil {
		return "", ""
	}
	if name = member.Name.In(lang); name == "" {
		name = member.ID
	}
	return member.ID, name
}

// sheet shows the form of a sheet with its present values.
func (s *Handlers) sheet(c echo.Context, v site.Visit) error {
	g, err := s.sheetGame(c)
	if err != nil {
		return err
	}
	id := c.Param("sheet")
	for _, raw := range s.sheetsOf(v, g) {
		if have, _ := sheetName(raw, ""); have == id {
			return s.sheetForm(c, v, g, raw, http.StatusOK, nil)
		}
	}
	if id != newSheet {
		return echo.NewHTTPError(http.StatusNotFound)
	}
	return s.sheetForm(c, v, g, json.RawMessage(`{}`), http.StatusOK, nil)
}

// saveSheet stores a sheet from its form, or removes the club's own.
func (s *Handlers) saveSheet(c echo.Context, v site.Visit) error {
	g, err := s.sheetGame(c)
	if err != nil {
		return err
	}
	q, err := c.FormParams()
	if err != nil {
		return err
	}
	id := c.Param("sheet")
	if q.Get("back") != "" {
		if _, err := s.Do(c, v, campaign.ActRequest{Body: campaign.EnterSheet{Game: g.ID, Sheet: id}, LastSeen: site.FormHead(c)}); err != nil {
			return err
		}
		return s.RedirectWithNotice(c, site.SheetsURL(v.Club, g.ID), "saved")
	}
	tree := s.sheetFields(c, g).Read(reflect.TypeOf(g.DataSheets.Zero), q, sheetPrefix)
	if id == newSheet {
		id = strings.TrimSpace(q.Get("id"))
	}
	tree["id"] = id
	raw, err := json.Marshal(tree)
	if err != nil {
		return err
	}
	if q.Get("add") != "" || q.Get("drop") != "" {
		return s.sheetForm(c, v, g, raw, http.StatusOK, nil)
	}
	if _, err = s.Do(c, v, campaign.ActRequest{Body: campaign.EnterSheet{Game: g.ID, Sheet: id, Data: raw}, LastSeen: site.FormHead(c)}); err != nil {
		var wrong *campaign.Error
		var fault *rules.Fault
		if !errors.As(err, &fault) && (!errors.As(err, &wrong) || wrong.Code == campaign.Forbidden || wrong.Code == campaign.Unauthenticated) {
			return err
		}
		return s.sheetForm(c, v, g, raw, http.StatusUnprocessableEntity, err)
	}
	return s.RedirectWithNotice(c, site.SheetsURL(v.Club, g.ID), "saved")
}

func (s *Handlers) sheetFields(c echo.Context, g *rules.Game) battleview.Form {
	return battleview.Form{Catalog: site.CatalogOf(c), Game: g.ID, RuleURL: s.RuleLink(site.CatalogOf(c).Lang, g.ID)}
}

func (s *Handlers) sheetForm(c echo.Context, v site.Visit, g *rules.Game, raw json.RawMessage, status int, failed error) error {
	book := site.CatalogOf(c)
	var tree map[string]any
	dec := json.NewDecoder(strings.NewReader(string(raw)))
	dec.UseNumber()
	if err := dec.Decode(&tree); err != nil {
		return err
	}
	id, name := sheetName(raw, book.Lang)
	fresh := c.Param("sheet") == newSheet
	title := name
	if fresh {
		title = book.Say("sheets.new")
	}
	f := s.Frame(c, title, views.SectionClub)
	f.Back, f.Scripts = site.SheetsURL(v.Club, g.ID), []string{"js/battle.js"}
	m := playviews.SheetForm{
		Game: g.Name, Action: site.SheetsURL(v.Club, g.ID) + "/" + url.PathEscape(c.Param("sheet")), Cancel: f.Back, May: v.Can(campaign.KindSheet),
		Own: !fresh && v.State.Sheet(g.ID, id) != nil,
	}
	if fresh {
		m.ID = &views.Field{Name: "id", Label: book.Say("sheets.id"), Hint: book.Say("sheets.id_hint"), Value: id, Required: true, Max: 64}
	}
	form := s.sheetFields(c, g)
	for _, in := range form.Inputs(reflect.TypeOf(g.DataSheets.Zero), tree, sheetPrefix) {
		if in.Name != sheetPrefix+"id" && in.Name != sheetPrefix+"house" {
			m.Fields = append(m.Fields, unfolded(in))
		}
	}
	var fault *rules.Fault
	switch {
	case errors.As(failed, &fault):
		line := battleview.NewFaultLine(book, g.ID, fault, form.RuleURL, nil)
		m.Faults = append(m.Faults, line)
		site.MarkFault(m.Fields, sheetPrefix+fault.Field, line.Text)
	case failed != nil:
		m.Faults = append(m.Faults, views.FaultLine{Text: site.ErrorText(book, failed)})
	case !fresh:
		for _, fault := range g.DataSheets.Missing(raw) {
			line := battleview.NewFaultLine(book, g.ID, &fault, form.RuleURL, map[string]string{id: name})
			line.Field = sheetPrefix + fault.Field
			m.Missing = append(m.Missing, line)
		}
	}
	return s.Render(c, status, playviews.SheetEdit(f, m))
}

// unfolded returns a field with nothing folded away, because every number of a sheet matters.
func unfolded(in views.Input) views.Input {
	in.Rest = false
	in.Fields = slices.Clone(in.Fields)
	for i := range in.Fields {
		in.Fields[i] = unfolded(in.Fields[i])
	}
	return in
}

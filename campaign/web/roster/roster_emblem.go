package roster

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/site"
	"oriflamme/views"
	rosterviews "oriflamme/views/roster"
)

// emblemPage shows the emblem editor of a side.
func (s *Handlers) emblemPage(c echo.Context) error {
	v, r, err := site.VisitAt(s.Base, c, rosterToRevise)
	if err != nil {
		return err
	}
	return s.showEmblemEditor(c, http.StatusOK, v, r, site.RosterEmblem(r), nil)
}

// chooseEmblem shows the chosen parts, or saves them.
func (s *Handlers) chooseEmblem(c echo.Context) error {
	v, r, err := site.VisitAt(s.Base, c, rosterToRevise)
	if err != nil {
		return err
	}
	count, err := strconv.Atoi(c.FormValue("count"))
	if err != nil {
		count = 1
	}
	a := views.Emblem{A: c.FormValue("a"), Field: c.FormValue("field"), B: c.FormValue("b"), Charge: c.FormValue("charge"), ChargeTincture: c.FormValue("ink"), Count: count}
	a = views.ParseEmblem(a.String(), r.ID)
	if c.FormValue("do") != "take" {
		return s.showEmblemEditor(c, http.StatusOK, v, r, a, nil)
	}
	body := campaign.ReviseRoster{Roster: r.ID, List: r.List, Heraldry: a.String(), Unfinished: r.Unfinished}
	if _, err := s.Do(c, v, campaign.ActRequest{Body: body, LastSeen: site.FormHead(c)}); err != nil {
		return s.showEmblemEditor(c, site.StatusOf(err), v, r, a, err)
	}
	return s.RedirectWithNotice(c, site.RosterURL(v.Club, r.ID), "saved")
}

// rosterToRevise returns the roster of the address for a reader who may change it.
func rosterToRevise(v site.Visit, c echo.Context) (*campaign.Roster, error) {
	r, err := v.Roster(c)
	if err == nil && !v.State.MayDo(v.Actor, campaign.ReviseRoster{Roster: r.ID}) {
		err = &campaign.Error{Code: campaign.Forbidden, Key: "not-yours"}
	}
	return r, err
}

func (s *Handlers) showEmblemEditor(c echo.Context, status int, v site.Visit, r *campaign.Roster, a views.Emblem, failed error) error {
	whole, ok := site.RefusalText(site.CatalogOf(c), failed)
	if failed != nil && !ok {
		return failed
	}
	f := s.Frame(c, site.CatalogOf(c).Say("arms.title"), views.SectionRoster)
	f.Back, f.Where = site.RosterURL(v.Club, r.ID), r.List.Name
	m := rosterviews.EmblemPage{Action: site.RosterURL(v.Club, r.ID) + "/arms", Cancel: f.Back, Name: r.List.Name, Emblem: a, Blazon: emblemText(f, a), Trouble: whole}
	if a.Field != "plain" && views.Metal(a.A) == views.Metal(a.B) || a.Field == "plain" && a.Charge != "" && views.Metal(a.A) == views.Metal(a.ChargeTincture) {
		m.Warning = f.Say("arms.rule")
	}
	piece := func(name string, values []string, chosen string, with func(value string) views.Emblem) {
		p := rosterviews.EmblemPiece{Name: name, Label: f.Say("arms." + name)}
		for _, value := range values {
			text := f.Say("arms.none")
			switch {
			case value == "":
			case name == "count":
				text = value
			case name == "field" || name == "charge":
				text = f.Say(name + "_name." + value)
			default:
				text = f.Say("tincture." + value)
			}
			p.Options = append(p.Options, rosterviews.EmblemOption{Value: value, Text: text, Emblem: with(value), Chosen: value == chosen})
		}
		m.Pieces = append(m.Pieces, p)
	}
	piece("field", views.Fields, a.Field, func(x string) views.Emblem { n := a; n.Field, n.Charge = x, ""; return n })
	piece("a", views.Tinctures, a.A, func(x string) views.Emblem { return views.Emblem{A: x, Field: "plain"} })
	piece("b", views.Tinctures, a.B, func(x string) views.Emblem { return views.Emblem{A: x, Field: "plain"} })
	piece("charge", append([]string{""}, views.Charges...), a.Charge, func(x string) views.Emblem {
		return views.Emblem{A: a.A, Field: "plain", Charge: x, ChargeTincture: a.ChargeTincture, Count: 1}
	})
	piece("ink", views.Tinctures, a.ChargeTincture, func(x string) views.Emblem { return views.Emblem{A: x, Field: "plain"} })
	piece("count", []string{"1", "2", "3"}, strconv.Itoa(max(a.Count, 1)), func(x string) views.Emblem { n := a; n.Count = int(x[0] - '0'); return n })
	return s.Render(c, status, rosterviews.EmblemEditor(f, m))
}

// emblemText describes arms in simple words.
func emblemText(f views.Frame, a views.Emblem) string {
	text := f.Say("blazon.plain", "a", f.Say("of."+a.A))
	if a.Field != "plain" {
		manner := "blazon.divided"
		if views.Ordinary(a.Field) {
			manner = "blazon.ordinary"
		}
		text = f.Say(manner, "a", f.Say("of."+a.A), "field", f.Say("field."+a.Field), "b", f.Say("of."+a.B))
	}
	switch {
	case a.Charge == "":
	case a.Count > 1:
		text += f.Say("blazon.charges", "n", f.Say("blazon.n"+strconv.Itoa(a.Count)), "charges", f.Say("charges."+a.Charge), "ink", f.Say("of."+a.ChargeTincture))
	default:
		text += f.Say("blazon.charge", "charge", f.Say("charge."+a.Charge), "ink", f.Say("of."+a.ChargeTincture))
	}
	r := []rune(text)
	return strings.ToUpper(string(r[:1])) + string(r[1:])
}

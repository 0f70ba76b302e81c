package web

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/views"
)

// arms shows the armorial of a side.
func (s *site) arms(c echo.Context) error {
	v, r, err := s.ownArms(c)
	if err != nil {
		return err
	}
	return s.armorial(c, http.StatusOK, v, r, rosterArms(r), nil)
}

// chooseArms shows the pieces chosen, or takes them.
func (s *site) chooseArms(c echo.Context) error {
	v, r, err := s.ownArms(c)
	if err != nil {
		return err
	}
	count, err := strconv.Atoi(c.FormValue("count"))
	if err != nil {
		count = 1
	}
	a := views.Arms{A: c.FormValue("a"), Field: c.FormValue("field"), B: c.FormValue("b"), Charge: c.FormValue("charge"), Ink: c.FormValue("ink"), Count: count}
	a = views.ParseArms(a.String(), r.ID)
	if c.FormValue("do") != "take" {
		return s.armorial(c, http.StatusOK, v, r, a, nil)
	}
	body := campaign.ReviseRoster{Roster: r.ID, List: r.List, Arms: a.String(), Unfinished: r.Unfinished}
	if _, err := s.do(c, v, campaign.Draft{Body: body, Head: formHead(c)}); err != nil {
		return s.armorial(c, statusOf(err), v, r, a, err)
	}
	return s.done(c, rosterURL(v.club, r.ID), "saved")
}

// ownArms opens the roster of the address for one who may change it.
func (s *site) ownArms(c echo.Context) (visit, *campaign.Roster, error) {
	v, err := s.memberVisit(c)
	if err != nil {
		return v, nil, err
	}
	r := v.state.Rosters[c.Param("roster")]
	if r == nil {
		return v, nil, &campaign.Error{Code: campaign.NotFound, Key: "no-roster"}
	}
	if !v.state.Allowed(v.actor, campaign.ReviseRoster{Roster: r.ID}) {
		return v, nil, &campaign.Error{Code: campaign.Forbidden, Key: "not-yours"}
	}
	return v, r, nil
}

func (s *site) armorial(c echo.Context, status int, v visit, r *campaign.Roster, a views.Arms, failed error) error {
	_, whole, ok := wrongs(bookOf(c), failed)
	if failed != nil && !ok {
		return failed
	}
	f := s.frame(c, bookOf(c).Say("arms.title"), views.SectionRoster)
	f.Back, f.Where = rosterURL(v.club, r.ID), r.List.Name
	m := views.ArmsPage{Action: rosterURL(v.club, r.ID) + "/arms", Cancel: f.Back, Name: r.List.Name, Arms: a, Blazon: blazon(f, a), Trouble: whole}
	if a.Field != "plain" && views.Metal(a.A) == views.Metal(a.B) || a.Field == "plain" && a.Charge != "" && views.Metal(a.A) == views.Metal(a.Ink) {
		m.Warning = f.Say("arms.rule")
	}
	piece := func(name string, values []string, chosen string, with func(value string) views.Arms) {
		p := views.ArmsPiece{Name: name, Label: f.Say("arms." + name)}
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
			p.Options = append(p.Options, views.ArmsOption{Value: value, Text: text, Arms: with(value), Chosen: value == chosen})
		}
		m.Pieces = append(m.Pieces, p)
	}
	piece("field", views.Fields, a.Field, func(x string) views.Arms { n := a; n.Field, n.Charge = x, ""; return n })
	piece("a", views.Tinctures, a.A, func(x string) views.Arms { return views.Arms{A: x, Field: "plain"} })
	piece("b", views.Tinctures, a.B, func(x string) views.Arms { return views.Arms{A: x, Field: "plain"} })
	piece("charge", append([]string{""}, views.Charges...), a.Charge, func(x string) views.Arms {
		return views.Arms{A: a.A, Field: "plain", Charge: x, Ink: a.Ink, Count: 1}
	})
	piece("ink", views.Tinctures, a.Ink, func(x string) views.Arms { return views.Arms{A: x, Field: "plain"} })
	piece("count", []string{"1", "2", "3"}, strconv.Itoa(max(a.Count, 1)), func(x string) views.Arms { n := a; n.Count = int(x[0] - '0'); return n })
	return s.page(c, status, views.Armorial(f, m))
}

// blazon says arms in words, the simple way.
func blazon(f views.Frame, a views.Arms) string {
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
		text += f.Say("blazon.charges", "n", f.Say("blazon.n"+strconv.Itoa(a.Count)), "charges", f.Say("charges."+a.Charge), "ink", f.Say("of."+a.Ink))
	default:
		text += f.Say("blazon.charge", "charge", f.Say("charge."+a.Charge), "ink", f.Say("of."+a.Ink))
	}
	r := []rune(text)
	return strings.ToUpper(string(r[:1])) + string(r[1:])
}

package views_test

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/a-h/templ"

	"oriflamme/views"
)

func render(t *testing.T, c templ.Component) (*goquery.Document, string) {
	t.Helper()
	var b strings.Builder
	if err := c.Render(context.Background(), &b); err != nil {
		t.Fatal(err)
	}
	doc, err := goquery.NewDocumentFromReader(strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	return doc, b.String()
}

// ringMap returns a map of seven regions: a free one in the middle, and six around it held by two realms.
func ringMap() views.Map {
	m := views.Map{ID: "m", Name: "Anneau", Realms: []views.Realm{{Letter: "A", Name: "Un", Tincture: "azure"}, {Letter: "B", Name: "Deux", Tincture: "or"}}}
	for i, at := range [][2]int{{0, 0}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}} {
		r := views.MapRegion{ID: "r" + strconv.Itoa(i), Name: "Terre " + strconv.Itoa(i), Q: at[0], R: at[1], Realm: i % 2, Attacker: -1, From: -1, URL: "?region=r" + strconv.Itoa(i), Title: "Terre " + strconv.Itoa(i)}
		if i == 0 {
			r.Realm = -1
		}
		m.Regions = append(m.Regions, r)
	}
	return m
}

func TestMapIsReadableWithoutEyes(t *testing.T) {
	m := ringMap()
	m.Regions[3].Title = `Terre <3>`
	doc, text := render(t, m.Draw())
	links := doc.Find("a.region")
	if links.Length() != 7 {
		t.Fatalf("%d links, want 7", links.Length())
	}
	links.Each(func(i int, s *goquery.Selection) {
		if got := s.Find("title").Text(); got != m.Regions[i].Title {
			t.Errorf("title of region %d: %q, want %q", i, got, m.Regions[i].Title)
		}
	})
	if strings.Contains(text, "style=") {
		t.Error("the drawing holds a style attribute")
	}
	if strings.Contains(text, "Terre <3>") {
		t.Error("a title is not escaped")
	}
	_, again := render(t, m.Draw())
	if text != again {
		t.Error("the same map was drawn twice in two ways")
	}
}

// TestCoastLoops checks that an island of seven regions has one coastline, and a ring without its middle two.
func TestCoastLoops(t *testing.T) {
	whole := ringMap()
	hollow := ringMap()
	hollow.Regions = hollow.Regions[1:]
	for name, test := range map[string]struct {
		m    views.Map
		want int
	}{"whole": {whole, 1}, "hollow": {hollow, 2}} {
		doc, _ := render(t, test.m.Draw())
		if got := strings.Count(doc.Find("path.coast").AttrOr("d", ""), "z"); got != test.want {
			t.Errorf("%s: %d shores, want %d", name, got, test.want)
		}
	}
}

func TestFrontierRunsBetweenOwners(t *testing.T) {
	m := ringMap()
	doc, _ := render(t, m.Draw())
	// Six edges round the free middle, and six between neighbours on the ring that belong to different realms.
	if got := strings.Count(doc.Find("path.frontier").AttrOr("d", ""), "M"); got != 12 {
		t.Errorf("%d edges of frontier, want 12", got)
	}
	for i := range m.Regions {
		m.Regions[i].Realm = 0
	}
	doc, _ = render(t, m.Draw())
	if got := doc.Find("path.frontier").AttrOr("d", ""); got != "" {
		t.Errorf("one realm has a frontier with itself: %q", got)
	}
}

func TestMapShowsWar(t *testing.T) {
	m := ringMap()
	m.Regions[1].Attacker, m.Regions[1].From = 0, 2
	m.Regions[4].Capital = true
	m.Regions[6].Cut = true
	doc, _ := render(t, m.Draw())
	for sel, want := range map[string]int{".assault": 1, ".disc": 1, ".glyph.alert": 1, ".marks .pole": 2, ".free": 1} {
		if got := doc.Find(sel).Length(); got != want {
			t.Errorf("%s: %d, want %d", sel, got, want)
		}
	}
}

// TestArrowsAreClearOfNames attacks the middle of a ring from each of its neighbours: the arrow crosses no name of two lines, and no name crosses
// another.
func TestArrowsAreClearOfNames(t *testing.T) {
	number := func(s string) float64 {
		n, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	for from := 1; from <= 6; from++ {
		m := ringMap()
		for i := range m.Regions {
			m.Regions[i].Name = "Les Champs de Dornay"
		}
		m.Regions[0].Attacker, m.Regions[0].From = m.Regions[from].Realm, from
		doc, _ := render(t, m.Draw())
		arrow := doc.Find(".assault")
		var x, y, turn, shaft float64
		if _, err := fmt.Sscanf(arrow.AttrOr("transform", ""), "translate(%g %g) rotate(%g)", &x, &y, &turn); err != nil {
			t.Fatal(err)
		}
		if _, err := fmt.Sscanf(arrow.AttrOr("d", ""), "M0-5H%gv", &shaft); err != nil {
			t.Fatal(err)
		}
		sin, cos := math.Sincos(turn * math.Pi / 180)
		type line struct{ region, middle, half, base float64 }
		var lines []line
		doc.Find("text.name").Each(func(i int, name *goquery.Selection) {
			base := number(name.AttrOr("y", ""))
			name.Find("tspan").Each(func(_ int, span *goquery.Selection) {
				base += number(span.AttrOr("dy", "0"))
				lines = append(lines, line{float64(i), number(span.AttrOr("x", "")), 3.3 * float64(len(span.Text())), base})
			})
		})
		for _, one := range lines {
			for _, p := range [][2]float64{{0, -5}, {0, 0}, {0, 5}, {shaft / 2, 0}, {shaft, -13}, {shaft, 0}, {shaft, 13}, {shaft + 8, 0}, {shaft + 16, 0}} {
				px, py := x+p[0]*cos-p[1]*sin, y+p[0]*sin+p[1]*cos
				if math.Abs(px-one.middle) < one.half && py > one.base-11 && py < one.base+1 {
					t.Errorf("from neighbour %d the arrow meets name %v at %.0f, %.0f", from, one, px, py)
				}
			}
			for _, other := range lines {
				if one.region < other.region && math.Abs(one.middle-other.middle) < one.half+other.half && math.Abs(one.base-other.base) < 11 && one.base != other.base {
					t.Errorf("from neighbour %d two names lie on each other: %v, %v", from, one, other)
				}
			}
		}
	}
}

func TestLetters(t *testing.T) {
	for _, test := range []struct{ names, want string }{
		{"Garde de Hautecombe|Ligue du Sel|Veneurs", "G L V"},
		{"La Braise|Les Braves", "B R"},
		{"Élan|Éclat", "E C"},
		{"A|A|A", "A B C"},
	} {
		if got := strings.Join(views.Letters(strings.Split(test.names, "|")), " "); got != test.want {
			t.Errorf("%s: got %s, want %s", test.names, got, test.want)
		}
	}
}

func TestRealmTincturesDiffer(t *testing.T) {
	arms := make([]views.Emblem, 7)
	for i := range arms {
		arms[i] = views.Emblem{A: "azure"}
	}
	seen := map[string]bool{}
	for _, tincture := range views.RealmTinctures(arms) {
		if seen[tincture] || tincture == "argent" {
			t.Errorf("%s is there twice, or cannot be seen on the map", tincture)
		}
		seen[tincture] = true
	}
	if got := views.RealmTinctures([]views.Emblem{{A: "vert"}, {A: "or"}}); got[0] != "vert" || got[1] != "or" {
		t.Errorf("arms' own tinctures: got %v", got)
	}
}

func TestArms(t *testing.T) {
	a := views.Emblem{A: "azure", Field: "chief", B: "argent", Charge: "tower", ChargeTincture: "or", Count: 3}
	if got := views.ParseEmblem(a.String(), "x"); got != a {
		t.Errorf("after a round trip: %+v, want %+v", got, a)
	}
	if got, want := views.ParseEmblem("rubbish", "x"), views.EmblemFor("x"); got != want {
		t.Errorf("unreadable arms: got %+v, want %+v", got, want)
	}
	metal := func(s string) bool { return s == "or" || s == "argent" }
	for i := range 300 {
		if a := views.EmblemFor(strconv.Itoa(i)); metal(a.A) == metal(a.B) || a.Charge != "" && metal(a.A) == metal(a.ChargeTincture) {
			t.Fatalf("arms against the rule of tincture: %+v", a)
		}
	}
	for _, field := range views.Fields {
		for _, charge := range views.Charges {
			doc, _ := render(t, views.Shield(views.Emblem{A: "gules", Field: field, B: "or", Charge: charge, ChargeTincture: "argent", Count: 1}, `Jean "le Bref"`))
			if doc.Find("svg[role=img]").AttrOr("aria-label", "") != `Jean "le Bref"` || doc.Find(".charge").Length() != 1 {
				t.Fatalf("%s, %s: not drawn or not named", field, charge)
			}
		}
	}
}

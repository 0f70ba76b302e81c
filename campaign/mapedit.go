package campaign

import (
	"fmt"
	"slices"
	"strings"

	"oriflamme/campaign/cells"
)

// A Stroke is one touch of the map editor.
type Stroke struct {
	Tool string `json:"tool"`           // of StrokeTools
	At   ID     `json:"at,omitempty"`   // region it is made on
	To   ID     `json:"to,omitempty"`   // the other end of a route
	Q    int    `json:"q,omitempty"`    // place of a new region
	R    int    `json:"r,omitempty"`    //
	Text string `json:"text,omitempty"` // terrain, name, or kind of route

	Backdrop *Backdrop `json:"picture,omitempty"` // to lie beneath
}

// StrokeTools are the tools of the map editor: "paint" gives a region the terrain Text,
// "name" the name Text, and "title" so names the map; "add" makes a region of
// terrain Text at Q, R, beside another; "remove" takes one away with its routes;
// "route" joins At and To by a route of kind Text, or parts them when they are
// joined by one; "isle" begins anew with an island of Q hexagons from the seed Text,
// "free" with one of Q free regions, as long as nobody holds land; "picture" lays
// Backdrop beneath the map, or takes away what lies there.
var StrokeTools = []string{"paint", "name", "add", "remove", "route", "title", "isle", "free", "picture"}

// maxStrokes is how many strokes one drawing may have.
const maxStrokes = 1000

// WithStrokes returns the map after some strokes; m stays as it is. Names of new regions
// are made in the language. The error names the stroke that cannot be: strokes[2].at.
func (m *Map) WithStrokes(strokes []Stroke, lang string) (*Map, error) {
	if len(strokes) > maxStrokes {
		return nil, refuse(Invalid, "strokes", "too-long", "", "most", fmt.Sprint(maxStrokes))
	}
	if err := checkLanguage(lang); err != nil {
		return nil, err
	}
	n := m.clone()
	for i, s := range strokes {
		if err := n.applyStroke(s, lang); err != nil {
			err.Field = fmt.Sprintf("strokes[%d].%s", i, err.Field)
			return nil, err
		}
	}
	return n, n.check()
}

func (m *Map) applyStroke(s Stroke, lang string) *Error {
	r := m.Region(s.At)
	switch {
	case s.Tool == "add":
		return m.addRegion(s, lang)
	case s.Tool == "title":
		m.Name = strings.TrimSpace(s.Text)
		return nil
	case s.Tool == "picture":
		m.Backdrop = s.Backdrop
		return nil
	case s.Tool == "isle", s.Tool == "free":
		return m.replaceWithIsland(s, lang)
	case !slices.Contains(StrokeTools, s.Tool):
		return refuse(Invalid, "tool", "unknown-tool", "", "tool", s.Tool)
	case r == nil:
		return notFound("at", "region", s.At)
	}
	switch s.Tool {
	case "paint":
		if !slices.Contains(Terrains, s.Text) {
			return refuse(Invalid, "text", "unknown-terrain", "", "terrain", s.Text)
		}
		if s.Text == Sea && r.Owner != "" {
			return refuse(Conflict, "text", "nobody-holds-sea", "CAMP-MAP-6", "region", r.Name)
		}
		r.Terrain = s.Text
	case "name":
		name := strings.TrimSpace(s.Text)
		if name == "" {
			return refuse(Invalid, "text", "required", "")
		}
		r.Name = name
	case "remove":
		if len(r.Owners) > 0 || r.Owner != "" {
			return refuse(Conflict, "at", "map-in-use", "CAMP-MAP-5", "region", r.Name)
		}
		m.Routes = slices.DeleteFunc(m.Routes, func(way Route) bool { return way.From == s.At || way.To == s.At })
		m.Regions = slices.DeleteFunc(m.Regions, func(r Region) bool { return r.ID == s.At })
	case "route":
		return m.toggleRoute(s)
	}
	return nil
}

// replaceWithIsland draws a new island in place of land that nobody holds.
func (m *Map) replaceWithIsland(s Stroke, lang string) *Error {
	for _, r := range m.Regions {
		if len(r.Owners) > 0 || r.Owner != "" {
			return refuse(Conflict, "tool", "map-in-use", "CAMP-MAP-5", "region", r.Name)
		}
	}
	draw := GenerateIsland
	if s.Tool == "free" {
		draw = GenerateFreeIsland
	}
	island, err := draw(s.Text, s.Q, lang)
	if err != nil {
		return refuse(Invalid, "size", "range", "", "from", "7", "to", "200")
	}
	island.Backdrop = m.Backdrop
	*m = *island
	return nil
}

// addRegion makes a region on a free place that touches the map.
func (m *Map) addRegion(s Stroke, lang string) *Error {
	if !slices.Contains(Terrains, s.Text) {
		return refuse(Invalid, "text", "unknown-terrain", "", "terrain", s.Text)
	}
	if !slices.Contains(m.FreePlaces(), cells.Place{s.Q, s.R}) {
		return refuse(Invalid, "q", "no-place-there", "")
	}
	taken := map[string]bool{}
	for _, r := range m.Regions {
		taken[r.Name] = true
	}
	id := ""
	for n := 1; id == ""; n++ {
		if try := fmt.Sprint("N", n); m.Region(try) == nil {
			id = try
		}
	}
	named := s.Text
	if namePartsOf(lang).forms[named] == nil {
		named = "plain"
	}
	rng := seededRand(fmt.Sprint("region ", m.Seed, s.Q, " ", s.R))
	m.Regions = append(m.Regions, Region{ID: id, Q: s.Q, R: s.R, Terrain: s.Text, Name: regionName(rng, lang, named, taken)})
	return nil
}

// toggleRoute makes a route, or takes it away.
func (m *Map) toggleRoute(s Stroke) *Error {
	switch {
	case m.Region(s.To) == nil:
		return notFound("to", "region", s.To)
	case s.At == s.To:
		return refuse(Invalid, "to", "route-to-itself", "")
	case !slices.Contains(RouteKinds, s.Text):
		return refuse(Invalid, "text", "unknown-route", "", "kind", s.Text)
	}
	n := len(m.Routes)
	m.Routes = slices.DeleteFunc(m.Routes, func(way Route) bool {
		return way.From == s.At && way.To == s.To || way.From == s.To && way.To == s.At
	})
	if len(m.Routes) == n {
		m.Routes = append(m.Routes, Route{s.At, s.To, s.Text})
	}
	return nil
}

// FreePlaces returns the free places that touch the map, in axial coordinates, by row;
// of an empty map its first place.
func (m *Map) FreePlaces() []cells.Place {
	if len(m.Regions) == 0 {
		return []cells.Place{{}}
	}
	free := map[cells.Place]bool{}
	for _, r := range m.Regions {
		for _, at := range m.lattice().Borders(cells.Place{r.Q, r.R}) {
			free[at] = true
		}
	}
	for _, r := range m.Regions {
		delete(free, cells.Place{r.Q, r.R})
	}
	return sortedPlaces(free)
}

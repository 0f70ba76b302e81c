package campaign

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"oriflamme/campaign/placenames"
	"oriflamme/campaign/tiling"
)

// A Stroke is one change made with a tool of the map editor.
type Stroke struct {
	Tool string `json:"tool"`           // one of StrokeTools
	At   ID     `json:"at,omitempty"`   // the region that is changed
	To   ID     `json:"to,omitempty"`   // the other end of a route
	Q    int    `json:"q,omitempty"`    // axial coordinate of a new region
	R    int    `json:"r,omitempty"`    //
	Text string `json:"text,omitempty"` // terrain, name, or kind of route

	Backdrop *Backdrop `json:"picture,omitempty"` // the new backdrop
}

// StrokeTools lists the tools of the map editor:
//
//	paint    gives a region the terrain Text
//	name     gives a region the name Text
//	add      adds a region of terrain Text at Q, R, next to another
//	remove   removes a region with its routes
//	route    adds a route of kind Text between At and To, or removes the one there
//	title    gives the map the name Text
//	isle     replaces the map by an island of Q hexagons from the seed Text, if nobody holds land
//	free     the same with Q free regions
//	picture  sets or removes the Backdrop
var StrokeTools = []string{"paint", "name", "add", "remove", "route", "title", "isle", "free", "picture"}

// maxStrokes is how many strokes one drawing may have.
const maxStrokes = 1000

// WithStrokes returns the map after some strokes; m does not change. New regions get names
// in the language. The error names the stroke that is impossible: strokes[2].at.
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

// replaceWithIsland replaces the map by a new island. It refuses if somebody holds land.
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

// addRegion adds a region at a free place that touches the map.
func (m *Map) addRegion(s Stroke, lang string) *Error {
	if !slices.Contains(Terrains, s.Text) {
		return refuse(Invalid, "text", "unknown-terrain", "", "terrain", s.Text)
	}
	if !slices.Contains(m.FreePlaces(), tiling.Place{s.Q, s.R}) {
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
	rng := seededRand(fmt.Sprint("region ", m.Seed, s.Q, " ", s.R))
	m.Regions = append(m.Regions, Region{ID: id, Q: s.Q, R: s.R, Terrain: s.Text, Name: placenames.RegionName(rng, lang, s.Text, taken)})
	return nil
}

// toggleRoute adds a route, or removes it.
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

// FreePlaces returns the free places that touch the map, in axial coordinates, row by row.
// For an empty map it returns the place 0, 0.
func (m *Map) FreePlaces() []tiling.Place {
	if len(m.Regions) == 0 {
		return []tiling.Place{{}}
	}
	free := map[tiling.Place]bool{}
	for _, r := range m.Regions {
		for _, at := range m.lattice().Borders(tiling.Place{r.Q, r.R}) {
			free[at] = true
		}
	}
	for _, r := range m.Regions {
		delete(free, tiling.Place{r.Q, r.R})
	}
	return sortedPlaces(free)
}

// A Backdrop is an image beneath the regions of a map. Its units are those of package
// tiling, whose point 0, 0 is the centre of the hexagon at place 0, 0.
type Backdrop struct {
	Image   string `json:"image"` // hash of an Image of the club
	X       int    `json:"x"`     // left edge
	Y       int    `json:"y"`     // upper edge
	Width   int    `json:"width"`
	Height  int    `json:"height"`
	Opacity int    `json:"opacity"`        // per cent
	Turn    int    `json:"turn,omitempty"` // rotation about its centre, clockwise, 0 to 359 degrees
}

// The limits of backdrops, in units of package tiling, per cent and degrees.
const (
	maxOffset  = 20000
	minSide    = 20
	maxSide    = 40000
	minOpacity = 10
	fullTurn   = 360
)

func (b *Backdrop) check() error {
	if b == nil {
		return nil
	}
	if ImageHash(ImageScheme+b.Image) == "" {
		return notFound("map.picture.image", "image", b.Image)
	}
	for _, n := range []struct {
		field      string
		is, lo, hi int
	}{{"x", b.X, -maxOffset, maxOffset}, {"y", b.Y, -maxOffset, maxOffset}, {"width", b.Width, minSide, maxSide},
		{"height", b.Height, minSide, maxSide}, {"opacity", b.Opacity, minOpacity, 100}, {"turn", b.Turn, 0, fullTurn - 1}} {
		if n.is < n.lo || n.is > n.hi {
			return refuse(Invalid, "map.picture."+n.field, "range", "", "from", fmt.Sprint(n.lo), "to", fmt.Sprint(n.hi))
		}
	}
	return nil
}

// extent returns the smallest rectangle around all regions, in units of package tiling. An
// empty map has the extent of its first place.
func (m *Map) extent() (x, y, width, height float64) {
	lo, hi := tiling.Point{X: math.Inf(1), Y: math.Inf(1)}, tiling.Point{X: math.Inf(-1), Y: math.Inf(-1)}
	reach := func(q, r int) {
		for _, p := range m.lattice().Cell(q, r).Ring {
			lo = tiling.Point{X: min(lo.X, p.X), Y: min(lo.Y, p.Y)}
			hi = tiling.Point{X: max(hi.X, p.X), Y: max(hi.Y, p.Y)}
		}
	}
	for _, r := range m.Regions {
		reach(r.Q, r.R)
	}
	if len(m.Regions) == 0 {
		reach(0, 0)
	}
	return lo.X, lo.Y, hi.X - lo.X, hi.Y - lo.Y
}

// seaMargin is how far the drawing extends beyond the regions of a map, in units of package tiling.
const seaMargin = 46

// NewBackdrop returns an image of width by height pixels as a backdrop: centred, and just
// large enough to cover the regions and the sea around them.
func (m *Map) NewBackdrop(image string, width, height int) *Backdrop {
	x, y, w, h := m.extent()
	x, y, w, h = x-seaMargin, y-seaMargin, w+2*seaMargin, h+2*seaMargin
	scale := max(w/float64(width), h/float64(height))
	p := &Backdrop{Image: image, Width: round(float64(width) * scale), Height: round(float64(height) * scale), Opacity: 70}
	p.X, p.Y = round(x+(w-float64(p.Width))/2), round(y+(h-float64(p.Height))/2)
	return p.clamped()
}

// BackdropMoves lists the moves that Moved knows.
var BackdropMoves = []string{"left", "up", "down", "right", "smaller", "larger", "back", "on", "fainter", "stronger"}

// Moved returns the backdrop moved by a fifth of a hexagon, made an eighth larger or smaller
// about its centre, rotated back or on by five degrees, or made a tenth fainter or
// stronger. The result is kept within the limits; p does not change.
func (b *Backdrop) Moved(how string) *Backdrop {
	const step, part, turn = 20, 8, 5
	n := *b
	switch how {
	case "left":
		n.X -= step
	case "right":
		n.X += step
	case "up":
		n.Y -= step
	case "down":
		n.Y += step
	case "larger":
		n.Width, n.Height = b.Width+b.Width/part, b.Height+b.Height/part
	case "smaller":
		n.Width, n.Height = b.Width-b.Width/(part+1), b.Height-b.Height/(part+1)
	case "back":
		n.Turn -= turn
	case "on":
		n.Turn += turn
	case "fainter":
		n.Opacity -= 10
	case "stronger":
		n.Opacity += 10
	}
	n.X, n.Y = n.X+(b.Width-n.Width)/2, n.Y+(b.Height-n.Height)/2
	return n.clamped()
}

// Placed returns the backdrop with its centre at x, y, with a width in its proportions and a
// rotation. The result is kept within the limits; p does not change.
func (b *Backdrop) Placed(x, y, width, turn int) *Backdrop {
	n := *b
	n.Width = min(max(width, minSide), maxSide)
	n.Height = round(float64(n.Width) * float64(b.Height) / float64(b.Width))
	n.X, n.Y, n.Turn = x-n.Width/2, y-n.Height/2, turn
	return n.clamped()
}

// Middle returns the centre of the backdrop, about which it rotates.
func (b *Backdrop) Middle() (x, y int) { return b.X + b.Width/2, b.Y + b.Height/2 }

// clamped returns the backdrop within the limits.
func (b *Backdrop) clamped() *Backdrop {
	b.X, b.Y = min(max(b.X, -maxOffset), maxOffset), min(max(b.Y, -maxOffset), maxOffset)
	b.Width, b.Height = min(max(b.Width, minSide), maxSide), min(max(b.Height, minSide), maxSide)
	b.Opacity = min(max(b.Opacity, minOpacity), 100)
	b.Turn = (b.Turn%fullTurn + fullTurn) % fullTurn
	return b
}

func round(x float64) int { return int(math.Round(x)) }

// GenerateIsland returns an island of size hexagons (7 to 200) made from a seed. The same
// seed, size and language give the same island. Names are in the language if package
// placenames has it, else in English.
func GenerateIsland(seed string, size int, lang string) (*Map, error) {
	return generateIsland(&Map{Seed: seed}, size, lang)
}

// GenerateFreeIsland is like GenerateIsland, with free cells as regions.
func GenerateFreeIsland(seed string, size int, lang string) (*Map, error) {
	return generateIsland(&Map{Seed: seed, Shape: FreeShape}, size, lang)
}

// generateIsland makes an island on an empty map.
func generateIsland(m *Map, size int, lang string) (*Map, error) {
	if size < 7 || size > 200 {
		return nil, refuse(Invalid, "size", "range", "", "from", "7", "to", "200")
	}
	if err := checkLanguage(lang); err != nil {
		return nil, err
	}
	rng := seededRand("isle " + m.Seed)
	spots := m.grow(rng, size)
	taken := map[string]bool{}
	left, top := bounds(spots)
	for _, at := range spots {
		r := Region{Q: at[0], R: at[1], Terrain: m.pickTerrain(rng, at, spots)}
		// Rows are letters and columns numbers, as on a printed map. The slanted axis is
		// corrected for, so that numbers grow to the right in every row.
		r.ID = rowName(at[1]-top) + fmt.Sprint(at[0]+floorHalf(at[1])-left+1)
		r.Name = placenames.RegionName(rng, lang, r.Terrain, taken)
		m.Regions = append(m.Regions, r)
	}
	m.Name = placenames.LandName(rng, lang)
	return m, nil
}

// seededRand returns a random source seeded with a text.
func seededRand(seed string) *rand.Rand {
	return rand.New(rand.NewChaCha8(sha256.Sum256([]byte(seed))))
}

// grow starts from one place and adds neighbouring places until the island is large enough.
// Places with more neighbours are likelier, which keeps the island compact.
func (m *Map) grow(rng *rand.Rand, size int) []tiling.Place {
	in := map[tiling.Place]bool{{0, 0}: true}
	for len(in) < size {
		weight, total := map[tiling.Place]int{}, 0
		for at := range in {
			for _, n := range m.lattice().Borders(at) {
				if !in[n] {
					weight[n]++
				}
			}
		}
		edge := sortedPlaces(weight)
		for _, at := range edge {
			weight[at] *= weight[at]
			total += weight[at]
		}
		pick := rng.IntN(total)
		for _, at := range edge {
			if pick -= weight[at]; pick < 0 {
				in[at] = true
				break
			}
		}
	}
	return sortedPlaces(in)
}

// sortedPlaces returns the places of a map row by row.
func sortedPlaces[T any](spots map[tiling.Place]T) []tiling.Place {
	return slices.SortedFunc(maps.Keys(spots), func(a, b tiling.Place) int { return cmp.Or(a[1]-b[1], a[0]-b[0]) })
}

func bounds(spots []tiling.Place) (left, top int) {
	for i, at := range spots {
		if x := at[0] + floorHalf(at[1]); i == 0 || x < left {
			left = x
		}
		if i == 0 || at[1] < top {
			top = at[1]
		}
	}
	return left, top
}

// floorHalf returns n/2 rounded down, also for negative n.
func floorHalf(n int) int { return (n - (n & 1)) / 2 }

// rowName returns the name of a row from 0: A to Z, then AA and so on.
func rowName(n int) string {
	if n < 26 {
		return string(rune('A' + n))
	}
	return rowName(n/26-1) + rowName(n%26)
}

// pickTerrain returns a random terrain for a place: coast or marsh at the shore, peaks only inland.
func (m *Map) pickTerrain(rng *rand.Rand, at tiling.Place, spots []tiling.Place) string {
	land := map[tiling.Place]bool{}
	for _, s := range spots {
		land[s] = true
	}
	if slices.ContainsFunc(m.lattice().Borders(at), func(n tiling.Place) bool { return !land[n] }) {
		return []string{"coast", "coast", "plain", "forest", "marsh"}[rng.IntN(5)]
	}
	return []string{"plain", "plain", "forest", "forest", "hill", "hill", "peak"}[rng.IntN(7)]
}

package views

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"oriflamme/campaign/tiling"
	"oriflamme/views/component"
)

// path collects the data of an SVG path, with one decimal.
type path struct{ strings.Builder }

func (d *path) put(verb byte, pts ...point) {
	d.WriteByte(verb)
	for i, p := range pts {
		if i > 0 {
			d.WriteByte(' ')
		}
		d.WriteString(coord(p.x) + " " + coord(p.y))
	}
}
func (d *path) move(p point)     { d.put('M', p) }
func (d *path) line(p point)     { d.put('L', p) }
func (d *path) curve(c, p point) { d.put('Q', c, p) }
func (d *path) close()           { d.WriteByte('z') }
func (d *path) polygon(pts []point) {
	for i, p := range pts {
		if i == 0 {
			d.move(p)
		} else {
			d.line(p)
		}
	}
	d.close()
}

func coord(x float64) string {
	return strconv.FormatFloat(math.Round(x*10)/10, 'f', -1, 64)
}

// terrains are small engravings about 60 units wide round the origin; plain land and coast have none.
var terrains = map[string]string{
	"hill":   `<path d="M-28 10q12-20 24-2q14-24 32 2M-20 12q8-8 12 0M8 12q8-10 14 0"/>`,
	"peak":   `<path d="M-30 12L-13-15l8 12L6-20l24 32M6-20l3 9-3 6 4 7M12-9l4 8 5 8M-13-15l2 9-3 5 3 7"/>`,
	"forest": `<path d="M-22 7c-6-1-6-7-1-9-1-6 6-9 10-5 5-2 10 3 6 7 3 5 0 8-5 7zM-15 7v6M2-5c-6-1-6-7-1-9-1-6 6-9 10-5 5-2 10 3 6 7 3 5 0 8-5 7zM9-5v6M13 11c-6-1-6-7-1-9-1-6 6-9 10-5 5-2 10 3 6 7 3 5 0 8-5 7zM20 11v6"/>`,
	"marsh":  `<path d="M-28 8h18M-19 8v-9M-16 8l3-6M-22 8l-3-6M6 12h20M16 12V3M19 12l3-6M13 12l-3-6M-8-5H8M0-5v-9M3-5l3-6M-3-5l-3-6"/>`,
	"heath":  `<path d="M-26 6q4-6 8 0M-8-5q4-6 8 0M9 8q4-6 8 0M17-7q4-6 8 0M-13 14q4-6 8 0"/>`,
	"ruin":   `<path d="M-18 12V-6h5v6h5v-9h6v9M4 12V2h6v-7M10 12h10V4l-4-3M-24 12h48"/>`,
}

// Draw writes the map as one SVG: sea and water lines, each realm by wash, hatching and tinted border, terrain, frontiers,
// fights, marks and names.
func (m Map) Draw() templ.Component {
	if len(m.Regions)+len(m.Shore) == 0 {
		return templ.NopComponent
	}
	var b strings.Builder
	class := "map"
	if m.Small {
		class, m.Picture = "map vignette", nil
	}
	if m.overPicture() {
		class += " over"
	}
	role := ` role="group"`
	if m.Small {
		role = ` preserveAspectRatio="xMidYMid slice"`
	}
	l := m.layOut()
	label := ` aria-hidden="true"`
	if !m.Small {
		label = ` aria-label="` + templ.EscapeString(m.Name) + `"`
	}
	if m.Buttons { // each region is at least as wide as a finger; the map scrolls in its frame
		class += ` pick" width="` + coord(l.width*44/l.narrowest())
	}
	fmt.Fprintf(&b, `<svg class="%s" viewBox="0 0 %s %s"%s%s>`, class, coord(l.width), coord(l.height), role, label)
	l.drawLand(&b)
	if !m.Small {
		l.drawRoutes(&b)
		l.drawFights(&b)
		l.drawMarks(&b)
		l.drawFrame(&b)
	}
	b.WriteString(`</svg>`)
	return raw(b.String())
}

func (l *mapLayout) drawLand(b *strings.Builder) {
	id, shore := l.ID, l.coast()
	fmt.Fprintf(b, `<defs><clipPath id="%s-land"><path d="%s"/></clipPath>`, id, shore)
	realms := make([]string, len(l.Realms))
	for f := range l.Realms {
		realms[f] = l.straight(func(i int) bool { return l.Regions[i].Realm == f })
		fmt.Fprintf(b, `<clipPath id="%s-r%d"><path d="%s"/></clipPath>`, id, f, realms[f])
	}
	fmt.Fprintf(b, `</defs><rect class="sea" width="%s" height="%s"/><path id="%s-shore" class="land" d="%s"/>`, coord(l.width), coord(l.height), id, shore)
	l.drawPicture(b)
	if !l.Small && !l.overPicture() {
		for _, w := range []float64{54, 40, 28, 18, 9} {
			fmt.Fprintf(b, `<use href="#%s-shore" class="wave" stroke-width="%g"/><use href="#%s-shore" class="wave-gap" stroke-width="%g"/>`, id, w+1.4, id, w)
		}
	}
	fmt.Fprintf(b, `<path class="land" d="%s"/><g clip-path="url(#%s-land)">`, shore, id)
	for f, d := range realms {
		fmt.Fprintf(b, `<path class="bleed t-%s" d="%s"/>`, l.Realms[f].Tincture, d)
	}
	fmt.Fprintf(b, `<path class="land" d="%s"/>`, l.straight(func(i int) bool { return l.Regions[i].Realm < 0 && !l.water(i) }))
	for f, d := range realms {
		fmt.Fprintf(b, `<g class="t-%s"><path class="wash" d="%s"/>`, l.Realms[f].Tincture, d)
		if !l.Small {
			fmt.Fprintf(b, `<path class="hatching" fill="url(#m-%s)" d="%s"/>`, l.Realms[f].Tincture, d)
		}
		fmt.Fprintf(b, `<path class="tint" clip-path="url(#%s-r%d)" d="%s"/></g>`, id, f, d)
	}
	if !l.Small {
		l.drawContested(b)
		var grid path
		for i := range l.Regions {
			c := l.corners(i, tiling.Side)
			grid.polygon(c)
		}
		fmt.Fprintf(b, `<path class="grid" d="%s"/>`, grid.String())
		for i, r := range l.Regions {
			if t := terrains[r.Terrain]; t != "" {
				fmt.Fprintf(b, `<g class="terrain" transform="translate(%s %s) scale(.8)">%s</g>`, coord(l.centre[i].x), coord(l.centre[i].y-22), t)
			}
		}
	}
	fmt.Fprintf(b, `</g><path class="coast" d="%s"/><path class="frontier" d="%s"/>`, shore, l.frontier())
}

// overPicture reports whether the regions lie over a picture and are drawn translucent.
func (m Map) overPicture() bool { return m.Picture != nil && m.Picture.URL != "" }

// drawPicture draws the picture above the sea; the land over it is translucent.
func (l *mapLayout) drawPicture(b *strings.Builder) {
	if !l.overPicture() {
		return
	}
	p := l.Picture
	at := l.origin.plus(p.X, p.Y)
	turn := ""
	if p.Turn != 0 {
		turn = fmt.Sprintf(` transform="rotate(%d %s %s)"`, p.Turn, coord(at.x+p.Width/2), coord(at.y+p.Height/2))
	}
	fmt.Fprintf(b, `<image class="beneath" href="%s" x="%s" y="%s" width="%s" height="%s" opacity="%.2f"%s preserveAspectRatio="none"/>`,
		templ.EscapeString(p.URL), coord(at.x), coord(at.y), coord(p.Width), coord(p.Height), float64(p.Opacity)/100, turn)
}

// drawContested lays the attacker's wash and hatching over the upper left half of a region that is fought for.
func (l *mapLayout) drawContested(b *strings.Builder) {
	for i, r := range l.Regions {
		if r.Attacker < 0 || r.Attacker == r.Realm {
			continue
		}
		var d path
		d.polygon(upperLeft(l.corners(i, tiling.Side), l.centre[i]))
		fmt.Fprintf(b, `<g class="t-%s"><path class="land" d="%s"/><path class="wash" d="%s"/><path class="hatching" fill="url(#m-%s)" d="%s"/></g>`, l.Realms[r.Attacker].Tincture, d.String(), d.String(), l.Realms[r.Attacker].Tincture, d.String())
	}
}

// upperLeft returns the part of a ring above the line through o that rises to the right by 30 degrees.
func upperLeft(ring []point, o point) []point {
	off := func(p point) float64 { return (p.y - o.y) + (p.x-o.x)/math.Sqrt(3) } // below 0 above the line
	var out []point
	for k, p := range ring {
		q := ring[(k+1)%len(ring)]
		a, c := off(p), off(q)
		if a <= 0 {
			out = append(out, p)
		}
		if a < 0 != (c < 0) {
			out = append(out, p.plus((q.x-p.x)*a/(a-c), (q.y-p.y)*a/(a-c)))
		}
	}
	return out
}

// drawRoutes draws roads and crossings, and the edges of sea regions.
func (l *mapLayout) drawRoutes(b *strings.Builder) {
	var grid path
	for i := range l.Regions {
		if l.water(i) {
			c := l.corners(i, tiling.Side)
			grid.polygon(c)
		}
	}
	if grid.Len() > 0 {
		fmt.Fprintf(b, `<path class="grid" d="%s"/>`, grid.String())
	}
	for _, way := range l.Routes {
		class := "road"
		if way.Water {
			class = "crossing"
		}
		var d path
		from, to := l.centre[way.From], l.centre[way.To]
		d.move(from)
		d.curve(point{(from.x+to.x)/2 + (to.y-from.y)*.12, (from.y+to.y)/2 - (to.x-from.x)*.12}, to)
		fmt.Fprintf(b, `<path class="route-bed" d="%s"/><path class="%s" d="%s"/>`, d.String(), class, d.String())
	}
}

func (l *mapLayout) drawFights(b *strings.Builder) {
	var supply path
	for _, pair := range l.Supply {
		supply.move(l.centre[pair[0]])
		supply.line(l.centre[pair[1]])
	}
	if supply.Len() > 0 {
		fmt.Fprintf(b, `<path class="supply" d="%s"/>`, supply.String())
	}
	for i, r := range l.Regions {
		if r.Attacker < 0 || r.From < 0 {
			continue
		}
		from, to := l.centre[r.From], l.centre[i]
		begin, shaft := .34, 18.0
		switch { // keep clear of the names
		case to.y > from.y+1:
			begin, shaft = .52, 2
		case l.fromBelow(i):
			to.y += discBelow
			begin, shaft = .42, 8
		default:
			from.y, to.y = from.y-4, to.y-4
		}
		turn := math.Atan2(to.y-from.y, to.x-from.x) * 180 / math.Pi
		at := point{from.x + (to.x-from.x)*begin, from.y + (to.y-from.y)*begin}
		fmt.Fprintf(b, `<path class="assault" transform="translate(%s %s) rotate(%s)" d="M0-5H%gv-8l16 13-16 13V5H0z"/>`, coord(at.x), coord(at.y), coord(turn), shaft)
	}
}

// discBelow is how far below the middle of a region the mark of an attack from below stands, and how far above the middle its name. Other names stand
// in the lower half.
const discBelow = 12

// fromBelow reports whether a region is attacked from one that lies below it on the map.
func (l *mapLayout) fromBelow(i int) bool {
	r := l.Regions[i]
	return r.Attacker >= 0 && r.From >= 0 && l.centre[r.From].y > l.centre[i].y+1
}

func (l *mapLayout) drawMarks(b *strings.Builder) {
	var names strings.Builder
	b.WriteString(`<g class="marks">`)
	for i, r := range l.Regions {
		var hex path
		c := l.corners(i, tiling.Side-2)
		hex.polygon(c)
		split := lines(r.Name)
		up := 0.0
		if len(split) > 1 {
			up = 5
		}
		mark := ""
		switch {
		case l.water(i):
			mark = fmt.Sprintf(`<path class="swell" d="M-16 %gq4-5 8 0t8 0 8 0 8 0"/>`, -up)
		case r.Attacker >= 0:
			y := -7.0
			if l.fromBelow(i) {
				y = discBelow
			}
			mark = fmt.Sprintf(`<circle class="disc" cy="%g" r="19"/><g class="glyph" transform="translate(-12 %g)">%s</g>`, y, y-12, component.Icons["swords"])
		case r.Realm < 0:
			mark = fmt.Sprintf(`<circle class="free" r="3.5" cy="%g"/>`, -up)
		case r.Capital:
			mark = `<g transform="translate(-22 -46) scale(.46)">` + l.Realms[r.Realm].Emblem.Banner() + `</g>`
		case r.Cut:
			mark = fmt.Sprintf(`<text class="letter" x="-13" y="%g">%s</text><g class="glyph alert" transform="translate(2 %g)">%s</g>`, 9-up, l.Realms[r.Realm].Letter, -12-up, component.Icons["broken"])
		default:
			mark = fmt.Sprintf(`<text class="letter" y="%g">%s</text>`, 9-up, l.Realms[r.Realm].Letter)
		}
		if r.Garrison > 0 {
			mark += fmt.Sprintf(`<g class="glyph" transform="translate(16 %g) scale(.8)">%s</g>`, -16-up, component.Icons["tower"])
		}
		at := coord(l.centre[i].x) + " " + coord(l.centre[i].y)
		inner := `<title>` + templ.EscapeString(r.Title) + `</title><path class="grip" d="` + hex.String() + `"/><g transform="translate(` + at + `)">` + mark + `</g>`
		if r.URL != "" {
			fmt.Fprintf(b, `<a href="%s" class="region">%s</a>`, templ.EscapeString(r.URL), inner)
		} else {
			b.WriteString(`<g>` + inner + `</g>`)
		}
		first := 30 - up*1.6
		if l.fromBelow(i) {
			first = -10 - 14*float64(len(split)-1)
		}
		fmt.Fprintf(&names, `<text class="name" x="%s" y="%s">`, coord(l.centre[i].x), coord(l.centre[i].y+first))
		for k, line := range split {
			dy := ""
			if k > 0 {
				dy = ` dy="14"`
			}
			names.WriteString(`<tspan x="` + coord(l.centre[i].x) + `"` + dy + `>` + templ.EscapeString(line) + `</tspan>`)
		}
		names.WriteString(`</text>`)
	}
	b.WriteString(`</g>`)
	for i, r := range l.Regions {
		if r.Chosen {
			var d path
			c := l.corners(i, tiling.Side-3)
			d.polygon(c)
			fmt.Fprintf(b, `<path class="choice" d="%s"/>`, d.String())
		}
	}
	b.WriteString(`<g class="marks names" aria-hidden="true">` + names.String() + `</g>`)
	if l.Buttons {
		l.drawButtons(b)
	}
}

// drawButtons lays a button over every region and free place, cut to its shape: with
// the form round the map they work without script.
func (l *mapLayout) drawButtons(b *strings.Builder) {
	button := func(id string, c tiling.Cell, value, label, class string) {
		lo, hi := box(c)
		var d path
		for k, p := range c.Ring {
			if at := (point{p.X, p.Y}); k == 0 {
				d.move(at)
			} else {
				d.line(at)
			}
		}
		d.close()
		fmt.Fprintf(b, `<clipPath id="%s"><path d="%s"/></clipPath><foreignObject clip-path="url(#%s)" x="%s" y="%s" width="%s" height="%s"><button class="cell-pick%s" name="at" value="%s" aria-label="%s"></button></foreignObject>`,
			id, d.String(), id, coord(lo.x), coord(lo.y), coord(hi.x-lo.x), coord(hi.y-lo.y), class, templ.EscapeString(value), templ.EscapeString(label))
	}
	for i, r := range l.Regions {
		button(l.ID+"-b"+strconv.Itoa(i), l.cells[i], r.ID, r.Title, "")
	}
	for i, at := range l.Shore {
		place := strconv.Itoa(at[0]) + "," + strconv.Itoa(at[1])
		button(l.ID+"-f"+strconv.Itoa(i), l.shore[i], place, place, " free-place")
	}
}

// box returns the bounding box of a cell.
func box(c tiling.Cell) (lo, hi point) {
	lo, hi = point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, p := range c.Ring {
		lo, hi = point{min(lo.x, p.X), min(lo.y, p.Y)}, point{max(hi.x, p.X), max(hi.y, p.Y)}
	}
	return lo, hi
}

// narrowest returns the width of the narrowest cell that is drawn, at least half a hexagon's.
func (l *mapLayout) narrowest() float64 {
	least := tiling.Width - 2
	for _, c := range slices.Concat(l.cells, l.shore) {
		lo, hi := box(c)
		least = min(least, hi.x-lo.x, hi.y-lo.y)
	}
	return max(least, tiling.Width/2)
}

// drawFrame draws the border in alternating cells, and a compass rose in the corner farthest from land.
func (l *mapLayout) drawFrame(b *strings.Builder) {
	w, h := l.width, l.height
	const out, in = 9.0, 19.0
	var bars strings.Builder
	cell := func(x, y, x2, y2 float64) {
		fmt.Fprintf(&bars, "M%s %sH%sV%sH%sz", coord(x), coord(y), coord(x2), coord(y2), coord(x))
	}
	for i, x := 0, in; x < w-in; i, x = i+1, x+tiling.Width/2 {
		if i%2 == 1 {
			x2 := min(x+tiling.Width/2, w-in)
			cell(x, out, x2, in)
			cell(x, h-in, x2, h-out)
		}
	}
	for i, y := 0, in; y < h-in; i, y = i+1, y+37.5 {
		if i%2 == 1 {
			y2 := min(y+37.5, h-in)
			cell(out, y, in, y2)
			cell(w-in, y, w-out, y2)
		}
	}
	fmt.Fprintf(b, `<g class="neat"><path class="c1" d="M3 3H%sV%sH3z"/><path class="c2" d="M9 9H%sV%sH9zM19 19H%sV%sH19z"/><path class="c3" d="%s"/></g>`,
		coord(w-3), coord(h-3), coord(w-out), coord(h-out), coord(w-in), coord(h-in), bars.String())
	if at, free := l.corner(); free > 96 {
		fmt.Fprintf(b, `<g class="rose" transform="translate(%s %s) scale(.72)"><circle r="30" class="r1"/><circle r="26" class="r1"/><path class="r2" d="M0-40L7-7 0 0zM40 0L7 7 0 0zM0 40L-7 7 0 0zM-40 0L-7-7 0 0z"/><path class="r3" d="M0-40L-7-7 0 0zM40 0L7-7 0 0zM0 40L7 7 0 0zM-40 0L-7 7 0 0z"/><text y="-45">N</text></g>`, coord(at.x), coord(at.y))
	}
}

func (l *mapLayout) corner() (best point, free float64) {
	const inset = 66.0
	for _, p := range []point{{l.width - inset, l.height - inset + 8}, {inset, l.height - inset + 8}, {l.width - inset, inset + 12}, {inset, inset + 12}} {
		near := math.Inf(1)
		for _, c := range l.centre {
			near = min(near, math.Hypot(c.x-p.x, c.y-p.y))
		}
		if near > free {
			best, free = p, near
		}
	}
	return best, free
}

// Swatch draws a realm's sign for tables: wash, hatching and letter.
func (r Realm) Swatch() templ.Component {
	hatch := ""
	if hatchings[r.Tincture] != "" {
		hatch = `<rect class="swatch-hatch" width="30" height="30" fill="url(#m-` + r.Tincture + `)"/>`
	}
	return raw(`<svg class="swatch t-` + r.Tincture + `" viewBox="0 0 30 30" aria-hidden="true"><rect class="wash" width="30" height="30"/>` + hatch + `<text x="15" y="20">` + r.Letter + `</text></svg>`)
}

package html

import (
	"cmp"
	"fmt"
	"html"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"oriflamme/content/reference/locale"
)

// check reports what is wrong with a shape, and widens the view to include it.
func (th *Shape) check(b *canvas) error {
	kinds := countTrue(th.Base != "", th.Unit != "", th.Area != nil, th.Ring != nil, th.Wedge != nil, th.Line != nil, th.Mark != "", th.Write != "")
	if kinds != 1 {
		return fmt.Errorf("wants one of base, unit, area, ring, wedge, line, mark and write, has %d", kinds)
	}
	if th.Side != "" && !sides[th.Side] {
		return fmt.Errorf("no side %q, there are a, b and n", th.Side)
	}
	var at [][]float64
	around := 0.0
	switch {
	case th.Area != nil:
		at = th.Area
	case th.Line != nil:
		at = th.Line
	case th.Ring != nil:
		at, around = [][]float64{th.Ring}, th.Radius
	case th.Wedge != nil:
		at, around = [][]float64{th.Wedge}, th.Radius
	default:
		at = [][]float64{th.At}
	}
	switch {
	case th.Base != "":
		if th.Radius == 0 && b.kind != "plane" {
			th.Radius = map[string]float64{"hex": .34, "grid": .38}[b.kind]
		}
		around = th.Radius
	case th.Unit != "":
		if th.Size == nil {
			th.Size = []float64{1, 1}
		}
		if len(th.Size) != 2 || th.Size[0] <= 0 || th.Size[1] <= 0 {
			return fmt.Errorf("size wants a width and a depth")
		}
		around = math.Hypot(th.Size[0], th.Size[1]) / 2
	}
	if (th.Base != "" || th.Ring != nil || th.Wedge != nil) && th.Radius <= 0 {
		return fmt.Errorf("radius is missing")
	}
	if err := th.checkKind(); err != nil {
		return err
	}
	for _, c := range at {
		if len(c) != 2 {
			return fmt.Errorf("%v is no place: want two numbers", c)
		}
		b.extend(b.toPoint(c), around)
	}
	return nil
}

func (th *Shape) checkKind() error {
	known := areaKinds
	switch {
	case th.Line != nil:
		known = lineKinds
		if len(th.Line) < 2 {
			return fmt.Errorf("a line wants two points")
		}
	case th.Mark != "":
		if !symbolKinds[th.Mark] {
			return fmt.Errorf("no mark %q, there are %s", th.Mark, strings.Join(slices.Sorted(maps.Keys(symbolKinds)), ", "))
		}
		return nil
	case th.Area == nil && th.Ring == nil && th.Wedge == nil:
		return nil
	case th.Area != nil && len(th.Area) < 3:
		return fmt.Errorf("an area wants three points")
	}
	if !known[th.Kind] {
		return fmt.Errorf("no kind %q, there are %s", th.Kind, strings.Join(slices.Sorted(maps.Keys(known)), ", "))
	}
	return nil
}

// draw draws the shape.
func (th *Shape) draw(b *canvas) {
	switch {
	case th.Base != "":
		b.drawBase(th)
	case th.Unit != "":
		b.drawBlock(th)
	case th.Area != nil:
		corners := make([]point, len(th.Area))
		var mid point
		for i, c := range th.Area {
			corners[i] = b.toPoint(c)
			mid.x += corners[i].x / float64(len(th.Area))
			mid.y += corners[i].y / float64(len(th.Area))
		}
		b.drawArea(th.Kind, corners)
		b.drawText(th.Label, b.scaled(mid), "dg-label")
	case th.Ring != nil:
		c := b.scaled(b.toPoint(th.Ring))
		fmt.Fprintf(&b.body, `<circle class="dg-%s" cx="%s" cy="%s" r="%s"/>`, th.Kind, coord(c.x), coord(c.y), coord(th.Radius*b.scale))
		b.drawText(th.Label, point{c.x, c.y - th.Radius*b.scale + 12}, "dg-label")
	case th.Wedge != nil:
		b.drawWedge(th)
	case th.Line != nil:
		b.drawLine(th)
	case th.Mark != "":
		b.drawSymbol(th.Mark, b.scaled(b.toPoint(th.At)))
	default:
		b.drawText(th.Write, b.scaled(b.toPoint(th.At)), "dg-label dg-write")
	}
}

// scaled turns a point in units of the game into one of the drawing.
func (b *canvas) scaled(p point) point {
	return point{(p.x-b.bounds[0])*b.scale + margin, (p.y-b.bounds[1])*b.scale + margin}
}

func coord(x float64) string {
	return strconv.FormatFloat(math.Round(x*10)/10+0, 'f', -1, 64)
}

func (b *canvas) path(corners []point) string {
	var s strings.Builder
	for i, p := range corners {
		q := b.scaled(p)
		if i > 0 {
			s.WriteByte(' ')
		}
		s.WriteString(coord(q.x) + "," + coord(q.y))
	}
	return s.String()
}

func (b *canvas) drawPolygon(class string, corners []point) {
	b.body.WriteString(`<polygon class="` + class + `" points="` + b.path(corners) + `"/>`)
}

// hatchings gives the strokes on filled grounds, so that nothing is shown by colour alone: their distance and slope.
var hatchings = map[string]struct{ step, slope float64 }{
	"blocked": {5, 1}, "wood": {9, 0}, "water": {7, 0}, "bad": {7, -1}, "cover": {8, 1}, "hill": {10, -1},
}

// drawArea draws an area of a kind.
func (b *canvas) drawArea(kind string, corners []point) {
	b.drawPolygon("dg-"+kind, corners)
	h, ok := hatchings[kind]
	if !ok {
		return
	}
	shape := make([]point, len(corners))
	low, high := math.Inf(1), math.Inf(-1)
	for i, c := range corners {
		shape[i] = b.scaled(c)
		key := shape[i].y - h.slope*shape[i].x
		low, high = min(low, key), max(high, key)
	}
	step := h.step * math.Sqrt(1+h.slope*h.slope)
	var d strings.Builder
	for key := math.Ceil(low/step) * step; key < high; key += step {
		for _, cut := range crossings(shape, h.slope, key) {
			d.WriteString("M" + coord(cut[0].x) + " " + coord(cut[0].y) + "L" + coord(cut[1].x) + " " + coord(cut[1].y))
		}
	}
	if d.Len() > 0 {
		b.body.WriteString(`<path class="dg-h-` + kind + `" d="` + d.String() + `"/>`)
	}
}

// crossings returns the parts of the line y = slope·x + key that lie inside a shape.
func crossings(shape []point, slope, key float64) [][2]point {
	var xs []float64
	for i, p := range shape {
		q := shape[(i+1)%len(shape)]
		a, c := p.y-slope*p.x-key, q.y-slope*q.x-key
		if a < 0 != (c < 0) {
			xs = append(xs, p.x+(q.x-p.x)*a/(a-c))
		}
	}
	slices.Sort(xs)
	var cuts [][2]point
	for i := 0; i+1 < len(xs); i += 2 {
		cuts = append(cuts, [2]point{{xs[i], slope*xs[i] + key}, {xs[i+1], slope*xs[i+1] + key}})
	}
	return cuts
}

// drawBase draws a round base with its name, and its front if it has one.
func (b *canvas) drawBase(th *Shape) {
	c, r := b.scaled(b.toPoint(th.At)), th.Radius*b.scale
	fmt.Fprintf(&b.body, `<g class="dg-side dg-%s"><circle cx="%s" cy="%s" r="%s"/>`, cmp.Or(th.Side, "n"), coord(c.x), coord(c.y), coord(r))
	if th.Facing != nil {
		sin, cos := math.Sincos(*th.Facing * math.Pi / 180)
		tip := point{c.x + sin*(r+7), c.y - cos*(r+7)}
		b.drawArrowhead(tip, sin, -cos, 7)
	}
	name := point{c.x, c.y}
	if r < 9 {
		name.y -= r + 9
		b.drawText(th.Base, name, "dg-label")
	} else {
		b.drawText(th.Base, name, "")
	}
	b.body.WriteString("</g>")
	if th.Label != "" {
		b.drawText(th.Label, point{c.x, c.y + r + 11}, "dg-label")
	}
}

// drawBlock draws a unit as a rectangle, its front marked.
func (b *canvas) drawBlock(th *Shape) {
	mid := b.toPoint(th.At)
	turn := 0.0
	if th.Facing != nil {
		turn = *th.Facing * math.Pi / 180
	}
	sin, cos := math.Sincos(turn)
	corner := func(x, y float64) point { // x along the front, y to the front
		return point{mid.x + x*cos + y*sin, mid.y + x*sin - y*cos}
	}
	w, d := th.Size[0]/2, th.Size[1]/2
	b.body.WriteString(`<g class="dg-side dg-` + cmp.Or(th.Side, "n") + `">`)
	b.drawPolygon("", []point{corner(-w, -d), corner(w, -d), corner(w, d), corner(-w, d)})
	if th.Facing != nil {
		tip := b.scaled(corner(0, d))
		b.drawArrowhead(point{tip.x + sin*7, tip.y - cos*7}, sin, -cos, 8)
	}
	b.drawText(th.Unit, b.scaled(mid), "")
	b.body.WriteString("</g>")
	if th.Label != "" {
		p := b.scaled(mid)
		b.drawText(th.Label, point{p.x, p.y + (math.Abs(w*sin)+math.Abs(d*cos))*b.scale + 11}, "dg-label")
	}
}

func (b *canvas) drawWedge(th *Shape) {
	c, r := b.scaled(b.toPoint(th.Wedge)), th.Radius*b.scale
	end := func(deg float64) point {
		sin, cos := math.Sincos(deg * math.Pi / 180)
		return point{c.x + r*sin, c.y - r*cos}
	}
	from, to, large := end(th.From), end(th.To), "0"
	if th.To-th.From > 180 {
		large = "1"
	}
	fmt.Fprintf(&b.body, `<path class="dg-%s" d="M%s %sL%s %sA%s %s 0 %s 1 %s %sZ"/>`, th.Kind, coord(c.x), coord(c.y), coord(from.x), coord(from.y), coord(r), coord(r), large, coord(to.x), coord(to.y))
	mid := end((th.From + th.To) / 2)
	b.drawText(th.Label, point{c.x + (mid.x-c.x)*.68, c.y + (mid.y-c.y)*.68}, "dg-label")
}

// drawLine draws a line of a kind. Moves and pushes end in an arrowhead, measures in two strokes.
func (b *canvas) drawLine(th *Shape) {
	points := make([]point, len(th.Line))
	for i, c := range th.Line {
		points[i] = b.toPoint(c)
	}
	b.body.WriteString(`<polyline class="dg-l-` + th.Kind + `" points="` + b.path(points) + `"/>`)
	last, before := b.scaled(points[len(points)-1]), b.scaled(points[len(points)-2])
	long := math.Hypot(last.x-before.x, last.y-before.y)
	dx, dy := (last.x-before.x)/long, (last.y-before.y)/long
	first := b.scaled(points[0])
	switch th.Kind {
	case "move", "push":
		b.body.WriteString(`<g class="dg-tip">`)
		b.drawArrowhead(last, dx, dy, 9)
		b.body.WriteString("</g>")
	case "measure":
		for _, p := range []point{first, last} {
			fmt.Fprintf(&b.body, `<path class="dg-l-measure" d="M%s %sL%s %s"/>`, coord(p.x-dy*5), coord(p.y+dx*5), coord(p.x+dy*5), coord(p.y-dx*5))
		}
	case "blocked":
		b.drawSymbol("no", point{(last.x + before.x) / 2, (last.y + before.y) / 2})
	}
	if th.Label != "" {
		i := (len(points) - 1) / 2
		p, q := b.scaled(points[i]), b.scaled(points[i+1])
		off := point{q.y - p.y, p.x - q.x}
		if off.y > 0 || off.y == 0 && off.x < 0 {
			off = point{-off.x, -off.y} // above the line, or right of an upright one
		}
		n := math.Hypot(off.x, off.y)
		away := 10 + 3*float64(len([]rune(th.Label)))*math.Abs(off.x/n)
		b.drawText(th.Label, point{(p.x+q.x)/2 + off.x/n*away, (p.y+q.y)/2 + off.y/n*away}, "dg-label")
	}
}

// drawArrowhead draws the head of an arrow whose tip is given and whose direction is (dx, dy).
func (b *canvas) drawArrowhead(tip point, dx, dy, size float64) {
	l, r := point{tip.x - dx*size - dy*size/2, tip.y - dy*size + dx*size/2}, point{tip.x - dx*size + dy*size/2, tip.y - dy*size - dx*size/2}
	fmt.Fprintf(&b.body, `<path class="dg-head" d="M%s %sL%s %sL%s %sZ"/>`, coord(tip.x), coord(tip.y), coord(l.x), coord(l.y), coord(r.x), coord(r.y))
}

// symbolPaths are drawn on a field from -1 to 1.
var symbolPaths = map[string]string{
	"yes":   "M-1 0L-.3 .8L1 -.8",
	"no":    "M-.8 -.8L.8 .8M.8 -.8L-.8 .8",
	"star":  "M0 -1L.3 -.3L1 -.3L.45 .2L.65 1L0 .5L-.65 1L-.45 .2L-1 -.3L-.3 -.3Z",
	"token": "M0 -1L1 0L0 1L-1 0Z",
}

func (b *canvas) drawSymbol(kind string, p point) {
	fmt.Fprintf(&b.body, `<path class="dg-m-%s" transform="translate(%s %s) scale(8)" d="%s"/>`, kind, coord(p.x), coord(p.y), symbolPaths[kind])
}

// drawText writes words at a position, kept inside the drawing.
func (b *canvas) drawText(text string, p point, class string) {
	if text == "" {
		return
	}
	if class != "" {
		class = ` class="` + class + `"`
		half := 3.4 * float64(len([]rune(text)))
		right := (b.bounds[2]-b.bounds[0])*b.scale + 2*margin
		p.x = max(min(p.x, right-half-2), half+2)
		p.y = max(min(p.y, (b.bounds[3]-b.bounds[1])*b.scale+2*margin-7), 8)
	}
	fmt.Fprintf(&b.body, `<text%s x="%s" y="%s">%s</text>`, class, coord(p.x), coord(p.y), html.EscapeString(locale.Typeset(b.lang, text, 0, 0)))
}

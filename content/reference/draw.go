package reference

import (
	"fmt"
	"html"
	"math"
	"sort"
	"strconv"
	"strings"
)

// check looks a thing over, and widens the view by it.
func (th *Thing) check(b *board) error {
	kinds := count(th.Base != "", th.Unit != "", th.Area != nil, th.Ring != nil, th.Wedge != nil, th.Line != nil, th.Mark != "", th.Write != "")
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
		b.see(b.unit(c), around)
	}
	return nil
}

func (th *Thing) checkKind() error {
	known := areaKinds
	switch {
	case th.Line != nil:
		known = lineKinds
		if len(th.Line) < 2 {
			return fmt.Errorf("a line wants two points")
		}
	case th.Mark != "":
		if !markKinds[th.Mark] {
			return fmt.Errorf("no mark %q, there are %s", th.Mark, strings.Join(sortedKeys(markKinds), ", "))
		}
		return nil
	case th.Area == nil && th.Ring == nil && th.Wedge == nil:
		return nil
	case th.Area != nil && len(th.Area) < 3:
		return fmt.Errorf("an area wants three points")
	}
	if !known[th.Kind] {
		return fmt.Errorf("no kind %q, there are %s", th.Kind, strings.Join(sortedKeys(known), ", "))
	}
	return nil
}

// paint draws the thing.
func (th *Thing) paint(b *board) {
	switch {
	case th.Base != "":
		b.base(th)
	case th.Unit != "":
		b.block(th)
	case th.Area != nil:
		corners := make([]point, len(th.Area))
		var mid point
		for i, c := range th.Area {
			corners[i] = b.unit(c)
			mid.x += corners[i].x / float64(len(th.Area))
			mid.y += corners[i].y / float64(len(th.Area))
		}
		b.ground(th.Kind, corners)
		b.write(th.Label, b.at(mid), "dg-label")
	case th.Ring != nil:
		c := b.at(b.unit(th.Ring))
		fmt.Fprintf(&b.body, `<circle class="dg-%s" cx="%s" cy="%s" r="%s"/>`, th.Kind, px(c.x), px(c.y), px(th.Radius*b.scale))
		b.write(th.Label, point{c.x, c.y - th.Radius*b.scale + 12}, "dg-label")
	case th.Wedge != nil:
		b.wedge(th)
	case th.Line != nil:
		b.line(th)
	case th.Mark != "":
		b.mark(th.Mark, b.at(b.unit(th.At)))
	default:
		b.write(th.Write, b.at(b.unit(th.At)), "dg-label dg-write")
	}
}

// at turns a point of one unit into one of the drawing.
func (b *board) at(p point) point {
	return point{(p.x-b.seen[0])*b.scale + margin, (p.y-b.seen[1])*b.scale + margin}
}

func px(x float64) string {
	return strconv.FormatFloat(math.Round(x*10)/10+0, 'f', -1, 64)
}

func (b *board) path(corners []point) string {
	var s strings.Builder
	for i, p := range corners {
		q := b.at(p)
		if i > 0 {
			s.WriteByte(' ')
		}
		s.WriteString(px(q.x) + "," + px(q.y))
	}
	return s.String()
}

func (b *board) polygon(class string, corners []point) {
	b.body.WriteString(`<polygon class="` + class + `" points="` + b.path(corners) + `"/>`)
}

// hatched grounds carry strokes as well, so that nothing is told by colour alone:
// how far apart, and at which slope.
var hatched = map[string]struct{ step, slope float64 }{
	"blocked": {5, 1}, "wood": {9, 0}, "water": {7, 0}, "bad": {7, -1}, "cover": {8, 1}, "hill": {10, -1},
}

// ground draws an area of a kind.
func (b *board) ground(kind string, corners []point) {
	b.polygon("dg-"+kind, corners)
	h, ok := hatched[kind]
	if !ok {
		return
	}
	shape := make([]point, len(corners))
	low, high := math.Inf(1), math.Inf(-1)
	for i, c := range corners {
		shape[i] = b.at(c)
		key := shape[i].y - h.slope*shape[i].x
		low, high = min(low, key), max(high, key)
	}
	step := h.step * math.Sqrt(1+h.slope*h.slope)
	var d strings.Builder
	for key := math.Ceil(low/step) * step; key < high; key += step {
		for _, cut := range crossings(shape, h.slope, key) {
			d.WriteString("M" + px(cut[0].x) + " " + px(cut[0].y) + "L" + px(cut[1].x) + " " + px(cut[1].y))
		}
	}
	if d.Len() > 0 {
		b.body.WriteString(`<path class="dg-h-` + kind + `" d="` + d.String() + `"/>`)
	}
}

// crossings are the stretches of the line y = slope·x + key inside a shape.
func crossings(shape []point, slope, key float64) [][2]point {
	var xs []float64
	for i, p := range shape {
		q := shape[(i+1)%len(shape)]
		a, c := p.y-slope*p.x-key, q.y-slope*q.x-key
		if a < 0 != (c < 0) {
			xs = append(xs, p.x+(q.x-p.x)*a/(a-c))
		}
	}
	sort.Float64s(xs)
	var cuts [][2]point
	for i := 0; i+1 < len(xs); i += 2 {
		cuts = append(cuts, [2]point{{xs[i], slope*xs[i] + key}, {xs[i+1], slope*xs[i+1] + key}})
	}
	return cuts
}

func (th *Thing) side() string {
	if th.Side == "" {
		return "n"
	}
	return th.Side
}

// base draws a round base with its name, and its front if it has one.
func (b *board) base(th *Thing) {
	c, r := b.at(b.unit(th.At)), th.Radius*b.scale
	fmt.Fprintf(&b.body, `<g class="dg-side dg-%s"><circle cx="%s" cy="%s" r="%s"/>`, th.side(), px(c.x), px(c.y), px(r))
	if th.Facing != nil {
		sin, cos := math.Sincos(*th.Facing * math.Pi / 180)
		tip := point{c.x + sin*(r+7), c.y - cos*(r+7)}
		b.head(tip, sin, -cos, 7)
	}
	name := point{c.x, c.y}
	if r < 9 {
		name.y -= r + 9
		b.write(th.Base, name, "dg-label")
	} else {
		b.write(th.Base, name, "")
	}
	b.body.WriteString("</g>")
	if th.Label != "" {
		b.write(th.Label, point{c.x, c.y + r + 11}, "dg-label")
	}
}

// block draws a unit as a rectangle, its front marked.
func (b *board) block(th *Thing) {
	mid := b.unit(th.At)
	turn := 0.0
	if th.Facing != nil {
		turn = *th.Facing * math.Pi / 180
	}
	sin, cos := math.Sincos(turn)
	corner := func(x, y float64) point { // x along the front, y to the front
		return point{mid.x + x*cos + y*sin, mid.y + x*sin - y*cos}
	}
	w, d := th.Size[0]/2, th.Size[1]/2
	b.body.WriteString(`<g class="dg-side dg-` + th.side() + `">`)
	b.polygon("", []point{corner(-w, -d), corner(w, -d), corner(w, d), corner(-w, d)})
	if th.Facing != nil {
		tip := b.at(corner(0, d))
		b.head(point{tip.x + sin*7, tip.y - cos*7}, sin, -cos, 8)
	}
	b.write(th.Unit, b.at(mid), "")
	b.body.WriteString("</g>")
	if th.Label != "" {
		p := b.at(mid)
		b.write(th.Label, point{p.x, p.y + (math.Abs(w*sin)+math.Abs(d*cos))*b.scale + 11}, "dg-label")
	}
}

func (b *board) wedge(th *Thing) {
	c, r := b.at(b.unit(th.Wedge)), th.Radius*b.scale
	end := func(deg float64) point {
		sin, cos := math.Sincos(deg * math.Pi / 180)
		return point{c.x + r*sin, c.y - r*cos}
	}
	from, to, large := end(th.From), end(th.To), "0"
	if th.To-th.From > 180 {
		large = "1"
	}
	fmt.Fprintf(&b.body, `<path class="dg-%s" d="M%s %sL%s %sA%s %s 0 %s 1 %s %sZ"/>`, th.Kind, px(c.x), px(c.y), px(from.x), px(from.y), px(r), px(r), large, px(to.x), px(to.y))
	mid := end((th.From + th.To) / 2)
	b.write(th.Label, point{c.x + (mid.x-c.x)*.68, c.y + (mid.y-c.y)*.68}, "dg-label")
}

// line draws a line of a kind; moves and pushes end in an arrow, measures in two strokes.
func (b *board) line(th *Thing) {
	points := make([]point, len(th.Line))
	for i, c := range th.Line {
		points[i] = b.unit(c)
	}
	b.body.WriteString(`<polyline class="dg-l-` + th.Kind + `" points="` + b.path(points) + `"/>`)
	last, before := b.at(points[len(points)-1]), b.at(points[len(points)-2])
	long := math.Hypot(last.x-before.x, last.y-before.y)
	dx, dy := (last.x-before.x)/long, (last.y-before.y)/long
	first := b.at(points[0])
	switch th.Kind {
	case "move", "push":
		b.body.WriteString(`<g class="dg-tip">`)
		b.head(last, dx, dy, 9)
		b.body.WriteString("</g>")
	case "measure":
		for _, p := range []point{first, last} {
			fmt.Fprintf(&b.body, `<path class="dg-l-measure" d="M%s %sL%s %s"/>`, px(p.x-dy*5), px(p.y+dx*5), px(p.x+dy*5), px(p.y-dx*5))
		}
	case "blocked":
		b.mark("no", point{(last.x + before.x) / 2, (last.y + before.y) / 2})
	}
	if th.Label != "" {
		i := (len(points) - 1) / 2
		p, q := b.at(points[i]), b.at(points[i+1])
		off := point{q.y - p.y, p.x - q.x}
		if off.y > 0 || off.y == 0 && off.x < 0 {
			off = point{-off.x, -off.y} // above the line, or right of an upright one
		}
		n := math.Hypot(off.x, off.y)
		away := 10 + 3*float64(len([]rune(th.Label)))*math.Abs(off.x/n)
		b.write(th.Label, point{(p.x+q.x)/2 + off.x/n*away, (p.y+q.y)/2 + off.y/n*away}, "dg-label")
	}
}

// head draws the head of an arrow that ends at a tip and comes along (dx, dy).
func (b *board) head(tip point, dx, dy, size float64) {
	l, r := point{tip.x - dx*size - dy*size/2, tip.y - dy*size + dx*size/2}, point{tip.x - dx*size + dy*size/2, tip.y - dy*size - dx*size/2}
	fmt.Fprintf(&b.body, `<path class="dg-head" d="M%s %sL%s %sL%s %sZ"/>`, px(tip.x), px(tip.y), px(l.x), px(l.y), px(r.x), px(r.y))
}

// marks on a field from -1 to 1.
var marks = map[string]string{
	"yes":   "M-1 0L-.3 .8L1 -.8",
	"no":    "M-.8 -.8L.8 .8M.8 -.8L-.8 .8",
	"star":  "M0 -1L.3 -.3L1 -.3L.45 .2L.65 1L0 .5L-.65 1L-.45 .2L-1 -.3L-.3 -.3Z",
	"token": "M0 -1L1 0L0 1L-1 0Z",
}

func (b *board) mark(kind string, p point) {
	fmt.Fprintf(&b.body, `<path class="dg-m-%s" transform="translate(%s %s) scale(8)" d="%s"/>`, kind, px(p.x), px(p.y), marks[kind])
}

// write puts words at a place, kept inside the drawing.
func (b *board) write(text string, p point, class string) {
	if text == "" {
		return
	}
	if class != "" {
		class = ` class="` + class + `"`
		half := 3.4 * float64(len([]rune(text)))
		right := (b.seen[2]-b.seen[0])*b.scale + 2*margin
		p.x = max(min(p.x, right-half-2), half+2)
		p.y = max(min(p.y, (b.seen[3]-b.seen[1])*b.scale+2*margin-7), 8)
	}
	fmt.Fprintf(&b.body, `<text%s x="%s" y="%s">%s</text>`, class, px(p.x), px(p.y), html.EscapeString(typeset(b.lang, text, 0, 0)))
}

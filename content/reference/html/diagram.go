package html

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"oriflamme/content/reference/build"
	"oriflamme/content/reference/locale"
	"oriflamme/content/reference/parse"
	"oriflamme/views/reference"
)

// A Diagram is the YAML of a fenced block named diagram: a situation drawn to
// scale. With Procedure, Input and Expect (or Error) the engine plays the situation
// too, as it does an example, so that a drawing that contradicts the rules does not
// build; anchors and aliases of YAML let the drawing and the input share a board.
//
// Coordinates are in the units of the game. On a plane and on a grid x grows to the
// right and y upwards, and the point of a square is its middle; on hexes they are
// [q, r] as in package rules/hex, and may lie between two cells. Facings are degrees
// clockwise from up.
//
//	title: "Un ami au contact de la cible soutient"
//	text: "X attaque T. Y est à côté de T."   what is seen, for the caption and for readers who do not see
//	rule: [WU-SUP-1]
//	board: hex                      hex, plane or grid
//	cells: 2                        hex: a radius or a list; grid: [width, height]; plane: none
//	fill: {blocked: [[1, 0]]}       cells of a kind: see Kinds
//	view: [-1, -1, 13, 5]           left, bottom, right, top; without it everything fits
//	things:                         drawn in this order, each one of
//	  - {base: X, at: [0, 0], radius: 0.5, side: a, facing: 90, label: "tireur"}
//	  - {unit: U, at: [4, 2], size: [4, 2], side: b, facing: 180, label: "infanterie"}
//	  - {area: [[0, 0], [2, 0], [2, 1], [0, 1]], kind: wall, label: "mur"}
//	  - {ring: [0, 0], radius: 3, kind: reach, label: "3″"}
//	  - {wedge: [0, 0], radius: 6, from: -45, to: 45, kind: reach, label: "arc avant"}
//	  - {line: [[0, 0], [4, 2]], kind: sight, label: "8″"}
//	  - {mark: yes, at: [2, 2]}     yes, no, star or token
//	  - {write: "1", at: [2, 2]}
//
// Sides are a (filled), b (ringed) and n (neither). A base on hexes has a radius of
// 0.5 and a unit a size of [1, 1] unless told otherwise.
type Diagram struct {
	Title  string                 `yaml:"title"`
	Text   string                 `yaml:"text"`
	Rule   []string               `yaml:"rule"`
	Board  string                 `yaml:"board"`
	Cells  yaml.Node              `yaml:"cells"`
	Fill   map[string][][]float64 `yaml:"fill"`
	View   []float64              `yaml:"view"`
	Things []Shape                `yaml:"things"`

	Procedure string `yaml:"procedure"`
	Input     Fields `yaml:"input"`
	Dice      []int  `yaml:"dice"`
	Expect    Fields `yaml:"expect"`
	Error     *Error `yaml:"error"`
}

// A Shape is one drawn part of a Diagram. One of Base, Unit, Area, Ring, Wedge,
// Line, Mark and Write says what it is.
type Shape struct {
	Base  string      `yaml:"base"`
	Unit  string      `yaml:"unit"`
	Area  [][]float64 `yaml:"area"`
	Ring  []float64   `yaml:"ring"`
	Wedge []float64   `yaml:"wedge"`
	Line  [][]float64 `yaml:"line"`
	Mark  string      `yaml:"mark"`
	Write string      `yaml:"write"`

	At     []float64 `yaml:"at"`
	Size   []float64 `yaml:"size"` // width along the front, depth
	Radius float64   `yaml:"radius"`
	From   float64   `yaml:"from"`
	To     float64   `yaml:"to"`
	Side   string    `yaml:"side"`
	Facing *float64  `yaml:"facing"`
	Kind   string    `yaml:"kind"`
	Label  string    `yaml:"label"`
}

// Kinds are what areas, rings, wedges and filled cells may be (areaKinds), and lines (lineKinds).
var (
	areaKinds   = locale.WordSet("blocked wall low wood water hill platform zone start edge cover reach good bad plain")
	lineKinds   = locale.WordSet("sight blocked move push measure edge")
	symbolKinds = locale.WordSet("yes no star token")
	sides       = locale.WordSet("a b n")
)

// runDiagram checks a diagram, has the engine play it if it says so, and draws it.
func (s *Runner) runDiagram(p *build.Page, f *parse.Fence, d *Diagram) (string, *parse.BlockError) {
	name := "diagram " + strconv.Quote(d.Title)
	if d.Title == "" || d.Text == "" {
		return "", parse.BlockErrorf("%s: needs a title and a text for readers who do not see it", name)
	}
	for _, id := range d.Rule {
		if _, ok := p.Book.Find(id); !ok {
			return "", parse.BlockErrorf("%s: rule %s is nowhere in %s", name, id, p.Game)
		}
	}
	if d.Procedure != "" {
		e := &Example{Title: d.Title, Procedure: d.Procedure, Input: d.Input, Dice: d.Dice, Expect: d.Expect, Error: d.Error}
		if given := countTrue(e.Expect.node != nil, e.Error != nil); given != 1 {
			return "", parse.BlockErrorf("%s: wants one of expect and error, has %d", name, given)
		}
		a, err := s.resolve(p.Game, e.Procedure, e.Input.Map, e.Dice)
		if err != nil {
			return "", parse.BlockErrorf("%s: %v", name, err)
		}
		if diffs := e.compare(a); len(diffs) > 0 {
			return "", parse.BlockErrorf("%s: %s", name, strings.Join(diffs, "; "))
		}
	}
	drawing, err := d.render(p.TextLang())
	if err != nil {
		return "", parse.BlockErrorf("%s: %v", name, err)
	}
	return reference.HTML(reference.Diagram(reference.Page{Page: p}, reference.Figure{
		ID: fmt.Sprintf("%s-d%d", strings.ToLower(p.ID), f.Line), Title: locale.Typeset(p.TextLang(), d.Title, 0, 0), Text: locale.Typeset(p.TextLang(), strings.TrimSpace(d.Text), 0, 0),
		ViewBox: drawing.viewBox, Width: coord(drawing.width * 1.25), Height: coord(drawing.height * 1.25), Drawing: drawing.body, Played: d.Procedure != "", Rules: d.Rule,
	})), nil
}

// A point is a position in the drawing, in its own units: x to the right, y down.
type point struct{ x, y float64 }

// An svgDrawing is the content of an svg element. It is written as text and not by templ: its shapes are numbers computed
// one by one, and templ would give each an end tag and space around it.
type svgDrawing struct {
	viewBox       string
	width, height float64
	body          string
}

// A canvas turns coordinates of the game into points, one unit long.
type canvas struct {
	kind   string
	cells  []point // middles, of hexes and squares
	coords [][2]float64
	lang   string
	scale  float64
	bounds [4]float64 // left, top, right, bottom of everything, in units
	body   strings.Builder
}

const (
	maxWidth  = 340 // of a drawing at most, which is that of a phone
	maxHeight = 420
	margin    = 6 // around it
)

func (d *Diagram) render(lang string) (svgDrawing, error) {
	b := &canvas{kind: d.Board, lang: lang, bounds: [4]float64{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}}
	if err := b.readCells(&d.Cells); err != nil {
		return svgDrawing{}, err
	}
	for i := range d.Things {
		if err := d.Things[i].check(b); err != nil {
			return svgDrawing{}, fmt.Errorf("thing %d: %w", i+1, err)
		}
	}
	switch {
	case len(d.View) == 4 && b.kind == "plane":
		b.bounds = [4]float64{d.View[0], -d.View[3], d.View[2], -d.View[1]}
	case d.View != nil:
		return svgDrawing{}, fmt.Errorf("view wants left, bottom, right and top, on a plane")
	}
	w, h := b.bounds[2]-b.bounds[0], b.bounds[3]-b.bounds[1]
	if !(w > 0 && h > 0) {
		return svgDrawing{}, fmt.Errorf("there is nothing to see")
	}
	b.scale = min((maxWidth-2*margin)/w, (maxHeight-2*margin)/h, 44)
	if err := b.drawCells(d.Fill); err != nil {
		return svgDrawing{}, err
	}
	for i := range d.Things {
		d.Things[i].draw(b)
	}
	out := svgDrawing{width: w*b.scale + 2*margin, height: h*b.scale + 2*margin, body: b.body.String()}
	out.viewBox = "0 0 " + coord(out.width) + " " + coord(out.height)
	return out, nil
}

// readCells lays out the cells of hexes and squares.
func (b *canvas) readCells(n *yaml.Node) error {
	switch b.kind {
	case "plane":
		if n.Kind != 0 {
			return fmt.Errorf("a plane has no cells")
		}
		return nil
	case "hex":
		radius := 0
		if n.Kind == yaml.ScalarNode && n.Decode(&radius) == nil && radius > 0 && radius < 12 {
			for q := -radius; q <= radius; q++ {
				for r := max(-radius, -q-radius); r <= min(radius, -q+radius); r++ {
					b.coords = append(b.coords, [2]float64{float64(q), float64(r)})
				}
			}
		} else if err := n.Decode(&b.coords); err != nil || len(b.coords) == 0 {
			return fmt.Errorf("cells want a radius or a list of [q, r]")
		}
	case "grid":
		var size [2]int
		if err := n.Decode(&size); err != nil || size[0] < 1 || size[1] < 1 || size[0] > 40 || size[1] > 40 {
			return fmt.Errorf("cells want [width, height]")
		}
		for x := range size[0] {
			for y := range size[1] {
				b.coords = append(b.coords, [2]float64{float64(x), float64(y)})
			}
		}
	default:
		return fmt.Errorf("board %q is none of hex, plane and grid", b.kind)
	}
	for _, c := range b.coords {
		p := b.toPoint(c[:])
		b.cells = append(b.cells, p)
		for _, corner := range b.cellCorners(p) {
			b.extend(corner, 0)
		}
	}
	return nil
}

// toPoint turns coordinates of the game into a point of the drawing, where y grows downwards.
func (b *canvas) toPoint(at []float64) point {
	if b.kind == "hex" {
		return point{at[0] + at[1]/2, at[1] * math.Sqrt(3) / 2}
	}
	return point{at[0], -at[1]}
}

// cellCorners returns the corners of the cell around a centre.
func (b *canvas) cellCorners(p point) []point {
	if b.kind == "grid" {
		return []point{{p.x - .5, p.y - .5}, {p.x + .5, p.y - .5}, {p.x + .5, p.y + .5}, {p.x - .5, p.y + .5}}
	}
	var list []point
	for i := range 6 {
		turn := math.Pi/6 + float64(i)*math.Pi/3
		list = append(list, point{p.x + math.Cos(turn)/math.Sqrt(3), p.y + math.Sin(turn)/math.Sqrt(3)})
	}
	return list
}

// extend widens the view to include a point and what stands around it.
func (b *canvas) extend(p point, around float64) {
	b.bounds = [4]float64{min(b.bounds[0], p.x-around), min(b.bounds[1], p.y-around), max(b.bounds[2], p.x+around), max(b.bounds[3], p.y+around)}
}

// drawCells draws the cells; those of a kind get its ground.
func (b *canvas) drawCells(fill map[string][][]float64) error {
	if len(b.cells) > 0 {
		b.body.WriteString(`<path class="dg-cell" d="` + b.gridPath() + `"/>`)
	}
	for _, kind := range slices.Sorted(maps.Keys(fill)) {
		if !areaKinds[kind] {
			return fmt.Errorf("fill: no kind %q, there are %s", kind, strings.Join(slices.Sorted(maps.Keys(areaKinds)), ", "))
		}
		for _, c := range fill[kind] {
			if len(c) != 2 || !slices.Contains(b.coords, [2]float64(c)) {
				return fmt.Errorf("fill: %s: %v is no cell of the board", kind, c)
			}
			b.drawArea(kind, b.cellCorners(b.toPoint(c)))
		}
	}
	return nil
}

// gridPath returns the cells as one path: hexagons one by one, as they differ only in where they begin; squares as the
// edge of the board and the lines between them.
func (b *canvas) gridPath() string {
	var d strings.Builder
	if b.kind == "hex" {
		side := b.cellCorners(point{})
		around := "l"
		for i := range 5 {
			around += coord((side[i+1].x-side[i].x)*b.scale) + " " + coord((side[i+1].y-side[i].y)*b.scale) + " "
		}
		for _, p := range b.cells {
			first := b.scaled(point{p.x + side[0].x, p.y + side[0].y})
			d.WriteString("M" + coord(first.x) + " " + coord(first.y) + around + "z")
		}
		return d.String()
	}
	first, last := b.cells[0], b.cells[len(b.cells)-1]
	low, high := b.scaled(point{first.x - .5, last.y - .5}), b.scaled(point{last.x + .5, first.y + .5})
	left, top, right, bottom := coord(low.x), coord(low.y), coord(high.x), coord(high.y)
	d.WriteString("M" + left + " " + top + "H" + right + "V" + bottom + "H" + left + "z")
	for x := low.x + b.scale; x < high.x-1; x += b.scale {
		d.WriteString("M" + coord(x) + " " + top + "V" + bottom)
	}
	for y := low.y + b.scale; y < high.y-1; y += b.scale {
		d.WriteString("M" + left + " " + coord(y) + "H" + right)
	}
	return d.String()
}

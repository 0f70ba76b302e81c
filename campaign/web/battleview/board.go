package battleview

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/url"
	"strconv"
	"strings"

	"oriflamme/content/describe"
	"oriflamme/rules"
	playviews "oriflamme/views/play"
)

func formatInt(n int) string { return strconv.Itoa(n) }

// unitFields returns the string fields of a command. Some of them may be ids of units.
func unitFields(c rules.Command) []string {
	raw, err := rules.EncodeCommand(c)
	if err != nil {
		return nil
	}
	var tree map[string]any
	if json.Unmarshal(raw, &tree) != nil {
		return nil
	}
	var ids []string
	for _, v := range tree {
		if t, ok := v.(string); ok {
			ids = append(ids, t)
		}
	}
	return ids
}

// A projection converts coordinates of the board to the drawing. On a plane and on squares y grows upwards, in the drawing
// downwards. The side of a hexagon or of a square is 10 in the drawing.
type projection struct {
	shape   string
	height  float64
	upright bool // a field of hexagons that is wider than high is rotated to stand upright, for phones
}

// cell is the side of a hexagon or of a square in the drawing.
const cell = 10.0

func (p projection) toDrawing(x, y float64) (float64, float64) {
	switch p.shape {
	case "hex": // axial coordinates of hexagons with pointed tops
		across, down := cell*math.Sqrt(3)*(x+y/2), cell*1.5*y
		if p.upright {
			return -down, across
		}
		return across, down
	case "grid":
		return cell * x, cell * (p.height - y)
	}
	return x, p.height - y
}

// cellMiddle returns the centre of a cell in the drawing. On a plane it returns the point itself.
func (p projection) cellMiddle(x, y float64) (float64, float64) {
	if p.shape == "grid" {
		return p.toDrawing(x+.5, y+.5)
	}
	return p.toDrawing(x, y)
}

// touchSide is the side of a cell that is large enough to touch, in rem.
const touchSide = 2.75

// planeScale returns the size in rem at which a unit of length of a plane is drawn, or 0 when the whole plane is small
// enough for a phone.
func planeScale(width float64) float64 {
	switch {
	case width <= 40:
		return 0
	case width <= 80:
		return 1
	}
	return .5
}

func (s *Presenter) board(q url.Values, a playviews.Ask) *playviews.Board {
	b := s.view.Board
	p := s.projection()
	out := &playviews.Board{Shape: b.Shape, Width: b.Width, Height: b.Height, Step: 1}
	if b.Shape == "plane" {
		out.Box = boxPath(-.5, -.5, b.Width+1, b.Height+1)
		out.Rem = planeScale(b.Width)
	} else {
		out.Step = cell
		out.Grid, out.Box = p.grid(b)
		if b.Shape == "grid" && b.Width > 9 {
			out.Rem = touchSide
		}
	}
	for _, piece := range b.Pieces {
		out.Pieces = append(out.Pieces, s.piece(p, piece))
	}
	links := map[string]string{}
	for _, u := range a.Units {
		links[u.ID] = u.Href
	}
	acting, aimed := s.unitsOfCommand(q)
	letters := s.letters()
	for _, u := range s.view.Units {
		if u.Spot == nil || u.Gone {
			continue
		}
		d := playviews.BoardUnit{Label: u.Name, Letter: letters[u.ID], Href: links[u.ID], Side: letter(u.Seat), Acting: u.ID == acting, Targeted: u.ID == aimed}
		if len(u.Stands) == 0 {
			u.Stands = []rules.Spot{*u.Spot}
		}
		for _, spot := range u.Stands {
			stand := d
			stand.Where = s.position(spot.X, spot.Y)
			if spot != *u.Spot { // the unit is represented by one of its stands
				stand.Letter = ""
			}
			stand.X, stand.Y = p.toDrawing(spot.X, spot.Y)
			stand.Turn, stand.W, stand.H, stand.R = -spot.Turn, spot.Width, spot.Depth, spot.Width/2
			if b.Shape != "plane" {
				stand.W, stand.H, stand.R = 0, 0, cell*.42
			}
			if b.Shape == "grid" {
				stand.Letter = initial(u.Name) + digits(u.Name)
				stand.Turn, stand.ShowsFront, stand.HasRear = 90-spot.Turn, true, spot.Depth > 1
			}
			out.Units = append(out.Units, stand)
		}
	}
	out.Spots = s.spots(p, q)
	return out
}

func (s *Presenter) piece(p projection, piece rules.Piece) playviews.BoardPiece {
	d := playviews.BoardPiece{Label: s.phrase(nil, "piece."+piece.Key, "value."+piece.Key, piece.Key), Key: kindOfPiece(piece.Key), Side: letter(piece.Seat)}
	if len(piece.Shape) == 0 {
		return d
	}
	if len(piece.Shape) == 1 || p.shape == "hex" {
		d.X, d.Y = p.toDrawing(piece.Shape[0][0], piece.Shape[0][1])
		if p.shape == "hex" && drawnAsCell[d.Key] {
			d.Path = p.outline(d.X, d.Y)
			return d
		}
		if _, n, ok := strings.Cut(piece.Key, "objective-"); ok && len(n) == 1 {
			d.Figure = n
		}
		d.R = .5
		if p.shape != "plane" {
			d.R = cell * .3
		}
		return d
	}
	var path strings.Builder
	for i, c := range piece.Shape {
		x, y := p.toDrawing(c[0], c[1])
		op := "L"
		if i == 0 {
			op = "M"
		}
		fmt.Fprintf(&path, "%s%.3f %.3f", op, x, y)
	}
	switch d.Path = path.String(); {
	case p.shape == "grid" && len(piece.Shape) == 2:
		d.Key += " edge"
		return d
	case p.shape == "grid":
		d.X, d.Y = p.toDrawing(piece.Shape[0][0], piece.Shape[2][1]) // the label stands in the corner
	}
	d.Path += "z"
	return d
}

// kindOfPiece returns the kind by which a piece is drawn.
func kindOfPiece(key string) string {
	for _, k := range []string{
		"objective", "treasure", "token", "deadly", "water", "wood", "hill", "blocked", "starting", "territory",
		"trees", "brush", "rocks", "marsh", "slope", "steps", "rampart", "building",
	} {
		if strings.Contains(key, k) {
			return k
		}
	}
	return "terrain"
}

// drawnAsCell lists the pieces that are drawn as the cell they are on.
var drawnAsCell = map[string]bool{"blocked": true, "starting": true, "territory": true}

// isWide reports whether a field of hexagons is wider than high.
func (p projection) isWide(b *rules.BoardView) bool {
	if b.Shape != "hex" || len(b.Cells) == 0 {
		return false
	}
	minX, minY, maxX, maxY := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, c := range b.Cells {
		x, y := p.toDrawing(float64(c[0]), float64(c[1]))
		minX, maxX, minY, maxY = math.Min(minX, x), math.Max(maxX, x), math.Min(minY, y), math.Max(maxY, y)
	}
	return maxX-minX > maxY-minY
}

// grid returns the outlines of the cells of a board and its viewBox.
func (p projection) grid(b *rules.BoardView) (paths []string, viewBox string) {
	if p.shape == "grid" {
		return p.squares(b)
	}
	cells := b.Cells
	minX, minY, maxX, maxY := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, c := range cells {
		cx, cy := p.toDrawing(float64(c[0]), float64(c[1]))
		minX, maxX = math.Min(minX, cx-cell), math.Max(maxX, cx+cell)
		minY, maxY = math.Min(minY, cy-cell), math.Max(maxY, cy+cell)
		paths = append(paths, p.outline(cx, cy))
	}
	return paths, boxPath(minX-1, minY-1, maxX-minX+2, maxY-minY+2)
}

// squares returns the paths of a board of squares, its outline and the lines between the cells, and its viewBox.
func (p projection) squares(b *rules.BoardView) (paths []string, viewBox string) {
	w, h := cell*b.Width, cell*b.Height
	var lines strings.Builder
	for x := cell; x < w; x += cell {
		fmt.Fprintf(&lines, "M%g 0v%g", x, h)
	}
	for y := cell; y < h; y += cell {
		fmt.Fprintf(&lines, "M0 %gh%g", y, w)
	}
	return []string{fmt.Sprintf("M0 0h%gv%gh-%gz", w, h, w), lines.String()}, boxPath(-1, -1, w+2, h+2)
}

func (p projection) outline(cx, cy float64) string {
	if p.shape == "grid" {
		return fmt.Sprintf("M%.2f %.2fh%gv%gh-%gz", cx-cell/2, cy-cell/2, cell, cell, cell)
	}
	var path strings.Builder
	for i := range 6 {
		angle := math.Pi / 180 * 60 * float64(i)
		if !p.upright {
			angle += math.Pi / 6
		}
		op := "L"
		if i == 0 {
			op = "M"
		}
		fmt.Fprintf(&path, "%s%.2f %.2f", op, cx+cell*math.Cos(angle), cy+cell*math.Sin(angle))
	}
	return path.String() + "z"
}

// spots returns the places that the page offers on the board: values of a field that are points, squares or hexagons.
func (s *Presenter) spots(p projection, q url.Values) []playviews.BoardSpot {
	if len(s.Seats) == 0 {
		return nil
	}
	if s.Pending != nil {
		return s.answers(p)
	}
	if _, over := s.Battle.Outcome(); over {
		return nil
	}
	offers := s.offers()
	if len(offers) == 0 {
		return nil
	}
	d := &commandPicker{presenter: s, q: url.Values{}, offers: offers}
	if d.pickUnit(q.Get(askUnit), q.Get(askKind)) || d.pickKind(q.Get(askKind)) {
		return nil
	}
	for _, f := range d.offers[0].fields {
		if !d.pickField(f.Name, q) {
			continue
		}
		groups, order := groupOffers(d.offers, func(o offer) string { return o.value(f.Name) })
		played := map[string]string{} // the command that the same choice in the list carries out at once, by address
		for _, c := range d.ask.Choices {
			played[c.Href] = c.Command
		}
		for _, u := range d.ask.Units {
			played[u.Href] = u.Command
		}
		var spots []playviews.BoardSpot
		for i, v := range order {
			spot := playviews.BoardSpot{Letter: placeLetter(i), Href: s.address(d.with(askField+f.Name, v)), R: s.spotRadius()}
			if x, y, ok := place(describe.ParseJSON(v)); ok {
				spot.X, spot.Y = p.cellMiddle(x, y)
				spot.Label = s.directions(groups[v][0].subject, x, y)
			} else if stands := s.resultingPlaces(groups[v][0].cmd); len(stands) > 0 {
				spot.Label = s.resultLine(groups[v][0].cmd)
				spot.X, spot.Y = p.toDrawing(middle(stands))
				spot.Footprint = p.footprint(stands)
			} else if at, points := s.Battle.(rules.TargetPointer); !points {
				return nil
			} else if x, y, ok := at.Points(groups[v][0].cmd); ok {
				spot.Letter, spot.Label = "", s.valueName(groups[v][0], f.Name)
				spot.X, spot.Y = p.toDrawing(x, y)
			} else {
				continue // the choice is no place
			}
			if p.shape != "plane" {
				spot.R = cell * .25
			}
			if p.shape == "hex" {
				spot.R, spot.Path = cell*.4, p.outline(spot.X, spot.Y)
				spot.Command = played[spot.Href]
			}
			spots = append(spots, spot)
		}
		return spots
	}
	return nil
}

// spotRadius returns the radius of a place that a person touches on a plane, in the units of the board.
func (s *Presenter) spotRadius() float64 {
	if rem := planeScale(s.view.Board.Width); rem > 0 && s.view.Board.Shape == "plane" {
		return touchSide / 4 / rem
	}
	return .55
}

// middle returns the centre of some stands.
func middle(stands []rules.Spot) (x, y float64) {
	for _, s := range stands {
		x, y = x+s.X/float64(len(stands)), y+s.Y/float64(len(stands))
	}
	return x, y
}

// footprint returns the outlines of stands on a plane as an SVG path.
func (p projection) footprint(stands []rules.Spot) string {
	var path strings.Builder
	for _, s := range stands {
		sin, cos := math.Sincos(s.Turn * math.Pi / 180)
		for i, c := range [4][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
			across, along := c[0]*s.Width/2, c[1]*s.Depth/2
			x, y := p.toDrawing(s.X+across*cos-along*sin, s.Y+across*sin+along*cos)
			fmt.Fprintf(&path, "%c%.2f %.2f", "MLLL"[i], x, y)
		}
		path.WriteByte('z')
	}
	return path.String()
}

// answers returns the places that the pending question lets the person choose.
func (s *Presenter) answers(p projection) []playviews.BoardSpot {
	var q *rules.Question
	if !errors.As(s.Pending.Err, &q) || !s.plays(q.Seat) {
		return nil
	}
	var spots []playviews.BoardSpot
	if s.placed != nil {
		spot := playviews.BoardSpot{Letter: "•", Href: "#ask", Choice: s.placedValue, R: s.spotRadius(), Label: s.Catalog.Say("fight.place-here")}
		spot.X, spot.Y = p.toDrawing(s.placed.x, s.placed.y)
		if s.placed.stands[0].Depth > 0 {
			spot.Footprint = p.footprint(s.placed.stands)
		}
		spots = append(spots, spot)
	}
	for i, at := range s.letteredPlaces(q) {
		if at == nil {
			continue
		}
		spot := playviews.BoardSpot{Letter: at.letter, Href: "#ask", Choice: formatInt(i)}
		if p.shape == "plane" {
			spot.R, spot.Label = s.spotRadius(), s.answerPlace(q, i, at)
			spot.X, spot.Y = p.toDrawing(at.x, at.y)
			if at.stands[0].Depth > 0 {
				spot.Footprint = p.footprint(at.stands)
			}
		} else {
			spot.R = cell * .4
			spot.X, spot.Y = p.cellMiddle(at.x, at.y)
			spot.Path = p.outline(spot.X, spot.Y)
		}
		spots = append(spots, spot)
	}
	return spots
}

// place finds a point in a value: an object with x and y (or q and r), the last such member of an object or list, or a
// pair of numbers.
func place(v any) (x, y float64, ok bool) {
	switch v := v.(type) {
	case map[string]any:
		for _, names := range [][2]string{{"x", "y"}, {"q", "r"}, {"col", "row"}} {
			a, ok1 := asFloat(v[names[0]])
			b, ok2 := asFloat(v[names[1]])
			if ok1 && ok2 {
				return a, b, true
			}
		}
		for _, name := range []string{"to", "at", "end"} {
			if x, y, ok = place(v[name]); ok {
				return x, y, ok
			}
		}
	case []any:
		if len(v) == 2 {
			a, ok1 := asFloat(v[0])
			b, ok2 := asFloat(v[1])
			if ok1 && ok2 {
				return a, b, true
			}
		}
		if len(v) > 0 {
			return place(v[len(v)-1])
		}
	}
	return 0, 0, false
}

func asFloat(v any) (float64, bool) {
	n, ok := v.(json.Number)
	if !ok {
		return 0, false
	}
	x, err := n.Float64()
	return x, err == nil
}

func boxPath(x, y, w, h float64) string { return fmt.Sprintf("%.2f %.2f %.2f %.2f", x, y, w, h) }

// digits returns the number at the end of a name, or "".
func digits(name string) string {
	return name[len(strings.TrimRight(name, "0123456789")):]
}

// letters returns a mark of one to three letters for each unit on the board: the shortest beginning of its name by which no
// other unit of its side begins, or else the first letter with a number.
func (s *Presenter) letters() map[string]string {
	marks := map[string]string{}
	var all []rules.UnitView
	for _, u := range s.view.Units {
		if u.Spot != nil && !u.Gone {
			all = append(all, u)
		}
	}
	for _, u := range all {
		name := []rune(strings.ReplaceAll(u.Name, " ", ""))
		alone := func(mark string) bool {
			for _, o := range all {
				if o.ID != u.ID && o.Seat == u.Seat && strings.HasPrefix(strings.ToUpper(strings.ReplaceAll(o.Name, " ", "")), strings.ToUpper(mark)) {
					return false
				}
			}
			return true
		}
		for n := 1; n <= min(3, len(name)) && marks[u.ID] == ""; n++ {
			if mark := strings.ToUpper(string(name[:1])) + string(name[1:n]); alone(mark) {
				marks[u.ID] = mark
			}
		}
	}
	taken := map[rules.Seat]map[string]bool{}
	for _, u := range all {
		if taken[u.Seat] == nil {
			taken[u.Seat] = map[string]bool{}
		}
		taken[u.Seat][marks[u.ID]] = true
	}
	for _, u := range all { // units that three letters do not distinguish
		for n := 1; marks[u.ID] == ""; n++ {
			if mark := initial(u.Name) + strconv.Itoa(n); !taken[u.Seat][mark] {
				marks[u.ID], taken[u.Seat][mark] = mark, true
			}
		}
	}
	return marks
}

func initial(name string) string {
	for _, r := range name {
		return strings.ToUpper(string(r))
	}
	return ""
}

package scene

import (
	"math"
)

// A landmark is a thing with a name at a place of the board.
type landmark struct {
	name string
	x, y float64
}

// landmarks are the units on the board but one, and the things on it that a name tells apart.
func (s *Scene) landmarks(but string) (all []landmark) {
	for _, u := range s.view.Units {
		if u.Spot != nil && !u.Gone && u.ID != but {
			all = append(all, landmark{u.Name, u.Spot.X, u.Spot.Y})
		}
	}
	for _, p := range s.view.Board.Pieces {
		if _, named := s.view.Called[p.ID]; named && len(p.Shape) == 1 {
			all = append(all, landmark{s.word(p.ID), p.Shape[0][0], p.Shape[0][1]})
		}
	}
	return all
}

// narrow is how far a landmark may be off a direction to tell it, in radians.
const narrow = math.Pi / 9

// way tells a place of the board to whoever sees it: how far and which way from a unit that stands there, towards
// something with a name or a side of the plan; from the edges for a unit that is not on the board.
func (s *Scene) way(unit string, x, y float64) string {
	u, there := s.unitByID(unit)
	if !there || u.Spot == nil || u.Gone {
		return s.position(x, y)
	}
	b := s.view.Board
	far := s.apart(u.Spot.X, u.Spot.Y, x, y)
	if far < .05 {
		return s.Book.Say("fight.way-stay")
	}
	p := s.sheet()
	fromX, fromY := p.at(u.Spot.X, u.Spot.Y)
	angle := func(x, y float64) float64 {
		toX, toY := p.at(x, y)
		return math.Atan2(fromY-toY, toX-fromX)
	}
	ahead := angle(x, y)
	best, toward := math.Inf(1), ""
	for _, l := range s.landmarks(unit) {
		off := math.Abs(math.Remainder(angle(l.x, l.y)-ahead, 2*math.Pi))
		if d := s.apart(u.Spot.X, u.Spot.Y, l.x, l.y); off < narrow && d > .05 && d < best {
			best, toward = d, l.name
		}
	}
	if toward == "" || b.Shape != "plane" && best > 3*far {
		eighth := int(math.Round(ahead/(math.Pi/4))+8) % 8
		toward = s.Book.Say("fight.toward." + [8]string{"right", "up-right", "up", "up-left", "left", "down-left", "down", "down-right"}[eighth])
		return s.Book.Say("fight.way-side", "far", s.length(far), "toward", toward)
	}
	return s.Book.Say("fight.way", "far", s.length(far), "toward", toward)
}

// position tells a place of the board from its edges, as it is drawn.
func (s *Scene) position(x, y float64) string {
	b := s.view.Board
	if b.Shape == "plane" {
		return s.Book.Say("fight.from-edges", "left", s.length(x), "bottom", s.length(y))
	}
	p := s.sheet()
	minX, minY := math.Inf(1), math.Inf(1)
	if b.Shape == "grid" {
		return s.Book.Say("fight.cell", "column", int(x)+1, "row", int(b.Height-y))
	}
	atX, atY := p.at(x, y)
	for _, c := range b.Cells {
		cx, cy := p.at(float64(c[0]), float64(c[1]))
		minX, minY = math.Min(minX, cx), math.Min(minY, cy)
	}
	across, down := cell*math.Sqrt(3), cell*1.5
	if p.turned {
		across, down = down, across
	}
	return s.Book.Say("fight.cell", "column", int(math.Round((atX-minX)/across-.25))+1, "row", int(math.Round((atY-minY)/down-.25))+1)
}

// sheet is how the board of the battle is drawn.
func (s *Scene) sheet() sheet {
	p := sheet{shape: s.view.Board.Shape, height: s.view.Board.Height}
	p.turned = p.wide(s.view.Board)
	return p
}

// apart is the distance of two places in the measure of the board.
func (s *Scene) apart(x1, y1, x2, y2 float64) float64 {
	dx, dy := x2-x1, y2-y1
	switch s.view.Board.Shape {
	case "hex":
		return (math.Abs(dx) + math.Abs(dy) + math.Abs(dx+dy)) / 2
	case "grid":
		return math.Max(math.Abs(dx), math.Abs(dy))
	}
	return math.Hypot(dx, dy)
}

// length says a distance in the measure of the game.
func (s *Scene) length(d float64) string {
	digits := 1
	if s.view.Board.Shape != "plane" {
		digits = 0
	}
	return s.say(map[string]string{"n": s.Book.Decimal(math.Round(d*10)/10, digits)}, "measure-of-length")
}

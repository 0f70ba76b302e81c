package battleview

import "math"

// A landmark is a thing on the board that has a name.
type landmark struct {
	name string
	x, y float64
}

// landmarks returns the units on the board except one, and the pieces with names of their own.
func (s *Presenter) landmarks(but string) (all []landmark) {
	for _, u := range s.view.Units {
		if u.Spot != nil && !u.Gone && u.ID != but {
			all = append(all, landmark{u.Name, u.Spot.X, u.Spot.Y})
		}
	}
	for _, p := range s.view.Board.Pieces {
		if _, named := s.view.Labels[p.ID]; named && len(p.Shape) == 1 {
			all = append(all, landmark{s.word(p.ID), p.Shape[0][0], p.Shape[0][1]})
		}
	}
	return all
}

// landmarkAngle is the largest angle between a direction and a landmark that names it, in radians.
const landmarkAngle = math.Pi / 9

// directions describes a place of the board in words: its distance and direction from a unit, towards a landmark or a side
// of the drawing. For a unit that is not on the board it describes the place by its distance from the edges.
func (s *Presenter) directions(unit string, x, y float64) string {
	u, there := s.unitByID(unit)
	if !there || u.Spot == nil || u.Gone {
		return s.position(x, y)
	}
	b := s.view.Board
	far := s.distance(u.Spot.X, u.Spot.Y, x, y)
	if far < .05 {
		return s.Catalog.Say("fight.way-stay")
	}
	p := s.projection()
	fromX, fromY := p.toDrawing(u.Spot.X, u.Spot.Y)
	angle := func(x, y float64) float64 {
		toX, toY := p.toDrawing(x, y)
		return math.Atan2(fromY-toY, toX-fromX)
	}
	ahead := angle(x, y)
	best, toward := math.Inf(1), ""
	for _, l := range s.landmarks(unit) {
		off := math.Abs(math.Remainder(angle(l.x, l.y)-ahead, 2*math.Pi))
		if d := s.distance(u.Spot.X, u.Spot.Y, l.x, l.y); off < landmarkAngle && d > .05 && d < best {
			best, toward = d, l.name
		}
	}
	if toward == "" || b.Shape != "plane" && best > 3*far {
		eighth := int(math.Round(ahead/(math.Pi/4))+8) % 8
		toward = s.Catalog.Say("fight.toward." + [8]string{"right", "up-right", "up", "up-left", "left", "down-left", "down", "down-right"}[eighth])
		return s.Catalog.Say("fight.way-side", "far", s.lengthText(far), "toward", toward)
	}
	return s.Catalog.Say("fight.way", "far", s.lengthText(far), "toward", toward)
}

// position describes a place of the board by its distances from the edges, as it is drawn.
func (s *Presenter) position(x, y float64) string {
	b := s.view.Board
	if b.Shape == "plane" {
		return s.Catalog.Say("fight.from-edges", "left", s.lengthText(x), "bottom", s.lengthText(y))
	}
	p := s.projection()
	minX, minY := math.Inf(1), math.Inf(1)
	if b.Shape == "grid" {
		return s.Catalog.Say("fight.cell", "column", int(x)+1, "row", int(b.Height-y))
	}
	atX, atY := p.toDrawing(x, y)
	for _, c := range b.Cells {
		cx, cy := p.toDrawing(float64(c[0]), float64(c[1]))
		minX, minY = math.Min(minX, cx), math.Min(minY, cy)
	}
	across, down := cell*math.Sqrt(3), cell*1.5
	if p.upright {
		across, down = down, across
	}
	return s.Catalog.Say("fight.cell", "column", int(math.Round((atX-minX)/across-.25))+1, "row", int(math.Round((atY-minY)/down-.25))+1)
}

// projection returns the projection of the battle's board.
func (s *Presenter) projection() projection {
	p := projection{shape: s.view.Board.Shape, height: s.view.Board.Height}
	p.upright = p.isWide(s.view.Board)
	return p
}

// distance returns the distance between two places in the units of the board.
func (s *Presenter) distance(x1, y1, x2, y2 float64) float64 {
	dx, dy := x2-x1, y2-y1
	switch s.view.Board.Shape {
	case "hex":
		return (math.Abs(dx) + math.Abs(dy) + math.Abs(dx+dy)) / 2
	case "grid":
		return math.Max(math.Abs(dx), math.Abs(dy))
	}
	return math.Hypot(dx, dy)
}

// lengthText writes a distance in the units of the game.
func (s *Presenter) lengthText(d float64) string {
	digits := 1
	if s.view.Board.Shape != "plane" {
		digits = 0
	}
	return s.phrase(map[string]string{"n": s.Catalog.Decimal(math.Round(d*10)/10, digits)}, "measure-of-length")
}

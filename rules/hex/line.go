package hex

// A segment is the straight line from the centre of one cell to that of another.
//
// With cube coordinates (x, y, z) = (q, -q-r, r) a point lies in the closed
// hexagon of a cell when none of x-y, y-z and z-x differs by more than 1 from its value at
// the centre. Each of the three is linear along the segment, so the part of the segment
// within a hexagon is an interval whose ends are fractions.
type segment struct {
	from, by [3]int // the three forms at the start, and their change to the end
	a, b     Cell
}

// forms returns x-y, y-z and z-x of the centre of a cell.
func forms(c Cell) [3]int { return [3]int{2*c.Q + c.R, -c.Q - 2*c.R, c.R - c.Q} }

func newSegment(a, b Cell) segment {
	return segment{from: forms(a), by: forms(b.Sub(a)), a: a, b: b}
}

// fraction is a number with a positive denominator.
type fraction struct{ num, den int }

func (f fraction) less(g fraction) bool { return f.num*g.den < g.num*f.den }

var (
	start = fraction{0, 1}
	end   = fraction{1, 1}
)

// within returns the part of the segment in the closed hexagon of a cell, as positions from
// 0 at the start of the segment to 1 at its end. Meets is false when there is none. Inside
// reports whether the segment has a point in the open interior.
func (s *segment) within(c Cell) (lo, hi fraction, meets, inside bool) {
	lo, hi, inside = start, end, true
	centre := forms(c)
	below, above := fraction{-1, 1}, fraction{2, 1} // the same interval, not cut off at 0 and 1
	for k, d := range s.by {
		off := s.from[k] - centre[k]
		if d == 0 {
			if off < -1 || off > 1 {
				return lo, hi, false, false
			}
			inside = inside && -1 < off && off < 1
			continue
		}
		enter, leave := fraction{-1 - off, d}, fraction{1 - off, d}
		if d < 0 {
			enter, leave = fraction{off - 1, -d}, fraction{off + 1, -d}
		}
		if lo.less(enter) {
			lo = enter
		}
		if leave.less(hi) {
			hi = leave
		}
		if below.less(enter) {
			below = enter
		}
		if leave.less(above) {
			above = leave
		}
	}
	meets = !hi.less(lo)
	inside = inside && below.less(above) && below.less(end) && start.less(above)
	return lo, hi, meets, inside
}

// A Line says what the straight line between two cell centres meets.
type Line struct {
	Touched []Cell // blocked cells whose closed hexagon the line meets, in ascending order
	Crossed []Cell // cells off the grid whose open interior the line meets, in ascending order
	Leaves  bool   // some point of the line lies in no cell of the grid
}

// Clear reports whether the line touches no blocked cell and stays on the grid.
func (l *Line) Clear() bool { return len(l.Touched) == 0 && !l.Leaves }

// Line returns what the line from cell i to cell j meets.
func (g *Grid) Line(i, j int, blocked *Set) Line {
	var l Line
	s := newSegment(g.cells[i], g.cells[j])
	for k := range blocked.All {
		if _, _, meets, _ := s.within(g.cells[k]); meets {
			l.Touched = append(l.Touched, g.cells[k])
		}
	}
	var covered []interval
	for c := range s.candidates {
		lo, hi, meets, inside := s.within(c)
		if g.Find(c) == None {
			if inside {
				l.Crossed = append(l.Crossed, c)
			}
		} else if meets {
			covered = append(covered, interval{lo, hi})
		}
	}
	l.Leaves = len(l.Crossed) > 0 || hasGap(covered)
	return l
}

// interval is the part of a segment within a cell.
type interval struct{ lo, hi fraction }

// hasGap reports whether the intervals leave a part of the segment uncovered.
func hasGap(covered []interval) bool {
	reached := start
	for reached.less(end) {
		farther := reached
		for _, c := range covered {
			if !reached.less(c.lo) && farther.less(c.hi) {
				farther = c.hi
			}
		}
		if !reached.less(farther) {
			return true
		}
		reached = farther
	}
	return false
}

// Sees reports whether the line from cell i to cell j touches no blocked cell and stays on
// the grid. It equals Line(i, j, blocked).Clear() and is faster.
func (g *Grid) Sees(i, j int, blocked *Set) bool { return g.sees(i, j, blocked, false) }

// SeesAlongRims is Sees for rules that let a line run exactly between two cells off the
// grid.
func (g *Grid) SeesAlongRims(i, j int, blocked *Set) bool { return g.sees(i, j, blocked, true) }

func (g *Grid) sees(i, j int, blocked *Set, rims bool) bool {
	s := newSegment(g.cells[i], g.cells[j])
	for k := range blocked.All {
		if _, _, meets, _ := s.within(g.cells[k]); meets {
			return false
		}
	}
	var buffer [48]interval
	covered := buffer[:0]
	for c := range s.candidates {
		lo, hi, meets, inside := s.within(c)
		switch {
		case g.Find(c) != None:
			if meets {
				covered = append(covered, interval{lo, hi})
			}
		case inside:
			return false
		}
	}
	return rims || !hasGap(covered)
}

// Meets returns what the line from cell i to cell j meets, whatever is blocked: the cells
// of the grid whose closed hexagon it touches, whether it crosses the open interior of a
// cell off the grid, and whether some point of it lies in no cell of the grid.
func (g *Grid) Meets(i, j int) (touched Set, crossed, leaves bool) {
	s := newSegment(g.cells[i], g.cells[j])
	var buffer [48]interval
	covered := buffer[:0]
	for c := range s.candidates {
		lo, hi, meets, inside := s.within(c)
		switch k := g.Find(c); {
		case k == None:
			crossed = crossed || inside
		case meets:
			touched.Add(k)
			covered = append(covered, interval{lo, hi})
		}
	}
	return touched, crossed, crossed || hasGap(covered)
}

// candidates yields the cells that the segment may meet, in ascending order.
func (s *segment) candidates(yield func(Cell) bool) {
	dq, dr := s.b.Q-s.a.Q, s.b.R-s.a.R
	// A hexagon's corners lie within 2/3 of its centre along each axis.
	most := 2 * (max(dq, -dq) + max(dr, -dr))
	if most == 0 {
		most = 2
	}
	for q := min(s.a.Q, s.b.Q) - 1; q <= max(s.a.Q, s.b.Q)+1; q++ {
		for r := min(s.a.R, s.b.R) - 1; r <= max(s.a.R, s.b.R)+1; r++ {
			if aside := 3 * (dq*(r-s.a.R) - dr*(q-s.a.Q)); aside > most || aside < -most {
				continue
			}
			if !yield(Cell{q, r}) {
				return
			}
		}
	}
}

package grid

// A Pass is one step of a straight line from a cell into the next. The line passes either
// through the side that the cells share or, when Corner is set, exactly through a corner:
// then the cells are diagonal neighbours, and Beside holds the other two cells at it.
type Pass struct {
	From, To Cell
	Corner   bool
	Beside   [2]Cell
}

// Line calls visit for every pass of the straight line between the centres of
// two different cells, in order, until visit returns false.
func Line(from, to Cell, visit func(Pass) bool) {
	d := to.Minus(from)
	sx, sy := sign(d.X), sign(d.Y)
	dx, dy := abs(d.X), abs(d.Y)
	// The line meets its i-th vertical border at (2i+1)/2dx of its length, its
	// j-th horizontal one at (2j+1)/2dy.
	for at, i, j := from, 0, 0; at != to; {
		p := Pass{From: at}
		vertical, horizontal := (2*i+1)*dy, (2*j+1)*dx
		switch {
		case dx > 0 && (dy == 0 || vertical < horizontal):
			p.To = Cell{at.X + sx, at.Y}
			i++
		case dy > 0 && (dx == 0 || horizontal < vertical):
			p.To = Cell{at.X, at.Y + sy}
			j++
		default:
			p.To = Cell{at.X + sx, at.Y + sy}
			p.Corner, p.Beside = true, [2]Cell{{at.X + sx, at.Y}, {at.X, at.Y + sy}}
			i, j = i+1, j+1
		}
		if !visit(p) {
			return
		}
		at = p.To
	}
}

func sign(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}

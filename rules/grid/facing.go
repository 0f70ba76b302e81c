package grid

// A Facing is a side of a cell: "n", "e", "s" or "w".
type Facing string

// The four facings, clockwise.
const (
	North Facing = "n"
	East  Facing = "e"
	South Facing = "s"
	West  Facing = "w"
)

var clockwise = [...]Facing{North, East, South, West}

// compass holds the steps to the eight neighbours, clockwise from the north.
var compass = [...]Cell{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}

// Compass returns the steps to the eight neighbours, clockwise from the north.
func Compass() [8]Cell { return compass }

func (f Facing) quarter() int {
	switch f {
	case North:
		return 0
	case East:
		return 1
	case South:
		return 2
	}
	return 3
}

// Turned returns the facing after a number of quarter turns clockwise.
func (f Facing) Turned(quarters int) Facing { return clockwise[(f.quarter()+quarters)&3] }

// Quarters counts the quarter turns clockwise from f to another facing, 0 to 3.
func (f Facing) Quarters(to Facing) int { return (to.quarter() - f.quarter()) & 3 }

// Ahead returns the step forward.
func (f Facing) Ahead() Cell { return compass[2*f.quarter()] }

// Eighths returns the step to the neighbour n eighths of a turn clockwise from the facing.
func (f Facing) Eighths(n int) Cell { return compass[(2*f.quarter()+n)&7] }

// Relative returns the position of a cell as seen from another cell with this facing: the
// cells forward (negative when behind) and to the right (negative when to the left).
func (f Facing) Relative(from, cell Cell) (forward, right int) {
	d := cell.Minus(from)
	switch f {
	case North:
		return d.Y, d.X
	case East:
		return d.X, -d.Y
	case South:
		return -d.Y, -d.X
	}
	return -d.X, d.Y
}

// InQuarter reports whether a cell lies in the quarter of the board in front of another
// cell with this facing; the cells exactly on the diagonals belong to it.
func (f Facing) InQuarter(from, cell Cell) bool {
	forward, right := f.Relative(from, cell)
	return forward >= 1 && abs(right) <= forward
}

// InFront reports whether a cell is the one directly ahead or one of its two front diagonals.
func (f Facing) InFront(from, cell Cell) bool {
	forward, right := f.Relative(from, cell)
	return forward == 1 && abs(right) <= 1
}

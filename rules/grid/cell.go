package grid

import (
	"fmt"

	"oriflamme/rules"
)

// A Cell is a square. In JSON it is the list [x, y].
type Cell struct{ X, Y int }

// MaxCoordinate is the greatest absolute value of a coordinate in JSON.
const MaxCoordinate = 1000

// DecodeJSON reads [x, y]. A fault names the cell at path, not a coordinate of it.
func (c *Cell) DecodeJSON(tree any, path string) *rules.Fault {
	list, ok := tree.([]any)
	if !ok || len(list) != 2 {
		return rules.Faultf(rules.WrongType, path, "want a cell, [x, y]")
	}
	x, okX := rules.Integer(list[0])
	y, okY := rules.Integer(list[1])
	if !okX || !okY {
		return rules.Faultf(rules.WrongType, path, "want a cell, two integers")
	}
	if x < -MaxCoordinate || x > MaxCoordinate || y < -MaxCoordinate || y > MaxCoordinate {
		return rules.Faultf(rules.OutOfRange, path, "a coordinate is not from -%d to %d", MaxCoordinate, MaxCoordinate)
	}
	c.X, c.Y = int(x), int(y)
	return nil
}

// MarshalJSON writes [x, y].
func (c Cell) MarshalJSON() ([]byte, error) { return fmt.Appendf(nil, "[%d,%d]", c.X, c.Y), nil }

// UnmarshalJSON reads what MarshalJSON wrote.
func (c *Cell) UnmarshalJSON(text []byte) error {
	_, err := fmt.Sscanf(string(text), "[%d,%d]", &c.X, &c.Y)
	return err
}

// Plus returns the cell at a step from c.
func (c Cell) Plus(step Cell) Cell { return Cell{c.X + step.X, c.Y + step.Y} }

// Minus returns the step that leads from other to c.
func (c Cell) Minus(other Cell) Cell { return Cell{c.X - other.X, c.Y - other.Y} }

// Times returns a step n times as long.
func (c Cell) Times(n int) Cell { return Cell{c.X * n, c.Y * n} }

// Less orders cells by x, then by y.
func (c Cell) Less(other Cell) bool { return c.X < other.X || c.X == other.X && c.Y < other.Y }

// Compare orders cells as Less does, for slices.SortFunc.
func Compare(a, b Cell) int {
	if a.X != b.X {
		return a.X - b.X
	}
	return a.Y - b.Y
}

// Distance returns the number of steps from one cell to another, where a diagonal step
// counts as one.
func Distance(a, b Cell) int { return max(abs(a.X-b.X), abs(a.Y-b.Y)) }

// Adjacent reports whether two different cells share a side or a corner.
func Adjacent(a, b Cell) bool { return Distance(a, b) == 1 }

// ShareSide reports whether two cells have a side in common.
func ShareSide(a, b Cell) bool { return abs(a.X-b.X)+abs(a.Y-b.Y) == 1 }

// Nearest returns the distance between the nearest cells of two sets, which must not be
// empty.
func Nearest(as, bs []Cell) int {
	least := Distance(as[0], bs[0])
	for _, a := range as {
		for _, b := range bs {
			least = min(least, Distance(a, b))
		}
	}
	return least
}

func abs(n int) int { return max(n, -n) }

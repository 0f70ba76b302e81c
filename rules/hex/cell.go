package hex

import (
	"cmp"
	"encoding/json"
	"fmt"
)

// A Cell is a hexagon in axial coordinates. The third cube coordinate is -Q-R.
type Cell struct{ Q, R int }

// Directions are the steps to the six neighbours: east, north-east, north-west,
// west, south-west, south-east.
var Directions = [6]Cell{{1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}, {0, 1}}

// Add returns the cell at step d from c.
func (c Cell) Add(d Cell) Cell { return Cell{c.Q + d.Q, c.R + d.R} }

// Sub returns the step that leads from d to c.
func (c Cell) Sub(d Cell) Cell { return Cell{c.Q - d.Q, c.R - d.R} }

// HalfTurned returns the cell rotated by 180 degrees about the origin.
func (c Cell) HalfTurned() Cell { return Cell{-c.Q, -c.R} }

// Adjacent reports whether two cells share a side; a cell is not adjacent to itself.
func (c Cell) Adjacent(d Cell) bool {
	step := c.Sub(d)
	for _, e := range Directions {
		if e == step {
			return true
		}
	}
	return false
}

// steps counts the steps from c to d on an unbounded grid.
func (c Cell) steps(d Cell) int {
	q, r := c.Q-d.Q, c.R-d.R
	return max(q, -q, r, -r, q+r, -q-r)
}

// Compare orders cells by Q, then by R.
func Compare(c, d Cell) int { return cmp.Or(cmp.Compare(c.Q, d.Q), cmp.Compare(c.R, d.R)) }

// MarshalJSON writes [q, r].
func (c Cell) MarshalJSON() ([]byte, error) { return fmt.Appendf(nil, "[%d,%d]", c.Q, c.R), nil }

// UnmarshalJSON reads [q, r].
func (c *Cell) UnmarshalJSON(text []byte) error {
	var pair [2]int
	if err := json.Unmarshal(text, &pair); err != nil {
		return err
	}
	c.Q, c.R = pair[0], pair[1]
	return nil
}

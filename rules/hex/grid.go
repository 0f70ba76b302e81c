package hex

import (
	"slices"
	"sync/atomic"
)

// None is the number of a cell that is not on the Grid.
const None = -1

// A Grid holds the cells of a battlefield, numbered in the order of Compare. It does not
// change and may be used by several goroutines.
type Grid struct {
	cells      []Cell
	index      []int16 // numbers by row and column of the bounding box, or None
	least      Cell
	width      int
	height     int
	neighbours [][6]int16 // numbers by cell and direction, or None
	rows       []atomic.Pointer[[]int16]

	straight bool // distances ignore missing cells
}

// NewGrid numbers the cells, which must be distinct and at most [MaxCells].
func NewGrid(cells []Cell) *Grid {
	g := &Grid{
		cells:      slices.SortedStableFunc(slices.Values(cells), Compare),
		neighbours: make([][6]int16, len(cells)), rows: make([]atomic.Pointer[[]int16], len(cells)),
	}
	g.number()
	for i, c := range g.cells {
		for d, step := range Directions {
			g.neighbours[i][d] = int16(g.Find(c.Add(step)))
		}
	}
	return g
}

// NewStraightGrid is NewGrid with distances that ignore missing cells: they count the steps
// on an unbounded grid.
func NewStraightGrid(cells []Cell) *Grid {
	g := NewGrid(cells)
	g.straight = true
	return g
}

// number fills the index.
func (g *Grid) number() {
	if len(g.cells) == 0 {
		return
	}
	most := g.cells[0]
	g.least = most
	for _, c := range g.cells {
		g.least = Cell{min(g.least.Q, c.Q), min(g.least.R, c.R)}
		most = Cell{max(most.Q, c.Q), max(most.R, c.R)}
	}
	g.width, g.height = most.Q-g.least.Q+1, most.R-g.least.R+1
	g.index = slices.Repeat([]int16{None}, g.width*g.height)
	for i, c := range g.cells {
		g.index[(c.R-g.least.R)*g.width+c.Q-g.least.Q] = int16(i)
	}
}

// Len returns the number of cells.
func (g *Grid) Len() int { return len(g.cells) }

// Cell returns cell i.
func (g *Grid) Cell(i int) Cell { return g.cells[i] }

// Find returns the number of a cell, or None.
func (g *Grid) Find(c Cell) int {
	q, r := c.Q-g.least.Q, c.R-g.least.R
	if q < 0 || q >= g.width || r < 0 || r >= g.height {
		return None
	}
	return int(g.index[r*g.width+q])
}

// Neighbours returns the neighbours of cell i by direction, or None.
func (g *Grid) Neighbours(i int) *[6]int16 { return &g.neighbours[i] }

// NeighbourSet returns the neighbours of cell i as a set.
func (g *Grid) NeighbourSet(i int) Set {
	var s Set
	for _, j := range g.neighbours[i] {
		if j != None {
			s.Add(int(j))
		}
	}
	return s
}

// Edge reports whether cell i has fewer than six neighbours.
func (g *Grid) Edge(i int) bool { return slices.Contains(g.neighbours[i][:], None) }

// Distance returns the number of steps of the shortest route from i to j over cells of the
// grid, or None when there is no route. On a grid of NewStraightGrid it counts the steps on
// an unbounded grid.
func (g *Grid) Distance(i, j int) int { return int(g.distances(i)[j]) }

// Farther reports whether cell i is farther from cell x than cell j is; it is false when
// one of them has no route to x.
func (g *Grid) Farther(x, i, j int) bool {
	row := g.distances(x)
	return row[i] != None && row[j] != None && row[i] > row[j]
}

// Nearer reports whether cell i is nearer to cell x than cell j is, as Farther does.
func (g *Grid) Nearer(x, i, j int) bool { return g.Farther(x, j, i) }

// distances returns the distances from a cell to all cells, computed at the first call.
func (g *Grid) distances(from int) []int16 {
	if row := g.rows[from].Load(); row != nil {
		return *row
	}
	row := make([]int16, len(g.cells))
	if g.straight {
		for i, c := range g.cells {
			row[i] = int16(g.cells[from].steps(c))
		}
		g.rows[from].Store(&row)
		return row
	}
	for i := range row {
		row[i] = None
	}
	row[from] = 0
	queue := make([]int16, 1, len(g.cells))
	queue[0] = int16(from)
	for k := 0; k < len(queue); k++ {
		i := queue[k]
		for _, j := range g.neighbours[i] {
			if j != None && row[j] == None {
				row[j] = row[i] + 1
				queue = append(queue, j)
			}
		}
	}
	g.rows[from].Store(&row)
	return row
}

// Spread returns the cells of within that are adjacent to a cell of s.
func (g *Grid) Spread(s, within *Set) Set {
	var next Set
	for i := range s.All {
		for _, j := range g.neighbours[i] {
			if j != None {
				next.Add(int(j))
			}
		}
	}
	return next.And(*within)
}

// Flood returns the cells that can be reached from a cell in 1 to steps steps, each onto a
// cell of within; the cell itself is not among them.
func (g *Grid) Flood(from, steps int, within Set) Set {
	var reached Set
	var queue [MaxCells]int16
	queue[0] = int16(from)
	within.Remove(from)
	first, last := 0, 1 // the cells reached in the last step are queue[first:last]
	for ; steps > 0 && first < last; steps-- {
		end := last
		for _, i := range queue[first:end] {
			for _, j := range &g.neighbours[i] {
				if j != None && within.Has(int(j)) {
					within.Remove(int(j))
					reached.Add(int(j))
					queue[last] = j
					last++
				}
			}
		}
		first = end
	}
	return reached
}

package hex

import (
	"slices"
	"sync/atomic"
)

// None is no cell of a Grid.
const None = -1

// A Grid is the cells of a battlefield, numbered in the order of Compare. It
// does not change and may be shared.
type Grid struct {
	cells  []Cell
	index  map[Cell]int
	beside [][6]int16 // neighbours by direction, or None
	rows   []atomic.Pointer[[]int16]
}

// NewGrid numbers the cells, which must be distinct and at most [Most].
func NewGrid(cells []Cell) *Grid {
	g := &Grid{
		cells: slices.SortedFunc(slices.Values(cells), Compare), index: make(map[Cell]int, len(cells)),
		beside: make([][6]int16, len(cells)), rows: make([]atomic.Pointer[[]int16], len(cells)),
	}
	for i, c := range g.cells {
		g.index[c] = i
	}
	for i, c := range g.cells {
		for d, step := range Directions {
			g.beside[i][d] = int16(g.Find(c.Add(step)))
		}
	}
	return g
}

// Len is how many cells there are.
func (g *Grid) Len() int { return len(g.cells) }

// Cell returns cell i.
func (g *Grid) Cell(i int) Cell { return g.cells[i] }

// Find returns the number of a cell, or None.
func (g *Grid) Find(c Cell) int {
	if i, ok := g.index[c]; ok {
		return i
	}
	return None
}

// Beside returns the neighbours of cell i by direction, None where there is none.
func (g *Grid) Beside(i int) *[6]int16 { return &g.beside[i] }

// Around returns the neighbours of cell i as a set.
func (g *Grid) Around(i int) Set {
	var s Set
	for _, j := range g.beside[i] {
		if j != None {
			s.Put(int(j))
		}
	}
	return s
}

// Edge holds for a cell with fewer than six neighbours.
func (g *Grid) Edge(i int) bool { return slices.Contains(g.beside[i][:], None) }

// Distance is the number of steps of the shortest route from i to j over cells
// of the grid, or None when there is no route.
func (g *Grid) Distance(i, j int) int { return int(g.distances(i)[j]) }

// Farther holds when cell i is farther from cell x than cell j is.
func (g *Grid) Farther(x, i, j int) bool {
	row := g.distances(x)
	return row[i] != None && row[j] != None && row[i] > row[j]
}

// Nearer holds when cell i is nearer to cell x than cell j is.
func (g *Grid) Nearer(x, i, j int) bool { return g.Farther(x, j, i) }

// distances returns the row of distances from a cell, worked out when first asked for.
func (g *Grid) distances(from int) []int16 {
	if row := g.rows[from].Load(); row != nil {
		return *row
	}
	row := make([]int16, len(g.cells))
	for i := range row {
		row[i] = None
	}
	row[from] = 0
	queue := make([]int, 1, len(g.cells))
	queue[0] = from
	for len(queue) > 0 {
		i := queue[0]
		queue = queue[1:]
		for _, j := range g.beside[i] {
			if j != None && row[j] == None {
				row[j] = row[i] + 1
				queue = append(queue, int(j))
			}
		}
	}
	g.rows[from].Store(&row)
	return row
}

// Spread returns the cells of within that are beside a cell of s.
func (g *Grid) Spread(s, within *Set) Set {
	var next Set
	for i := range s.All {
		for _, j := range g.beside[i] {
			if j != None {
				next.Put(int(j))
			}
		}
	}
	return next.And(*within)
}

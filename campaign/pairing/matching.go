package pairing

import "slices"

// match returns for each of n nodes (n even) its partner in a minimum-cost perfect matching
// of the complete graph. cost must be symmetric and not negative, and the sum of all costs
// at most half of the largest integer.
//
// It is Edmonds' blossom algorithm with dual variables, O(n³): Galil, "Efficient
// algorithms for finding maximum matching in graphs", ACM Computing Surveys 18 (1986).
func match(n int, cost func(a, b int) int64) []int {
	if n == 0 {
		return nil
	}
	var most int64
	for a := range n {
		for b := range a {
			most = max(most, cost(a, b))
		}
	}
	m := newForest(n)
	for a := 1; a <= n; a++ {
		for b := 1; b <= n; b++ {
			if a != b {
				// Least cost is greatest weight. Duals may become negative, so that the
				// search goes on until every node is matched.
				m.edge[a][b] = arc{a, b, 2 * (most - cost(a-1, b-1) + 1)}
			}
		}
	}
	m.solve()
	partner := make([]int, n)
	for a := 1; a <= n; a++ {
		partner[a-1] = m.mate[a] - 1
	}
	return partner
}

// An arc joins two nodes. The arc of two blossoms has the nodes inside them that it joins.
type arc struct {
	from, to int
	weight   int64
}

// A forest is the state of the search. Nodes are 1 to n, blossoms have larger numbers, 0 is none.
type forest struct {
	n, top  int
	edge    [][]arc
	dual    []int64
	mate    []int
	slack   []int // the node whose arc to this one is nearest to being tight
	outer   []int // the outermost blossom around a node
	parent  []int
	within  [][]int // within[b][x]: the child of blossom b that holds node x
	side    []int8  // -1 not reached, 0 even, 1 odd
	seen    []int
	stamp   int
	petals  [][]int // children of a blossom in order, its base first
	pending []int   // even nodes whose arcs are still to be looked at
}

func newForest(n int) *forest {
	size := n + n/2 + 2
	f := &forest{n: n, top: n, edge: make([][]arc, size), dual: make([]int64, size), mate: make([]int, size), slack: make([]int, size),
		outer: make([]int, size), parent: make([]int, size), within: make([][]int, size), side: make([]int8, size), seen: make([]int, size),
		petals: make([][]int, size)}
	for i := range f.edge {
		f.edge[i], f.within[i] = make([]arc, size), make([]int, size)
	}
	for a := 1; a <= n; a++ {
		f.outer[a] = a
		for b := 1; b <= n; b++ {
			if f.edge[a][b] = (arc{a, b, 0}); a == b {
				f.within[a][b] = a
			}
		}
	}
	return f
}

func (f *forest) solve() {
	var most int64
	for a := 1; a <= f.n; a++ {
		for b := 1; b <= f.n; b++ {
			most = max(most, f.edge[a][b].weight)
		}
	}
	for a := 1; a <= f.n; a++ {
		f.dual[a] = most
	}
	for f.grow() {
	}
}

// gap returns the slack of an arc: 0 if it is tight.
func (f *forest) gap(e arc) int64 {
	return f.dual[e.from] + f.dual[e.to] - f.edge[e.from][e.to].weight*2
}

func (f *forest) nearer(a, x int) {
	if f.slack[x] == 0 || f.gap(f.edge[a][x]) < f.gap(f.edge[f.slack[x]][x]) {
		f.slack[x] = a
	}
}

func (f *forest) findSlack(x int) {
	f.slack[x] = 0
	for a := 1; a <= f.n; a++ {
		if f.edge[a][x].weight > 0 && f.outer[a] != x && f.side[f.outer[a]] == 0 {
			f.nearer(a, x)
		}
	}
}

func (f *forest) push(x int) {
	if x <= f.n {
		f.pending = append(f.pending, x)
		return
	}
	for _, child := range f.petals[x] {
		f.push(child)
	}
}

func (f *forest) setOuter(x, b int) {
	f.outer[x] = b
	if x > f.n {
		for _, child := range f.petals[x] {
			f.setOuter(child, b)
		}
	}
}

// rotate orders the children of a blossom so that the path from its base to a child has even
// length, and returns the child's index.
func (f *forest) rotate(b, child int) int {
	petals := f.petals[b]
	at := slices.Index(petals, child)
	if at%2 == 0 {
		return at
	}
	slices.Reverse(petals[1:])
	return len(petals) - at
}

func (f *forest) setMate(a, b int) {
	e := f.edge[a][b]
	f.mate[a] = e.to
	if a <= f.n {
		return
	}
	child := f.within[a][e.from]
	at := f.rotate(a, child)
	for i := range at {
		f.setMate(f.petals[a][i], f.petals[a][i^1])
	}
	f.setMate(child, b)
	f.petals[a] = slices.Concat(f.petals[a][at:], f.petals[a][:at])
}

func (f *forest) augment(a, b int) {
	for {
		next := f.outer[f.mate[a]]
		f.setMate(a, b)
		if next == 0 {
			return
		}
		f.setMate(next, f.outer[f.parent[next]])
		a, b = f.outer[f.parent[next]], next
	}
}

// meet returns where the paths of two even blossoms to their roots meet, 0 if they do not.
func (f *forest) meet(a, b int) int {
	f.stamp++
	for a != 0 || b != 0 {
		if a != 0 {
			if f.seen[a] == f.stamp {
				return a
			}
			f.seen[a] = f.stamp
			if a = f.outer[f.mate[a]]; a != 0 {
				a = f.outer[f.parent[a]]
			}
		}
		a, b = b, a
	}
	return 0
}

// shrink makes a blossom of the odd cycle through its base and two even blossoms.
func (f *forest) shrink(a, base, b int) {
	x := f.n + 1
	for x <= f.top && f.outer[x] != 0 {
		x++
	}
	f.top = max(f.top, x)
	f.dual[x], f.side[x], f.mate[x] = 0, 0, f.mate[base]
	f.petals[x] = append(f.petals[x][:0], base)
	for _, from := range [2]int{a, b} {
		for y := from; y != base; {
			odd := f.outer[f.mate[y]]
			f.petals[x] = append(f.petals[x], y, odd)
			f.push(odd)
			y = f.outer[f.parent[odd]]
		}
		if from == a {
			slices.Reverse(f.petals[x][1:])
		}
	}
	f.setOuter(x, x)
	for y := 1; y <= f.top; y++ {
		f.edge[x][y].weight, f.edge[y][x].weight = 0, 0
	}
	for y := 1; y <= f.n; y++ {
		f.within[x][y] = 0
	}
	for _, child := range f.petals[x] {
		for y := 1; y <= f.top; y++ {
			if f.edge[x][y].weight == 0 || f.gap(f.edge[child][y]) < f.gap(f.edge[x][y]) {
				f.edge[x][y], f.edge[y][x] = f.edge[child][y], f.edge[y][child]
			}
		}
		for y := 1; y <= f.n; y++ {
			if f.within[child][y] != 0 {
				f.within[x][y] = child
			}
		}
	}
	f.findSlack(x)
}

// expand dissolves an odd blossom whose dual has become zero.
func (f *forest) expand(b int) {
	for _, child := range f.petals[b] {
		f.setOuter(child, child)
	}
	entry := f.within[b][f.edge[b][f.parent[b]].from]
	at := f.rotate(b, entry)
	petals := f.petals[b]
	for i := 0; i < at; i += 2 {
		odd, even := petals[i], petals[i+1]
		f.parent[odd] = f.edge[even][odd].from
		f.side[odd], f.side[even] = 1, 0
		f.slack[odd] = 0
		f.findSlack(even)
		f.push(even)
	}
	f.side[entry], f.parent[entry] = 1, f.parent[b]
	for _, child := range petals[at+1:] {
		f.side[child] = -1
		f.findSlack(child)
	}
	f.outer[b] = 0
}

// follow follows a tight arc and reports whether it led to a larger matching.
func (f *forest) follow(e arc) bool {
	a, b := f.outer[e.from], f.outer[e.to]
	switch f.side[b] {
	case -1:
		f.parent[b], f.side[b] = e.from, 1
		even := f.outer[f.mate[b]]
		f.slack[b], f.slack[even], f.side[even] = 0, 0, 0
		f.push(even)
	case 0:
		base := f.meet(a, b)
		if base == 0 {
			f.augment(a, b)
			f.augment(b, a)
			return true
		}
		f.shrink(a, base, b)
	}
	return false
}

// grow looks for one more pair and reports whether it found one.
func (f *forest) grow() bool {
	for x := range f.side {
		f.side[x], f.slack[x] = -1, 0
	}
	f.pending = f.pending[:0]
	for x := 1; x <= f.top; x++ {
		if f.outer[x] == x && f.mate[x] == 0 {
			f.parent[x], f.side[x] = 0, 0
			f.push(x)
		}
	}
	if len(f.pending) == 0 {
		return false
	}
	for {
		for len(f.pending) > 0 {
			a := f.pending[0]
			f.pending = f.pending[1:]
			if f.side[f.outer[a]] == 1 {
				continue
			}
			for b := 1; b <= f.n; b++ {
				if f.edge[a][b].weight == 0 || f.outer[a] == f.outer[b] {
					continue
				}
				if f.gap(f.edge[a][b]) != 0 {
					f.nearer(a, f.outer[b])
				} else if f.follow(f.edge[a][b]) {
					return true
				}
			}
		}
		if !f.adjustDuals() {
			return false
		}
		for x := 1; x <= f.top; x++ {
			if f.outer[x] == x && f.slack[x] != 0 && f.outer[f.slack[x]] != x && f.gap(f.edge[f.slack[x]][x]) == 0 && f.follow(f.edge[f.slack[x]][x]) {
				return true
			}
		}
		for x := f.n + 1; x <= f.top; x++ {
			if f.outer[x] == x && f.side[x] == 1 && f.dual[x] == 0 {
				f.expand(x)
			}
		}
	}
}

// adjustDuals changes the duals until another arc is tight or a blossom can be expanded. It
// returns false if the matching cannot grow any more.
func (f *forest) adjustDuals() bool {
	const far = int64(1) << 62
	d := far
	for x := f.n + 1; x <= f.top; x++ {
		if f.outer[x] == x && f.side[x] == 1 {
			d = min(d, f.dual[x]/2)
		}
	}
	for x := 1; x <= f.top; x++ {
		if f.outer[x] != x || f.slack[x] == 0 {
			continue
		}
		switch gap := f.gap(f.edge[f.slack[x]][x]); f.side[x] {
		case -1:
			d = min(d, gap)
		case 0:
			d = min(d, gap/2)
		}
	}
	if d == far {
		return false
	}
	for a := 1; a <= f.n; a++ {
		switch f.side[f.outer[a]] {
		case 0:
			f.dual[a] -= d
		case 1:
			f.dual[a] += d
		}
	}
	for x := f.n + 1; x <= f.top; x++ {
		if f.outer[x] != x {
			continue
		}
		switch f.side[x] {
		case 0:
			f.dual[x] += 2 * d
		case 1:
			f.dual[x] -= 2 * d
		}
	}
	return true
}

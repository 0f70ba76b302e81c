package hex_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"oriflamme/rules/hex"
)

// disc returns the cells at most radius steps from the origin.
func disc(radius int) []hex.Cell {
	var cells []hex.Cell
	for q := -radius; q <= radius; q++ {
		for r := max(-radius, -q-radius); r <= min(radius, -q+radius); r++ {
			cells = append(cells, hex.Cell{Q: q, R: r})
		}
	}
	return cells
}

func straight(c, d hex.Cell) int {
	q, r := c.Q-d.Q, c.R-d.R
	abs := func(n int) int { return max(n, -n) }
	return max(abs(q), abs(r), abs(q+r))
}

func TestDistanceInTheOpenIsThatOfTheCoordinates(t *testing.T) {
	g := hex.NewGrid(disc(4))
	for i := range g.Len() {
		for j := range g.Len() {
			want := straight(g.Cell(i), g.Cell(j))
			if got := g.Distance(i, j); got != want {
				t.Fatalf("%v to %v: got %d, want %d", g.Cell(i), g.Cell(j), got, want)
			}
			if got := g.Cell(i).Adjacent(g.Cell(j)); got != (want == 1) {
				t.Fatalf("%v beside %v: got %v", g.Cell(i), g.Cell(j), got)
			}
			if nearer := straight(g.Cell(0), g.Cell(i)) < straight(g.Cell(0), g.Cell(j)); g.Nearer(0, i, j) != nearer || g.Farther(0, j, i) != nearer {
				t.Fatalf("%v nearer than %v: want %v", g.Cell(i), g.Cell(j), nearer)
			}
		}
	}
}

func TestDistanceGoesRoundGaps(t *testing.T) {
	g := hex.NewGrid([]hex.Cell{{0, 0}, {1, -1}, {2, -1}, {2, 0}, {9, 9}})
	at := func(q, r int) int { return g.Find(hex.Cell{Q: q, R: r}) }
	if got := g.Distance(at(0, 0), at(2, 0)); got != 3 {
		t.Errorf("round the gap: got %d, want 3", got)
	}
	if got := g.Distance(at(0, 0), at(9, 9)); got != hex.None {
		t.Errorf("to an island: got %d", got)
	}
	if g.Farther(at(0, 0), at(9, 9), at(1, -1)) || g.Nearer(at(0, 0), at(1, -1), at(9, 9)) {
		t.Error("a cell without a route is neither farther nor nearer")
	}
	if g.Find(hex.Cell{Q: 1, R: 0}) != hex.None || !g.Edge(at(0, 0)) {
		t.Error("the gap is no cell, and beside an edge")
	}
}

// TestLineAgainstSamples compares lines with 721 points along each, computed exactly.
func TestLineAgainstSamples(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 400 {
		all := disc(3)
		rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		g := hex.NewGrid(all[:12+rng.IntN(20)])
		var blocked hex.Set
		for i := range g.Len() {
			if rng.IntN(6) == 0 {
				blocked.Add(i)
			}
		}
		i, j := rng.IntN(g.Len()), rng.IntN(g.Len())
		got, back := g.Line(i, j, &blocked), g.Line(j, i, &blocked)
		if !slices.Equal(got.Touched, back.Touched) || !slices.Equal(got.Crossed, back.Crossed) || got.Leaves != back.Leaves {
			t.Fatalf("%v and back: %v", got, back)
		}
		touched, crossed, leaves := sampled(g, g.Cell(i), g.Cell(j), &blocked)
		if !slices.Equal(got.Touched, touched) || !slices.Equal(got.Crossed, crossed) || got.Leaves != leaves {
			t.Fatalf("%v to %v: got %+v, sampled %v %v %v", g.Cell(i), g.Cell(j), got, touched, crossed, leaves)
		}
		if clear := len(touched) == 0 && !leaves; got.Clear() != clear || g.Sees(i, j, &blocked) != clear {
			t.Fatalf("clear: got %v", got.Clear())
		}
	}
}

// sampled returns what Line should return, from points at multiples of 1/720 of a line. On
// a grid this small the lines cross the sides of hexagons at such multiples or between them.
func sampled(g *hex.Grid, a, b hex.Cell, blocked *hex.Set) (touched, crossed []hex.Cell, leaves bool) {
	const n = 720
	for k := 0; k <= n; k++ {
		q, r := n*a.Q+k*(b.Q-a.Q), n*a.R+k*(b.R-a.R)
		on := false
		for _, c := range disc(5) {
			q, r := q-n*c.Q, r-n*c.R
			s := -q - r
			abs := func(x int) int { return max(x, -x) }
			m := max(abs(q-s), abs(s-r), abs(r-q))
			i := g.Find(c)
			on = on || i != hex.None && m <= n
			if i != hex.None && blocked.Has(i) && m <= n && !slices.Contains(touched, c) {
				touched = append(touched, c)
			}
			if i == hex.None && m < n && !slices.Contains(crossed, c) {
				crossed = append(crossed, c)
			}
		}
		leaves = leaves || !on
	}
	slices.SortFunc(touched, hex.Compare)
	slices.SortFunc(crossed, hex.Compare)
	return touched, crossed, leaves
}

func TestSets(t *testing.T) {
	var a, b hex.Set
	for _, i := range []int{0, 63, 64, 447} {
		a.Add(i)
	}
	b.Add(64)
	b.Add(5)
	both, one, rest := a.And(b), a.Or(b), a.Without(b)
	if both.Len() != 1 || one.Len() != 5 || rest.Len() != 3 || !both.Has(64) || rest.Has(64) || a.Empty() {
		t.Errorf("got %v %v %v", both, one, rest)
	}
	var order []int
	for i := range one.All {
		order = append(order, i)
	}
	if !slices.Equal(order, []int{0, 5, 63, 64, 447}) {
		t.Errorf("order is %v", order)
	}
	for n, want := range []int{0, 5, 63, 64, 447, hex.None} {
		if got := one.Nth(n); got != want {
			t.Errorf("cell %d in order: got %d, want %d", n, got, want)
		}
	}
	a.Remove(0)
	if a.Has(0) || a.Len() != 3 {
		t.Error("drop")
	}
}

func TestSpreadIsOneStep(t *testing.T) {
	g := hex.NewGrid(disc(3))
	all := hex.Set{}
	for i := range g.Len() {
		all.Add(i)
	}
	var at hex.Set
	middle := g.Find(hex.Cell{})
	at.Add(middle)
	if next := g.Spread(&at, &all); next != g.NeighbourSet(middle) || next.Len() != 6 {
		t.Errorf("got %v", next)
	}
}

func TestFloodIsSpreadRepeated(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	g := hex.NewGrid(disc(5))
	for range 200 {
		var within hex.Set
		for i := range g.Len() {
			if rng.IntN(3) > 0 {
				within.Add(i)
			}
		}
		from, steps := rng.IntN(g.Len()), rng.IntN(6)
		var at, want hex.Set
		at.Add(from)
		for range steps {
			at = at.Or(g.Spread(&at, &within))
		}
		want = at
		want.Remove(from)
		if got := g.Flood(from, steps, within); got != want {
			t.Fatalf("from %d in %d steps: got %v, want %v", from, steps, got, want)
		}
	}
}

func TestCellsAsJSON(t *testing.T) {
	text, err := json.Marshal([]hex.Cell{{1, -2}})
	if err != nil || string(text) != "[[1,-2]]" {
		t.Fatalf("got %s, %v", text, err)
	}
	var back []hex.Cell
	if err := json.Unmarshal(text, &back); err != nil || back[0] != (hex.Cell{Q: 1, R: -2}) {
		t.Errorf("got %v, %v", back, err)
	}
	if err := json.Unmarshal([]byte(`[["x"]]`), &back); err == nil {
		t.Error("a text is no coordinate")
	}
}

func BenchmarkLine(b *testing.B) {
	g := hex.NewGrid(disc(5))
	var blocked hex.Set
	blocked.Add(40)
	for n := 0; b.Loop(); n++ {
		g.Line(n%g.Len(), (7*n)%g.Len(), &blocked)
	}
}

// TestStraightGridsDoNotGoRound measures a distance across a gap and looks along a rim.
func TestStraightGridsDoNotGoRound(t *testing.T) {
	cells := []hex.Cell{{0, 0}, {0, 1}, {1, 1}, {2, 0}}
	walked, straight := hex.NewGrid(cells), hex.NewStraightGrid(cells)
	i, j := walked.Find(hex.Cell{Q: 0, R: 0}), walked.Find(hex.Cell{Q: 2, R: 0})
	if got := walked.Distance(i, j); got != 3 {
		t.Errorf("round the gap: %d, want 3", got)
	}
	if got := straight.Distance(i, j); got != 2 {
		t.Errorf("straight: %d, want 2", got)
	}
	// From [0, 0] to [1, 1] the line runs between [1, 0] and [0, 1]. Neither is on the
	// grid, so the line leaves it, unless lines along rims are allowed.
	apart := hex.NewGrid([]hex.Cell{{0, 0}, {1, 1}})
	var none hex.Set
	if apart.Sees(0, 1, &none) || !apart.SeesAlongRims(0, 1, &none) {
		t.Error("a line exactly between two cells off the grid")
	}
}

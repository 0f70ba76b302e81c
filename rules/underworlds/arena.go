package underworlds

import (
	"slices"
	"strconv"
	"sync/atomic"

	"oriflamme/rules"
	"oriflamme/rules/hex"
)

// A BoardSide is one side of a board with the half hexes of its two kinds of edges.
type BoardSide struct {
	ID       string     `json:"id" in:"1..60"`
	Board    string     `json:"board" in:"0..60" default:"\"\""` // the piece of cardboard that it is a face of
	Name     rules.Text `json:"name" len:"1..2" each:"1..80"`
	Text     rules.Text `json:"text" len:"0..2" each:"1..400" default:"{}"`
	Hexes    []Hex      `json:"hexes" len:"1..100" distinct:"true"`
	Long     []Hex      `json:"long" len:"0..50" distinct:"true" default:"[]"`  // half hexes of the long edges
	Short    []Hex      `json:"short" len:"0..50" distinct:"true" default:"[]"` // half hexes of the short edges
	Blocked  []Hex      `json:"blocked" len:"0..50" distinct:"true" default:"[]"`
	Starting []Hex      `json:"starting" len:"1..50" distinct:"true"`
}

func (s *BoardSide) check(path string) *rules.Fault {
	f := s.face()
	fault := f.check(path)
	for i, h := range s.Short {
		fault = first(fault, when(slices.Contains(s.Long, h), rules.Faultf(rules.OutOfRange, rules.At(path+".short", i), "is of a long edge")))
	}
	return fault
}

func (s *BoardSide) face() BoardFace {
	return BoardFace{s.Hexes, slices.Concat(s.Long, s.Short), s.Blocked, s.Starting}
}

// A lay is how a second board lies beside a first.
type lay struct {
	rotation    int
	translation hex.Cell
	edge        string
}

// plot is the shape of a battlefield. Boards of one shape share it.
type plot struct {
	*hex.Grid
	discs []atomic.Pointer[hex.Set]   // by cell and radius
	lines []atomic.Pointer[sightline] // by pair of cells
}

// sightline is what the line between two cells meets on a shape, whatever is blocked.
type sightline struct {
	touched         hex.Set
	crossed, leaves bool
}

// arena is the battlefield of two boards. It is shared by battles.
type arena struct {
	*ground
	shape            *plot
	every, open, rim hex.Set // open: not blocked
	started          [2]hex.Set
	names            []Hex
	spots            []int // of the cells in the theatre's box
	freeRims         bool  // the other reading of ruling A-12
}

// widest is the greatest radius of a disc that is remembered.
const widest = 8

// disc returns the cells within so many hexes of a cell, itself included.
func (p *plot) disc(at, radius int) hex.Set {
	radius = min(radius, widest)
	to := &p.discs[at*(widest+1)+radius]
	if s := to.Load(); s != nil {
		return *s
	}
	var s hex.Set
	for i := range p.Len() {
		if inReach(p.Grid, at, i, radius) {
			s.Put(i)
		}
	}
	to.Store(&s)
	return s
}

// line returns the line between two cells, remembered.
func (p *plot) line(i, j int) *sightline {
	at := &p.lines[i*p.Len()+j]
	if l := at.Load(); l != nil {
		return l
	}
	l := &sightline{}
	l.touched, l.crossed, l.leaves = p.Meets(i, j)
	at.Store(l)
	p.lines[j*p.Len()+i].Store(l)
	return l
}

func newArena(b Board, p *plot) (*arena, *rules.Fault) {
	g, fault := b.groundOn(p.Grid)
	if fault != nil {
		return nil, fault
	}
	a := &arena{ground: g, shape: p, every: g.all(), rim: g.edges()}
	a.open = a.every.Without(g.blocked)
	for i, p := range players {
		a.started[i] = g.bases(p)
	}
	for i := range g.Len() {
		a.names = append(a.names, Hex(g.Cell(i)))
	}
	return a, nil
}

// sees is ground.sees by what is remembered of the shape.
func (a *arena) sees(i, j int) bool {
	if a.Distance(i, j) == 1 {
		return true // nothing lies between
	}
	l := a.shape.line(i, j)
	if l.crossed || l.leaves && !a.freeRims {
		return false
	}
	met := l.touched.And(a.blocked)
	return met.Empty()
}

// lays lists the legal joins of a second board to a first (WU-SETUP-4).
func lays(a, b *BoardSide) []lay {
	const whole, long, short = 1, 2, 3
	kinds := map[hex.Cell]int{}
	for k, list := range map[int][]Hex{whole: a.Hexes, long: a.Long, short: a.Short} {
		for _, h := range list {
			kinds[hex.Cell(h)] = k
		}
	}
	var found []lay
	for _, rotation := range []int{0, 180} {
		turn := func(h Hex) hex.Cell {
			if rotation == 180 {
				return hex.Cell(h).Turned()
			}
			return hex.Cell(h)
		}
		for _, edge := range []struct {
			name string
			kind int
			a, b []Hex
		}{{"long", long, a.Long, b.Long}, {"short", short, a.Short, b.Short}} {
			shared := map[hex.Cell]int{}
			for _, x := range edge.a {
				for _, y := range edge.b {
					shared[hex.Cell(x).Sub(turn(y))]++
				}
			}
			for by, n := range shared {
				if n >= completeHexesNeeded[edge.name] && apart(kinds, b, turn, by, whole, edge.kind) {
					found = append(found, lay{rotation, by, edge.name})
				}
			}
		}
	}
	slices.SortFunc(found, func(x, y lay) int {
		if c := compare(x.edge, y.edge); c != 0 {
			return c
		}
		if x.rotation != y.rotation {
			return x.rotation - y.rotation
		}
		return hex.Compare(x.translation, y.translation)
	})
	return found
}

// apart holds when no whole hex of one board lies on anything of the other, and
// only half hexes of one kind of edge meet.
func apart(kinds map[hex.Cell]int, b *BoardSide, turn func(Hex) hex.Cell, by hex.Cell, whole, edge int) bool {
	for _, h := range b.Hexes {
		if kinds[turn(h).Add(by)] != 0 {
			return false
		}
	}
	for k, list := range [][]Hex{b.Long, b.Short} {
		for _, h := range list {
			if met := kinds[turn(h).Add(by)]; met == whole || met != 0 && (met != edge || k+2 != edge) {
				return false
			}
		}
	}
	return true
}

// joined names an arena.
type joined struct {
	first, second int // boards
	lay           lay
}

// arena builds the battlefield of two boards. Seat is who chose the first.
func (th *theatre) arena(j joined, seat rules.Seat) (*arena, error) {
	if j.first < 0 || j.first >= len(th.boards) || j.second < 0 || j.second >= len(th.boards) {
		return nil, rules.Faultf(rules.OutOfRange, "boards", "no such board")
	}
	key := j
	if seat == 1 {
		key.first = -1 - j.first // the territories change sides
	}
	th.mu.Lock()
	defer th.mu.Unlock()
	if a := th.arenas[key]; a != nil {
		return a, nil
	}
	if !slices.Contains(th.joins[[2]int{j.first, j.second}], j.lay) {
		return nil, rules.Breaks("WU-SETUP-4", "translation", "the boards cannot be joined so")
	}
	made := joining{
		BoardA: th.boards[j.first].face(), BoardB: th.boards[j.second].face(),
		Rotation: j.lay.rotation, Translation: Shift(j.lay.translation), EdgeA: j.lay.edge, EdgeB: j.lay.edge,
	}
	var completed []hex.Cell
	halves := made.laid(made.BoardB.HalfHexes)
	for _, h := range made.BoardA.HalfHexes {
		if slices.Contains(halves, hex.Cell(h)) {
			completed = append(completed, hex.Cell(h))
		}
	}
	r := made.battlefield(completed)
	board := Board{hexesOf(r.Cells), hexesOf(r.Blocked), hexesOf(r.Starting), hexesOf(r.TerritoryA), hexesOf(r.TerritoryB)}
	if seat == 1 {
		board.TerritoryA, board.TerritoryB = board.TerritoryB, board.TerritoryA
	}
	fresh, fault := newArena(board, th.plot(j, board.Cells))
	if fault != nil {
		return nil, fault
	}
	fresh.freeRims = th.switches.freeRims
	for _, h := range fresh.names {
		fresh.spots = append(fresh.spots, th.box.spot(h))
	}
	if len(th.arenas) >= mostArenas {
		clear(th.arenas)
		clear(th.plots)
	}
	th.arenas[key] = fresh
	return fresh, nil
}

// plot returns the shape of a join, which other boards of the same shape share.
func (th *theatre) plot(j joined, cells []Hex) *plot {
	shape := func(k int) int {
		return slices.IndexFunc(th.boards, func(s BoardSide) bool {
			return slices.Equal(s.Hexes, th.boards[k].Hexes) && slices.Equal(s.Long, th.boards[k].Long) && slices.Equal(s.Short, th.boards[k].Short)
		})
	}
	key := joined{shape(j.first), shape(j.second), j.lay}
	p := th.plots[key]
	if p == nil {
		g := hex.NewGrid(cellsOf(cells))
		if th.switches.straight {
			g = hex.NewStraightGrid(cellsOf(cells))
		}
		p = &plot{g, make([]atomic.Pointer[hex.Set], g.Len()*(widest+1)), make([]atomic.Pointer[sightline], g.Len()*g.Len())}
		th.plots[key] = p
	}
	return p
}

func hexesOf(cells []hex.Cell) []Hex {
	list := make([]Hex, len(cells))
	for i, c := range cells {
		list[i] = Hex(c)
	}
	return list
}

func itoa(n int) string { return strconv.Itoa(n) }

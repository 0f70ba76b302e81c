package underworlds

import (
	"slices"
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

// plot is the shape of a battlefield: two boards of some shapes, joined in some
// way. What does not hang on the faces of the boards is remembered with it.
type plot struct {
	*hex.Grid
	every, rim hex.Set
	names      []Hex
	spots      []int                       // of the cells in the theatre's box
	sides      [2][]*side                  // of the boards as first and as second, nil until asked for
	discs      []atomic.Pointer[hex.Set]   // by cell and radius
	lines      []atomic.Pointer[sightline] // by pair of cells
}

// side is the face of a board where it lies on a plot.
type side struct{ territory, blocked, starting hex.Set }

// sightline is what the line between two cells meets on a shape, whatever is blocked.
type sightline struct {
	touched         hex.Set
	crossed, leaves bool
}

// arena is the battlefield of two boards. It is shared by battles.
type arena struct {
	ground
	shape            *plot
	every, open, rim hex.Set // open: not blocked
	started          [2]hex.Set
	names            []Hex
	spots            []int
	freeRims         bool // the other reading of ruling A-12
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

// lie returns a board as the first or second of a plot, remembered.
func (p *plot) lie(order, board int, s *BoardSide, l lay) *side {
	if known := p.sides[order][board]; known != nil {
		return known
	}
	set := func(list []Hex) (s hex.Set) {
		for _, c := range (joining{Rotation: l.rotation, Translation: Shift(l.translation)}).laid(list) {
			s.Put(p.Find(c))
		}
		return s
	}
	fresh := &side{set(s.Hexes), set(s.Blocked), set(s.Starting)}
	p.sides[order][board] = fresh
	return fresh
}

// join makes the battlefield of two boards; a and b are those of the seats 0 and 1.
func (p *plot) join(a, b *side) *arena {
	fresh := &arena{
		ground: ground{
			Grid: p.Grid, blocked: a.blocked.Or(b.blocked), starting: a.starting.Or(b.starting),
			territory: [2]hex.Set{a.territory, b.territory},
		},
		shape: p, every: p.every, rim: p.rim, names: p.names, spots: p.spots,
	}
	fresh.open = p.every.Without(fresh.blocked)
	for i, of := range players {
		fresh.started[i] = fresh.bases(of)
	}
	return fresh
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

// sites are the legal hexes for the next objective token, and the exception that
// applies: ground.objectiveHexes by what is remembered of the shape.
func (a *arena) sites(tokens []int) (legal hex.Set, exception string) {
	spaced := a.open.Without(a.starting)
	for _, at := range tokens {
		spaced = spaced.Without(a.shape.disc(at, objectiveGap-1))
	}
	if legal = spaced.Without(a.rim); !legal.Empty() {
		return legal, exceptNone
	}
	legal, exception, _ = a.objectiveHexes(tokens)
	return legal, exception
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
	th.mu.Lock()
	defer th.mu.Unlock()
	if !slices.Contains(th.joins[[2]int{j.first, j.second}], j.lay) {
		return nil, rules.Breaks("WU-SETUP-4", "translation", "the boards cannot be joined so")
	}
	p := th.plot(j)
	sides := [2]*side{p.lie(0, j.first, &th.boards[j.first], lay{}), p.lie(1, j.second, &th.boards[j.second], j.lay)}
	if seat == 1 {
		sides[0], sides[1] = sides[1], sides[0]
	}
	fresh := p.join(sides[0], sides[1])
	fresh.freeRims = th.switches.freeRims
	return fresh, nil
}

// plot returns the shape of a legal join, which other boards of the same shapes share.
func (th *theatre) plot(j joined) *plot {
	key := joined{th.shapes[j.first], th.shapes[j.second], j.lay}
	if p := th.plots[key]; p != nil {
		return p
	}
	made := joining{
		BoardA: th.boards[j.first].face(), BoardB: th.boards[j.second].face(),
		Rotation: j.lay.rotation, Translation: Shift(j.lay.translation), EdgeA: j.lay.edge, EdgeB: j.lay.edge,
	}
	completed, _, _ := made.seam()
	cells := slices.Concat(cellsOf(made.BoardA.Hexes), made.laid(made.BoardB.Hexes), completed)
	g := hex.NewGrid(cells)
	if th.switches.straight {
		g = hex.NewStraightGrid(cells)
	}
	n := g.Len()
	p := &plot{
		Grid: g, sides: [2][]*side{make([]*side, len(th.boards)), make([]*side, len(th.boards))},
		discs: make([]atomic.Pointer[hex.Set], n*(widest+1)), lines: make([]atomic.Pointer[sightline], n*n),
	}
	bare := ground{Grid: g}
	p.every, p.rim = bare.all(), bare.edges()
	for i := range n {
		p.names = append(p.names, Hex(g.Cell(i)))
		p.spots = append(p.spots, th.box.spot(p.names[i]))
	}
	if len(th.plots) >= mostPlots {
		clear(th.plots)
	}
	th.plots[key] = p
	return p
}

// shapesOf numbers boards by the first board of the same shape.
func shapesOf(boards []BoardSide) []int {
	shapes := make([]int, len(boards))
	for k := range boards {
		shapes[k] = slices.IndexFunc(boards, func(s BoardSide) bool {
			return slices.Equal(s.Hexes, boards[k].Hexes) && slices.Equal(s.Long, boards[k].Long) && slices.Equal(s.Short, boards[k].Short)
		})
	}
	return shapes
}

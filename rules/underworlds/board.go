package underworlds

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"oriflamme/rules"
	"oriflamme/rules/hex"
	"oriflamme/rules/underworlds/ruling"
)

// A BoardSide is one side of a board with the half hexes of its two kinds of edges.
type BoardSide struct {
	ID       string       `json:"id" in:"1..60"`
	Board    string       `json:"board" in:"0..60" default:"\"\""` // the physical board of which it is a side
	Name     rules.Text   `json:"name" len:"1..2" each:"1..80"`
	Text     rules.Text   `json:"text" len:"0..2" each:"1..400" default:"{}"`
	Hexes    []ruling.Hex `json:"hexes" len:"1..100" distinct:"true"`
	Long     []ruling.Hex `json:"long" len:"0..50" distinct:"true" default:"[]"`  // half hexes of the long edges
	Short    []ruling.Hex `json:"short" len:"0..50" distinct:"true" default:"[]"` // half hexes of the short edges
	Blocked  []ruling.Hex `json:"blocked" len:"0..50" distinct:"true" default:"[]"`
	Starting []ruling.Hex `json:"starting" len:"1..50" distinct:"true"`
}

func (s *BoardSide) check(path string) *rules.Fault {
	f := s.face()
	fault := f.Check(path)
	for i, h := range s.Short {
		fault = rules.FirstFault(fault, rules.FaultIf(slices.Contains(s.Long, h), rules.Faultf(rules.OutOfRange, rules.At(path+".short", i), "is of a long edge")))
	}
	return fault
}

func (s *BoardSide) face() ruling.BoardFace {
	return ruling.BoardFace{Hexes: s.Hexes, HalfHexes: slices.Concat(s.Long, s.Short), Blocked: s.Blocked, Starting: s.Starting}
}

// A boardJoin is how a second board is joined to a first.
type boardJoin struct {
	rotation    int
	translation hex.Cell
	edge        string
}

// boardShape is the shape of a battlefield: two boards of given shapes in one of their
// joins. It caches what does not depend on the faces of the boards.
type boardShape struct {
	*hex.Grid
	all, edge hex.Set
	hexes     []ruling.Hex
	offers    []rules.Offer[HexReply]     // of questions, by cell
	sides     [2][]*boardHalf             // of the boards as first and as second; nil until needed
	discs     []atomic.Pointer[hex.Set]   // by cell and radius
	lines     []atomic.Pointer[sightline] // by pair of cells
	moves     sync.Map                    // the moveRow of each moveKey
}

// boardHalf is one board at its place on a battlefield.
type boardHalf struct{ territory, blocked, starting hex.Set }

// sightline is what the line between two cells crosses, whether or not a cell is blocked.
type sightline struct {
	touched         hex.Set
	crossed, leaves bool
}

// board is the battlefield of two boards. Battles share it.
type board struct {
	ruling.Battlefield
	shape           *boardShape
	all, open, edge hex.Set // open: not blocked
	startHexes      [2]hex.Set
	hexes           []ruling.Hex
	sightAlongEdges bool // lines of sight may run along the edge (the other reading of ruling A-12)
}

// maxDiscRadius is the largest radius of a disc that is cached.
const maxDiscRadius = 8

// disc returns the cells within radius hexes of a cell, itself included.
func (p *boardShape) disc(at, radius int) hex.Set {
	radius = min(radius, maxDiscRadius)
	to := &p.discs[at*(maxDiscRadius+1)+radius]
	if s := to.Load(); s != nil {
		return *s
	}
	var s hex.Set
	for i := range p.Len() {
		if ruling.InReach(p.Grid, at, i, radius) {
			s.Add(i)
		}
	}
	to.Store(&s)
	return s
}

// line returns the line between two cells, from the cache if possible.
func (p *boardShape) line(i, j int) *sightline {
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

// placeBoard returns a board as the first or second of a battlefield, from the cache if
// possible.
func (p *boardShape) placeBoard(order, board int, s *BoardSide, l boardJoin) *boardHalf {
	if found := p.sides[order][board]; found != nil {
		return found
	}
	set := func(list []ruling.Hex) (s hex.Set) {
		for _, c := range (ruling.BoardsInput{Rotation: l.rotation, Translation: ruling.Shift(l.translation)}).Placed(list) {
			s.Add(p.Find(c))
		}
		return s
	}
	fresh := &boardHalf{set(s.Hexes), set(s.Blocked), set(s.Starting)}
	p.sides[order][board] = fresh
	return fresh
}

// newBoard returns the battlefield of two boards; a and b belong to seats 0 and 1.
func (p *boardShape) newBoard(a, b *boardHalf) *board {
	fresh := &board{
		Battlefield: ruling.Battlefield{
			Grid: p.Grid, Blocked: a.blocked.Or(b.blocked), Starting: a.starting.Or(b.starting),
			Territory: [2]hex.Set{a.territory, b.territory},
		},
		shape: p, all: p.all, edge: p.edge, hexes: p.hexes,
	}
	fresh.open = p.all.Without(fresh.Blocked)
	for i, of := range ruling.Players {
		fresh.startHexes[i] = fresh.Bases(of)
	}
	return fresh
}

// sees reports whether there is line of sight between two cells. It computes what CanSee of
// package ruling does, with the cached lines of the shape.
func (a *board) sees(i, j int) bool {
	if a.Distance(i, j) == 1 {
		return true // nothing is between them
	}
	l := a.shape.line(i, j)
	if l.crossed || l.leaves && !a.sightAlongEdges {
		return false
	}
	met := l.touched.And(a.Blocked)
	return met.Empty()
}

// legalObjectiveHexes returns what ObjectiveHexes of package ruling does: the legal hexes
// for the next objective token and the exception that applies. It uses the cached discs of
// the shape.
func (a *board) legalObjectiveHexes(tokens []int) (legal hex.Set, exception string) {
	spaced := a.open.Without(a.Starting)
	for _, at := range tokens {
		spaced = spaced.Without(a.shape.disc(at, ruling.ObjectiveGap-1))
	}
	if legal = spaced.Without(a.edge); !legal.Empty() {
		return legal, ruling.ExceptNone
	}
	legal, exception, _ = a.ObjectiveHexes(tokens)
	return legal, exception
}

// joinsOf returns the legal joins of a second board to a first (WU-SETUP-4).
func joinsOf(a, b *BoardSide) []boardJoin {
	const whole, long, short = 1, 2, 3
	kinds := map[hex.Cell]int{}
	for k, list := range map[int][]ruling.Hex{whole: a.Hexes, long: a.Long, short: a.Short} {
		for _, h := range list {
			kinds[hex.Cell(h)] = k
		}
	}
	var found []boardJoin
	for _, rotation := range []int{0, 180} {
		turn := func(h ruling.Hex) hex.Cell {
			if rotation == 180 {
				return hex.Cell(h).HalfTurned()
			}
			return hex.Cell(h)
		}
		for _, edge := range []struct {
			name string
			kind int
			a, b []ruling.Hex
		}{{"long", long, a.Long, b.Long}, {"short", short, a.Short, b.Short}} {
			shared := map[hex.Cell]int{}
			for _, x := range edge.a {
				for _, y := range edge.b {
					shared[hex.Cell(x).Sub(turn(y))]++
				}
			}
			for by, n := range shared {
				if n >= ruling.CompleteHexesNeeded[edge.name] && fitTogether(kinds, b, turn, by, whole, edge.kind) {
					found = append(found, boardJoin{rotation, by, edge.name})
				}
			}
		}
	}
	slices.SortStableFunc(found, func(x, y boardJoin) int {
		return cmp.Or(strings.Compare(x.edge, y.edge), x.rotation-y.rotation, hex.Compare(x.translation, y.translation))
	})
	return found
}

// fitTogether reports whether no whole hex of one board overlaps the other, and only half
// hexes of one kind of edge meet.
func fitTogether(kinds map[hex.Cell]int, b *BoardSide, turn func(ruling.Hex) hex.Cell, by hex.Cell, whole, edge int) bool {
	for _, h := range b.Hexes {
		if kinds[turn(h).Add(by)] != 0 {
			return false
		}
	}
	for k, list := range [][]ruling.Hex{b.Long, b.Short} {
		for _, h := range list {
			if met := kinds[turn(h).Add(by)]; met == whole || met != 0 && (met != edge || k+2 != edge) {
				return false
			}
		}
	}
	return true
}

// boardPair is two boards in one of their joins.
type boardPair struct { // indexes of the boards
	first, second int // boards
	lay           boardJoin
}

// buildBoard returns the battlefield of two boards. seat chose the first.
func (f *fixed) buildBoard(j boardPair, seat rules.Seat) (*board, error) {
	if j.first < 0 || j.first >= len(f.boards) || j.second < 0 || j.second >= len(f.boards) {
		return nil, rules.Faultf(rules.OutOfRange, "boards", "no such board")
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if !slices.Contains(f.joinsOfShapes[[2]int{j.first, j.second}], j.lay) {
		return nil, rules.Breaks("WU-SETUP-4", "translation", "the boards cannot be joined so")
	}
	p := f.shapeOf(j)
	sides := [2]*boardHalf{p.placeBoard(0, j.first, &f.boards[j.first], boardJoin{}), p.placeBoard(1, j.second, &f.boards[j.second], j.lay)}
	if seat == 1 {
		sides[0], sides[1] = sides[1], sides[0]
	}
	fresh := p.newBoard(sides[0], sides[1])
	fresh.sightAlongEdges = f.options.freeRims
	return fresh, nil
}

// shapeOf returns the shape of a legal join. Boards of the same shapes share it.
func (f *fixed) shapeOf(j boardPair) *boardShape {
	key := boardPair{f.shapes[j.first], f.shapes[j.second], j.lay}
	if p := f.boardShapes[key]; p != nil {
		return p
	}
	made := ruling.BoardsInput{
		BoardA: f.boards[j.first].face(), BoardB: f.boards[j.second].face(),
		Rotation: j.lay.rotation, Translation: ruling.Shift(j.lay.translation), EdgeA: j.lay.edge, EdgeB: j.lay.edge,
	}
	completed, _, _ := made.Overlaps()
	cells := slices.Concat(ruling.CellsOf(made.BoardA.Hexes), made.Placed(made.BoardB.Hexes), completed)
	g := hex.NewGrid(cells)
	if f.options.straight {
		g = hex.NewStraightGrid(cells)
	}
	n := g.Len()
	p := &boardShape{
		Grid: g, sides: [2][]*boardHalf{make([]*boardHalf, len(f.boards)), make([]*boardHalf, len(f.boards))},
		discs: make([]atomic.Pointer[hex.Set], n*(maxDiscRadius+1)), lines: make([]atomic.Pointer[sightline], n*n),
	}
	bare := ruling.Battlefield{Grid: g}
	p.all, p.edge = bare.All(), bare.EdgeHexes()
	for i := range n {
		p.hexes = append(p.hexes, ruling.Hex(g.Cell(i)))
	}
	for i := range p.hexes {
		p.offers = append(p.offers, offerOf(&p.hexes[i]))
	}
	if len(f.boardShapes) >= maxBoardShapes {
		clear(f.boardShapes)
	}
	f.boardShapes[key] = p
	return p
}

// shapesOf returns for each board the index of the first board of the same shape.
func shapesOf(boards []BoardSide) []int {
	shapes := make([]int, len(boards))
	for k := range boards {
		shapes[k] = slices.IndexFunc(boards, func(s BoardSide) bool {
			return slices.Equal(s.Hexes, boards[k].Hexes) && slices.Equal(s.Long, boards[k].Long) && slices.Equal(s.Short, boards[k].Short)
		})
	}
	return shapes
}

package magnamund

import (
	"oriflamme/rules"
	"oriflamme/rules/grid"
)

// march is the move of one piece, step by step.
type march struct {
	*ground
	costs      *costs
	piece      piece
	home       piece // where it stood at first, which bars it no way
	left       int   // movement points
	retreating bool  // engagement stops nobody, and the edge is open
	mayLeap    bool
	leaps      int // used in the battle so far
	lost       bool
	paid       int   // movement points, in all
	keeps      bool  // whether it keeps what each step cost
	spent      []int // that
}

// leapLength is how far Salmon Leap goes, leapsPerBattle how often (MG-HERO-6, ruling MG-AMB-19).
const (
	leapLength     = 4
	leapsPerBattle = 2
)

var leapCompass = [...]string{"n", "ne", "e", "se", "s", "sw", "w", "nw"}

// stride is a step of a path as its word says: forward by so many eighths of a
// turn, a pivot to a facing, or a leap along a way of the compass.
type stride struct {
	word        string
	alone       []string // the word as a path
	pivot, leap bool
	facing      grid.Facing
	turn        int // eighths, of a step forward
	eighth      grid.Cell
}

// strides are all steps: first the walks, then the leaps.
var strides = func() (all []stride) {
	for turn, word := range [...]string{"forward-left", "forward", "forward-right"} {
		all = append(all, stride{word: word, turn: turn - 1})
	}
	for n := range 4 {
		f := grid.North.Turned(n)
		all = append(all, stride{word: "pivot-" + string(f), pivot: true, facing: f})
	}
	for n, way := range leapCompass {
		all = append(all, stride{word: "leap-" + way, leap: true, eighth: grid.Compass()[n]})
	}
	for i := range all {
		all[i].alone = []string{all[i].word}
	}
	return all
}()

// walks is how many of the strides are no leaps.
const walks = 7

func stepOf(word string) *stride {
	for i := range strides {
		if strides[i].word == word {
			return &strides[i]
		}
	}
	panic("magnamund: no step " + word)
}

var stepForward = stepOf("forward")

// Refusals of a step. They have no field: the caller knows which step it is.
var (
	hasLeft     = rules.Breaks("MG-MOR-9", "", "the piece has left the board")
	nowEngaged  = rules.Breaks("MG-MOVE-9", "", "an enemy is adjacent")
	impassably  = rules.Breaks("MG-MOVE-2", "", "nobody passes there")
	heldThere   = rules.Breaks("MG-MOVE-5", "", "a piece stands there")
	tooDear     = rules.Breaks("MG-MOVE-4", "", "it costs more than is left")
	boardEnds   = rules.Breaks("MG-GEO-1", "", "the board ends there")
	vainPivot   = rules.Breaks("MG-MOVE-7", "", "a pivot costs 1 and changes the facing")
	stuckRear   = rules.Breaks("MG-MOVE-7", "", "the rear cell cannot swing")
	noLeap      = rules.Breaks("MG-HERO-6", "", "the piece cannot leap")
	leapBarred  = rules.Breaks("MG-HERO-6", "", "nobody leaps over that")
	leapNowhere = rules.Breaks("MG-HERO-6", "", "nobody can land there")
)

// take makes one step, or refuses it with one of the faults above.
func (m *march) take(step string) *rules.Fault { return m.stride(stepOf(step)) }

func (m *march) stride(s *stride) *rules.Fault {
	switch {
	case m.lost:
		return hasLeft
	case !m.retreating && m.engages(m.piece):
		return nowEngaged
	case s.pivot:
		return m.pivot(s.facing)
	case s.leap:
		return m.leap(s.eighth)
	}
	return m.forward(m.piece.Facing.Eighths(s.turn), s.turn != 0)
}

// held tells who holds a cell besides the piece itself.
func (m *march) held(c grid.Cell) holder {
	if c == m.home.Cell || m.home.Mounted && c == m.home.rear() {
		return nobody
	}
	return m.holder(c)
}

// pay takes movement points for a step that is made.
func (m *march) pay(cost int) {
	m.left -= cost
	m.paid += cost
	if m.keeps {
		m.spent = append(m.spent, cost)
	}
}

// forward goes to the cell ahead or a front diagonal (MG-MOVE-1 to MG-MOVE-6).
// The rear cell of a rider follows and costs nothing.
func (m *march) forward(step grid.Cell, diagonal bool) *rules.Fault {
	next := m.piece
	next.Cell = next.Cell.Plus(step)
	if !m.on(next.Cell) {
		return m.leave(diagonal)
	}
	cost := m.costs.step(m.ground, m.piece.Cell, next.Cell)
	swerves := next.Mounted && diagonal // else the rear follows into the old front
	switch {
	case cost == impassable || swerves && !m.enters(next.Cell, next.rear()):
		return impassably
	case m.held(next.Cell) != nobody || swerves && m.held(next.rear()) != nobody:
		return heldThere
	case cost > m.left:
		return tooDear
	}
	m.piece = next
	m.pay(cost)
	return nil
}

// leave crosses the edge of the board, which only those do who flee (MG-MOR-9).
func (m *march) leave(diagonal bool) *rules.Fault {
	cost := 1 + count(diagonal)
	switch {
	case !m.retreating:
		return boardEnds
	case cost > m.left:
		return tooDear
	}
	m.lost = true
	m.pay(cost)
	return nil
}

// enters reports whether a cell that shares a side with from can be entered from it.
func (m *march) enters(from, to grid.Cell) bool {
	return m.costs.land[m.terrain(to)] != impassable && m.costs.side[m.between(from, to)] != impassable
}

// pivot turns on the spot for one point; the rear cell of a rider swings round
// the front one, on a side that is free (MG-MOVE-7, rulings MG-AMB-07 and MG-AMB-39).
func (m *march) pivot(to grid.Facing) *rules.Fault {
	if to == m.piece.Facing || m.left < 1 {
		return vainPivot
	}
	if m.piece.Mounted {
		free := false
		switch m.piece.Facing.Quarters(to) {
		case 1:
			free = m.swings(1, 2)
		case 2:
			free = m.swings(1, 4) || m.swings(-1, 4)
		case 3:
			free = m.swings(-1, 2)
		}
		if !free {
			return stuckRear
		}
	}
	m.piece.Facing = to
	m.pay(1)
	return nil
}

// swings follows the rear cell so many eighths round the front cell, clockwise
// or (with turn -1) the other way.
func (m *march) swings(turn, eighths int) bool {
	front, at := m.piece.Cell, m.piece.rear()
	for i := 1; i <= eighths; i++ {
		next := front.Plus(m.piece.Facing.Eighths(4 + turn*i))
		if !m.on(next) || m.held(next) != nobody || !m.enters(at, next) {
			return false
		}
		at = next
	}
	return m.enters(front, at)
}

// leap is a Salmon Leap (MG-HERO-6): over anything but houses, ramparts and trees.
func (m *march) leap(step grid.Cell) *rules.Fault {
	if !m.mayLeap || m.retreating || m.leaps >= leapsPerBattle {
		return noLeap
	}
	landing := m.piece
	landing.Cell = landing.Cell.Plus(step.Times(leapLength))
	for _, c := range landing.cells() {
		if !m.on(c) {
			return boardEnds
		}
	}
	for i := 1; i <= leapLength; i++ {
		switch m.terrain(m.piece.Cell.Plus(step.Times(i))) {
		case building, rampart, trees:
			return leapBarred
		}
	}
	for _, c := range landing.cells() {
		if m.costs.land[m.terrain(c)] == impassable || m.held(c) != nobody {
			return leapNowhere
		}
	}
	m.piece = landing
	m.leaps++
	m.pay(0)
	return nil
}

type movementInput struct {
	Map         chart     `json:"map"`
	Piece       piece     `json:"piece"`
	MP          int       `json:"mp" in:"0..100"`
	Orientation bool      `json:"orientation" default:"false"`
	Hunting     bool      `json:"hunting" default:"false"`
	Costs       priceList `json:"costs" default:"{}"`
	SalmonLeap  bool      `json:"salmon_leap" default:"false"`
	LeapUses    int       `json:"leap_uses" in:"0..10" default:"0"`
	Retreating  bool      `json:"retreating" default:"false"`
	Path        []string  `json:"path" len:"0..100" each:"forward|forward-left|forward-right|pivot-n|pivot-e|pivot-s|pivot-w|leap-n|leap-ne|leap-e|leap-se|leap-s|leap-sw|leap-w|leap-nw"`
}

type movementResult struct {
	Cell     grid.Cell   `json:"cell"`
	RearCell *grid.Cell  `json:"rear_cell"`
	Facing   grid.Facing `json:"facing"`
	MPTotal  int         `json:"mp_total"`
	MPSpent  int         `json:"mp_spent"`
	MPLeft   int         `json:"mp_left"`
	Costs    []int       `json:"costs"`
	Leaps    int         `json:"leaps"`
	Engaged  bool        `json:"engaged"`
	Lost     bool        `json:"lost"`
}

// march checks the request and makes the move.
func (in movementInput) march() (m march, fault *rules.Fault) {
	prices := in.Costs.read()
	m = march{
		costs: &prices, piece: in.Piece, home: in.Piece, left: in.MP + orientationBonus*count(in.Orientation),
		retreating: in.Retreating, mayLeap: in.SalmonLeap, leaps: in.LeapUses, keeps: true,
	}
	if m.ground, fault = in.Map.build(); fault != nil {
		return m, fault
	}
	if f := first(in.Map.place(m.ground, "piece.cell", in.Piece.cells()...), in.Costs.covers(m.ground)); f != nil {
		return m, f
	}
	if in.Hunting && !in.Piece.Mounted {
		m.costs.hunt()
	}
	if len(in.Path) > 0 && !in.Retreating && m.engages(in.Piece) {
		return m, rules.Breaks("MG-PHASE-2", "piece", "an enemy is adjacent")
	}
	for i, step := range in.Path {
		if f := m.take(step); f != nil {
			return m, placed(f, rules.At("path", i))
		}
	}
	return m, nil
}

// hunt makes rocks, brush and trees as easy as open ground (MG-KAI-4).
func (c *costs) hunt() {
	for _, t := range []terrain{rocks, brush, trees} {
		c.land[t] = c.land[openGround]
	}
}

var movementRuling = rules.NewRuling("movement",
	"MG-MOVE-1 MG-MOVE-2 MG-MOVE-3 MG-MOVE-4 MG-MOVE-5 MG-MOVE-6 MG-MOVE-7 MG-MOVE-8 MG-MOVE-9 MG-PHASE-2 MG-KAI-4 MG-KAI-9 MG-HERO-6 MG-MOR-9 "+
		"MG-GEO-1 MG-AMB-07 MG-AMB-19 MG-AMB-34 MG-AMB-39 MG-AMB-40", "",
	func(in movementInput) (rules.Judge, error) {
		m, fault := in.march()
		if fault != nil {
			return nil, fault
		}
		r := movementResult{
			Cell: m.piece.Cell, Facing: m.piece.Facing, MPTotal: m.left + m.paid, MPSpent: m.paid, MPLeft: m.left,
			Costs: m.spent, Leaps: m.leaps - in.LeapUses, Lost: m.lost, Engaged: !m.lost && m.engages(m.piece),
		}
		if m.piece.Mounted {
			rear := m.piece.rear()
			r.RearCell = &rear
		}
		return func(*rules.Cup) any { return r }, nil
	})

package magnamund

import (
	"oriflamme/rules"
	"oriflamme/rules/grid"
)

// Movement is the move of one piece, step by step.
type Movement struct {
	*Ground
	costs      *costs
	piece      Place
	Start      Place // where it stood at first, which bars it no way
	PointsLeft int   // movement points
	retreating bool  // engagement stops nobody, and the edge is open
	mayLeap    bool
	leaps      int // used in the battle so far
	LeftBoard  bool
	Spent      int   // movement points, in all
	logCosts   bool  // whether it keeps what each step cost
	costLog    []int // that
}

// leapLength is how far Salmon Leap goes, leapsPerBattle how often (MG-HERO-6, ruling MG-AMB-19).
const (
	leapLength     = 4
	leapsPerBattle = 2
)

var leapCompass = [...]string{"n", "ne", "e", "se", "s", "sw", "w", "nw"}

// Step is a step of a path as its word says: forward by so many eighths of a
// turn, a pivot to a facing, or a leap along a way of the compass.
type Step struct {
	word        string
	Path        []string // the word as a path
	pivot, leap bool
	facing      grid.Facing
	turn        int // eighths, of a step forward
	eighth      grid.Cell
}

// Steps are all steps: first the walks, then the leaps.
var Steps = func() (all []Step) {
	for turn, word := range [...]string{"forward-left", "forward", "forward-right"} {
		all = append(all, Step{word: word, turn: turn - 1})
	}
	for n := range 4 {
		f := grid.North.Turned(n)
		all = append(all, Step{word: "pivot-" + string(f), pivot: true, facing: f})
	}
	for n, way := range leapCompass {
		all = append(all, Step{word: "leap-" + way, leap: true, eighth: grid.Compass()[n]})
	}
	for i := range all {
		all[i].Path = []string{all[i].word}
	}
	return all
}()

// StepsOnFoot is how many of the strides are no leaps.
const StepsOnFoot = 7

func StepByName(word string) *Step {
	for i := range Steps {
		if Steps[i].word == word {
			return &Steps[i]
		}
	}
	panic("magnamund: no step " + word)
}

var stepForward = StepByName("forward")

// Refusals of a step. They have no field: the caller knows which step it is.
var (
	errHasLeft     = rules.Breaks("MG-MOR-9", "", "the piece has left the board")
	errNowEngaged  = rules.Breaks("MG-MOVE-9", "", "an enemy is adjacent")
	errImpassable  = rules.Breaks("MG-MOVE-2", "", "nobody passes there")
	errHeld        = rules.Breaks("MG-MOVE-5", "", "a piece stands there")
	errTooDear     = rules.Breaks("MG-MOVE-4", "", "it costs more than is left")
	errBoardEnds   = rules.Breaks("MG-GEO-1", "", "the board ends there")
	errVainPivot   = rules.Breaks("MG-MOVE-7", "", "a pivot costs 1 and changes the facing")
	errRearBlocked = rules.Breaks("MG-MOVE-7", "", "the rear cell cannot swing")
	errNoLeap      = rules.Breaks("MG-HERO-6", "", "the piece cannot leap")
	errLeapBarred  = rules.Breaks("MG-HERO-6", "", "nobody leaps over that")
	errLeapNowhere = rules.Breaks("MG-HERO-6", "", "nobody can land there")
)

// StepByName makes one step, or refuses it with one of the faults above.
func (m *Movement) StepByName(step string) *rules.Fault { return m.Step(StepByName(step)) }

func (m *Movement) Step(s *Step) *rules.Fault {
	switch {
	case m.LeftBoard:
		return errHasLeft
	case !m.retreating && m.EngagedPlace(m.piece):
		return errNowEngaged
	case s.pivot:
		return m.PivotTo(s.facing)
	case s.leap:
		return m.leap(s.eighth)
	}
	return m.forward(m.piece.Facing.Eighths(s.turn), s.turn != 0)
}

// HolderOf tells who holds a cell besides the piece itself.
func (m *Movement) HolderOf(c grid.Cell) holder {
	if c == m.Start.Cell || m.Start.Mounted && c == m.Start.RearCell() {
		return Nobody
	}
	return m.holder(c)
}

// pay takes movement points for a step that is made.
func (m *Movement) pay(cost int) {
	m.PointsLeft -= cost
	m.Spent += cost
	if m.logCosts {
		m.costLog = append(m.costLog, cost)
	}
}

// forward goes to the cell ahead or a front diagonal (MG-MOVE-1 to MG-MOVE-6).
// The rear cell of a rider follows and costs nothing.
func (m *Movement) forward(step grid.Cell, diagonal bool) *rules.Fault {
	next := m.piece
	next.Cell = next.Cell.Plus(step)
	if !m.OnBoard(next.Cell) {
		return m.leave(diagonal)
	}
	cost := m.costs.step(m.Ground, m.piece.Cell, next.Cell)
	swerves := next.Mounted && diagonal // else the rear follows into the old front
	switch {
	case cost == impassable || swerves && !m.enters(next.Cell, next.RearCell()):
		return errImpassable
	case m.HolderOf(next.Cell) != Nobody || swerves && m.HolderOf(next.RearCell()) != Nobody:
		return errHeld
	case cost > m.PointsLeft:
		return errTooDear
	}
	m.piece = next
	m.pay(cost)
	return nil
}

// leave crosses the edge of the board, which only those do who flee (MG-MOR-9).
func (m *Movement) leave(diagonal bool) *rules.Fault {
	cost := 1 + boolToInt(diagonal)
	switch {
	case !m.retreating:
		return errBoardEnds
	case cost > m.PointsLeft:
		return errTooDear
	}
	m.LeftBoard = true
	m.pay(cost)
	return nil
}

// enters reports whether a cell that shares a side with from can be entered from it.
func (m *Movement) enters(from, to grid.Cell) bool {
	return m.costs.land[m.terrain(to)] != impassable && m.costs.side[m.Feature(from, to)] != impassable
}

// PivotTo turns on the spot for one point; the rear cell of a rider swings round
// the front one, on a side that is free (MG-MOVE-7, rulings MG-AMB-07 and MG-AMB-39).
func (m *Movement) PivotTo(to grid.Facing) *rules.Fault {
	if to == m.piece.Facing || m.PointsLeft < 1 {
		return errVainPivot
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
			return errRearBlocked
		}
	}
	m.piece.Facing = to
	m.pay(1)
	return nil
}

// swings follows the rear cell so many eighths round the front cell, clockwise
// or (with turn -1) the other way.
func (m *Movement) swings(turn, eighths int) bool {
	front, at := m.piece.Cell, m.piece.RearCell()
	for i := 1; i <= eighths; i++ {
		next := front.Plus(m.piece.Facing.Eighths(4 + turn*i))
		if !m.OnBoard(next) || m.HolderOf(next) != Nobody || !m.enters(at, next) {
			return false
		}
		at = next
	}
	return m.enters(front, at)
}

// leap is a Salmon Leap (MG-HERO-6): over anything but houses, ramparts and trees.
func (m *Movement) leap(step grid.Cell) *rules.Fault {
	if !m.mayLeap || m.retreating || m.leaps >= leapsPerBattle {
		return errNoLeap
	}
	landing := m.piece
	landing.Cell = landing.Cell.Plus(step.Times(leapLength))
	for _, c := range landing.cells() {
		if !m.OnBoard(c) {
			return errBoardEnds
		}
	}
	for i := 1; i <= leapLength; i++ {
		switch m.terrain(m.piece.Cell.Plus(step.Times(i))) {
		case building, rampart, trees:
			return errLeapBarred
		}
	}
	for _, c := range landing.cells() {
		if m.costs.land[m.terrain(c)] == impassable || m.HolderOf(c) != Nobody {
			return errLeapNowhere
		}
	}
	m.piece = landing
	m.leaps++
	m.pay(0)
	return nil
}

type movementInput struct {
	Map         boardInput `json:"map"`
	Piece       Place      `json:"piece"`
	MP          int        `json:"mp" in:"0..100"`
	Orientation bool       `json:"orientation" default:"false"`
	Hunting     bool       `json:"hunting" default:"false"`
	Costs       priceList  `json:"costs" default:"{}"`
	SalmonLeap  bool       `json:"salmon_leap" default:"false"`
	LeapUses    int        `json:"leap_uses" in:"0..10" default:"0"`
	Retreating  bool       `json:"retreating" default:"false"`
	Path        []string   `json:"path" len:"0..100" each:"forward|forward-left|forward-right|pivot-n|pivot-e|pivot-s|pivot-w|leap-n|leap-ne|leap-e|leap-se|leap-s|leap-sw|leap-w|leap-nw"`
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

// run checks the request and makes the move.
func (in movementInput) run() (m Movement, fault *rules.Fault) {
	prices := in.Costs.read()
	m = Movement{
		costs: &prices, piece: in.Piece, Start: in.Piece, PointsLeft: in.MP + orientationBonus*boolToInt(in.Orientation),
		retreating: in.Retreating, mayLeap: in.SalmonLeap, leaps: in.LeapUses, logCosts: true,
	}
	if m.Ground, fault = in.Map.build(); fault != nil {
		return m, fault
	}
	if f := firstFault(in.Map.place(m.Ground, "piece.cell", in.Piece.cells()...), in.Costs.covers(m.Ground)); f != nil {
		return m, f
	}
	if in.Hunting && !in.Piece.Mounted {
		m.costs.ApplyHunting()
	}
	if len(in.Path) > 0 && !in.Retreating && m.EngagedPlace(in.Piece) {
		return m, rules.Breaks("MG-PHASE-2", "piece", "an enemy is adjacent")
	}
	for i, step := range in.Path {
		if f := m.StepByName(step); f != nil {
			return m, WithField(f, rules.At("path", i))
		}
	}
	return m, nil
}

// ApplyHunting makes rocks, brush and trees as easy as open ground (MG-KAI-4).
func (c *costs) ApplyHunting() {
	for _, t := range []terrain{rocks, brush, trees} {
		c.land[t] = c.land[openGround]
	}
}

var movementRuling = rules.NewRuling("movement",
	"MG-MOVE-1 MG-MOVE-2 MG-MOVE-3 MG-MOVE-4 MG-MOVE-5 MG-MOVE-6 MG-MOVE-7 MG-MOVE-8 MG-MOVE-9 MG-PHASE-2 MG-KAI-4 MG-KAI-9 MG-HERO-6 MG-MOR-9 "+
		"MG-GEO-1 MG-AMB-07 MG-AMB-19 MG-AMB-34 MG-AMB-39 MG-AMB-40", "",
	func(in movementInput) (rules.Resolver, error) {
		m, fault := in.run()
		if fault != nil {
			return nil, fault
		}
		r := movementResult{
			Cell: m.piece.Cell, Facing: m.piece.Facing, MPTotal: m.PointsLeft + m.Spent, MPSpent: m.Spent, MPLeft: m.PointsLeft,
			Costs: m.costLog, Leaps: m.leaps - in.LeapUses, Lost: m.LeftBoard, Engaged: !m.LeftBoard && m.EngagedPlace(m.piece),
		}
		if m.piece.Mounted {
			rear := m.piece.RearCell()
			r.RearCell = &rear
		}
		return func(*rules.Roller) any { return r }, nil
	})

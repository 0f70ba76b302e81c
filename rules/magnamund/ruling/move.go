package ruling

import (
	"oriflamme/rules"
	"oriflamme/rules/grid"
)

// Movement is the move of one troop, step by step.
type Movement struct {
	*Ground
	Costs      *Costs
	Piece      Place
	Start      Place // where it stood at first, which bars it no way
	PointsLeft int   // movement points
	Retreating bool  // engagement stops nobody, and the edge is open
	MayLeap    bool
	Leaps      int // used in the battle so far
	LeftBoard  bool
	Spent      int   // movement points, in all
	logCosts   bool  // whether it keeps what each step cost
	costLog    []int // that
}

// LeapLength is how far Salmon Leap goes, LeapsPerBattle how often (MG-HERO-6, ruling MG-AMB-19).
const (
	LeapLength     = 4
	LeapsPerBattle = 2
)

var leapCompass = [...]string{"n", "ne", "e", "se", "s", "sw", "w", "nw"}

// Step is a step of a path as its word says: forward by so many eighths of a
// turn, a pivot to a facing, or a leap along a way of the compass.
type Step struct {
	Word        string
	Path        []string // the word as a path
	Pivot, Leap bool
	Facing      grid.Facing
	Turn        int // eighths, of a step forward
	Eighth      grid.Cell
}

// Steps are all steps: first the walks, then the leaps.
var Steps = func() (all []Step) {
	for turn, word := range [...]string{"forward-left", "forward", "forward-right"} {
		all = append(all, Step{Word: word, Turn: turn - 1})
	}
	for n := range 4 {
		f := grid.North.Turned(n)
		all = append(all, Step{Word: "pivot-" + string(f), Pivot: true, Facing: f})
	}
	for n, way := range leapCompass {
		all = append(all, Step{Word: "leap-" + way, Leap: true, Eighth: grid.Compass()[n]})
	}
	for i := range all {
		all[i].Path = []string{all[i].Word}
	}
	return all
}()

// StepsOnFoot is how many of the strides are no leaps.
const StepsOnFoot = 7

func StepByName(word string) *Step {
	for i := range Steps {
		if Steps[i].Word == word {
			return &Steps[i]
		}
	}
	panic("magnamund: no step " + word)
}

var StepForward = StepByName("forward")

// Refusals of a step. They have no field: the caller knows which step it is.
var (
	errHasLeft     = rules.Breaks("MG-MOR-9", "", "the piece has left the board")
	errNowEngaged  = rules.Breaks("MG-MOVE-9", "", "an enemy is adjacent")
	ErrImpassable  = rules.Breaks("MG-MOVE-2", "", "nobody passes there")
	ErrHeld        = rules.Breaks("MG-MOVE-5", "", "a piece stands there")
	ErrTooDear     = rules.Breaks("MG-MOVE-4", "", "it costs more than is left")
	errBoardEnds   = rules.Breaks("MG-GEO-1", "", "the board ends there")
	ErrVainPivot   = rules.Breaks("MG-MOVE-7", "", "a pivot costs 1 and changes the facing")
	errRearBlocked = rules.Breaks("MG-MOVE-7", "", "the rear cell cannot swing")
	ErrNoLeap      = rules.Breaks("MG-HERO-6", "", "the piece cannot leap")
	errLeapBarred  = rules.Breaks("MG-HERO-6", "", "nobody leaps over that")
	errLeapNowhere = rules.Breaks("MG-HERO-6", "", "nobody can land there")
)

// StepByName makes one step, or refuses it with one of the faults above.
func (m *Movement) StepByName(step string) *rules.Fault { return m.Step(StepByName(step)) }

func (m *Movement) Step(s *Step) *rules.Fault {
	switch {
	case m.LeftBoard:
		return errHasLeft
	case !m.Retreating && m.EngagedPlace(m.Piece):
		return errNowEngaged
	case s.Pivot:
		return m.PivotTo(s.Facing)
	case s.Leap:
		return m.leap(s.Eighth)
	}
	return m.forward(m.Piece.Facing.Eighths(s.Turn), s.Turn != 0)
}

// HolderOf tells who holds a cell besides the troop itself.
func (m *Movement) HolderOf(c grid.Cell) Holder {
	if c == m.Start.Cell || m.Start.Mounted && c == m.Start.RearCell() {
		return Nobody
	}
	return m.Holder(c)
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
	next := m.Piece
	next.Cell = next.Cell.Plus(step)
	if !m.OnBoard(next.Cell) {
		return m.leave(diagonal)
	}
	cost := m.Costs.Step(m.Ground, m.Piece.Cell, next.Cell)
	swerves := next.Mounted && diagonal // else the rear follows into the old front
	switch {
	case cost == Impassable || swerves && !m.enters(next.Cell, next.RearCell()):
		return ErrImpassable
	case m.HolderOf(next.Cell) != Nobody || swerves && m.HolderOf(next.RearCell()) != Nobody:
		return ErrHeld
	case cost > m.PointsLeft:
		return ErrTooDear
	}
	m.Piece = next
	m.pay(cost)
	return nil
}

// leave crosses the edge of the board, which only those do who flee (MG-MOR-9).
func (m *Movement) leave(diagonal bool) *rules.Fault {
	cost := 1 + BoolToInt(diagonal)
	switch {
	case !m.Retreating:
		return errBoardEnds
	case cost > m.PointsLeft:
		return ErrTooDear
	}
	m.LeftBoard = true
	m.pay(cost)
	return nil
}

// enters reports whether a cell that shares a side with from can be entered from it.
func (m *Movement) enters(from, to grid.Cell) bool {
	return m.Costs.Land[m.Terrain(to)] != Impassable && m.Costs.Side[m.Feature(from, to)] != Impassable
}

// PivotTo turns on the spot for one point; the rear cell of a rider swings round
// the front one, on a side that is free (MG-MOVE-7, rulings MG-AMB-07 and MG-AMB-39).
func (m *Movement) PivotTo(to grid.Facing) *rules.Fault {
	if to == m.Piece.Facing || m.PointsLeft < 1 {
		return ErrVainPivot
	}
	if m.Piece.Mounted {
		free := false
		switch m.Piece.Facing.Quarters(to) {
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
	m.Piece.Facing = to
	m.pay(1)
	return nil
}

// swings follows the rear cell so many eighths round the front cell, clockwise
// or (with turn -1) the other way.
func (m *Movement) swings(turn, eighths int) bool {
	front, at := m.Piece.Cell, m.Piece.RearCell()
	for i := 1; i <= eighths; i++ {
		next := front.Plus(m.Piece.Facing.Eighths(4 + turn*i))
		if !m.OnBoard(next) || m.HolderOf(next) != Nobody || !m.enters(at, next) {
			return false
		}
		at = next
	}
	return m.enters(front, at)
}

// leap is a Salmon Leap (MG-HERO-6): over anything but houses, ramparts and trees.
func (m *Movement) leap(step grid.Cell) *rules.Fault {
	if !m.MayLeap || m.Retreating || m.Leaps >= LeapsPerBattle {
		return ErrNoLeap
	}
	landing := m.Piece
	landing.Cell = landing.Cell.Plus(step.Times(LeapLength))
	for _, c := range landing.Cells() {
		if !m.OnBoard(c) {
			return errBoardEnds
		}
	}
	for i := 1; i <= LeapLength; i++ {
		switch m.Terrain(m.Piece.Cell.Plus(step.Times(i))) {
		case building, rampart, trees:
			return errLeapBarred
		}
	}
	for _, c := range landing.Cells() {
		if m.Costs.Land[m.Terrain(c)] == Impassable || m.HolderOf(c) != Nobody {
			return errLeapNowhere
		}
	}
	m.Piece = landing
	m.Leaps++
	m.pay(0)
	return nil
}

type movementInput struct {
	Map         boardInput `json:"map"`
	Piece       Place      `json:"piece"`
	MP          int        `json:"mp" in:"0..100"`
	Orientation bool       `json:"orientation" default:"false"`
	Hunting     bool       `json:"hunting" default:"false"`
	Costs       PriceList  `json:"costs" default:"{}"`
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
	prices := in.Costs.Read()
	m = Movement{
		Costs: &prices, Piece: in.Piece, Start: in.Piece, PointsLeft: in.MP + OrientationBonus*BoolToInt(in.Orientation),
		Retreating: in.Retreating, MayLeap: in.SalmonLeap, Leaps: in.LeapUses, logCosts: true,
	}
	if m.Ground, fault = in.Map.build(); fault != nil {
		return m, fault
	}
	if f := FirstFault(in.Map.place(m.Ground, "piece.cell", in.Piece.Cells()...), in.Costs.Covers(m.Ground)); f != nil {
		return m, f
	}
	if in.Hunting && !in.Piece.Mounted {
		m.Costs.ApplyHunting()
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
func (c *Costs) ApplyHunting() {
	for _, t := range []Terrain{rocks, brush, trees} {
		c.Land[t] = c.Land[OpenGround]
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
			Cell: m.Piece.Cell, Facing: m.Piece.Facing, MPTotal: m.PointsLeft + m.Spent, MPSpent: m.Spent, MPLeft: m.PointsLeft,
			Costs: m.costLog, Leaps: m.Leaps - in.LeapUses, Lost: m.LeftBoard, Engaged: !m.LeftBoard && m.EngagedPlace(m.Piece),
		}
		if m.Piece.Mounted {
			rear := m.Piece.RearCell()
			r.RearCell = &rear
		}
		return func(*rules.Roller) any { return r }, nil
	})

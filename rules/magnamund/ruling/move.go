package ruling

import (
	"oriflamme/rules"
	"oriflamme/rules/grid"
)

// Movement is the move of one troop, step by step.
type Movement struct {
	*Ground
	Costs      *Costs
	Place      Place
	Start      Place // place before the first step, which never bars its way
	PointsLeft int   // movement points left
	Retreating bool  // engagement does not stop it, and it may leave the board
	MayLeap    bool
	Leaps      int // used in the battle so far
	LeftBoard  bool
	Spent      int   // movement points spent in all
	logCosts   bool  // record the cost of each step
	costLog    []int // recorded costs
}

// LeapLength is the length of a Salmon Leap in cells, LeapsPerBattle how many a troop has
// (MG-HERO-6, ruling MG-AMB-19).
const (
	LeapLength     = 4
	LeapsPerBattle = 2
)

var leapCompass = [...]string{"n", "ne", "e", "se", "s", "sw", "w", "nw"}

// Step is one step of a path: forward with a turn in eighths, a pivot to a facing, or a leap
// in a direction of the compass. Its word names it in requests.
type Step struct {
	Word        string
	Path        []string // path of this word alone
	Pivot, Leap bool
	Facing      grid.Facing
	Turn        int // of a step forward, in eighths of a circle
	Eighth      grid.Cell
}

// Steps lists all steps: forward, then pivots, then leaps.
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

// StepsOnFoot is the number of Steps that are not leaps.
const StepsOnFoot = 7

// StepByName returns the step of a word, or nil.
func StepByName(word string) *Step {
	for i := range Steps {
		if Steps[i].Word == word {
			return &Steps[i]
		}
	}
	panic("magnamund: no step " + word)
}

// StepForward is the step straight ahead.
var StepForward = StepByName("forward")

// Refusals of a step. They have no field: the caller knows which step it is.
var (
	errHasLeft      = rules.Breaks("MG-MOR-9", "", "the piece has left the board")
	errNowEngaged   = rules.Breaks("MG-MOVE-9", "", "an enemy is adjacent")
	ErrImpassable   = rules.Breaks("MG-MOVE-2", "", "nobody passes there")
	ErrHeld         = rules.Breaks("MG-MOVE-5", "", "a piece stands there")
	ErrTooExpensive = rules.Breaks("MG-MOVE-4", "", "it costs more than is left")
	errBoardEnds    = rules.Breaks("MG-GEO-1", "", "the board ends there")
	ErrUselessPivot = rules.Breaks("MG-MOVE-7", "", "a pivot costs 1 and changes the facing")
	errRearBlocked  = rules.Breaks("MG-MOVE-7", "", "the rear cell cannot swing")
	ErrNoLeap       = rules.Breaks("MG-HERO-6", "", "the piece cannot leap")
	errLeapBarred   = rules.Breaks("MG-HERO-6", "", "nobody leaps over that")
	errLeapNowhere  = rules.Breaks("MG-HERO-6", "", "nobody can land there")
)

// StepByName makes the step of a word, or refuses it with one of the faults above.
func (m *Movement) StepByName(step string) *rules.Fault { return m.Step(StepByName(step)) }

// Step makes a step, or refuses it with one of the faults above.
func (m *Movement) Step(s *Step) *rules.Fault {
	switch {
	case m.LeftBoard:
		return errHasLeft
	case !m.Retreating && m.EngagedPlace(m.Place):
		return errNowEngaged
	case s.Pivot:
		return m.PivotTo(s.Facing)
	case s.Leap:
		return m.leap(s.Eighth)
	}
	return m.forward(m.Place.Facing.Eighths(s.Turn), s.Turn != 0)
}

// RunAhead moves straight ahead until a step is refused, and returns the refusal; nil if the
// troop has left the board.
func (m *Movement) RunAhead() *rules.Fault {
	for !m.LeftBoard {
		if f := m.Step(StepForward); f != nil {
			return f
		}
	}
	return nil
}

// HolderOf says who holds a cell; the troop itself does not count.
func (m *Movement) HolderOf(c grid.Cell) Holder {
	if c == m.Start.Cell || m.Start.Mounted && c == m.Start.RearCell() {
		return Nobody
	}
	return m.Holder(c)
}

// pay subtracts the movement points of a step.
func (m *Movement) pay(cost int) {
	m.PointsLeft -= cost
	m.Spent += cost
	if m.logCosts {
		m.costLog = append(m.costLog, cost)
	}
}

// forward moves to the cell ahead or to one diagonally ahead (MG-MOVE-1 to MG-MOVE-6). The
// rear cell of a rider follows at no cost.
func (m *Movement) forward(step grid.Cell, diagonal bool) *rules.Fault {
	next := m.Place
	next.Cell = next.Cell.Plus(step)
	if !m.OnBoard(next.Cell) {
		return m.leave(diagonal)
	}
	cost := m.Costs.Step(m.Ground, m.Place.Cell, next.Cell)
	rearMovesAside := next.Mounted && diagonal // otherwise the rear moves into the old front cell
	switch {
	case cost == Impassable || rearMovesAside && !m.canEnter(next.Cell, next.RearCell()):
		return ErrImpassable
	case m.HolderOf(next.Cell) != Nobody || rearMovesAside && m.HolderOf(next.RearCell()) != Nobody:
		return ErrHeld
	case cost > m.PointsLeft:
		return ErrTooExpensive
	}
	m.Place = next
	m.pay(cost)
	return nil
}

// leave moves over the edge of the board, which only fleeing troops may do (MG-MOR-9).
func (m *Movement) leave(diagonal bool) *rules.Fault {
	cost := 1 + rules.BoolToInt(diagonal)
	switch {
	case !m.Retreating:
		return errBoardEnds
	case cost > m.PointsLeft:
		return ErrTooExpensive
	}
	m.LeftBoard = true
	m.pay(cost)
	return nil
}

// canEnter reports whether a cell that shares a side with from can be entered from it.
func (m *Movement) canEnter(from, to grid.Cell) bool {
	return m.Costs.Land[m.Terrain(to)] != Impassable && m.Costs.Side[m.Feature(from, to)] != Impassable
}

// PivotTo turns the troop in its cell for one point. The rear cell of a rider swings round
// the front one, on a side that is free (MG-MOVE-7, rulings MG-AMB-07 and MG-AMB-39).
func (m *Movement) PivotTo(to grid.Facing) *rules.Fault {
	if to == m.Place.Facing || m.PointsLeft < 1 {
		return ErrUselessPivot
	}
	if m.Place.Mounted {
		free := false
		switch m.Place.Facing.Quarters(to) {
		case 1:
			free = m.canSwing(1, 2)
		case 2:
			free = m.canSwing(1, 4) || m.canSwing(-1, 4)
		case 3:
			free = m.canSwing(-1, 2)
		}
		if !free {
			return errRearBlocked
		}
	}
	m.Place.Facing = to
	m.pay(1)
	return nil
}

// canSwing reports whether the rear cell can swing a number of eighths round the front cell,
// clockwise or, with turn -1, the other way.
func (m *Movement) canSwing(turn, eighths int) bool {
	front, at := m.Place.Cell, m.Place.RearCell()
	for i := 1; i <= eighths; i++ {
		next := front.Plus(m.Place.Facing.Eighths(4 + turn*i))
		if !m.OnBoard(next) || m.HolderOf(next) != Nobody || !m.canEnter(at, next) {
			return false
		}
		at = next
	}
	return m.canEnter(front, at)
}

// leap makes a Salmon Leap (MG-HERO-6); it passes over anything but houses, ramparts and
// trees.
func (m *Movement) leap(step grid.Cell) *rules.Fault {
	if !m.MayLeap || m.Retreating || m.Leaps >= LeapsPerBattle {
		return ErrNoLeap
	}
	landing := m.Place
	landing.Cell = landing.Cell.Plus(step.Times(LeapLength))
	for _, c := range landing.Cells() {
		if !m.OnBoard(c) {
			return errBoardEnds
		}
	}
	for i := 1; i <= LeapLength; i++ {
		switch m.Terrain(m.Place.Cell.Plus(step.Times(i))) {
		case building, rampart, trees:
			return errLeapBarred
		}
	}
	for _, c := range landing.Cells() {
		if m.Costs.Land[m.Terrain(c)] == Impassable || m.HolderOf(c) != Nobody {
			return errLeapNowhere
		}
	}
	m.Place = landing
	m.Leaps++
	m.pay(0)
	return nil
}

type movementInput struct {
	Map         boardInput `json:"map"`
	Troop       Place      `json:"piece"`
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
		Costs: &prices, Place: in.Troop, Start: in.Troop, PointsLeft: in.MP + OrientationBonus*rules.BoolToInt(in.Orientation),
		Retreating: in.Retreating, MayLeap: in.SalmonLeap, Leaps: in.LeapUses, logCosts: true,
	}
	if m.Ground, fault = in.Map.build(); fault != nil {
		return m, fault
	}
	if f := rules.FirstFault(in.Map.place(m.Ground, "piece.cell", in.Troop.Cells()...), in.Costs.Covers(m.Ground)); f != nil {
		return m, f
	}
	if in.Hunting && !in.Troop.Mounted {
		m.Costs.ApplyHunting()
	}
	if len(in.Path) > 0 && !in.Retreating && m.EngagedPlace(in.Troop) {
		return m, rules.Breaks("MG-PHASE-2", "piece", "an enemy is adjacent")
	}
	for i, step := range in.Path {
		if f := m.StepByName(step); f != nil {
			return m, WithField(f, rules.At("path", i))
		}
	}
	return m, nil
}

// ApplyHunting makes rocks, brush and trees cost as little as open ground (MG-KAI-4).
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
			Cell: m.Place.Cell, Facing: m.Place.Facing, MPTotal: m.PointsLeft + m.Spent, MPSpent: m.Spent, MPLeft: m.PointsLeft,
			Costs: m.costLog, Leaps: m.Leaps - in.LeapUses, Lost: m.LeftBoard, Engaged: !m.LeftBoard && m.EngagedPlace(m.Place),
		}
		if m.Place.Mounted {
			rear := m.Place.RearCell()
			r.RearCell = &rear
		}
		return func(*rules.Roller) any { return r }, nil
	})

package rules

import (
	"slices"

	"oriflamme/rules/dice"
)

// A Roller throws the dice of one ruling or command and keeps them in order. Rules use it as
// straight-line code without error handling: when its source cannot settle a roll, the Roller
// panics, and the function that runs the rule recovers and returns the source's error.
type Roller struct {
	source    dice.Source
	thrown    []dice.Die
	onlyField string // see Matters
}

// stop is the panic of a rule whose dice or choices could not be settled. This package
// recovers it.
type stop struct{ err error }

// NewRoller returns a roller that throws the dice of a source.
func NewRoller(src dice.Source) *Roller { return &Roller{source: src} }

// Dice returns every die thrown so far, in order; none while odds are walked. The slice
// belongs to the roller.
func (c *Roller) Dice() []dice.Die { return c.thrown }

// Roll throws n dice that the rule reads one by one, in order.
func (c *Roller) Roll(why string, n, sides int) []int {
	return c.Throw(dice.Roll{Why: why, N: n, Sides: sides})
}

// Pool throws n dice whose order does not matter. Cuts are the faces where the meaning of a
// die changes, ascending; without cuts every face matters. The rule must treat all faces
// between two cuts in the same way, because odds visit only one of them.
func (c *Roller) Pool(why string, n, sides int, cuts ...int) []int {
	return c.Throw(dice.Roll{Why: why, N: n, Sides: sides, Read: dice.Pool, Cuts: cuts})
}

// Sum throws n dice and returns their total.
func (c *Roller) Sum(why string, n, sides int) int {
	total := 0
	for _, f := range c.Throw(dice.Roll{Why: why, N: n, Sides: sides, Read: dice.Sum}) {
		total += f
	}
	return total
}

// Count throws n dice and counts them by class: result[0] is the number of faces below
// cuts[0], result[i] the number from cuts[i-1] to below cuts[i].
func (c *Roller) Count(why string, n, sides int, cuts ...int) []int {
	counts := make([]int, len(cuts)+1)
	for _, f := range c.Pool(why, n, sides, cuts...) {
		i := 0
		for i < len(cuts) && f >= cuts[i] {
			i++
		}
		counts[i]++
	}
	return counts
}

// Until throws one die for each label until settled returns true, and returns the last faces
// and how often the dice were thrown. Walks for odds visit only decisive faces, so times is
// 1 there.
func (c *Roller) Until(labels []string, sides int, settled func(faces []int) bool) (faces []int, times int) {
	return c.throwUntil(dice.Roll{Why: labels[0], Labels: labels, N: len(labels), Sides: sides, Until: settled})
}

// throwUntil throws a roll until it is decisive.
func (c *Roller) throwUntil(r dice.Roll) (faces []int, times int) {
	for times = 1; ; times++ {
		if faces = c.Throw(r); r.Until(faces) {
			return faces, times
		}
	}
}

// firstTwoSeats are the seats of a roll-off that names none.
var firstTwoSeats = []int{0, 1}

// RollOff lets two seats throw a die each until the dice differ. Of are the seats; without it
// they are the first two. RollOff returns 0 when the first die is higher, 1 when the second
// is, and how often the dice were thrown.
func (c *Roller) RollOff(first, second string, sides int, of ...int) (winner, times int) {
	if of == nil {
		of = firstTwoSeats
	}
	r := dice.Roll{
		Why: first, Labels: []string{first, second}, N: 2, Sides: sides, Seats: of,
		Until:   func(f []int) bool { return f[0] != f[1] },
		ClassOf: func(f []int) int { return BoolToInt(f[1] > f[0]) },
	}
	faces, times := c.throwUntil(r)
	return r.ClassOf(faces), times
}

// Throw throws a roll and returns its faces. It throws once, also when r.Until is set, unless
// the source settles Until itself.
func (c *Roller) Throw(r dice.Roll) []int {
	if r.N == 0 {
		return nil
	}
	walked := c.ForOdds()
	if !walked {
		r.Until = nil
	}
	faces, err := c.source.Roll(r)
	if err != nil {
		panic(stop{err})
	}
	if walked { // nobody reads the dice of a walk, and keeping them would cost time
		return faces
	}
	c.thrown = slices.Grow(c.thrown, len(faces))
	for i, f := range faces {
		c.thrown = append(c.thrown, dice.Die{Sides: r.Sides, Value: f, For: r.Label(i)})
	}
	return faces
}

// Fail ends the rule with a fault that depends on the dice. It does not return.
func (c *Roller) Fail(f *Fault) { panic(stop{f}) }

// Matters reports whether the caller reads a result field. It is false only when odds are
// walked field by field (Ruling.OddsByField); a rule may then throw dice as a sum or a count
// that it would otherwise have to read one by one.
func (c *Roller) Matters(field string) bool { return c.onlyField == "" || c.onlyField == field }

// ForOdds reports whether the dice are walked for odds. Nobody sees the faces then, so a rule
// may leave out results that only describe them.
func (c *Roller) ForOdds() bool {
	_, ok := c.source.(dice.Settler)
	return ok
}

// PresetDice returns how many of the next dice are known already while the rest are walked
// (see OddsGivenDice). A rule must throw and read those as in play, without shortcuts.
func (c *Roller) PresetDice() int {
	if s, ok := c.source.(interface{ presetLeft() int }); ok {
		return s.presetLeft()
	}
	return 0
}

// recoverStop, when deferred, turns the panic of a stopped rule into its error.
func recoverStop(err *error) { stopError(recover(), err) }

// stopError sets err to the error of a recovered stop. Other panics go on.
func stopError(recovered any, err *error) {
	switch r := recovered.(type) {
	case nil:
	case stop:
		*err = r.err
	default:
		panic(r)
	}
}

package rules

import (
	"slices"

	"oriflamme/rules/dice"
)

// A Roller throws the dice of one ruling or command and keeps them in order.
// Rules are written against a Roller as straight-line code; when its source cannot
// settle a roll the rule is unwound and the caller gets the source's error.
type Roller struct {
	source    dice.Source
	thrown    []dice.Die
	onlyField string
}

// stop unwinds a rule whose dice or choices could not be settled. It never leaves this package.
type stop struct{ err error }

// NewRoller returns a cup that throws dice of the source.
func NewRoller(src dice.Source) *Roller { return &Roller{source: src} }

// Dice returns every die so far, in order; none while odds are walked. The
// slice is the cup's own.
func (c *Roller) Dice() []dice.Die { return c.thrown }

// Roll throws n dice that the rule reads one by one, in order.
func (c *Roller) Roll(why string, n, sides int) []int {
	return c.Throw(dice.Roll{Why: why, N: n, Sides: sides})
}

// Pool throws n dice whose order does not matter. Cuts are the faces where the
// meaning of a die changes, ascending; with none every face matters. The faces
// of one class are alike to the rule: it must not look at more.
func (c *Roller) Pool(why string, n, sides int, cuts ...int) []int {
	return c.Throw(dice.Roll{Why: why, N: n, Sides: sides, Read: dice.Pool, Cuts: cuts})
}

// Sum throws n dice of which the rule uses the total alone.
func (c *Roller) Sum(why string, n, sides int) int {
	total := 0
	for _, f := range c.Throw(dice.Roll{Why: why, N: n, Sides: sides, Read: dice.Sum}) {
		total += f
	}
	return total
}

// Count throws n dice and counts them by class: result[0] those below cuts[0],
// result[i] those from cuts[i-1] up to cuts[i].
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

// Until throws one die for each label, again and again until settled holds, and
// returns the last faces and how often the dice were thrown. Under Odds the
// count is 1: only decisive rolls are walked.
func (c *Roller) Until(labels []string, sides int, settled func(faces []int) bool) (faces []int, times int) {
	r := dice.Roll{Why: labels[0], Labels: labels, N: len(labels), Sides: sides, Until: settled}
	for times = 1; ; times++ {
		if faces = c.Throw(r); settled(faces) {
			return faces, times
		}
	}
}

// firstTwoSeats are the seats whose dice a roll-off takes.
var firstTwoSeats = []int{0, 1}

// RollOff has two seats throw a die each until they differ; without of they are the
// first two. It returns 0 when the first die is the higher and 1 when the second is,
// and how often they threw.
func (c *Roller) RollOff(first, second string, sides int, of ...int) (winner, times int) {
	if of == nil {
		of = firstTwoSeats
	}
	r := dice.Roll{
		Why: first, Labels: []string{first, second}, N: 2, Sides: sides, Seats: of,
		Until: func(f []int) bool { return f[0] != f[1] },
		ClassOf: func(f []int) int {
			if f[1] > f[0] {
				return 1
			}
			return 0
		},
	}
	settled := r.Until
	for times = 1; ; times++ {
		if faces := c.Throw(r); settled(faces) {
			return r.ClassOf(faces), times
		}
	}
}

// Throw throws any roll and returns its faces.
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
	if walked { // nobody asks which dice fell, and there are many outcomes
		return faces
	}
	c.thrown = slices.Grow(c.thrown, len(faces))
	for i, f := range faces {
		c.thrown = append(c.thrown, dice.Die{Sides: r.Sides, Value: f, For: r.Label(i)})
	}
	return faces
}

// Fail unwinds the rule with a fault that only the dice brought to light.
func (c *Roller) Fail(f *Fault) { panic(stop{f}) }

// Matters reports whether the caller looks at a result field. It is false only
// under odds that are walked field by field (Ruling.OddsByField); a rule may then
// throw dice it would otherwise have to read one by one as a sum or a count.
func (c *Roller) Matters(field string) bool { return c.onlyField == "" || c.onlyField == field }

// ForOdds reports whether the dice are walked for odds: nobody will see which faces
// fell, so a rule may throw them as counts of those that are alike to it.
func (c *Roller) ForOdds() bool {
	_, ok := c.source.(dice.Settler)
	return ok
}

// PresetDice returns how many of the dice to come lie on the table already while the
// rest are walked (see OddsGivenDice): a rule must throw and read those as in play.
func (c *Roller) PresetDice() int {
	if s, ok := c.source.(interface{ fallen() int }); ok {
		return s.fallen()
	}
	return 0
}

// recoverStop, when deferred, turns the unwinding of a rule into its error; other panics go on.
func recoverStop(err *error) { stopError(recover(), err) }

// stopError is caught for what was recovered.
func stopError(recovered any, err *error) {
	switch r := recovered.(type) {
	case nil:
	case stop:
		*err = r.err
	default:
		panic(r)
	}
}

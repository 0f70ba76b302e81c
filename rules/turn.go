package rules

import (
	"fmt"

	"oriflamme/rules/dice"
	"oriflamme/rules/odds"
)

// A Turn carries one command through the rules: it throws dice, asks for
// choices and records events.
type Turn struct {
	*Roller
	battle  Battle
	choose  Chooser
	choices []int
	events  []Event
}

// A Question is a choice in the middle of a command. As an error it says that
// the choice is missing; like a *dice.MissingError nothing has happened then.
type Question struct {
	Seat    Seat     `json:"seat"`
	Why     string   `json:"why"`     // key of the content's phrases
	Options []string `json:"options"` // keys, or ids of units
	Rule    string   `json:"rule"`
}

func (q *Question) Error() string {
	return fmt.Sprintf("seat %d must choose: %s %v", q.Seat, q.Why, q.Options)
}

// A Chooser answers questions with the index of an option.
type Chooser func(*Question) (int, error)

// ChooseFirst always takes the first option, the policy of odds when none is given.
func ChooseFirst(*Question) (int, error) { return 0, nil }

// ChooseFrom answers with the given choices in order; when they run out the question
// itself is the error.
func ChooseFrom(choices []int) Chooser {
	next := 0
	return func(q *Question) (int, error) {
		if next == len(choices) {
			return 0, q
		}
		next++
		return choices[next-1], nil
	}
}

// Ask has a player choose among options and returns the index. A single option
// is taken without asking.
func (t *Turn) Ask(rule string, s Seat, why string, options ...string) int {
	if len(options) == 1 {
		return 0
	}
	i, err := t.choose(&Question{s, why, options, rule})
	if err == nil && (i < 0 || i >= len(options)) {
		err = Faultf(OutOfRange, At("choices", len(t.choices)), "is %d, not 0 to %d", i, len(options)-1)
	}
	if err != nil {
		panic(stop{err})
	}
	t.choices = append(t.choices, i)
	return i
}

// Emit records an event and applies it to the battle.
func (t *Turn) Emit(e Event) {
	t.events = append(t.events, e)
	t.battle.Apply(e)
}

// A Step is one command, the dice and choices it needed, and what followed.
type Step struct {
	Command Command
	Dice    []dice.Die
	Choices []int
	Events  []Event
}

// Play returns b as it stands after c, leaving b itself alone. Choose may be nil
// when the command asks nothing. If a roll or a choice cannot be settled the
// error is the source's or chooser's own (*dice.MissingError, *Question), if a rule
// forbids the command it is a *Fault; nothing has happened then.
func Play(b Battle, c Command, src dice.Source, choose Chooser) (after Battle, step Step, err error) {
	next := b.Clone()
	step, err = PlayInPlace(next, c, src, choose)
	if err != nil {
		return nil, Step{}, err
	}
	return next, step, nil
}

// PlayInPlace is Play on the battle itself, for play-outs that own it. After an
// error b may be left half-way and must be dropped.
func PlayInPlace(b Battle, c Command, src dice.Source, choose Chooser) (step Step, err error) {
	if choose == nil {
		choose = noChooser
	}
	l := stepBuffers.Get().(*stepBuffer)
	t := l.begin(b, src, choose)
	defer l.end(&err)
	if err := b.Play(t, c); err != nil {
		return Step{}, err
	}
	if tape, ok := src.(*dice.Tape); ok && tape.Left() > 0 {
		return Step{}, Faultf(TooManyDice, "dice", "%d dice are left over", tape.Left())
	}
	return l.takeStep(c), nil
}

func noChooser(q *Question) (int, error) { return 0, q }

// Odds returns the exact distribution of each measure of the game over every
// outcome of the command. Choices in the middle follow choose, or ChooseFirst.
func Odds(g *Game, b Battle, c Command, choose Chooser) (map[string]odds.Dist[string], error) {
	return oddsOf(g, b, c, choose, odds.Walk{})
}

// OddsByFace is Odds by every ordered face: slow, a check of the other.
func OddsByFace(g *Game, b Battle, c Command, choose Chooser) (map[string]odds.Dist[string], error) {
	return oddsOf(g, b, c, choose, odds.Walk{ByFace: true})
}

// OddsByFaceWithin is OddsByFace that gives up with odds.ErrTooMany after so many
// outcomes: dice of a hundred faces have a million in three throws.
func OddsByFaceWithin(g *Game, b Battle, c Command, most int, choose Chooser) (map[string]odds.Dist[string], error) {
	return oddsOf(g, b, c, choose, odds.Walk{ByFace: true, MaxOutcomes: most})
}

func oddsOf(g *Game, b Battle, c Command, choose Chooser, w odds.Walk) (map[string]odds.Dist[string], error) {
	if choose == nil {
		choose = ChooseFirst
	}
	tallies := make([]odds.Tally[string], len(g.Measures))
	err := w.Over(func(src dice.Source) error {
		after, step, err := Play(b, c, src, choose)
		if err != nil {
			return err
		}
		for i, m := range g.Measures {
			tallies[i].Add(&w, m.Of(b, after, step.Events))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	result := make(map[string]odds.Dist[string], len(g.Measures))
	for i, m := range g.Measures {
		result[m.Name] = tallies[i].Dist()
	}
	return result, nil
}

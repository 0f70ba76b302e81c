package rules

import (
	"fmt"

	"oriflamme/rules/dice"
	"oriflamme/rules/odds"
)

// A Turn carries one command through the rules: it throws dice, asks questions and records
// events.
type Turn struct {
	*Roller
	battle  Battle
	choose  Chooser
	choices []Reply
	events  []Event
}

// A Question is a choice that a seat must make in the middle of a command. As an error it
// reports that the choice is missing; the battle is unchanged then, as after a
// *dice.MissingError.
type Question struct {
	Seat    Seat     `json:"seat"`
	Why     string   `json:"why"`     // key of the content's phrases
	Options []string `json:"options"` // keys of the content's phrases, or ids of units
	Rule    string   `json:"rule"`

	// Set when any other value of a kind answers, too (see AskValue).
	Shape Shape    `json:"shape,omitempty"`
	Unit  string   `json:"unit,omitempty"`  // the unit that the answer is about, or ""
	Spots [][]Spot `json:"spots,omitempty"` // by option, where it would be on the board
}

func (q *Question) Error() string {
	return fmt.Sprintf("seat %d must choose: %s %v", q.Seat, q.Why, q.Options)
}

// Ask lets a seat choose among options and returns the index of its choice. A single option is
// taken without asking. Ask ends the command when the choice is missing or out of range.
func (t *Turn) Ask(rule string, s Seat, why string, options ...string) int {
	if len(options) == 1 {
		return 0
	}
	a, err := t.choose(&Question{Seat: s, Why: why, Options: options, Rule: rule})
	switch at := len(t.choices); {
	case err != nil:
	case a.Value != nil:
		err = Faultf(WrongType, At("choices", at), "want the number of an option")
	case a.Option < 0 || a.Option >= len(options):
		err = outOfOptions(At("choices", at), a.Option, len(options))
	}
	if err != nil {
		panic(stop{err})
	}
	t.choices = append(t.choices, a)
	return a.Option
}

// Emit records an event and applies it to the battle.
func (t *Turn) Emit(e Event) {
	t.events = append(t.events, e)
	t.battle.Apply(e)
}

// A Step is one command, with the dice and choices it used and the events it caused.
type Step struct {
	Command Command
	Dice    []dice.Die
	Choices []Reply
	Events  []Event
}

// Play returns the battle after a command and does not change b. Choose may be nil when the
// command asks no question. If a roll or a choice cannot be settled, the error is that of the
// source or chooser (*dice.MissingError, *Question). If a rule forbids the command, or dice of
// a Tape are left over, it is a *Fault.
func Play(b Battle, c Command, src dice.Source, choose Chooser) (after Battle, step Step, err error) {
	next := b.Clone()
	step, err = PlayInPlace(next, c, src, choose)
	if err != nil {
		return nil, Step{}, err
	}
	return next, step, nil
}

// PlayInPlace is Play that changes b itself, for callers that own it. After an error b may be
// half changed and must not be used any more.
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

func noChooser(q *Question) (Reply, error) { return Reply{}, q }

// Odds returns the exact distribution of each measure of the game over every outcome of the
// command. Questions are answered by choose, or by ChooseFirst when it is nil. It fails with
// odds.ErrTooMany after odds.Limit outcomes.
func Odds(g *Game, b Battle, c Command, choose Chooser) (map[string]odds.Dist[string], error) {
	return oddsOf(g, b, c, nil, odds.Walk{}, sameChooser(choose))
}

// OddsByFaceWithin is Odds that visits every ordered set of faces. It is slow and serves to check
// Odds. It fails with odds.ErrTooMany after maxOutcomes: three dice of a hundred faces have a
// million outcomes.
func OddsByFaceWithin(g *Game, b Battle, c Command, maxOutcomes int, choose Chooser) (map[string]odds.Dist[string], error) {
	return oddsOf(g, b, c, nil, odds.Walk{ByFace: true, MaxOutcomes: maxOutcomes}, sameChooser(choose))
}

// sameChooser returns a function that returns choose, or ChooseFirst for nil.
func sameChooser(choose Chooser) func() Chooser {
	if choose == nil {
		choose = ChooseFirst
	}
	return func() Chooser { return choose }
}

// oddsOf walks the dice of a command after the given ones and tallies the measures of the game.
func oddsOf(g *Game, b Battle, c Command, given []int, w odds.Walk, chooser func() Chooser) (map[string]odds.Dist[string], error) {
	tallies := make([]odds.Tally[string], len(g.Measures))
	err := w.Over(func(src dice.Source) error {
		after, step, err := Play(b, c, withPreset(given, src), chooser())
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

package rules

import (
	"sync"

	"oriflamme/rules/dice"
)

// stepBuffer is a Turn with room for what it will record. Battles are long rows of
// short commands: each takes a page of the room with it in its Step, and the
// stepBuffer goes on to the next command with what is left.
type stepBuffer struct {
	turn Turn
	cup  Roller

	events  []Event // empty, with room behind
	dice    []dice.Die
	choices []int
}

var stepBuffers = sync.Pool{New: func() any { return new(stepBuffer) }}

// Room of a fresh page, and how little is too little to begin a command with.
const (
	pageOfEvents, fewEvents = 128, 6
	pageOfDice, fewDice     = 128, 12
	pageOfChoices           = 64
)

// begin begins a command.
func (l *stepBuffer) begin(b Battle, src dice.Source, choose Chooser) *Turn {
	if cap(l.events) < fewEvents {
		l.events = make([]Event, 0, pageOfEvents)
	}
	if cap(l.dice) < fewDice {
		l.dice = make([]dice.Die, 0, pageOfDice)
	}
	if cap(l.choices) == 0 {
		l.choices = make([]int, 0, pageOfChoices)
	}
	// Field by field: while memory is collected, whole structs are costly to copy.
	l.cup.source, l.cup.thrown = src, l.dice
	t := &l.turn
	if t.Roller == nil {
		t.Roller = &l.cup
	}
	t.battle, t.choose, t.choices, t.events = b, choose, l.choices, l.events
	return t
}

// takeStep tears the page out.
func (l *stepBuffer) takeStep(c Command) (s Step) {
	s.Command = c
	s.Events = takeFilled(l.turn.events, &l.events)
	s.Dice = takeFilled(l.cup.thrown, &l.dice)
	s.Choices = takeFilled(l.turn.choices, &l.choices)
	return s
}

// takeFilled is what is written, nil when that is nothing; the room behind it is left.
func takeFilled[T any](written []T, room *[]T) (page []T) {
	n := len(written)
	if n == 0 {
		return nil
	}
	*room = written[n:]
	return written[:n:n]
}

// end ends a command, whatever came of it, and turns the unwinding of a rule
// into its error.
func (l *stepBuffer) end(err *error) {
	r := recover()
	stepBuffers.Put(l)
	stopError(r, err)
}

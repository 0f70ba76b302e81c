package rules

import (
	"sync"

	"oriflamme/rules/dice"
)

// stepBuffer is a Turn with preallocated slices for the events, dice and choices of the next
// commands. Battles are long sequences of short commands: each Step takes the part of the
// slices that it filled, and the next command goes on behind it, so that few commands
// allocate.
type stepBuffer struct {
	turn   Turn
	roller Roller

	events  []Event // of length 0, as are the others: only their capacity is used
	dice    []dice.Die
	choices []Reply
}

var stepBuffers = sync.Pool{New: func() any { return new(stepBuffer) }}

// Capacities of new slices, and the least capacity with which a command begins.
const (
	newEvents, minEvents = 128, 6
	newDice, minDice     = 128, 12
	newChoices           = 64
)

// begin returns the Turn of a command.
func (l *stepBuffer) begin(b Battle, src dice.Source, choose Chooser) *Turn {
	if cap(l.events) < minEvents {
		l.events = make([]Event, 0, newEvents)
	}
	if cap(l.dice) < minDice {
		l.dice = make([]dice.Die, 0, newDice)
	}
	if cap(l.choices) == 0 {
		l.choices = make([]Reply, 0, newChoices)
	}
	// Field by field, because copying whole structs is slow during garbage collection.
	l.roller.source, l.roller.thrown = src, l.dice
	t := &l.turn
	if t.Roller == nil {
		t.Roller = &l.roller
	}
	t.battle, t.choose, t.choices, t.events = b, choose, l.choices, l.events
	return t
}

// takeStep returns the step of a command that was played, with what it recorded.
func (l *stepBuffer) takeStep(c Command) (s Step) {
	s.Command = c
	s.Events = takeFilled(l.turn.events, &l.events)
	s.Dice = takeFilled(l.roller.thrown, &l.dice)
	s.Choices = takeFilled(l.turn.choices, &l.choices)
	return s
}

// takeFilled returns the filled part of a slice, or nil when it is empty, and leaves the
// capacity behind it in rest.
func takeFilled[T any](written []T, rest *[]T) []T {
	n := len(written)
	if n == 0 {
		return nil
	}
	*rest = written[n:]
	return written[:n:n]
}

// end, when deferred, returns the buffer to the pool and turns the panic of a stopped rule
// into its error.
func (l *stepBuffer) end(err *error) {
	r := recover()
	stepBuffers.Put(l)
	stopError(r, err)
}

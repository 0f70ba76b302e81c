package rules

import (
	"sync"

	"oriflamme/rules/dice"
)

// ledger is a Turn with room for what it will record. Battles are long rows of
// short commands: each takes a page of the room with it in its Step, and the
// ledger goes on to the next command with what is left.
type ledger struct {
	turn Turn
	cup  Cup

	events  []Event // empty, with room behind
	dice    []dice.Die
	choices []int
}

var ledgers = sync.Pool{New: func() any { return new(ledger) }}

// Room of a fresh page, and how little is too little to begin a command with.
const (
	pageOfEvents, fewEvents = 128, 6
	pageOfDice, fewDice     = 128, 12
	pageOfChoices           = 64
)

// open begins a command.
func (l *ledger) open(b Battle, src dice.Source, choose Chooser) *Turn {
	if cap(l.events) < fewEvents {
		l.events = make([]Event, 0, pageOfEvents)
	}
	if cap(l.dice) < fewDice {
		l.dice = make([]dice.Die, 0, pageOfDice)
	}
	if cap(l.choices) == 0 {
		l.choices = make([]int, 0, pageOfChoices)
	}
	l.cup = Cup{src: src, thrown: l.dice}
	l.turn = Turn{Cup: &l.cup, battle: b, choose: choose, choices: l.choices, events: l.events}
	return &l.turn
}

// step tears the page out.
func (l *ledger) step(c Command) (s Step) {
	s.Command = c
	s.Events, l.events = torn(l.turn.events)
	s.Dice, l.dice = torn(l.cup.thrown)
	s.Choices, l.choices = torn(l.turn.choices)
	return s
}

// torn splits a slice into what is written, nil when that is nothing, and the room behind it.
func torn[T any](list []T) (page, room []T) {
	n := len(list)
	if n > 0 {
		page = list[:n:n]
	}
	return page, list[n:]
}

// close ends a command, whatever came of it, and turns the unwinding of a rule
// into its error.
func (l *ledger) close(err *error) {
	r := recover()
	ledgers.Put(l)
	unwound(r, err)
}

// Package aftermath plays what a finished battle does to a campaign: units that were hurt roll
// on a table of injuries, units gain experience and honours, sides gain resources and may spend
// them. An aftermath is a short rules.Battle of its own: each side gives the command Recover,
// and then takes one of the offers that its game makes, if there are any.
//
// The package owns the state of an aftermath, its legal commands, how they are carried out, the
// effects of its events and its view. A game declares a Definition, which says what is its own: what
// its units did in the battle, its tables of injuries and scars, its gains and offers, and the
// ids of its rules. The package refuses an aftermath of a battle that is not over, and every
// command out of turn. It knows no game.
//
// Begin reading with Definition, then with Play in aftermath.go. Definition.New and Definition.Load are what a
// rules.Game needs; Recover goes into its commands and the events of events.go into its events.
package aftermath

import (
	"encoding/json"

	"oriflamme/rules"
)

// A Definition declares the aftermath of a game whose battles have type B.
type Definition[B rules.Battle] struct {
	Game   string                                    // name of the game, for refusals
	Events Events                                    // UnitEvents or FighterEvents, changed where the records of the game differ
	Units  func(B) []Unit                            // the units of a finished battle, in the order in which they recover
	Scars  []string                                  // the scar for each face of a die, from 1; the roll is "scar"
	Gains  func(B, rules.Seat) []Gain                // what a side gains; Seat is filled in, and Law where it is ""
	Offers func(B, rules.Seat) []Offer               // what a side may take after it has recovered; nil or none: its aftermath is over then
	Kills  Kills                                     // how kills are told to the campaign
	Single bool                                      // a unit has each scar at most once
	Save   func(B, *json.RawMessage) ([]byte, error) // writes the battle together with the state of its aftermath

	// Members of the saved state, by seat.
	Recovered string     // whether it has recovered; "": not saved
	Done      string     // whether its aftermath is over
	Resources []Resource // how much it has; also shown in views

	InTurn bool   // views name the first seat that is not done as the one to act
	Over   string // the phase in views when all sides are done; "": "aftermath", as before
}

// A Unit is a unit of a finished battle: what it did there and what follows from that.
type Unit struct {
	ID         string
	Seat       rules.Seat
	Marks      []string      // honours and scars that it had before the battle
	Injuries   *Injuries     // the table it rolls on; nil for a unit that was not hurt
	Dice       int           // how many dice it rolls, of which the lowest counts; 0 is one
	Experience int           // that it gains, unless it is lost
	Kills      int           // told as Definition.Kills says
	Honours    []Honour      // those that it has already are not given again
	Own        []rules.Event // of the game's own kinds, emitted after its honours
}

// MarksOf returns the honours and scars of a unit in a list.
func MarksOf(list rules.Roster, unit string) []string {
	for _, u := range list.Units {
		if u.ID == unit {
			return u.Marks
		}
	}
	return nil
}

// An Honour is one that a unit may have earned.
type Honour struct {
	ID     string
	Earned bool
}

// Injuries is a table on which a unit rolls a D6. A table of one line needs no die.
type Injuries struct {
	Roll  string // name of the roll
	Lines []Line // from the lowest faces to the highest
}

// A Line of a table of injuries is for faces from From to below that of the next line.
type Line struct {
	From int       // not read in the first line
	Fate string    // what becomes of the unit; a unit whose fate is Lost gains nothing more
	Scar bool      // it rolls for a scar
	Then *Injuries // if set, it rolls on this table instead
}

// Lost is the fate of a unit that the campaign loses.
const Lost = "lost"

// roll rolls on the table with one or more dice, of which the lowest counts.
func (j *Injuries) roll(t *rules.Turn, dice int) Line {
	if len(j.Lines) == 1 {
		return j.Lines[0]
	}
	cuts := make([]int, 0, len(j.Lines))
	for _, l := range j.Lines[1:] {
		cuts = append(cuts, l.From)
	}
	counts, i := t.Count(j.Roll, max(1, dice), 6, cuts...), 0
	for counts[i] == 0 {
		i++
	}
	if l := j.Lines[i]; l.Then == nil {
		return l
	}
	return j.Lines[i].Then.roll(t, 1)
}

// An Offer is something that a side may do once it has recovered. It ends its aftermath.
type Offer struct {
	Command rules.Command
	Price   int               // in the first of Definition.Resources
	Do      func(*rules.Turn) // what the command does; nil: nothing
}

// Kills says how the kills of units are told to the campaign. Without a Rule they are not.
type Kills struct {
	Key, Rule string // of the effects
	When      When
}

// When is the place of the kills among the effects.
type When int

// The places.
const (
	AfterExperience When = iota // each unit's after its experience
	BeforeResource              // a side's before the resource that it gains
	AtEnd                       // a side's after everything else
)

// A Resource is counted during an aftermath. Key is its member in the saved state.
type Resource struct{ What, Key string }

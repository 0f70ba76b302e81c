package views

import "time"

// A RosterLine is a side in a list.
type RosterLine struct {
	Emblem                  Emblem
	Name, Player, Line, URL string
	Mine, Retired           bool
}

// A Grave is a unit that was lost for good.
type Grave struct {
	Name, Side, URL string
	Emblem          Emblem
	At              time.Time
	Record, Note    string
	Ribbons         []MarkLine
	Cause, Act      Link
}

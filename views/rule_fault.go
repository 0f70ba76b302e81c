package views

import "oriflamme/content/describe"

// A RuleRef is a rule that a line follows, with its address in the reference.
type RuleRef struct{ ID, URL string }

// A StatLine is a characteristic of a profile as the book prints it.
type StatLine struct{ Label, Value string }

// A Hidden is a hidden field of a form.
type Hidden struct{ Name, Value string }

// The odds in words, as package describe makes them.
type (
	OddsSummary = describe.OddsSummary
	OddsLine    = describe.OddsLine
)

// A FaultLine is an error as a person reads it: where, why and by which rule.
type FaultLine struct {
	Text  string
	Field string // name of the input it belongs to, "" for the whole
	Rule  RuleRef
}

// An Input is one field of a form made from a struct's tags.
type Input struct {
	Name    string // of the form field
	Label   string
	Hint    string
	Kind    string // "number", "check", "choice", "many", "text", "numbers", "json", "group", "list" or "hidden"
	Value   string
	Checked bool
	Options []InputOption
	Min     string
	Max     string
	Step    string
	Blank   bool // may be left out
	Rest    bool // has a default and is rarely changed
	Rule    RuleRef
	Fault   string
	Fields  []Input   // of a group
	Items   [][]Input // of a list
	More    bool      // a list that can grow
	Whole   bool      // a list of which no item can be removed
	Plus    string    // value of the button that adds an item, "" at the limit
}

// An InputOption is a value that a choice allows.
type InputOption struct {
	Value, Label string
	Chosen       bool
}

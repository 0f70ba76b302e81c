package warmaster

import (
	"oriflamme/rules"
	"oriflamme/rules/warmaster/ruling"
)

// options are what the missing pages of the book leave open, each with the
// stop-gap that stands in unless an organiser chooses otherwise.
var options = []rules.Option{
	{ID: "turns", Rule: "WR-PROV-11", Values: []string{"3", "4", "5", "6", "7", "8", "10", "12"}, Default: "6"},
	{ID: "withdrawal", Rule: "WR-PROV-11", Values: []string{"off", "half", "third"}, Default: "off"},
	{ID: "score", Rule: "WR-PROV-11", Values: []string{"units", "points"}, Default: "units"},
	{ID: "deployment", Rule: "WR-SET-2", Values: []string{"alternate-units", "secret-map"}, Default: "alternate-units"},
	{ID: "command", Rule: "WR-PROV-1", Values: []string{"profile", "eight"}, Default: "profile"},
	{ID: "blunders", Rule: "WR-PROV-2", Values: []string{"told", "double-six-confuses"}, Default: "told"},
	{ID: "fall-back", Rule: "WR-PROV-3", Values: []string{"free", "straight"}, Default: "free"},
	{ID: "re-form", Rule: "WR-PROV-4", Values: []string{"around-one-stand", "never"}, Default: "around-one-stand"},
	{ID: "cover", Rule: "WR-PROV-5", Values: []string{"terrain", "none"}, Default: "terrain"},
	{ID: "divisor", Rule: "WR-PROV-6", Values: []string{"losing-units", "all-units", "one"}, Default: "losing-units"},
	{ID: "rounding", Rule: "WR-PROV-6", Values: []string{"up", "down"}, Default: "up"},
	{ID: "confusion", Rule: "WR-PROV-7", Values: []string{"next-orders", "next-turn"}, Default: "next-orders"},
	{ID: "make-way", Rule: "WR-PROV-8", Values: []string{"six", "safe"}, Default: "six"},
	{ID: "characters", Rule: "WR-PROV-9", Values: []string{"profile", "none"}, Default: "profile"},
	{ID: "flyers", Rule: "WR-PROV-10", Values: []string{"fly", "walk"}, Default: "fly"},
	{ID: "artillery", Rule: "WR-PROV-12", Values: []string{"never-charges", "charges"}, Default: "never-charges"},
	{ID: "magic", Rule: "WR-PROV-13", Values: []string{"off", "by-hand"}, Default: "off"},
	{ID: "hills", Rule: "WR-PROV-14", Values: []string{"block", "open"}, Default: "block"},
	{ID: "attacks-floor", Rule: "WR-ATT-12", Values: []string{"0", "1"}, Default: "0"},
}

// withdrawal is how many units an army may lose before it leaves the field, nil
// without such a rule (WR-PROV-11).
func (f *fixed) withdrawal(seat rules.Seat) *int {
	n := 0
	for i := range f.info {
		n += ruling.BoolToInt(f.counts(i) && f.info[i].seat == seat)
	}
	switch f.optionValues["withdrawal"] {
	case "half":
		n = ruling.CeilDiv(n, 2)
	case "third":
		n = ruling.CeilDiv(n, 3)
	}
	return &n // with the rule off an army withdraws when nothing is left of it
}

// counts tells whether a piece counts as a unit of its army.
func (f *fixed) counts(i int) bool { return !f.info[i].isCharacter() && !f.info[i].profile.NoCount }

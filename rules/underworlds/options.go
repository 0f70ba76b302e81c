package underworlds

import (
	"encoding/json"
	"slices"

	"oriflamme/rules"
)

// optionSwitches are the options that differ from the recommended rulings.
type optionSwitches struct {
	guardNeverTrapped, knockbackNeeds, corneredOnce, openersOnly, inspireNow, revealAlways, scythingFree bool

	doubleFirst, freeRims, straight, chargeOne, pushUpTo, turnOpens, cycleNeeds, drawNeeds bool
	leastOne, anyDecks, passIsNone, ownNext, bountyLate                                    bool
}

// A choice is an option with the switch that its second value turns on.
type choice struct {
	option rules.Option
	turn   func(s *optionSwitches) *bool
}

// choices are the points that the book leaves in doubt. The first value of each is the
// recommended ruling.
var choices = []choice{
	{newOption("roll-off-order", "A-3", "single-first", "double-first"), func(s *optionSwitches) *bool { return &s.doubleFirst }},
	{newOption("guard-never-trapped", "A-9", "no", "yes"), func(s *optionSwitches) *bool { return &s.guardNeverTrapped }},
	{newOption("cornered-at-step-7", "A-10", "anew", "as-at-step-4"), func(s *optionSwitches) *bool { return &s.corneredOnce }},
	{newOption("knockback-needs-success", "A-11", "no", "yes"), func(s *optionSwitches) *bool { return &s.knockbackNeeds }},
	{newOption("line-along-the-rim", "A-12", "blocked", "free"), func(s *optionSwitches) *bool { return &s.freeRims }},
	{newOption("distance", "A-13", "route", "straight"), func(s *optionSwitches) *bool { return &s.straight }},
	{newOption("scything-when-charged", "A-16", "one-target", "any"), func(s *optionSwitches) *bool { return &s.scythingFree }},
	{newOption("scything-in-a-charge", "A-16", "every-target", "one-target"), func(s *optionSwitches) *bool { return &s.chargeOne }},
	{newOption("push", "A-18", "exactly", "up-to"), func(s *optionSwitches) *bool { return &s.pushUpTo }},
	{newOption("join-after-declining", "A-20", "yes", "no"), func(s *optionSwitches) *bool { return &s.openersOnly }},
	{newOption("first-of-a-round", "A-22", "last-activation", "turn-player"), func(s *optionSwitches) *bool { return &s.turnOpens }},
	{newOption("reveal-surge", "A-23", "choice", "always"), func(s *optionSwitches) *bool { return &s.revealAlways }},
	{newOption("inspire-latched", "A-24", "yes", "no"), func(s *optionSwitches) *bool { return &s.inspireNow }},
	{newOption("cycle-without-deck", "A-25", "allowed", "refused"), func(s *optionSwitches) *bool { return &s.cycleNeeds }},
	{newOption("draw-without-deck", "A-26", "allowed", "refused"), func(s *optionSwitches) *bool { return &s.drawNeeds }},
	{stopGap(newOption("least-value", "A-27", "zero", "one"), rules.Always), func(s *optionSwitches) *bool { return &s.leastOne }},
	{stopGap(newOption("nemesis-decks", "A-40", "two-decks", "any"), playsNemesis), func(s *optionSwitches) *bool { return &s.anyDecks }},
	{newOption("pass-is-an-activation", "A-43", "yes", "no"), func(s *optionSwitches) *bool { return &s.passIsNone }},
	{newOption("next-activation", "A-44", "anyones", "own"), func(s *optionSwitches) *bool { return &s.ownNext }},
	{newOption("bounty-before-reactions", "A-55", "yes", "no"), func(s *optionSwitches) *bool { return &s.bountyLate }},
}

// newOption returns an option whose default is its first value.
func newOption(id, rule string, values ...string) rules.Option {
	return rules.Option{ID: id, Rule: rule, Values: values, Default: values[0]}
}

// stopGap returns an option about which the book says nothing.
func stopGap(o rules.Option, stands func(rules.Setup, string) bool) rules.Option {
	o.StopGap = stands
	return o
}

// playsNemesis reports whether a roster is of the Nemesis format.
func playsNemesis(s rules.Setup, _ string) bool {
	return slices.ContainsFunc(s.Rosters, func(r rules.Roster) bool {
		var extra struct{ Format string }
		return json.Unmarshal(r.Extra, &extra) == nil && extra.Format == "nemesis"
	})
}

// options are the points of doubt that an organiser may decide otherwise.
var options = func() (list []rules.Option) {
	for _, c := range choices {
		list = append(list, c.option)
	}
	return list
}()

// readOptions sets the switches of the options of a setup.
func (f *fixed) readOptions() error {
	for id, v := range f.setup.Options {
		i := slices.IndexFunc(choices, func(c choice) bool { return c.option.ID == id })
		if i < 0 || !slices.Contains(choices[i].option.Values, v) {
			return rules.Faultf(rules.OutOfRange, "options."+id, "no option %q with value %q", id, v)
		}
		*choices[i].turn(&f.options) = v != choices[i].option.Default
	}
	return nil
}

package underworlds

import (
	"slices"

	"oriflamme/rules"
)

// switches are the options as they are set.
type switches struct {
	guardNeverTrapped, knockbackNeeds, corneredOnce, openersOnly, inspireNow, revealAlways, scythingFree bool

	doubleFirst, freeRims, straight, chargeOne, pushUpTo, turnOpens, cycleNeeds, drawNeeds bool
	leastOne, anyDecks, passIsNone, ownNext, bountyLate                                    bool
}

// A choice is an option with the switch that its second value turns on.
type choice struct {
	option rules.Option
	turn   func(s *switches) *bool
}

// choices are the points that the book leaves doubtful. The first value of each
// is the recommended ruling.
var choices = []choice{
	{asked("roll-off-order", "A-3", "single-first", "double-first"), func(s *switches) *bool { return &s.doubleFirst }},
	{asked("guard-never-trapped", "A-9", "no", "yes"), func(s *switches) *bool { return &s.guardNeverTrapped }},
	{asked("cornered-at-step-7", "A-10", "anew", "as-at-step-4"), func(s *switches) *bool { return &s.corneredOnce }},
	{asked("knockback-needs-success", "A-11", "no", "yes"), func(s *switches) *bool { return &s.knockbackNeeds }},
	{asked("line-along-the-rim", "A-12", "blocked", "free"), func(s *switches) *bool { return &s.freeRims }},
	{asked("distance", "A-13", "route", "straight"), func(s *switches) *bool { return &s.straight }},
	{asked("scything-when-charged", "A-16", "one-target", "any"), func(s *switches) *bool { return &s.scythingFree }},
	{asked("scything-in-a-charge", "A-16", "every-target", "one-target"), func(s *switches) *bool { return &s.chargeOne }},
	{asked("push", "A-18", "exactly", "up-to"), func(s *switches) *bool { return &s.pushUpTo }},
	{asked("join-after-declining", "A-20", "yes", "no"), func(s *switches) *bool { return &s.openersOnly }},
	{asked("first-of-a-round", "A-22", "last-activation", "turn-player"), func(s *switches) *bool { return &s.turnOpens }},
	{asked("reveal-surge", "A-23", "choice", "always"), func(s *switches) *bool { return &s.revealAlways }},
	{asked("inspire-latched", "A-24", "yes", "no"), func(s *switches) *bool { return &s.inspireNow }},
	{asked("cycle-without-deck", "A-25", "allowed", "refused"), func(s *switches) *bool { return &s.cycleNeeds }},
	{asked("draw-without-deck", "A-26", "allowed", "refused"), func(s *switches) *bool { return &s.drawNeeds }},
	{asked("least-value", "A-27", "zero", "one"), func(s *switches) *bool { return &s.leastOne }},
	{asked("nemesis-decks", "A-40", "two-decks", "any"), func(s *switches) *bool { return &s.anyDecks }},
	{asked("pass-is-an-activation", "A-43", "yes", "no"), func(s *switches) *bool { return &s.passIsNone }},
	{asked("next-activation", "A-44", "anyones", "own"), func(s *switches) *bool { return &s.ownNext }},
	{asked("bounty-before-reactions", "A-55", "yes", "no"), func(s *switches) *bool { return &s.bountyLate }},
}

func asked(id, rule string, values ...string) rules.Option {
	return rules.Option{ID: id, Rule: rule, Values: values, Default: values[0]}
}

// options are the doubtful points that an organiser may settle otherwise.
var options = func() (list []rules.Option) {
	for _, c := range choices {
		list = append(list, c.option)
	}
	return list
}()

func (th *theatre) readOptions() error {
	for id, v := range th.setup.Options {
		i := slices.IndexFunc(choices, func(c choice) bool { return c.option.ID == id })
		if i < 0 || !slices.Contains(choices[i].option.Values, v) {
			return rules.Faultf(rules.OutOfRange, "options."+id, "no option %q with value %q", id, v)
		}
		*choices[i].turn(&th.switches) = v != choices[i].option.Default
	}
	return nil
}

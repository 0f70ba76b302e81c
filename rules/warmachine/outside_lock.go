package warmachine

import (
	"slices"

	"oriflamme/rules"
)

// This file holds facts from outside the rulebook: head and weapon locks (WM-X-PA-6).

const (
	lockLaw  = "WM-X-PA-6"
	breaking = "break-lock"
)

// grip is a lock: a warjack holds a system of another. It ends when either is
// destroyed, falls down or is pushed, slammed or thrown.
type grip struct {
	By     int    `json:"by"`
	On     int    `json:"on"`
	System string `json:"system"`
}

// held tells whether a troop holds or is held, and so may not advance.
func (b *Battle) held(i int) bool {
	for n := range b.s.Grips {
		if g := &b.s.Grips[n]; g.By == i || g.On == i {
			return true
		}
	}
	return false
}

// holding tells whether a troop holds any other.
func (b *Battle) holding(i int) bool {
	return slices.ContainsFunc(b.s.Grips, func(g grip) bool { return g.By == i })
}

// holds tells whether a troop holds another.
func (b *Battle) holds(by, on int) bool {
	return slices.ContainsFunc(b.s.Grips, func(g grip) bool { return g.By == by && g.On == on })
}

// locked tells whether a system of a troop is held.
func (b *Battle) locked(i int, system string) bool {
	for n := range b.s.Grips {
		if g := &b.s.Grips[n]; g.On == i && g.System == system {
			return true
		}
	}
	return false
}

// part ends the locks by which one troop holds another.
func (b *Battle) part(by, on int) {
	b.s.Grips = slices.DeleteFunc(b.s.Grips, func(g grip) bool { return g.By == by && g.On == on })
}

// letGo ends every lock of a troop.
func (b *Battle) letGo(i int) {
	if len(b.s.Grips) > 0 {
		b.s.Grips = slices.DeleteFunc(b.s.Grips, func(g grip) bool { return g.By == i || g.On == i })
	}
}

// lockable holds a lock against its target: a warjack with the system, not held yet.
func (b *Battle) lockable(s *strike) *rules.Fault {
	return first(
		when(s.system == "", missing("system")),
		when(!b.fisted(s.by.i), rules.Breaks("WM-X-PA-0", "attack", "it takes a working Open Fist")),
		when(b.cards[s.at.i].p.Kind != "warjack" || !b.cards[s.at.i].p.bears(s.system), rules.Breaks(lockLaw, "system", "it has no such system")),
		when(b.locked(s.at.i, s.system), rules.Breaks(lockLaw, "system", "it is held already")),
	)
}

// bears tells whether a profile has a system.
func (p *Profile) bears(system string) bool {
	for _, s := range systems {
		if s.name != system {
			continue
		}
		for _, col := range p.Grid {
			if slices.Contains([]byte(col), s.letter) {
				return true
			}
		}
	}
	return false
}

// playBreakLock lets go of a warjack, or tries to break free of one: once in an
// activation, and before anything else (WM-RULING-8).
func (b *Battle) playBreakLock(t *rules.Turn, c BreakLock) *rules.Fault {
	if fault := b.needsModule(); fault != nil {
		return fault
	}
	i, other := b.s.Acting, b.find(c.Target)
	own := ref{i, 0}
	switch {
	case other == none:
		return strange("target", "%q is nobody", c.Target)
	case b.holds(i, other):
		t.Emit(Unlocked{b.id(own), c.Target, true})
		return nil
	case !b.holds(other, i):
		return rules.Breaks(lockLaw, "target", "neither holds the other")
	case b.s.Act.Wrung || b.s.Act.Fighting || b.s.Act.Doing[0].Movement != "":
		return rules.Breaks(lockLaw, "", "it tries once, before anything else")
	}
	free := b.contest(t, breaking, own, ref{other, 0}, false, lockLaw)
	t.Emit(Unlocked{c.Target, b.id(own), free})
	return nil
}

// lockBreaks are the locks that the active troop may end, or try to.
func (b *Battle) lockBreaks() []rules.Command {
	if len(b.s.Grips) == 0 {
		return nil
	}
	var all []rules.Command
	i, a := b.s.Acting, &b.s.Act
	for j := range b.cards {
		if b.holds(i, j) || b.holds(j, i) && !a.Wrung && !a.Fighting && a.Doing[0].Movement == "" {
			all = append(all, BreakLock{b.s.Turn, b.cards[j].id})
		}
	}
	return all
}

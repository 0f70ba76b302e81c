package warmachine

import (
	"slices"

	"oriflamme/rules"
)

// This file holds facts from outside the rulebook: head and weapon locks (WM-X-PA-6).

const (
	lockRule         = "WM-X-PA-6"
	contestBreakLock = "break-lock"
)

// lockState is a lock: a warjack holds a system of another. It ends when either is
// destroyed, falls down or is pushed, slammed or thrown.
type lockState struct {
	By     int    `json:"by"`
	On     int    `json:"on"`
	System string `json:"system"`
}

// inAnyLock tells whether a troop holds or is inAnyLock, and so may not advance.
func (b *Battle) inAnyLock(i int) bool {
	for n := range b.s.Locks {
		if g := &b.s.Locks[n]; g.By == i || g.On == i {
			return true
		}
	}
	return false
}

// holdsAny tells whether a troop holds any other.
func (b *Battle) holdsAny(i int) bool {
	return slices.ContainsFunc(b.s.Locks, func(g lockState) bool { return g.By == i })
}

// holds tells whether a troop holds another.
func (b *Battle) holds(by, on int) bool {
	return slices.ContainsFunc(b.s.Locks, func(g lockState) bool { return g.By == by && g.On == on })
}

// systemLocked tells whether a system of a troop is held.
func (b *Battle) systemLocked(i int, system string) bool {
	for n := range b.s.Locks {
		if g := &b.s.Locks[n]; g.On == i && g.System == system {
			return true
		}
	}
	return false
}

// endLocks ends the locks by which one troop holds another.
func (b *Battle) endLocks(by, on int) {
	b.s.Locks = slices.DeleteFunc(b.s.Locks, func(g lockState) bool { return g.By == by && g.On == on })
}

// releaseLocks ends every lock of a troop.
func (b *Battle) releaseLocks(i int) {
	if len(b.s.Locks) > 0 {
		b.s.Locks = slices.DeleteFunc(b.s.Locks, func(g lockState) bool { return g.By == i || g.On == i })
	}
}

// lockable holds a lock against its target: a warjack with the system, not held yet.
func (b *Battle) lockable(s *attackState) *rules.Fault {
	return FirstFault(
		FaultIf(s.system == "", MissingField("system")),
		FaultIf(!b.hasOpenFist(s.attacker.unit), rules.Breaks("WM-X-PA-0", "attack", "it takes a working Open Fist")),
		FaultIf(b.info[s.target.unit].profile.Kind != "warjack" || !b.info[s.target.unit].profile.hasSystem(s.system), rules.Breaks(lockRule, "system", "it has no such system")),
		FaultIf(b.systemLocked(s.target.unit, s.system), rules.Breaks(lockRule, "system", "it is held already")),
	)
}

// hasSystem tells whether a profile has a system.
func (p *Profile) hasSystem(system string) bool {
	for _, s := range Systems {
		if s.Name != system {
			continue
		}
		for _, col := range p.Grid {
			if slices.Contains([]byte(col), s.Letter) {
				return true
			}
		}
	}
	return false
}

// playBreakLock lets go of a warjack, or tries to break free of one: once in an
// activation, and before anything else (WM-RULING-8).
func (b *Battle) playBreakLock(t *rules.Turn, c BreakLock) *rules.Fault {
	if fault := b.requireCombatModule(); fault != nil {
		return fault
	}
	i, other := b.s.Acting, b.find(c.Target)
	own := modelRef{i, 0}
	switch {
	case other == noUnit:
		return BadValue("target", "%q is nobody", c.Target)
	case b.holds(i, other):
		t.Emit(Unlocked{b.id(own), c.Target, true})
		return nil
	case !b.holds(other, i):
		return rules.Breaks(lockRule, "target", "neither holds the other")
	case b.s.Activation.TriedBreakLock || b.s.Activation.Fighting || b.s.Activation.Models[0].Movement != "":
		return rules.Breaks(lockRule, "", "it tries once, before anything else")
	}
	free := b.contest(t, contestBreakLock, own, modelRef{other, 0}, false, lockRule)
	t.Emit(Unlocked{c.Target, b.id(own), free})
	return nil
}

// lockBreaks are the locks that the active troop may end, or try to.
func (b *Battle) lockBreaks() []rules.Command {
	if len(b.s.Locks) == 0 {
		return nil
	}
	var all []rules.Command
	i, a := b.s.Acting, &b.s.Activation
	for j := range b.info {
		if b.holds(i, j) || b.holds(j, i) && !a.TriedBreakLock && !a.Fighting && a.Models[0].Movement == "" {
			all = append(all, BreakLock{b.s.Turn, b.info[j].id})
		}
	}
	return all
}

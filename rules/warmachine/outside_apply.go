package warmachine

import "oriflamme/rules"

// applyOutside changes the battle by what the combat module alone knows.
func (b *Battle) applyOutside(e rules.Event) bool {
	shift := func(id string, to *Point) {
		if to != nil {
			r, _ := b.findModel(id)
			m := b.model(r)
			m.X, m.Y = to.X, to.Y
			b.forgetExtent(r.unit)
		}
	}
	s := &b.s
	switch e := e.(type) {
	case Pushed:
		shift(e.Unit, e.To)
		if !e.Follows {
			b.releaseLocks(b.find(e.Unit))
		}
	case Hurled:
		shift(e.Unit, e.To)
	case Opposed:
		if e.For == contestBreakLock {
			s.Activation.TriedBreakLock = true
		}
	case Locked:
		s.Locks = append(s.Locks, lockState{b.find(e.Unit), b.find(e.Target), e.System})
	case Unlocked:
		if e.Free {
			b.endLocks(b.find(e.Unit), b.find(e.Target))
		}
	case CommandChecked:
		t := &s.Units[b.find(e.Unit)]
		t.Tested = true
		if e.For == causeRally && e.Success {
			t.Fleeing = false
		}
	case Fled:
		s.Units[b.find(e.Unit)].Fleeing = true
	default:
		return false
	}
	return true
}

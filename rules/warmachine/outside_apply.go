package warmachine

import "oriflamme/rules"

// applyOutside changes the battle by what the combat module alone knows.
func (b *Battle) applyOutside(e rules.Event) bool {
	shift := func(id string, to *Point) {
		if to != nil {
			r, _ := b.named(id)
			m := b.model(r)
			m.X, m.Y = to.X, to.Y
			b.stirred(r.i)
		}
	}
	s := &b.s
	switch e := e.(type) {
	case Pushed:
		shift(e.Unit, e.To)
		if !e.Follows {
			b.letGo(b.find(e.Unit))
		}
	case Hurled:
		shift(e.Unit, e.To)
	case Opposed:
		if e.For == breaking {
			s.Act.Wrung = true
		}
	case Locked:
		s.Grips = append(s.Grips, grip{b.find(e.Unit), b.find(e.Target), e.System})
	case Unlocked:
		if e.Free {
			b.part(b.find(e.Unit), b.find(e.Target))
		}
	case CommandChecked:
		t := &s.Troops[b.find(e.Unit)]
		t.Tested = true
		if e.For == rally && e.Success {
			t.Fleeing = false
		}
	case Fled:
		s.Troops[b.find(e.Unit)].Fleeing = true
	default:
		return false
	}
	return true
}

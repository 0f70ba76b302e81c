package warmachine

// This file holds facts from outside the rulebook: models that can do nothing, for
// they lie down (WM-X-KD-1) or are stationary (WM-X-STAT-2). How long one is
// stationary is ours (WM-RULING-11): one round (WM-TURN-2).

// stationary is the effect that keeps a model from moving and acting. It has no melee
// range and DEF 5, and every blow in melee hits it.
const (
	stationary     = "stationary"
	stationaryRule = "WM-X-STAT-2"
)

// helpless tells whether a model can do nothing where it is.
func (m *modelState) helpless() bool { return m.Down || m.StationaryUntil > 0 }

// idleRule is the rule that keeps a model from doing anything, or "".
func (m *modelState) idleRule() string {
	switch {
	case m.StationaryUntil > 0:
		return stationaryRule
	case m.Down:
		return "WM-X-KD-1"
	}
	return ""
}

// setStationary makes a model stationary for one round, or ends that. Whom it holds it lets go.
func (b *Battle) setStationary(r modelRef, on bool) {
	m := b.model(r)
	if m.StationaryUntil = 0; !on {
		return
	}
	m.StationaryUntil = b.s.Turns + len(b.teams)
	for n := len(b.s.Locks) - 1; n >= 0; n-- {
		if g := b.s.Locks[n]; g.By == r.unit {
			b.endLocks(g.By, g.On)
		}
	}
}

// allStationary tells whether every model that is left of a troop is stationary: its
// activation begins and is over.
func (b *Battle) allStationary(i int) bool {
	for k := range b.s.Units[i].Models {
		if m := &b.s.Units[i].Models[k]; !m.Gone && m.StationaryUntil == 0 {
			return false
		}
	}
	return true
}

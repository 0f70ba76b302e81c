package warmachine

// This file holds facts from outside the rulebook: models that can do nothing, for
// they lie down (WM-X-KD-1) or are stationary (WM-X-STAT-2). How long one is
// stationary is ours (WM-RULING-11): one round (WM-TURN-2).

// stationary is the effect that keeps a model from moving and acting. It has no melee
// range and DEF 5, and every blow in melee hits it.
const (
	stationary = "stationary"
	stillLaw   = "WM-X-STAT-2"
)

// helpless tells whether a model can do nothing where it is.
func (m *model) helpless() bool { return m.Down || m.Still > 0 }

// idle is the rule that keeps a model from doing anything, or "".
func (m *model) idle() string {
	switch {
	case m.Still > 0:
		return stillLaw
	case m.Down:
		return "WM-X-KD-1"
	}
	return ""
}

// freeze makes a model stationary for one round, or ends that. Whom it holds it lets go.
func (b *Battle) freeze(r ref, on bool) {
	m := b.model(r)
	if m.Still = 0; !on {
		return
	}
	m.Still = b.s.Turns + len(b.teams)
	for n := len(b.s.Grips) - 1; n >= 0; n-- {
		if g := b.s.Grips[n]; g.By == r.i {
			b.part(g.By, g.On)
		}
	}
}

// frozen tells whether every model that is left of a troop is stationary: its
// activation begins and is over.
func (b *Battle) frozen(i int) bool {
	for k := range b.s.Troops[i].Models {
		if m := &b.s.Troops[i].Models[k]; !m.Gone && m.Still == 0 {
			return false
		}
	}
	return true
}

package warmachine

import "oriflamme/rules"

// This file holds facts from outside the rulebook: free strikes (WM-X-MELEE-3).

// escapes has every enemy that a model advances away from strike at it. It reports
// whether the model is stopped where it stood: destroyed or knocked down.
func (b *Battle) escapes(t *rules.Turn, r modelRef, e Moved) (stopped bool) {
	if e.To == nil || e.Distance == 0 {
		return false
	}
	var room [6]modelRef
	strikers := room[:0]
	seat := b.info[r.unit].seat
	for j := range b.s.Units {
		if b.s.Units[j].Left == 0 || !b.hostile(seat, b.info[j].seat) {
			continue
		}
		far := b.info[j].reach()
		if m := b.model(r); b.extent(j).farFrom(m.X, m.Y, far+b.info[r.unit].radius+b.info[j].radius) {
			continue
		}
		for k := range b.s.Units[j].Models {
			if o := (modelRef{j, k}); b.modelInPlay(o) && b.within(o, r, far) && b.leaves(r, o, far, e) && b.threatens(o, r) {
				strikers = append(strikers, o)
			}
		}
	}
	for _, o := range strikers {
		if b.freeStrike(t, o, r) {
			return true
		}
	}
	return false
}

// leaves tells whether a way takes a model out of an enemy's reach or sight.
func (b *Battle) leaves(r, o modelRef, far Inches, e Moved) bool {
	radius := b.info[r.unit].radius
	out := func(p Point) bool {
		return BaseGap(p, radius, b.model(o).at(), b.info[o.unit].radius) > far || !b.faces(o, p, radius)
	}
	for _, p := range e.Via {
		if out(p) {
			return true
		}
	}
	return out(Point{e.To.X, e.To.Y})
}

// freeStrike is the one attack of an enemy who may make it or hold: +2 to hit, and
// damage boosted. It reports whether the model cannot go on.
func (b *Battle) freeStrike(t *rules.Turn, by, at modelRef) (stopped bool) {
	p := &b.info[by.unit].profile
	var arms []int
	var choices []string
	for w := range p.Weapons {
		if p.Weapons[w].Kind == Melee && p.Weapons[w].Special == "" && !p.Weapons[w].Mount && !b.systemLocked(by.unit, p.Weapons[w].System) && (!b.board || b.within(by, at, p.Weapons[w].reach())) {
			arms, choices = append(arms, w), append(choices, p.Weapons[w].ID)
		}
	}
	k := t.Ask("WM-X-MELEE-3", b.info[by.unit].seat, "free-strike", append(choices, "hold")...)
	if k == len(arms) {
		return false
	}
	profile := &p.Weapons[arms[k]]
	s := attackState{
		attacker: by, target: at, weapon: arms[k], name: profile.ID, kind: Melee, power: profile.Power, onHit: profile.OnHit, onCrit: profile.OnCrit,
		freeStrike: true, rule: "WM-X-MELEE-3",
	}
	b.resolve(t, &s)
	return b.s.Phase == phaseOver || !b.modelInPlay(at) || b.model(at).helpless()
}

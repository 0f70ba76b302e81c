package warmachine

import "oriflamme/rules"

// This file holds facts from outside the rulebook: free strikes (WM-X-MELEE-3).

// escapes has every enemy that a model advances away from strike at it. It reports
// whether the model is stopped where it stood: destroyed or knocked down.
func (b *Battle) escapes(t *rules.Turn, r ref, e Moved) (stopped bool) {
	if e.To == nil || e.Distance == 0 {
		return false
	}
	var room [6]ref
	strikers := room[:0]
	seat := b.cards[r.i].seat
	for j := range b.s.Troops {
		if b.s.Troops[j].Left == 0 || !b.hostile(seat, b.cards[j].seat) {
			continue
		}
		far := b.cards[j].reach()
		if m := b.model(r); b.extent(j).farFrom(m.X, m.Y, far+b.cards[r.i].radius+b.cards[j].radius) {
			continue
		}
		for k := range b.s.Troops[j].Models {
			if o := (ref{j, k}); b.up(o) && b.within(o, r, far) && b.leaves(r, o, far, e) && b.threatens(o, r) {
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
func (b *Battle) leaves(r, o ref, far Inches, e Moved) bool {
	radius := b.cards[r.i].radius
	out := func(p Point) bool {
		return gap(p, radius, b.model(o).at(), b.cards[o.i].radius) > far || !b.faces(o, p, radius)
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
func (b *Battle) freeStrike(t *rules.Turn, by, at ref) (stopped bool) {
	p := &b.cards[by.i].p
	var arms []int
	var choices []string
	for w := range p.Weapons {
		if p.Weapons[w].Kind == melee && p.Weapons[w].Special == "" && !p.Weapons[w].Mount && !b.locked(by.i, p.Weapons[w].System) && (!b.board || b.within(by, at, p.Weapons[w].reach())) {
			arms, choices = append(arms, w), append(choices, p.Weapons[w].ID)
		}
	}
	k := t.Ask("WM-X-MELEE-3", b.cards[by.i].seat, "free-strike", append(choices, "hold")...)
	if k == len(arms) {
		return false
	}
	card := &p.Weapons[arms[k]]
	s := strike{
		by: by, at: at, weapon: arms[k], name: card.ID, kind: melee, power: card.Power, onHit: card.OnHit, onCrit: card.OnCrit,
		free: true, law: "WM-X-MELEE-3",
	}
	b.resolve(t, &s)
	return b.s.Stage == stageOver || !b.up(at) || b.model(at).helpless()
}

package warmachine

import (
	"math"

	"oriflamme/rules"
)

// This file holds facts from outside the rulebook: power attacks of warjacks. A
// battle has head-butts and pushes (WM-X-PA-1, WM-X-PA-2); slams, throws, locks and
// tramples are played by hand.

// playPowerAttack is a power attack, the whole of a combat action but for what
// focus buys after it (WM-COMBAT-6, WM-COMBAT-13).
func (b *Battle) playPowerAttack(t *rules.Turn, c PowerAttack) *rules.Fault {
	i := b.s.Acting
	by, d := ref{i, 0}, &b.s.Act.Doing[0]
	p := &b.cards[i].p
	at, known := b.named(c.Target)
	if fault := b.needsModule(); fault != nil {
		return fault
	}
	if !known || !b.hostile(b.cards[at.i].seat, b.s.Turn) {
		return strange("target", "%q is no enemy", c.Target)
	}
	los, inReach := c.LOS, c.InReach
	if b.board {
		if b.ids[c.Target].k == none {
			at = b.nearest(by, at.i)
		}
		los = b.sees(by, at)
		inReach = los && b.within(by, at, shortReach)
	}
	switch {
	case p.Kind != "warjack":
		return rules.Breaks("WM-X-PA-0", "", "only warjacks make power attacks")
	case !b.up(at):
		return rules.Breaks("WM-ACTP-5", "target", "%q is destroyed", c.Target)
	case b.board && (!c.LOS && los || !c.InReach && inReach):
		return strange("in_reach", "it is in melee range and seen")
	case !los:
		return rules.Breaks("WM-LOS-1", "los", "the target is not seen")
	case !inReach:
		return rules.Breaks("WM-X-PA-0", "in_reach", "the target is out of half an inch")
	case d.Movement == charge:
		return rules.Breaks("WM-COMBAT-6", "", "not after a charge")
	case d.Done:
		return rules.Breaks("WM-COMBAT-1", "", "its action is over")
	case d.Attacks > 0:
		return rules.Breaks("WM-COMBAT-16", "", "a power attack comes first")
	case b.s.Troops[i].Focus == 0:
		return rules.Breaks("WM-X-PA-0", "", "it costs a point of focus")
	case c.Attack == "head-butt" && b.cards[at.i].base > b.cards[i].base:
		return rules.Breaks("WM-X-PA-2", "target", "its base is larger")
	}
	t.Emit(FocusSpent{b.cards[i].id, c.Attack, 1, "WM-X-PA-0"})
	s := strike{
		by: by, at: at, weapon: none, name: c.Attack, kind: melee, power: p.Str, law: "WM-COMBAT-6",
		boostAttack: c.BoostAttack, boostDamage: c.BoostDamage,
	}
	if c.Attack == "head-butt" {
		s.onHit = knockDown
		b.resolve(t, &s)
		return nil
	}
	b.push(t, &s)
	return nil
}

// push hits by itself: both roll, and the target is pushed an inch unless it rolls
// higher (WM-X-PA-1).
func (b *Battle) push(t *rules.Turn, s *strike) {
	t.Emit(AttackRolled{Unit: b.id(s.by), Target: b.id(s.at), Weapon: s.name, Hit: true, Law: s.law})
	own := t.Sum("push", 1, 6) + b.cards[s.by.i].p.Str
	other := t.Sum("push-against", 1, 6) + b.cards[s.at.i].p.Str
	if other > own {
		return
	}
	e := Pushed{Unit: b.id(s.at), Distance: Inch.dec()}
	if b.board {
		from, at := b.model(s.by).at(), b.model(s.at).at()
		v := at.minus(from)
		far := math.Max(1, v.length())
		way := course{at, float64(v.X) / far, float64(v.Y) / far, b.cards[s.at.i].radius}
		free := b.freeWay(s.at, way, Inch)
		to := way.at(free)
		e.Distance, e.To = free.dec(), &to
	}
	t.Emit(e)
}

package warmachine

import (
	"strings"

	"oriflamme/rules"
)

// Charges outside the activation (WM-OOA-1 to WM-OOA-7): what a spell or a feat has
// models do, and Counter-Charge (WM-ABIL-2). They are charges like others, but for
// what is about the activation: no order, no focus, one attack and no special one.
// When a Counter-Charge may be made is ours (WM-RULING-12).

const (
	counterCharge = "counter-charge" // an ability of single models
	outLaw        = "WM-OOA-1"
	outFailed     = "WM-OOA-7"
	stands        = "stand" // the answer of who does not charge
)

// counterReach is how near an enemy must end its movement.
const counterReach = 6 * Inch

// outward is a charge outside the activation that may be made.
type outward struct {
	by, at ref
	way    ChargedOut
}

// mayChargeOut tells whether a model may charge outside its activation at all
// (WM-CHARGE-2, WM-CHARGE-4).
func (b *Battle) mayChargeOut(r ref) bool {
	m := b.model(r)
	return !m.Gone && !m.helpless() && !b.s.Troops[r.i].Fleeing && !b.inert(r.i) && !b.held(r.i) && !b.lame(r.i) &&
		b.cards[r.i].p.armed(melee) && b.changed(r.i, "spd") >= 0 && b.changed(r.i, "move") >= 0
}

// outwardAt is the charge of a model at another, straight and seen; on a board it
// must get there.
func (b *Battle) outwardAt(r, target ref) (o outward, ok bool) {
	o = outward{r, target, ChargedOut{Unit: b.id(r), Target: b.id(target), Law: outLaw}}
	if !b.board {
		return o, true
	}
	most := Inches(b.spd(r.i)+chargeBonus)*Inch + b.cards[r.i].reach()
	if !b.within(r, target, most) || !b.sees(r, target) {
		return o, false
	}
	e, done, fault := b.rushIn(r, target, Move{Movement: charge}, b.cards[r.i].reach(), false)
	o.way.Distance, o.way.To = e.Distance, e.To
	return o, fault == nil && done.success
}

// urge offers the models that an effect is on to charge outside their activation; the
// active troop, which is in its own, does not.
func (b *Battle) urge(t *rules.Turn, r ref) {
	if r.i == b.s.Acting || b.s.Stage == stageOver || !b.mayChargeOut(r) {
		return
	}
	choices := []string{stands}
	var ways []outward
	for _, j := range b.foesOf(b.cards[r.i].seat) {
		if o, ok := b.outwardAt(r, b.nearest(r, j)); ok {
			ways, choices = append(ways, o), append(choices, b.cards[j].id)
		}
	}
	if k := t.Ask(outLaw, b.cards[r.i].seat, "charge-out", choices...); k > 0 {
		b.chargeOut(t, ways[k-1])
	}
}

// counters has enemies answer the movement that the active troop has just ended:
// seat by seat those who may are asked until nobody wants to. On a measured table their
// players know who is near enough.
func (b *Battle) counters(t *rules.Turn) {
	i := b.s.Acting
	if len(b.alert) == 0 || i == none {
		return
	}
	for _, seat := range b.s.Order {
		for b.hostile(seat, b.cards[i].seat) && b.s.Stage != stageOver && b.s.Pending == nil && b.alive(i) {
			choices := []string{stands}
			var ways []outward
			for _, j := range b.alert {
				if b.cards[j].seat != seat || !b.answers(j) {
					continue
				}
				if o, ok := b.answer(j, i); ok {
					ways, choices = append(ways, o), append(choices, b.cards[j].id)
				}
			}
			k := t.Ask("WM-ABIL-2", seat, "counter-charge", choices...)
			if k == 0 {
				break
			}
			ways[k-1].way.Counter = true
			b.chargeOut(t, ways[k-1])
		}
	}
}

// answers tells whether a troop has its Counter-Charge left and may make it.
func (b *Battle) answers(j int) bool {
	r := ref{j, 0}
	return !b.s.Troops[j].Countered && b.mayChargeOut(r) && !(b.board && b.engaged(r))
}

// answer is the Counter-Charge of a troop at the nearest model of the one that moved:
// within six inches, and seen.
func (b *Battle) answer(j, i int) (outward, bool) {
	r := ref{j, 0}
	if !b.board {
		return b.outwardAt(r, ref{i, b.s.Troops[i].Lead})
	}
	target := b.nearest(r, i)
	if !b.within(r, target, counterReach) {
		return outward{}, false
	}
	return b.outwardAt(r, target)
}

// chargeOut carries such a charge out. On a measured table its player tells what came
// of it.
func (b *Battle) chargeOut(t *rules.Turn, o outward) {
	if !b.board {
		laws := []string{"WM-OOA-3", "WM-OOA-4", outFailed}
		o.way.Law = laws[t.Ask(outLaw, b.cards[o.by.i].seat, "charge-came", "charge-far", "charge-near", "charge-fails")]
	} else {
		o.way.Law = "WM-OOA-4"
		if inchesOf(o.way.Distance) >= chargeAttackFrom {
			o.way.Law = "WM-OOA-3"
		}
		if b.combat && b.escapes(t, o.by, Moved{Distance: o.way.Distance, To: o.way.To}) {
			if !b.up(o.by) || b.s.Stage == stageOver {
				return
			}
			m := b.model(o.by)
			o.way.Distance, o.way.To, o.way.Law = 0, &Spot{m.X, m.Y, m.Facing}, outFailed
		}
	}
	t.Emit(o.way)
	if o.way.Law == outFailed {
		return
	}
	if b.combat && b.cards[o.by.i].p.rides() {
		b.impacts(t, o.by, b.bumped(t, o))
	}
	if b.s.Stage != stageOver && b.mayChargeOut(o.by) && b.up(o.at) {
		b.strikeOut(t, o)
	}
}

// bumped are the models that cavalry runs into on such a charge (WM-OOA-5); on a
// measured table its player tells whether it is its target.
func (b *Battle) bumped(t *rules.Turn, o outward) []ref {
	if b.board {
		return b.touched(o.by, b.model(o.by).at())
	}
	if t.Ask("WM-OOA-5", b.cards[o.by.i].seat, "impact", "no-impact", "impact") == 1 {
		return []ref{o.at}
	}
	return nil
}

// strikeOut is the one attack of a charge outside the activation (WM-OOA-2): a charge
// attack after three inches, else a normal attack, with a weapon of the player's
// choice that is no special attack (WM-OOA-6).
func (b *Battle) strikeOut(t *rules.Turn, o outward) {
	p := &b.cards[o.by.i].p
	var arms []int
	var names []string
	for w := range p.Weapons {
		card := &p.Weapons[w]
		if card.Kind == melee && card.Special == "" && !card.Mount && !b.locked(o.by.i, card.System) && (!b.board || b.within(o.by, o.at, card.reach())) {
			arms, names = append(arms, w), append(names, card.ID)
		}
	}
	if len(arms) == 0 {
		return
	}
	w := arms[t.Ask("WM-OOA-2", b.cards[o.by.i].seat, "charge-weapon", names...)]
	card := &p.Weapons[w]
	s := strike{
		by: o.by, at: o.at, weapon: w, name: card.ID, kind: melee, power: card.Power, onHit: card.OnHit, onCrit: card.OnCrit,
		charge: o.way.Law == "WM-OOA-3", law: o.way.Law,
	}
	if b.combat && p.spends() && b.s.Troops[o.by.i].Focus > 0 && !b.model(o.at).helpless() {
		s.boostAttack = t.Ask("WM-X-FOC-3", b.cards[o.by.i].seat, "boost-charge", "unboosted", "boost-attack") == 1
	}
	b.attack(t, &s)
}

// applyChargeOut puts a model where its charge brought it.
func (b *Battle) applyChargeOut(e ChargedOut) {
	r, _ := b.named(e.Unit)
	if e.To != nil {
		b.stirred(r.i)
		m := b.model(r)
		m.X, m.Y, m.Facing = e.To.X, e.To.Y, e.To.Facing
	}
	if e.Counter {
		b.s.Troops[r.i].Countered = true
	}
}

// isOut tells whether a rule is that of an attack of a charge outside the activation.
func isOut(law string) bool { return strings.HasPrefix(law, "WM-OOA-") }

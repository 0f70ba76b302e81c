package warmachine

import "oriflamme/rules"

// This file holds facts from outside the rulebook: cavalry (WM-X-CAV-1).

const (
	cavalryRule  = "WM-X-CAV-1"
	rideOn       = "ride-on" // the movement of light cavalry after its action
	cavalryBonus = 2         // of its charge attack rolls
)

// moveCharge carries a charge out. Cavalry attacks whom it runs into, and goes on when
// nobody is left in its way.
func (b *Battle) moveCharge(t *rules.Turn, r modelRef, e Moved) {
	if !b.combat || e.Movement != Charge || !b.info[r.unit].profile.rides() {
		b.moveModel(t, r, e)
		return
	}
	target, _ := b.findModel(e.Target)
	spent, line := Inches(0), Degrees(0)
	for leg := 0; ; leg++ {
		from, failed := b.model(r).at(), e.Law == failedChargeRule
		at := Point{e.To.X, e.To.Y}
		met := b.modelsTouched(r, at)
		if failed && len(met) > 0 {
			e.Law = cavalryRule
		}
		e.Distance = (spent + InchesOf(e.Distance)).Dec()
		b.moveModel(t, r, e)
		if b.s.Phase == phaseOver || !b.modelInPlay(r) || b.model(r).at() != at {
			return
		}
		b.impacts(t, r, met)
		if e.Law != cavalryRule || b.s.Phase == phaseOver {
			return
		}
		if leg == 0 {
			v := at.Minus(from)
			line = Heading(float64(v.X), float64(v.Y))
		}
		spent = InchesOf(e.Distance)
		if e = b.rideThrough(r, target, line, spent, len(b.modelsTouched(r, at)) == 0); e.Law == failedChargeRule && e.Distance == 0 {
			e.Distance = spent.Dec()
			t.Emit(e)
			return
		}
	}
}

// rideThrough is the rest of a charge of cavalry after so many inches, along the
// line on which it began; a failed one where it stands when it cannot go on.
func (b *Battle) rideThrough(r, target modelRef, line Degrees, spent Inches, free bool) Moved {
	m := b.model(r)
	stay := Moved{
		Unit: b.info[r.unit].id, Model: r.model, Movement: Charge, Target: b.id(target), To: &Spot{m.X, m.Y, m.Facing}, Law: failedChargeRule,
	}
	most := b.chargeDistance(r.unit) - spent
	if !free || most <= 0 || !b.modelInPlay(target) {
		return stay
	}
	x, y := line.Unit()
	way := Course{m.at(), x, y, b.info[r.unit].radius}
	e, _, fault := b.chargeOf(r, target, Move{Movement: Charge, Path: []Point{way.At(most)}})
	if fault == nil {
		return e
	}
	if e, done, fault := b.chargeOf(r, target, Move{Movement: Charge}); fault == nil && done.Distance <= most {
		return e
	}
	return stay
}

// modelsTouched are the models that the base of a model touches at a point.
func (b *Battle) modelsTouched(r modelRef, at Point) []modelRef {
	var list []modelRef
	for i := range b.s.Units {
		for k := range b.s.Units[i].Models {
			if o := (modelRef{i, k}); o != r && i != r.unit && b.modelInPlay(o) && BaseGap(at, b.info[r.unit].radius, b.model(o).at(), b.info[i].radius) <= stopShort {
				list = append(list, o)
			}
		}
	}
	return list
}

// impacts are the impact attacks of cavalry with its mounts, one on each model met.
func (b *Battle) impacts(t *rules.Turn, r modelRef, met []modelRef) {
	p := &b.info[r.unit].profile
	for w := range p.Weapons {
		profile := &p.Weapons[w]
		if !profile.Mount {
			continue
		}
		for _, at := range met {
			if !b.modelInPlay(at) || !b.modelInPlay(r) || b.s.Phase == phaseOver {
				continue
			}
			s := attackState{
				attacker: r, target: at, weapon: w, name: profile.ID, kind: Melee, power: profile.Power, onHit: profile.OnHit, onCrit: profile.OnCrit, rule: cavalryRule,
			}
			b.resolve(t, &s)
		}
		return
	}
}

// riders are the models of light cavalry that may ride on: those that have acted.
func (b *Battle) riders(c Move, list []int) (m moverSet, fault *rules.Fault) {
	i := b.s.Acting
	if !b.combat || !b.info[i].profile.hasAbility("light-cavalry") {
		return m, rules.Breaks(cavalryRule, "movement", "it is no light cavalry")
	}
	who := noUnit
	if c.Who != "" && c.Who != b.info[i].id {
		r, known := b.ids[c.Who]
		if !known || r.unit != i || r.model < 0 {
			return m, BadValue("who", "%q is no model of it", c.Who)
		}
		who = r.model
	}
	for k := range b.s.Activation.Models {
		d := &b.s.Activation.Models[k]
		if (who == noUnit || who == k) && b.modelInPlay(modelRef{i, k}) && !b.model(modelRef{i, k}).helpless() && d.Attacks > 0 && !d.Rode && !d.Done {
			list = append(list, k)
		}
	}
	m = moverSet{list, who != noUnit || b.info[i].size == 1}
	if len(list) == 0 {
		fault = rules.Breaks(cavalryRule, "movement", "nobody has acted and not ridden on")
	}
	return m, fault
}

// applyRide moves light cavalry after its action, which leaves the use of its normal
// movement as it was.
func (b *Battle) applyRide(e Moved) {
	i := b.find(e.Unit)
	t := &b.s.Units[i]
	for k := range t.Models {
		d := &b.s.Activation.Models[k]
		if e.Model != k && e.Model != noUnit || d.Attacks == 0 || t.Models[k].Gone {
			continue
		}
		d.Rode = true
		if e.To != nil {
			t.Models[k].X, t.Models[k].Y, t.Models[k].Facing = e.To.X, e.To.Y, e.To.Facing
		}
	}
}

package warmachine

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/warmachine/ruling"
)

// This file holds facts from outside the rulebook: free strikes (WM-X-MELEE-3).

// takeFreeStrikes gives every enemy that a model advances away from a free strike. It reports
// whether the model is stopped where it stood: destroyed or knocked down.
func (b *Battle) takeFreeStrikes(t *rules.Turn, r modelRef, e Moved) (stopped bool) {
	if b.tableRemembers() {
		target, ok := b.findModel(e.Target)
		if !ok {
			target = modelRef{noUnit, noUnit}
		}
		return len(b.askFreeStrikes(t, r.unit, []int{r.model}, nil, target)) > 0 || b.s.Phase == phaseOver
	}
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
			if o := (modelRef{j, k}); b.modelInPlay(o) && b.within(o, r, far) && b.leavesReach(r, o, far, e) && b.threatens(o, r) {
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

// leavesReach reports whether a movement takes a model out of an enemy's reach or sight.
func (b *Battle) leavesReach(r, o modelRef, far ruling.Inches, e Moved) bool {
	radius := b.info[r.unit].radius
	out := func(p ruling.Point) bool {
		return ruling.BaseGap(p, radius, b.model(o).at(), b.info[o.unit].radius) > far || !b.faces(o, p, radius)
	}
	return slices.ContainsFunc(e.Via, out) || out(e.To.at())
}

// freeStrike makes the free strike of an enemy that may strike and chooses to: +2 to hit,
// and boosted damage. It reports whether the model is stopped.
func (b *Battle) freeStrike(t *rules.Turn, by, at modelRef) (stopped bool) {
	arms, choices := b.meleeWeapons(by, at)
	k := t.Ask("WM-X-MELEE-3", b.info[by.unit].seat, "free-strike", append(choices, "hold")...)
	if k == len(arms) {
		return false
	}
	s := b.meleeAttack(by, at, arms[k], "WM-X-MELEE-3")
	s.freeStrike = true
	b.resolve(t, &s)
	return b.s.Phase == phaseOver || !b.modelInPlay(at) || b.model(at).helpless()
}

// meleeWeapons returns the weapons with which a model could make a normal melee attack on another,
// with their ids.
func (b *Battle) meleeWeapons(by, at modelRef) (arms []int, ids []string) {
	p := &b.info[by.unit].profile
	for w := range p.Weapons {
		profile := &p.Weapons[w]
		if profile.Kind == ruling.Melee && profile.Special == "" && !profile.Mount && !b.systemLocked(by.unit, profile.System) && (!b.board || b.within(by, at, profile.reach())) {
			arms, ids = append(arms, w), append(ids, profile.ID)
		}
	}
	return arms, ids
}

// meleeAttack returns a melee attack that is not of the combat action.
func (b *Battle) meleeAttack(by, at modelRef, w int, rule string) attackState {
	p := &b.info[by.unit].profile.Weapons[w]
	return attackState{attacker: by, target: at, weapon: w, name: p.ID, kind: ruling.Melee, power: p.Power, onHit: p.OnHit, onCrit: p.OnCrit, rule: rule}
}

// This file holds facts from outside the rulebook: cavalry (WM-X-CAV-1).

const (
	cavalryRule  = "WM-X-CAV-1"
	rideOn       = "ride-on" // the movement of light cavalry after its action
	cavalryBonus = 2         // of its charge attack rolls
)

// moveCharge carries out a charge. Cavalry makes impact attacks on the models it contacts,
// and moves on if none is left in its way.
func (b *Battle) moveCharge(t *rules.Turn, r modelRef, e Moved) {
	if !b.combat || e.Movement != ruling.Charge || !b.info[r.unit].profile.rides() {
		b.moveModel(t, r, e)
		return
	}
	target, _ := b.findModel(e.Target)
	spent, line := ruling.Inches(0), ruling.Degrees(0)
	for leg := 0; ; leg++ {
		from, at, failed := b.model(r).at(), e.To.at(), e.Law == failedChargeRule
		met := b.modelsTouched(r, at)
		if failed && len(met) > 0 {
			e.Law = cavalryRule
		}
		e.Distance = (spent + ruling.InchesOf(e.Distance)).Dec()
		b.moveModel(t, r, e)
		if b.s.Phase == phaseOver || !b.modelInPlay(r) || b.model(r).at() != at {
			return
		}
		b.impactAttacks(t, r, met)
		if e.Law != cavalryRule || b.s.Phase == phaseOver {
			return
		}
		if leg == 0 {
			v := at.Minus(from)
			line = ruling.Heading(float64(v.X), float64(v.Y))
		}
		spent = ruling.InchesOf(e.Distance)
		if e = b.rideThrough(r, target, line, spent, len(b.modelsTouched(r, at)) == 0); e.Law == failedChargeRule && e.Distance == 0 {
			e.Distance = spent.Dec()
			t.Emit(e)
			return
		}
	}
}

// rideThrough returns the rest of a charge of cavalry after spent, along the line on which
// it began, or a failed charge without movement when the cavalry cannot move on.
func (b *Battle) rideThrough(r, target modelRef, line ruling.Degrees, spent ruling.Inches, free bool) Moved {
	m := b.model(r)
	stay := Moved{
		Unit: b.info[r.unit].id, Model: r.model, Movement: ruling.Charge, Target: b.id(target), To: b.standing(r), law: law{failedChargeRule},
	}
	most := b.chargeDistance(r.unit) - spent
	if !free || most <= 0 || !b.modelInPlay(target) {
		return stay
	}
	x, y := line.Unit()
	way := ruling.Course{From: m.at(), Ux: x, Uy: y, Radius: b.info[r.unit].radius}
	e, _, fault := b.chargeOf(r, target, Move{Movement: ruling.Charge, Path: []ruling.Point{way.At(most)}})
	if fault == nil {
		return e
	}
	if e, done, fault := b.chargeOf(r, target, Move{Movement: ruling.Charge}); fault == nil && done.Distance <= most {
		return e
	}
	return stay
}

// modelsTouched returns the models that the base of a model would touch at a point.
func (b *Battle) modelsTouched(r modelRef, at ruling.Point) []modelRef {
	return b.modelsWhere(func(o modelRef) bool {
		return o.unit != r.unit && ruling.BaseGap(at, b.info[r.unit].radius, b.model(o).at(), b.info[o.unit].radius) <= stopGap
	})
}

// impactAttacks makes the impact attacks of cavalry with its mounts, one on each model that it
// contacts.
func (b *Battle) impactAttacks(t *rules.Turn, r modelRef, met []modelRef) {
	p := &b.info[r.unit].profile
	if w := indexOf(p.Weapons, func(w *WeaponProfile) bool { return w.Mount }); w != noUnit {
		for _, at := range met {
			if !b.modelInPlay(at) || !b.modelInPlay(r) || b.s.Phase == phaseOver {
				continue
			}
			s := b.meleeAttack(r, at, w, cavalryRule)
			b.resolve(t, &s)
		}
	}
}

// riders returns the models of light cavalry that may move after their action: those that
// have acted.
func (b *Battle) riders(c Move, list []int) (m moverSet, fault *rules.Fault) {
	i := b.s.Acting
	if !b.combat || !b.info[i].profile.hasAbility("light-cavalry") {
		return m, rules.Breaks(cavalryRule, "movement", "it is no light cavalry")
	}
	who := noUnit
	if c.Who != "" && c.Who != b.info[i].id {
		r, known := b.ids[c.Who]
		if !known || r.unit != i || r.model < 0 {
			return m, ruling.BadValue("who", "%q is no model of it", c.Who)
		}
		who = r.model
	}
	for k := range b.s.Activation.Models {
		d := &b.s.Activation.Models[k]
		if (who == noUnit || who == k) && b.modelInPlay(modelRef{i, k}) && !b.model(modelRef{i, k}).helpless() && d.Attacks > 0 && !d.Rode && !d.Done {
			list = append(list, k)
		}
	}
	m = moverSet{list, who != noUnit || b.alone()}
	return m, rules.FaultIf(len(list) == 0, rules.Breaks(cavalryRule, "movement", "nobody has acted and not ridden on"))
}

// applyRide moves light cavalry after its action. The use of its normal movement stays as it
// was.
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
			t.Models[k].Spot = *e.To
		}
	}
}

// This file holds facts from outside the rulebook: tramples (WM-X-PA-7).

const trampleRule = "WM-X-PA-7"

// tramplePlan is a trample about to be made.
type tramplePlan struct {
	way  Moved
	over []modelRef
}

// playTrample moves a heavy warjack in a straight line through small bases and then rolls
// against each of them.
func (b *Battle) playTrample(t *rules.Turn, c PowerAttack) *rules.Fault {
	x, fault := b.trampleOf(c)
	if fault != nil {
		return fault
	}
	by := modelRef{b.s.Acting, 0}
	b.payPower(t, trample)
	b.moveModel(t, by, x.way)
	if b.s.Phase == phaseOver {
		return nil
	}
	b.checkFear(t)
	b.offerCounterCharges(t)
	if b.s.Acting != by.unit {
		return nil
	}
	if m := b.model(by); m.Gone || m.helpless() || x.way.To != nil && m.at() != x.way.To.at() {
		b.endActivation(t, trampleRule)
		return nil
	}
	rule := "WM-COMBAT-6"
	for _, at := range x.over {
		if !b.modelInPlay(at) {
			continue
		}
		s := b.powerStrike(by, at, c)
		s.rule = rule
		b.resolve(t, &s)
		if rule = trampleRule; b.s.Phase == phaseOver {
			return nil
		}
	}
	return nil
}

// powerStrike returns a power attack on a model, or one of the attack rolls of a trample.
func (b *Battle) powerStrike(by, at modelRef, c PowerAttack) attackState {
	return attackState{
		attacker: by, target: at, weapon: noUnit, name: c.Attack, kind: ruling.Melee, power: b.info[by.unit].profile.Str, rule: "WM-COMBAT-6",
		boostAttack: c.BoostAttack, boostDamage: c.BoostDamage,
	}
}

// trampleOf reads a trample: its path and the models under it.
func (b *Battle) trampleOf(c PowerAttack) (x tramplePlan, fault *rules.Fault) {
	i := b.s.Acting
	rule := b.powerAttackBarRule()
	switch {
	case rule != "":
		return x, rules.Breaks(rule, "", "it may make no power attack")
	case c.Target != "":
		return x, rules.Unexpected("target")
	case c.System != "":
		return x, rules.Unexpected("system")
	case b.info[i].profile.Base != "large":
		return x, rules.Breaks("WM-X-PA-0", "attack", "only heavy warjacks trample")
	case b.s.Activation.Models[0].Movement != "":
		return x, rules.Breaks("WM-ACT-1", "attack", "the movement is used")
	case b.mayNotRunOrCharge(i):
		return x, rules.Breaks("WM-X-GRID-4", "attack", "its movement is crippled")
	case b.inAnyLock(i):
		return x, rules.Breaks(lockRule, "attack", "it is held, or holds another")
	}
	if !b.board {
		return b.statedTrample(c)
	}
	if len(c.Contacted) > 0 {
		return x, rules.Unexpected("contacted")
	}
	if c.To == nil {
		return x, rules.Missing("to")
	}
	return b.trampleWay(*c.To)
}

// statedTrample returns a trample on a measured table, as the players state it.
func (b *Battle) statedTrample(c PowerAttack) (x tramplePlan, fault *rules.Fault) {
	i := b.s.Acting
	if c.To != nil {
		return x, rules.Unexpected("to")
	}
	if most := b.chargeDistance(i); ruling.InchesOf(c.Distance) > most {
		return x, rules.Breaks(trampleRule, "distance", "it goes %s inches at most", most)
	}
	if x.over, fault = b.contacted(c.Contacted); fault != nil {
		return x, fault
	}
	for n, r := range x.over {
		if b.info[r.unit].base > 0 {
			return x, rules.Breaks(trampleRule, rules.At("contacted", n), "its base is too large")
		}
	}
	x.way = Moved{Unit: b.info[i].id, Model: 0, Movement: trample, Distance: c.Distance, law: law{trampleRule}}
	return x, rules.FaultIf(len(x.over) == 0, rules.Breaks(trampleRule, "contacted", "nobody is trampled"))
}

// contacted returns the models that the players state to be contacted.
func (b *Battle) contacted(ids []string) (list []modelRef, fault *rules.Fault) {
	for n, id := range ids {
		r, known := b.findModel(id)
		if !known || !b.modelInPlay(r) || r.unit == b.s.Acting {
			return nil, ruling.BadValue(rules.At("contacted", n), "%q is nobody to run into", id)
		}
		list = append(list, r)
	}
	return list, nil
}

// trampleWay returns a trample on a board: straight, through small bases only, to a place
// with room.
func (b *Battle) trampleWay(to ruling.Point) (x tramplePlan, fault *rules.Fault) {
	by := modelRef{b.s.Acting, 0}
	from, radius := b.model(by).at(), b.info[by.unit].radius
	v := to.Minus(from)
	length := ruling.RoundInches(v.Length())
	cost := length
	if slow := b.rough(from, to); b.hasObstacles() && slow > 0 && !b.info[by.unit].profile.hasAbility("pathfinder") {
		cost += ruling.RoughTerrainCost(min(slow, length))
	}
	most := b.chargeDistance(by.unit)
	switch {
	case length == 0 || cost > most:
		return x, rules.Breaks(trampleRule, "to", "it goes %s inches at most", most)
	case !b.onTable(to, radius):
		return x, rules.Breaks("WM-MOVE-2", "to", "that is off the table")
	case b.barred(from, to, radius, true):
		return x, rules.Breaks("WM-X-TER-2", "to", "something is in the way")
	case b.runsInto(by, from, to, 1) || !b.roomFor(by, to):
		return x, rules.Breaks(trampleRule, "to", "there is no way through")
	}
	spot := Spot{to.X, to.Y, ruling.Heading(float64(v.X), float64(v.Y))}
	x.way = Moved{Unit: b.info[by.unit].id, Model: 0, Movement: trample, Distance: length.Dec(), To: &spot, law: law{trampleRule}}
	x.over = b.modelsWhere(func(o modelRef) bool {
		return b.info[o.unit].base == 0 && ruling.SegmentDistance(b.model(o).at(), from, to) <= float64(radius+b.info[o.unit].radius)
	})
	slices.SortStableFunc(x.over, func(p, q modelRef) int {
		return int(ruling.PointDistance(from, b.model(p).at()) - ruling.PointDistance(from, b.model(q).at()))
	})
	return x, rules.FaultIf(len(x.over) == 0, rules.Breaks(trampleRule, "to", "nobody is trampled"))
}

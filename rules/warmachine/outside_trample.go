package warmachine

import (
	"slices"

	"oriflamme/rules"
)

// This file holds facts from outside the rulebook: tramples (WM-X-PA-7).

const trampleRule = "WM-X-PA-7"

// tramplePlan is a trample about to be made.
type tramplePlan struct {
	way  Moved
	over []modelRef
}

// playTrample walks a heavy warjack in a straight line through small bases and then
// rolls against each of them.
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
	if m := b.model(by); m.Gone || m.helpless() || x.way.To != nil && m.at() != (Point{x.way.To.X, x.way.To.Y}) {
		b.endActivation(t, trampleRule)
		return nil
	}
	rule := "WM-COMBAT-6"
	for _, at := range x.over {
		if !b.modelInPlay(at) {
			continue
		}
		s := b.trampleStrike(by, at, c)
		s.rule = rule
		b.resolve(t, &s)
		if rule = trampleRule; b.s.Phase == phaseOver {
			return nil
		}
	}
	return nil
}

// trampleStrike is one of the attack rolls of a trample.
func (b *Battle) trampleStrike(by, at modelRef, c PowerAttack) attackState {
	return attackState{
		attacker: by, target: at, weapon: noUnit, name: trample, kind: Melee, power: b.info[by.unit].profile.Str, rule: "WM-COMBAT-6",
		boostAttack: c.BoostAttack, boostDamage: c.BoostDamage,
	}
}

// trampleOf reads a trample: its way and whom it goes over.
func (b *Battle) trampleOf(c PowerAttack) (x tramplePlan, fault *rules.Fault) {
	i := b.s.Acting
	if fault := b.requireCombatModule(); fault != nil {
		return x, fault
	}
	rule := b.powerAttackBarRule()
	switch {
	case rule != "":
		return x, rules.Breaks(rule, "", "it may make no power attack")
	case c.Target != "":
		return x, UnknownField("target")
	case c.System != "":
		return x, UnknownField("system")
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
		return x, UnknownField("contacted")
	}
	if c.To == nil {
		return x, MissingField("to")
	}
	return b.trampleWay(*c.To)
}

// statedTrample is a trample as the players measure it.
func (b *Battle) statedTrample(c PowerAttack) (x tramplePlan, fault *rules.Fault) {
	i := b.s.Acting
	if c.To != nil {
		return x, UnknownField("to")
	}
	if most := b.chargeDistance(i); InchesOf(c.Distance) > most {
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
	x.way = Moved{Unit: b.info[i].id, Model: 0, Movement: trample, Distance: c.Distance, Law: trampleRule}
	return x, FaultIf(len(x.over) == 0, rules.Breaks(trampleRule, "contacted", "nobody is trampled"))
}

// contacted reads the models that somebody ran into.
func (b *Battle) contacted(ids []string) (list []modelRef, fault *rules.Fault) {
	for n, id := range ids {
		r, known := b.findModel(id)
		if !known || !b.modelInPlay(r) || r.unit == b.s.Acting {
			return nil, BadValue(rules.At("contacted", n), "%q is nobody to run into", id)
		}
		list = append(list, r)
	}
	return list, nil
}

// trampleWay is a trample on a board: straight, through small bases alone, to a
// place with room.
func (b *Battle) trampleWay(to Point) (x tramplePlan, fault *rules.Fault) {
	by := modelRef{b.s.Acting, 0}
	from, radius := b.model(by).at(), b.info[by.unit].radius
	v := to.Minus(from)
	length := RoundInches(v.Length())
	cost := length
	if slow := b.rough(from, to); b.hasObstacles() && slow > 0 && !b.info[by.unit].profile.hasAbility("pathfinder") {
		cost += RoughTerrainCost(min(slow, length))
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
	spot := Spot{to.X, to.Y, Heading(float64(v.X), float64(v.Y))}
	x.way = Moved{Unit: b.info[by.unit].id, Model: 0, Movement: trample, Distance: length.Dec(), To: &spot, Law: trampleRule}
	for i := range b.s.Units {
		for k := range b.s.Units[i].Models {
			if o := (modelRef{i, k}); b.info[i].base == 0 && b.modelInPlay(o) && SegmentDistance(b.model(o).at(), from, to) <= float64(radius+b.info[i].radius) {
				x.over = append(x.over, o)
			}
		}
	}
	slices.SortStableFunc(x.over, func(p, q modelRef) int {
		return int(PointDistance(from, b.model(p).at()) - PointDistance(from, b.model(q).at()))
	})
	if len(x.over) == 0 {
		fault = rules.Breaks(trampleRule, "to", "nobody is trampled")
	}
	return x, fault
}

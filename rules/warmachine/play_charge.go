package warmachine

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/warmachine/ruling"
)

// failedChargeRule is the rule that ends an activation after a failed charge.
const failedChargeRule = "WM-CHARGE-19"

// mayCharge returns the rule that forbids model k of the active unit to charge a target,
// which it sees if los is set (WM-CHARGE-1 to WM-CHARGE-8), or "".
func (b *Battle) mayCharge(k int, los bool) string {
	i := b.s.Acting
	p, d := &b.info[i].profile, &b.s.Activation.Models[k]
	trooper := p.Kind == "unit"
	switch {
	case d.Done || d.Movement != "":
		return "WM-CHARGE-1"
	case b.penalised(i):
		return "WM-CHARGE-2"
	case !p.armed(ruling.Melee):
		return "WM-CHARGE-4"
	case b.mayNotRunOrCharge(i):
		return "WM-X-GRID-4"
	case p.Kind == "warjack" && b.s.Units[i].Focus == 0:
		return "WM-CHARGE-5"
	case trooper && b.s.Activation.Order != ruling.Charge:
		return "WM-CHARGE-6"
	case trooper && d.OutOfFormation:
		return "WM-UNIT-3"
	case !los:
		return "WM-CHARGE-8"
	}
	return ""
}

// penalised reports whether a spell or feat in play takes from the SPD or the movement of a unit; one
// that adds to them makes no difference (WM-CHARGE-2, WM-PEN-1). Before version 5 it did.
func (b *Battle) penalised(i int) bool {
	if !b.sinceVersion5() {
		return b.effectBonus(i, "spd") < 0 || b.effectBonus(i, "move") < 0
	}
	for n := range b.s.Effects {
		e := &b.s.Effects[n]
		if e.On == i && slices.ContainsFunc(b.effectsOf(e.By, e.Spell), func(x Effect) bool {
			return x.Amount < 0 && (x.Kind == "spd" || x.Kind == "move")
		}) {
			return true
		}
	}
	return false
}

// chargeDistance returns how far a unit charges as its normal movement: SPD plus three
// inches, plus what lengthens the movement (WM-CHARGE-10, ruling A-20).
func (b *Battle) chargeDistance(i int) ruling.Inches {
	return ruling.Inches(b.spd(i)+ruling.ChargeBonus+max(0, b.effectBonus(i, "move"))) * ruling.Inch
}

// chargeTargetOf returns the target of a charge: a model, or the commander of a unit. It may
// be a friendly model too (ruling A-33), but not the charging model itself.
func (b *Battle) chargeTargetOf(c Move) (modelRef, *rules.Fault) {
	r, known := b.findModel(c.Target)
	switch {
	case !known || r.unit == b.s.Acting:
		return r, ruling.BadValue("target", "%q is nobody to charge", c.Target)
	case !b.modelInPlay(r):
		return r, rules.Breaks("WM-ACTP-5", "target", "%q is destroyed", c.Target)
	}
	return r, nil
}

// statedCharge carries out a charge on a measured table (WM-CHARGE-1 to WM-CHARGE-19).
func (b *Battle) statedCharge(t *rules.Turn, c Move, movers moverSet) *rules.Fault {
	i := b.s.Acting
	target, fault := b.chargeTargetOf(c)
	switch {
	case fault != nil:
		return fault
	case c.LOS == nil && b.tableRemembers():
		return rules.Missing("los")
	case c.InReach == nil && b.tableRemembers():
		return rules.Missing("in_reach")
	}
	strikers, fault := b.statedStrikers(c)
	if fault != nil {
		return fault
	}
	for _, k := range movers.list {
		if rule := b.mayCharge(k, holds(c.LOS, true)); rule != "" {
			return rules.Breaks(rule, "movement", "it may not charge")
		}
	}
	if far := b.chargeDistance(i); ruling.InchesOf(c.Distance) > far {
		return rules.Breaks("WM-CHARGE-10", "distance", "it charges %s inches at most", far)
	}
	endRule := "WM-CHARGE-10"
	if !holds(c.InReach, true) {
		endRule = failedChargeRule
	}
	met, fault := b.contacted(c.Contacted)
	if fault != nil {
		return fault
	}
	if len(met) > 0 && !b.info[i].profile.rides() {
		return rules.Breaks(cavalryRule, "contacted", "only cavalry makes impact attacks")
	}
	b.payCharge(t, i)
	e := Moved{Unit: b.info[i].id, Model: movers.only(), Movement: ruling.Charge, Target: b.id(target), Distance: c.Distance, law: law{endRule}}
	if b.tableRemembers() && b.combat {
		b.advanceStated(t, e, movers, strikers)
	} else {
		t.Emit(e)
	}
	if b.s.Phase != phaseOver {
		b.impactAttacks(t, modelRef{i, movers.list[0]}, met)
	}
	return nil
}

// payCharge pays for the charge of a warjack (WM-CHARGE-5).
func (b *Battle) payCharge(t *rules.Turn, i int) {
	if b.info[i].profile.Kind == "warjack" {
		t.Emit(FocusSpent{b.info[i].id, ruling.Charge, 1, law{"WM-FOCUS-4"}})
	}
}

// boardCharge carries out a charge on a board: of one model, or of all troopers, each at the
// nearest model of the target's unit that it can charge (WM-CHARGE-26). Troopers that cannot
// charge run toward it instead (ruling A-24).
func (b *Battle) boardCharge(t *rules.Turn, c Move, movers moverSet) *rules.Fault {
	i := b.s.Acting
	target, fault := b.chargeTargetOf(c)
	if fault != nil {
		return fault
	}
	if !movers.one {
		return b.chargeUnit(t, c, movers.list, target)
	}
	k := movers.list[0]
	r := modelRef{i, k}
	if named := b.ids[c.Target]; named.model == noUnit {
		target = b.nearest(r, named.unit)
	}
	if rule := b.mayCharge(k, b.sees(r, target)); rule != "" {
		return rules.Breaks(rule, "movement", "it may not charge")
	}
	var e Moved
	var done ruling.ChargeEnd
	if x := &b.memo; b.recording && x.charge && x.stamp == b.stamp && x.who == r && x.chargeTarget == target && len(c.Path) == 0 {
		e, done = x.moved, x.done
	} else {
		e, done, fault = b.chargeOf(r, target, c)
	}
	switch {
	case fault != nil:
		return fault
	case !holds(c.LOS, true):
		return rules.Breaks("WM-CHARGE-8", "los", "the target is seen")
	case c.Distance != 0 && ruling.InchesOf(c.Distance) != done.Distance:
		return rules.Breaks("WM-CHARGE-10", "distance", "it charges %s inches", done.Distance)
	}
	b.payCharge(t, i)
	b.moveCharge(t, r, e)
	return nil
}

// nearest returns the model of unit j nearest to another model.
func (b *Battle) nearest(r modelRef, j int) modelRef {
	near, best := b.lead(j), ruling.Inches(0)
	for k := range b.s.Units[j].Models {
		if o := (modelRef{j, k}); b.modelInPlay(o) {
			if d := b.distance(r, o); best == 0 || d < best {
				near, best = o, max(d, 1)
			}
		}
	}
	return near
}

// chargeOf computes a charge (WM-CHARGE-9 to WM-CHARGE-22): straight at the target, or in
// the direction of the end of a path and no farther than that.
func (b *Battle) chargeOf(r, target modelRef, c Move) (e Moved, done ruling.ChargeEnd, fault *rules.Fault) {
	return b.workOutCharge(r, target, c, b.info[r.unit].reach(), true)
}

// workOutCharge computes a charge with a given melee range: as the normal movement if own is
// set, otherwise outside the activation (WM-OOA-1).
func (b *Battle) workOutCharge(r, target modelRef, c Move, reach ruling.Inches, own bool) (e Moved, done ruling.ChargeEnd, fault *rules.Fault) {
	in := ruling.ChargeMoveInput{
		Charger: ruling.Charger{Disc: b.disc(r), Spd: b.spd(r.unit), Reach: reach}, Target: b.disc(target), InActivation: own,
	}
	if own {
		in.Charger.Bonus = max(0, b.effectBonus(r.unit, "move"))
	}
	switch {
	case len(c.Path) > 1:
		return e, done, rules.Breaks("WM-CHARGE-10", "path", "a charge is straight")
	case len(c.Path) == 1 && c.Path[0] != in.Charger.Point():
		way := c.Path[0].Minus(in.Charger.Point())
		toward, far := ruling.Heading(float64(way.X), float64(way.Y)), ruling.RoundInches(way.Length())
		in.Direction, in.StopAt = &toward, &far
	}
	most := ruling.Inches(in.Charger.Spd+ruling.ChargeBonus+in.Charger.Bonus) * ruling.Inch
	way := in.Course()
	var room [16]ruling.Disc
	in.Others = b.basesOnWay(r, target, way, most, room[:0])
	if b.hasObstacles() {
		if at, stopped := b.barrier(way, most, !b.info[r.unit].profile.hasAbility("pathfinder")); stopped {
			in.BarrierAt = &at
		}
		if last := b.slowed(r, way, most, most+stopGap); last < most && (in.BarrierAt == nil || last < *in.BarrierAt) {
			in.BarrierAt = &last
		}
	}
	if edge := b.toEdge(way); edge < most && (in.BarrierAt == nil || edge < *in.BarrierAt) {
		in.BarrierAt = &edge
	}
	lay := in.StopRange()
	if !lay.Legal {
		return e, done, rules.Breaks("WM-CHARGE-9", "path", "that way never leads to the target")
	}
	if fault := in.CheckStops(lay); fault != nil {
		return e, done, fault
	}
	done = in.CarryOut(lay)
	end := in.EndPoint(way, done.Distance)
	if b.sinceVersion5() && done.Success && ruling.BaseGap(end, in.Charger.Radius, in.Target.Point(), in.Target.Radius) > reach {
		done.Success = false // its place is rounded to thousandths, and there the target is out of reach
	}
	e = Moved{
		Unit: b.info[r.unit].id, Model: r.model, Movement: ruling.Charge, Target: b.id(target), Distance: done.Distance.Dec(),
		To: &Spot{end.X, end.Y, done.Facing}, law: law{"WM-CHARGE-10"},
	}
	if !done.Success {
		e.Law = failedChargeRule
	}
	return e, done, nil
}

// basesOnWay adds the bases that a charge may contact on its way, without the target's.
func (b *Battle) basesOnWay(r, target modelRef, c ruling.Course, most ruling.Inches, list []ruling.Disc) []ruling.Disc {
	end := c.At(most)
	lowX, highX, lowY, highY := min(c.From.X, end.X), max(c.From.X, end.X), min(c.From.Y, end.Y), max(c.From.Y, end.Y)
	for i := range b.s.Units {
		t, other := &b.s.Units[i], b.info[i].radius
		if t.Left == 0 || b.extent(i).outside(lowX, highX, lowY, highY, c.Radius+other+2*stopGap) {
			continue
		}
		for k := range t.Models {
			m, o := &t.Models[k], modelRef{i, k}
			if m.Gone || o == r || o == target {
				continue
			}
			along, off := c.Meets(m.at())
			both := float64(c.Radius + other)
			if along > 0 && off <= both+float64(stopGap) && along-both <= float64(most) {
				list = append(list, ruling.Disc{Place: ruling.Place{X: m.X, Y: m.Y}, Radius: other})
			}
		}
	}
	return list
}

// chargeUnit has every trooper charge a model of a unit that it can charge.
func (b *Battle) chargeUnit(t *rules.Turn, c Move, list []int, target modelRef) *rules.Fault {
	i := b.s.Acting
	if len(c.Path) > 0 {
		return rules.Unexpected("path")
	}
	if rule := b.mayCharge(list[0], true); rule != "" && !b.s.Activation.Models[list[0]].OutOfFormation {
		return rules.Breaks(rule, "movement", "it may not charge")
	}
	if b.sinceVersion4() && !b.anyCanCharge(list, target.unit, c) {
		return rules.Breaks("WM-CHARGE-8", "target", "nobody can charge it")
	}
	toward := b.model(target).at().Minus(b.model(modelRef{i, list[0]}).at())
	began := false
	order := b.frontToBack(i, list, toward)
	if b.sinceVersion4() { // no runner blocks the path of a charger
		slices.SortStableFunc(order, func(k, other int) int { return b.chargeRank(k, target.unit, c) - b.chargeRank(other, target.unit, c) })
	}
	for _, k := range order {
		r := modelRef{i, k}
		if !b.modelInPlay(r) || !b.unitInPlay(target.unit) {
			continue
		}
		e, charges := b.bestCharge(r, target.unit, c)
		if !charges {
			far, rule := b.moveAllowance(k, ruling.Run)
			if rule != "" {
				continue
			}
			goal := b.model(b.nearest(r, target.unit)).at()
			if b.s.Activation.Models[k].OutOfFormation {
				goal = b.model(b.lead(i)).at()
			}
			e = b.moveStraight(r, goal.Minus(b.model(r).at()), far, Move{Movement: ruling.Run})
		}
		b.moveCharge(t, r, e)
		if began = true; b.s.Phase == phaseOver {
			return nil
		}
	}
	if !began {
		return rules.Breaks("WM-CHARGE-8", "target", "nobody can charge it")
	}
	return nil
}

// chargeRank returns 0 for a trooper that can charge unit j from its place, else 1.
func (b *Battle) chargeRank(k, j int, c Move) int {
	if _, charges := b.bestCharge(modelRef{b.s.Acting, k}, j, c); charges {
		return 0
	}
	return 1
}

// anyCanCharge reports whether one of the troopers can charge unit j from its place.
func (b *Battle) anyCanCharge(list []int, j int, c Move) bool {
	return slices.ContainsFunc(list, func(k int) bool { return b.chargeRank(k, j, c) == 0 })
}

// bestCharge returns the charge of a trooper at the nearest model of unit j; ok if the
// trooper sees the model and reaches it.
func (b *Battle) bestCharge(r modelRef, j int, c Move) (Moved, bool) {
	target := b.nearest(r, j)
	most := b.chargeDistance(r.unit) + b.info[r.unit].reach()
	if b.s.Activation.Models[r.model].OutOfFormation || b.distance(r, target) > most || b.mayCharge(r.model, b.sees(r, target)) != "" {
		return Moved{}, false
	}
	e, done, fault := b.chargeOf(r, target, Move{Movement: ruling.Charge})
	return e, fault == nil && done.Success
}

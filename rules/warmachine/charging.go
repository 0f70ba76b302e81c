package warmachine

import (
	"slices"

	"oriflamme/rules"
)

// failedCharge is the rule that ends an activation after a failed charge.
const failedCharge = "WM-CHARGE-19"

// mayCharge is the rule that forbids a model of the active troop to charge a
// target that it sees or not (WM-CHARGE-1 to WM-CHARGE-8), or "".
func (b *Battle) mayCharge(k int, los bool) string {
	i := b.s.Acting
	p, d := &b.cards[i].p, &b.s.Act.Doing[k]
	trooper := p.Kind == "unit"
	switch {
	case d.Done || d.Movement != "":
		return "WM-CHARGE-1"
	case b.changed(i, "spd") < 0 || b.changed(i, "move") < 0:
		return "WM-CHARGE-2"
	case !p.armed(melee):
		return "WM-CHARGE-4"
	case b.lame(i):
		return "WM-X-GRID-4"
	case p.Kind == "warjack" && b.s.Troops[i].Focus == 0:
		return "WM-CHARGE-5"
	case trooper && b.s.Act.Order != charge:
		return "WM-CHARGE-6"
	case trooper && d.Astray:
		return "WM-UNIT-3"
	case !los:
		return "WM-CHARGE-8"
	}
	return ""
}

// lunge is how far a troop charges as its normal movement: SPD and three inches, and
// what lengthens the movement (WM-CHARGE-10, ruling A-20).
func (b *Battle) lunge(i int) Inches {
	return Inches(b.spd(i)+chargeBonus+max(0, b.changed(i, "move"))) * Inch
}

// charged finds the target of a charge: a model, or the commander of a unit. A
// friendly model may be charged too (ruling A-33), but not the model itself.
func (b *Battle) charged(c Move) (ref, *rules.Fault) {
	r, known := b.named(c.Target)
	switch {
	case !known || r.i == b.s.Acting:
		return r, strange("target", "%q is nobody to charge", c.Target)
	case !b.up(r):
		return r, rules.Breaks("WM-ACTP-5", "target", "%q is destroyed", c.Target)
	}
	return r, nil
}

// statedCharge is a charge on a measured table (WM-CHARGE-1 to WM-CHARGE-19).
func (b *Battle) statedCharge(t *rules.Turn, c Move, movers mob) *rules.Fault {
	i := b.s.Acting
	target, fault := b.charged(c)
	if fault != nil {
		return fault
	}
	for _, k := range movers.list {
		if rule := b.mayCharge(k, c.LOS); rule != "" {
			return rules.Breaks(rule, "movement", "it may not charge")
		}
	}
	if far := b.lunge(i); inchesOf(c.Distance) > far {
		return rules.Breaks("WM-CHARGE-10", "distance", "it charges %s inches at most", far)
	}
	law := "WM-CHARGE-10"
	if !c.InReach {
		law = failedCharge
	}
	met, fault := b.contacted(c.Contacted)
	if fault != nil {
		return fault
	}
	if len(met) > 0 && !b.cards[i].p.rides() {
		return rules.Breaks(cavalryLaw, "contacted", "only cavalry makes impact attacks")
	}
	b.payCharge(t, i)
	t.Emit(Moved{Unit: b.cards[i].id, Model: movers.only(), Movement: charge, Target: b.id(target), Distance: c.Distance, Law: law})
	b.impacts(t, ref{i, movers.list[0]}, met)
	return nil
}

// payCharge pays for the charge of a warjack (WM-CHARGE-5).
func (b *Battle) payCharge(t *rules.Turn, i int) {
	if b.cards[i].p.Kind == "warjack" {
		t.Emit(FocusSpent{b.cards[i].id, charge, 1, "WM-FOCUS-4"})
	}
}

// boardCharge is a charge on a board: of one model, or of all troopers, each at
// the nearest model of the target's unit that it can charge (WM-CHARGE-26); those
// who cannot run toward it instead (ruling A-24).
func (b *Battle) boardCharge(t *rules.Turn, c Move, movers mob) *rules.Fault {
	i := b.s.Acting
	target, fault := b.charged(c)
	if fault != nil {
		return fault
	}
	if !movers.one {
		return b.assault(t, c, movers.list, target)
	}
	k := movers.list[0]
	r := ref{i, k}
	if named := b.ids[c.Target]; named.k == none {
		target = b.nearest(r, named.i)
	}
	if rule := b.mayCharge(k, b.sees(r, target)); rule != "" {
		return rules.Breaks(rule, "movement", "it may not charge")
	}
	var e Moved
	var done arrival
	if x := &b.recent; b.noting && x.charge && x.stamp == b.stamp && x.who == r && x.chased == target && len(c.Path) == 0 {
		e, done = x.moved, x.done
	} else {
		e, done, fault = b.rush(r, target, c)
	}
	switch {
	case fault != nil:
		return fault
	case !c.LOS:
		return rules.Breaks("WM-CHARGE-8", "los", "the target is seen")
	case c.Distance != 0 && inchesOf(c.Distance) != done.far:
		return rules.Breaks("WM-CHARGE-10", "distance", "it charges %s inches", done.far)
	}
	b.payCharge(t, i)
	b.career(t, r, e)
	return nil
}

// nearest is the model of a troop nearest to another model.
func (b *Battle) nearest(r ref, j int) ref {
	near, best := ref{j, b.s.Troops[j].Lead}, Inches(0)
	for k := range b.s.Troops[j].Models {
		if o := (ref{j, k}); b.up(o) {
			if d := b.between(r, o); best == 0 || d < best {
				near, best = o, max(d, 1)
			}
		}
	}
	return near
}

// rush works a charge out (WM-CHARGE-9 to WM-CHARGE-22): straight at the target,
// or in the direction of a way's end and no farther than that.
func (b *Battle) rush(r, target ref, c Move) (e Moved, done arrival, fault *rules.Fault) {
	return b.rushOf(r, target, c, b.cards[r.i].reach())
}

// rushOf is rush with so much melee range.
func (b *Battle) rushOf(r, target ref, c Move, reach Inches) (e Moved, done arrival, fault *rules.Fault) {
	return b.rushIn(r, target, c, reach, true)
}

// rushIn is rushOf as the normal movement, or outside the activation (WM-OOA-1).
func (b *Battle) rushIn(r, target ref, c Move, reach Inches, own bool) (e Moved, done arrival, fault *rules.Fault) {
	in := chargeMove{
		Charger: charger{Disc: b.disc(r), Spd: b.spd(r.i), Reach: reach}, Target: b.disc(target), InActivation: own,
	}
	if own {
		in.Charger.Bonus = max(0, b.changed(r.i, "move"))
	}
	switch {
	case len(c.Path) > 1:
		return e, done, rules.Breaks("WM-CHARGE-10", "path", "a charge is straight")
	case len(c.Path) == 1 && c.Path[0] != in.Charger.point():
		way := c.Path[0].minus(in.Charger.point())
		toward, far := heading(float64(way.X), float64(way.Y)), round(way.length())
		in.Direction, in.StopAt = &toward, &far
	}
	most := Inches(in.Charger.Spd+chargeBonus+in.Charger.Bonus) * Inch
	way := in.course()
	var room [16]Disc
	in.Others = b.beside(r, target, way, most, room[:0])
	if b.broken() {
		if at, stopped := b.barrier(way, most, !b.cards[r.i].p.has("pathfinder")); stopped {
			in.BarrierAt = &at
		}
		if last := b.slowed(r, way, most, most+shy); last < most && (in.BarrierAt == nil || last < *in.BarrierAt) {
			in.BarrierAt = &last
		}
	}
	if edge := b.toEdge(way); edge < most && (in.BarrierAt == nil || edge < *in.BarrierAt) {
		in.BarrierAt = &edge
	}
	lay := in.lay()
	if !lay.legal {
		return e, done, rules.Breaks("WM-CHARGE-9", "path", "that way never leads to the target")
	}
	if fault := in.sound(lay); fault != nil {
		return e, done, fault
	}
	done = in.carry(lay)
	end := in.apart(way, done.far)
	e = Moved{
		Unit: b.cards[r.i].id, Model: r.k, Movement: charge, Target: b.id(target), Distance: done.far.dec(),
		To: &Spot{end.X, end.Y, done.facing}, Law: "WM-CHARGE-10",
	}
	if !done.success {
		e.Law = failedCharge
	}
	return e, done, nil
}

// beside are the bases that a charge may meet on its way, the target's apart.
func (b *Battle) beside(r, target ref, c course, most Inches, list []Disc) []Disc {
	end := c.at(most)
	lowX, highX, lowY, highY := min(c.from.X, end.X), max(c.from.X, end.X), min(c.from.Y, end.Y), max(c.from.Y, end.Y)
	for i := range b.s.Troops {
		t, other := &b.s.Troops[i], b.cards[i].radius
		if t.Left == 0 || b.extent(i).beside(lowX, highX, lowY, highY, c.radius+other+2*shy) {
			continue
		}
		for k := range t.Models {
			m, o := &t.Models[k], ref{i, k}
			if m.Gone || o == r || o == target {
				continue
			}
			along, off := c.meets(m.at())
			both := float64(c.radius + other)
			if along > 0 && off <= both+float64(shy) && along-both <= float64(most) {
				list = append(list, Disc{Place{m.X, m.Y}, other})
			}
		}
	}
	return list
}

// assault has every trooper charge what it can of a unit.
func (b *Battle) assault(t *rules.Turn, c Move, list []int, target ref) *rules.Fault {
	i := b.s.Acting
	if len(c.Path) > 0 {
		return unknown("path")
	}
	if rule := b.mayCharge(list[0], true); rule != "" && !b.s.Act.Doing[list[0]].Astray {
		return rules.Breaks(rule, "movement", "it may not charge")
	}
	if b.strict() && !b.anyRush(list, target.i, c) {
		return rules.Breaks("WM-CHARGE-8", "target", "nobody can charge it")
	}
	toward := b.model(target).at().minus(b.model(ref{i, list[0]}).at())
	began := false
	order := b.foremost(i, list, toward)
	if b.strict() { // nobody runs into the way of who charges
		slices.SortStableFunc(order, func(k, other int) int { return b.hesitates(k, target.i, c) - b.hesitates(other, target.i, c) })
	}
	for _, k := range order {
		r := ref{i, k}
		if !b.up(r) || !b.alive(target.i) {
			continue
		}
		e, charges := b.bestRush(r, target.i, c)
		if !charges {
			far, rule := b.may(k, run)
			if rule != "" {
				continue
			}
			goal := b.model(b.nearest(r, target.i)).at()
			if b.s.Act.Doing[k].Astray {
				goal = b.model(ref{i, b.s.Troops[i].Lead}).at()
			}
			e = b.stride(r, goal.minus(b.model(r).at()), far, Move{Movement: run})
		}
		b.career(t, r, e)
		if began = true; b.s.Stage == stageOver {
			return nil
		}
	}
	if !began {
		return rules.Breaks("WM-CHARGE-8", "target", "nobody can charge it")
	}
	return nil
}

// hesitates is 0 for a trooper who can charge a troop from where it stands, else 1.
func (b *Battle) hesitates(k, j int, c Move) int {
	if _, charges := b.bestRush(ref{b.s.Acting, k}, j, c); charges {
		return 0
	}
	return 1
}

// anyRush tells whether one of the troopers can charge a troop from where it stands.
func (b *Battle) anyRush(list []int, j int, c Move) bool {
	return slices.ContainsFunc(list, func(k int) bool { return b.hesitates(k, j, c) == 0 })
}

// bestRush is the charge of a trooper at the nearest model of a troop, if it sees
// it and gets there.
func (b *Battle) bestRush(r ref, j int, c Move) (Moved, bool) {
	target := b.nearest(r, j)
	most := b.lunge(r.i) + b.cards[r.i].reach()
	if b.s.Act.Doing[r.k].Astray || b.between(r, target) > most || b.mayCharge(r.k, b.sees(r, target)) != "" {
		return Moved{}, false
	}
	e, done, fault := b.rush(r, target, Move{Movement: charge})
	return e, fault == nil && done.success
}

package warmachine

import (
	"slices"

	"oriflamme/rules"
)

// This file holds facts from outside the rulebook: tramples (WM-X-PA-7).

const trampleLaw = "WM-X-PA-7"

// trampled is a trample about to be made.
type trampled struct {
	way  Moved
	over []ref
}

// playTrample walks a heavy warjack in a straight line through small bases and then
// rolls against each of them.
func (b *Battle) playTrample(t *rules.Turn, c PowerAttack) *rules.Fault {
	x, fault := b.trampling(c)
	if fault != nil {
		return fault
	}
	by := ref{b.s.Acting, 0}
	b.payPower(t, trample)
	b.step(t, by, x.way)
	if b.s.Stage == stageOver {
		return nil
	}
	b.dreads(t)
	b.counters(t)
	if b.s.Acting != by.i {
		return nil
	}
	if m := b.model(by); m.Gone || m.helpless() || x.way.To != nil && m.at() != (Point{x.way.To.X, x.way.To.Y}) {
		b.endActivation(t, trampleLaw)
		return nil
	}
	law := "WM-COMBAT-6"
	for _, at := range x.over {
		if !b.up(at) {
			continue
		}
		s := b.trampleStrike(by, at, c)
		s.law = law
		b.resolve(t, &s)
		if law = trampleLaw; b.s.Stage == stageOver {
			return nil
		}
	}
	return nil
}

// trampleStrike is one of the attack rolls of a trample.
func (b *Battle) trampleStrike(by, at ref, c PowerAttack) strike {
	return strike{
		by: by, at: at, weapon: none, name: trample, kind: melee, power: b.cards[by.i].p.Str, law: "WM-COMBAT-6",
		boostAttack: c.BoostAttack, boostDamage: c.BoostDamage,
	}
}

// trampling reads a trample: its way and whom it goes over.
func (b *Battle) trampling(c PowerAttack) (x trampled, fault *rules.Fault) {
	i := b.s.Acting
	if fault := b.needsModule(); fault != nil {
		return x, fault
	}
	rule := b.mayWrestle()
	switch {
	case rule != "":
		return x, rules.Breaks(rule, "", "it may make no power attack")
	case c.Target != "":
		return x, unknown("target")
	case c.System != "":
		return x, unknown("system")
	case b.cards[i].p.Base != "large":
		return x, rules.Breaks("WM-X-PA-0", "attack", "only heavy warjacks trample")
	case b.s.Act.Doing[0].Movement != "":
		return x, rules.Breaks("WM-ACT-1", "attack", "the movement is used")
	case b.lame(i):
		return x, rules.Breaks("WM-X-GRID-4", "attack", "its movement is crippled")
	case b.held(i):
		return x, rules.Breaks(lockLaw, "attack", "it is held, or holds another")
	}
	if !b.board {
		return b.statedTrample(c)
	}
	if len(c.Contacted) > 0 {
		return x, unknown("contacted")
	}
	if c.To == nil {
		return x, missing("to")
	}
	return b.trampleWay(*c.To)
}

// statedTrample is a trample as the players measure it.
func (b *Battle) statedTrample(c PowerAttack) (x trampled, fault *rules.Fault) {
	i := b.s.Acting
	if c.To != nil {
		return x, unknown("to")
	}
	if most := b.lunge(i); inchesOf(c.Distance) > most {
		return x, rules.Breaks(trampleLaw, "distance", "it goes %s inches at most", most)
	}
	if x.over, fault = b.contacted(c.Contacted); fault != nil {
		return x, fault
	}
	for n, r := range x.over {
		if b.cards[r.i].base > 0 {
			return x, rules.Breaks(trampleLaw, rules.At("contacted", n), "its base is too large")
		}
	}
	x.way = Moved{Unit: b.cards[i].id, Model: 0, Movement: trample, Distance: c.Distance, Law: trampleLaw}
	return x, when(len(x.over) == 0, rules.Breaks(trampleLaw, "contacted", "nobody is trampled"))
}

// contacted reads the models that somebody ran into.
func (b *Battle) contacted(ids []string) (list []ref, fault *rules.Fault) {
	for n, id := range ids {
		r, known := b.named(id)
		if !known || !b.up(r) || r.i == b.s.Acting {
			return nil, strange(rules.At("contacted", n), "%q is nobody to run into", id)
		}
		list = append(list, r)
	}
	return list, nil
}

// trampleWay is a trample on a board: straight, through small bases alone, to a
// place with room.
func (b *Battle) trampleWay(to Point) (x trampled, fault *rules.Fault) {
	by := ref{b.s.Acting, 0}
	from, radius := b.model(by).at(), b.cards[by.i].radius
	v := to.minus(from)
	length := round(v.length())
	cost := length
	if slow := b.rough(from, to); b.broken() && slow > 0 && !b.cards[by.i].p.has("pathfinder") {
		cost += roughTerrainCost(min(slow, length))
	}
	most := b.lunge(by.i)
	switch {
	case length == 0 || cost > most:
		return x, rules.Breaks(trampleLaw, "to", "it goes %s inches at most", most)
	case !b.onTable(to, radius):
		return x, rules.Breaks("WM-MOVE-2", "to", "that is off the table")
	case b.barred(from, to, radius, true):
		return x, rules.Breaks("WM-X-TER-2", "to", "something is in the way")
	case b.runsInto(by, from, to, 1) || !b.roomFor(by, to):
		return x, rules.Breaks(trampleLaw, "to", "there is no way through")
	}
	spot := Spot{to.X, to.Y, heading(float64(v.X), float64(v.Y))}
	x.way = Moved{Unit: b.cards[by.i].id, Model: 0, Movement: trample, Distance: length.dec(), To: &spot, Law: trampleLaw}
	for i := range b.s.Troops {
		for k := range b.s.Troops[i].Models {
			if o := (ref{i, k}); b.cards[i].base == 0 && b.up(o) && segmentDistance(b.model(o).at(), from, to) <= float64(radius+b.cards[i].radius) {
				x.over = append(x.over, o)
			}
		}
	}
	slices.SortStableFunc(x.over, func(p, q ref) int { return int(apart(from, b.model(p).at()) - apart(from, b.model(q).at())) })
	if len(x.over) == 0 {
		fault = rules.Breaks(trampleLaw, "to", "nobody is trampled")
	}
	return x, fault
}

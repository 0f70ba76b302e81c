package warcry

import (
	"oriflamme/rules"
	"oriflamme/rules/plane"
	"oriflamme/rules/warcry/ruling"
)

// playDisengage makes a disengage action and lets an enemy react (WC-DIS-1 to WC-DIS-5).
func (b *Battle) playDisengage(t *rules.Turn, c Disengage, i int) *rules.Fault {
	if f := b.mayAct(i, false, "disengage"); f != nil {
		return f
	}
	d, to, strikers, fault := b.disengageOf(&c, i)
	if fault != nil {
		return fault
	}
	if fs := d.Faults(); len(fs) > 0 {
		rule := fs[0].Rule
		if rule == "WC-DIS-4" {
			rule = "WC-TRE-5"
		}
		return rules.Breaks(rule, fs[0].Field, "cannot disengage so")
	}
	if k := b.askStrike(t, i, strikers); k >= 0 {
		t.Emit(Reacted{Fighter: b.id(k), Reaction: "strike-them-down", To: b.id(i)})
		h := b.health(i)
		if _, damage := ruling.ThrowStrikeDown(t.Roller, &h); damage > 0 {
			b.allocateDamage(t, i, damage, k, "strike-them-down")
		}
		if !b.inPlay(i) {
			return nil
		}
	}
	t.Emit(Disengaged{Fighter: b.id(i), To: to})
	return nil
}

// disengageOf measures a disengage action or reads what the players state.
func (b *Battle) disengageOf(c *Disengage, i int) (d ruling.DisengageInput, to Point, strikers []int, fault *rules.Fault) {
	me := &b.s.Fighters[i]
	d.Fighter.Carrying, d.Fighter.Health, d.NormalMovesOnly = me.Carrying >= 0, b.health(i), true
	if !b.board {
		start := valueOr(c.NearestAtStart, rules.One)
		d.NearestEnemyAtStart, d.NearestEnemyAtEnd = &start, c.NearestAtEnd
		d.PathLength, d.NormalMovesOnly = valueOr(c.PathLength, 3*rules.One), valueOr(c.NormalOnly, true)
		if b.keepsFacts() {
			strikers, fault = b.knownDisengage(c, i, &d)
			return d, me.At, strikers, fault
		}
		for k, id := range c.Strikers {
			j := b.find(id)
			if j < 0 || b.info[j].seat == c.Seat || !b.inPlay(j) {
				return d, to, nil, rules.Breaks("WC-REA-12", rules.At("strikers", k), "%q is no enemy in play", id)
			}
			strikers = append(strikers, j)
		}
		return d, me.At, strikers, nil
	}
	if c.To == nil {
		return d, to, nil, rules.Faultf(rules.MissingField, "to", "is needed on a board")
	}
	to = *c.To
	start, end := measuredDec(b.nearestEnemy(me.seat, me.base)), measuredDec(b.nearestEnemy(me.seat, b.baseAt(i, to)))
	d.NearestEnemyAtStart, d.NearestEnemyAtEnd = &start, &end
	if len(c.Via) > 0 && !b.placesAnywhere() {
		return d, to, nil, rules.Breaks("WC-DIS-1", "via", "the way is straight in battles of this version")
	}
	from, length := me.At, 0.0
	for k, p := range c.Via {
		if bend := b.normalWay(i, from, p); bend != nil {
			bend.Field = rules.At("via", k)
			return d, to, nil, bend
		}
		from, length = p, length+p.flat().sub(from.flat()).length()
	}
	d.PathLength = roundOutward(length + to.flat().sub(from.flat()).length())
	fault = rules.FirstFault(lengthFact("nearest_enemy_at_start", "WC-DIS-1", c.NearestAtStart, start), lengthFact("nearest_enemy_at_end", "WC-DIS-1", c.NearestAtEnd, end),
		lengthFact("path_length", "WC-DIS-1", c.PathLength, d.PathLength), b.normalWay(i, from, to))
	for j := range b.info {
		if b.info[j].seat != me.seat && b.inPlay(j) && plane.Within(me.base, b.s.Fighters[j].base, plane.One) && b.sees(j, i) {
			strikers = append(strikers, j)
		}
	}
	return d, to, strikers, fault
}

// normalWay returns a fault when a rule forbids a normal move along a straight line.
func (b *Battle) normalWay(i int, from, to Point) *rules.Fault {
	l := Leg{Type: "normal", To: &to}
	s, _, fault := b.measureLeg(i, from, &l)
	if fault != nil {
		return fault
	}
	if (s.Through == "arch" || s.Through == "door-open" || s.Through == "door-closed") && b.exactTerrain() {
		return rules.Breaks("WC-MOVE-5", "to", "only a move action passes arches and doors")
	}
	m := ruling.MoveInput{Fighter: ruling.Mover{Movement: 30, Runemarks: b.info[i].profile.Runemarks}, Path: []ruling.PathSegment{s}, End: "surface"}
	if fs := m.SegmentFaults(0); len(fs) > 0 {
		return rules.Breaks(fs[0], "to", "no normal move goes there")
	}
	return nil
}

// askStrike asks the enemies near a disengaging fighter for a reaction and returns the one that
// reacts, or noUnit.
func (b *Battle) askStrike(t *rules.Turn, i int, near []int) int {
	options, who := []string{"no-reaction"}, []int{noUnit}
	for _, j := range near {
		if b.mayReact(ruling.ReactionInput{Reaction: "strike-them-down", Action: "disengage", Visible: true, Distance: &oneInch}, j) {
			options, who = append(options, b.id(j)), append(who, j)
		}
	}
	if len(who) == 1 {
		return noUnit
	}
	return who[t.Ask("WC-REA-12", opponent(b.info[i].seat), "strike-them-down", options...)]
}

var oneInch = rules.One

// mayReact reports whether fighter j may make a reaction, given what it did this round.
func (b *Battle) mayReact(r ruling.ReactionInput, j int) bool {
	r.Reactor, r.ReactorIsMount, r.EnemyActivation = b.engagement(j), b.info[j].mount, true
	return r.Reactor.CannotReact() == "" && len(ruling.ReactionFaults(r)) == 0
}

package warmaster

import (
	"cmp"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/rect"
	"oriflamme/rules/warmaster/ruling"
)

// standardRange is the range of troops whose profile has none (WR-SHOOT-7).
var standardRange = ruling.CM(30)

// rangeOf is the range of a unit in cm.
func (b *Battle) rangeOf(i int) rules.Dec { return cmp.Or(b.info[i].profile.Range, standardRange) }

// standsAbleToShoot counts the stands of a charged unit that touch no other enemy and
// see the charger in range, where it started or where it ends (WR-CSHOT-3, WR-CSHOT-7).
func (b *Battle) standsAbleToShoot(unit, by int, end []Spot) (n int) {
	if b.info[unit].profile.Attack.Shooting == 0 {
		return 0
	}
	limit := int64(b.rangeOf(unit)/rules.One) * boardUnitsPerCM * rect.FineUnits
	w := b.newWatcher(unit, by, true)
	final := b.blocksOf(by, end)
	for k, s := range b.s.Units[unit].blocks {
		if b.standEngaged(unit, k) {
			continue
		}
		for _, charger := range [2][]rect.Block{b.s.Units[by].blocks, final} {
			inRange := slices.ContainsFunc(charger, func(r rect.Block) bool { return s.Distance(r) <= limit*limit })
			if inRange && w.standSees(k, charger) {
				n++
				break
			}
		}
	}
	return n
}

// standEngaged reports whether a stand touches an enemy.
func (b *Battle) standEngaged(unit, stand int) bool {
	s := b.s.Units[unit].blocks[stand : stand+1]
	return slices.ContainsFunc(b.enemiesTouching(unit), func(j int) bool { return anyTouching(s, b.s.Units[j].blocks) })
}

// volleyUnit finds a unit that may still shoot at the charger, or refuses the id.
func (b *Battle) volleyUnit(by rules.Seat, id string) (at int, fault *rules.Fault) {
	if fault := b.checkPhase(by, phaseVolley); fault != nil {
		return 0, fault
	}
	at = slices.Index(b.s.Volley.Units, b.find(id))
	return at, rules.ForbidIf(at < 0, "WR-CSHOT-1", "unit", "it does not shoot at the charger")
}

// play rolls the shots of a charged unit (WR-CSHOT-4 to WR-CSHOT-6).
func (c ShootCharger) play(b *Battle, t *rules.Turn) *rules.Fault {
	at, fault := b.volleyUnit(c.Seat, c.Unit)
	if fault != nil {
		return fault
	}
	able := b.s.Volley.Able[at]
	n := rules.ValueOr(c.Stands, able)
	if fault := rules.FirstFault(
		b.requireStated(c.Stands != nil, "stands"),
		rules.ForbidIf(n > able, "WR-CSHOT-3", "stands", "not so many can"),
		rules.ForbidIf(b.board && n != able, "WR-CSHOT-3", "stands", "the board says otherwise"),
	); fault != nil {
		return fault
	}
	i, by := b.find(c.Unit), b.s.Volley.Charger
	q := &b.s.Units[by]
	in := ruling.ChargeShotInput{
		Attacks: b.info[i].profile.Attack.Shooting, Range: b.rangeOf(i),
		Charger: chargerOf(b, by),
	}
	for range n {
		in.Stands = append(in.Stands, ruling.ChargedStand{Moments: []ruling.ChargeMoment{{Visible: true, Distance: 0}}})
	}
	r := in.Resolve(t.Roller)
	marked, left := r.HitsMarked, q.Stands-r.StandsRemoved
	t.Emit(Volleyed{Unit: c.Unit, Target: b.id(by), Why: "charge", Dice: r.DiceCount, ToHit: 4, Hits: r.HitsScored, Saved: r.Saved, Unsaved: r.Round1Hits})
	if r.UnsavedHits > 0 {
		b.takeHits(t, by, i, "charge", "WR-CSHOT-5", r.UnsavedHits, q.Stands-left, marked, nil)
	}
	b.nextStep(t) // after an advance the engagement may be over
	return nil
}

func chargerOf(b *Battle, i int) ruling.Charger {
	q, p := &b.s.Units[i], &b.info[i].profile
	return ruling.Charger{Hits: p.Hits, Armour: p.Armour, Size: q.Stands, HitsMarked: q.Marked}
}

// play gives up a unit's chance to shoot at the charger.
func (c HoldFire) play(b *Battle, t *rules.Turn) *rules.Fault {
	if _, fault := b.volleyUnit(c.Seat, c.Unit); fault != nil {
		return fault
	}
	t.Emit(HeldFire{c.Unit})
	b.nextStep(t)
	return nil
}

// play moves a unit into contact: on its own initiative before the first order, otherwise
// on an order (WR-CHARGE-1).
func (c Charge) play(b *Battle, t *rules.Turn) *rules.Fault {
	i, fault := b.actingUnit(c.Seat, c.Unit, phaseOrders)
	if fault != nil {
		return fault
	}
	j, fault := b.enemyUnit(c.Seat, c.Target, "target")
	if fault != nil {
		return fault
	}
	how := "order"
	if !slices.Contains(b.s.Moving, i) {
		how = "initiative"
		if fault := rules.FirstFault(
			b.mayInitiate(i, moveCharge),
			b.checkNearest(i, j, c.Visible, c.Nearest, c.Distance, c.Ignore, c.Past),
			b.requireStated(c.Nearest != nil, "nearest"),
		); fault != nil {
			return fault
		}
	}
	r, rule := b.allowance(i, "charge")
	if fault := rules.ForbidIf(!r.MayMove, rule, "unit", "it does not charge"); fault != nil {
		return fault
	}
	e := Charged{Unit: c.Unit, Target: c.Target, How: how}
	return b.makeContact(t, e, r.Allowance, c, "WR-CHARGE-11")
}

// makeContact moves a unit into contact within an allowance, and lets the units that it
// touches shoot first (WR-CSHOT-1, WR-CSHOT-2). c holds the facts that are stated of a charge or
// an advance; far is the rule against going too far.
func (b *Battle) makeContact(t *rules.Turn, e Charged, allowance rules.Dec, c Charge, far string) *rules.Fault {
	i, j := b.find(e.Unit), b.find(e.Target)
	seat := b.info[i].seat
	if !b.board {
		if fault := rules.FirstFault(
			rules.ForbidIf(!rules.ValueOr(c.Visible, true), "WR-CHARGE-3", "visible", "it is not seen"),
			b.requireFact(c.Distance != nil, "distance_cm"), b.requireStated(c.Visible != nil, "visible"),
			rules.ForbidIf(rules.ValueOr(c.Distance, 0) > allowance, far, "distance_cm", "it is too far"),
			b.checkEnemies(seat, c.Also, "also"), b.checkEnemies(seat, c.Shots, "shooters"),
		); fault != nil {
			return fault
		}
		e.Distance, e.Form, e.More = *c.Distance, b.s.Units[i].Form, c.Also
		if b.statesFacts() {
			if e.Shooters, e.Able = b.chargedShooters(append([]string{e.Target}, c.Also...)); len(c.Shots) > 0 && !sameIDs(c.Shots, e.Shooters) {
				return rules.Breaks("WR-CSHOT-1", "shooters", "who is charged decides whether it shoots")
			}
			t.Emit(e)
			return nil
		}
		for k, id := range c.Shots {
			q := b.find(id)
			if fault := rules.FirstFault(
				rules.ForbidIf(b.info[q].profile.Attack.Shooting == 0, "WR-CSHOT-1", rules.At("shooters", k), "it cannot shoot"),
				rules.ForbidIf(q != j && !slices.Contains(c.Also, id), "WR-CSHOT-1", rules.At("shooters", k), "it is not charged"),
			); fault != nil {
				return fault
			}
			e.Shooters, e.Able = append(e.Shooters, id), append(e.Able, b.s.Units[q].Stands)
		}
		t.Emit(e)
		return nil
	}
	l, fault := b.chargeEnd(i, j, allowance, c.Choice, c.Side)
	if fault != nil {
		if fault.Rule == "WR-CHARGE-11" {
			fault.Rule = far
		}
		return fault
	}
	if fault := rules.FirstFault(
		contradicts(c.Visible, true, "WR-CHARGE-3", "visible"), contradicts(c.Distance, l.distance, "WR-CHARGE-11", "distance_cm"),
		rules.ForbidIf(len(c.Also) > 0 && !slices.Equal(c.Also, b.ids(l.alsoTouched)), "WR-CHARGE-9", "also", "the board says otherwise"),
	); fault != nil {
		return fault
	}
	if b.placesFreely() && b.s.Units[i].Stands > 1 {
		first := l
		accept := func(spots []Spot) *rules.Fault { return b.checkChargeEnd(i, j, allowance, first, spots) }
		all := b.chargeArrangements(i, j, allowance, l)
		if len(all) > 1 {
			all = b.possible(i, all, accept)
		}
		if len(all) > 1 {
			l.spots, l.form = b.askArrangement(t, "WR-CHARGE-8", i, "charge-place", all, accept)
			l.alsoTouched = b.othersTouched(i, j, l.spots)
		}
	}
	e.Distance, e.Edge, e.By, e.Spots, e.Form = l.distance, l.edge, l.decidedBy, l.spots, l.form
	e.More = b.ids(l.alsoTouched)
	for _, q := range append([]int{j}, l.alsoTouched...) {
		if n := b.standsAbleToShoot(q, i, l.spots); n > 0 {
			e.Shooters, e.Able = append(e.Shooters, b.id(q)), append(e.Able, n)
		}
	}
	if fault := rules.ForbidIf(len(c.Shots) > 0 && !slices.Equal(c.Shots, e.Shooters), "WR-CSHOT-1", "shooters", "the board says otherwise"); fault != nil {
		return fault
	}
	t.Emit(e)
	return nil
}

// chargedShooters lists the charged units that can shoot, at a measured table, with their stands:
// their player states how many see the charger in range, or holds their fire (WR-CSHOT-1).
func (b *Battle) chargedShooters(charged []string) (ids []string, able []int) {
	for _, id := range charged {
		if j := b.find(id); b.info[j].profile.Attack.Shooting > 0 {
			ids, able = append(ids, id), append(able, b.s.Units[j].Stands)
		}
	}
	return ids, able
}

// sameIDs reports whether two lists hold the same ids, in any order.
func sameIDs(one, two []string) bool {
	one, two = slices.Clone(one), slices.Clone(two)
	slices.Sort(one)
	slices.Sort(two)
	return slices.Equal(one, two)
}

// mayInitiate refuses a move on initiative that the ruling does not allow.
func (b *Battle) mayInitiate(i int, move string) *rules.Fault {
	rule := b.ordersSoFar().RuleAgainst(ruling.OrdersAction{Event: "initiative", Unit: &b.info[i].id, Move: &move})
	if rule == "" && b.s.Units[i].Halted {
		rule = "WR-EDGE-4"
	}
	return rules.ForbidIf(rule != "", rule, "unit", "it may not act on its own initiative")
}

// checkNearest refuses an enemy that is not the one against which a unit may act (WR-INIT-2,
// WR-INIT-5, WR-INIT-7, WR-INIT-8).
func (b *Battle) checkNearest(i, j int, visible, nearest *bool, distance *rules.Dec, ignore string, past *bool) *rules.Fault {
	in := ruling.InitiativeInput{Unit: ruling.InitiativeUnit{Type: b.info[i].profile.Type}, IgnoreFortified: ignore == "fortified", IgnoreSeparated: ignore == "separated"}
	if b.board {
		in.Enemies = b.enemiesAround(i)
	} else {
		if fault := rules.FirstFault(b.requireFact(distance != nil, "distance_cm"), b.requireStated(visible != nil, "visible"),
			rules.ForbidIf(!rules.ValueOr(nearest, true), "WR-INIT-2", "nearest", "another enemy is nearer"),
			rules.ForbidIf(ignore == "separated" && !rules.ValueOr(past, false), "WR-INIT-8", "past_separated", "nothing separates them"),
		); fault != nil {
			return fault
		}
		in.Enemies = []ruling.SightedEnemy{{ID: b.id(j), Distance: *distance, Visible: rules.ValueOr(visible, true), Type: b.info[j].profile.Type}}
	}
	r := in.Resolve()
	if !r.MayAct {
		return rules.Breaks(string(r.Reason), "unit", "nobody draws it")
	}
	return rules.ForbidIf(!slices.Contains(r.Targets, b.id(j)), "WR-INIT-2", "target", "another enemy is nearer")
}

// enemiesAround lists the enemies within 20 cm of a unit on the board.
func (b *Battle) enemiesAround(i int) (all []ruling.SightedEnemy) {
	for _, j := range b.units(opponent(b.info[i].seat)) {
		if b.within(i, j, 20) {
			all = append(all, ruling.SightedEnemy{
				ID: b.id(j), Distance: b.distance(i, j), Visible: b.seesUnit(i, j, false), Type: b.info[j].profile.Type,
				Protection: b.protectionFrom(j, b.s.Units[i].blocks), Separated: b.separated(i, j),
			})
		}
	}
	return all
}

// getsRound reports whether a unit gets to an enemy on the other side of a block by one full move
// round either end of it.
func (b *Battle) getsRound(unit, enemy int, block rect.Block) bool {
	full := ruling.CM(b.info[unit].pace.Full)
	deep, wide := block.Ahead().Times(block.HalfDepth/rect.Grain), block.ToLeft().Times(block.HalfFront/rect.Grain)
	for _, r := range b.s.Units[unit].blocks {
		from := r.Centre.Minus(block.Centre)
		across, along := deep, wide // the way through the block, and along it to an end
		if from.Dot(deep) < deep.Dot(deep) && from.Dot(deep) > -deep.Dot(deep) {
			across, along = wide, deep
		}
		if from.Dot(across) < 0 {
			across = across.Times(-1)
		}
		for _, end := range [2]rect.Point{along, along.Times(-1)} {
			near, far := block.Centre.Plus(across).Plus(end), block.Centre.Minus(across).Plus(end)
			way := cmFromSquare(near.Minus(r.Centre).Square(), 1) + cmFromSquare(far.Minus(near).Square(), 1)
			for _, s := range b.s.Units[enemy].blocks {
				if way+cmFromSquare(s.Centre.Minus(far).Square(), 1) <= full {
					return true
				}
			}
		}
	}
	return false
}

// separated reports whether terrain that neither of two units may enter lies between them
// and is so long that no full move leads round it (WR-INIT-8).
func (b *Battle) separated(i, j int) bool {
	p, q := b.s.Units[i].blocks[0].Centre, b.s.Units[j].blocks[0].Centre
	for _, a := range b.ground.areas {
		if b.mayEnter(i, a) || b.mayEnter(j, a) || !a.block.MeetsSegment(p, q) {
			continue
		}
		if b.goesRound() {
			if !b.getsRound(i, j, a.block) && !b.getsRound(j, i, a.block) {
				return true
			}
			continue
		}
		if longest := 2 * max(a.block.HalfFront, a.block.HalfDepth); longest > int64(max(b.info[i].pace.Full, b.info[j].pace.Full))*boardUnitsPerCM {
			return true
		}
	}
	return false
}

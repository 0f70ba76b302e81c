package warmaster

import (
	"slices"

	"oriflamme/rules"
)

// charge moves a unit into contact, on its own initiative while no order was
// given, else on an order (WR-CHARGE-1).
func (b *Battle) charge(t *rules.Turn, c Charge) *rules.Fault {
	if fault := b.checkPhase(c.Seat, phaseOrders); fault != nil {
		return fault
	}
	i, fault := b.ownUnit(c.Seat, c.Unit, "unit")
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
		if fault := firstFault(
			b.mayInitiate(i, moveCharge),
			b.checkNearest(i, j, c.Visible, c.Nearest, c.Distance, c.Ignore, c.Past),
		); fault != nil {
			return fault
		}
	}
	r, rule := b.allowance(i, "charge")
	if fault := forbidIf(!r.MayMove, rule, "unit", "it does not charge"); fault != nil {
		return fault
	}
	e := Charged{Unit: c.Unit, Target: c.Target, How: how}
	return b.makeContact(t, e, r.Allowance, chargeFacts{c.Choice, c.Side, c.Distance, c.Visible, c.Also, c.Shots}, "WR-CHARGE-11")
}

// chargeFacts is what a command tells of a charge or an advance.
type chargeFacts struct {
	choice      int
	side        string
	distance    *rules.Dec
	visible     *bool
	alsoTouched []string
	shooters    []string
}

// makeContact brings a unit into contact as far as an allowance goes, and lets those
// that it touches shoot first (WR-CSHOT-1, WR-CSHOT-2).
func (b *Battle) makeContact(t *rules.Turn, e Charged, allowance rules.Dec, f chargeFacts, far string) *rules.Fault {
	i, j := b.find(e.Unit), b.find(e.Target)
	seat := b.info[i].seat
	if !b.board {
		if fault := firstFault(
			forbidIf(!statedOr(f.visible, true), "WR-CHARGE-3", "visible", "it is not seen"),
			b.requireFact(f.distance != nil, "distance_cm"),
			forbidIf(*orZero(f.distance) > allowance, far, "distance_cm", "it is too far"),
			b.checkEnemies(seat, f.alsoTouched, "also"), b.checkEnemies(seat, f.shooters, "shooters"),
		); fault != nil {
			return fault
		}
		e.Distance, e.Form, e.More = *f.distance, b.s.Units[i].Form, f.alsoTouched
		for k, id := range f.shooters {
			q := b.find(id)
			if fault := forbidIf(b.info[q].profile.Attack.Shooting == 0, "WR-CSHOT-1", rules.At("shooters", k), "it cannot shoot"); fault != nil {
				return fault
			}
			if fault := forbidIf(q != j && !slices.Contains(f.alsoTouched, id), "WR-CSHOT-1", rules.At("shooters", k), "it is not charged"); fault != nil {
				return fault
			}
			e.Shooters, e.Able = append(e.Shooters, id), append(e.Able, b.s.Units[q].Stands)
		}
		t.Emit(e)
		return nil
	}
	l, fault := b.chargeEnd(i, j, allowance, f.choice, f.side)
	if fault != nil {
		if fault.Rule == "WR-CHARGE-11" {
			fault.Rule = far
		}
		return fault
	}
	seen := true
	if fault := firstFault(
		contradicts(f.visible, seen, "WR-CHARGE-3", "visible"), contradicts(f.distance, l.distance, "WR-CHARGE-11", "distance_cm"),
		forbidIf(len(f.alsoTouched) > 0 && !slices.Equal(f.alsoTouched, b.ids(l.alsoTouched)), "WR-CHARGE-9", "also", "the board says otherwise"),
	); fault != nil {
		return fault
	}
	e.Distance, e.Edge, e.By, e.Spots, e.Form = l.distance, l.edge, l.decidedBy, l.spots, l.form
	e.More = b.ids(l.alsoTouched)
	for _, q := range append([]int{j}, l.alsoTouched...) {
		if n := b.standsAbleToShoot(q, i, l.spots); n > 0 {
			e.Shooters, e.Able = append(e.Shooters, b.id(q)), append(e.Able, n)
		}
	}
	if fault := forbidIf(len(f.shooters) > 0 && !slices.Equal(f.shooters, e.Shooters), "WR-CSHOT-1", "shooters", "the board says otherwise"); fault != nil {
		return fault
	}
	t.Emit(e)
	return nil
}

// mayInitiate asks the rulings whether a unit may move on its own initiative.
func (b *Battle) mayInitiate(i int, move string) *rules.Fault {
	rule := b.ordersSoFar().RuleAgainst(OrdersAction{Event: "initiative", Unit: &b.info[i].id, Move: &move})
	if rule == "" && b.s.Units[i].Halted {
		rule = "WR-EDGE-4"
	}
	return forbidIf(rule != "", rule, "unit", "it may not act on its own initiative")
}

// checkNearest asks the ruling whether an enemy is the one that a unit may act against
// (WR-INIT-2, WR-INIT-5, WR-INIT-7, WR-INIT-8).
func (b *Battle) checkNearest(i, j int, visible, nearest *bool, distance *rules.Dec, ignore string, past *bool) *rules.Fault {
	in := initiativeInput{Unit: InitiativeUnit{Type: b.info[i].profile.Type}, IgnoreFortified: ignore == "fortified", IgnoreSeparated: ignore == "separated"}
	if b.board {
		in.Enemies = b.enemiesAround(i, false)
	} else {
		if fault := firstFault(b.requireFact(distance != nil, "distance_cm"),
			forbidIf(!statedOr(nearest, true), "WR-INIT-2", "nearest", "another enemy is nearer"),
			forbidIf(ignore == "separated" && !statedOr(past, false), "WR-INIT-8", "past_separated", "nothing separates them"),
		); fault != nil {
			return fault
		}
		in.Enemies = []SightedEnemy{{ID: b.id(j), Distance: *distance, Visible: statedOr(visible, true), Type: b.info[j].profile.Type}}
	}
	r := in.Resolve()
	if !r.MayAct {
		return rules.Breaks(string(r.Reason), "unit", "nobody draws it")
	}
	return forbidIf(!slices.Contains(r.Targets, b.id(j)), "WR-INIT-2", "target", "another enemy is nearer")
}

// enemiesAround are the enemies within 20 cm of a unit on the board.
func (b *Battle) enemiesAround(i int, seenOnly bool) (all []SightedEnemy) {
	for _, j := range b.units(opponent(b.info[i].seat)) {
		if !b.maybeWithin(i, j, 20) {
			continue
		}
		if d := b.squaredDistance(i, j); d <= squaredReach(20) {
			s := SightedEnemy{ID: b.id(j), Distance: b.distance(i, j), Visible: b.seesUnit(i, j, false), Type: b.info[j].profile.Type, Protection: b.protection(j)}
			s.Separated = b.separated(i, j)
			if s.Visible || !seenOnly {
				all = append(all, s)
			}
		}
	}
	return all
}

// separated tells whether terrain that neither of two units may enter lies
// between them and reaches so far that no full move gets round it (WR-INIT-8).
func (b *Battle) separated(i, j int) bool {
	p, q := b.s.Units[i].blocks[0].Centre, b.s.Units[j].blocks[0].Centre
	for k := range b.ground.areas {
		a := &b.ground.areas[k]
		if b.mayEnter(i, a) || b.mayEnter(j, a) || !a.block.MeetsSegment(p, q) {
			continue
		}
		if longest := 2 * max(a.block.HalfFront, a.block.HalfDepth); longest > int64(max(b.info[i].pace.full, b.info[j].pace.full))*boardUnitsPerCM {
			return true
		}
	}
	return false
}

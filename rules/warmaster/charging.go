package warmaster

import (
	"slices"

	"oriflamme/rules"
)

// charge moves a unit into contact, on its own initiative while no order was
// given, else on an order (WR-CHARGE-1).
func (b *Battle) charge(t *rules.Turn, c Charge) *rules.Fault {
	if fault := b.at(c.Seat, stageOrders); fault != nil {
		return fault
	}
	i, fault := b.myUnit(c.Seat, c.Unit, "unit")
	if fault != nil {
		return fault
	}
	j, fault := b.enemy(c.Seat, c.Target, "target")
	if fault != nil {
		return fault
	}
	how := "order"
	if !slices.Contains(b.s.Moving, i) {
		how = "initiative"
		if fault := first(
			b.mayInitiate(i, charging),
			b.drawn(i, j, c.Visible, c.Nearest, c.Distance, c.Ignore, c.Past),
		); fault != nil {
			return fault
		}
	}
	r, rule := b.allowance(i, "charge")
	if fault := forbid(!r.MayMove, rule, "unit", "it does not charge"); fault != nil {
		return fault
	}
	e := Charged{Unit: c.Unit, Target: c.Target, How: how}
	return b.strike(t, e, r.Allowance, assaultFacts{c.Choice, c.Side, c.Distance, c.Visible, c.Also, c.Shots}, "WR-CHARGE-11")
}

// assaultFacts is what a command tells of a charge or an advance.
type assaultFacts struct {
	choice   int
	side     string
	distance *rules.Dec
	visible  *bool
	more     []string
	shots    []string
}

// strike brings a unit into contact as far as an allowance goes, and lets those
// that it touches shoot first (WR-CSHOT-1, WR-CSHOT-2).
func (b *Battle) strike(t *rules.Turn, e Charged, allowance rules.Dec, f assaultFacts, far string) *rules.Fault {
	i, j := b.find(e.Unit), b.find(e.Target)
	seat := b.cards[i].seat
	if !b.board {
		if fault := first(
			forbid(!sure(f.visible, true), "WR-CHARGE-3", "visible", "it is not seen"),
			b.told(f.distance != nil, "distance_cm"),
			forbid(*orZero(f.distance) > allowance, far, "distance_cm", "it is too far"),
			b.enemies(seat, f.more, "also"), b.enemies(seat, f.shots, "shooters"),
		); fault != nil {
			return fault
		}
		e.Distance, e.Form, e.More = *f.distance, b.s.Pieces[i].Form, f.more
		for k, id := range f.shots {
			q := b.find(id)
			if fault := forbid(b.cards[q].p.Attack.Shooting == 0, "WR-CSHOT-1", rules.At("shooters", k), "it cannot shoot"); fault != nil {
				return fault
			}
			if fault := forbid(q != j && !slices.Contains(f.more, id), "WR-CSHOT-1", rules.At("shooters", k), "it is not charged"); fault != nil {
				return fault
			}
			e.Shooters, e.Able = append(e.Shooters, id), append(e.Able, b.s.Pieces[q].Stands)
		}
		t.Emit(e)
		return nil
	}
	l, fault := b.chargeLayout(i, j, allowance, f.choice, f.side)
	if fault != nil {
		if fault.Rule == "WR-CHARGE-11" {
			fault.Rule = far
		}
		return fault
	}
	seen := true
	if fault := first(
		agrees(f.visible, seen, "WR-CHARGE-3", "visible"), agrees(f.distance, l.distance, "WR-CHARGE-11", "distance_cm"),
		forbid(len(f.more) > 0 && !slices.Equal(f.more, b.ids(l.more)), "WR-CHARGE-9", "also", "the board says otherwise"),
	); fault != nil {
		return fault
	}
	e.Distance, e.Edge, e.By, e.Spots, e.Form = l.distance, l.edge, l.by, l.spots, l.form
	e.More = b.ids(l.more)
	for _, q := range append([]int{j}, l.more...) {
		if n := b.ableToShoot(q, i, l.spots); n > 0 {
			e.Shooters, e.Able = append(e.Shooters, b.id(q)), append(e.Able, n)
		}
	}
	if fault := forbid(len(f.shots) > 0 && !slices.Equal(f.shots, e.Shooters), "WR-CSHOT-1", "shooters", "the board says otherwise"); fault != nil {
		return fault
	}
	t.Emit(e)
	return nil
}

// mayInitiate asks the rulings whether a unit may move on its own initiative.
func (b *Battle) mayInitiate(i int, move string) *rules.Fault {
	rule := b.orders().against(wish{Event: "initiative", Unit: &b.cards[i].id, Move: &move})
	if rule == "" && b.s.Pieces[i].Halted {
		rule = "WR-EDGE-4"
	}
	return forbid(rule != "", rule, "unit", "it may not act on its own initiative")
}

// drawn asks the ruling whether an enemy is the one that a unit may act against
// (WR-INIT-2, WR-INIT-5, WR-INIT-7, WR-INIT-8).
func (b *Battle) drawn(i, j int, visible, nearest *bool, distance *rules.Dec, ignore string, past *bool) *rules.Fault {
	in := initiativeInput{Unit: initiator{Type: b.cards[i].p.Type}, IgnoreFortified: ignore == "fortified", IgnoreSeparated: ignore == "separated"}
	if b.board {
		in.Enemies = b.sighted(i, false)
	} else {
		if fault := first(b.told(distance != nil, "distance_cm"),
			forbid(!sure(nearest, true), "WR-INIT-2", "nearest", "another enemy is nearer"),
			forbid(ignore == "separated" && !sure(past, false), "WR-INIT-8", "past_separated", "nothing separates them"),
		); fault != nil {
			return fault
		}
		in.Enemies = []sighted{{ID: b.id(j), Distance: *distance, Visible: sure(visible, true), Type: b.cards[j].p.Type}}
	}
	r := in.judge()
	if !r.MayAct {
		return rules.Breaks(string(r.Reason), "unit", "nobody draws it")
	}
	return forbid(!slices.Contains(r.Targets, b.id(j)), "WR-INIT-2", "target", "another enemy is nearer")
}

// sighted are the enemies within 20 cm of a unit on the board.
func (b *Battle) sighted(i int, seenOnly bool) (all []sighted) {
	for _, j := range b.units(other(b.cards[i].seat)) {
		if !b.near(i, j, 20) {
			continue
		}
		if d := b.square(i, j); d <= squareOf(20) {
			s := sighted{ID: b.id(j), Distance: b.distance(i, j), Visible: b.seesUnit(i, j, false), Type: b.cards[j].p.Type, Protection: b.protection(j)}
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
	p, q := b.s.Pieces[i].blocks[0].Centre, b.s.Pieces[j].blocks[0].Centre
	for k := range b.ground.areas {
		a := &b.ground.areas[k]
		if b.opens(i, a) || b.opens(j, a) || !a.block.Cuts(p, q) {
			continue
		}
		if longest := 2 * max(a.block.Front, a.block.Deep); longest > int64(max(b.cards[i].pace.full, b.cards[j].pace.full))*scale {
			return true
		}
	}
	return false
}

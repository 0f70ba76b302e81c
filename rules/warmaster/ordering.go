package warmaster

import (
	"slices"

	"oriflamme/rules"
)

// orders is the Orders phase of the turn as the rulings keep it, with what has
// changed since about units that fight or are confused.
func (b *Battle) orders() *ordersPhase {
	if b.phase == nil {
		var in ordersInput
		for i := range b.cards {
			c := &b.cards[i]
			switch {
			case c.seat != b.s.Turn:
			case c.officer():
				in.Characters = append(in.Characters, officer{c.id, c.p.Type})
			default:
				in.Units = append(in.Units, orderable{ID: c.id, Type: c.p.Type})
			}
		}
		in.Contacts = b.brigades()
		b.phase = newOrdersPhase(in)
		for _, w := range b.s.Wishes {
			b.phase.carryOut(w)
		}
	}
	k := 0
	for i := range b.cards {
		if c := &b.cards[i]; c.seat == b.s.Turn && !c.officer() {
			b.phase.in.Units[k].Confused, b.phase.in.Units[k].Engaged = b.s.Pieces[i].Confused, b.engaged(i)
			k++
		}
	}
	return b.phase
}

// brigades are the pairs of friends that touched when the orders began; at a
// measured table the players tell with each order (WR-BRIG-1, WR-BRIG-9).
func (b *Battle) brigades() (pairs []pair) {
	if b.board {
		links := b.s.Touching
		if !b.s.Began {
			links = b.friends(b.s.Turn)
		}
		for _, l := range links {
			pairs = append(pairs, pair{b.id(l[0]), b.id(l[1])})
		}
		return pairs
	}
	var before []string
	for i := range b.cards {
		if c := &b.cards[i]; c.seat == b.s.Turn && !c.officer() {
			for _, id := range before {
				pairs = append(pairs, pair{id, c.id})
			}
			before = append(before, c.id)
		}
	}
	return pairs
}

// friends are the pairs of units of a side that touch on the board.
func (b *Battle) friends(seat rules.Seat) (links []link) {
	all := b.units(seat)
	for k, i := range all {
		for _, j := range all[k+1:] {
			if meeting(b.s.Pieces[i].blocks, b.s.Pieces[j].blocks) {
				links = append(links, link{i, j})
			}
		}
	}
	return links
}

// joined tells whether units hang together on the board, some at new spots.
func (b *Battle) joined(all []int, spots map[int][]Spot) bool {
	reached := []int{0}
	seen := make([]bool, len(all))
	seen[0] = true
	for k := 0; k < len(reached); k++ {
		for j := range all {
			if !seen[j] && meeting(b.blocksNow(all[reached[k]], spots), b.blocksNow(all[j], spots)) {
				seen[j] = true
				reached = append(reached, j)
			}
		}
	}
	return len(reached) == len(all)
}

// order makes a Command test for a unit or a brigade.
func (b *Battle) order(t *rules.Turn, c Order) *rules.Fault {
	if fault := b.at(c.Seat, stageOrders); fault != nil {
		return fault
	}
	who, fault := b.mine(c.Seat, c.Character, "character")
	if fault == nil {
		fault = forbid(!b.cards[who].officer(), "WR-PROF-8", "character", "only characters command")
	}
	if fault != nil {
		return fault
	}
	ids := append([]string{c.Unit}, c.With...)
	for k, id := range ids {
		i, fault := b.myUnit(c.Seat, id, "unit")
		if fault == nil {
			fault = first(
				outside(slices.Contains(ids[:k], id), "with", "is there twice"),
				forbid(b.s.Pieces[max(i, 0)].Halted, "WR-EDGE-4", "unit", "it came back in this turn"),
			)
		}
		if fault != nil {
			return fault
		}
	}
	if rule := b.orderRule(c.Character, ids, sure(c.Touching, true)); rule != "" {
		return rules.Breaks(rule, "unit", "the order may not be given")
	}
	in, fault := b.test(who, ids, c)
	if fault != nil {
		return fault
	}
	if !b.s.Began {
		e := OrdersBegan{}
		if b.board {
			e.Touching = b.friends(c.Seat)
		}
		t.Emit(e)
	}
	r := in.test(t.Cup)
	if !r.Success && b.carries(who) && r.CanSucceed && b.again(t, who) {
		r = in.test(t.Cup)
	}
	t.Emit(Tested{
		Character: c.Character, Units: ids, Distance: r.DistancePenalty, Successive: r.SuccessivePenalty, Enemy: r.EnemyPenalty,
		Dense: r.DensePenalty, Losses: r.LossesPenalty, Needed: r.NumberNeeded, Roll: r.Roll, Success: r.Success, Ends: r.OrdersEndFor, Blunder: r.BlunderEvent,
	})
	if r.BlunderEvent && r.Roll == 12 && b.option("blunders") == "double-six-confuses" {
		b.confuse(t, b.find(c.Unit), "WR-PROV-2")
	}
	return nil
}

// mayCommand tells whether a character may give orders at all now (WR-CMD-8 to WR-CMD-10).
func (b *Battle) mayCommand(who int) bool {
	p := b.orders()
	k := p.in.character(b.id(who))
	return k >= 0 && p.segment != characterSegment && !p.generalFailed && !p.failed[k] && !p.closed(k)
}

// orderRule is the first rule against an order, or "".
func (b *Battle) orderRule(character string, ids []string, touching bool) string {
	if b.board && len(ids) > 1 {
		var all []int
		for _, id := range ids {
			all = append(all, b.find(id))
		}
		touching = b.joined(all, nil)
	}
	return b.orders().against(wish{Event: "order", Character: &character, Units: ids, Touching: touching, Success: true})
}

// commandOf is the Command of a character (WR-PROV-1).
func (b *Battle) commandOf(who int) int {
	p := &b.cards[who].p
	if b.option("command") == "eight" && p.Type != "general" {
		return 8
	}
	return *p.Command
}

// test gathers the facts of a Command test (WR-CMD-2 to WR-CMD-6).
func (b *Battle) test(who int, ids []string, c Order) (in commandInput, fault *rules.Fault) {
	in = commandInput{Command: b.commandOf(who), Character: b.cards[who].p.Type, Together: true}
	d, enemy, dense := rules.Dec(0), false, false
	if b.board {
		for _, id := range ids {
			i := b.find(id)
			d = max(d, b.distance(who, i))
			enemy = enemy || b.enemyNear(i)
			dense = dense || b.dense(i)
		}
		fault = first(
			agrees(c.Distance, d, "WR-CMD-2", "distance_cm"), agrees(c.Enemy, enemy, "WR-CMD-4", "enemy_within_20"),
			agrees(c.Dense, dense, "WR-CMD-5", "in_dense_terrain"),
		)
	} else {
		fault = b.told(c.Distance != nil, "distance_cm")
		d, enemy, dense = *orZero(c.Distance), sure(c.Enemy, false), sure(c.Dense, false)
	}
	near := nearEnemy
	if !enemy {
		near = 2 * nearEnemy
	}
	for _, id := range ids {
		given := b.orders().units[b.orders().in.unit(id)].OrdersReceived
		in.Units = append(in.Units, commanded{Distance: d, PriorOrders: given, Enemy: &near, Dense: dense, StandsLost: b.lost(b.find(id)), State: "free"})
	}
	return in, fault
}

// confuse makes a unit confused, unless it is.
func (b *Battle) confuse(t *rules.Turn, i int, law string) {
	if p := &b.s.Pieces[i]; !p.Confused && !p.Gone {
		t.Emit(Confused{Unit: b.id(i), Law: law})
	}
}

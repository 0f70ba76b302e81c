package warmaster

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/warmaster/ruling"
)

// ordersSoFar is the Orders phase of the turn as the rulings know it, updated for units that
// have engaged or become confused since.
func (b *Battle) ordersSoFar() *ruling.OrdersPhase {
	if b.ordersMemo == nil {
		var in ruling.OrdersInput
		for i := range b.info {
			c := &b.info[i]
			switch {
			case c.seat != b.s.Turn:
			case c.isCharacter():
				in.Characters = append(in.Characters, ruling.Commander{ID: c.id, Kind: c.profile.Type})
			default:
				in.Units = append(in.Units, ruling.OrderUnit{ID: c.id, Type: c.profile.Type})
			}
		}
		in.Contacts = b.brigades()
		b.ordersMemo = ruling.NewOrdersPhase(in)
		for _, w := range b.s.OrdersActions {
			b.ordersMemo.CarryOut(w)
		}
	}
	k := 0
	for i := range b.info {
		if c := &b.info[i]; c.seat == b.s.Turn && !c.isCharacter() {
			b.ordersMemo.In.Units[k].Confused, b.ordersMemo.In.Units[k].Engaged = b.s.Units[i].Confused, b.engaged(i)
			k++
		}
	}
	return b.ordersMemo
}

// brigades lists the pairs of friends that touched when the orders began; at a measured
// table players state them with each order (WR-BRIG-1, WR-BRIG-9).
func (b *Battle) brigades() (pairs []ruling.IDPair) {
	if b.board {
		links := b.s.Touching
		if !b.s.OrdersBegan {
			links = b.touchingFriends(b.s.Turn)
		}
		for _, l := range links {
			pairs = append(pairs, ruling.IDPair{b.id(l[0]), b.id(l[1])})
		}
		return pairs
	}
	var before []string
	for i := range b.info {
		if c := &b.info[i]; c.seat == b.s.Turn && !c.isCharacter() {
			for _, id := range before {
				pairs = append(pairs, ruling.IDPair{id, c.id})
			}
			before = append(before, c.id)
		}
	}
	return pairs
}

// touchingFriends lists the pairs of a side's units that touch on the board.
func (b *Battle) touchingFriends(seat rules.Seat) (links []contact) {
	all := b.units(seat)
	for k, i := range all {
		for _, j := range all[k+1:] {
			if anyTouching(b.s.Units[i].blocks, b.s.Units[j].blocks) {
				links = append(links, contact{i, j})
			}
		}
	}
	return links
}

// connectedAt reports whether units are connected on the board, some of them at new spots.
func (b *Battle) connectedAt(all []int, spots map[int][]Spot) bool {
	return ruling.Connected(len(all), func(i, j int) bool {
		return anyTouching(b.blocksNow(all[i], spots), b.blocksNow(all[j], spots))
	})
}

// play makes a Command test for a unit or a brigade.
func (c Order) play(b *Battle, t *rules.Turn) *rules.Fault {
	if fault := b.checkPhase(c.Seat, phaseOrders); fault != nil {
		return fault
	}
	who, fault := b.ownCharacter(c.Seat, c.Character, "only characters command")
	if fault != nil {
		return fault
	}
	ids := append([]string{c.Unit}, c.With...)
	for k, id := range ids {
		i, fault := b.ownUnit(c.Seat, id, "unit")
		if fault == nil {
			fault = rules.FirstFault(
				rules.OutOfRangeIf(slices.Contains(ids[:k], id), "with", "is there twice"),
				rules.ForbidIf(b.s.Units[max(i, 0)].Halted, "WR-EDGE-4", "unit", "it came back in this turn"),
			)
		}
		if fault != nil {
			return fault
		}
	}
	if rule := b.orderRule(c.Character, ids, rules.ValueOr(c.Touching, true)); rule != "" {
		return rules.Breaks(rule, "unit", "the order may not be given")
	}
	in, fault := b.commandTest(who, ids, c)
	if fault != nil {
		return fault
	}
	if !b.s.OrdersBegan {
		e := OrdersBegan{}
		if b.board {
			e.Touching = b.touchingFriends(c.Seat)
		}
		t.Emit(e)
	}
	r := in.Resolve(t.Roller)
	if !r.Success && b.hasCarryingVoice(who) && r.CanSucceed && b.askRepeat(t, who) {
		r = in.Resolve(t.Roller)
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

// mayCommand reports whether a character may give any order now (WR-CMD-8 to WR-CMD-10).
func (b *Battle) mayCommand(who int) bool {
	p := b.ordersSoFar()
	k := p.In.Character(b.id(who))
	return k >= 0 && p.MayOrder(k)
}

// orderRule is the first rule that forbids an order, or "".
func (b *Battle) orderRule(character string, ids []string, touching bool) string {
	if b.board && len(ids) > 1 {
		touching = b.connectedAt(b.findAll(ids), nil)
	}
	return b.ordersSoFar().RuleAgainst(ruling.OrdersAction{Event: "order", Character: &character, Units: ids, Touching: touching, Success: true})
}

// commandOf is the Command value of a character (WR-PROV-1).
func (b *Battle) commandOf(who int) int {
	p := &b.info[who].profile
	if b.option("command") == "eight" && p.Type != "general" {
		return 8
	}
	return *p.Command
}

// commandTest collects the facts of a Command test (WR-CMD-2 to WR-CMD-6).
func (b *Battle) commandTest(who int, ids []string, c Order) (in ruling.CommandInput, fault *rules.Fault) {
	in = ruling.CommandInput{Command: b.commandOf(who), Character: b.info[who].profile.Type, Together: true}
	d, enemy, dense := rules.Dec(0), false, false
	if b.board {
		for _, id := range ids {
			i := b.find(id)
			d = max(d, b.distance(who, i))
			enemy = enemy || b.enemyNear(i)
			dense = dense || b.inDenseTerrain(i)
		}
		fault = rules.FirstFault(
			contradicts(c.Distance, d, "WR-CMD-2", "distance_cm"), contradicts(c.Enemy, enemy, "WR-CMD-4", "enemy_within_20"),
			contradicts(c.Dense, dense, "WR-CMD-5", "in_dense_terrain"),
		)
	} else {
		fault = rules.FirstFault(
			b.requireFact(c.Distance != nil, "distance_cm"), b.requireStated(c.Enemy != nil, "enemy_within_20"),
			b.requireStated(c.Dense != nil, "in_dense_terrain"), b.requireStated(c.Touching != nil || len(ids) == 1, "touching"),
		)
		d, enemy, dense = rules.ValueOr(c.Distance, 0), rules.ValueOr(c.Enemy, false), rules.ValueOr(c.Dense, false)
	}
	near := ruling.NearEnemy
	if !enemy {
		near = 2 * ruling.NearEnemy
	}
	for _, id := range ids {
		given := b.ordersSoFar().Units[b.ordersSoFar().In.Unit(id)].OrdersReceived
		in.Units = append(in.Units, ruling.CommandedUnit{Distance: d, PriorOrders: given, Enemy: &near, Dense: dense, StandsLost: b.standsLost(b.find(id)), State: "free"})
	}
	return in, fault
}

// confuse makes a unit confused if it is not yet.
func (b *Battle) confuse(t *rules.Turn, i int, law string) {
	if p := &b.s.Units[i]; !p.Confused && !p.Gone {
		t.Emit(Confused{Unit: b.id(i), Law: law})
	}
}

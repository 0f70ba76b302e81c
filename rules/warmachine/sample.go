package warmachine

import "oriflamme/rules"

// Sample returns a legal command at random without listing the others, or nil when
// the battle is over. What it begins with comes more often than the rest: moving
// on, charging, striking.
func (b *Battle) Sample(pick func(n int) int) rules.Command {
	if b.eyes == nil {
		b.eyes, b.moved = &eyes{}, make([]uint32, len(b.cards))
		b.unsettle()
	}
	b.noting = true
	c := b.sample(pick)
	b.noting = false
	return c
}

func (b *Battle) sample(pick func(n int) int) rules.Command {
	switch {
	case b.s.Stage == stageStart:
		return Start{}
	case b.s.Stage == stageDeploy:
		return b.sampleDeployment(pick)
	case b.s.Stage == stageOver:
		return nil
	}
	if pick(seldom) == 0 {
		if ends := b.withEnds(nil); len(ends) > 0 {
			return ends[pick(len(ends))]
		}
	}
	switch {
	case b.s.Stage == stageControl:
		return b.sampleControl(pick)
	case b.s.Pending != nil:
		all := b.settlements()
		return all[pick(len(all))]
	case b.s.Acting == none:
		return b.sampleActivation(pick)
	}
	return b.sampleAction(pick)
}

// seldom is how seldom a player thinks of giving up.
const seldom = 8

func (b *Battle) sampleDeployment(pick func(n int) int) rules.Command {
	if !b.board {
		return Deploy{Seat: b.s.Turn, Line: "centre"}
	}
	seat := b.s.Turn
	if pick(4) > 0 {
		if c := (Deploy{Seat: seat, Line: lines[pick(len(lines))]}); b.fresh() || b.fitsLine(c) {
			return c
		}
	}
	from := pick(len(b.cards))
	for k := range b.cards {
		i := (from + k) % len(b.cards)
		if b.cards[i].seat != seat || b.s.Troops[i].Placed || b.advanced(i) && b.unplaced(seat, false) {
			continue
		}
		at := pick(unitPlaces)
		for n := range unitPlaces {
			if c, ok := b.unitDeployment(i, (at+n)%unitPlaces); ok {
				return c
			}
		}
	}
	all := b.deployments()
	if len(all) == 0 {
		return nil
	}
	return all[pick(len(all))]
}

// fresh tells whether nobody of the seat is set up yet and the table is bare, so
// that any army has room in a line.
func (b *Battle) fresh() bool {
	if len(b.pieces) > 0 || b.zones != nil || b.play == "free-for-all" {
		return false
	}
	for i := range b.cards {
		if b.s.Troops[i].Placed && b.cards[i].seat == b.s.Turn {
			return false
		}
	}
	return true
}

func (b *Battle) sampleControl(pick func(n int) int) rules.Command {
	from := pick(len(b.cards))
	for k := range b.cards {
		i := (from + k) % len(b.cards)
		if n := b.allocable(i); n > 0 && pick(4) > 0 {
			if pick(2) > 0 {
				n = 1 + pick(n)
			}
			return Allocate{b.s.Turn, b.cards[i].id, n, true}
		}
		if b.shakes(i) && pick(4) > 0 {
			return Shake{b.s.Turn, b.cards[i].id}
		}
	}
	keeps := b.keeps()
	return EndControl{b.s.Turn, keeps[pick(len(keeps))]}
}

func (b *Battle) sampleActivation(pick func(n int) int) rules.Command {
	from := pick(len(b.cards))
	for k := range b.cards {
		if i := (from + k) % len(b.cards); b.waits(i) {
			orders := b.cards[i].orders
			if len(orders) > 1 && pick(4) > 0 {
				return orders[len(orders)-1]
			}
			return orders[pick(len(orders))]
		}
	}
	return nil
}

// Kinds of what the active troop may do.
const (
	doMove = iota
	doAttack
	doPower
	doCast
	doSpecial
	doEnd
	deeds
)

// sampleAction gives one command of the active troop: kinds are looked through from
// one of them on until something may be done.
func (b *Battle) sampleAction(pick func(n int) int) rules.Command {
	order := [deeds]int{doMove, doAttack, doPower, doCast, doSpecial, doEnd}
	if len(b.s.Grips) > 0 || len(b.dread) > 0 && !b.board {
		if all := append(b.lockBreaks(), b.fears()...); len(all) > 0 && pick(3) == 0 {
			return all[pick(len(all))]
		}
	}
	from := [...]int{doEnd, doCast, doCast, doCast, doPower, doSpecial, doAttack, doAttack}
	if n := pick(3 * len(from)); n < len(from) {
		order[0], order[from[n]] = order[from[n]], order[0]
	}
	for _, deed := range order {
		if c := b.sampleDeed(deed, pick); c != nil {
			return c
		}
	}
	return nil
}

func (b *Battle) sampleDeed(deed int, pick func(n int) int) rules.Command {
	var all []rules.Command
	switch deed {
	case doMove:
		return b.sampleMove(pick)
	case doAttack:
		return b.sampleAttack(pick)
	case doPower:
		return b.samplePower(pick)
	case doCast:
		return b.sampleCast(pick)
	case doSpecial:
		if len(b.cards[b.s.Acting].p.Actions) > 0 {
			all = b.specials()
		}
	case doEnd:
		if b.mayEnd() {
			return EndActivation{b.s.Turn}
		}
	}
	if len(all) == 0 {
		return nil
	}
	return all[pick(len(all))]
}

// sampleMove moves all that are left, or now and then one of them.
func (b *Battle) sampleMove(pick func(n int) int) rules.Command {
	if b.s.Act.Fighting {
		if rides := b.rides(); len(rides) > 0 && pick(2) == 0 {
			return rides[pick(len(rides))]
		}
		return nil
	}
	if b.crew = b.unmoved(b.crew[:0]); len(b.crew) == 0 {
		return nil
	}
	if b.held(b.s.Acting) {
		return b.stay("")
	}
	movers := mob{b.crew, b.cards[b.s.Acting].size == 1}
	who := ""
	if !movers.one && pick(16) == 0 {
		k := movers.list[pick(len(movers.list))]
		b.crew = append(b.crew[:0], k)
		who, movers = b.cards[b.s.Acting].models[k], mob{b.crew, true}
	}
	var room [32]int
	foes := room[:0]
	for i := range b.cards {
		if b.alive(i) && b.hostile(b.cards[i].seat, b.s.Turn) && len(foes) < cap(foes) {
			foes = append(foes, i)
		}
	}
	n := b.ideas(foes)
	k := pick(n + 1)
	if b.board && pick(6) > 0 {
		k = b.closing(movers, foes, pick)
	}
	for ; k < n; k += perFoe {
		if m, ok := b.idea(who, movers, foes, k); ok {
			return m
		}
	}
	return b.stay(who)
}

// closing is the idea to charge the nearest enemy, or else to go at it.
func (b *Battle) closing(movers mob, foes []int, pick func(n int) int) int {
	r, at := ref{b.s.Acting, movers.list[0]}, b.model(ref{b.s.Acting, movers.list[0]}).at()
	best, near := 0, int64(-1)
	for n, j := range foes {
		t := &b.s.Troops[j]
		v := t.Models[t.Lead].at().minus(at)
		d := dot(v, v)
		if b.cards[j].p.Kind == "warcaster" {
			d /= 4
		}
		if near < 0 || d < near {
			best, near = n, d
		}
	}
	reach := int64(b.spd(r.i)+chargeBonus+2) * int64(Inch)
	switch {
	case near <= reach*reach && b.cards[r.i].p.armed(melee) && b.mayCharge(r.k, true) == "":
		return best*perFoe + 2
	case near > 4*reach*reach || pick(2) == 0 && !b.cards[r.i].p.armed(ranged):
		if _, rule := b.may(r.k, run); rule == "" {
			return best*perFoe + 1
		}
	}
	return best * perFoe
}

// sampleAttack looks for somebody to attack, from a model, a weapon and a troop on.
func (b *Battle) sampleAttack(pick func(n int) int) rules.Command {
	i := b.s.Acting
	nw, nk, nc := len(b.cards[i].p.Weapons), len(b.s.Act.Doing), len(b.cards)
	if nw == 0 {
		return nil
	}
	w0, k0, c0 := pick(nw), pick(nk), b.prey(pick)
	for dk := range nk {
		k := (k0 + dk) % nk
		var room [8]arm
		arms := b.arms(room[:0], k, w0)
		for dc := range nc {
			if len(arms) == 0 {
				break
			}
			j := (c0 + dc) % nc
			if !b.alive(j) || !b.hostile(b.cards[j].seat, b.s.Turn) || b.board && !b.troopWithin(ref{i, k}, j, b.cards[i].longest) {
				continue
			}
			for _, a := range arms {
				if c, s, ok := b.sampleTarget(k, a.weapon, j, a.extra); ok {
					return b.embellish(c, s, pick)
				}
			}
		}
	}
	return nil
}

// arm is a weapon that may be used now, for an additional attack or not.
type arm struct {
	weapon int
	extra  bool
}

// arms adds the weapons that a model of the active troop may use, from one on.
func (b *Battle) arms(list []arm, k, from int) []arm {
	i := b.s.Acting
	d := &b.s.Act.Doing[k]
	if d.Done || !b.up(ref{i, k}) {
		return list
	}
	nw := len(b.cards[i].p.Weapons)
	for dw := range nw {
		w := (from + dw) % nw
		switch {
		case b.budget(k, w, false).rule == "":
			list = append(list, arm{w, false})
		case d.Attacks > 0 && b.budget(k, w, true).rule == "":
			list = append(list, arm{w, true})
		}
	}
	return list
}

// prey is the troop that is looked at first: half of the time an enemy warcaster.
func (b *Battle) prey(pick func(n int) int) int {
	j := pick(2 * len(b.cards))
	if j < len(b.cards) {
		return j
	}
	for k := range b.cards {
		if i := (j + k) % len(b.cards); b.cards[i].p.Kind == "warcaster" && b.hostile(b.cards[i].seat, b.s.Turn) {
			return i
		}
	}
	return 0
}

// sampleTarget is an attack of a model on the nearest of a troop that it can attack.
func (b *Battle) sampleTarget(k, w, j int, extra bool) (c Attack, s strike, ok bool) {
	i := b.s.Acting
	card := &b.cards[i].p.Weapons[w]
	if b.board && !b.troopWithin(ref{i, k}, j, max(card.Range, card.reach())) {
		return c, s, false
	}
	c = b.plainAttack(w, j, extra)
	c.Who = b.cards[i].models[k]
	target := ref{j, 0}
	if b.cards[j].size > 1 {
		target.k = none
	}
	if d := b.against(&c, ref{i, k}, target, w, &s); d.rule != "" {
		return c, s, false
	}
	c.Target = b.id(s.at)
	b.recent = recent{stamp: b.stamp, is: true, who: ref{i, k}, target: c.Target, weapon: w, extra: extra, told: c.shotFacts, strike: s}
	return c, s, true
}

// embellish boosts an attack now and then, or has others join in.
func (b *Battle) embellish(c Attack, s strike, pick func(n int) int) rules.Command {
	i := b.s.Acting
	if !b.combat {
		return c
	}
	if b.cards[i].p.spends() && b.s.Troops[i].Focus > 0 {
		c.BoostAttack, c.BoostDamage = pick(3) == 0, pick(3) > 0
		return c
	}
	if p := &b.cards[i].p; (p.has("combined-melee") || p.has("combined-ranged")) && pick(2) == 0 {
		if more, ok := b.together(c, s); ok {
			return more
		}
	}
	return c
}

// sampleCast casts a spell that may be cast, from one on.
func (b *Battle) sampleCast(pick func(n int) int) rules.Command {
	i := b.s.Acting
	p := &b.cards[i].p
	if !b.combat || p.Focus == 0 || b.sorcerer() != "" {
		return nil
	}
	if p.Feat != nil && !b.s.Troops[i].Feat && pick(3) == 0 {
		return Feat{b.s.Turn, []string{}}
	}
	if n := b.mendable(); n > 0 && pick(3) == 0 {
		return Mend{b.s.Turn, 1 + pick(n)}
	}
	if len(p.Spells) == 0 || b.s.Troops[i].Focus == 0 {
		return nil
	}
	n, from := pick(len(p.Spells)), pick(len(b.cards)+1)
	if b.s.Troops[i].Focus < p.Spells[n].Cost {
		return nil
	}
	through := ""
	if j := pick(len(b.cards)); b.cards[j].owner == i && b.cards[j].p.has("arc-node") && p.Spells[n].On != "self" {
		through = b.cards[j].id
	}
	for k := range len(b.cards) + 1 {
		if all := b.castings(n, (from+k)%(len(b.cards)+1)-1, through); len(all) > 0 {
			return all[pick(len(all))]
		}
	}
	return nil
}

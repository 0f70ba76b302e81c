package magnamund

import (
	"slices"
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/grid"
)

// Refusals of a blow.
var (
	cannotFight   = rules.Breaks("MG-AMB-24", "attackers", "the piece cannot fight")
	hasParried    = rules.Breaks("MG-HERO-7", "attackers", "it has parried instead")
	hasAttacked   = rules.Breaks("MG-CBT-3", "attackers", "it has attacked")
	isHidden      = rules.Breaks("MG-HIDE-1", "target", "it is hidden")
	isVeiled      = rules.Breaks("MG-SPELL-4", "target", "a veiled piece cannot be attacked")
	outOfReach    = rules.Breaks("MG-CBT-1", "target", "it is out of reach")
	ranksTooDeep  = rules.Breaks("MG-CRANK-1", "attackers", "the weapon does not reach from this rank")
	onceOnly      = rules.Breaks("MG-HERO-5", "second", "the hero has no second attack")
	secondTooFar  = rules.Breaks("MG-HERO-5", "target", "it is too far away")
	nearAlready   = rules.Breaks("MG-HERO-5", "to", "the enemy is adjacent already")
	noStandThere  = rules.Breaks("MG-HERO-5", "to", "he cannot attack from there")
	oneHeroStrike = rules.Breaks("MG-HERO-5", "attackers", "one hero attacks twice")
)

// fights reports whether a piece on the board can attack somebody in melee now.
func (b *Battle) fights(i int) bool {
	p := &b.s.Pieces[i]
	if p.Attacks == 1 && p.Hit && b.figures[i].p.has("double-attack") {
		return b.legalSeconds(nil, i) != nil
	}
	if b.mayStrike(i) != nil {
		return false
	}
	prey := b.prey(i)
	for j := prey.next(0); j >= 0; j = prey.next(j + 1) {
		if !b.veiled(j) {
			return true
		}
	}
	return false
}

func (b *Battle) mayStrike(i int) *rules.Fault {
	p := &b.s.Pieces[i]
	switch {
	case !b.free(i) || b.burden(i).disarmed:
		return cannotFight
	case p.Debt:
		return hasParried
	case p.Attacks > 0:
		return hasAttacked
	}
	return nil
}

// checkBlow refuses a blow at a piece out of reach.
func (b *Battle) checkBlow(i, j int, k contact) *rules.Fault {
	switch {
	case b.s.Pieces[j].Hidden:
		return isHidden
	case b.veiled(j):
		return isVeiled
	}
	if f := b.enemies(i, j); f != nil {
		return f
	}
	switch {
	case k.rank == 0 || k.distance < 1 || k.distance > k.rank:
		return outOfReach
	case k.rank > b.reachOfRanks(i):
		return ranksTooDeep
	}
	return nil
}

// reachOfRanks is from how many ranks a piece strikes; riders fight in one.
func (b *Battle) reachOfRanks(i int) int {
	p := b.figures[i].p
	if p.Mounted {
		return 1
	}
	if p.Category == "soldier" {
		return meleeRanksOf(p.Level, p.Melee)
	}
	return meleeRanksOf("veteran", p.Melee)
}

// rank tells from which rank a piece reaches an enemy, 0 for none: the second and
// third stand behind one of their own who faces as they do (MG-CRANK-3 to MG-CRANK-5).
func (b *Battle) rank(i, j int) int {
	far := b.reaches(i, j)
	if far == 1 {
		return 1
	}
	for rank := 2; rank <= b.reachOfRanks(i); rank++ {
		if far <= rank && b.backs(i, j, rank) {
			return rank
		}
	}
	return 0
}

// backs reports whether a piece stands in a rank behind others that lead to an enemy.
func (b *Battle) backs(i, j, rank int) bool {
	p := &b.s.Pieces[i]
	for eighths := -1; eighths <= 1; eighths++ {
		cell := p.Cell.Plus(p.Facing.Eighths(eighths))
		if !b.base.on(cell) {
			continue
		}
		k := int(b.at[b.base.index(cell)])
		if k < 0 || b.s.Pieces[k].Facing != p.Facing || !b.together(i, k) {
			continue
		}
		if q := b.piece(j); rank == 2 && (p.Facing.InFront(cell, q.Cell) || q.Mounted && p.Facing.InFront(cell, q.rear())) {
			return true
		}
		if rank == 3 && b.reachOfRanks(k) >= 2 && b.backs(k, j, 2) {
			return true
		}
	}
	return false
}

// together tells of two pieces that may stand in ranks: of one unit, or a hero
// among the troops of his side (MG-CRANK-2, ruling MG-AMB-16).
func (b *Battle) together(i, k int) bool {
	u, v := b.figures[i].unit, b.figures[k].unit
	return b.sideOf(i) == b.sideOf(k) && !b.figures[k].p.Mounted && (u == v && u != none || (u == none) != (v == none))
}

// blowAt works out from the facts of a blow everything that changes it.
func (b *Battle) blowAt(i, j int, k contact) (f fight) {
	p, q := &b.figures[i], &b.figures[j]
	sheet := p.p.sheet
	m := &sheet.CombatModifiers
	hurt := b.burden(i)
	f = fight{
		Weapon: p.p.Melee, Level: p.p.Level, Rank: max(1, k.rank), Distance: k.distance, Target: b.victim(j),
		WoundModifier: hurt.melee, Halvings: hurt.halvings,
		BattleMadness: b.s.Pieces[i].MadOn == b.s.Turn, TargetStunned: b.stunned(j),
	}
	f.BasePercentage, f.BasePercentageNoArmour = *p.combat.of(b.armour(j)), p.combat.None
	f.WeaponMastery, f.Poisoned = p.meleeUp, p.poisoner
	f.further = p.p.minded(m.Weak, m.Veteran)
	if q.p.Shield {
		f.ShieldModifier = m.TargetShield
	}
	switch k.aspect {
	case "flank":
		f.further += m.Flank
	case "rear":
		f.further += m.Rear
	}
	return f
}

// groupOf checks the attackers and their target.
func (b *Battle) groupOf(c *Strike) (who []int, target int, fault *rules.Fault) {
	if fault = b.in(phaseCombat); fault != nil {
		return
	}
	if target, fault = b.seen(c.Target, "target"); fault != nil {
		return
	}
	second := c.Second || c.To != nil
	if second && len(c.Attackers) > 1 {
		return nil, 0, oneHeroStrike
	}
	who = make([]int, 0, len(c.Attackers))
	for n, id := range c.Attackers {
		var i int
		if i, fault = b.own(c.Seat, id, "attackers"); fault != nil {
			fault.Field = rules.At("attackers", n)
			return
		}
		k := b.contactOf(c, i, target)
		if !b.measured() && n == 0 && !second {
			if fault = c.contradicts(k); fault != nil {
				return
			}
		}
		if second {
			fault = b.checkSecond(i, target, c, k)
		} else {
			fault = first(b.mayStrike(i), b.checkBlow(i, target, k))
		}
		if fault != nil {
			return
		}
		if n > 0 && (b.figures[i].unit == none || b.figures[i].unit != b.figures[who[0]].unit) {
			fault = rules.Breaks("MG-CPOOL-2", rules.At("attackers", n), "they do not strike together")
			return
		}
		who = append(who, i)
	}
	if len(who) > 1 && !b.alike(target, c.Alike) {
		fault = rules.Breaks("MG-CPOOL-2", "target", "the targets are not covered alike")
	}
	return
}

// checkSecond lets a hero strike again after a hit, at an enemy within two cells
// whom he goes up to (MG-HERO-5, ruling MG-AMB-20).
func (b *Battle) checkSecond(i, j int, c *Strike, k contact) *rules.Fault {
	p := &b.s.Pieces[i]
	switch {
	case !c.Second || !b.figures[i].p.has("double-attack") || p.Attacks != 1 || !p.Hit || !b.free(i) || b.burden(i).disarmed || p.Debt:
		return onceOnly
	case b.veiled(j):
		return isVeiled
	case k.distance > 2 || k.distance < 1:
		return secondTooFar
	}
	if f := b.enemies(i, j); f != nil {
		return f
	}
	switch {
	case b.measured():
		return forbid(c.To != nil, "MG-HERO-5", "to", "the players move him")
	case k.distance == 1 && c.To != nil:
		return nearAlready
	case k.distance == 2 && (c.To == nil || b.figures[i].p.Mounted || !b.touches(i, j, *c.To)):
		return noStandThere
	}
	return nil
}

// touches reports whether a hero can step to a cell from which he touches an enemy.
func (b *Battle) touches(i, j int, to grid.Cell) bool {
	from := b.s.Pieces[i].Cell
	g := b.ground(b.sideOf(i))
	return g.on(to) && grid.Adjacent(from, to) && grid.Nearest([]grid.Cell{to}, b.piece(j).cells()) == 1 &&
		g.holder(to) == nobody && b.figures[i].costs.step(g, from, to) != impassable
}

func (b *Battle) playStrike(t *rules.Turn, c Strike) *rules.Fault {
	who, target, fault := b.groupOf(&c)
	if fault != nil {
		return fault
	}
	within, fault := b.within(&c, who, target)
	if fault != nil {
		return fault
	}
	i := who[0]
	if c.To != nil {
		t.Emit(Moved{b.id(i), *c.To, b.s.Pieces[i].Facing, 0, 0, "double-attack"})
	}
	k := b.contactOf(&c, i, target)
	f := b.blowAt(i, target, k)
	if b.figures[target].p.has("secret-parry") && b.free(target) && !b.s.Pieces[target].Debt {
		f.SecretParry = t.Ask("MG-HERO-7", b.seatOf(target), "secret-parry", "yes", "no") == 0
	}
	if len(who) == 1 {
		r := f.resolve(t.Cup)
		t.Emit(Struck{c.Attackers, c.Target, r.Final, count(r.Hit), f.SecretParry, k.aspect, c.Second})
		b.suffer(t, target, i, r.Outcome, r.Wound, "melee")
		return nil
	}
	b.playScrum(t, c, who, within, f, k.aspect)
	return nil
}

// playScrum is a pooled attack: on a hero or monster alone, or on those of a unit
// whom the group reaches, in the order in which their player gives them up.
func (b *Battle) playScrum(t *rules.Turn, c Strike, who, within []int, lead fight, side string) {
	s := scrum{BattleMadness: lead.BattleMadness, TargetStunned: lead.TargetStunned, SecretParry: lead.SecretParry}
	target := within[0]
	for _, i := range who {
		f := b.blowAt(i, target, b.contactOf(&c, i, target))
		base, modifiers := f.against(f.Target)
		modifiers += meleeMastery*count(f.WeaponMastery) + f.WoundModifier
		s.Attackers = append(s.Attackers, pooled{Count: 1, BasePercentage: base, Modifiers: []int{modifiers}})
	}
	total := pool{}
	for _, a := range s.Attackers {
		total.add(finalCombat(a.modified(), count(s.BattleMadness)+count(s.TargetStunned), 0), 1)
	}
	for len(within) > 1 {
		names := make([]string, len(within))
		for n, k := range within {
			names[n] = b.id(k)
		}
		n := 0
		if 100*len(s.Targets) < total.Total { // a hit may come to it
			n = t.Ask("MG-CPOOL-4", b.seatOf(target), "give-up", names...)
		}
		s.Targets = append(s.Targets, quarry{names[n], b.victim(within[n]), false})
		within = slices.Delete(within, n, n+1)
	}
	s.Targets = append(s.Targets, quarry{b.id(within[0]), b.victim(within[0]), false})
	r := s.resolve(t.Cup)
	t.Emit(Struck{c.Attackers, c.Target, r.Total, r.Hits, r.Parried, side, false})
	for _, k := range r.Struck {
		b.suffer(t, b.find(k.ID), who[0], k.Outcome, k.Wound, "melee")
	}
}

// within lists the pieces of a target's unit that the group reaches, the target
// first: as the board has them, or as the players state them (MG-CPOOL-4).
func (b *Battle) within(c *Strike, who []int, target int) ([]int, *rules.Fault) {
	u := b.figures[target].unit
	all := []int{target}
	if u == none || len(who) == 1 {
		return all, nil
	}
	for n, id := range c.Within {
		k, f := b.seen(id, rules.At("within", n))
		if f != nil || k == target || b.figures[k].unit != u || b.veiled(k) || !b.measured() && !b.reached(who, k) {
			return nil, first(f, rules.Breaks("MG-CPOOL-4", rules.At("within", n), "they do not reach it"))
		}
		if b.measured() {
			all = append(all, k)
		}
	}
	if b.measured() {
		return all, nil
	}
	for _, k := range b.troops[u].figures {
		if k != target && b.alive(k) && b.reached(who, k) {
			all = append(all, k)
		}
	}
	return all, nil
}

// reached reports whether one of a group can strike a piece.
func (b *Battle) reached(who []int, k int) bool {
	return !b.veiled(k) && slices.ContainsFunc(who, func(i int) bool { return b.prey(i).has(k) })
}

func itoa(n int) string { return strconv.Itoa(n) }

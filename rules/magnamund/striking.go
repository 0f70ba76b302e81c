package magnamund

import (
	"slices"
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/grid"
)

// fights reports whether a piece can attack somebody in melee now.
func (b *Battle) fights(i int) bool {
	for j := range b.figures {
		if b.alive(j) && b.reaches(i, j) <= 3 && b.mayStrike(i) == nil && b.checkBlow(i, j) == nil {
			return true
		}
	}
	return false
}

func (b *Battle) mayStrike(i int) *rules.Fault {
	p := &b.s.Pieces[i]
	switch {
	case !b.free(i) || b.burden(i).disarmed:
		return rules.Breaks("MG-AMB-24", "attackers", "the piece cannot fight")
	case p.Debt:
		return rules.Breaks("MG-HERO-7", "attackers", "it has parried instead")
	case p.Attacks > 0:
		return rules.Breaks("MG-CBT-3", "attackers", "it has attacked")
	}
	return nil
}

// checkBlow refuses a blow at a piece out of reach.
func (b *Battle) checkBlow(i, j int) *rules.Fault {
	if b.s.Pieces[j].Hidden {
		return rules.Breaks("MG-HIDE-1", "target", "it is hidden")
	}
	if b.veiled(j) {
		return rules.Breaks("MG-SPELL-4", "target", "a veiled piece cannot be attacked")
	}
	if f := b.enemies(i, j); f != nil {
		return f
	}
	if b.rank(i, j) == 0 {
		return rules.Breaks("MG-CBT-1", "target", "it is out of reach")
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
	if b.reaches(i, j) == 1 {
		return 1
	}
	for rank := 2; rank <= b.reachOfRanks(i); rank++ {
		if b.reaches(i, j) <= rank && b.backs(i, j, rank) {
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
		if rank == 2 && slices.ContainsFunc(b.piece(j).cells(), func(c grid.Cell) bool { return p.Facing.InFront(cell, c) }) {
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

// blowAt works out a blow and everything that changes it.
func (b *Battle) blowAt(i, j int) (f fight, side string) {
	p, q := &b.figures[i], &b.figures[j]
	sheet := p.p.sheet
	table, m := sheet.Combat[p.p.Melee], &sheet.CombatModifiers
	f = fight{
		Weapon: p.p.Melee, Level: p.p.Level, Rank: b.rank(i, j), Distance: b.reaches(i, j), Target: b.victim(j),
		WoundModifier: b.burden(i).melee, Halvings: b.burden(i).halvings,
		BattleMadness: b.s.Pieces[i].MadOn == b.s.Turn, TargetStunned: b.stunned(j),
	}
	f.BasePercentage, f.BasePercentageNoArmour = *table.of(b.armour(j)), table.None
	f.WeaponMastery, f.Poisoned = p.meleeUp, p.poisoner
	f.Modifiers = []int{p.p.minded(m.Weak, m.Veteran)}
	if q.p.Shield {
		f.ShieldModifier = m.TargetShield
	}
	side = "front"
	if f.Distance == 1 {
		side = aspect(b.piece(i), b.piece(j))
	}
	switch side {
	case "flank":
		f.Modifiers = append(f.Modifiers, m.Flank)
	case "rear":
		f.Modifiers = append(f.Modifiers, m.Rear)
	}
	return f, side
}

// groupOf checks the attackers and their target.
func (b *Battle) groupOf(c Strike) (who []int, target int, fault *rules.Fault) {
	if fault = b.in(phaseCombat); fault != nil {
		return
	}
	if target, fault = b.seen(c.Target, "target"); fault != nil {
		return
	}
	if (c.Second || c.To != nil) && len(c.Attackers) > 1 {
		return nil, 0, rules.Breaks("MG-HERO-5", "attackers", "one hero attacks twice")
	}
	for n, id := range c.Attackers {
		at := rules.At("attackers", n)
		var i int
		if i, fault = b.own(c.Seat, id, at); fault != nil {
			return
		}
		if c.Second || c.To != nil {
			fault = b.checkSecond(i, target, c)
		} else {
			fault = first(b.mayStrike(i), b.checkBlow(i, target))
		}
		if fault != nil {
			return
		}
		if n > 0 && (b.figures[i].unit == none || b.figures[i].unit != b.figures[who[0]].unit) {
			fault = rules.Breaks("MG-CPOOL-2", at, "they do not strike together")
			return
		}
		who = append(who, i)
	}
	if len(who) > 1 && !b.coveredAlike(target) {
		fault = rules.Breaks("MG-CPOOL-2", "target", "the targets are not covered alike")
	}
	return
}

// checkSecond lets a hero strike again after a hit, at an enemy within two cells
// whom he goes up to (MG-HERO-5, ruling MG-AMB-20).
func (b *Battle) checkSecond(i, j int, c Strike) *rules.Fault {
	p := &b.s.Pieces[i]
	far := b.reaches(i, j)
	if !c.Second || !b.figures[i].p.has("double-attack") || p.Attacks != 1 || !p.Hit || !b.free(i) || b.burden(i).disarmed || p.Debt {
		return rules.Breaks("MG-HERO-5", "second", "the hero has no second attack")
	}
	if b.veiled(j) {
		return rules.Breaks("MG-SPELL-4", "target", "a veiled piece cannot be attacked")
	}
	if far > 2 {
		return rules.Breaks("MG-HERO-5", "target", "it is too far away")
	}
	if f := b.enemies(i, j); f != nil {
		return f
	}
	if far == 1 {
		if c.To != nil {
			return rules.Breaks("MG-HERO-5", "to", "the enemy is adjacent already")
		}
		return nil
	}
	if c.To == nil || b.figures[i].p.Mounted || !b.contact(i, j, *c.To) {
		return rules.Breaks("MG-HERO-5", "to", "he cannot attack from there")
	}
	return nil
}

// contact reports whether a hero can step to a cell from which he touches an enemy.
func (b *Battle) contact(i, j int, to grid.Cell) bool {
	from := b.s.Pieces[i].Cell
	g := b.ground(b.sideOf(i))
	return g.on(to) && grid.Adjacent(from, to) && grid.Nearest([]grid.Cell{to}, b.piece(j).cells()) == 1 &&
		g.holder(to) == nobody && b.figures[i].costs.step(g, from, to) != impassable
}

func (b *Battle) playStrike(t *rules.Turn, c Strike) *rules.Fault {
	who, target, fault := b.groupOf(c)
	if fault != nil {
		return fault
	}
	i := who[0]
	if c.To != nil {
		t.Emit(Moved{b.id(i), *c.To, b.s.Pieces[i].Facing, 0, 0, "double-attack"})
	}
	f, side := b.blowAt(i, target)
	if b.figures[target].p.has("secret-parry") && b.free(target) && !b.s.Pieces[target].Debt {
		f.SecretParry = t.Ask("MG-HERO-7", b.seatOf(target), "secret-parry", "yes", "no") == 0
	}
	if len(who) == 1 {
		r := f.resolve(t.Cup)
		t.Emit(Struck{c.Attackers, c.Target, r.Final, count(r.Hit), f.SecretParry, side, c.Second})
		b.suffer(t, target, i, r.Outcome, r.Wound, "melee")
		return nil
	}
	b.playScrum(t, c, who, target, f, side)
	return nil
}

// playScrum is a pooled attack: on a hero or monster alone, or on those of a unit
// whom the group reaches, in the order in which their player gives them up.
func (b *Battle) playScrum(t *rules.Turn, c Strike, who []int, target int, lead fight, side string) {
	s := scrum{BattleMadness: lead.BattleMadness, TargetStunned: lead.TargetStunned, SecretParry: lead.SecretParry}
	for _, i := range who {
		f, _ := b.blowAt(i, target)
		base, modifiers := f.against(f.Target)
		modifiers += meleeMastery*count(f.WeaponMastery) + f.WoundModifier
		s.Attackers = append(s.Attackers, pooled{Count: 1, BasePercentage: base, Modifiers: []int{modifiers}})
	}
	within := b.within(who, target)
	for len(within) > 1 {
		names := make([]string, len(within))
		for n, k := range within {
			names[n] = b.id(k)
		}
		n := 0
		if b.givesUp(who, len(s.Targets)) {
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

// givesUp asks for no more pieces than a group can hit.
func (b *Battle) givesUp(who []int, chosen int) bool { return chosen < (len(who)+1)/2 }

// within lists the pieces of a target's unit that the group reaches, the target first.
func (b *Battle) within(who []int, target int) []int {
	all := []int{target}
	u := b.figures[target].unit
	if u == none {
		return all
	}
	for _, k := range b.troops[u].figures {
		if k == target || !b.alive(k) {
			continue
		}
		if slices.ContainsFunc(who, func(i int) bool { return b.checkBlow(i, k) == nil }) {
			all = append(all, k)
		}
	}
	return all
}

func itoa(n int) string { return strconv.Itoa(n) }

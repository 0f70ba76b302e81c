package magnamund

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/grid"
	"oriflamme/rules/magnamund/ruling"
)

// Refusals of a melee attack.
var (
	errCannotFight   = rules.Breaks("MG-AMB-24", "attackers", "the piece cannot fight")
	errParried       = rules.Breaks("MG-HERO-7", "attackers", "it has parried instead")
	errAttacked      = rules.Breaks("MG-CBT-3", "attackers", "it has attacked")
	errHidden        = rules.Breaks("MG-HIDE-1", "target", "it is hidden")
	errVeiled        = rules.Breaks("MG-SPELL-4", "target", "a veiled piece cannot be attacked")
	errOutOfReach    = rules.Breaks("MG-CBT-1", "target", "it is out of reach")
	errRanksTooDeep  = rules.Breaks("MG-CRANK-1", "attackers", "the weapon does not reach from this rank")
	errOnceOnly      = rules.Breaks("MG-HERO-5", "second", "the hero has no second attack")
	errSecondTooFar  = rules.Breaks("MG-HERO-5", "target", "it is too far away")
	errNearAlready   = rules.Breaks("MG-HERO-5", "to", "the enemy is adjacent already")
	errNoStandThere  = rules.Breaks("MG-HERO-5", "to", "he cannot attack from there")
	errOneHeroStrike = rules.Breaks("MG-HERO-5", "attackers", "one hero attacks twice")
)

// canStrike reports whether a troop on the board can make a melee attack now.
func (b *Battle) canStrike(i int) bool {
	p := &b.s.Troops[i]
	if p.Attacks == 1 && p.Hit && b.troops[i].profile.has("double-attack") {
		return b.legalSeconds(nil, i) != nil
	}
	targets := b.attackTargets(i)
	return !targets.empty()
}

func (b *Battle) mayStrike(i int) *rules.Fault {
	p := &b.s.Troops[i]
	switch {
	case !b.canAct(i) || b.burdenOf(i).Disarmed:
		return errCannotFight
	case p.Debt:
		return errParried
	case p.Attacks > 0:
		return errAttacked
	}
	return nil
}

// checkReach refuses an attack on a troop that is out of reach.
func (b *Battle) checkReach(i, j int, k strikeFacts) *rules.Fault {
	switch {
	case b.s.Troops[j].Hidden:
		return errHidden
	case b.veiled(j):
		return errVeiled
	}
	if f := b.checkEnemy(i, j); f != nil {
		return f
	}
	switch {
	case k.rank == 0 || k.distance < 1 || k.distance > k.rank:
		return errOutOfReach
	case k.rank > b.reachOfRanks(i):
		return errRanksTooDeep
	}
	return nil
}

// reachOfRanks is the number of ranks from which a troop strikes; riders fight in one.
func (b *Battle) reachOfRanks(i int) int {
	p := b.troops[i].profile
	if p.Mounted {
		return 1
	}
	if p.Category == "soldier" {
		return ruling.MeleeRanksOf(p.Level, p.Melee)
	}
	return ruling.MeleeRanksOf("veteran", p.Melee)
}

// rank is the rank from which a troop reaches an enemy, 0 for none. A troop of the second or
// third rank is behind one of its own side with the same facing (MG-CRANK-3 to MG-CRANK-5).
func (b *Battle) rank(i, j int) int {
	far := b.distanceBetween(i, j)
	if far == 1 {
		return 1
	}
	for rank := 2; rank <= b.reachOfRanks(i); rank++ {
		if far <= rank && b.standsBehind(i, j, rank) {
			return rank
		}
	}
	return 0
}

// standsBehind reports whether a troop is in a rank behind others that lead up to an enemy.
func (b *Battle) standsBehind(i, j, rank int) bool {
	p := &b.s.Troops[i]
	for eighths := -1; eighths <= 1; eighths++ {
		cell := p.Cell.Plus(p.Facing.Eighths(eighths))
		if !b.bareBoard.OnBoard(cell) {
			continue
		}
		k := int(b.troopAt[b.bareBoard.Index(cell)])
		if k < 0 || b.s.Troops[k].Facing != p.Facing || !b.inOneFormation(i, k) {
			continue
		}
		if q := b.troopPlace(j); rank == 2 && (p.Facing.InFront(cell, q.Cell) || q.Mounted && p.Facing.InFront(cell, q.RearCell())) {
			return true
		}
		if rank == 3 && b.reachOfRanks(k) >= 2 && b.standsBehind(k, j, 2) {
			return true
		}
	}
	return false
}

// inOneFormation reports whether two troops may stand in ranks: of one unit, or a hero with
// troops of the same side (MG-CRANK-2, ruling MG-AMB-16).
func (b *Battle) inOneFormation(i, k int) bool {
	u, v := b.troops[i].unit, b.troops[k].unit
	return b.sideOf(i) == b.sideOf(k) && !b.troops[k].profile.Mounted && (u == v && u != noUnit || (u == noUnit) != (v == noUnit))
}

// combatInputFor makes the input of an attack from its facts, with everything that changes
// the percentage.
func (b *Battle) combatInputFor(i, j int, k strikeFacts) (f ruling.CombatInput) {
	p, q := &b.troops[i], &b.troops[j]
	sheet := p.profile.sheet
	m := &sheet.CombatModifiers
	hurt := b.burdenOf(i)
	f = ruling.CombatInput{
		Weapon: p.profile.Melee, Level: p.profile.Level, Rank: max(1, k.rank), Distance: k.distance, Target: b.victimOf(j),
		WoundModifier: hurt.Melee, Halvings: hurt.Halvings,
		BattleMadness: b.s.Troops[i].MadOn == b.s.Turn, TargetStunned: b.stunned(j),
	}
	f.BasePercentage, f.BasePercentageNoArmour = *p.combat.of(b.armour(j)), p.combat.None
	f.WeaponMastery, f.Poisoned = p.masterMelee, p.poisoner
	f.BattleModifiers = p.profile.levelModifier(m.Weak, m.Veteran)
	if q.profile.Shield {
		f.ShieldModifier = m.TargetShield
	}
	switch k.aspect {
	case "flank":
		f.BattleModifiers += m.Flank
	case "rear":
		f.BattleModifiers += m.Rear
	}
	return f
}

// checkAttackers checks the attackers and their target.
func (b *Battle) checkAttackers(c *Strike) (who []int, target int, fault *rules.Fault) {
	if fault = b.checkPhase(phaseCombat); fault != nil {
		return
	}
	if target, fault = b.visibleTroop(c.Target, "target"); fault != nil {
		return
	}
	second := c.Second || c.To != nil
	if second && len(c.Attackers) > 1 {
		return nil, 0, errOneHeroStrike
	}
	who = make([]int, 0, len(c.Attackers))
	for n, id := range c.Attackers {
		var i int
		if i, fault = b.ownTroop(c.Seat, id, "attackers"); fault != nil {
			fault.Field = rules.At("attackers", n)
			return
		}
		k := b.strikeFactsOf(c, i, target)
		if b.remembersTable() {
			if fault = rules.FirstFault(b.checkStatedStrike(c, i, target), b.checkStatedRank(c, n, i, target)); fault != nil {
				return
			}
		}
		if !b.measured() && n == 0 && !second {
			if fault = c.contradicts(k); fault != nil {
				return
			}
		}
		if second {
			fault = b.checkSecond(i, target, c, k)
		} else {
			fault = rules.FirstFault(b.mayStrike(i), b.checkReach(i, target, k))
		}
		if fault != nil {
			return
		}
		if n > 0 && (b.troops[i].unit == noUnit || b.troops[i].unit != b.troops[who[0]].unit) {
			fault = rules.Breaks("MG-CPOOL-2", rules.At("attackers", n), "they do not strike together")
			return
		}
		who = append(who, i)
	}
	if len(who) > 1 && !b.equalCover(target, c.Alike) {
		fault = rules.Breaks("MG-CPOOL-2", "target", "the targets are not covered alike")
	}
	return
}

// checkSecond allows the second attack of a hero who hit, at an enemy within two cells next
// to which the hero can move (MG-HERO-5, ruling MG-AMB-20).
func (b *Battle) checkSecond(i, j int, c *Strike, k strikeFacts) *rules.Fault {
	p := &b.s.Troops[i]
	switch {
	case !c.Second || !b.troops[i].profile.has("double-attack") || p.Attacks != 1 || !p.Hit || !b.canAct(i) || b.burdenOf(i).Disarmed || p.Debt:
		return errOnceOnly
	case b.veiled(j):
		return errVeiled
	case k.distance > 2 || k.distance < 1:
		return errSecondTooFar
	}
	if f := b.checkEnemy(i, j); f != nil {
		return f
	}
	switch {
	case b.measured():
		return rules.ForbidIf(c.To != nil, "MG-HERO-5", "to", "the players move him")
	case k.distance == 1 && c.To != nil:
		return errNearAlready
	case k.distance == 2 && (c.To == nil || b.troops[i].profile.Mounted || !b.canTouch(i, j, *c.To)):
		return errNoStandThere
	}
	return nil
}

// canTouch reports whether a hero can step to a cell from which the hero touches an enemy.
func (b *Battle) canTouch(i, j int, to grid.Cell) bool {
	from := b.s.Troops[i].Cell
	g := b.boardOf(b.sideOf(i))
	return g.OnBoard(to) && grid.Adjacent(from, to) && grid.Nearest([]grid.Cell{to}, b.troopPlace(j).Cells()) == 1 &&
		g.Holder(to) == ruling.Nobody && b.troops[i].costs.Step(g, from, to) != ruling.Impassable
}

func (b *Battle) playStrike(t *rules.Turn, c Strike) *rules.Fault {
	who, target, fault := b.checkAttackers(&c)
	if fault != nil {
		return fault
	}
	within, fault := b.targetsInReach(&c, who, target)
	if fault != nil {
		return fault
	}
	if b.askAnswers(t, c.Seat) {
		var spent bool
		if c, who, within, spent = b.answeredStrike(t, c); spent {
			return nil
		}
	}
	i := who[0]
	if c.To != nil {
		t.Emit(Moved{b.id(i), *c.To, b.s.Troops[i].Facing, 0, 0, "double-attack"})
	}
	b.noteStrike(t, &c, who, target)
	k := b.strikeFactsOf(&c, i, target)
	f := b.combatInputFor(i, target, k)
	if b.troops[target].profile.has("secret-parry") && b.canAct(target) && !b.s.Troops[target].Debt {
		f.SecretParry = t.Ask("MG-HERO-7", b.seatOf(target), "secret-parry", "yes", "no") == 0
	}
	if len(who) == 1 {
		r := f.Resolve(t.Roller)
		t.Emit(Struck{c.Attackers, c.Target, r.Final, rules.BoolToInt(r.Hit), f.SecretParry, k.aspect, c.Second})
		b.emitHit(t, target, i, r.Outcome, r.Wound, "melee")
		return nil
	}
	b.playCombatPool(t, c, who, within, f, k.aspect)
	return nil
}

// playCombatPool plays a pooled attack: on a hero or monster alone, or on the troops of a
// unit in reach of the group, in an order that their player chooses.
func (b *Battle) playCombatPool(t *rules.Turn, c Strike, who, within []int, lead ruling.CombatInput, side string) {
	s := ruling.CombatPoolInput{BattleMadness: lead.BattleMadness, TargetStunned: lead.TargetStunned, SecretParry: lead.SecretParry}
	target := within[0]
	s.Attackers, s.Targets = make([]ruling.Pooled, 0, len(who)), make([]ruling.PoolTarget, 0, len(within))
	total := 0 // of the Final Percentages
	for _, i := range who {
		f := b.combatInputFor(i, target, b.strikeFactsOf(&c, i, target))
		base, modifiers := f.Against(f.Target)
		modifiers += ruling.MeleeMastery*rules.BoolToInt(f.WeaponMastery) + f.WoundModifier
		a := ruling.Pooled{Count: 1, BasePercentage: base, Modifiers: []int{modifiers}}
		s.Attackers = append(s.Attackers, a)
		total += max(0, ruling.FinalCombat(a.Modified(), rules.BoolToInt(s.BattleMadness)+rules.BoolToInt(s.TargetStunned), 0))
	}
	for len(within) > 1 {
		n := 0
		if 100*len(s.Targets) < total { // a hit is possible on it
			names := make([]string, len(within))
			for n, k := range within {
				names[n] = b.id(k)
			}
			n = t.Ask("MG-CPOOL-4", b.seatOf(target), "give-up", names...)
		}
		s.Targets = append(s.Targets, ruling.PoolTarget{ID: b.id(within[n]), Victim: b.victimOf(within[n]), Veiled: false})
		within = slices.Delete(within, n, n+1)
	}
	s.Targets = append(s.Targets, ruling.PoolTarget{ID: b.id(within[0]), Victim: b.victimOf(within[0]), Veiled: false})
	r := s.Resolve(t.Roller)
	t.Emit(Struck{c.Attackers, c.Target, r.Total, r.Hits, r.Parried, side, false})
	for _, k := range r.Struck {
		b.emitHit(t, b.find(k.ID), who[0], k.Outcome, k.Wound, "melee")
	}
}

// targetsInReach lists the troops of the target's unit that the group reaches, the target
// first: measured on a board, stated at a measured table (MG-CPOOL-4).
func (b *Battle) targetsInReach(c *Strike, who []int, target int) ([]int, *rules.Fault) {
	u := b.troops[target].unit
	all := []int{target}
	if u == noUnit || len(who) == 1 {
		return all, nil
	}
	for n, id := range c.Within {
		k, f := b.visibleTroop(id, rules.At("within", n))
		if f != nil || k == target || b.troops[k].unit != u || b.veiled(k) || !b.measured() && !b.inReachOf(who, k) {
			return nil, rules.FirstFault(f, rules.Breaks("MG-CPOOL-4", rules.At("within", n), "they do not reach it"))
		}
		if b.measured() {
			all = append(all, k)
		}
	}
	if b.measured() {
		return all, nil
	}
	for _, k := range b.units[u].troops {
		if k != target && b.inPlay(k) && b.inReachOf(who, k) {
			all = append(all, k)
		}
	}
	return all, nil
}

// inReachOf reports whether one of a group of troops can strike a troop.
func (b *Battle) inReachOf(who []int, k int) bool {
	return !b.veiled(k) && slices.ContainsFunc(who, func(i int) bool { return b.strikeTargets(i).has(k) })
}

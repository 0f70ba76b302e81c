package warcry

import (
	"oriflamme/rules"
)

// legalActions lists what the acting fighter can do.
func (b *Battle) legalActions(i int) []rules.Command {
	a, w := &b.s.Act, &b.s.Warriors[i]
	d := b.doing(i)
	list := make([]rules.Command, 0, 24)
	acts := a.Actions > 0
	engaged := b.board && b.engaged(i)
	if (acts || a.Bonus&bonusMove != 0) && !engaged {
		list = b.legalMoves(list, i, !acts || a.Bonus&bonusMove != 0)
	}
	if acts {
		list = b.legalAttacks(list, i, false)
	}
	if a.Bonus&bonusAttack != 0 {
		list = b.legalAttacks(list, i, true)
	}
	if acts {
		if w.Carrying < 0 && (engaged || !b.board) {
			list = b.legalDisengages(list, i)
		}
		if w.Carrying >= 0 {
			list = append(list, DropTreasure{doing: d})
		}
		if w.Reactions == 0 {
			list = append(list, Wait{d})
		}
	}
	if !acts || w.Reactions > 0 {
		list = append(list, EndActivation{d})
	}
	if !a.Used {
		list = b.legalAbilities(list, i)
	}
	return list
}

// legalAttacks lists every weapon on every enemy that it may be used on.
func (b *Battle) legalAttacks(list []rules.Command, i int, bonus bool) []rules.Command {
	weapons := b.cards[i].p.Weapons
	reach := 0
	for k := range weapons {
		reach = max(reach, weapons[k].MaxRange)
	}
	me := &b.s.Warriors[i]
	enemies := 0
	if b.board {
		enemies, _ = b.enemiesWithin(b.cards[i].seat, me.At, b.cards[i].radius, 1)
	}
	for j := range b.cards {
		if b.cards[j].seat == b.cards[i].seat || !b.inPlay(j) {
			continue
		}
		if !b.board {
			list = b.statedAttacks(list, i, j, bonus)
			continue
		}
		h, d := gaps(me.At, b.s.Warriors[j].At, b.cards[i].radius, b.cards[j].radius)
		if enemies > 0 && d > 1.01 && me.TauntedBy != j || d > float64(reach)+0.01 && !(b.s.Act.Reach && h <= float64(reach)) {
			continue
		}
		f := attackFacts{distance: measured(d), horizontal: measured(h), visible: b.sees(i, j), enemies: enemies}
		if !f.visible {
			continue
		}
		f.friend = b.otherFriend(i, j)
		for k := range weapons {
			if b.targetRule(i, j, b.weapon(i, k), f) == "" {
				list = append(list, Attack{doing: b.doing(i), Bonus: bonus, Weapon: k, Target: b.cards[j].id})
			}
		}
	}
	return list
}

// statedAttacks offers an attack of a measured battle with plausible facts.
func (b *Battle) statedAttacks(list []rules.Command, i, j int, bonus bool) []rules.Command {
	for k := range b.cards[i].p.Weapons {
		w := b.weapon(i, k)
		distance, one, zero := inches(w.MaxRange), 1, 0
		c := Attack{doing: b.doing(i), Bonus: bonus, Weapon: k, Target: b.cards[j].id, Distance: &distance, EnemiesWithin1: &zero}
		if w.MinRange == 0 && w.kind() == melee {
			distance = rules.One
			c.EnemiesWithin1 = &one
		}
		no, yes := false, true
		c.Visible, c.InCover = &yes, &no
		if _, weapon, f, fault := b.attackOf(&c, i); fault != nil || b.targetRule(i, j, weapon, f) != "" {
			continue
		}
		list = append(list, c)
		if k == 0 {
			c.InCover, c.NearOpenEdge = &yes, &yes
			list = append(list, c)
		}
	}
	return list
}

// legalDisengages samples ways out of the reach of enemies.
func (b *Battle) legalDisengages(list []rules.Command, i int) []rules.Command {
	if !b.board {
		one, two, three := rules.One, 2*rules.One, 3*rules.One
		c := Disengage{doing: b.doing(i), NearestAtStart: &one, NearestAtEnd: &two, PathLength: &three}
		for j := range b.cards {
			if b.cards[j].seat != b.cards[i].seat && b.inPlay(j) {
				c.Strikers = []string{b.cards[j].id}
				break
			}
		}
		return append(list, c)
	}
	me := &b.s.Warriors[i]
	if me.On != "" {
		return list
	}
	for k := range 6 {
		sin, cos := ringAt(k, 6)
		to := pointAt(me.p.add(vec{2.99 * cos, 2.99 * sin}), 0)
		to.Z = me.At.Z
		if !b.beside(me.seat, to.flat(), me.z, me.r+0.002) && b.open(i, me.p, to) {
			list = append(list, Disengage{doing: b.doing(i), To: &to})
		}
	}
	return list
}

// legalAbilities lists every ability with every group of dice and every target.
func (b *Battle) legalAbilities(list []rules.Command, i int) []rules.Command {
	best := b.bestGroup(b.cards[i].seat)
	if best < 2 {
		return list
	}
	for _, k := range b.core(i) {
		if id := coreAbilities[k]; coreCost[k] <= best && b.worthAfter(i, id) {
			list = b.legalUses(list, i, id, coreCost[k], abilityRules[id].needsTarget)
		}
	}
	for _, k := range b.cards[i].own {
		own := &b.field.Abilities[k]
		cost := diceOf[own.Cost]
		switch {
		case cost > best:
		case own.Effect != nil:
			list = b.legalUses(list, i, own.ID, cost, own.Effect.needsTarget())
		default:
			for v, n := range b.s.Camps[b.cards[i].seat].Dice {
				if n >= cost {
					list = append(list, Manual{given: given{b.cards[i].seat}, Ability: own.ID, Value: v, Fighter: b.cards[i].id})
				}
			}
		}
	}
	return list
}

// legalUses adds the uses of an ability that the rules allow, target by target,
// each with every group of dice that pays for it.
func (b *Battle) legalUses(list []rules.Command, i int, ability string, cost int, needsTarget bool) []rules.Command {
	dice := &b.s.Camps[b.cards[i].seat].Dice
	value := 0
	for v, n := range dice {
		if n >= cost {
			value = v
		}
	}
	c := UseAbility{doing: b.doing(i), Ability: ability, Value: value}
	try := func(c UseAbility) {
		if u, _, fault := b.abilityOf(&c, i); fault != nil || len(u.faults()) > 0 {
			return
		}
		for v, n := range dice {
			if n >= cost {
				c.Value = v
				list = append(list, c)
			}
		}
	}
	switch {
	case ability == "ferocious-demolition" && b.board:
		seen := map[string]bool{}
		for k := range b.parts {
			if f := b.featureOf(k); b.stands(k) && !seen[f] && b.partDistance(i, k) <= 1 {
				seen[f] = true
				c.Feature = f
				try(c)
			}
		}
	case !needsTarget:
		try(c)
	default:
		for j := range b.cards {
			if j == i || !b.inPlay(j) || b.pointless(ability, i, j) {
				continue
			}
			c.Target = b.cards[j].id
			if ability == "grab-and-maul" && b.board {
				c.At = b.grabSpot(i, j)
			}
			try(c)
		}
	}
	return list
}

// pointless leaves out targets at a glance.
func (b *Battle) pointless(ability string, i, j int) bool {
	friend := b.cards[i].seat == b.cards[j].seat
	switch ability {
	case "inspiring-presence":
		return !friend || b.s.Warriors[j].Activated
	case "ropes", "taunt":
		return friend || !b.cards[j].monster
	case "grab-and-maul":
		return friend || b.board && b.distance(i, j) > 6
	}
	return false
}

// grabSpot finds room for a grabbed fighter beside the monster, or nil.
func (b *Battle) grabSpot(i, j int) *Point {
	r := b.cards[i].radius + b.cards[j].radius + 0.3
	me := &b.s.Warriors[i]
	for k := range 12 {
		sin, cos := ringAt(k, 12)
		at := pointAt(me.At.flat().add(vec{r * cos, r * sin}), me.At.z())
		if b.grabRoom(i, j, at) {
			return &at
		}
	}
	return nil
}

package warcry

import (
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/warcry/ruling"
)

// stats holds the characteristics of a fighter that depend on its damage.
type stats struct {
	movement, toughness int
	weapons             []ruling.Weapon
}

// tabulate computes the characteristics of a fighter for every amount of damage; those of a
// monster follow its damage table (WC-MON-2).
func (c *fighterInfo) tabulate() error {
	table := c.profile.DamageTable
	if fault := ruling.CheckTable(table); fault != nil {
		return fault
	}
	if len(table) == 0 {
		c.statsByDamage = []stats{{c.profile.Movement, c.profile.Toughness, c.profile.Weapons}}
		return nil
	}
	for damage := 0; damage < c.profile.Wounds; damage++ {
		if ruling.DamageRowOf(table, damage) < 0 {
			return rules.Faultf(rules.OutOfRange, "damage_table", "holds no row for %d damage", damage)
		}
		now := ruling.MonsterCharacteristics(ruling.Characteristics{Movement: &c.profile.Movement, Toughness: &c.profile.Toughness}, table, damage, 0, 0)
		s := stats{movement: *now.Movement, toughness: *now.Toughness}
		for _, w := range c.profile.Weapons {
			now := ruling.MonsterCharacteristics(ruling.Characteristics{Attacks: &w.Attacks, Strength: &w.Strength, DmgHit: &w.DmgHit, DmgCrit: &w.DmgCrit}, table, damage, 0, 0)
			w.Attacks, w.Strength, w.DmgHit, w.DmgCrit = *now.Attacks, *now.Strength, *now.DmgHit, *now.DmgCrit
			s.weapons = append(s.weapons, w)
		}
		c.statsByDamage = append(c.statsByDamage, s)
	}
	return nil
}

// stats returns the current characteristics of a fighter.
func (b *Battle) stats(i int) *stats {
	byDamage := b.info[i].statsByDamage
	return &byDamage[min(b.s.Fighters[i].Damage, len(byDamage)-1)]
}

// attackOf returns the target, weapon and facts of an attack action, or a fault for facts that
// contradict the board.
func (b *Battle) attackOf(c *Attack, i int) (j int, weapon ruling.Weapon, f attackFacts, fault *rules.Fault) {
	j = b.find(c.Target)
	if j < 0 {
		return j, weapon, f, rules.Faultf(rules.OutOfRange, "target", "no fighter %q", c.Target)
	}
	if !b.inPlay(j) {
		return j, weapon, f, rules.Breaks("WC-ATK-2", "target", "is not on the battlefield")
	}
	if c.Weapon < 0 || c.Weapon >= len(b.info[i].profile.Weapons) {
		return j, weapon, f, rules.Breaks("WC-ATK-1", "weapon", "the fighter has %d weapons", len(b.info[i].profile.Weapons))
	}
	weapon = b.stats(i).weapons[c.Weapon]
	if b.board {
		f = b.attackOnBoard(i, j)
		fault = c.contradicts(f)
	} else if b.keepsFacts() {
		f, fault = b.knownAttack(c, i, j)
	} else {
		f = c.statedFacts(weapon.Kind() == ruling.Melee)
		if f.distance <= rules.One && f.enemies == 0 && b.info[j].seat != c.Seat {
			fault = rules.Faultf(rules.OutOfRange, "enemies_within_1", "the target is one")
		}
	}
	if fault == nil && f.horizontal > f.distance {
		fault = rules.Faultf(rules.OutOfRange, "horizontal", "is more than the distance")
	}
	return j, weapon, f, fault
}

// targetRule returns the first rule that forbids an attack, or "" (WC-ATK-2 to WC-ATK-7).
func (b *Battle) targetRule(i, j int, weapon *ruling.Weapon, f *attackFacts) string {
	in := ruling.TargetInput{
		Weapon: *weapon, Enemy: b.info[i].seat != b.info[j].seat, Visible: f.visible, Distance: f.distance,
		Horizontal: &f.horizontal, MonstrousReach: b.s.Act.Reach, EnemiesWithin1: f.enemies,
	}
	if f.hasFriend {
		in.OtherFriendDistance = &f.friendDistance
	}
	if by := b.s.Fighters[i].TauntedBy; by == j {
		in.TauntedBy = "target"
	} else if by >= 0 {
		in.TauntedBy = "other-fighter"
	}
	var buffer [6]string
	if faults := in.Faults(buffer[:0]); len(faults) > 0 {
		return faults[0]
	}
	return ""
}

// rangeFigures returns the values for the message that a target is out of range, in inches: the
// least and greatest range of the weapon and the distance of the target.
func (b *Battle) rangeFigures(weapon *ruling.Weapon, f *attackFacts) map[string]string {
	distance := f.distance
	if b.s.Act.Reach {
		distance = f.horizontal
	}
	return map[string]string{"least": strconv.Itoa(weapon.MinRange), "range": strconv.Itoa(weapon.MaxRange), "distance": distance.String()}
}

// playAttack makes an attack action (WC-ATK-1 to WC-ATK-12).
func (b *Battle) playAttack(t *rules.Turn, c Attack, i int) *rules.Fault {
	if f := b.mayAct(i, c.Bonus, "attack"); f != nil {
		return f
	}
	j, weapon, f, fault := b.attackOf(&c, i)
	if fault != nil {
		return fault
	}
	if rule := b.targetRule(i, j, &weapon, &f); rule != "" {
		fault := rules.Breaks(rule, "target", "cannot be attacked so")
		fault.With = b.rangeFigures(&weapon, &f)
		return fault
	}
	b.askAttackFacts(t, j, &f)
	a := b.attack(i, j, &weapon, &f)
	a.Reaction = b.askReaction(t, i, j, weapon.Kind(), f.cover)
	if a.Reaction != "" {
		t.Emit(Reacted{Fighter: b.id(j), Reaction: a.Reaction, To: b.id(i)})
	}
	r := a.Prepare()
	r.Throw(t.Roller, a.Reaction == "counter")
	if b.steady(i) && (!t.ForOdds() || t.PresetDice() > 0) {
		b.offerReroll(t, i, &r)
	}
	a.Resolve(t.Roller, &r)
	t.Emit(Attacked{
		Fighter: b.id(i), Target: b.id(j), Weapon: c.Weapon, Bonus: c.Bonus, Cover: f.cover, Need: r.Need,
		Hits: r.Hits, Criticals: r.Criticals, Misses: r.Misses, Damage: r.Damage, Facts: b.note(&f),
	})
	b.strike(t, i, j, &r)
	return nil
}

// attack returns an attack action as input for the rulings.
func (b *Battle) attack(i, j int, weapon *ruling.Weapon, f *attackFacts) ruling.AttackInput {
	me, it := &b.s.Fighters[i], &b.s.Fighters[j]
	act := &b.s.Act
	a := ruling.AttackInput{Weapon: *weapon, CounterStopsAttack: b.counterStops}
	a.Attacker = ruling.Attacker{
		Runemarks: b.info[i].profile.Runemarks, Onslaught: act.Onslaught, AimForTheEyes: act.Aim, EyesHits: min(30, me.Eyes),
		Wounds: &b.info[i].profile.Wounds, Allocated: me.Damage,
	}
	a.Target = ruling.AttackTarget{
		Toughness: b.stats(j).toughness, Runemarks: b.info[j].profile.Runemarks, InCover: f.cover, NearOpenEdge: f.nearOpenEdge,
		RestingOn: b.resting(j), Carrying: it.Carrying >= 0, Health: b.health(j),
	}
	kind := weapon.Kind()
	a.Modifiers = ruling.Modifiers{Attacks: b.abilityBonus("attacks-" + kind), Strength: b.abilityBonus("strength"), DmgHit: b.abilityBonus("hit"), DmgCrit: b.abilityBonus("crit")}
	if b.field.Twist.Kind == "fury" && kind == ruling.Melee {
		a.Modifiers.DmgCrit += b.field.Twist.Amount
	}
	return a
}

// askReaction asks the target of an attack action for a reaction (WC-ATK-9).
func (b *Battle) askReaction(t *rules.Turn, i, j int, kind string, cover bool) string {
	r := ruling.ReactionInput{Reaction: "counter", Action: kind + "-attack", Targeted: true, InCover: cover, Visible: true}
	rule := "WC-REA-10"
	if kind == ruling.Ranged {
		r.Reaction, rule = "take-cover", "WC-REA-11"
	}
	if !b.mayReact(r, j) || t.Ask(rule, b.info[j].seat, "reaction", reactions[r.Reaction]...) == 0 {
		return ""
	}
	return r.Reaction
}

// reactions holds the options of the question whether the target of an attack reacts.
var reactions = map[string][]string{"counter": {"no-reaction", "counter"}, "take-cover": {"no-reaction", "take-cover"}}

// strike carries out the result of an attack action: first Counter, then the damage, Aim for the
// Eyes and the fall test.
func (b *Battle) strike(t *rules.Turn, i, j int, r *ruling.AttackResult) {
	if r.DamageToAttacker > 0 {
		b.allocateDamage(t, i, r.DamageToAttacker, j, "counter")
	}
	if r.EyesStruck {
		t.Emit(Hampered{Fighter: b.id(j), Effect: "eyes", Amount: 1, By: b.id(i)})
	}
	if r.DamageAllocated > 0 {
		b.allocateDamage(t, j, r.DamageAllocated, i, "attack")
	}
	if r.FallTest {
		t.Emit(FallTested{Fighter: b.id(j), Falls: r.TargetFalls})
		if r.TargetFalls {
			b.fall(t, j, "fall-test")
		}
	}
}

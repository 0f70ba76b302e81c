package warcry

import (
	"oriflamme/rules"
)

// stats are the characteristics of a fighter at this moment.
type stats struct {
	movement, toughness int
	row                 *DamageRow // of a monster
}

// stats reads the card, or the damage table of a monster (WC-MON-2).
func (b *Battle) stats(i int) stats {
	c := &b.cards[i]
	s := stats{movement: c.p.Movement, toughness: c.p.Toughness}
	if len(c.rowOf) > 0 {
		s.row = &c.p.DamageTable[c.rowOf[min(b.s.Warriors[i].Damage, len(c.rowOf)-1)]]
		s.movement, s.toughness = orInt(s.row.Movement, s.movement), orInt(s.row.Toughness, s.toughness)
	}
	return s
}

func orInt(n *int, otherwise int) int {
	if n == nil {
		return otherwise
	}
	return *n
}

// weapon is a weapon of a fighter at this moment.
func (b *Battle) weapon(i, k int) Weapon {
	w := b.cards[i].p.Weapons[k]
	if row := b.stats(i).row; row != nil {
		w.Attacks, w.Strength = orInt(row.Attacks, w.Attacks), orInt(row.Strength, w.Strength)
		w.DmgHit, w.DmgCrit = orInt(row.DmgHit, w.DmgHit), orInt(row.DmgCrit, w.DmgCrit)
	}
	return w
}

// attackOf gathers the facts of an attack action and refuses what contradicts them.
func (b *Battle) attackOf(c *Attack, i int) (j int, weapon Weapon, f attackFacts, fault *rules.Fault) {
	j = b.find(c.Target)
	if j < 0 {
		return j, weapon, f, rules.Faultf(rules.OutOfRange, "target", "no fighter %q", c.Target)
	}
	if !b.inPlay(j) {
		return j, weapon, f, rules.Breaks("WC-ATK-2", "target", "is not on the battlefield")
	}
	if c.Weapon < 0 || c.Weapon >= len(b.cards[i].p.Weapons) {
		return j, weapon, f, rules.Breaks("WC-ATK-1", "weapon", "the fighter has %d weapons", len(b.cards[i].p.Weapons))
	}
	weapon = b.weapon(i, c.Weapon)
	if b.board {
		f = b.attackOnBoard(i, j)
		fault = c.contradicts(f)
	} else {
		f = c.attackStated(weapon.kind() == melee)
		if f.distance <= rules.One && f.enemies == 0 && b.cards[j].seat != c.Seat {
			fault = rules.Faultf(rules.OutOfRange, "enemies_within_1", "the target is one")
		}
	}
	if fault == nil && f.horizontal > f.distance {
		fault = rules.Faultf(rules.OutOfRange, "horizontal", "is more than the distance")
	}
	return j, weapon, f, fault
}

// targetRule returns the first rule that forbids an attack, or "" (WC-ATK-2 to WC-ATK-7).
func (b *Battle) targetRule(i, j int, weapon Weapon, f attackFacts) string {
	in := aim{
		Weapon: weapon, Enemy: b.cards[i].seat != b.cards[j].seat, Visible: f.visible, Distance: f.distance,
		Horizontal: &f.horizontal, MonstrousReach: b.s.Act.Reach, EnemiesWithin1: f.enemies, OtherFriendDistance: f.friend,
	}
	if by := b.s.Warriors[i].TauntedBy; by == j {
		in.TauntedBy = "target"
	} else if by >= 0 {
		in.TauntedBy = "other-fighter"
	}
	if faults := in.faults(); len(faults) > 0 {
		return faults[0]
	}
	return ""
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
	if rule := b.targetRule(i, j, weapon, f); rule != "" {
		return rules.Breaks(rule, "target", "cannot be attacked so")
	}
	a := b.attack(i, j, weapon, f)
	a.Reaction = b.askReaction(t, i, j, weapon.kind(), f.cover)
	if a.Reaction != "" {
		t.Emit(Reacted{Fighter: b.id(j), Reaction: a.Reaction, To: b.id(i)})
	}
	r := resolveAttack(t.Cup, a)
	t.Emit(Attacked{
		Fighter: b.id(i), Target: b.id(j), Weapon: c.Weapon, Bonus: c.Bonus, Cover: f.cover, Need: r.Need,
		Hits: r.Hits, Criticals: r.Criticals, Misses: r.Misses, Damage: r.Damage,
	})
	b.strike(t, i, j, r)
	return nil
}

// attack is an attack action in the words of the rulings.
func (b *Battle) attack(i, j int, weapon Weapon, f attackFacts) attack {
	me, it := &b.s.Warriors[i], &b.s.Warriors[j]
	act := &b.s.Act
	a := attack{Weapon: weapon, CounterStopsAttack: b.counterEnd}
	a.Attacker = attacker{
		Runemarks: b.cards[i].p.Runemarks, Onslaught: act.Onslaught, AimForTheEyes: act.Aim, EyesHits: min(30, me.Eyes),
		Wounds: &b.cards[i].p.Wounds, Allocated: me.Damage,
	}
	a.Target = target{
		Toughness: b.stats(j).toughness, Runemarks: b.cards[j].p.Runemarks, InCover: f.cover, NearOpenEdge: f.edge,
		RestingOn: b.resting(j), Carrying: it.Carrying >= 0, Health: b.health(j),
	}
	kind := weapon.kind()
	a.Modifiers = Modifiers{Attacks: b.inForce("attacks-" + kind), Strength: b.inForce("strength"), DmgHit: b.inForce("hit"), DmgCrit: b.inForce("crit")}
	if b.field.Twist.Kind == "fury" && kind == melee {
		a.Modifiers.DmgCrit += b.field.Twist.Amount
	}
	return a
}

// askReaction asks the target of an attack action for a reaction (WC-ATK-9).
func (b *Battle) askReaction(t *rules.Turn, i, j int, kind string, cover bool) string {
	r := reaction{Reaction: "counter", Action: kind + "-attack", Targeted: true, InCover: cover, Visible: true}
	rule := "WC-REA-10"
	if kind == ranged {
		r.Reaction, rule = "take-cover", "WC-REA-11"
	}
	if !b.mayReact(r, j) || t.Ask(rule, b.cards[j].seat, "reaction", "no-reaction", r.Reaction) == 0 {
		return ""
	}
	return r.Reaction
}

// strike carries out the result of an attack action: Counter first, then the
// damage, the eyes of a monster, the fall test.
func (b *Battle) strike(t *rules.Turn, i, j int, r attackResult) {
	if r.DamageToAttacker > 0 {
		b.hurt(t, i, r.DamageToAttacker, j, "counter")
	}
	if r.EyesStruck {
		t.Emit(Hampered{Fighter: b.id(j), Effect: "eyes", Amount: 1, By: b.id(i)})
	}
	if r.DamageAllocated > 0 {
		b.hurt(t, j, r.DamageAllocated, i, "attack")
	}
	if r.FallTest {
		t.Emit(FallTested{Fighter: b.id(j), Falls: r.TargetFalls})
		if r.TargetFalls {
			b.fall(t, j, "fall-test")
		}
	}
}

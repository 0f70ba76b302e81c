package warmachine

import "oriflamme/rules"

// strike is an attack of a battle on its way.
type strike struct {
	Attack
	by, at int
	weapon int
	card   WeaponCard
	charge bool // it is a charge attack
}

// playAttack makes one attack of the combat action (WM-COMBAT-1 to WM-COMBAT-12).
func (b *Battle) playAttack(t *rules.Turn, c Attack) *rules.Fault {
	s := strike{Attack: c, by: b.s.Acting, at: b.find(c.Target)}
	p := &b.cards[s.by].p
	if s.weapon = p.weapon(c.Weapon); s.weapon < 0 {
		return strange("weapon", "%q is no weapon of its own", c.Weapon)
	}
	s.card = p.Weapons[s.weapon]
	if fault := first(b.checkTarget(s), b.checkAttack(s)); fault != nil {
		return fault
	}
	a := b.s.Act
	s.charge = a.Movement == charge && a.Moved >= chargeAttackFrom && s.at == a.Target && a.Attacks < b.s.Troops[s.by].Models
	b.strike(t, s)
	return nil
}

// checkTarget refuses targets that the facts rule out.
func (b *Battle) checkTarget(s strike) *rules.Fault {
	if s.at < 0 || b.cards[s.at].seat == b.s.Turn {
		return strange("target", "%q is no enemy", s.Target)
	}
	a := b.s.Act
	return first(
		when(!b.alive(s.at), rules.Breaks("WM-ACTP-5", "target", "%q is destroyed", s.Target)),
		when(!s.LOS, rules.Breaks("WM-LOS-1", "los", "the target is not seen")),
		when(s.card.Kind == melee && !s.InReach, rules.Breaks("WM-X-MELEE-2", "in_reach", "the target is out of melee range")),
		when(a.Movement == charge && a.Attacks == 0 && a.Target != s.at && b.alive(a.Target),
			rules.Breaks("WM-CHARGE-18", "target", "the first attack is on the model charged")),
	)
}

// checkAttack refuses attacks that the combat action does not hold. A unit has as
// many initial attacks with a weapon as it has models.
func (b *Battle) checkAttack(s strike) *rules.Fault {
	a, models := b.s.Act, b.s.Troops[s.by].Models
	once := "WM-COMBAT-3"
	if s.card.Kind == ranged {
		once = "WM-COMBAT-4"
	}
	pays := b.cards[s.by].p.spends() && b.s.Troops[s.by].Focus > 0
	return first(
		when(s.Additional && a.Attacks == 0, rules.Breaks("WM-COMBAT-7", "additional", "initial attacks come first")),
		when(!s.Additional && a.Extra > 0, rules.Breaks("WM-COMBAT-7", "additional", "only additional attacks are left")),
		when(a.Movement == charge && s.card.Kind != melee, rules.Breaks("WM-CHARGE-17", "weapon", "after a charge it fights in melee")),
		when(!s.Additional && a.Made[s.weapon] >= models, rules.Breaks(once, "weapon", "one initial attack with each weapon")),
		when(a.Kind != "" && a.Kind != s.card.Kind, rules.Breaks("WM-COMBAT-12", "weapon", "melee and ranged attacks do not mix")),
		when(s.card.Kind == ranged && a.Made[s.weapon] >= s.card.Rof*models, rules.Breaks("WM-COMBAT-9", "weapon", "the rate of fire is used up")),
		when(s.Additional && !pays, rules.Breaks("WM-COMBAT-11", "additional", "it has no focus to pay with")),
		when((s.BoostAttack || s.BoostDamage) && !b.cards[s.by].p.spends(), rules.Breaks("WM-X-FOC-3", "boost_attack", "it does not spend focus")),
	)
}

// strike rolls to hit, pays what is to be paid and hurts the target.
func (b *Battle) strike(t *rules.Turn, s strike) {
	law := "WM-COMBAT-3"
	switch {
	case s.Additional:
		t.Emit(FocusSpent{b.cards[s.by].id, additional, "WM-COMBAT-11"})
		law = "WM-COMBAT-8"
	case s.charge:
		law = "WM-CHARGE-20"
	case s.card.Kind == ranged:
		law = "WM-COMBAT-4"
	}
	in := b.roll(s)
	in.Boosted = in.automatic() == "" && b.boost(t, s.BoostAttack, s.by, "boost-attack")
	r := rollAttack(t.Cup, in)
	t.Emit(AttackRolled{
		Unit: b.cards[s.by].id, Target: s.Target, Weapon: s.Weapon, Additional: s.Additional, Charge: s.charge,
		Total: r.Total, Def: r.TargetDef, Hit: r.Hit, Critical: r.Critical, Law: law,
	})
	if !r.Hit {
		return
	}
	boosted := s.charge || b.boost(t, s.BoostDamage, s.by, "boost-damage")
	b.wound(t, s, boosted)
	if !b.alive(s.at) && b.cards[s.at].p.Kind == "warcaster" {
		b.judge(t)
	}
}

// boost pays for a boost while focus is left (WM-X-FOC-3).
func (b *Battle) boost(t *rules.Turn, wanted bool, i int, what string) bool {
	if !wanted || b.s.Troops[i].Focus == 0 {
		return false
	}
	t.Emit(FocusSpent{b.cards[i].id, what, "WM-X-FOC-3"})
	return true
}

// roll is the attack roll with everything that changes it.
func (b *Battle) roll(s strike) attackRoll {
	p, at := &b.cards[s.by].p, &b.cards[s.at].p
	in := attackRoll{
		Kind: s.card.Kind, Stat: p.Mat, Defense: b.def(s.at), Modifier: s.AttackModifier, BackStrike: s.BackStrike,
		Aiming: b.s.Act.Movement == forfeit, TargetInMelee: s.TargetInMelee, Concealment: s.Concealment, Cover: s.Cover,
		ElevatedTarget: s.Elevated, TargetState: "none", Outside: true,
	}
	if b.lameWeapon(s.by, s.card) {
		in.ExtraDice = -1
	}
	if b.s.Troops[s.at].Down {
		in.TargetState = "knocked-down"
	}
	if s.card.Kind == ranged {
		far := inchesOf(s.Distance)
		in.Stat, in.Range, in.Distance = p.Rat, &s.card.Range, &far
		in.Stealth = at.has("stealth")
	}
	return in
}

// wound rolls damage and marks it, on a grid from a column that a die tells.
func (b *Battle) wound(t *rules.Turn, s strike, boosted bool) {
	extra := 0
	if b.lameWeapon(s.by, s.card) {
		extra--
	}
	if s.card.Kind == melee && b.cards[s.by].p.has("weapon-master") {
		extra++
	}
	total, amount := rollDamage(t.Cup, diceCount(boosted, extra), s.card.Power+s.DamageModifier, b.arm(s.at))
	e := Damaged{Unit: s.Target, Total: total, Amount: amount, Damage: b.s.Troops[s.at].Damage}
	p := &b.cards[s.at].p
	gone := false
	if len(p.Grid) > 0 {
		g := damageGrid{p.Grid, append([]int(nil), b.s.Troops[s.at].Filled...)}
		if amount > 0 {
			e.Column = t.Roll("column", 1, 6)[0]
			g.mark(e.Column-1, amount)
		}
		e.Filled, gone = g.filled, g.left() == 0
	} else {
		e.Damage = min(p.Boxes, e.Damage+amount)
		gone = e.Damage == p.Boxes
	}
	t.Emit(e)
	if !gone {
		return
	}
	if p.has("tough") {
		if _, saved := rollTough(t.Cup); saved {
			t.Emit(Saved{s.Target})
			return
		}
	}
	t.Emit(Fell{s.Target, b.s.Troops[s.at].Models - 1})
}

// has tells whether a profile has an ability that the battle plays.
func (p *Profile) has(ability string) bool {
	for _, a := range p.Abilities {
		if a == ability {
			return true
		}
	}
	return false
}

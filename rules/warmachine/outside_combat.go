package warmachine

import (
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/dice"
)

// The combat module: how attacks hit and hurt. Nothing of it is in the rulebook
// (WM-COMBAT-17); it is one option of a battle, "combat-module", on by default, and
// its files are those named outside_*.go. Without it a battle asks the players what
// came of each attack and keeps to all that the book does hold.

// resolve rolls to hit, pays what is to be paid and hurts the target (WM-X-ATK-1 to WM-X-DMG-1).
func (b *Battle) resolve(t *rules.Turn, s *strike) {
	in := b.roll(s)
	in.Boosted = in.automatic() == "" && b.boost(t, s.boostAttack, s.by.i, "boost-attack")
	r := toHit(t.Cup, in)
	if !r.Hit && in.automatic() == "" && b.steadies(t, s.by.i) {
		r = toHit(t.Cup, in)
	}
	e := AttackRolled{
		Unit: b.id(s.by), Target: b.id(s.at), Weapon: s.name, Additional: s.additional, Charge: s.charge, Free: s.free, Stray: s.stray, Spray: s.spray,
		Total: r.Total, Def: r.TargetDef, Hit: r.Hit, Critical: r.Critical, Law: s.law,
	}
	for _, o := range s.with {
		e.With = append(e.With, b.id(o))
	}
	t.Emit(e)
	switch {
	case r.Hit && s.grapple != "":
		b.grapple(t, s)
	case r.Hit:
		b.land(t, s, r.Critical)
	case s.aoe > 0:
		b.deviate(t, s)
	case s.kind != melee && in.TargetInMelee && b.board && !s.stray && !s.spray:
		b.astray(t, s)
	}
	b.judge(t)
}

// toHit is rollAttack; for odds, which nobody sees fall, it tells apart no more
// dice than those that miss, hit and hit critically.
func toHit(c *rules.Cup, in attackRoll) attackRollResult {
	if !c.Walked() || in.automatic() != "" {
		return rollAttack(c, in)
	}
	r := attackRollResult{AttackBonus: in.bonus(), TargetDef: in.def(), DiceCount: diceCount(in.Boosted, in.ExtraDice)}
	class := func(faces []int) int {
		d := readAttack(faces)
		switch hit, _ := d.hits(r.AttackBonus, r.TargetDef); {
		case hit && d.twins:
			return 2
		case hit:
			return 1
		}
		return 0
	}
	way := class(c.Throw(dice.Roll{
		Why: "attack", N: r.DiceCount, Sides: 6, Read: dice.Pool, Alike: class,
		Same: "strike " + strconv.Itoa(r.DiceCount) + " " + strconv.Itoa(r.TargetDef-r.AttackBonus),
	}))
	r.Hit, r.Critical = way > 0, way == 2
	return r
}

// land hurts what was hit, and what a blast reaches beside it.
func (b *Battle) land(t *rules.Turn, s *strike, critical bool) {
	if s.power > 0 {
		boosted := s.charge || s.free || b.boost(t, s.boostDamage, s.by.i, "boost-damage")
		total, amount := rollDamage(t.Cup, diceCount(boosted, b.extraDamage(s)), b.damageBonus(s), b.arm(s.at.i))
		b.hurt(t, s.at, s.by.i, total, amount, "WM-X-DMG-1")
	}
	for _, effect := range [2]string{s.onHit, s.onCrit} {
		if effect != "" && (effect == s.onHit || critical) && b.up(s.at) {
			b.afflict(t, s.at, effect)
		}
	}
	if s.aoe > 0 && s.power > 0 {
		b.blast(t, s, b.model(s.at).at(), &s.at)
	}
}

// afflict leaves an effect on a model.
func (b *Battle) afflict(t *rules.Turn, r ref, effect string) {
	law := "WM-X-CE-2"
	switch effect {
	case knockDown:
		law = "WM-X-KD-1"
	case stationary:
		law = stillLaw
	}
	t.Emit(Struck{b.id(r), effect, law})
}

// boost pays for a boost while focus is left (WM-X-FOC-3).
func (b *Battle) boost(t *rules.Turn, wanted bool, i int, what string) bool {
	if !wanted || b.s.Troops[i].Focus == 0 {
		return false
	}
	t.Emit(FocusSpent{b.cards[i].id, what, 1, "WM-X-FOC-3"})
	return true
}

// roll is the attack roll with everything that changes it.
func (b *Battle) roll(s *strike) attackRoll {
	p := &b.cards[s.by.i].p
	in := attackRoll{
		Kind: s.kind, Defense: b.def(s.at.i), Modifier: s.attackModifier + b.changed(s.by.i, "attack"), BackStrike: s.back, FreeStrike: s.free,
		TargetInMelee: s.facts.TargetInMelee, Concealment: s.facts.Concealment, Cover: s.facts.Cover, ElevatedTarget: s.facts.Elevated,
		TargetState: "none", Spray: s.spray, Outside: true,
	}
	if s.charge && p.rides() {
		in.Modifier += cavalryBonus
	}
	if len(s.with) > 0 {
		in.CombinedModels = len(s.with) + 1
	}
	switch s.kind {
	case melee:
		in.Stat = p.Mat + b.changed(s.by.i, "mat")
	case ranged:
		in.Stat = p.Rat + b.changed(s.by.i, "rat")
		in.Aiming = !s.stray && b.s.Act.Doing[s.by.k].Movement == forfeit
	default:
		in.Stat = p.Focus
	}
	if s.weapon >= 0 && b.lameWeapon(s.by.i, s.weapon) {
		in.ExtraDice = -1
	}
	switch m := b.model(s.at); {
	case m.Still > 0:
		in.TargetState = stationary
	case m.Down:
		in.TargetState = "knocked-down"
	}
	if s.kind != melee {
		distance := inchesOf(s.facts.Distance)
		in.Distance, in.Stealth = &distance, b.cards[s.at.i].p.has("stealth") || b.changed(s.at.i, "stealth") != 0
		if s.far > 0 {
			far := s.far
			in.Range = &far
		}
	}
	return in
}

// extraDamage is how many dice are added to a damage roll (WM-X-KEY-1, WM-X-GRID-5).
func (b *Battle) extraDamage(s *strike) int {
	n := b.changed(s.by.i, "damage-dice") + s.dice
	if s.kind == magic {
		return 0
	}
	if s.weapon >= 0 && b.lameWeapon(s.by.i, s.weapon) {
		n--
	}
	if s.kind == melee && b.cards[s.by.i].p.has("weapon-master") {
		n++
	}
	return n
}

// damageBonus is what is added to the dice of a damage roll.
func (b *Battle) damageBonus(s *strike) int {
	power := s.power + s.damageModifier
	if s.kind != magic {
		power += b.changed(s.by.i, "damage")
	}
	if len(s.with) > 0 {
		power += len(s.with) + 1
	}
	return power
}

// hurt marks damage on a model, on a grid from a column that a die tells, and
// takes it off when nothing is left, unless it is Tough (WM-X-DIS-1, WM-X-GRID-1).
func (b *Battle) hurt(t *rules.Turn, at ref, by, total, amount int, law string) {
	tr, p := &b.s.Troops[at.i], &b.cards[at.i].p
	e := Damaged{Unit: b.id(at), Total: total, Amount: amount, Damage: tr.Models[at.k].Damage, Law: law}
	gone := false
	if len(p.Grid) > 0 {
		g := damageGrid{p.Grid, append([]int(nil), tr.Filled...)}
		if amount > 0 {
			e.Column = 1
			if b.combat && (!t.Walked() || t.Fallen() > 0) { // odds ask how much is filled, not where
				e.Column = t.Roll("column", 1, 6)[0]
			}
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
	if b.combat && p.has("tough") {
		if _, saved := rollTough(t.Cup); saved {
			t.Emit(Saved{b.id(at)})
			return
		}
	}
	b.fell(t, at, by)
}

// fell takes a model off the table; by is the troop that did it, or none.
func (b *Battle) fell(t *rules.Turn, at ref, by int) {
	e := Fell{Unit: b.id(at), Left: b.s.Troops[at.i].Left - 1, Wreck: b.combat && b.cards[at.i].p.Kind == "warjack"}
	if by != none {
		e.By = b.cards[by].id
	}
	t.Emit(e)
}

// astray has a shot into a melee that missed meet another model there (WM-X-RNG-3).
func (b *Battle) astray(t *rules.Turn, s *strike) {
	var others []ref
	b.opponent(s.at, func(o ref) bool {
		if o != s.by {
			others = append(others, o)
		}
		return true
	})
	if len(others) == 0 {
		return
	}
	next := *s
	next.at = others[0]
	if n := len(others); n > 1 {
		next.at = others[t.Roll("astray", 1, n)[0]-1]
	}
	next.stray, next.charge, next.with, next.law, next.boostAttack = true, false, nil, "WM-X-RNG-3", false
	next.facts.Distance = b.between(s.by, next.at).dec()
	b.resolve(t, &next)
}

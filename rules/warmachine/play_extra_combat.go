package warmachine

import (
	"slices"
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/warmachine/ruling"
)

// The combat module resolves attacks. Nothing of it is in the rulebook (WM-COMBAT-17). It is
// one option of a battle, "combat-module", on by default, in the files named
// play_extra_*.go. Without it a battle asks the players for the result of each attack and
// applies only the rules of the book.

// resolve makes an attack roll, pays for boosts and applies the result to the target
// (WM-X-ATK-1 to WM-X-DMG-1).
func (b *Battle) resolve(t *rules.Turn, s *attackState) {
	in := b.attackRollOf(s)
	in.Boosted = in.Automatic() == "" && b.boost(t, s.boostAttack, s.attacker.unit, "boost-attack")
	r := toHit(t.Roller, in)
	if !r.Hit && in.Automatic() == "" && b.rerollsMiss(t, s.attacker.unit) {
		r = toHit(t.Roller, in)
	}
	e := AttackRolled{
		Unit: b.id(s.attacker), Target: b.id(s.target), Weapon: s.name, Additional: s.additional, Charge: s.charge, Free: s.freeStrike, Stray: s.stray, Spray: s.spray,
		Total: r.Total, Def: r.TargetDef, Hit: r.Hit, Critical: r.Critical, law: law{s.rule},
	}
	for _, o := range s.joiners {
		e.With = append(e.With, b.id(o))
	}
	t.Emit(e)
	switch {
	case r.Hit && s.grapple != "":
		b.grapple(t, s)
	case r.Hit:
		b.applyHit(t, s, r.Critical)
	case s.aoe > 0:
		b.deviate(t, s)
	case s.kind != ruling.Melee && in.TargetInMelee && b.board && !s.stray && !s.spray:
		b.redirectShot(t, s)
	}
	b.endIfWon(t)
}

// toHit makes an attack roll. For odds it distinguishes only three classes of dice: miss,
// hit and critical hit.
func toHit(c *rules.Roller, in ruling.AttackRoll) ruling.AttackRollResult {
	if !c.ForOdds() || in.Automatic() != "" {
		return ruling.RollAttack(c, in)
	}
	r := ruling.AttackRollResult{AttackBonus: in.Bonus(), TargetDef: in.Def(), DiceCount: ruling.DiceCount(in.Boosted, in.ExtraDice)}
	class := func(faces []int) int {
		d := ruling.ReadAttack(faces)
		switch hit, _ := d.Hits(r.AttackBonus, r.TargetDef); {
		case hit && d.HasPair:
			return 2
		case hit:
			return 1
		}
		return 0
	}
	way := class(c.Throw(dice.Roll{
		Why: "attack", N: r.DiceCount, Sides: 6, Read: dice.Pool, ClassOf: class,
		CacheKey: "strike " + strconv.Itoa(r.DiceCount) + " " + strconv.Itoa(r.TargetDef-r.AttackBonus),
	}))
	r.Hit, r.Critical = way > 0, way == 2
	return r
}

// applyHit rolls damage against the target of a hit, and against the models under its blast.
func (b *Battle) applyHit(t *rules.Turn, s *attackState, critical bool) {
	if s.power > 0 {
		boosted := s.charge || s.freeStrike || b.boost(t, s.boostDamage, s.attacker.unit, "boost-damage")
		total, amount := ruling.RollDamage(t.Roller, ruling.DiceCount(boosted, b.extraDamage(s)), b.damageBonus(s), b.arm(s.target.unit))
		b.damageModel(t, s.target, s.attacker.unit, total, amount, "WM-X-DMG-1")
	}
	for _, effect := range [2]string{s.onHit, s.onCrit} {
		if effect != "" && (effect == s.onHit || critical) && b.modelInPlay(s.target) {
			b.addEffect(t, s.target, effect)
		}
	}
	if s.aoe > 0 && s.power > 0 {
		b.blast(t, s, b.model(s.target).at(), &s.target)
	}
}

// addEffect leaves an effect on a model.
func (b *Battle) addEffect(t *rules.Turn, r modelRef, effect string) {
	rule := "WM-X-CE-2"
	switch effect {
	case knockDown:
		rule = "WM-X-KD-1"
	case stationary:
		rule = stationaryRule
	}
	t.Emit(Struck{b.id(r), effect, law{rule}})
}

// boost pays for a boost if it is wanted and focus is left, and reports whether it did
// (WM-X-FOC-3).
func (b *Battle) boost(t *rules.Turn, wanted bool, i int, what string) bool {
	if !wanted || b.s.Units[i].Focus == 0 {
		return false
	}
	t.Emit(FocusSpent{b.info[i].id, what, 1, law{"WM-X-FOC-3"}})
	return true
}

// attackRollOf returns the input of the attack roll with everything that changes it.
func (b *Battle) attackRollOf(s *attackState) ruling.AttackRoll {
	p := &b.info[s.attacker.unit].profile
	in := ruling.AttackRoll{
		Kind: s.kind, Defense: b.def(s.target.unit), Modifier: s.attackModifier + b.effectBonus(s.attacker.unit, "attack"), BackStrike: s.backStrike, FreeStrike: s.freeStrike,
		TargetInMelee: s.facts.TargetInMelee, Concealment: s.facts.Concealment, Cover: s.facts.Cover, ElevatedTarget: s.facts.Elevated,
		TargetState: "none", Spray: s.spray, Outside: true,
	}
	if s.charge && p.rides() {
		in.Modifier += cavalryBonus
	}
	if len(s.joiners) > 0 {
		in.CombinedModels = len(s.joiners) + 1
	}
	switch s.kind {
	case ruling.Melee:
		in.Stat = p.Mat + b.effectBonus(s.attacker.unit, "mat")
	case ruling.Ranged:
		in.Stat = p.Rat + b.effectBonus(s.attacker.unit, "rat")
		in.Aiming = !s.stray && b.s.Activation.Models[s.attacker.model].Movement == ruling.Forfeit
	default:
		in.Stat = p.Focus
	}
	if s.weapon >= 0 && b.weaponCrippled(s.attacker.unit, s.weapon) {
		in.ExtraDice = -1
	}
	switch m := b.model(s.target); {
	case m.StationaryUntil > 0:
		in.TargetState = stationary
	case m.Down:
		in.TargetState = "knocked-down"
	}
	if s.kind != ruling.Melee {
		distance := s.facts.Distance
		in.Distance, in.Stealth = &distance, b.info[s.target.unit].profile.hasAbility("stealth") || b.effectBonus(s.target.unit, "stealth") != 0
		if s.weaponRange > 0 {
			far := s.weaponRange
			in.Range = &far
		}
	}
	return in
}

// extraDamage returns the number of dice added to a damage roll (WM-X-KEY-1, WM-X-GRID-5).
func (b *Battle) extraDamage(s *attackState) int {
	n := b.effectBonus(s.attacker.unit, "damage-dice") + s.dice
	if s.kind == ruling.Magic {
		return 0
	}
	if s.weapon >= 0 && b.weaponCrippled(s.attacker.unit, s.weapon) {
		n--
	}
	if s.kind == ruling.Melee && b.info[s.attacker.unit].profile.hasAbility("weapon-master") {
		n++
	}
	return n
}

// damageBonus returns what is added to the dice of a damage roll.
func (b *Battle) damageBonus(s *attackState) int {
	power := s.power + s.damageModifier
	if s.kind != ruling.Magic {
		power += b.effectBonus(s.attacker.unit, "damage")
	}
	if len(s.joiners) > 0 {
		power += len(s.joiners) + 1
	}
	return power
}

// damageModel marks damage on a model, on a grid from the column given by a die, and
// destroys the model when no box is left, unless it is Tough (WM-X-DIS-1, WM-X-GRID-1).
func (b *Battle) damageModel(t *rules.Turn, at modelRef, by, total, amount int, rule string) {
	tr, p := &b.s.Units[at.unit], &b.info[at.unit].profile
	e := Damaged{Unit: b.id(at), Total: total, Amount: amount, Damage: tr.Models[at.model].Damage, law: law{rule}}
	gone := false
	if len(p.Grid) > 0 {
		g := ruling.DamageGrid{Columns: p.Grid, Filled: append([]int(nil), tr.Filled...)}
		if amount > 0 {
			e.Column = 1
			if b.combat && (!t.ForOdds() || t.PresetDice() > 0) { // odds ask how many boxes are filled, not which
				e.Column = t.Roll("column", 1, 6)[0]
			}
			g.Mark(e.Column-1, amount)
		}
		e.Filled, gone = g.Filled, g.Left() == 0
	} else {
		e.Damage = min(p.Boxes, e.Damage+amount)
		gone = e.Damage == p.Boxes
	}
	t.Emit(e)
	if !gone {
		return
	}
	if b.combat && p.hasAbility("tough") {
		if _, saved := ruling.RollTough(t.Roller); saved {
			t.Emit(Saved{b.id(at)})
			return
		}
	}
	b.destroyModel(t, at, by)
}

// destroyModel removes a model from the table; by is the unit that destroyed it, or noUnit.
func (b *Battle) destroyModel(t *rules.Turn, at modelRef, by int) {
	e := Fell{Unit: b.id(at), Left: b.s.Units[at.unit].Left - 1, Wreck: b.combat && b.info[at.unit].profile.Kind == "warjack"}
	if by != noUnit {
		e.By = b.info[by].id
	}
	t.Emit(e)
}

// redirectShot rolls a missed shot into a melee against another model of the melee
// (WM-X-RNG-3).
func (b *Battle) redirectShot(t *rules.Turn, s *attackState) {
	var others []modelRef
	b.inMeleeWith(s.target, func(o modelRef) bool {
		if o != s.attacker {
			others = append(others, o)
		}
		return true
	})
	if len(others) == 0 {
		return
	}
	next := *s
	next.target = others[0]
	if n := len(others); n > 1 {
		next.target = others[t.Roll("astray", 1, n)[0]-1]
	}
	next.stray, next.charge, next.joiners, next.rule, next.boostAttack = true, false, nil, "WM-X-RNG-3", false
	next.facts.Distance = b.distance(s.attacker, next.target)
	b.resolve(t, &next)
}

// This file holds facts from outside the rulebook: stats with the changes made by damage, spells
// and focus.

// Indices of the systems of a damage grid, as in ruling.Systems.
const (
	cortexSystem   = 3
	movementSystem = 4
	nodeSystem     = 5
)

// crippled reports whether a system of a unit is crippled; false for units without a grid.
func (b *Battle) crippled(i, system int) bool {
	c := &b.info[i]
	return len(c.profile.Grid) > 0 && c.gridDepths.Crippled(system, b.s.Units[i].Filled)
}

// effectBonus returns the sum of what spells and feats in play add to a stat of a unit.
func (b *Battle) effectBonus(i int, what string) int {
	sum := 0
	for n := range b.s.Effects {
		e := &b.s.Effects[n]
		if e.On != i {
			continue
		}
		for _, x := range b.effectsOf(e.By, e.Spell) {
			if x.Kind == what {
				sum += x.Amount
			}
		}
	}
	return sum
}

// effectsOf returns the effects of a spell or feat of a unit, nil if it has none with that id.
func (b *Battle) effectsOf(by int, id string) []Effect {
	p := &b.info[by].profile
	if n := p.spell(id); n != noUnit {
		return p.Spells[n].Effects
	}
	if p.Feat != nil && p.Feat.ID == id {
		return p.Feat.Effects
	}
	return nil
}

// spd returns SPD with the changes by damage and spells (WM-X-GRID-4, WM-MOVE-10).
func (b *Battle) spd(i int) int {
	spd := b.info[i].profile.Spd
	if b.combat && b.crippled(i, movementSystem) {
		spd = ruling.LameSpd
	}
	return max(0, spd+b.effectBonus(i, "spd"))
}

// def returns DEF with the changes by damage, effects and spells.
func (b *Battle) def(i int) int {
	def := b.info[i].profile.Def
	if b.crippled(i, movementSystem) {
		def = min(ruling.LameDef, def)
	}
	return max(0, def+b.effectBonus(i, "def"))
}

// arm returns ARM with the focus left on a warcaster (WM-X-FOC-5).
func (b *Battle) arm(i int) int {
	arm := b.info[i].profile.Arm + b.effectBonus(i, "arm")
	if b.info[i].profile.Kind == "warcaster" {
		arm += b.s.Units[i].Focus
	}
	return arm
}

// weaponCrippled reports whether the system that holds a weapon is crippled (WM-X-GRID-5).
func (b *Battle) weaponCrippled(i, w int) bool {
	bearer := b.info[i].profile.Weapons[w].System
	return bearer != "" && b.crippled(i, ruling.SystemNamed(bearer))
}

// This file holds facts from outside the rulebook: models that can do nothing because they are
// knocked down (WM-X-KD-1) or stationary (WM-X-STAT-2). The duration of being stationary is a
// ruling of this program (WM-RULING-11): one round (WM-TURN-2).

// stationary is the effect that keeps a model from moving and acting. A stationary model has no
// melee range and DEF 5, and every melee attack hits it.
const (
	stationary     = "stationary"
	stationaryRule = "WM-X-STAT-2"
)

// helpless reports whether a model is knocked down or stationary.
func (m *modelState) helpless() bool { return m.Down || m.StationaryUntil > 0 }

// idleRule returns the rule that keeps a model from acting, or "".
func (m *modelState) idleRule() string {
	switch {
	case m.StationaryUntil > 0:
		return stationaryRule
	case m.Down:
		return "WM-X-KD-1"
	}
	return ""
}

// setStationary makes a model stationary for one round, or ends the effect. A stationary model
// loses the locks that it holds.
func (b *Battle) setStationary(r modelRef, on bool) {
	m := b.model(r)
	if m.StationaryUntil = 0; !on {
		return
	}
	m.StationaryUntil = b.s.Turns + len(b.teams)
	b.s.Locks = slices.DeleteFunc(b.s.Locks, func(g lockState) bool { return g.By == r.unit })
}

// allStationary reports whether every remaining model that is activated by an id is stationary: its
// activation ends as soon as it begins.
func (b *Battle) allStationary(id string) bool {
	return !slices.ContainsFunc(b.modelsOf(id), func(m modelState) bool { return !m.Gone && m.StationaryUntil == 0 })
}

// This file holds facts from outside the rulebook: melee ranges (WM-X-MELEE-1).

const (
	shortReach = ruling.Inch / 2
	longReach  = 2 * ruling.Inch
)

// reach returns the melee range of a weapon, 0 for a ranged one.
func (w *WeaponProfile) reach() ruling.Inches {
	switch {
	case w.Kind != ruling.Melee:
		return 0
	case w.Reach:
		return longReach
	}
	return shortReach
}

package warmachine

import (
	"slices"

	"oriflamme/rules/warmachine/ruling"
)

// checkTarget checks an attack of a model on a target and fills s with the facts; it returns
// what forbids the attack.
func (b *Battle) checkTarget(c *Attack, by, target modelRef, w int, s *attackState) (d refusal) {
	p, doing := &b.info[by.unit].profile, &b.s.Activation.Models[by.model]
	profile := &p.Weapons[w]
	*s = attackState{
		attacker: by, weapon: w, name: profile.ID, kind: profile.Kind, power: profile.Power, aoe: profile.Aoe, onHit: profile.OnHit, onCrit: profile.OnCrit,
		additional: c.Additional, boostAttack: c.BoostAttack, boostDamage: c.BoostDamage, facts: c.statedShot.facts(), backStrike: c.BackStrike,
		attackModifier: c.AttackModifier, damageModifier: c.DamageModifier, weaponRange: profile.Range, spray: profile.Spray && b.combat,
	}
	if (c.BoostAttack || c.BoostDamage) && !p.spendsFocus() {
		return refusal{"WM-X-FOC-3", "boost_attack"}
	}
	if !b.combat && (c.BoostAttack || c.BoostDamage) {
		return refusal{"WM-COMBAT-17", "boost_attack"}
	}
	var seen bool
	if s.target, seen, d = b.targetModel(by, target, profile); d.rule != "" {
		return d
	}
	if doing.Movement == ruling.Charge && doing.Attacks == 0 {
		if charged := (modelRef{doing.Target, doing.At}); charged != s.target && b.owesAttack(by.model) {
			if target.model != noUnit || charged.unit != target.unit {
				return refusal{"WM-CHARGE-18", "target"}
			}
			s.target, seen = charged, false
		}
	}
	if d = b.fillFromBoard(c, s, profile, seen); d.rule != "" {
		return d
	}
	s.charge = doing.Movement == ruling.Charge && doing.Attacks == 0 && doing.Moved >= ruling.ChargeAttackFrom && s.target == modelRef{doing.Target, doing.At}
	switch {
	case c.Additional:
		s.rule = "WM-COMBAT-8"
	case s.charge:
		s.rule = "WM-CHARGE-20"
	case doing.Movement == ruling.Charge && doing.Attacks == 0 && s.target != modelRef{doing.Target, doing.At}:
		s.rule = "WM-CHARGE-24"
	case doing.Movement == ruling.Charge && doing.Attacks == 0:
		s.rule = "WM-CHARGE-22"
	case profile.Special != "":
		s.rule = "WM-COMBAT-5"
	case profile.Kind == ruling.Ranged:
		s.rule = "WM-COMBAT-4"
	default:
		s.rule = "WM-COMBAT-3"
	}
	return b.readJoiners(c, s)
}

// targetModel returns the model that an attack is on: of a unit the model that is already
// damaged or, on a board, the nearest that may be attacked, whose visibility is then known.
func (b *Battle) targetModel(by, target modelRef, profile *WeaponProfile) (at modelRef, seen bool, d refusal) {
	if !b.unitInPlay(target.unit) || target.model != noUnit && !b.modelInPlay(target) {
		return target, false, refusal{"WM-ACTP-5", "target"}
	}
	if target.model != noUnit {
		return target, false, refusal{}
	}
	t := &b.s.Units[target.unit]
	if !b.board {
		if o, met := b.contactWith(by, target.unit); met && profile.Kind == ruling.Melee {
			return o, false, refusal{}
		}
		for k := range t.Models {
			if !t.Models[k].Gone && t.Models[k].Damage > 0 {
				return modelRef{target.unit, k}, false, refusal{}
			}
		}
		return b.lead(target.unit), false, refusal{}
	}
	if near := b.nearest(by, target.unit); b.sees(by, near) {
		return near, true, refusal{}
	}
	best, near := noUnit, ruling.Inches(0)
	for k := range t.Models {
		o := modelRef{target.unit, k}
		if !b.modelInPlay(o) || profile.Kind == ruling.Melee && !b.within(by, o, profile.reach()) || profile.Range > 0 && !b.within(by, o, profile.Range) {
			continue
		}
		if far := b.distance(by, o); (best == noUnit || far < near) && b.sees(by, o) {
			best, near = k, far
		}
	}
	if best == noUnit {
		return b.lead(target.unit), false, refusal{}
	}
	return modelRef{target.unit, best}, true, refusal{}
}

// fillFromBoard fills in the facts that the board shows, or refuses stated facts that
// contradict it and attacks that the facts rule out.
func (b *Battle) fillFromBoard(c *Attack, s *attackState, profile *WeaponProfile, seen bool) refusal {
	los, inReach, engaged := holds(c.LOS, true), holds(c.InReach, true), c.Engaged
	if b.tableRemembers() {
		if d := b.missingFact(c, s, profile.Kind); d.rule != "" {
			return d
		}
		engaged = engaged || profile.Kind == ruling.Ranged && b.knownEngaged(s.attacker, s.attacker)
		b.addKnownFacts(s)
	}
	if b.board {
		inReach = profile.Kind == ruling.Ranged || b.within(s.attacker, s.target, profile.reach())
		los = seen || inReach && b.sees(s.attacker, s.target)
	}
	if b.board && los {
		engaged = profile.Kind == ruling.Ranged && b.engaged(s.attacker)
		if d := b.rangedFacts(s.attacker, s.attacker, s); d.rule != "" {
			return d
		}
		back := b.backStrike(s.attacker, s.target)
		if d := b.contradiction(c, los, inReach, engaged, back); d.rule != "" {
			return d
		}
		s.backStrike = back
	}
	s.backStrike = s.backStrike && b.combat
	switch {
	case profile.Kind == ruling.Melee && !inReach:
		return refusal{"WM-X-MELEE-2", "in_reach"}
	case !los:
		return refusal{"WM-LOS-1", "los"}
	case b.combat && profile.Kind == ruling.Ranged && engaged && !b.info[s.attacker.unit].profile.hasAbility("gunfighter"):
		return refusal{"WM-X-RNG-1", "engaged"}
	}
	return refusal{}
}

// contradiction refuses an attack whose stated facts contradict the board.
func (b *Battle) contradiction(c *Attack, los, inReach, engaged, back bool) refusal {
	switch {
	case !holds(c.LOS, true) && los:
		return refusal{noRule, "los"}
	case !holds(c.InReach, true) && inReach:
		return refusal{noRule, "in_reach"}
	case c.Engaged && !engaged:
		return refusal{noRule, "engaged"}
	case c.BackStrike && !back:
		return refusal{noRule, "back_strike"}
	}
	return refusal{}
}

// rangedFacts fills in the facts of a ranged or magic attack, measured from the origin: the
// attacker or an arc node.
func (b *Battle) rangedFacts(by, origin modelRef, s *attackState) refusal {
	if s.kind == ruling.Melee {
		return refusal{}
	}
	stated, from, to := s.facts, b.model(origin).at(), b.model(s.target).at()
	f := shotFacts{Distance: b.distance(origin, s.target)}
	if b.combat {
		f.Concealment, f.Cover = b.sheltered(from, to, b.info[s.target.unit].radius)
		f.Concealment = f.Concealment || b.effectBonus(s.target.unit, "concealment") != 0
		f.Elevated = b.hilly && b.ground(to)-b.ground(from) >= ruling.OneHigher
		f.TargetInMelee = b.inMelee(by, s.target)
	}
	switch {
	case stated.Distance != 0 && stated.Distance != f.Distance:
		return refusal{noRule, "distance"}
	case stated.Concealment && !f.Concealment:
		return refusal{noRule, "concealment"}
	case stated.Cover && !f.Cover:
		return refusal{noRule, "cover"}
	case stated.Elevated && !f.Elevated:
		return refusal{noRule, "elevated"}
	case stated.TargetInMelee && !f.TargetInMelee:
		return refusal{noRule, "target_in_melee"}
	}
	s.facts = f
	return refusal{}
}

// inMelee reports whether a target is in melee with a model other than the attacker.
func (b *Battle) inMelee(by, target modelRef) bool {
	return b.inMeleeWith(target, func(o modelRef) bool { return o == by })
}

// backStrike reports whether a model stood behind another for its whole activation (WM-X-BACK-1).
func (b *Battle) backStrike(by, at modelRef) bool {
	d, radius := &b.s.Activation.Models[by.model], b.info[by.unit].radius
	faced := func(p ruling.Point) bool { return b.faces(at, p, radius) }
	return !faced(b.model(by).at()) && !faced(d.From) && !slices.ContainsFunc(d.Via, faced)
}

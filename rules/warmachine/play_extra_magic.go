package warmachine

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/warmachine/ruling"
)

// This file holds facts from outside the rulebook: spells and feats (WM-X-FOC-4,
// WM-X-FOC-6 to WM-X-FOC-9).

// castingBarRule returns the rule that keeps the active unit from casting spells or using
// its feat now, or "" (WM-RUN-3).
func (b *Battle) castingBarRule() string {
	d := &b.s.Activation.Models[0]
	if d.Movement == ruling.Run || d.Done && d.Movement == ruling.Charge {
		return "WM-RUN-3"
	}
	return b.s.Units[b.s.Acting].Models[0].idleRule()
}

// playCast casts a spell of the active model.
func (b *Battle) playCast(t *rules.Turn, c Cast) *rules.Fault {
	s, profile, fault := b.castOf(c)
	if fault != nil {
		return fault
	}
	if profile.Offensive && b.tableRemembers() {
		b.askShelter(t, &s)
	}
	to, _ := b.spotOf(c, profile, s.target)
	i := b.s.Acting
	id := b.info[i].id
	e := SpellCast{Unit: id, Spell: c.Spell, Through: c.Through, law: law{"WM-X-FOC-7"}}
	if c.Through != "" {
		e.Law = "WM-X-FOC-8"
	}
	e.Target = b.id(s.target)
	t.Emit(FocusSpent{id, "spell", profile.Cost, law{"WM-X-FOC-7"}})
	t.Emit(e)
	if !profile.Offensive {
		if profile.places() > 0 {
			t.Emit(Shifted{b.id(s.target), to})
		}
		b.enchant(t, profile, i, s.target)
		return nil
	}
	b.castOffensive(t, &s, profile)
	return nil
}

// spellRule is the rule of the attack roll of a spell, which does not belong to a combat
// action.
const spellRule = "WM-X-ATK-1"

// castOffensive makes the attack roll of an offensive spell and applies its effects on a
// hit.
func (b *Battle) castOffensive(t *rules.Turn, s *attackState, profile *SpellProfile) {
	in := b.attackRollOf(s)
	in.Boosted = in.Automatic() == "" && b.boost(t, s.boostAttack, s.attacker.unit, "boost-attack")
	r := toHit(t.Roller, in)
	t.Emit(AttackRolled{
		Unit: b.id(s.attacker), Target: b.id(s.target), Weapon: s.name, Total: r.Total, Def: r.TargetDef, Hit: r.Hit, Critical: r.Critical, law: law{spellRule},
	})
	switch {
	case r.Hit:
		b.applyHit(t, s, r.Critical)
		if b.modelInPlay(s.target) {
			b.enchant(t, profile, s.attacker.unit, s.target)
		}
	case s.aoe > 0:
		b.deviate(t, s)
	}
	b.endIfWon(t)
}

// enchant puts the effects of a spell on a model's unit. Each upkeep spell of a caster is in
// play only once (WM-X-FOC-7).
func (b *Battle) enchant(t *rules.Turn, profile *SpellProfile, by int, at modelRef) {
	for _, e := range profile.Effects {
		if !e.lasts() {
			b.applyEffect(t, e, at)
		}
	}
	if !slices.ContainsFunc(profile.Effects, Effect.lasts) || !b.unitInPlay(at.unit) || b.s.Phase == phaseOver {
		return
	}
	until := 0
	if !profile.Upkeep {
		until = b.s.Turns + len(b.teams)
	}
	if b.inPlay(by, profile.ID) {
		t.Emit(SpellEnded{b.info[by].id, profile.ID, law{"WM-X-FOC-7"}})
	}
	t.Emit(Enchanted{b.info[by].id, profile.ID, b.info[at.unit].id, until, law{"WM-X-FOC-7"}})
}

// inPlay reports whether a spell of a caster is in play.
func (b *Battle) inPlay(by int, spell string) bool {
	return slices.ContainsFunc(b.s.Effects, func(e enchantment) bool { return e.By == by && e.Spell == spell })
}

// applyEffect applies an effect that happens at once to a model.
func (b *Battle) applyEffect(t *rules.Turn, e Effect, at modelRef) {
	switch e.Kind {
	case healing:
		b.heal(t, at, e.Amount, "WM-X-FOC-7")
	case placing: // done when the spell is cast
	case onward:
		b.offerChargesOut(t, at)
	case energy:
		tr := &b.s.Units[at.unit]
		if b.info[at.unit].profile.Kind == "warjack" && !b.crippled(at.unit, cortexSystem) && tr.Focus < ruling.MostAllocated {
			t.Emit(FocusReceived{b.info[at.unit].id, min(ruling.MostAllocated, tr.Focus+e.Amount), law{"WM-X-FOC-2"}})
		}
	default:
		b.addEffect(t, at, e.Kind)
	}
}

// heal removes damage from a model; from a grid beginning with the first damaged column.
func (b *Battle) heal(t *rules.Turn, at modelRef, most int, rule string) {
	tr := &b.s.Units[at.unit]
	if len(tr.Filled) == 0 {
		if n := min(most, tr.Models[at.model].Damage); n > 0 {
			t.Emit(Healed{Unit: b.id(at), Amount: n, law: law{rule}})
		}
		return
	}
	e := Healed{Unit: b.id(at), Filled: slices.Clone(tr.Filled), law: law{rule}}
	for c := range e.Filled {
		n := min(most-e.Amount, e.Filled[c])
		e.Filled[c] -= n
		e.Amount += n
	}
	if e.Amount > 0 {
		t.Emit(e)
	}
}

// castOf reads a spell: the caster or arc node and the target, or the fault that forbids it.
func (b *Battle) castOf(c Cast) (s attackState, profile *SpellProfile, fault *rules.Fault) {
	i := b.s.Acting
	p := &b.info[i].profile
	n := p.spell(c.Spell)
	if n < 0 {
		return s, nil, ruling.BadValue("spell", "%q is no spell of its own", c.Spell)
	}
	profile = &p.Spells[n]
	if rule := b.castingBarRule(); rule != "" {
		return s, nil, rules.Breaks(rule, "spell", "it may cast nothing more")
	}
	if b.s.Units[i].Focus < profile.Cost {
		return s, nil, rules.Breaks("WM-X-FOC-7", "spell", "it costs %d focus", profile.Cost)
	}
	s = attackState{
		attacker: modelRef{i, 0}, weapon: noUnit, name: profile.ID, kind: ruling.Magic, power: profile.Power, aoe: profile.Aoe, weaponRange: profile.Range,
		boostAttack: c.BoostAttack, boostDamage: c.BoostDamage, facts: c.statedShot.facts(),
	}
	if profile.On == "self" {
		s.target = s.attacker
		if c.Target != "" || c.Through != "" {
			fault = ruling.BadValue("target", "it is on the caster alone")
		}
		if fault == nil {
			_, fault = b.spotOf(c, profile, s.target)
		}
		return s, profile, fault
	}
	origin, fault := b.origin(c)
	if fault != nil {
		return s, nil, fault
	}
	if d := b.spellTarget(c, &s, profile, origin); d.rule != "" {
		return s, profile, d.fault("the spell may not be cast so")
	}
	_, fault = b.spotOf(c, profile, s.target)
	return s, profile, fault
}

// origin returns where a spell originates: the caster, or an arc node of its battlegroup
// that is in its control area and not engaged (WM-X-FOC-8).
func (b *Battle) origin(c Cast) (modelRef, *rules.Fault) {
	i := b.s.Acting
	if c.Through == "" {
		return modelRef{i, 0}, nil
	}
	r, known := b.ids[c.Through]
	if c.Open == nil && b.tableRemembers() {
		return modelRef{}, rules.Missing("node_open")
	}
	open := holds(c.Open, true)
	if known && b.board && b.unitInPlay(r.unit) {
		open = b.inControl(i, r.unit, true) && !b.engaged(r)
	}
	switch {
	case !known || b.info[r.unit].controller != i || !b.info[r.unit].profile.hasAbility("arc-node") || !b.unitInPlay(r.unit):
		return r, ruling.BadValue("through", "%q is no arc node of its own", c.Through)
	case b.crippled(r.unit, nodeSystem):
		return r, rules.Breaks("WM-X-GRID-5", "through", "its arc node is crippled")
	case !open:
		return r, rules.Breaks("WM-X-FOC-8", "node_open", "it is out of the control area or engaged")
	}
	return r, nil
}

// spellTarget finds the target of a spell and checks it against the facts.
func (b *Battle) spellTarget(c Cast, s *attackState, profile *SpellProfile, origin modelRef) refusal {
	target, known := b.ids[c.Target]
	if !known || (profile.On == "enemy") != b.hostile(b.info[target.unit].seat, b.s.Turn) {
		return refusal{noRule, "target"}
	}
	var d refusal
	var seen bool
	if s.target, seen, d = b.targetModel(origin, target, &WeaponProfile{Kind: ruling.Ranged, Range: profile.Range}); d.rule != "" {
		return d
	}
	if profile.Offensive && b.owesAnother(0, s.target) { // its attack is the first after the charge
		charge := &b.s.Activation.Models[0]
		if target.model != noUnit || charge.Target != target.unit {
			return refusal{"WM-CHARGE-18", "target"}
		}
		s.target, seen = modelRef{charge.Target, charge.At}, false
	}
	los := holds(c.LOS, true)
	if b.tableRemembers() {
		switch {
		case c.LOS == nil:
			return refusal{notStated, "los"}
		case c.Distance == nil:
			return refusal{notStated, "distance"}
		}
		b.addKnownFacts(s)
	}
	if b.board {
		los = seen || s.target == origin || b.sees(origin, s.target)
		if d := b.rangedFacts(s.attacker, origin, s); d.rule != "" {
			return d
		}
	}
	switch {
	case b.board && los && !holds(c.LOS, true):
		return refusal{noRule, "los"}
	case !los:
		return refusal{"WM-LOS-1", "los"}
	case !profile.Offensive && s.facts.Distance > profile.Range:
		return refusal{"WM-X-FOC-7", "distance"}
	}
	return refusal{}
}

// playFeat uses the feat of the active warcaster, once a game (WM-X-FOC-6).
func (b *Battle) playFeat(t *rules.Turn, c Feat) *rules.Fault {
	i := b.s.Acting
	profile := b.info[i].profile.Feat
	switch {
	case profile == nil:
		return rules.Breaks("WM-X-FOC-6", "", "it has no feat")
	case b.s.Units[i].Feat:
		return rules.Breaks("WM-X-FOC-6", "", "it is used already")
	}
	if rule := b.castingBarRule(); rule != "" {
		return rules.Breaks(rule, "", "it may not use it now")
	}
	on, fault := b.featTargets(i, profile, c.On)
	if fault != nil {
		return fault
	}
	t.Emit(FeatUsed{b.info[i].id, profile.ID})
	for _, j := range on {
		if b.s.Phase == phaseOver {
			break
		}
		for _, e := range profile.Effects {
			if !e.lasts() {
				b.applyEffectToUnit(t, e, j)
			}
		}
		if slices.ContainsFunc(profile.Effects, Effect.lasts) && b.unitInPlay(j) && b.s.Phase != phaseOver {
			t.Emit(Enchanted{b.info[i].id, profile.ID, b.info[j].id, b.s.Turns + len(b.teams), law{"WM-X-FOC-6"}})
		}
	}
	return nil
}

// applyEffectToUnit applies an effect that happens at once to every model of a unit.
func (b *Battle) applyEffectToUnit(t *rules.Turn, e Effect, j int) {
	for k := range b.s.Units[j].Models {
		if r := (modelRef{j, k}); b.modelInPlay(r) {
			b.applyEffect(t, e, r)
		}
	}
}

// featTargets returns the units under a feat: as stated by the players, or on a board those
// with a model in the control area.
func (b *Battle) featTargets(i int, profile *FeatProfile, stated []string) (on []int, fault *rules.Fault) {
	for n, id := range stated {
		j := b.find(id)
		if j < 0 || !b.featConcerns(profile, j) || slices.Contains(on, j) {
			return nil, ruling.BadValue(rules.At("on", n), "%q is not touched by it", id)
		}
		on = append(on, j)
	}
	if !b.board {
		return on, nil
	}
	on = b.unitsWhere(func(j int) bool { return b.featConcerns(profile, j) && (j == i || b.inControl(i, j, true)) })
	return on, rules.FaultIf(len(stated) > 0 && len(stated) != len(on), ruling.BadValue("on", "%d are in the control area", len(on)))
}

// featConcerns reports whether unit j is in play and on the side that the feat affects.
func (b *Battle) featConcerns(profile *FeatProfile, j int) bool {
	return b.unitInPlay(j) && b.hostile(b.info[j].seat, b.s.Turn) == (profile.On == "enemies")
}

// featIDs returns the ids of the units that a feat may concern.
func (b *Battle) featIDs(profile *FeatProfile) []string {
	return b.unitIDs(b.unitsWhere(func(j int) bool { return b.featConcerns(profile, j) }))
}

// playMend heals the active warcaster: one point of damage for one of focus (WM-X-FOC-5).
func (b *Battle) playMend(t *rules.Turn, c Mend) *rules.Fault {
	i := b.s.Acting
	tr := &b.s.Units[i]
	switch {
	case !b.combat || b.info[i].profile.Kind != "warcaster":
		return rules.Breaks("WM-X-FOC-5", "", "only warcasters mend")
	case tr.Focus < c.Points:
		return rules.Breaks("WM-X-FOC-5", "points", "it has %d", tr.Focus)
	case tr.Models[0].Damage < c.Points:
		return rules.Breaks("WM-X-FOC-5", "points", "it has suffered %d", tr.Models[0].Damage)
	}
	t.Emit(FocusSpent{b.info[i].id, "mend", c.Points, law{"WM-X-FOC-5"}})
	t.Emit(Healed{Unit: b.info[i].id, Amount: c.Points, law: law{"WM-X-FOC-5"}})
	return nil
}

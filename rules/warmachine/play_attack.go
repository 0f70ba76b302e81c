package warmachine

import (
	"strings"

	"oriflamme/rules"
	"oriflamme/rules/warmachine/ruling"
)

// attackState is an attack in progress.
type attackState struct {
	attacker, target modelRef
	weapon           int // index in the attacker's profile; noUnit: a spell or a power attack
	name             string
	kind             string
	power            int
	aoe              ruling.Inches
	onHit, onCrit    string
	joiners          []modelRef // other models of a combined attack
	additional       bool
	charge           bool
	freeStrike       bool
	stray            bool
	boostAttack      bool
	boostDamage      bool
	facts            shotFacts
	backStrike       bool
	weaponRange      ruling.Inches // the weapon's range, 0 in melee
	attackModifier   int
	damageModifier   int
	spray            bool
	inSpray          []modelRef // models under a spray besides the target
	grapple          string     // kind of power attack: a slam, a throw or a lock
	system           string     // the system that a lock holds
	dice             int        // additional dice of damage
	rule             string
}

// refusal is the rule that forbids something, with the field that it is about. The zero
// value forbids nothing.
type refusal struct{ rule, field string }

// fault returns the refusal as a fault, nil for the zero value.
func (d refusal) fault(what string) *rules.Fault {
	if d.rule == "" {
		return nil
	}
	if d.rule == notStated {
		return rules.Missing(d.field)
	}
	if d.rule == noRule {
		return ruling.BadValue(d.field, "%s", what)
	}
	return rules.Breaks(d.rule, d.field, "%s", what)
}

// noRule is the rule of refusals that follow from no rule: the command does not fit the
// battle.
const noRule = "-"

// notStated is the rule of refusals because a fact is not stated that only the players know.
const notStated = "?"

// playAttack makes one attack of the combat action (WM-COMBAT-1 to WM-COMBAT-14).
func (b *Battle) playAttack(t *rules.Turn, c Attack) *rules.Fault {
	if fault := b.returnRefusal(); fault != nil {
		return fault
	}
	s, d := b.attackOf(c)
	if d.rule != "" {
		return d.fault("the attack may not be made")
	}
	if fault := b.readSpray(&s, c); fault != nil {
		return fault
	}
	if fault := b.checkModifierReason(c); fault != nil {
		return fault
	}
	if b.sinceVersion5() && (c.AttackModifier != 0 || c.DamageModifier != 0) {
		of := b.info[s.target.unit].seat
		if t.Ask(modifierRule, of, "modifier", "agree", "refuse") == 1 {
			t.Emit(Contested{c.Seat, of, "modifier", law{modifierRule}})
			return nil
		}
	}
	if b.tableRemembers() && s.kind == ruling.Ranged && b.combat {
		if b.askWhoEngages(t, &s) {
			return nil
		}
		b.askShelter(t, &s)
	}
	b.recordModifierReason(t, &s, c)
	b.attack(t, &s)
	return nil
}

// modifierRule says who agrees to modifiers that are entered by hand.
const modifierRule = "WM-RULING-18"

// checkModifierReason requires a reason for modifiers entered by hand.
func (b *Battle) checkModifierReason(c Attack) *rules.Fault {
	modified := c.AttackModifier != 0 || c.DamageModifier != 0
	switch {
	case !b.sinceVersion4():
		return nil
	case !modified && c.ModifierReason != "":
		return rules.Unexpected("modifier_reason")
	case modified && strings.TrimSpace(c.ModifierReason) == "":
		return rules.Missing("modifier_reason")
	}
	return nil
}

// recordModifierReason records modifiers entered by hand, with their reason, before the dice
// are rolled.
func (b *Battle) recordModifierReason(t *rules.Turn, s *attackState, c Attack) {
	if b.sinceVersion4() && (c.AttackModifier != 0 || c.DamageModifier != 0) {
		t.Emit(Modified{
			Unit: b.id(s.attacker), Target: b.id(s.target), Attack: c.AttackModifier, Damage: c.DamageModifier, Reason: strings.TrimSpace(c.ModifierReason), law: law{s.rule},
		})
	}
}

// attackOf reads an attack: the attacker, the target and the stated facts. If the command
// names no model, it is the first model that can attack.
func (b *Battle) attackOf(c Attack) (s attackState, d refusal) {
	i := b.s.Acting
	p := &b.info[i].profile
	w := p.weapon(c.Weapon)
	target, known := b.ids[c.Target]
	switch {
	case w < 0:
		return s, refusal{noRule, "weapon"}
	case !known || !b.hostile(b.info[target.unit].seat, b.s.Turn):
		return s, refusal{noRule, "target"}
	}
	who := modelRef{i, noUnit}
	if b.s.Activation.Solo > 0 {
		who = b.active()
	}
	if c.Who != "" {
		if who = b.ids[c.Who]; who.unit != i || b.info[i].size == 1 && who.model != 0 {
			return s, refusal{noRule, "who"}
		}
	}
	if s, ok := b.memoAttack(&c, w); ok {
		return s, refusal{}
	}
	last := refusal{"WM-ACTP-5", "target"}
	for k := range b.s.Activation.Models {
		if who.model != noUnit && who.model != k || !b.modelInPlay(modelRef{i, k}) {
			continue
		}
		if d = b.budgetRefusal(k, w, c.Additional); d.rule != "" {
			last = d
			continue
		}
		if d = b.checkTarget(&c, modelRef{i, k}, target, w, &s); d.rule == "" {
			return s, d
		}
		last = d
	}
	return s, last
}

// budgetRefusal refuses attacks for which the combat action of a model has no room.
func (b *Battle) budgetRefusal(k, w int, extra bool) refusal {
	i := b.s.Acting
	p, a := &b.info[i].profile, &b.s.Activation
	d, profile := &a.Models[k], &p.Weapons[w]
	made := func(v int) int { return a.Made[k*len(p.Weapons)+v] }
	once := "WM-COMBAT-3"
	if profile.Kind == ruling.Ranged {
		once = "WM-COMBAT-4"
	}
	switch {
	case b.s.Units[i].Models[k].helpless():
		return refusal{b.s.Units[i].Models[k].idleRule(), "who"}
	case d.OutOfFormation && b.sinceVersion5():
		return refusal{"WM-UNIT-4", "who"}
	case d.Done || d.Movement == ruling.Run:
		return refusal{"WM-COMBAT-1", "who"}
	case d.Acted:
		return refusal{"WM-UNIT-5", "who"}
	case extra && d.Attacks == 0:
		return refusal{"WM-COMBAT-7", "additional"}
	case !extra && d.Extra > 0:
		return refusal{"WM-COMBAT-7", "additional"}
	case extra && profile.Special != "":
		return refusal{"WM-COMBAT-16", "weapon"}
	case d.Movement == ruling.Charge && profile.Kind != ruling.Melee:
		return refusal{"WM-CHARGE-17", "weapon"}
	case d.Kind != "" && d.Kind != profile.Kind:
		return refusal{"WM-COMBAT-12", "weapon"}
	case !extra && (d.Kind != "" && profile.Special != "" || b.madeSpecial(k) && d.Attacks > 0):
		return refusal{"WM-COMBAT-5", "weapon"}
	case !extra && made(w) > 0:
		return refusal{once, "weapon"}
	case profile.Mount:
		return refusal{cavalryRule, "weapon"}
	case len(b.s.Locks) > 0 && b.systemLocked(i, profile.System):
		return refusal{lockRule, "weapon"}
	case profile.Kind == ruling.Ranged && b.attacksMade(k, w) >= profile.Rof:
		return refusal{"WM-COMBAT-9", "weapon"}
	case extra && (!p.spendsFocus() || b.s.Units[i].Focus == 0):
		return refusal{"WM-COMBAT-11", "additional"}
	}
	return refusal{}
}

// madeSpecial reports whether a model's combat action was a special attack or a power
// attack.
func (b *Battle) madeSpecial(k int) bool {
	p, a := &b.info[b.s.Acting].profile, &b.s.Activation
	sum := 0
	for v := range p.Weapons {
		n := a.Made[k*len(p.Weapons)+v]
		if sum += n; n > 0 && p.Weapons[v].Special != "" {
			return true
		}
	}
	return sum < a.Models[k].Attacks
}

// attacksMade returns the number of attacks made with a weapon, special attacks with it
// included (WM-COMBAT-14).
func (b *Battle) attacksMade(k, w int) int {
	p, a := &b.info[b.s.Acting].profile, &b.s.Activation
	id, n := p.Weapons[w].ID, 0
	if p.Weapons[w].Special != "" {
		id = p.Weapons[w].Special
	}
	for v := range p.Weapons {
		if p.Weapons[v].ID == id || p.Weapons[v].Special == id {
			n += a.Made[k*len(p.Weapons)+v]
		}
	}
	return n
}

// readJoiners reads the other models of a combined attack (WM-X-COMB-1): troopers with the
// ability and an attack left that they could make on their own.
func (b *Battle) readJoiners(c *Attack, s *attackState) refusal {
	if len(c.With) == 0 {
		return refusal{}
	}
	if !b.mayCombine(c, s) {
		return refusal{"WM-X-COMB-1", "with"}
	}
	s.joiners = make([]modelRef, 0, len(c.With))
	for n, id := range c.With {
		r, known := b.ids[id]
		if !known || r.unit != s.attacker.unit || r.model < 0 || !b.canJoin(c, s, r) {
			return refusal{"WM-X-COMB-1", rules.At("with", n)}
		}
		s.joiners = append(s.joiners, r)
	}
	return refusal{}
}

// canJoin reports whether a trooper can join in an attack.
func (b *Battle) canJoin(c *Attack, s *attackState, r modelRef) bool {
	if r == s.attacker || !b.modelInPlay(r) || b.budgetRefusal(r.model, s.weapon, false).rule != "" {
		return false
	}
	if !b.board {
		return !b.owesAnother(r.model, s.target)
	}
	alone := *c
	alone.With, alone.Distance, alone.BackStrike = nil, nil, false
	var other attackState
	d := b.checkTarget(&alone, r, s.target, s.weapon, &other)
	return d.rule == "" && other.facts.Distance <= other.weaponRange
}

// mayCombine reports whether other models may join in an attack of a model (WM-X-COMB-1).
func (b *Battle) mayCombine(c *Attack, s *attackState) bool {
	ability := "combined-melee"
	if s.kind == ruling.Ranged {
		ability = "combined-ranged"
	}
	return b.combat && b.info[s.attacker.unit].profile.hasAbility(ability) && !c.Additional
}

// attack makes an attack: with the combat module it is rolled, otherwise the players state
// its result.
func (b *Battle) attack(t *rules.Turn, s *attackState) {
	if s.additional {
		t.Emit(FocusSpent{b.info[s.attacker.unit].id, ruling.Additional, 1, law{"WM-COMBAT-11"}})
	}
	switch {
	case s.spray:
		b.spray(t, s)
		return
	case b.combat:
		b.resolve(t, s)
		return
	}
	t.Emit(AttackRolled{
		Unit: b.id(s.attacker), Target: b.id(s.target), Weapon: s.name, Additional: s.additional, Charge: s.charge, law: law{s.rule},
	})
	t.Emit(Awaited{By: b.id(s.attacker), Target: b.id(s.target), law: law{"WM-COMBAT-17"}})
}

// playSettle applies the result of an attack as stated by the players.
func (b *Battle) playSettle(t *rules.Turn, c Settle) *rules.Fault {
	w := b.s.Pending
	if w.Power > 0 {
		return rules.Breaks("WM-X-AOE-1", "", "a blast is told by whom it reaches")
	}
	target := modelRef{w.At, w.On}
	t.Emit(Settled{})
	if c.Damage > 0 && !c.Destroyed {
		b.damageModel(t, target, w.By, 0, c.Damage, "WM-COMBAT-17")
	}
	if c.Destroyed && b.modelInPlay(target) {
		b.destroyModel(t, target, w.By)
	}
	if !b.endIfWon(t) && b.s.Acting != noUnit {
		b.afterMove(t, b.s.Acting)
	}
	return nil
}

package warcry

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/plane"
	"oriflamme/rules/warcry/ruling"
)

// An Ability is a faction ability of a pack. The program does not model one without an Effect:
// players carry it out by hand with a Manual command.
type Ability struct {
	ID        string     `json:"id" in:"1..64"`
	Name      rules.Text `json:"name" default:"{}"`
	Text      rules.Text `json:"text" default:"{}"`
	Warband   string     `json:"warband" in:"0..200" default:"\"\""` // the faction whose fighters may use it; "": any
	Cost      string     `json:"cost" in:"double|triple|quadruple"`
	Runemarks []string   `json:"runemarks" len:"0..10" each:"1..200" distinct:"true" default:"[]"` // a user needs all of them
	Effect    *Effect    `json:"effect" default:"null" null:"true"`
}

// An Effect is what a modelled faction ability does.
//
//	move, attacks-melee, attacks-ranged, strength, hit, crit
//	              the amount is added until the activation ends
//	heal          removes that much damage from the user
//	heal-friend   removes damage from a visible friend within reach
//	strike        allocates damage to a visible enemy within reach
//	bonus-move, bonus-attack, bonus-both
//	              grants the bonus actions, the move first
type Effect struct {
	Kind   string `json:"kind" in:"move|attacks-melee|attacks-ranged|strength|hit|crit|heal|heal-friend|strike|bonus-move|bonus-attack|bonus-both"`
	Amount int    `json:"amount" in:"0..20" default:"1"`
	Value  bool   `json:"value" default:"false"`         // the value of the ability is added to the amount
	Within int    `json:"within" in:"1..30" default:"6"` // reach in inches
}

// amount returns the amount of an effect for an ability value.
func (e *Effect) amount(value int) int {
	if e.Value {
		return e.Amount + value
	}
	return e.Amount
}

// effectBonus holds the bonus actions that effects grant, as bits.
var effectBonus = map[string]int{"bonus-move": bonusMove, "bonus-attack": bonusAttack, "bonus-both": bonusMove | bonusAttack}

// needsTarget reports whether the effect is on another fighter.
func (e *Effect) needsTarget() bool { return e.Kind == "strike" || e.Kind == "heal-friend" }

// allows reports whether a fighter may use the ability at all (WC-ABL-5, WC-R-20).
func (a *Ability) allows(c *fighterInfo) bool {
	if slices.Contains(c.profile.Abilities, a.ID) {
		return true
	}
	if a.Warband != "" && ruling.Kebab(a.Warband) != ruling.Kebab(c.profile.Warband) {
		return false
	}
	return ruling.HasRunemarks(c.profile.Runemarks, a.Runemarks)
}

// abilityBonus returns what the faction ability used in this activation adds to a characteristic.
func (b *Battle) abilityBonus(kind string) int {
	if b.s.Act.Effect == 0 {
		return 0
	}
	if e := b.field.Abilities[b.s.Act.Effect-1].Effect; e != nil && e.Kind == kind {
		return e.amount(b.s.Act.EffectOf)
	}
	return 0
}

// core returns the indexes in ruling.CoreAbilities of those that are not barred to a fighter now.
func (b *Battle) core(i int) []int {
	if b.monsterInPlay() {
		return b.info[i].openAbilities[1]
	}
	return b.info[i].openAbilities[0]
}

// mayUseAbility reports whether the player still has the dice for an ability of the acting
// fighter.
func (b *Battle) mayUseAbility(i int) bool {
	best := b.largestGroup(b.info[i].seat)
	if best < 2 {
		return false
	}
	for _, k := range b.core(i) {
		if a := &ruling.CoreAbilities[k]; a.Dice <= best && b.usefulWithoutActions(i, a.ID) {
			return true
		}
	}
	for _, k := range b.info[i].ownAbilities {
		if ruling.GroupDice[b.field.Abilities[k].Cost] <= best {
			return true
		}
	}
	return false
}

// usefulWithoutActions reports whether an ability can still have an effect: some have none once
// all actions are made.
func (b *Battle) usefulWithoutActions(i int, id string) bool {
	if b.s.Act.Actions > 0 || b.s.Act.Bonus > 0 {
		return true
	}
	switch id {
	case "rush", "onslaught", "aim-for-the-eyes", "monstrous-reach":
		return false
	case "respite":
		return b.s.Fighters[i].Damage > 0 && !b.isEngaged(i)
	}
	return true
}

// largestGroup returns the size of a player's largest group of ability dice.
func (b *Battle) largestGroup(seat rules.Seat) int {
	best := 0
	for _, n := range b.s.Sides[seat].Dice {
		best = max(best, n)
	}
	return best
}

// playAbility uses an ability (WC-ABL-1 to WC-ABL-14, WC-HUNT, WC-MABL).
func (b *Battle) playAbility(t *rules.Turn, c UseAbility, i int) *rules.Fault {
	u, j, fault := b.abilityOf(&c, i)
	if fault != nil {
		return fault
	}
	if fault := u.Check(); fault != nil {
		return fault
	}
	if faults := u.Faults(nil); len(faults) > 0 {
		rule := faults[0]
		if k := b.activationProgress(i); u.AbilityUsed {
			rule = k.AbilityFault(c.Ability)
		}
		return rules.Breaks(rule, "ability", "%s cannot be used", c.Ability)
	}
	own := b.ability(c.Ability)
	if own >= 0 && b.field.Abilities[own].Effect == nil {
		return rules.Breaks("WC-HOUSE-1", "ability", "%s is not modelled: carry it out by hand", c.Ability)
	}
	if c.Ability == "ferocious-demolition" && b.tableKnows() && t.Ask("WC-MABL-3", opponent(c.Seat), "agree", "agree", "refuse") == 1 {
		return nil
	}
	t.Emit(AbilityUsed{Fighter: b.id(i), Ability: c.Ability, Value: c.Value, Dice: u.Group.Dice, Target: b.id(j)})
	if own >= 0 {
		b.applyEffect(t, b.field.Abilities[own].Effect, c.Value, i, j)
		return nil
	}
	b.resolveCoreAbility(t, &c, u, i, j)
	return nil
}

// abilityOf returns the facts of the use of an ability and its target, or noUnit.
func (b *Battle) abilityOf(c *UseAbility, i int) (u ruling.AbilityUse, j int, fault *rules.Fault) {
	j = noUnit
	if _, core := ruling.AbilityRules[c.Ability]; core {
		u.Ability = c.Ability
	} else {
		k := b.ability(c.Ability)
		if k < 0 || !slices.Contains(b.info[i].ownAbilities, k) {
			return u, j, rules.Breaks("WC-ABL-5", "ability", "%q is no ability of this fighter", c.Ability)
		}
		u.Ability, u.Cost = "other", b.field.Abilities[k].Cost
	}
	if c.Value < 1 || c.Value > 6 {
		return u, j, rules.Faultf(rules.OutOfRange, "value", "no die shows %d", c.Value)
	}
	u.Fighter = ruling.AbilityUser{Runemarks: b.info[i].profile.Runemarks, Health: b.health(i)}
	u.AbilityUsed, u.MonsterInPlay = b.s.Act.Used, b.monsterInPlay()
	u.Group = ruling.AbilityDice{Value: c.Value, Dice: b.s.Sides[b.info[i].seat].Dice[c.Value]}
	if b.board {
		u.Fighter.EnemiesWithin1 = b.enemiesWithin1(i)
		if f := equalFact("enemies_within_1", "WC-ABL-12", c.EnemiesWithin1, u.Fighter.EnemiesWithin1); f != nil {
			return u, j, f
		}
	} else {
		u.Fighter.EnemiesWithin1 = valueOr(c.EnemiesWithin1, 0)
		if b.keepsFacts() {
			u.Fighter.EnemiesWithin1 = b.contacts(i)
			if f := equalFact("enemies_within_1", "WC-ABL-12", c.EnemiesWithin1, u.Fighter.EnemiesWithin1); f != nil {
				return u, j, tableSays(f)
			}
		}
	}
	if c.Target != "" {
		if j, fault = b.abilityTarget(c, &u, i); fault != nil {
			return u, j, fault
		}
	}
	if fault := b.ownCondition(c, u.Target); fault != nil {
		return u, j, fault
	}
	if c.Ability == "ferocious-demolition" {
		return u, j, b.demolitionOf(c, &u, i)
	}
	return u, j, nil
}

// abilityTarget finds the target of an ability and adds its facts to u.
func (b *Battle) abilityTarget(c *UseAbility, u *ruling.AbilityUse, i int) (int, *rules.Fault) {
	j := b.find(c.Target)
	if j < 0 || j == i || !b.inPlay(j) {
		return noUnit, rules.Faultf(rules.OutOfRange, "target", "%q is no other fighter in play", c.Target)
	}
	w := &b.s.Fighters[j]
	t := &ruling.AbilityTarget{
		Friendly: b.info[i].seat == b.info[j].seat, Monster: b.info[j].monster, Visible: valueOr(c.Visible, true),
		Distance: valueOr(c.Distance, rules.One), Activated: w.Activated || b.info[j].monster && !b.mayBeActivated(j),
		Reactions: w.Reactions, Movement: b.movement(j), Ropes: min(60, w.Ropes), FreeSpot: valueOr(c.FreeSpot, true),
		Wounds: b.info[j].profile.Wounds, Allocated: w.Damage,
	}
	u.Target = t
	if b.tableKnows() {
		return j, b.knownTarget(c, t, i, j)
	}
	if !b.board {
		return j, nil
	}
	t.Distance = measuredDec(b.distance(i, j))
	if c.Visible != nil || c.Ability != "inspiring-presence" && c.Ability != "ropes" { // these need no line of sight
		t.Visible = b.sees(i, j)
	}
	if f := rules.FirstFault(lengthFact("distance", "WC-GEN-2", c.Distance, t.Distance), equalFact("visible", "WC-VIS-1", c.Visible, t.Visible)); f != nil {
		return j, f
	}
	if c.Ability == "grab-and-maul" {
		t.FreeSpot = c.At != nil && b.mayPlaceGrabbed(i, j, *c.At)
	}
	return j, nil
}

// mayPlaceGrabbed reports whether a grabbed fighter may be placed at a point (WC-MABL-2, A-50).
func (b *Battle) mayPlaceGrabbed(i, j int, at Point) bool {
	return plane.Within(b.s.Fighters[i].base, b.baseAt(j, at), plane.One) && b.mayStand(j, at)
}

// ownCondition returns a fault for a target that a modelled faction ability does not allow.
func (b *Battle) ownCondition(c *UseAbility, t *ruling.AbilityTarget) *rules.Fault {
	k := b.ability(c.Ability)
	if k < 0 || b.field.Abilities[k].Effect == nil || !b.field.Abilities[k].Effect.needsTarget() {
		return nil
	}
	e := b.field.Abilities[k].Effect
	if t == nil {
		return rules.Faultf(rules.MissingField, "target", "is needed for %s", c.Ability)
	}
	if !t.Visible || t.Distance > rules.Dec(e.Within)*rules.One || t.Friendly != (e.Kind == "heal-friend") {
		return rules.Breaks("WC-ABL-2", "target", "must be a visible fighter of the right side within %d inches", e.Within)
	}
	return nil
}

// applyEffect carries out the part of a faction ability that happens at once.
func (b *Battle) applyEffect(t *rules.Turn, e *Effect, value, i, j int) {
	amount := e.amount(value)
	switch e.Kind {
	case "heal":
		b.heal(t, i, amount)
	case "heal-friend":
		b.heal(t, j, amount)
	case "strike":
		b.allocateDamage(t, j, amount, i, "ability")
	}
}

// heal removes allocated damage from a fighter (WC-ABL-12).
func (b *Battle) heal(t *rules.Turn, i, amount int) {
	h := b.health(i)
	if removed := h.Heal(amount); removed > 0 {
		t.Emit(Healed{Fighter: b.id(i), Amount: removed})
	}
}

// resolveCoreAbility carries out an ability of the core rules.
func (b *Battle) resolveCoreAbility(t *rules.Turn, c *UseAbility, u ruling.AbilityUse, i, j int) {
	switch c.Ability {
	case "ferocious-demolition":
		b.demolish(t, c, u, i)
		return
	case "grab-and-maul":
		at := b.s.Fighters[j].At
		if c.At != nil {
			at = *c.At
		}
		e := Placed{Fighter: b.id(j), At: at}
		if b.tableKnows() {
			e.Near = []string{b.id(i)}
		}
		t.Emit(e)
	}
	r := ruling.ResolveAbility(t.Roller, u)
	switch c.Ability {
	case "respite":
		b.heal(t, i, u.Fighter.Allocated-r.AllocatedAfter)
	case "inspiring-presence":
		t.Emit(Inspired{Fighter: b.id(j)})
	case "ropes":
		if *r.Successes > 0 {
			t.Emit(Hampered{Fighter: b.id(j), Effect: "ropes", Amount: *r.Successes, By: b.id(i)})
		}
	case "taunt":
		if r.Taunted {
			t.Emit(Hampered{Fighter: b.id(j), Effect: "taunt", Amount: *r.Successes, By: b.id(i)})
		}
	case "grab-and-maul":
		if r.Damage > 0 {
			b.allocateDamage(t, j, r.Damage, i, "ability")
		}
	}
}

// byHand returns the acting fighter, or noUnit, and a fault when it cannot use an ability by hand with
// the dice of a score; "" is no ability.
func (b *Battle) byHand(seat rules.Seat, ability string, value int) (user int, fault *rules.Fault) {
	user = b.s.Acting
	if ability == "" {
		return user, nil
	}
	k := b.ability(ability)
	switch {
	case user < 0 || b.info[user].seat != seat || k < 0 || !slices.Contains(b.info[user].ownAbilities, k):
		return user, rules.Breaks("WC-ABL-5", "ability", "%q is no ability of the acting fighter", ability)
	case b.s.Act.Used:
		return user, rules.Breaks("WC-ABL-1", "ability", "an ability was used in this activation")
	case value < 1 || value > 6 || b.s.Sides[seat].Dice[value] < ruling.GroupDice[b.field.Abilities[k].Cost]:
		return user, rules.Breaks("WC-ABL-3", "value", "there are not enough dice of that score")
	}
	return user, nil
}

// playManual carries out what players did by hand, if the opponent agrees.
func (b *Battle) playManual(t *rules.Turn, c Manual) *rules.Fault {
	i := b.find(c.Fighter)
	if i < 0 || !b.inPlay(i) {
		return rules.Faultf(rules.OutOfRange, "fighter", "%q is no fighter in play", c.Fighter)
	}
	user, fault := b.byHand(c.Seat, c.Ability, c.Value)
	if fault != nil {
		return fault
	}
	if c.To != nil && b.board && !b.mayStand(i, *c.To) {
		return rules.Breaks("WC-MOVE-15", "to", "there is no room")
	}
	if t.Ask("WC-HOUSE-1", opponent(c.Seat), "agree", "agree", "refuse") == 1 {
		return nil
	}
	if c.Ability != "" {
		t.Emit(AbilityUsed{Fighter: b.id(user), Ability: c.Ability, Value: c.Value, Dice: b.s.Sides[c.Seat].Dice[c.Value], Target: c.Fighter})
	}
	t.Emit(HandPlayed{Seat: c.Seat, Fighter: c.Fighter, To: c.To, Note: c.Note})
	b.heal(t, i, c.Heal)
	if c.Damage > 0 {
		b.allocateDamage(t, i, c.Damage, user, "ability")
	}
	if user >= 0 && b.s.Acting == user && !b.inPlay(user) {
		b.endActivation(t, user)
	}
	return nil
}

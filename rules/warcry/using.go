package warcry

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/plane"
)

// An Ability is a faction ability of a pack. Without an Effect it is not
// modelled: players carry it out by hand and log it with a Manual command.
type Ability struct {
	ID        string     `json:"id" in:"1..64"`
	Name      rules.Text `json:"name" default:"{}"`
	Text      rules.Text `json:"text" default:"{}"`
	Warband   string     `json:"warband" in:"0..200" default:"\"\""` // faction whose fighters may use it; "": any
	Cost      string     `json:"cost" in:"double|triple|quadruple"`
	Runemarks []string   `json:"runemarks" len:"0..10" each:"1..200" distinct:"true" default:"[]"` // all are needed
	Effect    *Effect    `json:"effect" default:"null" null:"true"`
}

// An Effect is what a modelled faction ability does.
//
//	move, attacks-melee, attacks-ranged, strength, hit, crit
//	              the amount is added until the activation ends
//	heal          removes that much damage from the user
//	heal-friend   removes it from a visible friend within reach
//	strike        allocates it to a visible enemy within reach
//	bonus-move, bonus-attack, bonus-both
//	              grants the bonus actions, the move first
type Effect struct {
	Kind   string `json:"kind" in:"move|attacks-melee|attacks-ranged|strength|hit|crit|heal|heal-friend|strike|bonus-move|bonus-attack|bonus-both"`
	Amount int    `json:"amount" in:"0..20" default:"1"`
	Value  bool   `json:"value" default:"false"`         // the value of the ability is added to the amount
	Within int    `json:"within" in:"1..30" default:"6"` // reach in inches
}

// amount is what an effect amounts to when paid with dice of a value.
func (e *Effect) amount(value int) int {
	if e.Value {
		return e.Amount + value
	}
	return e.Amount
}

// bonus is the bonus actions that an effect grants.
func (e *Effect) bonus() int {
	switch e.Kind {
	case "bonus-move":
		return bonusMove
	case "bonus-attack":
		return bonusAttack
	case "bonus-both":
		return bonusMove | bonusAttack
	}
	return 0
}

// needsTarget holds for effects on another fighter.
func (e *Effect) needsTarget() bool { return e.Kind == "strike" || e.Kind == "heal-friend" }

// allows tells whether a fighter may ever use the ability (WC-ABL-5, WC-R-20).
func (a *Ability) allows(c *card) bool {
	if slices.Contains(c.p.Abilities, a.ID) {
		return true
	}
	if a.Warband != "" && kebab(a.Warband) != kebab(c.p.Warband) {
		return false
	}
	for _, m := range a.Runemarks {
		if !has(c.p.Runemarks, m) {
			return false
		}
	}
	return true
}

// inForce is what the faction ability used in this activation adds to a figure.
func (b *Battle) inForce(kind string) int {
	if b.s.Act.Effect == 0 {
		return 0
	}
	if e := b.field.Abilities[b.s.Act.Effect-1].Effect; e != nil && e.Kind == kind {
		return e.amount(b.s.Act.EffectOf)
	}
	return 0
}

// coreAbilities are the abilities of the core rules, in the order of the book.
var coreAbilities = [11]string{
	"rush", "onslaught", "respite", "inspiring-presence", "rampage", "ropes", "aim-for-the-eyes", "taunt",
	"monstrous-reach", "grab-and-maul", "ferocious-demolition",
}

// coreCost is how many equal dice each of coreAbilities needs.
var coreCost = func() (cost [11]int) {
	for k, id := range coreAbilities {
		cost[k] = abilityRules[id].dice
	}
	return cost
}()

// coreTargets tells which of coreAbilities choose a fighter.
var coreTargets = func() (target [11]bool) {
	for k, id := range coreAbilities {
		target[k] = abilityRules[id].needsTarget
	}
	return target
}()

// core lists the abilities of the core rules that are open to a fighter now.
func (b *Battle) core(i int) []int {
	if b.monsterInPlay() {
		return b.cards[i].core[1]
	}
	return b.cards[i].core[0]
}

// mayUseAbility tells whether the acting fighter could pay for any ability yet.
func (b *Battle) mayUseAbility(i int) bool {
	best := b.bestGroup(b.cards[i].seat)
	if best < 2 {
		return false
	}
	for _, k := range b.core(i) {
		if coreCost[k] <= best && b.worthAfter(i, coreAbilities[k]) {
			return true
		}
	}
	for _, k := range b.cards[i].own {
		if diceOf[b.field.Abilities[k].Cost] <= best {
			return true
		}
	}
	return false
}

// worthAfter leaves out abilities that can do nothing once all actions are made.
func (b *Battle) worthAfter(i int, id string) bool {
	if b.s.Act.Actions > 0 || b.s.Act.Bonus > 0 {
		return true
	}
	switch id {
	case "rush", "onslaught", "aim-for-the-eyes", "monstrous-reach":
		return false
	case "respite":
		return b.s.Warriors[i].Damage > 0 && (!b.board || !b.engaged(i))
	}
	return true
}

// bestGroup is the size of the largest group of ability dice of a player.
func (b *Battle) bestGroup(seat rules.Seat) int {
	best := 0
	for _, n := range b.s.Camps[seat].Dice {
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
	if fault := u.check(); fault != nil {
		return fault
	}
	if faults := u.faults(nil); len(faults) > 0 {
		rule := faults[0]
		if k := b.conduct(i); u.AbilityUsed {
			rule = k.abilityFault(c.Ability)
		}
		return rules.Breaks(rule, "ability", "%s cannot be used", c.Ability)
	}
	own := b.ability(c.Ability)
	if own >= 0 && b.field.Abilities[own].Effect == nil {
		return rules.Breaks("WC-HOUSE-1", "ability", "%s is not modelled: carry it out by hand", c.Ability)
	}
	t.Emit(AbilityUsed{Fighter: b.id(i), Ability: c.Ability, Value: c.Value, Dice: u.Group.Dice, Target: b.id(j)})
	if own >= 0 {
		b.carryOut(t, b.field.Abilities[own].Effect, c.Value, i, j)
		return nil
	}
	b.settleAbility(t, &c, u, i, j)
	return nil
}

// abilityOf gathers the facts of the use of an ability.
func (b *Battle) abilityOf(c *UseAbility, i int) (u abilityUse, j int, fault *rules.Fault) {
	j = none
	if _, core := abilityRules[c.Ability]; core {
		u.Ability = c.Ability
	} else {
		k := b.ability(c.Ability)
		if k < 0 || !slices.Contains(b.cards[i].own, k) {
			return u, j, rules.Breaks("WC-ABL-5", "ability", "%q is no ability of this fighter", c.Ability)
		}
		u.Ability, u.Cost = "other", b.field.Abilities[k].Cost
	}
	if c.Value < 1 || c.Value > 6 {
		return u, j, rules.Faultf(rules.OutOfRange, "value", "no die shows %d", c.Value)
	}
	u.Fighter = abilityUser{Runemarks: b.cards[i].p.Runemarks, Health: b.health(i)}
	u.AbilityUsed, u.MonsterInPlay = b.s.Act.Used, b.monsterInPlay()
	u.Group = abilityDice{Value: c.Value, Dice: b.s.Camps[b.cards[i].seat].Dice[c.Value]}
	if b.board {
		u.Fighter.EnemiesWithin1 = b.pressed(i)
		if f := countFact("enemies_within_1", "WC-ABL-12", c.EnemiesWithin1, u.Fighter.EnemiesWithin1); f != nil {
			return u, j, f
		}
	} else if c.EnemiesWithin1 != nil {
		u.Fighter.EnemiesWithin1 = *c.EnemiesWithin1
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

// abilityTarget gathers the facts of the fighter that an ability chooses.
func (b *Battle) abilityTarget(c *UseAbility, u *abilityUse, i int) (int, *rules.Fault) {
	j := b.find(c.Target)
	if j < 0 || j == i || !b.inPlay(j) {
		return none, rules.Faultf(rules.OutOfRange, "target", "%q is no other fighter in play", c.Target)
	}
	w := &b.s.Warriors[j]
	t := &abilityTarget{
		Friendly: b.cards[i].seat == b.cards[j].seat, Monster: b.cards[j].monster, Visible: orBool(c.Visible, true),
		Distance: orDec(c.Distance, rules.One), Activated: w.Activated || b.cards[j].monster && !b.mayBeActivated(j),
		Reactions: w.Reactions, Movement: b.movement(j), Ropes: min(60, w.Ropes), FreeSpot: orBool(c.FreeSpot, true),
		Wounds: b.cards[j].p.Wounds, Allocated: w.Damage,
	}
	u.Target = t
	if !b.board {
		return j, nil
	}
	t.Distance = measured(b.distance(i, j))
	if c.Visible != nil || c.Ability != "inspiring-presence" && c.Ability != "ropes" { // these need no line of sight
		t.Visible = b.sees(i, j)
	}
	if f := first(lengthFact("distance", "WC-GEN-2", c.Distance, t.Distance), truthFact("visible", "WC-VIS-1", c.Visible, t.Visible)); f != nil {
		return j, f
	}
	if c.Ability == "grab-and-maul" {
		t.FreeSpot = c.At != nil && b.grabRoom(i, j, *c.At)
	}
	return j, nil
}

// grabRoom tells whether a grabbed fighter may be put there (WC-MABL-2, A-50).
func (b *Battle) grabRoom(i, j int, at Point) bool {
	return plane.Within(b.s.Warriors[i].base, b.baseAt(j, at), plane.One) && b.free(j, at)
}

// ownCondition checks the target of a modelled faction ability.
func (b *Battle) ownCondition(c *UseAbility, t *abilityTarget) *rules.Fault {
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

// carryOut applies the instant part of a faction ability.
func (b *Battle) carryOut(t *rules.Turn, e *Effect, value, i, j int) {
	amount := e.amount(value)
	switch e.Kind {
	case "heal":
		b.healBy(t, i, amount)
	case "heal-friend":
		b.healBy(t, j, amount)
	case "strike":
		b.hurt(t, j, amount, i, "ability")
	}
}

// healBy removes allocated damage (WC-ABL-12).
func (b *Battle) healBy(t *rules.Turn, i, amount int) {
	h := b.health(i)
	if removed := h.heal(amount); removed > 0 {
		t.Emit(Healed{Fighter: b.id(i), Amount: removed})
	}
}

// settleAbility carries out an ability of the core rules.
func (b *Battle) settleAbility(t *rules.Turn, c *UseAbility, u abilityUse, i, j int) {
	switch c.Ability {
	case "ferocious-demolition":
		b.demolish(t, c, u, i)
		return
	case "grab-and-maul":
		at := b.s.Warriors[j].At
		if c.At != nil {
			at = *c.At
		}
		t.Emit(Placed{Fighter: b.id(j), At: at})
	}
	r := useAbility(t.Cup, u)
	switch c.Ability {
	case "respite":
		b.healBy(t, i, u.Fighter.Allocated-r.AllocatedAfter)
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
			b.hurt(t, j, r.Damage, i, "ability")
		}
	}
}

// playManual logs what players did by hand, once the opponent agrees.
func (b *Battle) playManual(t *rules.Turn, c Manual) *rules.Fault {
	i := b.find(c.Fighter)
	if i < 0 || !b.inPlay(i) {
		return rules.Faultf(rules.OutOfRange, "fighter", "%q is no fighter in play", c.Fighter)
	}
	user := b.s.Acting
	if c.Ability != "" {
		k := b.ability(c.Ability)
		switch {
		case user < 0 || b.cards[user].seat != c.Seat || k < 0 || !slices.Contains(b.cards[user].own, k):
			return rules.Breaks("WC-ABL-5", "ability", "%q is no ability of the acting fighter", c.Ability)
		case b.s.Act.Used:
			return rules.Breaks("WC-ABL-1", "ability", "an ability was used in this activation")
		case c.Value < 1 || c.Value > 6 || b.s.Camps[c.Seat].Dice[c.Value] < diceOf[b.field.Abilities[k].Cost]:
			return rules.Breaks("WC-ABL-3", "value", "there are not enough dice of that score")
		}
	}
	if c.To != nil && b.board && !b.free(i, *c.To) {
		return rules.Breaks("WC-MOVE-15", "to", "there is no room")
	}
	if t.Ask("WC-HOUSE-1", other(c.Seat), "agree", "agree", "refuse") == 1 {
		return nil
	}
	if c.Ability != "" {
		t.Emit(AbilityUsed{Fighter: b.id(user), Ability: c.Ability, Value: c.Value, Dice: b.s.Camps[c.Seat].Dice[c.Value], Target: c.Fighter})
	}
	t.Emit(HandPlayed{Seat: c.Seat, Fighter: c.Fighter, To: c.To, Note: c.Note})
	b.healBy(t, i, c.Heal)
	if c.Damage > 0 {
		b.hurt(t, i, c.Damage, user, "ability")
	}
	if user >= 0 && b.s.Acting == user && !b.inPlay(user) {
		b.endActivation(t, user)
	}
	return nil
}

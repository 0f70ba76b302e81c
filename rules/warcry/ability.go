package warcry

import "oriflamme/rules"

// abilityUse is the use of an ability with the group of dice that pays for it.
type abilityUse struct {
	Ability         string         `json:"ability" in:"rush|onslaught|respite|inspiring-presence|rampage|ropes|aim-for-the-eyes|taunt|monstrous-reach|grab-and-maul|ferocious-demolition|other"`
	Cost            string         `json:"cost" in:"double|triple|quadruple" default:"null" null:"true"`            // for "other"
	RunemarksNeeded []string       `json:"runemarks_needed" len:"0..10" each:"1..200" distinct:"true" default:"[]"` // for "other"
	Fighter         abilityUser    `json:"fighter"`
	AbilityUsed     bool           `json:"ability_used" default:"false"` // in this activation
	DuringAction    bool           `json:"during_action" default:"false"`
	Group           abilityDice    `json:"group"`
	MonsterInPlay   bool           `json:"monster_in_play" default:"false"`
	Target          *abilityTarget `json:"target" default:"null" null:"true"`
	TerrainDistance *rules.Dec     `json:"terrain_distance" in:"0..1000" digits:"3" default:"null" null:"true"`
	Moved           []shaken       `json:"moved" len:"0..15" distinct:"id" default:"[]"`
}

// abilityUser is the fighter that uses an ability.
type abilityUser struct {
	Runemarks      []string `json:"runemarks" len:"0..10" each:"1..200" distinct:"true" default:"[]"`
	EnemiesWithin1 int      `json:"enemies_within_1" in:"0..30" default:"0"`
	Health
}

// abilityDice is the group that is spent, as a whole (WC-ABL-3).
type abilityDice struct {
	Value int `json:"value" in:"1..6"`
	Dice  int `json:"dice" in:"1..7"`
}

// abilityTarget is the fighter that an ability chooses.
type abilityTarget struct {
	Friendly  bool      `json:"friendly" default:"false"`
	Monster   bool      `json:"monster" default:"false"`
	Visible   bool      `json:"visible" default:"true"`
	Distance  rules.Dec `json:"distance" in:"0..1000" digits:"3"`
	Activated bool      `json:"activated" default:"false"`
	Reactions int       `json:"reactions" in:"0..2" default:"0"`
	Movement  int       `json:"movement" in:"0..30" default:"0"`
	Ropes     int       `json:"ropes" in:"0..60" default:"0"`
	FreeSpot  bool      `json:"free_spot" default:"true"`
	Wounds    int       `json:"wounds" in:"1..300" default:"1"`
	Allocated int       `json:"allocated" in:"0..299" default:"0"`
}

// shaken is what is moved off a terrain feature that a monster demolishes (WC-MABL-3).
type shaken struct {
	Kind      string `json:"kind" in:"fighter|objective|treasure"`
	ID        string `json:"id" in:"1..200"`
	Wounds    int    `json:"wounds" in:"1..300" default:"1"`
	Allocated int    `json:"allocated" in:"0..299" default:"0"`
}

type abilityResult struct {
	Usable               bool         `json:"usable"`
	Faults               []string     `json:"faults"`
	Value                *int         `json:"value"`
	DiceDiscarded        int          `json:"dice_discarded"`
	Successes            *int         `json:"successes"`
	MoveBonus            int          `json:"move_bonus"`
	MeleeAttacksBonus    int          `json:"melee_attacks_bonus"`
	BonusActions         []string     `json:"bonus_actions"`
	AllocatedAfter       int          `json:"allocated_after"`
	TargetMayActivate    bool         `json:"target_may_activate"`
	TargetMovementAfter  *int         `json:"target_movement_after"`
	Taunted              bool         `json:"taunted"`
	Pending              bool         `json:"pending"`
	IgnoresVerticalRange bool         `json:"ignores_vertical_range"`
	Damage               int          `json:"damage"`
	TargetAllocatedAfter *int         `json:"target_allocated_after"`
	TakenDown            []string     `json:"taken_down"`
	Moved                []movedAside `json:"moved"`
}

// movedAside is what became of something moved off a terrain feature.
type movedAside struct {
	ID             string `json:"id"`
	Damage         int    `json:"damage"`
	AllocatedAfter *int   `json:"allocated_after"` // nil for a marker
	TakenDown      bool   `json:"taken_down"`
}

// abilityRule is what the book prints about an ability of the core rules.
type abilityRule struct {
	dice        int    // of one score, at least (WC-ABL-3)
	class       string // universal, hunting, monster; "" for other abilities
	rule        string // of its own condition
	needsTarget bool
}

const (
	universal = "universal" // WC-ABL-10 to WC-ABL-14
	hunting   = "hunting"   // WC-HUNT-1 to WC-HUNT-3
	monstrous = "monster"   // WC-MABL-1 to WC-MABL-3
)

var abilityRules = map[string]abilityRule{
	"rush":                 {2, universal, "WC-ABL-10", false},
	"onslaught":            {2, universal, "WC-ABL-11", false},
	"respite":              {3, universal, "WC-ABL-12", false},
	"inspiring-presence":   {3, universal, "WC-ABL-13", true},
	"rampage":              {4, universal, "WC-ABL-14", false},
	"ropes":                {2, hunting, "WC-HUNT-1", true},
	"aim-for-the-eyes":     {3, hunting, "WC-HUNT-2", false},
	"taunt":                {4, hunting, "WC-HUNT-3", true},
	"monstrous-reach":      {2, monstrous, "WC-MABL-1", false},
	"grab-and-maul":        {3, monstrous, "WC-MABL-2", true},
	"ferocious-demolition": {4, monstrous, "WC-MABL-3", false},
}

// diceOf is how many equal dice a kind of group has at least (WC-INIT-3).
var diceOf = map[string]int{"double": 2, "triple": 3, "quadruple": 4}

// barredAbility returns the rule that keeps a fighter from a class of abilities, or "":
// monsters have their own, and monsters and beasts do not hunt monsters, nor is
// there anything to hunt without one (WC-MON-8, WC-MON-9, ruling A-47).
func barredAbility(ability string, runemarks []string, monsterInPlay bool) string {
	monster := has(runemarks, "monster")
	switch abilityRules[ability].class {
	case universal:
		if monster {
			return "WC-MON-8"
		}
	case monstrous:
		if !monster {
			return "WC-MON-8"
		}
	case hunting:
		if monster || has(runemarks, "beast") || !monsterInPlay {
			return "WC-MON-9"
		}
	}
	return ""
}

// forbidden tells whether any rule forbids the use.
func (u *abilityUse) forbidden() bool {
	var room [5]string
	return len(u.faults(room[:0])) > 0
}

var onlyHeroes = []string{"hero"}

// faults appends the rules that forbid the use (WC-ABL-1 to WC-ABL-14).
func (u *abilityUse) faults(faults []string) []string {
	broken := func(is bool, rule string) {
		if is {
			faults = append(faults, rule)
		}
	}
	rule := abilityRules[u.Ability]
	needed, cost := []string(nil), rule.dice
	switch u.Ability {
	case "inspiring-presence":
		needed = onlyHeroes
	case "other":
		needed, cost = u.RunemarksNeeded, diceOf[u.Cost]
	}
	broken(u.AbilityUsed || u.DuringAction, "WC-ABL-1")
	broken(u.Group.Dice < cost, "WC-ABL-3")
	for _, mark := range needed {
		if !has(u.Fighter.Runemarks, mark) {
			broken(true, "WC-ABL-5")
			break
		}
	}
	if barred := barredAbility(u.Ability, u.Fighter.Runemarks, u.MonsterInPlay); barred != "" {
		broken(true, barred)
	}
	broken(!u.condition(), rule.rule)
	return faults
}

// condition tells whether the ability's own condition holds.
func (u *abilityUse) condition() bool {
	const near, far = rules.One, 6 * rules.One
	t := u.Target
	switch u.Ability {
	case "respite":
		return u.Fighter.EnemiesWithin1 == 0
	case "inspiring-presence":
		return t.Friendly && t.Distance <= far && !t.Activated && t.Reactions < mostReactions
	case "ropes":
		return !t.Friendly && t.Monster && t.Distance <= near
	case "taunt":
		return !t.Friendly && t.Monster && t.Visible && t.Distance <= far
	case "grab-and-maul":
		return !t.Friendly && t.Visible && t.Distance <= far && t.FreeSpot
	case "ferocious-demolition":
		return *u.TerrainDistance <= near
	}
	return true
}

// successes throws as many dice as the value of an ability; 4 or more succeeds.
func successes(c *rules.Cup, ability string, value int) int {
	return c.Count(ability, value, 6, 4)[1]
}

// useAbility settles the use of an ability; with a fault nothing happens.
func useAbility(c *rules.Cup, u abilityUse) abilityResult {
	r := abilityResult{Faults: u.faults(nil), AllocatedAfter: u.Fighter.Allocated}
	r.Usable = len(r.Faults) == 0
	if !r.Usable {
		return r
	}
	value := u.Group.Value
	r.Value, r.DiceDiscarded = &value, u.Group.Dice
	switch u.Ability {
	case "rush":
		r.MoveBonus = 1
	case "onslaught":
		r.MeleeAttacksBonus = 1
	case "respite":
		h := u.Fighter.Health
		h.heal(value)
		r.AllocatedAfter = h.Allocated
	case "inspiring-presence":
		r.TargetMayActivate = true
	case "rampage":
		r.BonusActions = []string{"move", "attack"}
	case "aim-for-the-eyes":
		r.Pending = true
	case "monstrous-reach":
		r.IgnoresVerticalRange = true
	case "ferocious-demolition":
		r.demolish(c, u.Moved)
	case "ropes", "taunt", "grab-and-maul":
		n := successes(c, u.Ability, value)
		r.Successes = &n
		r.hamper(u, n)
	}
	return r
}

// hamper applies the successes of Ropes, Taunt, and Grab and Maul to the target.
func (r *abilityResult) hamper(u abilityUse, successes int) {
	switch u.Ability {
	case "ropes":
		after := lowered(u.Target.Movement, u.Target.Ropes+successes, 3)
		r.TargetMovementAfter = &after
	case "taunt":
		r.Taunted = successes > 0
	case "grab-and-maul":
		h := Health{u.Target.Wounds, u.Target.Allocated}
		r.Damage = h.suffer(3 * successes)
		r.TargetAllocatedAfter = &h.Allocated
		if h.takenDown() {
			r.TakenDown = []string{"target"}
		}
	}
}

// demolish moves everything off the terrain feature; each fighter suffers impact damage (WC-MABL-3).
func (r *abilityResult) demolish(c *rules.Cup, moved []shaken) {
	var fighters []sufferer
	for _, m := range moved {
		if m.Kind == "fighter" {
			fighters = append(fighters, sufferer{m.ID, Health{m.Wounds, m.Allocated}})
		}
	}
	wounds := sufferHazard(c, impact, fighters, c.Matters("moved"))
	for _, m := range moved {
		aside := movedAside{ID: m.ID}
		if m.Kind == "fighter" {
			w := wounds[0]
			wounds = wounds[1:]
			aside.Damage, aside.AllocatedAfter, aside.TakenDown = w.Damage, &w.AllocatedAfter, w.TakenDown
			r.Damage += w.Damage
			if w.TakenDown {
				r.TakenDown = append(r.TakenDown, m.ID)
			}
		}
		r.Moved = append(r.Moved, aside)
	}
}

// check refuses a use that lacks a fact.
func (u abilityUse) check() *rules.Fault {
	if fault := u.Fighter.check("fighter"); fault != nil {
		return fault
	}
	if u.Ability == "other" && u.Cost == "" {
		return rules.Faultf(rules.MissingField, "cost", "is needed for another ability")
	}
	if abilityRules[u.Ability].needsTarget && u.Target == nil {
		return rules.Faultf(rules.MissingField, "target", "is needed for %s", u.Ability)
	}
	if t := u.Target; t != nil {
		if fault := (Health{t.Wounds, t.Allocated}).check("target"); fault != nil {
			return fault
		}
	}
	if u.Ability == "ferocious-demolition" && u.TerrainDistance == nil {
		return rules.Faultf(rules.MissingField, "terrain_distance", "is needed for %s", u.Ability)
	}
	for i, m := range u.Moved {
		if fault := (Health{m.Wounds, m.Allocated}).check(rules.At("moved", i)); fault != nil {
			return fault
		}
	}
	return nil
}

var useAbilityRuling = fieldByField(ruling("use-ability",
	"WC-ABL-1 WC-ABL-2 WC-ABL-3 WC-ABL-4 WC-ABL-5 WC-ABL-6 WC-ABL-10 WC-ABL-11 WC-ABL-12 WC-ABL-13 WC-ABL-14 WC-HUNT-1 WC-HUNT-2 "+
		"WC-HUNT-3 WC-MABL-1 WC-MABL-2 WC-MABL-3 WC-MON-8 WC-MON-9 WC-IMP-1 WC-DMG-2 WC-DMG-4",
	"successes damage", abilityUse.check, useAbility))

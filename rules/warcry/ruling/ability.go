package ruling

import (
	"oriflamme/rules"
)

// AbilityUse is the use of an ability and the group of ability dice spent on it.
type AbilityUse struct {
	Ability         string         `json:"ability" in:"rush|onslaught|respite|inspiring-presence|rampage|ropes|aim-for-the-eyes|taunt|monstrous-reach|grab-and-maul|ferocious-demolition|other"`
	Cost            string         `json:"cost" in:"double|triple|quadruple" default:"null" null:"true"`            // for "other"
	RunemarksNeeded []string       `json:"runemarks_needed" len:"0..10" each:"1..200" distinct:"true" default:"[]"` // for "other"
	Fighter         AbilityUser    `json:"fighter"`
	AbilityUsed     bool           `json:"ability_used" default:"false"` // in this activation
	DuringAction    bool           `json:"during_action" default:"false"`
	Group           AbilityDice    `json:"group"`
	MonsterInPlay   bool           `json:"monster_in_play" default:"false"`
	Target          *AbilityTarget `json:"target" default:"null" null:"true"`
	TerrainDistance *rules.Dec     `json:"terrain_distance" in:"0..1000" digits:"3" default:"null" null:"true"`
	Moved           []Displaced    `json:"moved" len:"0..15" distinct:"id" default:"[]"`
}

// AbilityUser is the fighter that uses an ability.
type AbilityUser struct {
	Runemarks      []string `json:"runemarks" len:"0..10" each:"1..200" distinct:"true" default:"[]"`
	EnemiesWithin1 int      `json:"enemies_within_1" in:"0..30" default:"0"`
	Health
}

// AbilityDice is the group of dice that is spent; the whole group is spent (WC-ABL-3).
type AbilityDice struct {
	Value int `json:"value" in:"1..6"`
	Dice  int `json:"dice" in:"1..7"`
}

// AbilityTarget is the fighter that an ability targets.
type AbilityTarget struct {
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

// Displaced is a fighter or marker on a terrain feature that a monster demolishes (WC-MABL-3).
type Displaced struct {
	Kind      string `json:"kind" in:"fighter|objective|treasure"`
	ID        string `json:"id" in:"1..200"`
	Wounds    int    `json:"wounds" in:"1..300" default:"1"`
	Allocated int    `json:"allocated" in:"0..299" default:"0"`
}

// AbilityResult is what an ability does, or the rules that forbid its use.
type AbilityResult struct {
	Usable               bool              `json:"usable"`
	Faults               []string          `json:"faults"`
	Value                *int              `json:"value"`
	DiceDiscarded        int               `json:"dice_discarded"`
	Successes            *int              `json:"successes"`
	MoveBonus            int               `json:"move_bonus"`
	MeleeAttacksBonus    int               `json:"melee_attacks_bonus"`
	BonusActions         []string          `json:"bonus_actions"`
	AllocatedAfter       int               `json:"allocated_after"`
	TargetMayActivate    bool              `json:"target_may_activate"`
	TargetMovementAfter  *int              `json:"target_movement_after"`
	Taunted              bool              `json:"taunted"`
	Pending              bool              `json:"pending"`
	IgnoresVerticalRange bool              `json:"ignores_vertical_range"`
	Damage               int               `json:"damage"`
	TargetAllocatedAfter *int              `json:"target_allocated_after"`
	TakenDown            []string          `json:"taken_down"`
	Moved                []displacedResult `json:"moved"`
}

// displacedResult says what happened to a fighter or marker on a demolished feature.
type displacedResult struct {
	ID             string `json:"id"`
	Damage         int    `json:"damage"`
	AllocatedAfter *int   `json:"allocated_after"` // nil for a marker
	TakenDown      bool   `json:"taken_down"`
}

// AbilityRule holds what the book prints about an ability of the core rules.
type AbilityRule struct {
	ID          string
	Dice        int    // least number of dice of one score (WC-ABL-3)
	class       string // universal, hunting, monster; "" for other abilities
	Rule        string // the rule of the ability's own condition
	NeedsTarget bool
}

const (
	classUniversal = "universal" // WC-ABL-10 to WC-ABL-14
	classHunting   = "hunting"   // WC-HUNT-1 to WC-HUNT-3
	classMonster   = "monster"   // WC-MABL-1 to WC-MABL-3
)

// CoreAbilities holds the abilities of the core rules, in the order of the book.
var CoreAbilities = [11]AbilityRule{
	{"rush", 2, classUniversal, "WC-ABL-10", false},
	{"onslaught", 2, classUniversal, "WC-ABL-11", false},
	{"respite", 3, classUniversal, "WC-ABL-12", false},
	{"inspiring-presence", 3, classUniversal, "WC-ABL-13", true},
	{"rampage", 4, classUniversal, "WC-ABL-14", false},
	{"ropes", 2, classHunting, "WC-HUNT-1", true},
	{"aim-for-the-eyes", 3, classHunting, "WC-HUNT-2", false},
	{"taunt", 4, classHunting, "WC-HUNT-3", true},
	{"monstrous-reach", 2, classMonster, "WC-MABL-1", false},
	{"grab-and-maul", 3, classMonster, "WC-MABL-2", true},
	{"ferocious-demolition", 4, classMonster, "WC-MABL-3", false},
}

// AbilityRules holds the abilities of the core rules, by id.
var AbilityRules = func() map[string]AbilityRule {
	byID := map[string]AbilityRule{}
	for _, a := range CoreAbilities {
		byID[a.ID] = a
	}
	return byID
}()

// Universal reports whether the ability is open to all warbands (WC-ABL-6).
func (a AbilityRule) Universal() bool { return a.class == classUniversal }

// GroupDice is the least number of equal dice in a group, by kind (WC-INIT-3).
var GroupDice = map[string]int{"double": 2, "triple": 3, "quadruple": 4}

// AbilityBarRule returns the rule that bars a fighter from the class of an ability, or "".
// Monsters have their own abilities; monsters and beasts have no hunting abilities, and nobody
// has while no monster is in play (WC-MON-8, WC-MON-9, ruling A-47).
func AbilityBarRule(ability string, runemarks []string, monsterInPlay bool) string {
	monster := HasRunemark(runemarks, "monster")
	switch AbilityRules[ability].class {
	case classUniversal:
		if monster {
			return "WC-MON-8"
		}
	case classMonster:
		if !monster {
			return "WC-MON-8"
		}
	case classHunting:
		if monster || HasRunemark(runemarks, "beast") || !monsterInPlay {
			return "WC-MON-9"
		}
	}
	return ""
}

// Forbidden reports whether any rule forbids the use.
func (u *AbilityUse) Forbidden() bool {
	var buffer [5]string
	return len(u.Faults(buffer[:0])) > 0
}

var onlyHeroes = []string{"hero"}

// Faults appends the rules that forbid the use (WC-ABL-1 to WC-ABL-14).
func (u *AbilityUse) Faults(faults []string) []string {
	rule := AbilityRules[u.Ability]
	needed, cost := []string(nil), rule.Dice
	switch u.Ability {
	case "inspiring-presence":
		needed = onlyHeroes
	case "other":
		needed, cost = u.RunemarksNeeded, GroupDice[u.Cost]
	}
	barred := AbilityBarRule(u.Ability, u.Fighter.Runemarks, u.MonsterInPlay)
	faults = addIf(faults, u.AbilityUsed || u.DuringAction, "WC-ABL-1")
	faults = addIf(faults, u.Group.Dice < cost, "WC-ABL-3")
	faults = addIf(faults, !HasRunemarks(u.Fighter.Runemarks, needed), "WC-ABL-5")
	faults = addIf(faults, barred != "", barred)
	return addIf(faults, !u.condition(), rule.Rule)
}

// condition reports whether the ability's own condition is met.
func (u *AbilityUse) condition() bool {
	const near, far = rules.One, 6 * rules.One
	t := u.Target
	switch u.Ability {
	case "respite":
		return u.Fighter.EnemiesWithin1 == 0
	case "inspiring-presence":
		return t.Friendly && t.Distance <= far && !t.Activated && t.Reactions < maxReactions
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

// throwSuccesses throws as many dice as the value of an ability and counts results of 4 or more.
func (r *AbilityResult) throwSuccesses(c *rules.Roller, u *AbilityUse) int {
	n := c.Count(u.Ability, u.Group.Value, 6, 4)[1]
	r.Successes = &n
	return n
}

// ResolveAbility carries out the use of an ability. When a rule forbids it, the result has the
// faults and nothing else happens.
func ResolveAbility(c *rules.Roller, u AbilityUse) AbilityResult {
	r := AbilityResult{Faults: u.Faults(nil), AllocatedAfter: u.Fighter.Allocated}
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
		h.Heal(value)
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
	case "ropes":
		after := WithPenalty(u.Target.Movement, u.Target.Ropes+r.throwSuccesses(c, &u), 3)
		r.TargetMovementAfter = &after
	case "taunt":
		r.Taunted = r.throwSuccesses(c, &u) > 0
	case "grab-and-maul":
		h := Health{u.Target.Wounds, u.Target.Allocated}
		r.Damage = h.Suffer(3 * r.throwSuccesses(c, &u))
		r.TargetAllocatedAfter = &h.Allocated
		if h.TakenDown() {
			r.TakenDown = []string{"target"}
		}
	}
	return r
}

// demolish moves everything off the terrain feature; each fighter suffers impact damage (WC-MABL-3).
func (r *AbilityResult) demolish(c *rules.Roller, moved []Displaced) {
	var fighters []HazardTarget
	for _, m := range moved {
		if m.Kind == "fighter" {
			fighters = append(fighters, HazardTarget{m.ID, Health{m.Wounds, m.Allocated}})
		}
	}
	wounds := ResolveHazard(c, Impact, fighters, c.Matters("moved"))
	for _, m := range moved {
		aside := displacedResult{ID: m.ID}
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

// Check returns a fault for a use that lacks a required fact.
func (u AbilityUse) Check() *rules.Fault {
	target := Health{Wounds: 1} // unhurt, if there is no target to check
	if u.Target != nil {
		target = Health{u.Target.Wounds, u.Target.Allocated}
	}
	missing := func(is bool, field string) *rules.Fault {
		if !is {
			return nil
		}
		return rules.Faultf(rules.MissingField, field, "is needed for %s", u.Ability)
	}
	return rules.FirstFault(
		u.Fighter.check("fighter"),
		rules.MissingFieldIf(u.Ability == "other" && u.Cost == "", "cost", "is needed for another ability"),
		missing(AbilityRules[u.Ability].NeedsTarget && u.Target == nil, "target"),
		target.check("target"),
		missing(u.Ability == "ferocious-demolition" && u.TerrainDistance == nil, "terrain_distance"),
		checkEach("moved", u.Moved, func(m Displaced, at string) *rules.Fault { return Health{m.Wounds, m.Allocated}.check(at) }),
	)
}

var useAbilityRuling = rules.CheckedRuling("use-ability",
	"WC-ABL-1 WC-ABL-2 WC-ABL-3 WC-ABL-4 WC-ABL-5 WC-ABL-6 WC-ABL-10 WC-ABL-11 WC-ABL-12 WC-ABL-13 WC-ABL-14 WC-HUNT-1 WC-HUNT-2 "+
		"WC-HUNT-3 WC-MABL-1 WC-MABL-2 WC-MABL-3 WC-MON-8 WC-MON-9 WC-IMP-1 WC-DMG-2 WC-DMG-4",
	"successes damage", AbilityUse.Check, ResolveAbility).WithOddsByField()

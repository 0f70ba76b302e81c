package ruling

import (
	"oriflamme/rules"
)

// Modifiers are the sums of all changes by faction abilities and other effects.
type Modifiers struct {
	Attacks   int `json:"attacks" in:"-20..20" default:"0"`
	Strength  int `json:"strength" in:"-20..20" default:"0"`
	DmgHit    int `json:"dmg_hit" in:"-20..20" default:"0"`
	DmgCrit   int `json:"dmg_crit" in:"-20..20" default:"0"`
	Toughness int `json:"toughness" in:"-20..20" default:"0"` // of the target
}

// Attacker is the fighter that makes an attack action.
type Attacker struct {
	Runemarks     []string `json:"runemarks" len:"0..10" each:"1..200" distinct:"true" default:"[]"`
	Onslaught     bool     `json:"onslaught" default:"false"`
	AimForTheEyes bool     `json:"aim_for_the_eyes" default:"false"`              // the ability was used for this attack action
	EyesHits      int      `json:"eyes_hits" in:"0..30" default:"0"`              // successful Aim for the Eyes that a monster has suffered so far
	Wounds        *int     `json:"wounds" in:"1..300" default:"null" null:"true"` // nil: its damage is not tracked
	Allocated     int      `json:"allocated" in:"0..299" default:"0"`
}

// AttackTarget is the fighter that an attack action targets.
type AttackTarget struct {
	Toughness    int      `json:"toughness" in:"1..30"`
	Runemarks    []string `json:"runemarks" len:"0..10" each:"1..200" distinct:"true" default:"[]"`
	InCover      bool     `json:"in_cover" default:"false"`
	NearOpenEdge bool     `json:"near_open_edge" default:"false"` // within half an inch of an open platform edge
	RestingOn    string   `json:"resting_on" in:"stairs|ladder" default:"null" null:"true"`
	Carrying     bool     `json:"carrying" default:"false"`
	Health
}

// AttackInput is an attack action on a target that may be attacked.
type AttackInput struct {
	Weapon             Weapon       `json:"weapon"`
	Modifiers          Modifiers    `json:"modifiers" default:"{}"`
	Attacker           Attacker     `json:"attacker" default:"{}"`
	Target             AttackTarget `json:"target"`
	Reaction           string       `json:"reaction" in:"counter|take-cover" default:"null" null:"true"`
	CounterStopsAttack bool         `json:"counter_stops_attack" default:"false"` // ruling A-15
}

// AttackResult is the result of an attack action.
type AttackResult struct {
	Type                   string   `json:"type"`
	Attacks                int      `json:"attacks"`
	Strength               int      `json:"strength"`
	Toughness              int      `json:"toughness"`
	Need                   int      `json:"need"`
	Classes                []string `json:"classes"`
	Hits                   int      `json:"hits"`
	Criticals              int      `json:"criticals"`
	Misses                 int      `json:"misses"`
	Converted              int      `json:"converted"`
	DamageToAttacker       int      `json:"damage_to_attacker"`
	AttackerAllocatedAfter *int     `json:"attacker_allocated_after"`
	AttackerTakenDown      bool     `json:"attacker_taken_down"`
	Damage                 int      `json:"damage"`
	DamageAllocated        int      `json:"damage_allocated"`
	TargetAllocatedAfter   int      `json:"target_allocated_after"`
	TargetTakenDown        bool     `json:"target_taken_down"`
	TargetDropsTreasure    bool     `json:"target_drops_treasure"`
	AimSpent               bool     `json:"aim_spent"`
	EyesStruck             bool     `json:"eyes_struck"`
	FallTest               bool     `json:"fall_test"`
	TargetFalls            bool     `json:"target_falls"`

	HitFaces []int // faces of the hit rolls
	after    int   // damage allocated to the attacker, if it is tracked
}

// Types of attack actions.
const (
	Melee  = "melee"
	Ranged = "ranged"
)

// Kind returns the type of attack action that a weapon makes (WC-ATK-6).
func (w Weapon) Kind() string {
	if w.MaxRange <= 3 {
		return Melee
	}
	return Ranged
}

// checkRange returns a fault for a weapon whose least range is not below its range.
func (w Weapon) checkRange(path string) *rules.Fault {
	return rules.FaultIf(w.MinRange >= w.MaxRange, rules.Faultf(rules.OutOfRange, rules.Join(path, "min_range"), "%d is not less than the range %d", w.MinRange, w.MaxRange))
}

// need returns the lowest hit roll that is not a miss (WC-ATK-10).
func need(strength, toughness int) int {
	switch {
	case strength > toughness:
		return 3
	case strength == toughness:
		return 4
	}
	return 5
}

// resolveAttack carries out an attack action from its hit rolls to the fall test of its target
// (WC-ATK-8 to WC-ATK-12). Counter deals its damage before the attack, but the hit rolls still
// count (ruling A-15).
func resolveAttack(c *rules.Roller, a *AttackInput) AttackResult {
	r := a.Prepare()
	r.Throw(c, a.Reaction == "counter")
	a.Resolve(c, &r)
	return r
}

// Resolve does the rest of resolveAttack after the hit rolls.
func (a *AttackInput) Resolve(c *rules.Roller, r *AttackResult) {
	ones := r.countHits()
	if a.Reaction == "take-cover" {
		for _, face := range c.Pool("take-cover", r.Criticals, 6, coverCuts...) {
			if face >= coverCuts[0] {
				r.Converted++
			}
		}
		r.Hits, r.Criticals = r.Hits+r.Converted, r.Criticals-r.Converted
	}
	if a.Reaction == "counter" {
		r.DamageToAttacker = r.Misses + ones // a hit roll of 1 costs 2 instead of 1
	}
	if a.Attacker.Wounds != nil {
		h := Health{*a.Attacker.Wounds, a.Attacker.Allocated}
		h.Suffer(r.DamageToAttacker)
		r.after, r.AttackerTakenDown = h.Allocated, h.TakenDown()
	}
	if !a.CounterStopsAttack || !r.AttackerTakenDown {
		r.Damage = r.Hits*max(0, a.Weapon.DmgHit+a.Modifiers.DmgHit) + r.Criticals*max(0, a.Weapon.DmgCrit+a.Modifiers.DmgCrit)
	}
	h := a.Target.Health
	r.DamageAllocated = h.Suffer(r.Damage)
	r.TargetAllocatedAfter, r.TargetTakenDown = h.Allocated, h.TakenDown()
	r.TargetDropsTreasure = r.TargetTakenDown && a.Target.Carrying
	r.FallTest = !r.TargetTakenDown && fallTestDue(a.Target.Runemarks, a.Target.NearOpenEdge, a.Target.RestingOn != "")
	if r.FallTest {
		r.TargetFalls = failsFallTest(c)
	}
}

// Prepare returns a result with everything that is known before the hit rolls: the number of
// dice, Strength, Toughness and the roll that is needed.
func (a *AttackInput) Prepare() AttackResult {
	r := AttackResult{Type: a.Weapon.Kind()}
	r.Attacks = WithPenalty(a.Weapon.Attacks, a.Attacker.EyesHits, 1)
	if a.Attacker.Onslaught && r.Type == Melee {
		r.Attacks++
	}
	r.Attacks = max(0, r.Attacks+a.Modifiers.Attacks)
	r.Strength = max(1, a.Weapon.Strength+a.Modifiers.Strength)
	r.Toughness = max(1, a.Target.Toughness+a.Modifiers.Toughness)
	if a.Target.InCover {
		r.Toughness++
	}
	r.Need = need(r.Strength, r.Toughness)
	r.AimSpent = a.Attacker.AimForTheEyes && HasRunemark(a.Target.Runemarks, "monster")
	return r
}

// hitCuts are the faces where the meaning of a hit roll changes, by the roll that is needed.
// counterCuts also separate the ones, which count double for Counter.
var hitCuts, counterCuts = func() (hit, counter [7][]int) {
	for need := 3; need <= 5; need++ {
		hit[need], counter[need] = []int{need, 6}, []int{2, need, 6}
	}
	return hit, counter
}()

// coverCuts holds the roll with which Take Cover turns a critical into a hit (WC-REA-11).
var coverCuts = []int{4}

// Throw throws the hit rolls (WC-ATK-10).
func (r *AttackResult) Throw(c *rules.Roller, counter bool) {
	cuts := hitCuts[r.Need]
	if counter {
		cuts = counterCuts[r.Need]
	}
	r.HitFaces = c.Pool("hit", r.Attacks, 6, cuts...)
}

// countHits counts the hit rolls by class (WC-ATK-10) and returns how many were 1.
func (r *AttackResult) countHits() (ones int) {
	for _, face := range r.HitFaces {
		switch {
		case face == 6:
			r.Criticals++
		case face >= r.Need:
			r.Hits++
		default:
			r.Misses++
			if face == 1 {
				ones++
			}
		}
	}
	r.EyesStruck = r.AimSpent && r.Criticals > 0
	return ones
}

// HitClasses returns "critical", "hit" or "miss" for each hit roll (WC-ATK-10).
func (r *AttackResult) HitClasses() []string {
	list := make([]string, len(r.HitFaces))
	for i, face := range r.HitFaces {
		switch {
		case face == 6:
			list[i] = "critical"
		case face >= r.Need:
			list[i] = "hit"
		default:
			list[i] = "miss"
		}
	}
	return list
}

// check returns a fault for an attack that contradicts itself or that a rule forbids.
func (a AttackInput) check() *rules.Fault {
	by := a.Attacker
	monster := HasRunemark(by.Runemarks, "monster")
	health := Health{Wounds: 1} // unhurt, if the Wounds are not stated
	if by.Wounds != nil {
		health = Health{*by.Wounds, by.Allocated}
	}
	return rules.FirstFault(
		a.Weapon.checkRange("weapon"),
		rules.MissingFieldIf(by.Wounds == nil && by.Allocated > 0, "attacker.wounds", "is needed with allocated damage"),
		health.check("attacker"),
		a.Target.check("target"),
		rules.FaultIf(by.Onslaught && monster, rules.Breaks("WC-MON-8", "attacker.onslaught", "monsters use no universal ability")),
		rules.FaultIf(by.AimForTheEyes && (monster || HasRunemark(by.Runemarks, "beast")), rules.Breaks("WC-MON-9", "attacker.aim_for_the_eyes", "monsters and beasts do not hunt monsters")),
		rules.FaultIf(by.EyesHits > 0 && !monster, rules.Breaks("WC-HUNT-2", "attacker.eyes_hits", "only monsters are blinded")),
		a.checkReaction(),
	)
}

// checkReaction returns a fault for a reaction that the target cannot make.
func (a AttackInput) checkReaction() *rules.Fault {
	kind := a.Weapon.Kind()
	switch {
	case a.Reaction == "":
		return nil
	case HasRunemark(a.Target.Runemarks, "monster"):
		return rules.Breaks("WC-REA-9", "reaction", "monsters do not react")
	case a.Reaction == "counter" && kind == Ranged:
		return rules.Breaks("WC-REA-10", "reaction", "only a melee attack can be countered")
	case a.Reaction == "take-cover" && (kind == Melee || !a.Target.InCover || HasRunemark(a.Target.Runemarks, "mount")):
		return rules.Breaks("WC-REA-11", "reaction", "taking cover needs cover from a ranged attack, and no mount")
	}
	return nil
}

var resolveAttackRuling = rules.CheckedRuling("resolve-attack",
	"WC-ATK-1 WC-ATK-6 WC-ATK-8 WC-ATK-9 WC-ATK-10 WC-ATK-11 WC-ATK-12 WC-COV-1 WC-ABL-11 WC-HUNT-2 WC-REA-9 WC-REA-10 WC-REA-11 "+
		"WC-DMG-1 WC-DMG-2 WC-DMG-4 WC-DMG-5 WC-TER-6 WC-TER-7 WC-TER-12 WC-MON-8 WC-MON-9",
	"hits criticals misses damage damage_allocated target_taken_down damage_to_attacker attacker_taken_down target_falls eyes_struck",
	AttackInput.check, func(c *rules.Roller, a AttackInput) AttackResult {
		r := resolveAttack(c, &a)
		if c.ForOdds() {
			return r // the rest has no odds
		}
		r.Classes = r.HitClasses()
		if a.Attacker.Wounds != nil {
			after := r.after
			r.AttackerAllocatedAfter = &after
		}
		return r
	})

package magnamund

import (
	"strconv"

	"oriflamme/rules"
)

// minRange is the least distance of a shot (MG-FIRE-3).
const minRange = 2

// slow weapons fire once a turn (MG-FIRE-2).
func slow(weapon string) bool { return weapon == "crossbow" || weapon == "arquebus" }

// aim is what an attack is worked out from, shot or blow: the table's number and
// everything that changes it.
type aim struct {
	BasePercentage         int   `json:"base_percentage" in:"0..100"`
	BasePercentageNoArmour *int  `json:"base_percentage_no_armour" in:"0..100" default:"-"`
	ShieldModifier         int   `json:"shield_modifier" in:"-100..100" default:"0"`
	Modifiers              []int `json:"modifiers" len:"0..20" each:"-100..100" default:"[]"`
	WeaponMastery          bool  `json:"weapon_mastery" default:"false"`
	Poisoned               bool  `json:"poisoned" default:"false"`
	further                int   // modifiers of a battle, in all
}

// against is the base percentage and what comes to it from modifiers and the
// target's shield. Poison gets past the armour and shield of soldiers (MG-EVIL-7).
func (a aim) against(target victim) (base, modifiers int) {
	if a.Poisoned && target.soldier() {
		return *a.BasePercentageNoArmour, a.further + sum(a.Modifiers)
	}
	return a.BasePercentage, a.further + sum(a.Modifiers) + a.ShieldModifier
}

// check wants the number against no armour where poison needs it.
func (a aim) check(target victim) *rules.Fault {
	return lacking(a.Poisoned && target.soldier() && a.BasePercentageNoArmour == nil, "base_percentage_no_armour", "poison counts soldiers as unarmoured")
}

// shot is one shot of one piece.
type shot struct {
	Phase          string `json:"phase" in:"fire-1|fire-2"`
	Weapon         string `json:"weapon" in:"sling|javelin|short-bow|long-bow|crossbow|arquebus"`
	ShotsThisPhase int    `json:"shots_this_phase" in:"0..10" default:"0"`
	ShotInFire1    bool   `json:"shot_in_fire_1" default:"false"`
	AdjacentEnemy  bool   `json:"adjacent_enemy" default:"false"`
	Distance       int    `json:"distance" in:"0..200"`
	MaxRange       int    `json:"max_range" in:"2..200"`
	LongRange      bool   `json:"long_range"`
	TargetVisible  bool   `json:"target_visible" default:"true"`
	InArc          bool   `json:"in_arc" default:"true"`
	aim
	CamouflageTerrain string `json:"camouflage_terrain" in:"open-ground|slope|marsh|brush|rocks|trees|steps|rampart|water|building" default:"-"`
	EnchantedAim      bool   `json:"enchanted_aim" default:"false"`
	Halvings          int    `json:"halvings" in:"0..10" default:"0"`
	Target            victim `json:"target"`
	TargetVeiled      bool   `json:"target_veiled" default:"false"`
}

// attacked is the part of a result that shots and blows share.
type attacked struct {
	BaseUsed int          `json:"base_used"`
	Modified int          `json:"modified"`
	Final    int          `json:"final"`
	Roll     *int         `json:"roll"`
	Hit      bool         `json:"hit"`
	Wound    *woundRecord `json:"wound"`

	HardAsIronUsed bool `json:"hard_as_iron_used"`
}

// throw throws against the final percentage and settles the hit. It returns the outcome.
func (a *attacked) throw(c *rules.Cup, b blow, target victim) string {
	roll, success := throwAgainst(c, "hit", a.Final)
	a.Roll, a.Hit = &roll, success
	if !success {
		return "miss"
	}
	h := b.strike(c, &target, false)
	a.Wound, a.HardAsIronUsed = h.Wound, h.HardAsIronUsed
	return h.Outcome
}

type shotResult struct {
	attacked
	Outcome string `json:"outcome"`
}

func (s shot) check() *rules.Fault {
	return first(
		s.aim.check(s.Target),
		forbid(s.AdjacentEnemy, "MG-FIRE-1", "adjacent_enemy", "an enemy is next to the shooter"),
		forbid(s.ShotsThisPhase >= 1, "MG-FIRE-7", "shots_this_phase", "the piece has shot in this phase"),
		forbid(s.Phase == "fire-2" && slow(s.Weapon) && s.ShotInFire1, "MG-FIRE-2", "weapon", "the weapon is being loaded"),
		s.outOfRange(),
		forbid(!s.TargetVisible, "MG-FIRE-4", "target_visible", "the target cannot be seen"),
		forbid(!s.InArc, "MG-FIRE-5", "in_arc", "the target is out of the arc of fire"),
		forbid(s.CamouflageTerrain != "" && s.Target.Category != "kai-lord", "MG-KAI-2", "camouflage_terrain", "only Kai Lords hide so"),
		s.Target.check("target"),
	)
}

// outOfRange is the fault of a target too near or too far, with the figures of both.
func (s shot) outOfRange() *rules.Fault {
	f := forbid(s.Distance < minRange || s.Distance > s.MaxRange, "MG-FIRE-3", "distance", "the target is out of range")
	if f != nil {
		f.With = map[string]string{"least": strconv.Itoa(minRange), "range": strconv.Itoa(s.MaxRange), "distance": strconv.Itoa(s.Distance)}
	}
	return f
}

// camouflage is the modifier of a camouflaged Kai Lord on this terrain (MG-KAI-2).
func camouflage(t string) int {
	switch t {
	case "", "open-ground", "slope", "rampart", "steps":
		return 0
	}
	return -2
}

// Bonuses for mastery of the weapon used (MG-KAI-10, MG-HERO-9, MG-EVIL-8).
const (
	fireMastery  = 10
	meleeMastery = 15
)

// final is the Final Fire Percentage (MG-FIRE-11 to MG-FIRE-14).
func (s shot) final() int {
	base, modifiers := s.against(s.Target)
	return finalFire(base+modifiers+fireMastery*count(s.WeaponMastery)+camouflage(s.CamouflageTerrain), s.LongRange, count(s.EnchantedAim), s.Halvings)
}

// resolve works the shot out from its percentage to its effect (MG-FIRE-10 to MG-FIRE-20).
func (s shot) resolve(c *rules.Cup) (r shotResult) {
	base, modifiers := s.against(s.Target)
	r.BaseUsed = base
	r.Modified = base + modifiers + fireMastery*count(s.WeaponMastery) + camouflage(s.CamouflageTerrain)
	r.Final = finalFire(r.Modified, s.LongRange, count(s.EnchantedAim), s.Halvings)
	if s.TargetVeiled {
		r.Outcome = "deflected"
		return r
	}
	r.Outcome = r.throw(c, blow{"ranged", s.Poisoned}, s.Target)
	return r
}

var fireRuling = ruling("fire",
	"MG-FIRE-1 MG-FIRE-2 MG-FIRE-3 MG-FIRE-4 MG-FIRE-5 MG-FIRE-7 MG-FIRE-10 MG-FIRE-11 MG-FIRE-12 MG-FIRE-13 MG-FIRE-14 MG-FIRE-15 MG-FIRE-20 "+
		"MG-WND-1 MG-KAI-2 MG-KAI-10 MG-HERO-9 MG-EVIL-7 MG-EVIL-8 MG-SPELL-3 MG-SPELL-4 MG-AMB-10 MG-AMB-13 MG-AMB-23 MG-AMB-26 MG-AMB-27",
	"hit outcome", shot.check,
	func(c *rules.Cup, s shot) shotResult { return s.resolve(c) })

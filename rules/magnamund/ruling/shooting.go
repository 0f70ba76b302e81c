package ruling

import (
	"strconv"

	"oriflamme/rules"
)

// MinRange is the least distance of a shot in cells (MG-FIRE-3).
const MinRange = 2

// IsSlow reports whether a weapon fires only once a turn (MG-FIRE-2).
func IsSlow(weapon string) bool { return weapon == "crossbow" || weapon == "arquebus" }

// attackNumbers is what the percentage of a shot or a melee attack is computed from: the
// number of the table and everything that changes it.
type attackNumbers struct {
	BasePercentage         int   `json:"base_percentage" in:"0..100"`
	BasePercentageNoArmour *int  `json:"base_percentage_no_armour" in:"0..100" default:"-"`
	ShieldModifier         int   `json:"shield_modifier" in:"-100..100" default:"0"`
	Modifiers              []int `json:"modifiers" len:"0..20" each:"-100..100" default:"[]"`
	WeaponMastery          bool  `json:"weapon_mastery" default:"false"`
	Poisoned               bool  `json:"poisoned" default:"false"`
	BattleModifiers        int   // sum of the modifiers of a battle
}

// Against returns the base percentage and the sum of the modifiers against a target,
// including its shield. Poison ignores the armour and shield of soldiers (MG-EVIL-7).
func (a attackNumbers) Against(target Victim) (base, modifiers int) {
	if a.Poisoned && target.Soldier() {
		return *a.BasePercentageNoArmour, a.BattleModifiers + sum(a.Modifiers)
	}
	return a.BasePercentage, a.BattleModifiers + sum(a.Modifiers) + a.ShieldModifier
}

// check refuses an attack with poison that lacks the number against no armour.
func (a attackNumbers) check(target Victim) *rules.Fault {
	return rules.MissingFieldIf(a.Poisoned && target.Soldier() && a.BasePercentageNoArmour == nil, "base_percentage_no_armour", "poison counts soldiers as unarmoured")
}

// ShotInput is one shot of one troop.
type ShotInput struct {
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
	attackNumbers
	CamouflageTerrain string `json:"camouflage_terrain" in:"open-ground|slope|marsh|brush|rocks|trees|steps|rampart|water|building" default:"-"`
	EnchantedAim      bool   `json:"enchanted_aim" default:"false"`
	Halvings          int    `json:"halvings" in:"0..10" default:"0"`
	Target            Victim `json:"target"`
	TargetVeiled      bool   `json:"target_veiled" default:"false"`
}

// hitResult is the part that results of shots and melee attacks share.
type hitResult struct {
	BaseUsed int          `json:"base_used"`
	Modified int          `json:"modified"`
	Final    int          `json:"final"`
	Roll     *int         `json:"roll"`
	Hit      bool         `json:"hit"`
	Wound    *WoundRecord `json:"wound"`

	HardAsIronUsed bool `json:"hard_as_iron_used"`
}

// throw throws against the final percentage and applies the hit. It returns the outcome.
func (a *hitResult) throw(c *rules.Roller, b HitSource, target Victim) string {
	roll, success := ThrowPercent(c, "hit", a.Final)
	a.Roll, a.Hit = &roll, success
	if !success {
		return "miss"
	}
	h := b.Hit(c, &target, false)
	a.Wound, a.HardAsIronUsed = h.Wound, h.HardAsIronUsed
	return h.Outcome
}

// ShotResult is the outcome of one shot.
type ShotResult struct {
	hitResult
	Outcome string `json:"outcome"`
}

// Check refuses a shot that is out of range, out of sight or not allowed in its phase.
func (s ShotInput) Check() *rules.Fault {
	return rules.FirstFault(
		s.attackNumbers.check(s.Target),
		rules.ForbidIf(s.AdjacentEnemy, "MG-FIRE-1", "adjacent_enemy", "an enemy is next to the shooter"),
		rules.ForbidIf(s.ShotsThisPhase >= 1, "MG-FIRE-7", "shots_this_phase", "the piece has shot in this phase"),
		rules.ForbidIf(s.Phase == "fire-2" && IsSlow(s.Weapon) && s.ShotInFire1, "MG-FIRE-2", "weapon", "the weapon is being loaded"),
		s.outOfRange(),
		rules.ForbidIf(!s.TargetVisible, "MG-FIRE-4", "target_visible", "the target cannot be seen"),
		rules.ForbidIf(!s.InArc, "MG-FIRE-5", "in_arc", "the target is out of the arc of fire"),
		rules.ForbidIf(s.CamouflageTerrain != "" && s.Target.Category != "kai-lord", "MG-KAI-2", "camouflage_terrain", "only Kai Lords hide so"),
		s.Target.check("target"),
	)
}

// outOfRange is the fault of a target that is too near or too far, with the distance and the
// range.
func (s ShotInput) outOfRange() *rules.Fault {
	f := rules.ForbidIf(s.Distance < MinRange || s.Distance > s.MaxRange, "MG-FIRE-3", "distance", "the target is out of range")
	if f != nil {
		f.With = map[string]string{"least": strconv.Itoa(MinRange), "range": strconv.Itoa(s.MaxRange), "distance": strconv.Itoa(s.Distance)}
	}
	return f
}

// CamouflageModifier is the modifier to hit a camouflaged Kai Lord on a terrain (MG-KAI-2).
func CamouflageModifier(t string) int {
	switch t {
	case "", "open-ground", "slope", "rampart", "steps":
		return 0
	}
	return -2
}

// Bonuses for mastery of the weapon used (MG-KAI-10, MG-HERO-9, MG-EVIL-8).
const (
	FireMastery  = 10
	MeleeMastery = 15
)

// FinalPercentage is the Final Fire Percentage (MG-FIRE-11 to MG-FIRE-14).
func (s ShotInput) FinalPercentage() int {
	base, modifiers := s.Against(s.Target)
	return finalFire(base+modifiers+FireMastery*rules.BoolToInt(s.WeaponMastery)+CamouflageModifier(s.CamouflageTerrain), s.LongRange, rules.BoolToInt(s.EnchantedAim), s.Halvings)
}

// Resolve throws the shot against its percentage and applies its effect (MG-FIRE-10 to
// MG-FIRE-20).
func (s ShotInput) Resolve(c *rules.Roller) (r ShotResult) {
	base, modifiers := s.Against(s.Target)
	r.BaseUsed = base
	r.Modified = base + modifiers + FireMastery*rules.BoolToInt(s.WeaponMastery) + CamouflageModifier(s.CamouflageTerrain)
	r.Final = finalFire(r.Modified, s.LongRange, rules.BoolToInt(s.EnchantedAim), s.Halvings)
	if s.TargetVeiled {
		r.Outcome = "deflected"
		return r
	}
	r.Outcome = r.throw(c, HitSource{"ranged", s.Poisoned}, s.Target)
	return r
}

var fireRuling = rules.CheckedRuling("fire",
	"MG-FIRE-1 MG-FIRE-2 MG-FIRE-3 MG-FIRE-4 MG-FIRE-5 MG-FIRE-7 MG-FIRE-10 MG-FIRE-11 MG-FIRE-12 MG-FIRE-13 MG-FIRE-14 MG-FIRE-15 MG-FIRE-20 "+
		"MG-WND-1 MG-KAI-2 MG-KAI-10 MG-HERO-9 MG-EVIL-7 MG-EVIL-8 MG-SPELL-3 MG-SPELL-4 MG-AMB-10 MG-AMB-13 MG-AMB-23 MG-AMB-26 MG-AMB-27",
	"hit outcome", ShotInput.Check,
	func(c *rules.Roller, s ShotInput) ShotResult { return s.Resolve(c) })

package ruling

import (
	"oriflamme/rules"
)

// secondAttack is what the second attack of Double Attack depends on (MG-HERO-5).
type secondAttack struct {
	FirstAttackHit        bool `json:"first_attack_hit"`
	SecondDistance        int  `json:"second_distance" in:"0..200"`
	SeparatedByImpassable bool `json:"separated_by_impassable" default:"false"`
	FreeContactCell       bool `json:"free_contact_cell" default:"true"`
}

// CombatInput is one melee attack of one troop.
type CombatInput struct {
	Weapon       string        `json:"weapon" in:"dagger|sword|axe|mace|long-sword|two-handed-axe|spear|pike|halberd"`
	Level        string        `json:"level" in:"weak|standard|veteran" default:"\"standard\""`
	Rank         int           `json:"rank" in:"1..3" default:"1"`
	Distance     int           `json:"distance" in:"0..200" default:"1"`
	AttacksMade  int           `json:"attacks_made" in:"0..10" default:"0"`
	DoubleAttack *secondAttack `json:"double_attack" default:"-"`
	attackNumbers
	WoundModifier int    `json:"wound_modifier" in:"-200..0" default:"0"`
	BattleMadness bool   `json:"battle_madness" default:"false"`
	TargetStunned bool   `json:"target_stunned" default:"false"`
	Halvings      int    `json:"halvings" in:"0..10" default:"0"`
	Target        Victim `json:"target"`
	TargetVeiled  bool   `json:"target_veiled" default:"false"`
	SecretParry   bool   `json:"secret_parry" default:"false"`
}

// CombatResult is the outcome of one attack.
type CombatResult struct {
	hitResult
	TargetLosesNextAttack bool   `json:"target_loses_next_attack"`
	Outcome               string `json:"outcome"`
}

func (f CombatInput) check() *rules.Fault {
	return rules.FirstFault(
		f.attackNumbers.check(f.Target),
		rules.ForbidIf(f.TargetVeiled, "MG-SPELL-4", "target_veiled", "a veiled piece cannot be attacked"),
		f.checkNumber(),
		rules.ForbidIf(f.Rank > MeleeRanksOf(f.Level, f.Weapon), "MG-CRANK-1", "rank", "the weapon does not reach from this rank"),
		f.checkReach(),
		rules.ForbidIf(f.SecretParry && f.Target.Category != "hero", "MG-HERO-7", "secret_parry", "only heroes parry so"),
		f.Target.check("target"),
	)
}

// checkNumber refuses more than one attack of a troop, except the second attack of a hero
// whose first one hit.
func (f CombatInput) checkNumber() *rules.Fault {
	d := f.DoubleAttack
	if d == nil {
		return rules.ForbidIf(f.AttacksMade >= 1, "MG-CBT-3", "attacks_made", "the piece has attacked")
	}
	return rules.FirstFault(
		rules.ForbidIf(f.AttacksMade != 1, "MG-HERO-5", "attacks_made", "this must be the second attack"),
		rules.ForbidIf(!d.FirstAttackHit, "MG-HERO-5", "double_attack.first_attack_hit", "the first attack missed"),
		rules.ForbidIf(d.SecondDistance < 1 || d.SecondDistance > 2, "MG-HERO-5", "double_attack.second_distance", "the second enemy is not within 2"),
		rules.ForbidIf(d.SeparatedByImpassable, "MG-HERO-5", "double_attack.separated_by_impassable", "impassable terrain lies between"),
		rules.ForbidIf(d.SecondDistance == 2 && !d.FreeContactCell, "MG-HERO-5", "double_attack.free_contact_cell", "there is no cell to attack from"),
	)
}

// checkReach refuses a target farther away than the rank reaches.
func (f CombatInput) checkReach() *rules.Fault {
	rule := [...]string{"MG-CBT-1", "MG-CRANK-4", "MG-CRANK-5"}[f.Rank-1]
	return rules.ForbidIf(f.Distance < 1 || f.Distance > f.Rank, rule, "distance", "the target is out of reach")
}

// FinalPercentage is the Final Combat Percentage (MG-CBT-5, MG-CBT-6).
func (f CombatInput) FinalPercentage() int {
	base, modifiers := f.Against(f.Target)
	return FinalCombat(base+modifiers+MeleeMastery*rules.BoolToInt(f.WeaponMastery)+f.WoundModifier, rules.BoolToInt(f.BattleMadness)+rules.BoolToInt(f.TargetStunned), f.Halvings)
}

// Resolve throws the attack against its percentage and applies its effect (MG-CBT-5 to
// MG-CBT-7).
func (f CombatInput) Resolve(c *rules.Roller) (r CombatResult) {
	base, modifiers := f.Against(f.Target)
	r.BaseUsed = base
	r.Modified = base + modifiers + MeleeMastery*rules.BoolToInt(f.WeaponMastery) + f.WoundModifier
	r.Final = FinalCombat(r.Modified, rules.BoolToInt(f.BattleMadness)+rules.BoolToInt(f.TargetStunned), f.Halvings)
	if r.TargetLosesNextAttack = f.SecretParry; f.SecretParry {
		r.Outcome = "parried"
		return r
	}
	r.Outcome = r.throw(c, HitSource{"melee", f.Poisoned}, f.Target)
	return r
}

var meleeRuling = rules.CheckedRuling("melee",
	"MG-CBT-1 MG-CBT-3 MG-CBT-5 MG-CBT-6 MG-CBT-7 MG-CRANK-1 MG-CRANK-4 MG-CRANK-5 MG-WND-1 MG-KAI-10 MG-HERO-5 MG-HERO-7 MG-HERO-9 "+
		"MG-EVIL-7 MG-EVIL-8 MG-SPELL-2 MG-SPELL-4 MG-AMB-18 MG-AMB-20 MG-AMB-23 MG-AMB-26 MG-AMB-27",
	"hit outcome", CombatInput.check,
	func(c *rules.Roller, f CombatInput) CombatResult { return f.Resolve(c) })

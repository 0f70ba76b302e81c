package ruling

import (
	"oriflamme/rules"
)

// Limits of Psychic Power (MG-KAI-5) and Hypnosis (MG-EVIL-3).
const (
	psychicRange      = 4
	PsychicsPerBattle = 2
	hypnosisRange     = 3
)

// PsychicInput is Psychic Power, Kai or evil, used on one target.
type PsychicInput struct {
	Phase         string `json:"phase" in:"fire-1|movement|fire-2|combat|morale"`
	Uses          int    `json:"uses" in:"0..10" default:"0"`
	ShotThisPhase bool   `json:"shot_this_phase" default:"false"`
	UserWounded   bool   `json:"user_wounded" default:"false"`
	AdjacentEnemy bool   `json:"adjacent_enemy" default:"false"`
	Distance      int    `json:"distance" in:"0..200"`
	TargetVisible bool   `json:"target_visible" default:"true"`
	Target        Victim `json:"target"`
	PsychicShield bool   `json:"psychic_shield" default:"false"`
}

// PsychicResult is the outcome of Psychic Power.
type PsychicResult struct {
	Threshold  int  `json:"threshold"`
	Roll       int  `json:"roll"`
	AttackHit  bool `json:"attack_hit"`
	ShieldRoll *int `json:"shield_roll"`
	Shielded   bool `json:"shielded"`
	HitResult
	UsesAfter int `json:"uses_after"`
}

// Check refuses a use at the wrong time, out of range or too often.
func (a PsychicInput) Check() *rules.Fault {
	const rule, contact = "MG-KAI-5", "MG-AMB-44"
	return rules.FirstFault(
		rules.ForbidIf(a.Phase != "fire-1", rule, "phase", "it is used in Fire 1"),
		rules.ForbidIf(a.Uses >= PsychicsPerBattle, rule, "uses", "it is used up"),
		rules.ForbidIf(a.ShotThisPhase, rule, "shot_this_phase", "it takes the place of a shot"),
		rules.ForbidIf(a.UserWounded, rule, "user_wounded", "the wounded cannot"),
		rules.ForbidIf(a.AdjacentEnemy, contact, "adjacent_enemy", "an enemy is adjacent"),
		rules.ForbidIf(a.Distance < MinRange, contact, "distance", "the target is adjacent"),
		rules.ForbidIf(a.Distance > psychicRange, rule, "distance", "the target is too far away"),
		rules.ForbidIf(!a.TargetVisible, rule, "target_visible", "the target cannot be seen"),
		rules.ForbidIf(a.PsychicShield && a.Target.Category != "hero" && a.Target.Category != "kai-lord", "MG-KAI-6", "psychic_shield", "the target cannot have one"),
		a.Target.check("target"),
	)
}

// PsychicChance is the highest roll with which Psychic Power succeeds (MG-KAI-5).
func PsychicChance(category string) int {
	if category == "soldier" || category == "monster" {
		return 40
	}
	return 35
}

// Resolve throws for the attack and, if it hits, for the Psychic Shield (MG-KAI-5,
// MG-KAI-6).
func (a PsychicInput) Resolve(c *rules.Roller) (r PsychicResult) {
	r.Threshold, r.UsesAfter, r.Outcome = PsychicChance(a.Target.Category), a.Uses+1, "miss"
	if r.Roll, r.AttackHit = ThrowPercent(c, "skill", r.Threshold); !r.AttackHit {
		return r
	}
	if a.PsychicShield {
		roll, stopped := ThrowPercent(c, "psychic-shield", shieldChance)
		r.ShieldRoll, r.Shielded = &roll, stopped
		if stopped {
			r.Outcome = "shielded"
			return r
		}
	}
	r.HitResult = HitSource{Source: "psychic-power"}.Hit(c, &a.Target, false)
	return r
}

var psychicPowerRuling = rules.CheckedRuling("psychic-power", "MG-KAI-5 MG-KAI-6 MG-EVIL-5 MG-EVIL-6 MG-WND-8 MG-AMB-44 MG-AMB-45", "outcome", PsychicInput.Check,
	func(c *rules.Roller, a PsychicInput) PsychicResult { return a.Resolve(c) })

// HypnosisInput is Hypnosis, used on one target.
type HypnosisInput struct {
	Phase          string `json:"phase" in:"fire-1|movement|fire-2|combat|morale"`
	Turn           int    `json:"turn" in:"1..1000"`
	Uses           int    `json:"uses" in:"0..10" default:"0"`
	AdjacentEnemy  bool   `json:"adjacent_enemy" default:"false"`
	Distance       int    `json:"distance" in:"0..200"`
	TargetVisible  bool   `json:"target_visible" default:"true"`
	TargetCategory string `json:"target_category" in:"soldier|hero|kai-lord|magician|monster"`
	MentalStrength bool   `json:"mental_strength" default:"false"`
}

// HypnosisResult is the outcome of Hypnosis, with the turns of control.
type HypnosisResult struct {
	Threshold    int    `json:"threshold"`
	Roll         int    `json:"roll"`
	Outcome      string `json:"outcome"`
	ControlTurns int    `json:"control_turns"`
	StillTurn    *int   `json:"still_turn"`
	ControlFrom  *int   `json:"control_from"`
	ControlUntil *int   `json:"control_until"`
	UsesAfter    int    `json:"uses_after"`
}

// Check refuses a use at the wrong time, out of range or too often.
func (t HypnosisInput) Check() *rules.Fault {
	const rule = "MG-EVIL-3"
	return rules.FirstFault(
		rules.ForbidIf(t.Phase != "fire-1", rule, "phase", "it is used in Fire 1"),
		rules.ForbidIf(t.Uses >= 1, rule, "uses", "it is used up"),
		rules.ForbidIf(t.AdjacentEnemy, rule, "adjacent_enemy", "an enemy is adjacent"),
		rules.ForbidIf(t.Distance < MinRange || t.Distance > hypnosisRange, rule, "distance", "the target is not within 2 to 3"),
		rules.ForbidIf(!t.TargetVisible, rule, "target_visible", "the target cannot be seen"),
		rules.ForbidIf(t.MentalStrength && t.TargetCategory != "hero", "MG-HERO-3", "mental_strength", "only heroes have it"),
	)
}

// HypnosisChance is the highest roll with which Hypnosis succeeds (MG-EVIL-3).
func HypnosisChance(category string) int {
	switch category {
	case "soldier":
		return 60
	case "monster":
		return 50
	case "kai-lord":
		return 30
	}
	return 40
}

// Resolve throws for success, then for the turns of control, which begin with the next turn
// (MG-EVIL-3, ruling MG-AMB-17).
func (t HypnosisInput) Resolve(c *rules.Roller) (r HypnosisResult) {
	r.Threshold, r.UsesAfter, r.Outcome = HypnosisChance(t.TargetCategory), t.Uses+1, "failed"
	var success bool
	if r.Roll, success = ThrowPercent(c, "skill", r.Threshold); !success {
		return r
	}
	if t.MentalStrength {
		r.Outcome = "no-effect"
		return r
	}
	r.Outcome, r.ControlTurns = "hypnotised", c.Roll("control-turns", 1, 6)[0]
	still, from, until := t.Turn, t.Turn+1, t.Turn+r.ControlTurns
	r.StillTurn, r.ControlFrom, r.ControlUntil = &still, &from, &until
	return r
}

var hypnosisRuling = rules.CheckedRuling("hypnosis", "MG-EVIL-3 MG-HERO-3 MG-AMB-17 MG-AMB-45", "outcome control_turns", HypnosisInput.Check,
	func(c *rules.Roller, t HypnosisInput) HypnosisResult { return t.Resolve(c) })

package ruling

import (
	"oriflamme/rules"
)

// conditionInput is everything that changes what a troop can do.
type conditionInput struct {
	Category     string       `json:"category" in:"soldier|hero|kai-lord|magician|monster"`
	Race         string       `json:"race" in:"1..64" default:"\"human\""`
	Level        string       `json:"level" in:"weak|standard|veteran" default:"\"standard\""`
	SheetMP      int          `json:"sheet_mp" in:"0..100"`
	CardMP       *int         `json:"card_mp" in:"0..100" default:"-"`
	Orientation  bool         `json:"orientation" default:"false"`
	Wounds       []Wound      `json:"wounds" len:"0..30" default:"[]"`
	DamageTable  *DamageTable `json:"damage_table" default:"-"`
	Stunned      bool         `json:"stunned" default:"false"`
	Hypnotised   string       `json:"hypnotised" in:"no|this-turn|controlled" default:"\"no\""`
	Veiled       bool         `json:"veiled" default:"false"`
	Engaged      bool         `json:"engaged" default:"false"`
	ParryDebt    bool         `json:"parry_debt" default:"false"`
	MovedByWings bool         `json:"moved_by_wings" default:"false"`
}

// conditionResult is what a troop can do.
type conditionResult struct {
	Alive             bool     `json:"alive"`
	Level             string   `json:"level"`
	GameSheet         string   `json:"game_sheet"`
	MP                int      `json:"mp"`
	MeleeModifier     int      `json:"melee_modifier"`
	HitHalvings       int      `json:"hit_halvings"`
	Blinded           bool     `json:"blinded"`
	OpponentsDouble   bool     `json:"opponents_double"`
	MayMove           bool     `json:"may_move"`
	MayShoot          bool     `json:"may_shoot"`
	MayAttack         bool     `json:"may_attack"`
	MayStrikeBack     bool     `json:"may_strike_back"`
	MayUseSkills      bool     `json:"may_use_skills"`
	MayCast           bool     `json:"may_cast"`
	AttackableInMelee bool     `json:"attackable_in_melee"`
	ProjectilesWork   bool     `json:"projectiles_work"`
	MagicWorks        bool     `json:"magic_works"`
	TestsMorale       bool     `json:"tests_morale"`
	FollowsUnitMorale bool     `json:"follows_unit_morale"`
	OwnSideMayAttack  []string `json:"own_side_may_attack"`
}

func (p conditionInput) check() *rules.Fault {
	hero := p.Category == "hero" || p.Category == "kai-lord" || p.Category == "magician"
	return rules.FirstFault(
		rules.ForbidIf(p.CardMP != nil && !hero, "MG-SHEET-2", "card_mp", "the piece has no hero card"),
		rules.ForbidIf(p.Orientation && p.Category != "kai-lord", "MG-KAI-9", "orientation", "it is a discipline of Kai Lords"),
		rules.ForbidIf(p.Category == "soldier" && len(p.Wounds) > 0, "MG-FIRE-20", "wounds", "soldiers die of their first hit"),
		rules.ForbidIf(p.DamageTable != nil && p.Category != "monster", "MG-WND-1", "damage_table", "only monsters have a table of their own"),
	)
}

// WoundBurden is the sum of the effects of wounds (MG-WND-6). Stun is not in it: it lasts
// one turn only.
type WoundBurden struct {
	mp, Melee, Halvings             int
	Blinded, Rooted, Disarmed, dead bool
}

// BurdenOf adds up the effects of wounds by the table.
func (t *DamageTable) BurdenOf(wounds []Wound) (b WoundBurden) {
	for _, w := range wounds {
		e := t.EffectOf(w)
		b.mp += e.MP
		b.Melee += e.Melee
		b.Halvings += rules.BoolToInt(e.HalveHit)
		b.Blinded = b.Blinded || e.Blinded
		b.Rooted = b.Rooted || e.CannotMove
		b.Disarmed = b.Disarmed || e.CannotFight
		b.dead = b.dead || e.Dead
	}
	return b
}

// Points are the movement points of a troop with wounds (MG-MOVE-11, ruling MG-AMB-26).
func (b WoundBurden) Points(allowance int) int {
	if b.dead || b.Rooted {
		return 0
	}
	return max(0, allowance+b.mp)
}

// OrientationBonus is what the discipline of Orientation adds to movement points (MG-KAI-9).
const OrientationBonus = 2

// resolve finds what the troop can do.
func (p conditionInput) resolve() conditionResult {
	table := p.DamageTable
	if table == nil {
		table = &HeroTable
	}
	b := table.BurdenOf(p.Wounds)
	alive := !b.dead
	canAct := alive && !p.Stunned && !p.Veiled
	free := canAct && p.Hypnotised != "this-turn"
	allowance := p.SheetMP + OrientationBonus*rules.BoolToInt(p.Orientation)
	if p.CardMP != nil {
		allowance += *p.CardMP - p.SheetMP
	}
	a := conditionResult{
		Alive: alive, Level: p.Level, GameSheet: p.Race,
		MP: b.Points(allowance), MeleeModifier: b.Melee, HitHalvings: b.Halvings,
		Blinded: alive && b.Blinded, OpponentsDouble: alive && p.Stunned,
		MayMove:           free && !p.Engaged && !b.Rooted && !p.MovedByWings,
		MayShoot:          free && !p.Engaged && !b.Disarmed,
		MayAttack:         free && !b.Disarmed && !p.ParryDebt,
		MayStrikeBack:     canAct && !b.Disarmed && !p.ParryDebt,
		MayUseSkills:      free,
		MayCast:           canAct && p.Category == "magician" && p.Hypnotised == "no",
		AttackableInMelee: alive && !p.Veiled, ProjectilesWork: alive && !p.Veiled, MagicWorks: alive && !p.Veiled,
		TestsMorale:       alive && p.Category == "soldier",
		FollowsUnitMorale: alive && p.Category == "soldier" && p.Hypnotised == "no",
	}
	switch p.Category {
	case "hero", "kai-lord", "magician":
		a.Level = "veteran"
	}
	if p.Category == "kai-lord" {
		a.GameSheet = "human"
	}
	if alive && p.Hypnotised != "no" {
		a.OwnSideMayAttack = []string{"neutral", "evil"}
	}
	return a
}

var troopStateRuling = rules.DicelessRuling("piece-state",
	"MG-WND-4 MG-WND-5 MG-WND-6 MG-WND-7 MG-BLIND-1 MG-R-4 MG-SHEET-2 MG-SHEET-3 MG-MOVE-11 MG-PHASE-2 MG-FIRE-1 MG-MOR-1 MG-KAI-9 MG-HERO-7 "+
		"MG-EVIL-3 MG-SPELL-4 MG-SPELL-10 MG-AMB-24 MG-AMB-25 MG-AMB-26 MG-AMB-35", conditionInput.check, conditionInput.resolve)

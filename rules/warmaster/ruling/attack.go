package ruling

import (
	"oriflamme/rules"
)

// FightingStand is a stand of a unit in a combat round, with the id of the unit that it
// attacks.
type FightingStand struct {
	Target            string `json:"target" in:"1..64" default:"-" null:"true"` // "" does not fight
	Flanked           bool   `json:"flanked" default:"false"`
	TouchesTerrifying bool   `json:"touches_terrifying" default:"false"`
}

// CharacterAttack is what a character adds to the Attacks of its unit, and against which
// enemy unit.
type CharacterAttack struct {
	Attacks int    `json:"attacks" in:"0..20"`
	Target  string `json:"target" in:"1..64"`
}

// attacker is a unit that attacks in a combat round.
type attacker struct {
	Type             string            `json:"type" in:"infantry|cavalry|chariots|monsters|artillery|machines"`
	Attack           AttackValue       `json:"attack"`
	Charging         bool              `json:"charging" default:"false"`
	Pursuing         bool              `json:"pursuing" default:"false"`
	Terrifying       bool              `json:"terrifying" default:"false"`
	Confused         bool              `json:"confused" default:"false"`
	Stands           []FightingStand   `json:"stands" len:"1..12"`
	CharacterAttacks []CharacterAttack `json:"character_attacks" len:"0..4" default:"[]"`
}

// AttackedUnit is an enemy unit that an attacker can attack.
type AttackedUnit struct {
	ID         string `json:"id" in:"1..64"`
	Type       string `json:"type" in:"infantry|cavalry|chariots|monsters|artillery|machines" default:"\"infantry\""`
	Protection string `json:"protection" in:"none|defended|fortified" default:"\"none\""`
	RetreatCm  *int   `json:"retreat_cm" in:"1..200" default:"-" null:"true"`
}

func (a AttackedUnit) protection() string { return EffectiveProtection(a.Type, a.Protection) }

type attackInput struct {
	Round   int            `json:"round" in:"1..50" default:"1"`
	Floor   int            `json:"floor" in:"0..1" default:"0"`
	Unit    attacker       `json:"unit"`
	Targets []AttackedUnit `json:"targets" len:"1..12"`
}

// StandAttacks is the number of Attacks of a stand, with the bonus and the penalty in it.
type StandAttacks struct {
	Bonus   int `json:"bonus"`
	Penalty int `json:"penalty"`
	Attacks int `json:"attacks"`
}

type targetAttacks struct {
	ID    string `json:"id"`
	Dice  int    `json:"dice"`
	ToHit int    `json:"to_hit"`
}

type attackResult struct {
	Stands    []StandAttacks  `json:"stands"`
	TotalDice int             `json:"total_dice"`
	ByTarget  []targetAttacks `json:"by_target"`
}

// checkTargets refuses an attack on a unit that is not among the targets.
func (a attacker) checkTargets(at string, targets []AttackedUnit) *rules.Fault {
	missing := func(id string) bool { return IndexByID(targets, id, func(t AttackedUnit) string { return t.ID }) < 0 }
	for i, s := range a.Stands {
		if s.Target != "" && missing(s.Target) {
			return rules.Faultf(rules.OutOfRange, rules.At(at+".stands", i)+".target", "there is no enemy %q", s.Target)
		}
	}
	for i, c := range a.CharacterAttacks {
		if missing(c.Target) {
			return rules.Faultf(rules.OutOfRange, rules.At(at+".character_attacks", i)+".target", "there is no enemy %q", c.Target)
		}
	}
	return nil
}

// checkPursuit refuses a pursuit in the first round, when there is nothing to pursue yet.
func (a attacker) checkPursuit(at string, round int) *rules.Fault {
	return rules.ForbidIf(a.Pursuing && round == 1, "WR-ATT-7", at+".pursuing", "nobody pursues in the first round")
}

func (in attackInput) check() *rules.Fault {
	return rules.FirstFault(
		rules.RepeatedID("targets", in.Targets, func(t AttackedUnit) string { return t.ID }),
		in.Unit.checkTargets("unit", in.Targets),
		in.Unit.checkPursuit("unit", in.Round),
	)
}

// pursuitBonus is the Attacks that each stand gains against an enemy that it pursues
// (WR-ATT-7, WR-PUR-19). retreat is in cm.
func pursuitBonus(retreat int) int { return 1 + retreat/3 }

// bonus is the Attacks that a stand of the unit gains against an enemy (WR-ATT-6, WR-ATT-7).
func (a attacker) bonus(t AttackedUnit, round int) (bonus int) {
	if a.Charging && round == 1 && t.protection() == "none" {
		bonus = ChargeBonus(a.Type)
	}
	if a.Pursuing && t.RetreatCm != nil {
		bonus += pursuitBonus(*t.RetreatCm)
	}
	return bonus
}

// penalty is the Attacks that a stand loses (WR-ATT-9 to WR-ATT-11).
func (a attacker) penalty(s FightingStand) int {
	return -rules.BoolToInt(s.TouchesTerrifying && !a.Terrifying) - rules.BoolToInt(s.Flanked) - rules.BoolToInt(a.Confused)
}

// Attacks counts the dice of a unit, stand by stand and enemy by enemy (WR-ATT-3, WR-ATT-4, ruling A-9).
func (a attacker) Attacks(targets []AttackedUnit, round, floor int) (r attackResult) {
	for _, t := range targets {
		r.ByTarget = append(r.ByTarget, targetAttacks{ID: t.ID, ToHit: toHit(t.protection())})
	}
	add := func(id string, n int) {
		r.TotalDice += n
		r.ByTarget[IndexByID(targets, id, func(t AttackedUnit) string { return t.ID })].Dice += n
	}
	for _, s := range a.Stands {
		var one StandAttacks
		if s.Target != "" {
			one.Bonus = a.bonus(targets[IndexByID(targets, s.Target, func(t AttackedUnit) string { return t.ID })], round)
			one.Penalty = a.penalty(s)
			one.Attacks = max(floor, a.Attack.Combat+one.Bonus+one.Penalty)
			add(s.Target, one.Attacks)
		}
		r.Stands = append(r.Stands, one)
	}
	for _, c := range a.CharacterAttacks {
		add(c.Target, c.Attacks)
	}
	return r
}

var attackDiceRuling = rules.DicelessRuling("attack-dice",
	"WR-ATT-3 WR-ATT-4 WR-ATT-5 WR-ATT-6 WR-ATT-7 WR-ATT-8 WR-ATT-9 WR-ATT-10 WR-ATT-11 WR-ATT-12 WR-HIT-1 WR-PUR-19 WR-PROV-9",
	attackInput.check, func(in attackInput) attackResult { return in.Unit.Attacks(in.Targets, in.Round, in.Floor) })

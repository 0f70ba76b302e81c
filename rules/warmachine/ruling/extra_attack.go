package ruling

import (
	"oriflamme/rules"
	"oriflamme/rules/dice"
)

// This file holds facts from outside the rulebook: attack rolls.

// Modifiers of attack rolls and of DEF.
const (
	backStrikeBonus  = 2 // WM-X-BACK-1
	aimingBonus      = 2 // WM-X-RNG-2
	freeStrikeBonus  = 2 // WM-X-MELEE-3
	inMeleePenalty   = 4 // WM-X-RNG-3
	concealmentBonus = 2 // WM-X-RNG-4
	coverBonus       = 4 // WM-X-RNG-4
	elevatedBonus    = 2 // WM-X-RNG-5
	HelplessDef      = 5 // WM-X-KD-1, WM-X-STAT-2
)

// stealthRange is the distance beyond which Stealth makes attacks miss (WM-X-KEY-1).
const stealthRange = 5 * Inch

// notInTheBook refuses a request that needs facts from outside the rulebook when they are
// switched off.
func notInTheBook(outside bool) *rules.Fault {
	return rules.FaultIf(!outside, rules.Breaks("WM-COMBAT-17", "outside", "the book does not resolve attacks"))
}

// AttackRoll is an attack roll with everything that changes it.
type AttackRoll struct {
	Kind           string  `json:"kind" in:"melee|ranged|magic"`
	Stat           int     `json:"stat" in:"0..20"`
	Defense        int     `json:"defense" in:"0..40"`
	Boosted        bool    `json:"boosted" default:"false"`
	ExtraDice      int     `json:"extra_dice" in:"-1..4" default:"0"`
	Modifier       int     `json:"modifier" in:"-20..20" default:"0"`
	Aiming         bool    `json:"aiming" default:"false"`
	BackStrike     bool    `json:"back_strike" default:"false"`
	FreeStrike     bool    `json:"free_strike" default:"false"`
	CombinedModels int     `json:"combined_models" in:"0..20" default:"0"`
	TargetInMelee  bool    `json:"target_in_melee" default:"false"`
	Concealment    bool    `json:"concealment" default:"false"`
	Cover          bool    `json:"cover" default:"false"`
	ElevatedTarget bool    `json:"elevated_target" default:"false"`
	Spray          bool    `json:"spray" default:"false"`
	TargetState    string  `json:"target_state" in:"none|knocked-down|stationary" default:"\"none\""`
	Distance       *Inches `json:"distance" in:"0..1000" default:"-"`
	Range          *Inches `json:"range" in:"0..1000" default:"-"`
	Stealth        bool    `json:"stealth" default:"false"`
	Outside        bool    `json:"outside" default:"true"`
}

// AttackRollResult is the result of an attack roll.
type AttackRollResult struct {
	DiceCount   int                `json:"dice_count"`
	AttackBonus int                `json:"attack_bonus"`
	TargetDef   int                `json:"target_def"`
	Total       *int               `json:"total"`
	Hit         bool               `json:"hit"`
	Critical    bool               `json:"critical"`
	Automatic   rules.NullableText `json:"automatic"`
}

func (in AttackRoll) check() *rules.Fault {
	handToHand := in.Kind == Melee
	return rules.FirstFault(
		notInTheBook(in.Outside),
		rules.FaultIf(handToHand && in.Distance != nil, rules.Unexpected("distance")),
		rules.FaultIf(handToHand && in.Range != nil, rules.Unexpected("range")),
		rules.FaultIf(!handToHand && (in.Range != nil || in.Stealth) && in.Distance == nil, rules.Missing("distance")),
	)
}

// helpless reports whether a state gives a target DEF 5 and lets every melee attack hit it.
func helpless(state string) bool { return state != "none" }

// Automatic returns why the attack hits or misses without a roll, or "".
func (in AttackRoll) Automatic() string {
	switch {
	case in.Kind == Melee && helpless(in.TargetState):
		return in.TargetState
	case in.Kind == Melee:
		return ""
	case in.Range != nil && *in.Distance > *in.Range:
		return "out-of-range"
	case in.Stealth && *in.Distance > stealthRange:
		return "stealth"
	}
	return ""
}

// DiceCount returns the number of dice rolled: two, more when boosted, at least one
// (WM-X-DICE-1).
func DiceCount(boosted bool, extra int) int {
	n := 2 + extra
	if boosted {
		n++
	}
	return max(1, n)
}

// Bonus returns what is added to the dice of an attack roll.
func (in AttackRoll) Bonus() int {
	bonus := in.Stat + in.Modifier
	add := func(applies bool, n int) {
		if applies {
			bonus += n
		}
	}
	add(in.BackStrike, backStrikeBonus)
	add(in.Aiming && in.Kind == Ranged, aimingBonus)
	add(in.FreeStrike && in.Kind == Melee, freeStrikeBonus)
	add(in.TargetInMelee && in.Kind != Melee && !in.Spray, -inMeleePenalty)
	add(in.Kind != Magic, in.CombinedModels)
	return bonus
}

// Def returns the DEF of the target with all modifiers.
func (in AttackRoll) Def() int {
	def := in.Defense
	if helpless(in.TargetState) {
		def = HelplessDef
	}
	if in.Kind == Melee {
		return def
	}
	switch {
	case in.Spray:
	case in.Cover:
		def += coverBonus
	case in.Concealment:
		def += concealmentBonus
	}
	if in.ElevatedTarget {
		def += elevatedBonus
	}
	return def
}

// AttackDice is what the rules need to know about the dice of an attack roll.
type AttackDice struct {
	sum         int
	ones, sixes bool // all dice show 1, or all show 6
	HasPair     bool // two dice show the same face
}

// ReadAttack reads the dice of an attack roll.
func ReadAttack(faces []int) AttackDice {
	d := AttackDice{ones: true, sixes: len(faces) > 1}
	var seen [7]bool
	for _, f := range faces {
		d.sum += f
		d.ones = d.ones && f == 1
		d.sixes = d.sixes && f == 6
		d.HasPair = d.HasPair || seen[f]
		seen[f] = true
	}
	return d
}

// strikeNames are the names of rolls by number of dice.
var strikeNames = [...]string{"attack 0", "attack 1", "attack 2", "attack 3", "attack 4", "attack 5", "attack 6", "attack 7", "attack 8"}

// throwAttack throws the dice of an attack roll. For odds it visits one outcome for each sum
// with a pair and one for each sum without; all ones and all sixes have outcomes of their
// own.
func throwAttack(c *rules.Roller, n int) AttackDice {
	return ReadAttack(c.Throw(dice.Roll{
		Why: "attack", N: n, Sides: 6, Read: dice.Pool, CacheKey: strikeNames[n],
		ClassOf: func(faces []int) int {
			d := ReadAttack(faces)
			if d.HasPair {
				return -d.sum
			}
			return d.sum
		},
	}))
}

// Hits reports whether dice hit a DEF with a bonus (WM-X-ATK-1), and why they hit or miss
// automatically, if they do (WM-X-ATK-2).
func (d AttackDice) Hits(bonus, def int) (hit bool, automatic rules.NullableText) {
	switch {
	case d.ones:
		return false, "all-ones"
	case d.sixes:
		return true, "all-sixes"
	}
	return d.sum+bonus >= def, ""
}

// RollAttack makes an attack roll.
func RollAttack(c *rules.Roller, in AttackRoll) AttackRollResult {
	r := AttackRollResult{AttackBonus: in.Bonus(), TargetDef: in.Def(), Automatic: rules.NullableText(in.Automatic())}
	if r.Automatic != "" {
		r.Hit = in.Kind == Melee
		return r
	}
	r.DiceCount = DiceCount(in.Boosted, in.ExtraDice)
	d := throwAttack(c, r.DiceCount)
	total := d.sum + r.AttackBonus
	r.Total = &total
	r.Hit, r.Automatic = d.Hits(r.AttackBonus, r.TargetDef)
	r.Critical = r.Hit && d.HasPair // WM-X-ATK-3
	return r
}

var attackRollRuling = func() rules.Ruling {
	r := rules.CheckedRuling("attack-roll",
		"WM-COMBAT-17 WM-X-ATK-1 WM-X-ATK-2 WM-X-ATK-3 WM-X-DICE-1 WM-X-BACK-1 WM-X-COMB-1 WM-X-FOC-3 WM-X-KD-1 WM-X-KEY-1 WM-X-MELEE-3 WM-X-RNG-1 "+
			"WM-X-RNG-2 WM-X-RNG-3 WM-X-RNG-4 WM-X-RNG-5 WM-X-SPR-1 WM-X-STAT-2",
		"hit critical total", AttackRoll.check, RollAttack)
	r.OddsOf = oddsFields(r.Odds, func(in AttackRoll) []string {
		if in.Automatic() != "" {
			return []string{"hit", "critical"}
		}
		return r.Odds
	})
	return r
}()

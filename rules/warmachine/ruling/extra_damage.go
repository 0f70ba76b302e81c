package ruling

import "oriflamme/rules"

// This file holds facts from outside the rulebook: damage rolls.

type damageRoll struct {
	Power          int  `json:"power" in:"0..40"`
	Strength       int  `json:"strength" in:"0..40" default:"0"`
	Arm            int  `json:"arm" in:"0..60"`
	Boosted        bool `json:"boosted" default:"false"`
	ExtraDice      int  `json:"extra_dice" in:"-1..4" default:"0"`
	Modifier       int  `json:"modifier" in:"-20..20" default:"0"`
	CombinedModels int  `json:"combined_models" in:"0..20" default:"0"`
	Blast          bool `json:"blast" default:"false"`
	PowerField     int  `json:"power_field" in:"0..20" default:"0"`
	Boxes          *int `json:"boxes" in:"1..200" default:"-"`
	Tough          bool `json:"tough" default:"false"`
	Outside        bool `json:"outside" default:"true"`
}

type damageRollResult struct {
	DiceCount    int   `json:"dice_count"`
	EffectiveArm int   `json:"effective_arm"`
	Total        int   `json:"total"`
	Damage       int   `json:"damage"`
	BoxesLeft    *int  `json:"boxes_left"`
	Disabled     *bool `json:"disabled"`
	ToughRoll    *int  `json:"tough_roll"`
	KnockedDown  *bool `json:"knocked_down"`
	Destroyed    *bool `json:"destroyed"`
}

func (in damageRoll) check() *rules.Fault {
	return rules.FirstFault(notInTheBook(in.Outside), rules.FaultIf(in.Tough && in.Boxes == nil, rules.Missing("boxes")))
}

// toughFrom is the least face that saves a model in a Tough roll (WM-X-DIS-1).
const toughFrom = 5

// RollTough throws the die that may save a disabled model.
func RollTough(c *rules.Roller) (face int, saved bool) {
	face = c.Pool("tough", 1, 6, toughFrom)[0]
	return face, face >= toughFrom
}

// RollDamage throws n damage dice, adds add and subtracts ARM from the total (WM-X-DMG-1).
func RollDamage(c *rules.Roller, n, add, arm int) (total, damage int) {
	total = c.Sum("damage", n, 6) + add
	return total, max(0, total-arm)
}

// add returns what is added to the dice of the damage roll.
func (in damageRoll) add() int {
	power := in.Power
	if in.Blast {
		power = (power + 1) / 2 // WM-X-AOE-1, WM-X-ROUND-1
	}
	return power + in.Strength + in.Modifier + in.CombinedModels
}

func resolveDamage(c *rules.Roller, in damageRoll) damageRollResult {
	r := damageRollResult{DiceCount: DiceCount(in.Boosted, in.ExtraDice), EffectiveArm: in.Arm + in.PowerField}
	r.Total, r.Damage = RollDamage(c, r.DiceCount, in.add(), r.EffectiveArm)
	if in.Boxes == nil {
		return r
	}
	left := max(0, *in.Boxes-r.Damage)
	disabled, saved := left == 0, false
	if disabled && in.Tough {
		var face int
		face, saved = RollTough(c)
		r.ToughRoll = &face
		if saved {
			left = 1
		}
	}
	destroyed := disabled && !saved
	r.BoxesLeft, r.Disabled, r.KnockedDown, r.Destroyed = &left, &disabled, &saved, &destroyed
	return r
}

var damageRollRuling = func() rules.Ruling {
	r := rules.CheckedRuling("damage-roll",
		"WM-COMBAT-17 WM-X-DMG-1 WM-X-DICE-1 WM-X-AOE-1 WM-X-COMB-1 WM-X-DIS-1 WM-X-FOC-3 WM-X-FOC-5 WM-X-ROUND-1",
		"total damage destroyed boxes_left", damageRoll.check, resolveDamage)
	r.OddsOf = oddsFields(r.Odds, func(in damageRoll) []string {
		if in.Boxes == nil {
			return []string{"total", "damage"}
		}
		return r.Odds
	})
	return r
}()

package ruling

import (
	"oriflamme/rules"
)

// MoraleBands are the lowest results of the bands of a morale test on a Game Sheet
// (MG-MOR-6).
type MoraleBands struct {
	CarryOnMin int `json:"carry_on_min" in:"-100..200"`
	RetreatMin int `json:"retreat_min" in:"-100..200"` // below this: rout
}

func (b MoraleBands) read(morale int) string {
	switch {
	case morale >= b.CarryOnMin:
		return "carry-on"
	case morale >= b.RetreatMin:
		return "retreat"
	}
	return "rout"
}

// MoraleTestInput is the morale test of a unit.
type MoraleTestInput struct {
	Category              string       `json:"category" in:"soldier|hero|kai-lord|magician|monster" default:"\"soldier\""`
	IndexFixed            int          `json:"index_fixed" in:"0..50"`
	IndexDice             int          `json:"index_dice" in:"0..5"`
	Modifiers             []int        `json:"modifiers" len:"0..20" each:"-100..100" default:"[]"`
	Bands                 *MoraleBands `json:"bands" default:"-"`
	Brutality             bool         `json:"brutality" default:"false"`
	BrutalityHeroAdjacent bool         `json:"brutality_hero_adjacent" default:"true"`
	BrutalityUsedOnUnit   bool         `json:"brutality_used_on_unit" default:"false"`
	UnitStrength          int          `json:"unit_strength" in:"1..200" default:"1"`
}

// MoraleTestResult is the result of a morale test.
type MoraleTestResult struct {
	BaseMorale        *int               `json:"base_morale"`
	ModifiedMorale    *int               `json:"modified_morale"`
	Result            rules.NullableText `json:"result"`
	TroopsRemoved     int                `json:"pieces_removed"`
	UnitStrengthAfter int                `json:"unit_strength_after"`
}

func (n MoraleTestInput) check() *rules.Fault {
	return rules.FirstFault(
		rules.OutOfRangeIf(n.Bands != nil && n.Bands.RetreatMin > n.Bands.CarryOnMin, "bands.retreat_min", "is above the band that carries on"),
		rules.ForbidIf(n.Category != "soldier", "MG-MOR-1", "category", "only units test"),
		rules.ForbidIf(n.Brutality && !n.BrutalityHeroAdjacent, "MG-EVIL-1", "brutality_hero_adjacent", "the hero is not next to the unit"),
		rules.ForbidIf(n.Brutality && n.BrutalityUsedOnUnit, "MG-EVIL-1", "brutality_used_on_unit", "the unit has suffered it before"),
	)
}

// Resolve throws the morale test, unless Brutality costs the unit a troop instead (MG-MOR-4
// to MG-MOR-6, MG-EVIL-1).
func (n MoraleTestInput) Resolve(c *rules.Roller) MoraleTestResult {
	if n.Brutality {
		return MoraleTestResult{Result: "carry-on", TroopsRemoved: 1, UnitStrengthAfter: n.UnitStrength - 1}
	}
	base := n.IndexFixed + c.Sum("morale", n.IndexDice, 6)
	modified := base + sum(n.Modifiers)
	r := MoraleTestResult{BaseMorale: &base, ModifiedMorale: &modified, UnitStrengthAfter: n.UnitStrength}
	if n.Bands != nil {
		r.Result = rules.NullableText(n.Bands.read(modified))
	}
	return r
}

var moraleTestRuling = withMoraleOdds(rules.CheckedRuling("morale-test",
	"MG-MOR-1 MG-MOR-4 MG-MOR-5 MG-MOR-6 MG-MOR-7 MG-EVIL-1 MG-AMB-58", "base_morale modified_morale result", MoraleTestInput.check,
	func(c *rules.Roller, n MoraleTestInput) MoraleTestResult { return n.Resolve(c) }))

// withMoraleOdds removes odds that a test does not have: with Brutality all but those of the
// result, without bands those of the result.
func withMoraleOdds(r rules.Ruling) rules.Ruling {
	r.OddsOf = func(tree any) []string {
		in, _ := tree.(map[string]any)
		if in["brutality"] == true {
			return r.Odds[2:]
		}
		if _, there := in["bands"]; !there {
			return r.Odds[:2]
		}
		return r.Odds
	}
	return r
}

package ruling

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/grid"
)

// SheetTriggers are the morale triggers of a Game Sheet with their modifiers; nil is a
// trigger that the sheet does not list (MG-MOR-2).
type SheetTriggers struct {
	AttackedBySpell     *int `json:"attacked-by-spell" in:"-100..100" default:"-"`
	LossesThisTurn      *int `json:"losses-this-turn" in:"-100..100" default:"-"`
	LossesTotal         *int `json:"losses-total" in:"-100..100" default:"-"`
	AttackedFlankOrRear *int `json:"attacked-flank-or-rear" in:"-100..100" default:"-"`
	FriendlyRoutNearby  *int `json:"friendly-rout-nearby" in:"-100..100" default:"-"`
	FightsMonster       *int `json:"fights-monster" in:"-100..100" default:"-"`
	GeneralKilled       *int `json:"general-killed" in:"-100..100" default:"-"`
}

// Aura is a hero's Aura of Goodness or Terror that a unit was near this turn.
type Aura struct {
	Kind          string    `json:"kind" in:"aura-of-goodness|terror"`
	Cell          grid.Cell `json:"cell"`
	InZoneEarlier bool      `json:"in_zone_earlier" default:"false"`
	CarriedOn     bool      `json:"carried_on" default:"false"`
}

// MoraleInput is everything of this turn that affects a unit's morale.
type MoraleInput struct {
	Category              string        `json:"category" in:"soldier|hero|kai-lord|magician|monster" default:"\"soldier\""`
	Alignment             string        `json:"alignment" in:"good|neutral|evil"`
	StartingStrength      int           `json:"starting_strength" in:"1..200"`
	StrengthAtStartOfTurn int           `json:"strength_at_start_of_turn" in:"1..200"`
	StrengthNow           int           `json:"strength_now" in:"0..200"`
	ExecutedThisTurn      int           `json:"executed_this_turn" in:"0..200" default:"0"`
	LossThresholdPercent  int           `json:"loss_threshold_percent" in:"1..100" default:"20"`
	SheetTriggers         SheetTriggers `json:"sheet_triggers"`
	AffectedByEnemySpell  bool          `json:"affected_by_enemy_spell" default:"false"`
	AttackedFlankOrRear   bool          `json:"attacked_flank_or_rear" default:"false"`
	FightsMonster         bool          `json:"fights_monster" default:"false"`
	GeneralKilled         bool          `json:"general_killed" default:"false"`
	DoomAndDespair        bool          `json:"doom_and_despair" default:"false"`
	UnitCells             []grid.Cell   `json:"unit_cells" len:"0..400" default:"[]"`
	RoutingCells          []grid.Cell   `json:"routing_cells" len:"0..400" default:"[]"`
	Auras                 []Aura        `json:"auras" len:"0..50" default:"[]"`
	RallyCells            []grid.Cell   `json:"rally_cells" len:"0..50" default:"[]"`
	EarlierRoutModifier   int           `json:"earlier_rout_modifier" in:"-100..100" default:"0"`
	OtherModifiers        []int         `json:"other_modifiers" len:"0..20" each:"-100..100" default:"[]"`
	TestedThisTurn        bool          `json:"tested_this_turn" default:"false"`
}

type trigger struct {
	Trigger  string `json:"trigger"`
	Modifier int    `json:"modifier"`
}

// MoraleResult is whether a unit has to test its morale, and with what modifier.
type MoraleResult struct {
	LossesThisTurn  int                `json:"losses_this_turn"`
	LossesTotal     int                `json:"losses_total"`
	Triggers        []trigger          `json:"triggers"`
	TestDue         bool               `json:"test_due"`
	WorstTrigger    rules.NullableText `json:"worst_trigger"`
	TriggerModifier int                `json:"trigger_modifier"`
	RallyHeroes     int                `json:"rally_heroes"`
	TotalModifier   int                `json:"total_modifier"`
	Threat          rules.NullableText `json:"threat"`
}

// Radii in cells of what affects morale at a distance, and the modifiers (MG-MOR-2e,
// MG-HERO-1, MG-HERO-4, MG-EVIL-4).
const (
	RoutRadius    = 6
	AuraRadius    = 2
	auraModifier  = -2
	terrorChange  = -1
	rallyModifier = 3
)

// WithinDistance reports whether two sets of cells are within a distance of each other.
func WithinDistance(as, bs []grid.Cell, distance int) bool {
	return len(as) > 0 && len(bs) > 0 && grid.Nearest(as, bs) <= distance
}

func (o MoraleInput) check() *rules.Fault {
	return rules.FirstFault(
		rules.OutOfRangeIf(o.StrengthAtStartOfTurn > o.StartingStrength, "strength_at_start_of_turn", "is more than at the start of the battle"),
		rules.OutOfRangeIf(o.StrengthNow > o.StrengthAtStartOfTurn, "strength_now", "is more than at the start of the turn"),
		rules.OutOfRangeIf(o.ExecutedThisTurn > o.StrengthAtStartOfTurn-o.StrengthNow, "executed_this_turn", "is more than were lost"),
	)
}

// metAura reports whether an aura of a kind makes the unit test its morale (ruling
// MG-AMB-43).
func (o MoraleInput) metAura(kind string) bool {
	return slices.ContainsFunc(o.Auras, func(a Aura) bool {
		return a.Kind == kind && !a.CarriedOn && (a.InZoneEarlier || WithinDistance([]grid.Cell{a.Cell}, o.UnitCells, AuraRadius))
	})
}

// Triggers lists what makes the unit test its morale, in the order of the sheet (MG-MOR-2).
// Losses are compared exactly, as fractions; victims of Brutality do not count for the turn.
func (o MoraleInput) Triggers() (all []trigger) {
	if o.Category != "soldier" || o.StrengthNow == 0 {
		return nil
	}
	listed := func(holds bool, name string, modifier *int) {
		if holds && modifier != nil {
			all = append(all, trigger{name, *modifier})
		}
	}
	now := o.StrengthAtStartOfTurn - o.StrengthNow - o.ExecutedThisTurn
	s := o.SheetTriggers
	listed(o.AffectedByEnemySpell, "attacked-by-spell", s.AttackedBySpell)
	listed(100*now >= o.LossThresholdPercent*o.StrengthAtStartOfTurn, "losses-this-turn", s.LossesThisTurn)
	listed(2*(o.StartingStrength-o.StrengthNow) >= o.StartingStrength, "losses-total", s.LossesTotal)
	listed(o.AttackedFlankOrRear, "attacked-flank-or-rear", s.AttackedFlankOrRear)
	listed(WithinDistance(o.UnitCells, o.RoutingCells, RoutRadius), "friendly-rout-nearby", s.FriendlyRoutNearby)
	listed(o.FightsMonster, "fights-monster", s.FightsMonster)
	listed(o.GeneralKilled, "general-killed", s.GeneralKilled)
	if o.Alignment == "evil" && o.metAura("aura-of-goodness") {
		all = append(all, trigger{"aura-of-goodness", auraModifier})
	}
	if o.Alignment == "good" && o.metAura("terror") {
		all = append(all, trigger{"terror", terrorChange})
	}
	if o.DoomAndDespair {
		all = append(all, trigger{"doom-and-despair", 0})
	}
	return all
}

// ThreatBehind names what a unit flees from, by the trigger of its test (ruling MG-AMB-33).
func ThreatBehind(trigger string) string {
	switch trigger {
	case "attacked-by-spell", "doom-and-despair":
		return "caster"
	case "losses-this-turn":
		return "unit-that-caused-most-losses"
	case "attacked-flank-or-rear":
		return "flank-attacker"
	case "fights-monster":
		return "monster"
	case "aura-of-goodness", "terror":
		return "hero-with-aura"
	}
	return "nearest-enemy"
}

// Resolve finds the worst trigger and adds up the modifiers of the test (MG-MOR-3,
// MG-MOR-5, ruling MG-AMB-31).
func (o MoraleInput) Resolve() MoraleResult {
	r := MoraleResult{
		LossesThisTurn: o.StrengthAtStartOfTurn - o.StrengthNow - o.ExecutedThisTurn,
		LossesTotal:    o.StartingStrength - o.StrengthNow,
		Triggers:       o.Triggers(),
	}
	for _, c := range o.RallyCells {
		r.RallyHeroes += rules.BoolToInt(WithinDistance([]grid.Cell{c}, o.UnitCells, 1))
	}
	if r.TestDue = len(r.Triggers) > 0 && !o.TestedThisTurn; !r.TestDue {
		return r
	}
	worst := slices.MinFunc(r.Triggers, func(t, u trigger) int { return t.Modifier - u.Modifier })
	r.WorstTrigger, r.TriggerModifier, r.Threat = rules.NullableText(worst.Trigger), worst.Modifier, rules.NullableText(ThreatBehind(worst.Trigger))
	r.TotalModifier = worst.Modifier + rallyModifier*r.RallyHeroes + o.EarlierRoutModifier + sum(o.OtherModifiers)
	return r
}

var moraleTriggersRuling = rules.DicelessRuling("morale-triggers",
	"MG-MOR-1 MG-MOR-2 MG-MOR-3 MG-MOR-5 MG-HERO-1 MG-HERO-4 MG-EVIL-4 MG-SPELL-6 MG-DIST-4 MG-AMB-31 MG-AMB-33 MG-AMB-43 MG-AMB-49 MG-AMB-58",
	MoraleInput.check, MoraleInput.Resolve)

package ruling

import (
	"encoding/json"
	"slices"

	"oriflamme/rules"
)

// An Encounter is a size of encounter: the limits of armies and the time that the battle may
// take.
type Encounter struct {
	warcasters int   // maximum for each player
	Points     []int // army points that the players may agree on
	minutes    [2]int
	OpenEnded  bool // any number of points from the first of Points on
}

// Encounters are the encounters by size (WM-ARMY-5, WM-ARMY-6).
var Encounters = map[string]Encounter{
	"duel":          {1, []int{15}, [2]int{20, 45}, false},
	"skirmish":      {1, []int{25, 35, 50}, [2]int{45, 90}, false},
	"grand-melee":   {1, []int{75, 100}, [2]int{90, 120}, false},
	"battle-royale": {2, []int{100, 125, 150}, [2]int{120, 180}, false},
	"war":           {3, []int{150, 175, 200}, [2]int{180, 240}, false},
	"apocalypse":    {4, []int{200}, [2]int{240, 0}, true},
}

// allows reports whether an encounter of this size may have that many army points.
func (s Encounter) allows(points int) bool {
	return slices.Contains(s.Points, points) || s.OpenEnded && points >= s.Points[0]
}

// maxWarcasters returns the most warcasters of one player. An apocalypse has one more for
// each complete 50 points above its least points (WM-ARMY-7, ruling A-8).
func (s Encounter) maxWarcasters(points int) int {
	if !s.OpenEnded {
		return s.warcasters
	}
	return s.warcasters + max(0, points-s.Points[0])/50
}

// Allowance is a field allowance: the number of copies for each warcaster, or Unlimited, or
// Unique for a character.
type Allowance int

// Allowances that are not numbers.
const (
	Unlimited Allowance = 0
	Unique    Allowance = -1
)

// DecodeJSON reads 1 to 99, "unlimited" or "character".
func (a *Allowance) DecodeJSON(tree any, path string) *rules.Fault {
	if text, ok := tree.(string); ok {
		switch text {
		case "unlimited":
			*a = Unlimited
		case "character":
			*a = Unique
		default:
			return BadValue(path, "%q is no field allowance", text)
		}
		return nil
	}
	n, ok := rules.Integer(tree)
	if !ok {
		return rules.Faultf(rules.WrongType, path, "want an integer, unlimited or character")
	}
	if n < 1 || n > 99 {
		return BadValue(path, "is %d, not 1 to 99", n)
	}
	*a = Allowance(n)
	return nil
}

// MarshalJSON writes the allowance in the form that DecodeJSON reads.
func (a Allowance) MarshalJSON() ([]byte, error) {
	switch a {
	case Unlimited:
		return []byte(`"unlimited"`), nil
	case Unique:
		return []byte(`"character"`), nil
	}
	return json.Marshal(int(a))
}

// Copies returns how many copies an army may have (WM-ARMY-21 to WM-ARMY-25). ok is false
// when they are not limited. All warcasters count, those of the Faction and mercenaries.
func (a Allowance) Copies(warcasters int) (most int, ok bool) {
	switch a {
	case Unlimited:
		return 0, false
	case Unique:
		return 1, true
	}
	return int(a) * warcasters, true
}

type limitsInput struct {
	EncounterSize string         `json:"encounter_size" in:"duel|skirmish|grand-melee|battle-royale|war|apocalypse"`
	ArmyPoints    int            `json:"army_points" in:"1..100000"`
	Warcasters    int            `json:"warcasters" in:"0..100" default:"1"`
	Entries       []limitedEntry `json:"entries" len:"0..200" default:"[]"`
}

// limitedEntry is an entry whose copies are limited.
type limitedEntry struct {
	ID             string    `json:"id" in:"1..80"`
	FieldAllowance Allowance `json:"field_allowance"`
	ModelsEach     int       `json:"models_each" in:"1..100" default:"1"`
	Points         int       `json:"points" in:"0..999" default:"0"`
}

type limitsResult struct {
	PointsAllowed     bool         `json:"points_allowed"`
	ArmyPointsValues  []int        `json:"army_points_values"`
	OpenEnded         bool         `json:"open_ended"`
	MinWarcasters     int          `json:"min_warcasters"`
	MaxWarcasters     int          `json:"max_warcasters"`
	WarcastersAllowed bool         `json:"warcasters_allowed"`
	DurationMinutes   [2]*int      `json:"duration_minutes"`
	Entries           []entryLimit `json:"entries"`
}

// entryLimit is how many copies of an entry an army may have; nil: not limited.
type entryLimit struct {
	ID        string `json:"id"`
	MaxCopies *int   `json:"max_copies"`
	MaxModels *int   `json:"max_models"`
	MaxPoints *int   `json:"max_points"`
}

// minWarcasters is the number of warcasters that an army needs (WM-ARMY-27, ruling A-9).
const minWarcasters = 1

func armyLimits(in limitsInput) limitsResult {
	s := Encounters[in.EncounterSize]
	r := limitsResult{
		PointsAllowed: s.allows(in.ArmyPoints), ArmyPointsValues: s.Points, OpenEnded: s.OpenEnded,
		MinWarcasters: minWarcasters, MaxWarcasters: s.maxWarcasters(in.ArmyPoints),
		DurationMinutes: [2]*int{&s.minutes[0], &s.minutes[1]},
	}
	if s.OpenEnded {
		r.DurationMinutes[1] = nil
	}
	r.WarcastersAllowed = in.Warcasters >= minWarcasters && in.Warcasters <= r.MaxWarcasters
	for _, e := range in.Entries {
		l := entryLimit{ID: e.ID}
		if most, limited := e.FieldAllowance.Copies(in.Warcasters); limited {
			models, points := most*e.ModelsEach, most*e.Points
			l.MaxCopies, l.MaxModels, l.MaxPoints = &most, &models, &points
		}
		r.Entries = append(r.Entries, l)
	}
	return r
}

var armyLimitsRuling = rules.DicelessRuling("army-limits",
	"WM-ARMY-1 WM-ARMY-5 WM-ARMY-6 WM-ARMY-7 WM-ARMY-18 WM-ARMY-21 WM-ARMY-22 WM-ARMY-23 WM-ARMY-24 WM-ARMY-25 WM-ARMY-27",
	nil, armyLimits)

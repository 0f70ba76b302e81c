package ruling

import (
	"encoding/json"
	"slices"

	"oriflamme/rules"
)

// A Encounter is an encounter Encounter: how large the battle is and how long it may take.
type Encounter struct {
	warcasters int   // at most, for each player
	Points     []int // army points that may be agreed
	minutes    [2]int
	OpenEnded  bool // any number of points from the first of points on, without end
}

// Encounters are the encounter Encounters (WM-ARMY-5, WM-ARMY-6).
var Encounters = map[string]Encounter{
	"duel":          {1, []int{15}, [2]int{20, 45}, false},
	"skirmish":      {1, []int{25, 35, 50}, [2]int{45, 90}, false},
	"grand-melee":   {1, []int{75, 100}, [2]int{90, 120}, false},
	"battle-royale": {2, []int{100, 125, 150}, [2]int{120, 180}, false},
	"war":           {3, []int{150, 175, 200}, [2]int{180, 240}, false},
	"apocalypse":    {4, []int{200}, [2]int{240, 0}, true},
}

// allows reports whether an encounter of the size may be fought with so many army points.
func (s Encounter) allows(points int) bool {
	return slices.Contains(s.Points, points) || s.OpenEnded && points >= s.Points[0]
}

// maxWarcasters is the limit of warcasters of one player. An apocalypse has one
// more for each complete slice of 50 points beyond its least (WM-ARMY-7, ruling A-8).
func (s Encounter) maxWarcasters(points int) int {
	if !s.OpenEnded {
		return s.warcasters
	}
	return s.warcasters + max(0, points-s.Points[0])/50
}

// Allowance is a field allowance: how many copies for each warcaster, or Unlimited,
// or Unique for a character.
type Allowance int

// Allowances that are no number.
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

// MarshalJSON writes it as it is read.
func (a Allowance) MarshalJSON() ([]byte, error) {
	switch a {
	case Unlimited:
		return []byte(`"unlimited"`), nil
	case Unique:
		return []byte(`"character"`), nil
	}
	return json.Marshal(int(a))
}

// Copies is how many Copies an army may have (WM-ARMY-21 to WM-ARMY-25); not
// limited without ok. All warcasters count, of the Faction or mercenary.
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

// entryLimit is how much of an entry an army may have; nil is without limit.
type entryLimit struct {
	ID        string `json:"id"`
	MaxCopies *int   `json:"max_copies"`
	MaxModels *int   `json:"max_models"`
	MaxPoints *int   `json:"max_points"`
}

// minWarcasters is how many warcasters an army needs (WM-ARMY-27, ruling A-9).
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

var armyLimitsRuling = newRulingWithoutDice("army-limits",
	"WM-ARMY-1 WM-ARMY-5 WM-ARMY-6 WM-ARMY-7 WM-ARMY-18 WM-ARMY-21 WM-ARMY-22 WM-ARMY-23 WM-ARMY-24 WM-ARMY-25 WM-ARMY-27",
	nil, armyLimits)

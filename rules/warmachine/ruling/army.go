package ruling

import (
	"slices"

	"oriflamme/rules"
)

// ArmyInput is an army list.
type ArmyInput struct {
	EncounterSize string           `json:"encounter_size" in:"duel|skirmish|grand-melee|battle-royale|war|apocalypse"`
	ArmyPoints    int              `json:"army_points" in:"1..100000"`
	Faction       string           `json:"faction" in:"1..80" default:"-"`
	Contract      string           `json:"contract" in:"1..80" default:"-"`
	Warcasters    []Warcaster      `json:"warcasters" len:"0..20"`
	Marshalled    []MarshalledJack `json:"jack_marshal_warjacks" len:"0..50" default:"[]"`
	Uncontrolled  []Warjack        `json:"uncontrolled_warjacks" len:"0..50" default:"[]"`
	Others        []Entry          `json:"other_entries" len:"0..100" default:"[]"`
	Waived        []string         `json:"waived_rules" len:"0..40" each:"1..80" default:"[]"`
	Outside       bool             `json:"outside" default:"true"`
}

// Allegiance is the Faction or contract of an entry. Without a Faction it has that of the
// army.
type Allegiance struct {
	Faction   string   `json:"faction" in:"1..80" default:"-"`
	Mercenary bool     `json:"mercenary" default:"false"`
	WorksFor  []string `json:"works_for" len:"0..20" each:"1..80" default:"[]"`
}

// Warcaster is a warcaster with the warjacks of its battlegroup (WM-ARMY-14).
type Warcaster struct {
	ID            string    `json:"id" in:"1..80"`
	WarjackPoints int       `json:"warjack_points" in:"0..99"`
	Character     bool      `json:"character" default:"true"`
	Battlegroup   []Warjack `json:"battlegroup" len:"0..50" default:"[]"`
	Allegiance
}

// Warjack is a warjack of an army list with its cost.
type Warjack struct {
	ID             string    `json:"id" in:"1..80"`
	Points         int       `json:"points" in:"0..999"`
	Character      bool      `json:"character" default:"false"`
	FieldAllowance Allowance `json:"field_allowance" default:"\"unlimited\""`
	Allegiance
}

// MarshalledJack is a warjack that a 'jack marshal controls.
type MarshalledJack struct {
	Warjack
	Marshal string `json:"marshal" in:"1..80" default:"-"`
}

// Entry is a unit, a solo, a group of solos or any other entry.
type Entry struct {
	ID             string       `json:"id" in:"1..80"`
	Kind           string       `json:"kind" in:"unit|solo|solo-group|other"`
	Points         int          `json:"points" in:"0..999"`
	Count          int          `json:"count" in:"1..99" default:"1"`
	FieldAllowance Allowance    `json:"field_allowance" default:"\"unlimited\""`
	Character      bool         `json:"character" default:"false"`
	ModelsEach     int          `json:"models_each" in:"1..100" default:"1"`
	JackMarshal    bool         `json:"jack_marshal" default:"false"`
	Options        []ArmyOption `json:"options" len:"0..10" default:"[]"`
	Option         *string      `json:"option" in:"1..80" default:"-"`
	Allegiance
}

// ArmyOption is one of the sizes of an entry with its cost (WM-ARMY-19).
type ArmyOption struct {
	Name       string `json:"name" in:"1..80"`
	Points     int    `json:"points" in:"0..999"`
	ModelsEach int    `json:"models_each" in:"1..100"`
}

// battlegroupCost is the cost of the warjacks of a warcaster and how it is paid: first with
// its warjack points, then with army points (WM-ARMY-9 to WM-ARMY-12).
type battlegroupCost struct {
	ID                 string `json:"id"`
	Cost               int    `json:"cost"`
	WarjackPoints      int    `json:"warjack_points"`
	WarjackPointsSpent int    `json:"warjack_points_spent"`
	WarjackPointsLost  int    `json:"warjack_points_lost"`
	ArmyPoints         int    `json:"army_points"`
}

func (w Warcaster) cost() battlegroupCost {
	c := battlegroupCost{ID: w.ID, WarjackPoints: w.WarjackPoints}
	for _, j := range w.Battlegroup {
		c.Cost += j.Points
	}
	c.WarjackPointsSpent = min(c.Cost, w.WarjackPoints)
	c.WarjackPointsLost = w.WarjackPoints - c.WarjackPointsSpent
	c.ArmyPoints = c.Cost - c.WarjackPointsSpent
	return c
}

// ArmyResult is an army with its sums and the rules that it breaks.
type ArmyResult struct {
	Legal              bool              `json:"legal"`
	Violations         []Breach          `json:"violations"`
	ViolatedRules      []string          `json:"violated_rules"`
	Waived             []string          `json:"waived"`
	MaxWarcasters      int               `json:"max_warcasters"`
	WarcasterCount     int               `json:"warcaster_count"`
	WarjackCount       int               `json:"warjack_count"`
	ModelCount         int               `json:"model_count"`
	Battlegroups       []battlegroupCost `json:"battlegroups"`
	WarjackPointsSpent int               `json:"warjack_points_spent"`
	WarjackPointsLost  int               `json:"warjack_points_lost"`
	ArmyPointsSpent    int               `json:"army_points_spent"`
	ArmyPointsLeft     int               `json:"army_points_left"`
	TotalPoints        int               `json:"total_points"`
	MaximumTotal       int               `json:"maximum_total"`
}

// Totals returns the sums of an army's points, without checking its composition
// (WM-ARMY-13).
func (a ArmyInput) Totals() ArmyResult {
	r := ArmyResult{
		MaxWarcasters: Encounters[a.EncounterSize].maxWarcasters(a.ArmyPoints), WarcasterCount: len(a.Warcasters),
		WarjackCount: len(a.Marshalled) + len(a.Uncontrolled), MaximumTotal: a.ArmyPoints,
	}
	for _, w := range a.Warcasters {
		c := w.cost()
		r.Battlegroups = append(r.Battlegroups, c)
		r.WarjackCount += len(w.Battlegroup)
		r.WarjackPointsSpent += c.WarjackPointsSpent
		r.WarjackPointsLost += c.WarjackPointsLost
		r.ArmyPointsSpent += c.ArmyPoints
		r.MaximumTotal += c.WarjackPoints
	}
	for _, j := range a.Marshalled {
		r.ArmyPointsSpent += j.Points
	}
	for _, j := range a.Uncontrolled {
		r.ArmyPointsSpent += j.Points
	}
	r.ModelCount = r.WarcasterCount + r.WarjackCount
	for _, e := range a.Others {
		r.ArmyPointsSpent += e.Points * e.Count
		r.ModelCount += e.Count * e.ModelsEach
	}
	r.ArmyPointsLeft = a.ArmyPoints - r.ArmyPointsSpent
	r.TotalPoints = r.ArmyPointsSpent + r.WarjackPointsSpent
	return r
}

// Validate checks an army against every rule of composition, except those that a scenario
// lifts (WM-ARMY-4).
func (a ArmyInput) Validate() ArmyResult {
	r := a.Totals()
	var broken, waived breachList
	for _, b := range a.breaches(r) {
		if slices.Contains(a.Waived, b.Rule) {
			waived = append(waived, b)
		} else {
			broken = append(broken, b)
		}
	}
	r.Violations = broken
	r.Legal = len(r.Violations) == 0
	r.ViolatedRules, r.Waived = rulesOf(r.Violations), rulesOf(waived)
	return r
}

func (a ArmyInput) check() *rules.Fault {
	return rules.FaultIf(a.Contract != "" && a.Faction != "", rules.Unexpected("contract"))
}

var armyValidateRuling = rules.DicelessRuling("army-validate",
	"WM-ARMY-1 WM-ARMY-2 WM-ARMY-3 WM-ARMY-4 WM-ARMY-5 WM-ARMY-6 WM-ARMY-7 WM-ARMY-8 WM-ARMY-9 WM-ARMY-10 WM-ARMY-11 WM-ARMY-12 WM-ARMY-13 "+
		"WM-ARMY-14 WM-ARMY-15 WM-ARMY-16 WM-ARMY-18 WM-ARMY-19 WM-ARMY-20 WM-ARMY-21 WM-ARMY-22 WM-ARMY-23 WM-ARMY-24 WM-ARMY-25 WM-ARMY-27 WM-X-JM-1",
	ArmyInput.check, ArmyInput.Validate)

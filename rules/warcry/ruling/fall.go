package ruling

import (
	"oriflamme/rules"
)

// LandingPoint is a point of a platform or the floor where a fighter might land.
type LandingPoint struct {
	Horizontal    rules.Dec `json:"horizontal" in:"0..100" digits:"3"` // distance from the fighter, inches
	Height        rules.Dec `json:"height" in:"0..100" digits:"3" default:"0"`
	BlockedBy     string    `json:"blocked_by" in:"fighter|terrain|off-board" default:"null" null:"true"`
	DeadlyWithin1 int       `json:"deadly_within_1" in:"0..20" default:"0"`
}

// Faller is a fighter that may fall.
type Faller struct {
	Runemarks []string `json:"runemarks" len:"0..10" each:"1..200" distinct:"true" default:"[]"`
	Health
}

// FallInput is a fighter that may fall, and the points where it might land.
type FallInput struct {
	Fighter              Faller         `json:"fighter"`
	Controller           Player         `json:"controller" in:"a|b"`
	Cause                string         `json:"cause" in:"move-end|activation-end-climbing|fall-test|unclimbable"`
	ClimbingOn           string         `json:"climbing_on" in:"obstacle|stairs|ladder|deadly" default:"\"obstacle\""`
	Height               rules.Dec      `json:"height" in:"0..100" digits:"3"`
	BaseCentreOnPlatform bool           `json:"base_centre_on_platform" default:"false"`
	Candidates           []LandingPoint `json:"candidates" len:"0..20"`
	Chosen               *int           `json:"chosen" in:"0..19" default:"null" null:"true"` // index of the chosen landing point; nil: the first legal one
	DeadlyFirst          bool           `json:"deadly_first" default:"false"`                 // ruling A-25
}

// FallResult says whether a fighter falls, where it lands and what it suffers.
type FallResult struct {
	Falls          bool      `json:"falls"`
	Chooser        Player    `json:"chooser"`
	LegalPoints    []bool    `json:"legal_points"`
	Point          *int      `json:"point"`
	Outcome        string    `json:"outcome"`
	Drop           rules.Dec `json:"drop"`
	ImpactDamage   int       `json:"impact_damage"`
	DeadlyDamage   int       `json:"deadly_damage"`
	Damage         int       `json:"damage"`
	AllocatedAfter int       `json:"allocated_after"`
	TakenDown      bool      `json:"taken_down"`
}

// fallReach is the greatest horizontal distance of a fall point, in inches (WC-FALL-2).
const fallReach = 2 * rules.One

// reached reports whether the point is near enough and strictly lower than the height from
// (WC-FALL-2, ruling A-21).
func (l LandingPoint) reached(from rules.Dec) bool {
	return l.Horizontal <= fallReach && l.Height < from
}

// Legal reports whether a fighter can land at the point (WC-FALL-3, ruling A-22).
func (l LandingPoint) Legal(from rules.Dec) bool { return l.reached(from) && l.BlockedBy == "" }

// isDue reports whether the fighter falls: not when it rests on stairs or a ladder (WC-TER-11),
// and flyers pass every fall test (ruling A-24).
func (f FallInput) isDue() bool {
	switch f.Cause {
	case "activation-end-climbing":
		return f.ClimbingOn != "stairs" && f.ClimbingOn != "ladder"
	case "fall-test":
		return !HasRunemark(f.Fighter.Runemarks, "fly")
	}
	return true
}

// ResolveFall carries out a fall. The opponent chooses the point (WC-FALL-2); without a legal
// point the fighter stays on its platform or is taken down (WC-FALL-4). The landing may deal
// impact damage and damage by deadly terrain (WC-FALL-5, WC-FALL-6).
func ResolveFall(c *rules.Roller, f FallInput) FallResult {
	h := f.Fighter.Health
	r := FallResult{Falls: f.isDue(), Chooser: f.Controller.other(), Outcome: "no-fall", AllocatedAfter: h.Allocated}
	at := -1
	for i, l := range f.Candidates {
		r.LegalPoints = append(r.LegalPoints, l.Legal(f.Height))
		if at < 0 && l.Legal(f.Height) {
			at = i
		}
	}
	if f.Chosen != nil {
		at = *f.Chosen
	}
	switch {
	case !r.Falls:
		return r
	case at >= 0:
		r.Point = &at
		r.land(c, &h, f.Height, f.Candidates[at], f.DeadlyFirst)
	case f.BaseCentreOnPlatform:
		r.Outcome = "stays"
	default:
		r.Outcome, r.TakenDown = "taken-down", true
	}
	return r
}

// land places the fighter and throws the dice of its landing until it is taken down.
func (r *FallResult) land(c *rules.Roller, h *Health, from rules.Dec, l LandingPoint, deadlyFirst bool) {
	r.Outcome, r.Drop = "placed", from-l.Height
	strike := func() {
		if r.Drop >= MinImpactDrop && !h.TakenDown() {
			r.ImpactDamage = h.Suffer(Impact.amount(Impact.throw(c, "impact")))
		}
	}
	impale := func() {
		if l.DeadlyWithin1 > 0 && !h.TakenDown() {
			r.DeadlyDamage = h.Suffer(Deadly.amount(Deadly.throw(c, "deadly-fall")))
		}
	}
	if deadlyFirst {
		strike, impale = impale, strike
	}
	strike()
	impale()
	r.Damage, r.AllocatedAfter = r.ImpactDamage+r.DeadlyDamage, h.Allocated
	if h.TakenDown() {
		r.Outcome, r.TakenDown = "taken-down", true
	}
}

// check returns a fault for a chosen point that is not listed or not legal.
func (f FallInput) check() *rules.Fault {
	if fault := f.Fighter.check("fighter"); fault != nil || f.Chosen == nil {
		return fault
	}
	if *f.Chosen >= len(f.Candidates) {
		return rules.Faultf(rules.OutOfRange, "chosen", "%d is not one of %d points", *f.Chosen, len(f.Candidates))
	}
	l := f.Candidates[*f.Chosen]
	return rules.FirstFault(
		rules.FaultIf(!l.reached(f.Height), rules.Breaks("WC-FALL-2", "chosen", "the point is too far or not below")),
		rules.FaultIf(l.BlockedBy != "", rules.Breaks("WC-FALL-3", "chosen", "the point is taken")),
	)
}

var resolveFallRuling = rules.CheckedRuling("resolve-fall",
	"WC-FALL-1 WC-FALL-2 WC-FALL-3 WC-FALL-4 WC-FALL-5 WC-FALL-6 WC-IMP-1 WC-TER-7 WC-TER-8 WC-TER-11 WC-DMG-2 WC-DMG-4",
	"damage taken_down", FallInput.check, ResolveFall)

// fallTestDue reports whether the target of an attack action must take a fall test: near an
// open edge, or resting on stairs or a ladder, and not flying (WC-TER-6, WC-TER-12, ruling
//
func fallTestDue(runemarks []string, nearOpenEdge, resting bool) bool {
	return (nearOpenEdge || resting) && !HasRunemark(runemarks, "fly")
}

// failsFallTest throws the die of a fall test: on 1 the fighter falls (WC-TER-7).
func failsFallTest(c *rules.Roller) bool { return c.Pool("fall-test", 1, 6, fallCuts...)[0] == 1 }

var fallCuts = []int{2}

// NearEdge is the distance from an open platform edge that calls for a fall test, in inches
// (WC-TER-6).
const NearEdge = rules.One / 2

type fallTestInput struct {
	Runemarks        []string   `json:"runemarks" len:"0..10" each:"1..200" distinct:"true" default:"[]"`
	Targeted         bool       `json:"targeted" default:"true"`
	InPlay           bool       `json:"in_play" default:"true"`
	OpenEdgeDistance *rules.Dec `json:"open_edge_distance" in:"0..1000" digits:"3" default:"null" null:"true"`
	RestingOn        string     `json:"resting_on" in:"stairs|ladder" default:"null" null:"true"`
}

type fallTestResult struct {
	Required bool `json:"required"`
	Falls    bool `json:"falls"`
}

var fallTestRuling = rules.CheckedRuling("fall-test", "WC-TER-6 WC-TER-7 WC-TER-12 WC-ATK-12", "falls", nil,
	func(c *rules.Roller, in fallTestInput) (r fallTestResult) {
		near := in.OpenEdgeDistance != nil && *in.OpenEdgeDistance <= NearEdge
		r.Required = in.Targeted && in.InPlay && fallTestDue(in.Runemarks, near, in.RestingOn != "")
		if r.Required {
			r.Falls = failsFallTest(c)
		}
		return r
	})

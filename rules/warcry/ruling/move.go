package ruling

import (
	"math"

	"oriflamme/rules"
	"oriflamme/rules/plane"
)

// Mover is the fighter of a move action.
type Mover struct {
	Movement     int      `json:"movement" in:"0..30"`
	Runemarks    []string `json:"runemarks" len:"0..10" each:"1..200" distinct:"true" default:"[]"`
	Ropes        int      `json:"ropes" in:"0..60" default:"0"` // successes of Ropes suffered so far
	Rush         bool     `json:"rush" default:"false"`
	MoveModifier int      `json:"move_modifier" in:"-20..20" default:"0"`
	Carrying     bool     `json:"carrying" default:"false"`
	Health
}

// PathSegment is one straight segment of a path.
type PathSegment struct {
	Type            string    `json:"type" in:"normal|jump|climb|fly"`
	Horizontal      rules.Dec `json:"horizontal" in:"0..100" digits:"3" default:"0"`
	Up              rules.Dec `json:"up" in:"0..100" digits:"3" default:"0"`
	Down            rules.Dec `json:"down" in:"0..100" digits:"3" default:"0"`
	On              string    `json:"on" in:"obstacle|stairs|ladder|deadly|unclimbable" default:"\"obstacle\""` // what is climbed
	InContact       bool      `json:"in_contact" default:"true"`                                                // at the start of a climb: with what is climbed
	MaxGap          rules.Dec `json:"max_gap" in:"0..100" digits:"3" default:"0"`                               // greatest distance from what is climbed
	Through         string    `json:"through" in:"fighter|terrain|low-terrain|arch|door-open|door-closed" default:"null" null:"true"`
	ClearsOpening   bool      `json:"clears_opening" default:"true"`
	CentreOnSurface bool      `json:"centre_on_surface" default:"true"`
	OffBoard        bool      `json:"off_board" default:"false"`
}

// MoveInput is a move action along a path.
type MoveInput struct {
	Fighter             Mover         `json:"fighter"`
	NearestEnemyAtStart *rules.Dec    `json:"nearest_enemy_at_start" in:"0..1000" digits:"3" default:"null" null:"true"`
	StartsClimbingOn    string        `json:"starts_climbing_on" in:"obstacle|stairs|ladder|deadly" default:"null" null:"true"`
	Path                []PathSegment `json:"path" len:"1..20"`
	End                 string        `json:"end" in:"surface|climbing|overhang|air|unclimbable" default:"\"surface\""`
	EndDrop             rules.Dec     `json:"end_drop" in:"0..100" digits:"3" default:"0"`
	CentreAfterDrop     bool          `json:"centre_on_surface_after_drop" default:"true"`
	BaseWhollyOnSurface bool          `json:"base_wholly_on_surface" default:"true"`
}

// MoveFault is a rule that a path breaks, and the index of the segment.
type MoveFault struct {
	Segment *int   `json:"segment"`
	Rule    string `json:"rule"`
}

type moveResult struct {
	Legal          bool               `json:"legal"`
	Faults         []MoveFault        `json:"faults"`
	Move           int                `json:"move"`
	Cost           float64            `json:"cost"`
	Remaining      float64            `json:"remaining"`
	ClimbingAtEnd  bool               `json:"climbing_at_end"`
	ImpactRolls    int                `json:"impact_rolls"`
	Damage         int                `json:"damage"`
	AllocatedAfter int                `json:"allocated_after"`
	TakenDown      bool               `json:"taken_down"`
	Falls          bool               `json:"falls"`
	FallRule       rules.NullableText `json:"fall_rule"`
}

// engagementRange is the distance within which an enemy engages a fighter, in inches
// (WC-MOVE-7).
const engagementRange = rules.One

// MoveInForce returns the Move of a fighter for a move action, in inches. It applies lasting
// losses, then additions such as Rush, then carried treasure (rulings ).
func (f Mover) MoveInForce() int {
	v := WithPenalty(f.Movement, f.Ropes, 3)
	if f.Rush {
		v++
	}
	v += f.MoveModifier
	if f.Carrying {
		v = WithPenalty(v, 2, 3)
	}
	return max(0, v)
}

// Cost returns the distance that counts against the Move, in inches: the horizontal distance,
// and for a climb the distance through the air (WC-MOVE-2, ruling A-58).
func (m *MoveInput) Cost() float64 {
	var level rules.Dec
	var slopes float64
	for _, s := range m.Path {
		height := s.Up + s.Down
		switch {
		case s.Type != "climb" || height == 0:
			level += s.Horizontal
		case s.Horizontal == 0:
			level += height
		default:
			slopes += math.Hypot(s.Horizontal.Float(), height.Float())
		}
	}
	return level.Float() + slopes
}

// startsClimb reports whether a climb begins at segment i.
func (m *MoveInput) startsClimb(i int) bool {
	s := m.Path[i]
	if s.Type != "climb" {
		return false
	}
	if i == 0 {
		return m.StartsClimbingOn != s.On
	}
	before := m.Path[i-1]
	return before.Type != "climb" || before.On != s.On
}

// Faults returns every rule that the path breaks (WC-MOVE-1 to WC-MOVE-14).
func (m *MoveInput) Faults() []MoveFault {
	var faults []MoveFault
	if m.NearestEnemyAtStart != nil && *m.NearestEnemyAtStart <= engagementRange {
		faults = append(faults, MoveFault{nil, "WC-MOVE-7"})
	}
	for i := range m.Path {
		for _, rule := range m.SegmentFaults(i) {
			at := i
			faults = append(faults, MoveFault{&at, rule})
		}
	}
	if !plane.AtMost(m.Cost(), float64(m.Fighter.MoveInForce())) {
		faults = append(faults, MoveFault{nil, "WC-MOVE-1"})
	}
	if rule := m.endFault(); rule != "" {
		faults = append(faults, MoveFault{nil, rule})
	}
	return faults
}

// SegmentFaults returns the rules that segment i breaks.
func (m *MoveInput) SegmentFaults(i int) (faults []string) {
	s := m.Path[i]
	broken := func(is bool, rule string) bool {
		if is {
			faults = append(faults, rule)
		}
		return is
	}
	opening := s.Through == "arch" || s.Through == "door-open" || s.Through == "door-closed"
	broken(s.OffBoard, "WC-MOVE-6")
	broken(s.Through == "fighter" && s.Type != "fly", "WC-MOVE-4")
	broken(s.Through == "terrain" && s.Type != "fly" || opening && s.Type != "normal", "WC-MOVE-5")
	switch s.Type {
	case "normal":
		if opening {
			rule := m.openingFault(s)
			broken(rule != "", rule)
		}
		broken(!s.CentreOnSurface, "WC-MOVE-8")
	case "jump":
		broken(s.Up > 0, "WC-MOVE-9")
	case "climb":
		_ = broken(s.On == "unclimbable", "WC-TER-9") ||
			broken(s.On != "stairs" && HasRunemark(m.Fighter.Runemarks, "mount"), "WC-MOVE-12")
		broken(s.MaxGap > climbGap || m.startsClimb(i) && !s.InContact, "WC-MOVE-11")
	case "fly":
		_ = broken(!HasRunemark(m.Fighter.Runemarks, "fly"), "WC-MOVE-13") ||
			broken(m.Fighter.Carrying, "WC-TRE-4")
	}
	return faults
}

// climbGap is the greatest distance of a climber from what it climbs, in inches (WC-MOVE-11).
const climbGap = rules.One / 2

// openingFault returns the rule that bars an arch or door to the fighter, or "".
func (m *MoveInput) openingFault(s PathSegment) string {
	big := HasRunemark(m.Fighter.Runemarks, "monster") || HasRunemark(m.Fighter.Runemarks, "mount")
	switch {
	case s.Through == "arch" && big:
		return "WC-TER-17"
	case s.Through == "door-closed" && (big || HasRunemark(m.Fighter.Runemarks, "beast")):
		return "WC-TER-18"
	case !s.ClearsOpening:
		return "WC-TER-15"
	}
	return ""
}

// endFault returns the rule that forbids to end the path where it ends, or "".
func (m *MoveInput) endFault() string {
	last := m.Path[len(m.Path)-1].Type
	switch m.End {
	case "climbing":
		if last != "climb" {
			return "WC-MOVE-11"
		}
	case "overhang", "air":
		return map[string]string{"normal": "WC-MOVE-8", "climb": "WC-MOVE-11", "fly": "WC-MOVE-14"}[last]
	}
	return ""
}

// MinImpactDrop is the least drop that deals impact damage, in inches (WC-IMP-1).
const MinImpactDrop = 2 * rules.One

// Hazards returns the hazards of the path and its end, in the order of their dice (WC-TER-8,
// WC-MOVE-10, WC-MOVE-14, WC-TER-10).
func (m *MoveInput) Hazards() []LabelledHazard {
	var hazards []LabelledHazard
	for i, s := range m.Path {
		if s.On == "deadly" && m.startsClimb(i) {
			hazards = append(hazards, LabelledHazard{Deadly, "deadly-climb"})
		}
	}
	for _, s := range m.Path {
		if s.Type == "jump" && s.Down >= MinImpactDrop {
			hazards = append(hazards, LabelledHazard{Impact, "impact"})
		}
	}
	if m.End == "air" && m.EndDrop >= MinImpactDrop || m.End == "unclimbable" {
		hazards = append(hazards, LabelledHazard{Impact, "impact"})
	}
	return hazards
}

// FallRule returns the rule by which the fighter falls from the end of its path, or ""
// (WC-FALL-1, WC-TER-10, WC-MON-7).
func (m *MoveInput) FallRule() string {
	loose := m.End == "overhang" || m.End == "air" && !m.CentreAfterDrop
	switch {
	case HasRunemark(m.Fighter.Runemarks, "monster") && (loose || m.End == "climbing" || !m.BaseWhollyOnSurface):
		return "WC-MON-7"
	case m.End == "unclimbable":
		return "WC-TER-10"
	case loose:
		return "WC-FALL-1"
	}
	return ""
}

// resolveMove carries out a move action. A path that breaks a rule is not moved at all
// (WC-MOVE-15); otherwise its hazards strike in order.
func resolveMove(c *rules.Roller, m MoveInput) moveResult {
	r := moveResult{Faults: m.Faults(), Move: m.Fighter.MoveInForce(), Cost: m.Cost(), AllocatedAfter: m.Fighter.Allocated}
	r.Remaining = float64(r.Move) - r.Cost
	r.Legal = len(r.Faults) == 0
	if !r.Legal {
		return r
	}
	h := m.Fighter.Health
	for _, z := range ThrowHazards(c, &h, m.Hazards(), c.Matters("impact_rolls")) {
		if z.Hazard == Impact {
			r.ImpactRolls++
		}
	}
	r.Damage, r.AllocatedAfter, r.TakenDown = h.Allocated-m.Fighter.Allocated, h.Allocated, h.TakenDown()
	if !r.TakenDown {
		r.FallRule = rules.NullableText(m.FallRule())
		r.Falls = r.FallRule != ""
	}
	r.ClimbingAtEnd = m.End == "climbing" && !r.Falls && !r.TakenDown
	return r
}

var resolveMoveRuling = rules.CheckedRuling("resolve-move",
	"WC-MOVE-1 WC-MOVE-2 WC-MOVE-4 WC-MOVE-5 WC-MOVE-6 WC-MOVE-7 WC-MOVE-8 WC-MOVE-9 WC-MOVE-10 WC-MOVE-11 WC-MOVE-12 WC-MOVE-13 "+
		"WC-MOVE-14 WC-MOVE-15 WC-MOVE-16 WC-FALL-1 WC-IMP-1 WC-TER-3 WC-TER-8 WC-TER-9 WC-TER-10 WC-TER-14 WC-TER-15 WC-TER-17 "+
		"WC-TER-18 WC-TRE-4 WC-HUNT-1 WC-ABL-10 WC-MON-7 WC-DMG-1 WC-DMG-2 WC-DMG-4",
	"damage taken_down falls",
	func(in MoveInput) *rules.Fault {
		return rules.FirstFault(
			in.Fighter.check("fighter"),
			checkEach("path", in.Path, func(s PathSegment, at string) *rules.Fault {
				return rules.OutOfRangeIf(s.Up > 0 && s.Down > 0, at+".down", "a segment does not rise and sink")
			}),
		)
	}, resolveMove).WithOddsByField()

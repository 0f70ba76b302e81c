package ruling

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/plane"
)

// BattleGroup is a battle group of the attacker or of the defender.
type BattleGroup struct {
	Role  string `json:"role" in:"attacker|defender"`
	Group string `json:"group" in:"dagger|shield|hammer"`
}

// ReserveGroup is a battle group that arrives in a later round.
type ReserveGroup struct {
	BattleGroup
	Round int `json:"round" in:"2..3"`
}

type deploymentOrderInput struct {
	Round      int            `json:"round" in:"1..20" default:"1"`
	Reserve    []ReserveGroup `json:"reserve" len:"0..6" default:"[]"`
	Initiative string         `json:"initiative" in:"attacker|defender" default:"null" null:"true"`
}

type deploymentOrderResult struct {
	ReservePhase bool          `json:"reserve_phase"`
	Order        []BattleGroup `json:"order"`
}

// arrival returns the round in which a group is placed; 1 is before the battle.
func arrival(reserve []ReserveGroup, g BattleGroup) int {
	for _, r := range reserve {
		if r.BattleGroup == g {
			return r.Round
		}
	}
	return 1
}

// DeploymentOrder appends to order the groups that are placed in a round. Before the battle
// (round 1) the players take turns, starting with the attacker's dagger (WC-SET-9). In a
// reserve phase the role with the initiative places all its groups first (WC-RES-1, WC-RES-2).
func DeploymentOrder(order []BattleGroup, round int, reserve []ReserveGroup, initiative string) []BattleGroup {
	place := func(role, group string) {
		if g := (BattleGroup{role, group}); arrival(reserve, g) == round {
			order = append(order, g)
		}
	}
	if round == 1 {
		for _, group := range GroupNames {
			place("attacker", group)
			place("defender", group)
		}
		return order
	}
	second := "attacker"
	if initiative == "attacker" {
		second = "defender"
	}
	for _, role := range [2]string{initiative, second} {
		for _, group := range GroupNames {
			place(role, group)
		}
	}
	return order
}

var deploymentOrderRuling = rules.CheckedRuling("deployment-order", "WC-SET-9 WC-SET-12 WC-RES-1 WC-RES-2", "",
	func(in deploymentOrderInput) *rules.Fault {
		seen := map[BattleGroup]bool{}
		for i, r := range in.Reserve {
			if seen[r.BattleGroup] {
				return rules.Faultf(rules.OutOfRange, rules.At("reserve", i)+".group", "the %s of the %s is there twice", r.Group, r.Role)
			}
			seen[r.BattleGroup] = true
		}
		return rules.FaultIf(in.Round > 1 && in.Initiative == "", rules.Faultf(rules.MissingField, "initiative", "is needed from round 2 on"))
	},
	func(_ *rules.Roller, in deploymentOrderInput) deploymentOrderResult {
		return deploymentOrderResult{in.Round > 1, DeploymentOrder(make([]BattleGroup, 0, 6), in.Round, in.Reserve, in.Initiative)}
	})

// deploymentInput holds the positions of a battle group that was placed.
type deploymentInput struct {
	Point *PlanePoint `json:"point" default:"null" null:"true"`
	Line  *struct {
		X1 rules.Dec `json:"x1" in:"-1000..1000" digits:"3"`
		Y1 rules.Dec `json:"y1" in:"-1000..1000" digits:"3"`
		X2 rules.Dec `json:"x2" in:"-1000..1000" digits:"3"`
		Y2 rules.Dec `json:"y2" in:"-1000..1000" digits:"3"`
	} `json:"line" default:"null" null:"true"`
	Fighters []DeployedFighter `json:"fighters" len:"1..15"`
}

// DeployedFighter is the position of a fighter that was placed.
type DeployedFighter struct {
	PlanePoint
	Radius  rules.Dec `json:"radius" in:"0..10" digits:"3"`
	Monster bool      `json:"monster" default:"false"`
	Surface string    `json:"surface" in:"floor|platform|other" default:"\"floor\""`
}

// Placement says whether a fighter was placed near enough to its deployment point or line.
type Placement struct {
	Legal  bool     `json:"legal"`
	Reach  float64  `json:"reach"`
	Faults []string `json:"faults"`
}

type deploymentResult struct {
	Legal    bool        `json:"legal"`
	Fighters []Placement `json:"fighters"`
}

// deployReach is the greatest distance of a fighter from its deployment point or line, in
// inches (WC-SET-10).
const deployReach = 3.0

// Place checks the position of one fighter against a deployment point (from equals to) or line:
// it must be wholly within 3 inches, a monster only partly (WC-SET-10, WC-SET-11, WC-RES-3).
func (d DeployedFighter) Place(from, to plane.Point, line bool) Placement {
	radius := d.Radius.Float()
	p := Placement{Reach: plane.ToSegment(d.PlanePoint.Plane(), from, to) + radius}
	rule := "WC-SET-10"
	if line {
		rule = "WC-RES-3"
	}
	if d.Monster {
		p.Reach = max(0, p.Reach-2*radius)
		rule = "WC-SET-11"
	}
	p.Faults = addIf(p.Faults, !plane.AtMost(p.Reach, deployReach), rule)
	p.Faults = addIf(p.Faults, d.Surface == "other", "WC-SET-10")
	slices.Sort(p.Faults)
	p.Faults = slices.Compact(p.Faults)
	p.Legal = len(p.Faults) == 0
	return p
}

var checkDeploymentRuling = rules.CheckedRuling("check-deployment", "WC-SET-10 WC-SET-11 WC-RES-2 WC-RES-3", "",
	func(in deploymentInput) *rules.Fault {
		return rules.FirstFault(
			rules.FaultIf(in.Point == nil && in.Line == nil, rules.Faultf(rules.MissingField, "point", "a point or a line is needed")),
			rules.FaultIf(in.Point != nil && in.Line != nil, rules.Faultf(rules.OutOfRange, "point", "a point goes without a line")),
		)
	},
	func(_ *rules.Roller, in deploymentInput) deploymentResult {
		var from, to plane.Point
		if in.Point != nil {
			from = in.Point.Plane()
			to = from
		} else {
			from, to = PlanePoint{in.Line.X1, in.Line.Y1}.Plane(), PlanePoint{in.Line.X2, in.Line.Y2}.Plane()
		}
		r := deploymentResult{Legal: true}
		for _, f := range in.Fighters {
			p := f.Place(from, to, in.Line != nil)
			r.Legal = r.Legal && p.Legal
			r.Fighters = append(r.Fighters, p)
		}
		return r
	})

// GroupNames holds the battle groups in the order in which they deploy (WC-R-17, WC-SET-9).
var GroupNames = [3]string{"dagger", "shield", "hammer"}

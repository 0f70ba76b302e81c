package ruling

import "oriflamme/rules"

type deploymentInput struct {
	GamingTable
	Zone    Zone            `json:"zone"`
	Models  []deployedInput `json:"models" len:"1..200"`
	Units   []deployedUnit  `json:"units" len:"0..50" default:"[]"`
	Outside bool            `json:"outside" default:"true"`
}

type deployedInput struct {
	ID string `json:"id" in:"1..80"`
	Disc
	Unit        string `json:"unit" in:"1..80" default:"-"`
	InFormation bool   `json:"in_formation" default:"true"`
}

type deployedUnit struct {
	ID           string `json:"id" in:"1..80"`
	Commander    string `json:"commander" in:"1..80"`
	CommandRange Inches `json:"command_range" in:"0..100"`
}

type deploymentResult struct {
	Legal      bool            `json:"legal"`
	Violations []Breach        `json:"violations"`
	Models     []deployedModel `json:"models"`
}

type deployedModel struct {
	ID          string  `json:"id"`
	Inside      bool    `json:"inside"`
	Distance    *Inches `json:"distance"`
	InFormation bool    `json:"in_formation"`
}

func (in deploymentInput) check() *rules.Fault {
	return rules.FirstFault(
		in.Zone.Check("zone", in.GamingTable),
		rules.RepeatedID("models", in.Models, func(m deployedInput) string { return m.ID }),
		rules.RepeatedID("units", in.Units, func(u deployedUnit) string { return u.ID }),
		rules.FaultIf(len(in.Units) > 0 && !in.Outside, rules.Breaks("WM-X-FORM-1", "units", "formation by distance is no rule of the book")),
		EachFault(in.Units, func(i int, u deployedUnit) *rules.Fault {
			return rules.FaultIf(in.commander(u) == nil, BadValue(MemberPath("units", i, "commander"), "%q is no model of the unit", u.Commander))
		}),
	)
}

func (in deploymentInput) commander(u deployedUnit) *deployedInput {
	for i, m := range in.Models {
		if m.ID == u.Commander && m.Unit == u.ID {
			return &in.Models[i]
		}
	}
	return nil
}

// Holds reports whether a whole base is in the zone (WM-SETUP-4, WM-MULTI-10), and returns
// the rule that it breaks if it is not.
func (a Zone) Holds(t GamingTable, d Disc) (inside bool, rule string) {
	if a.Shape == "corner" {
		on := d.X >= 0 && d.X <= t.Width && d.Y >= 0 && d.Y <= t.Depth
		x, y := t.fromEdges(a.Corner, d.Point())
		return on && x >= d.Radius && y >= d.Radius && PointDistance(d.Point(), t.Corner(a.Corner))+d.Radius <= a.RadiusOf(), "WM-MULTI-10"
	}
	b := a.Bounds(t)
	inside = d.X-b.X0 >= d.Radius && b.X1-d.X >= d.Radius && d.Y-b.Y0 >= d.Radius && b.Y1-d.Y >= d.Radius
	if a.Shape == "rectangle" {
		return inside, "WM-SETUP-10"
	}
	return inside, "WM-SETUP-4"
}

// depthAt returns the distance of a point from the edge or corner of the zone, nil for a
// rectangle.
func (a Zone) depthAt(t GamingTable, p Point) *Inches {
	var far Inches
	switch {
	case a.Shape == "rectangle":
		return nil
	case a.Shape == "corner":
		far = PointDistance(p, t.Corner(a.Corner))
	case a.Edge == "north":
		far = t.Depth - p.Y
	case a.Edge == "south":
		far = p.Y
	case a.Edge == "east":
		far = t.Width - p.X
	default:
		far = p.X
	}
	return &far
}

// fromEdges returns the distances of a point from the two edges that meet in a corner.
func (t GamingTable) fromEdges(corner string, p Point) (x, y Inches) {
	c := t.Corner(corner)
	x, y = p.X, p.Y
	if c.X > 0 {
		x = c.X - p.X
	}
	if c.Y > 0 {
		y = c.Y - p.Y
	}
	return x, y
}

func resolveDeployment(in deploymentInput) deploymentResult {
	var r deploymentResult
	var broken breachList
	for _, m := range in.Models {
		inside, rule := in.Zone.Holds(in.GamingTable, m.Disc)
		shown := deployedModel{m.ID, inside, in.Zone.depthAt(in.GamingTable, m.Point()), m.InFormation}
		for _, u := range in.Units {
			if m.Unit == u.ID {
				shown.InFormation = m.ID == u.Commander || InFormation(m.Disc, in.commander(u).Disc, u.CommandRange)
			}
		}
		broken.note(!inside, rule, m.ID)
		broken.note(!shown.InFormation, "WM-SETUP-5", m.ID)
		r.Models = append(r.Models, shown)
	}
	r.Violations, r.Legal = broken, len(broken) == 0
	return r
}

var deploymentCheckRuling = rules.DicelessRuling("deployment-check",
	"WM-SETUP-4 WM-SETUP-5 WM-SETUP-6 WM-SETUP-10 WM-MULTI-10 WM-X-FORM-1",
	deploymentInput.check, resolveDeployment)

package warmachine

import "oriflamme/rules"

type deployment struct {
	table
	Zone    area           `json:"zone"`
	Models  []deployed     `json:"models" len:"1..200"`
	Units   []deployedUnit `json:"units" len:"0..50" default:"[]"`
	Outside bool           `json:"outside" default:"true"`
}

type deployed struct {
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
	Violations []breach        `json:"violations"`
	Models     []deployedModel `json:"models"`
}

type deployedModel struct {
	ID          string  `json:"id"`
	Inside      bool    `json:"inside"`
	Distance    *Inches `json:"distance"`
	InFormation bool    `json:"in_formation"`
}

func (in deployment) check() *rules.Fault {
	fault := first(
		in.Zone.check("zone", in.table),
		idsTwice(in.Models, "models", func(m deployed) string { return m.ID }),
		idsTwice(in.Units, "units", func(u deployedUnit) string { return u.ID }),
		when(len(in.Units) > 0 && !in.Outside, rules.Breaks("WM-X-FORM-1", "units", "formation by distance is no rule of the book")),
	)
	if fault != nil {
		return fault
	}
	for i, u := range in.Units {
		if in.commander(u) == nil {
			return strange(under("units", i, "commander"), "%q is no model of the unit", u.Commander)
		}
	}
	return nil
}

func (in deployment) commander(u deployedUnit) *deployed {
	for i, m := range in.Models {
		if m.ID == u.Commander && m.Unit == u.ID {
			return &in.Models[i]
		}
	}
	return nil
}

// holds tells whether a whole base is in the zone (WM-SETUP-4, WM-MULTI-10), and
// names the rule that it breaks when it is not.
func (a area) holds(t table, d Disc) (inside bool, rule string) {
	if a.Shape == "corner" {
		on := d.X >= 0 && d.X <= t.Width && d.Y >= 0 && d.Y <= t.Depth
		x, y := t.fromEdges(a.Corner, d.point())
		return on && x >= d.Radius && y >= d.Radius && apart(d.point(), t.corner(a.Corner))+d.Radius <= a.radius(), "WM-MULTI-10"
	}
	b := a.box(t)
	inside = d.X-b.x0 >= d.Radius && b.x1-d.X >= d.Radius && d.Y-b.y0 >= d.Radius && b.y1-d.Y >= d.Radius
	if a.Shape == "rectangle" {
		return inside, "WM-SETUP-10"
	}
	return inside, "WM-SETUP-4"
}

// deep is how far a point is from the edge or corner of the zone, nil when it has neither.
func (a area) deep(t table, p Point) *Inches {
	var far Inches
	switch {
	case a.Shape == "rectangle":
		return nil
	case a.Shape == "corner":
		far = apart(p, t.corner(a.Corner))
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

// fromEdges is how far a point is from the two edges that meet in a corner.
func (t table) fromEdges(corner string, p Point) (x, y Inches) {
	c := t.corner(corner)
	x, y = p.X, p.Y
	if c.X > 0 {
		x = c.X - p.X
	}
	if c.Y > 0 {
		y = c.Y - p.Y
	}
	return x, y
}

func deploy(in deployment) deploymentResult {
	var r deploymentResult
	for _, m := range in.Models {
		inside, rule := in.Zone.holds(in.table, m.Disc)
		shown := deployedModel{m.ID, inside, in.Zone.deep(in.table, m.point()), m.InFormation}
		for _, u := range in.Units {
			if m.Unit == u.ID {
				shown.InFormation = m.ID == u.Commander || inFormation(m.Disc, in.commander(u).Disc, u.CommandRange)
			}
		}
		if !inside {
			r.Violations = append(r.Violations, breach{rule, m.ID})
		}
		if !shown.InFormation {
			r.Violations = append(r.Violations, breach{"WM-SETUP-5", m.ID})
		}
		r.Models = append(r.Models, shown)
	}
	r.Legal = len(r.Violations) == 0
	return r
}

var deploymentCheckRuling = plain("deployment-check",
	"WM-SETUP-4 WM-SETUP-5 WM-SETUP-6 WM-SETUP-10 WM-MULTI-10 WM-X-FORM-1",
	deployment.check, deploy)

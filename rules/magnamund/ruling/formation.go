package ruling

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/grid"
)

// cohesionGroupsOf groups troops that are linked, directly or through others: two are linked
// if their nearest cells are at most reach apart (MG-COH-5). Groups come in the order of
// their first troop, troops in input order.
func cohesionGroupsOf(troops [][]grid.Cell, reach int) [][]int {
	group := make([]int, len(troops))
	for i := range group {
		group[i] = -1
	}
	var groups [][]int
	for i := range troops {
		if group[i] >= 0 {
			continue
		}
		n := len(groups)
		group[i] = n
		members := []int{i}
		for k := 0; k < len(members); k++ {
			for j := range troops {
				if group[j] < 0 && grid.Nearest(troops[members[k]], troops[j]) <= reach {
					group[j] = n
					members = append(members, j)
				}
			}
		}
		slices.Sort(members)
		groups = append(groups, members)
	}
	return groups
}

// CohesionReach is the greatest distance of two linked troops under a rule of cohesion
// (MG-COH-1, MG-COH-4).
func CohesionReach(rule string) int {
	if rule == "open-order" {
		return 2
	}
	return 1
}

type cohesionInput struct {
	Rule     string          `json:"rule" in:"standard|open-order" default:"\"standard\""`
	Category string          `json:"category" in:"soldier|hero|kai-lord|magician|monster" default:"\"soldier\""`
	Moment   string          `json:"moment" in:"end-of-movement|after-losses" default:"\"end-of-movement\""`
	Troops   []cohesionTroop `json:"pieces" len:"1..200"`
}

type cohesionTroop struct {
	ID    string      `json:"id" in:"1..64"`
	Cells []grid.Cell `json:"cells" len:"1..2"`
}

type cohesionResult struct {
	Required  bool       `json:"required"`
	Cohesive  bool       `json:"cohesive"`
	Groups    [][]string `json:"groups"`
	Stray     []string   `json:"stray"`
	Violation bool       `json:"violation"`
	RepairDue string     `json:"repair_due"`
}

func (in cohesionInput) check() *rules.Fault {
	held := map[grid.Cell]bool{}
	for i, p := range in.Troops {
		if len(p.Cells) == 2 && !grid.ShareSide(p.Cells[0], p.Cells[1]) {
			return rules.Faultf(rules.OutOfRange, rules.At("pieces", i)+".cells", "the two cells do not share a side")
		}
		for _, c := range p.Cells {
			if held[c] {
				return rules.Faultf(rules.OutOfRange, rules.At("pieces", i)+".cells", "a cell is held twice")
			}
			held[c] = true
		}
	}
	return rules.RepeatedID("pieces", in.Troops, func(p cohesionTroop) string { return p.ID })
}

var cohesionRuling = rules.CheckedRuling("cohesion", "MG-COH-1 MG-COH-2 MG-COH-3 MG-COH-4 MG-COH-5 MG-AMB-14 MG-AMB-15", "", cohesionInput.check,
	func(_ *rules.Roller, in cohesionInput) cohesionResult {
		troops := make([][]grid.Cell, len(in.Troops))
		for i, p := range in.Troops {
			troops[i] = p.Cells
		}
		groups := cohesionGroupsOf(troops, CohesionReach(in.Rule))
		largest := slices.MaxFunc(groups, func(g, h []int) int { return len(g) - len(h) })
		r := cohesionResult{Required: in.Category == "soldier", Cohesive: len(groups) == 1, RepairDue: "none"}
		for _, members := range groups {
			var ids []string
			for _, i := range members {
				ids = append(ids, in.Troops[i].ID)
			}
			r.Groups = append(r.Groups, ids)
		}
		for i, p := range in.Troops {
			if !slices.Contains(largest, i) {
				r.Stray = append(r.Stray, p.ID)
			}
		}
		if r.Required && !r.Cohesive {
			r.Violation = in.Moment == "end-of-movement"
			r.RepairDue = "next-movement-phase"
		}
		return r
	})

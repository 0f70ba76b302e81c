package ruling

import (
	"oriflamme/rules"
	"oriflamme/rules/rect"
)

type formationInput struct {
	Stands []Stand `json:"stands" len:"1..6"`
}

type formationResult struct {
	InFormation bool   `json:"in_formation"`
	Formation   string `json:"formation"`
	Regular     bool   `json:"regular"`
	Order       *[]int `json:"order"` // of their line or column; nil when they form neither
}

func (in formationInput) check() *rules.Fault {
	all := rects(in.Stands)
	for i, r := range all {
		for _, s := range all[:i] {
			if rect.Meet(r, s) == rect.Overlap {
				return rules.Breaks("WR-GAP-4", rules.At("stands", i), "overlaps an earlier stand")
			}
		}
	}
	return nil
}

// beside reports whether a stand is flush to the right of another (WR-FORM-5).
func beside(a, b rect.Rect) bool {
	return a.Corners[rect.FrontRight].Equal(b.Corners[rect.FrontLeft]) && a.Corners[rect.RearRight].Equal(b.Corners[rect.RearLeft])
}

// Behind reports whether a stand follows another in a column: flush, or turned about a point
// (WR-FORM-4).
func Behind(a, b rect.Rect) bool {
	if b.Corners[rect.FrontLeft].Equal(a.Corners[rect.RearLeft]) && b.Corners[rect.FrontRight].Equal(a.Corners[rect.RearRight]) {
		return true
	}
	if a.Ahead.Cross(b.Ahead).Sign() == 0 || a.Ahead.Dot(b.Ahead).Sign() <= 0 || rect.Meet(a, b) != rect.Touch {
		return false
	}
	c := rect.ContactOf(a, b)
	return !c.Along && a.OnEdge(rect.Rear, c.Point) && b.OnEdge(rect.Front, c.Point)
}

// Connected reports whether links connect all of n members (WR-FORM-1).
func Connected(n int, linked func(i, j int) bool) bool {
	if n < 2 {
		return true
	}
	reached, seen := []int{0}, make([]bool, n)
	seen[0] = true
	for k := 0; k < len(reached); k++ {
		for j := range n {
			if !seen[j] && linked(reached[k], j) {
				seen[j] = true
				reached = append(reached, j)
			}
		}
	}
	return len(reached) == n
}

// orderOf returns the first order in which each of n stands follows the one before it, or nil.
func orderOf(n int, follows func(i, j int) bool) []int {
	used, path := make([]bool, n), make([]int, 0, n)
	var extend func() bool
	extend = func() bool {
		if len(path) == n {
			return true
		}
		for j := range n {
			if used[j] || len(path) > 0 && !follows(path[len(path)-1], j) {
				continue
			}
			used[j], path = true, append(path, j)
			if extend() {
				return true
			}
			used[j], path = false, path[:len(path)-1]
		}
		return false
	}
	if !extend() {
		return nil
	}
	return path
}

// Classify names the formation of a unit (WR-FORM-1 to WR-FORM-6).
func Classify(stands []rect.Rect) (formation string, order []int) {
	return ClassifyBy(len(stands),
		func(i, j int) bool { return rect.Meet(stands[i], stands[j]) != rect.Apart },
		func(i, j int) bool { return beside(stands[i], stands[j]) },
		func(i, j int) bool { return Behind(stands[i], stands[j]) })
}

// ClassifyBy is Classify for n stands of which the functions say whether i touches j, and
// whether j is beside or behind i.
func ClassifyBy(n int, touches, beside, behind func(i, j int) bool) (formation string, order []int) {
	switch {
	case n == 1:
		return "single", []int{0}
	case !Connected(n, touches):
		return "broken", nil
	}
	if order = orderOf(n, beside); order != nil {
		return "line", order
	}
	if order = orderOf(n, behind); order != nil {
		return "column", order
	}
	return "irregular", nil
}

func (in formationInput) resolve() formationResult {
	formation, order := Classify(rects(in.Stands))
	r := formationResult{InFormation: formation != "broken", Formation: formation, Regular: order != nil}
	if r.Regular {
		r.Order = &order
	}
	return r
}

var formationRuling = rules.DicelessRuling("formation", "WR-PROF-7 WR-FORM-1 WR-FORM-4 WR-FORM-5 WR-FORM-6 WR-GEOM-5", formationInput.check, formationInput.resolve)

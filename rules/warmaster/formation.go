package warmaster

import (
	"oriflamme/rules"
	"oriflamme/rules/oblong"
)

type formationInput struct {
	Stands []Stand `json:"stands" len:"1..6"`
}

type formationResult struct {
	InFormation bool   `json:"in_formation"`
	Formation   string `json:"formation"`
	Regular     bool   `json:"regular"`
	Order       order  `json:"order"`
}

// order is a list of stands, or null.
type order []int

// MarshalJSON writes no order as null.
func (o order) MarshalJSON() ([]byte, error) {
	if o == nil {
		return []byte("null"), nil
	}
	return rules.EncodeResult([]int(o))
}

func (in formationInput) check() *rules.Fault {
	all := rects(in.Stands)
	for i, r := range all {
		for _, s := range all[:i] {
			if oblong.Meet(r, s) == oblong.Overlap {
				return rules.Breaks("WR-GAP-4", rules.At("stands", i), "overlaps an earlier stand")
			}
		}
	}
	return nil
}

// beside tells whether a stand is flush to the right of another (WR-FORM-5).
func beside(a, b oblong.Rect) bool {
	return a.Corners[oblong.FrontRight].Equal(b.Corners[oblong.FrontLeft]) && a.Corners[oblong.RearRight].Equal(b.Corners[oblong.RearLeft])
}

// behind tells whether a stand follows another in a column: flush, or bending at a point (WR-FORM-4).
func behind(a, b oblong.Rect) bool {
	if b.Corners[oblong.FrontLeft].Equal(a.Corners[oblong.RearLeft]) && b.Corners[oblong.FrontRight].Equal(a.Corners[oblong.RearRight]) {
		return true
	}
	if a.Ahead.Cross(b.Ahead).Sign() == 0 || a.Ahead.Dot(b.Ahead).Sign() <= 0 || oblong.Meet(a, b) != oblong.Touch {
		return false
	}
	c := oblong.ContactOf(a, b)
	return !c.Along && a.OnEdge(oblong.Rear, c.Point) && b.OnEdge(oblong.Front, c.Point)
}

// connected tells whether all stands hang together by contacts (WR-FORM-1).
func connected(stands []oblong.Rect) bool {
	reached := []int{0}
	seen := make([]bool, len(stands))
	seen[0] = true
	for i := 0; i < len(reached); i++ {
		for j, s := range stands {
			if !seen[j] && oblong.Meet(stands[reached[i]], s) != oblong.Apart {
				seen[j] = true
				reached = append(reached, j)
			}
		}
	}
	return len(reached) == len(stands)
}

// orderOf finds the first order in which each stand follows the one before, or nil.
func orderOf(stands []oblong.Rect, follows func(a, b oblong.Rect) bool) []int {
	next := make([][]bool, len(stands))
	for i, a := range stands {
		next[i] = make([]bool, len(stands))
		for j, b := range stands {
			next[i][j] = i != j && follows(a, b)
		}
	}
	used := make([]bool, len(stands))
	path := make([]int, 0, len(stands))
	var extend func() bool
	extend = func() bool {
		if len(path) == len(stands) {
			return true
		}
		for j := range stands {
			if used[j] || len(path) > 0 && !next[path[len(path)-1]][j] {
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

// classify names the formation of a unit (WR-FORM-1 to WR-FORM-6).
func classify(stands []oblong.Rect) (formation string, order []int) {
	switch {
	case len(stands) == 1:
		return "single", []int{0}
	case !connected(stands):
		return "broken", nil
	}
	if order = orderOf(stands, beside); order != nil {
		return "line", order
	}
	if order = orderOf(stands, behind); order != nil {
		return "column", order
	}
	return "irregular", nil
}

func (in formationInput) resolve() formationResult {
	formation, order := classify(rects(in.Stands))
	return formationResult{formation != "broken", formation, order != nil, order}
}

var formationRuling = newRulingWithoutDice("formation", "WR-PROF-7 WR-FORM-1 WR-FORM-4 WR-FORM-5 WR-FORM-6 WR-GEOM-5", formationInput.check, formationInput.resolve)

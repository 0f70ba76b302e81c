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
	Order       order  `json:"order"`
}

// order is the stands in the order of their line or column; nil when they form neither.
type order []int

// MarshalJSON writes nil as null.
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

// connected reports whether contacts connect all stands (WR-FORM-1).
func connected(stands []rect.Rect) bool {
	reached := []int{0}
	seen := make([]bool, len(stands))
	seen[0] = true
	for i := 0; i < len(reached); i++ {
		for j, s := range stands {
			if !seen[j] && rect.Meet(stands[reached[i]], s) != rect.Apart {
				seen[j] = true
				reached = append(reached, j)
			}
		}
	}
	return len(reached) == len(stands)
}

// orderOf returns the first order in which each stand follows the one before it, or nil.
func orderOf(stands []rect.Rect, follows func(a, b rect.Rect) bool) []int {
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

// Classify names the formation of a unit (WR-FORM-1 to WR-FORM-6).
func Classify(stands []rect.Rect) (formation string, order []int) {
	switch {
	case len(stands) == 1:
		return "single", []int{0}
	case !connected(stands):
		return "broken", nil
	}
	if order = orderOf(stands, beside); order != nil {
		return "line", order
	}
	if order = orderOf(stands, Behind); order != nil {
		return "column", order
	}
	return "irregular", nil
}

func (in formationInput) resolve() formationResult {
	formation, order := Classify(rects(in.Stands))
	return formationResult{formation != "broken", formation, order != nil, order}
}

var formationRuling = rules.DicelessRuling("formation", "WR-PROF-7 WR-FORM-1 WR-FORM-4 WR-FORM-5 WR-FORM-6 WR-GEOM-5", formationInput.check, formationInput.resolve)

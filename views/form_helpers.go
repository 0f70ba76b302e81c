package views

import (
	"slices"
	"strconv"
)

// FormatNumber formats a coordinate of a drawing with three decimals.
func FormatNumber(x float64) string { return strconv.FormatFloat(x, 'f', 3, 64) }

// special reports whether a field is folded away: it has its default, and the form has more than six fields.
func (m Input) special(of []Input) bool { return m.Rest && len(of) > 6 }

func hasSpecial(ins []Input) bool {
	return slices.ContainsFunc(ins, func(in Input) bool { return in.special(ins) })
}

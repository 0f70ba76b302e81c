package views

import "strconv"

// FormatNumber writes a coordinate of a drawing.
func FormatNumber(x float64) string { return strconv.FormatFloat(x, 'f', 3, 64) }

// part of an input's list: those of use in special cases only stand apart when there are many fields.
func (m Input) special(of []Input) bool { return m.Rest && len(of) > 6 }

func hasSpecial(ins []Input) bool {
	for _, in := range ins {
		if in.special(ins) {
			return true
		}
	}
	return false
}

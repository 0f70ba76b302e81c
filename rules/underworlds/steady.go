package underworlds

import "slices"

// steadyHandMark is an honour of campaigns: once a battle its bearer may re-roll one die
// of an attack roll (WU-HOUSE-10). Odds before an attack leave it out, for it is the
// player's choice when to spend it.
const steadyHandMark = "steady-hand"

// Steadied is a fighter that has used its re-roll.
type Steadied struct {
	Fighter string `json:"fighter"`
}

// Kind returns "steadied".
func (Steadied) Kind() string { return "steadied" }

// Rule returns "WU-HOUSE-10".
func (Steadied) Rule() string { return "WU-HOUSE-10" }

// hasSteadyHand reports whether a fighter has its re-roll still.
func (b *Battle) hasSteadyHand(i int) bool {
	return !b.s.Warriors[i].Steadied && slices.Contains(b.fighters[i].marks, steadyHandMark)
}

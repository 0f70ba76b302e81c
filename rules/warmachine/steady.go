package warmachine

import "oriflamme/rules"

// steadyHand is an honour of campaigns: once a battle who bears it may throw again for
// an attack that missed (WM-HOUSE-6). Odds before an attack leave it out, for it is the
// player's choice when to spend it.
const steadyHand = "steady-hand"

// Steadied is an entry that has used its second throw.
type Steadied struct {
	Unit string `json:"unit"`
}

// Kind returns "steadied".
func (Steadied) Kind() string { return "steadied" }

// Rule returns "WM-HOUSE-6".
func (Steadied) Rule() string { return "WM-HOUSE-6" }

// steadying are the answers to the question whether an attack is thrown again; odds take the first.
var steadying = []string{"accept", "throw-again"}

// steadies asks whether an attack that missed is thrown again.
func (b *Battle) steadies(t *rules.Turn, i int) bool {
	if !b.info[i].steadyHand || b.s.Units[i].UsedSteadyHand || t.ForOdds() && t.PresetDice() == 0 ||
		t.Ask("WM-HOUSE-6", b.info[i].seat, "steady", steadying...) != 1 {
		return false
	}
	t.Emit(Steadied{b.info[i].id})
	return true
}

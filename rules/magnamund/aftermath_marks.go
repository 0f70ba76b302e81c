package magnamund

import "oriflamme/rules"

// steadfastMark is an honour of campaigns: once a battle, a unit that bears it may test its
// morale again (MG-HOUSE-4). Odds of a test leave it out, because the player chooses when to
// use it.
const steadfastMark = "steadfast"

// Steeled is a unit that tests its morale again.
type Steeled struct {
	Unit string `json:"unit"`
}

// Kind returns "steeled".
func (Steeled) Kind() string { return "steeled" }

// Rule returns "MG-HOUSE-4".
func (Steeled) Rule() string { return "MG-HOUSE-4" }

// retestAnswers are the answers to the question whether to test again; odds take the first.
var retestAnswers = []string{"accept", "test-again"}

// askRetest asks whether a unit that bears the honour tests its morale again.
func (b *Battle) askRetest(t *rules.Turn, u int) bool {
	if !b.units[u].steadfast || b.s.Units[u].Steeled || t.ForOdds() && t.PresetDice() == 0 ||
		t.Ask("MG-HOUSE-4", b.units[u].seat, "steadfast", retestAnswers...) != 1 {
		return false
	}
	t.Emit(Steeled{b.units[u].id})
	return true
}

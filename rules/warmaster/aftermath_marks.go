package warmaster

import "oriflamme/rules"

// carryingVoiceMark is an honour of campaigns: once a battle, a character that bears it may
// repeat an order that failed (WR-HOUSE-7). Odds of an order leave it out, because the
// player chooses when to use it.
const carryingVoiceMark = "carrying-voice"

// Repeated is a character that gives a failed order a second time.
type Repeated struct {
	Character string `json:"character"`
}

// Kind returns "repeated".
func (Repeated) Kind() string { return "repeated" }

// Rule returns "WR-HOUSE-7".
func (Repeated) Rule() string { return "WR-HOUSE-7" }

// hasCarryingVoice reports whether a character may still repeat an order.
func (b *Battle) hasCarryingVoice(i int) bool {
	return b.info[i].carrying && b.info[i].isCharacter() && !b.s.Units[i].Repeated
}

// repeatAnswers are the answers to the question whether to repeat an order; odds take the
// first.
var repeatAnswers = []string{"accept", "repeat"}

// askRepeat asks whether to repeat a failed order.
func (b *Battle) askRepeat(t *rules.Turn, i int) bool {
	if t.ForOdds() && t.PresetDice() == 0 || t.Ask("WR-HOUSE-7", b.info[i].seat, "repeat", repeatAnswers...) != 1 {
		return false
	}
	t.Emit(Repeated{b.id(i)})
	return true
}

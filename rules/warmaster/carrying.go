package warmaster

import "oriflamme/rules"

// carryingVoice is an honour of campaigns: once a battle a character that bears it may
// throw again for an order that failed (WR-HOUSE-7). Odds before an order leave it out,
// for it is the player's choice when to spend it.
const carryingVoice = "carrying-voice"

// Repeated is a character that gives a failed order once more.
type Repeated struct {
	Character string `json:"character"`
}

// Kind returns "repeated".
func (Repeated) Kind() string { return "repeated" }

// Rule returns "WR-HOUSE-7".
func (Repeated) Rule() string { return "WR-HOUSE-7" }

// carries reports whether a character may still repeat an order.
func (b *Battle) carries(i int) bool {
	return b.cards[i].carrying && b.cards[i].officer() && !b.s.Pieces[i].Repeated
}

// repeating are the answers to the question whether an order is given once more; odds take the first.
var repeating = []string{"accept", "repeat"}

// again asks whether a failed order is given once more.
func (b *Battle) again(t *rules.Turn, i int) bool {
	if t.Walked() && t.Fallen() == 0 || t.Ask("WR-HOUSE-7", b.cards[i].seat, "repeat", repeating...) != 1 {
		return false
	}
	t.Emit(Repeated{b.id(i)})
	return true
}

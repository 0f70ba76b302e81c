package campaign

import (
	"slices"
	"strings"

	"oriflamme/rules"
	"oriflamme/rules/dice"
)

// A Hand says whose dice an Answer is about, and how many of them its sender has seen
// there: what two phones type at once is told apart by it.
type Hand struct {
	Seat rules.Seat
	At   int
}

// byApp stands, among the faces of a hand, for a die that the program throws.
const byApp = -1

// mixed begins the Roll of a step some of whose dice were typed and some thrown by the
// program; a letter for each die follows, in order.
const (
	mixed   = "mixed:"
	typed   = 't'
	thrownA = 'a'
)

// Thrown tells which of n dice of a step the program threw.
func (r Roll) Thrown(n int) []bool {
	all := make([]bool, n)
	letters, some := strings.CutPrefix(string(r), mixed)
	for i := range all {
		all[i] = r == RollApp || some && i < len(letters) && letters[i] == thrownA
	}
	return all
}

// hands is the dice of a move: those that were typed, in order or by the seat whose dice
// they are, and those that the program throws. A die of the program's depends on the
// seed, the number of the step and the place of the die alone, so that neither sending a
// command again nor typing other dice changes it.
type hands struct {
	seeded dice.Source // nil when there is no seed: the program throws nothing
	secret []string    // names of rolls that nobody may see, which the program throws
	giver  rules.Seat
	tape   []int // typed, of whoever's turn it is
	held   map[rules.Seat][]int
	app    bool // the program throws whatever was not typed
	by     []byte
	fell   []int // in order, up to the first that is missing
}

// Roll takes each die from those that were typed or throws it; it fails with *dice.Need
// when some are missing.
func (h *hands) Roll(r dice.Roll) ([]int, error) {
	faces := make([]int, r.N)
	if h.seeded != nil {
		var err error
		if faces, err = h.seeded.Roll(r); err != nil {
			return nil, err
		}
	}
	secret := slices.Contains(h.secret, r.Why)
	slots := make([]int, r.N)
	for i, seeded := range faces {
		by := byte(thrownA)
		if slots[i] = seeded; !secret {
			slots[i], by = h.next(rules.Thrower(r, i, h.giver), seeded)
		}
		if by == thrownA && h.seeded == nil {
			return nil, refuse(Conflict, "roll", "no-seed", "CAMP-BAT-7")
		}
		if by == typed && (slots[i] < 1 || slots[i] > r.Sides) {
			return nil, &dice.Bad{Roll: r, Index: len(h.by), Face: slots[i]}
		}
		h.by = append(h.by, by)
	}
	given := slices.Index(slots, 0)
	if given < 0 {
		h.fell = append(h.fell, slots...)
	} else {
		h.fell = append(h.fell, slots[:given]...)
		return nil, &dice.Need{Roll: r, Given: slots[:given:given], Slots: slots}
	}
	return slots, nil
}

// next is the next die of a seat, 0 when it is missing, and where it comes from.
func (h *hands) next(seat rules.Seat, seeded int) (face int, by byte) {
	if len(h.tape) > 0 {
		face, h.tape = h.tape[0], h.tape[1:]
		return face, typed
	}
	if held := h.held[seat]; len(held) > 0 {
		if h.held[seat] = held[1:]; held[0] == byApp {
			return seeded, thrownA
		}
		return held[0], typed
	}
	if h.app {
		return seeded, thrownA
	}
	return 0, 0
}

// left is how many dice that were typed are not used.
func (h *hands) left() int {
	n := len(h.tape)
	for _, held := range h.held {
		n += len(held)
	}
	return n
}

// roll says who threw the dice that were used; of none, asked says so.
func (h *hands) roll(asked Roll) Roll {
	byHand, byProgram := 0, 0
	for _, b := range h.by {
		if b == typed {
			byHand++
		} else {
			byProgram++
		}
	}
	switch {
	case byHand > 0 && byProgram > 0:
		return mixed + Roll(h.by)
	case byHand > 0:
		return RollTable
	case byProgram > 0:
		return RollApp
	}
	return asked
}

// Missing counts the dice of a seat that the roll of a pending move still lacks.
func (p *Pending) Missing(seat rules.Seat) int {
	n := 0
	if need := p.need(); need != nil {
		for i, face := range need.Faces() {
			if face == 0 && rules.Thrower(need.Roll, i, p.Command.By()) == seat {
				n++
			}
		}
	}
	return n
}

// Held counts the dice of a seat that were given to a pending move, typed or thrown.
func (p *Pending) Held(seat rules.Seat) int { return len(p.Move.Hands[seat]) }

// Typed reports whether the last die of a seat was typed, so that it may be taken back.
func (p *Pending) Typed(seat rules.Seat) bool {
	held := p.Move.Hands[seat]
	return len(held) > 0 && held[len(held)-1] != byApp
}

// Begun reports whether anything was given to a pending move: dice or a choice.
func (p *Pending) Begun() bool {
	for _, held := range p.Move.Hands {
		if len(held) > 0 {
			return true
		}
	}
	return len(p.Move.Dice) > 0 || len(p.Move.Choices) > 0 || p.Move.Roll == RollApp
}

// thrown reports whether the program threw dice of a pending move.
func (p *Pending) thrown() bool {
	for _, held := range p.Move.Hands {
		if slices.Contains(held, byApp) {
			return true
		}
	}
	return p.Move.Roll == RollApp
}

// hold gives dice to a hand of a move, in a copy of the hands.
func (m *Move) hold(seat rules.Seat, faces ...int) {
	all := make(map[rules.Seat][]int, len(m.Hands)+1)
	for s, held := range m.Hands {
		all[s] = held
	}
	all[seat] = append(slices.Clip(all[seat]), faces...)
	m.Hands = all
}

// typedIn are faces as a person typed them: none of them stands for the program's.
func typedIn(faces []int) []int {
	all := slices.Clone(faces)
	for i, f := range all {
		all[i] = max(f, 0)
	}
	return all
}

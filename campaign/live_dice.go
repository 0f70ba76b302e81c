package campaign

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"oriflamme/rules"
	"oriflamme/rules/dice"
)

// A SeatDice says whose dice an Answer is about, and how many of them its sender has seen
// there: what two phones type at once is told apart by it.
type SeatDice struct {
	Seat rules.Seat
	Seen int
}

// programDie stands, among the faces of a hand, for a die that the program throws.
const programDie = -1

// rollMixed begins the Roll of a step some of whose dice were typed and some thrown by the
// program; a letter for each die follows, in order.
const (
	rollMixed     = "mixed:"
	originTyped   = 't'
	originProgram = 'a'
)

// Thrown tells which of n dice of a step the program threw.
func (r Roll) Thrown(n int) []bool {
	all := make([]bool, n)
	letters, some := strings.CutPrefix(string(r), rollMixed)
	for i := range all {
		all[i] = r == RollApp || some && i < len(letters) && letters[i] == originProgram
	}
	return all
}

// diceSource is the dice of a move: those that were typed, in order or by the seat whose dice
// they are, and those that the program throws. A die of the program's depends on the
// seed, the number of the step and the place of the die alone, so that neither sending a
// command again nor typing other dice changes it.
type diceSource struct {
	fromSeed     dice.Source // nil when there is no seed: the program throws nothing
	secret       []string    // names of rolls that nobody may see, which the program throws
	turnSeat     rules.Seat
	typed        []int // typed, of whoever's turn it is
	bySeat       map[rules.Seat][]int
	throwMissing bool // the program throws whatever was not typed
	origins      []byte
	faces        []int // in order, up to the first that is missing
}

// Roll takes each die from those that were typed or throws it; it fails with *dice.MissingError
// when some are missing.
func (h *diceSource) Roll(r dice.Roll) ([]int, error) {
	faces := make([]int, r.N)
	if h.fromSeed != nil {
		var err error
		if faces, err = h.fromSeed.Roll(r); err != nil {
			return nil, err
		}
	}
	secret := slices.Contains(h.secret, r.Why)
	slots := make([]int, r.N)
	for i, seeded := range faces {
		by := byte(originProgram)
		if slots[i] = seeded; !secret {
			slots[i], by = h.next(rules.Thrower(r, i, h.turnSeat), seeded)
		}
		if by == originProgram && h.fromSeed == nil {
			return nil, refuse(Conflict, "roll", "no-seed", "CAMP-BAT-7")
		}
		if by == originTyped && (slots[i] < 1 || slots[i] > r.Sides) {
			return nil, &dice.FaceError{Roll: r, Index: len(h.origins), Face: slots[i]}
		}
		h.origins = append(h.origins, by)
	}
	supplied := slices.Index(slots, 0)
	if supplied < 0 {
		h.faces = append(h.faces, slots...)
	} else {
		h.faces = append(h.faces, slots[:supplied]...)
		return nil, &dice.MissingError{Roll: r, Present: slots[:supplied:supplied], Slots: slots}
	}
	return slots, nil
}

// next is the next die of a seat, 0 when it is missing, and where it comes from.
func (h *diceSource) next(seat rules.Seat, seeded int) (face int, by byte) {
	if len(h.typed) > 0 {
		face, h.typed = h.typed[0], h.typed[1:]
		return face, originTyped
	}
	if held := h.bySeat[seat]; len(held) > 0 {
		if h.bySeat[seat] = held[1:]; held[0] == programDie {
			return seeded, originProgram
		}
		return held[0], originTyped
	}
	if h.throwMissing {
		return seeded, originProgram
	}
	return 0, 0
}

// unused is how many dice that were typed are not used.
func (h *diceSource) unused() int {
	n := len(h.typed)
	for _, held := range h.bySeat {
		n += len(held)
	}
	return n
}

// rollOf says who threw the dice that were used; of none, asked says so.
func (h *diceSource) rollOf(requested Roll) Roll {
	byHand, byProgram := 0, 0
	for _, b := range h.origins {
		if b == originTyped {
			byHand++
		} else {
			byProgram++
		}
	}
	switch {
	case byHand > 0 && byProgram > 0:
		return rollMixed + Roll(h.origins)
	case byHand > 0:
		return RollTable
	case byProgram > 0:
		return RollApp
	}
	return requested
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

// DiceCount counts the dice of a seat that were given to a pending move, typed or thrown.
func (p *Pending) DiceCount(seat rules.Seat) int { return len(p.Move.DiceBySeat[seat]) }

// Typed reports whether the last die of a seat was typed, so that it may be taken back.
func (p *Pending) Typed(seat rules.Seat) bool {
	held := p.Move.DiceBySeat[seat]
	return len(held) > 0 && held[len(held)-1] != programDie
}

// HasInput reports whether anything was given to a pending move: dice or a choice.
func (p *Pending) HasInput() bool {
	for _, held := range p.Move.DiceBySeat {
		if len(held) > 0 {
			return true
		}
	}
	return len(p.Move.Dice) > 0 || len(p.Move.Choices) > 0 || p.Move.Roll == RollApp
}

// byProgram reports whether the program threw dice of a pending move.
func (p *Pending) byProgram() bool {
	for _, held := range p.Move.DiceBySeat {
		if slices.Contains(held, programDie) {
			return true
		}
	}
	return p.Move.Roll == RollApp
}

// addDice gives dice to a hand of a move, in a copy of the hands.
func (m *Move) addDice(seat rules.Seat, faces ...int) {
	all := make(map[rules.Seat][]int, len(m.DiceBySeat)+1)
	for s, held := range m.DiceBySeat {
		all[s] = held
	}
	all[seat] = append(slices.Clip(all[seat]), faces...)
	m.DiceBySeat = all
}

// typedFaces are faces as a person typed them: none of them stands for the program's.
func typedFaces(faces []int) []int {
	all := slices.Clone(faces)
	for i, f := range all {
		all[i] = max(f, 0)
	}
	return all
}

// A StepProof is a step of which the program threw dice: those dice, with the faces that the
// seed gives when they are thrown again.
type StepProof struct {
	Step     int // from 1
	Dice     []dice.Die
	Replayed []int
	Typed    int // dice of the same step that were thrown at the table
}

// Matches reports whether the faces are those of the seed.
func (p StepProof) Matches() bool {
	return slices.EqualFunc(p.Dice, p.Replayed, func(d dice.Die, face int) bool { return d.Value == face })
}

// A DiceProof is what anybody can know of the dice of a part of a battle: the
// hash that was promised before the first of them, and, once the part is finished,
// the seed with every throw of the program thrown again from it.
type DiceProof struct {
	Part       Part
	SeedHash   string
	Seed       string      // "" while the part is played
	SeedLost   bool        // the seed was left behind when the club was moved
	Steps      []StepProof // in order; none while the part is played
	TypedSteps int         // steps all of whose dice were thrown at the table
}

// SeedMatches reports whether the seed is the one that was promised.
func (p DiceProof) SeedMatches() bool { return p.Seed != "" && HashToken(p.Seed) == p.SeedHash }

// ProveDice throws the program's dice of a part of a battle again. NotFound when
// the part was never opened. No permission is asked: the caller shows what
// Can(role, ActionView) allows.
func (h *Service) ProveDice(ctx context.Context, club, battle ID, part Part) (DiceProof, error) {
	_, b, _, err := h.battle(ctx, club, battle)
	if err != nil {
		return DiceProof{}, err
	}
	played := b.enginePart(part)
	if played == nil {
		return DiceProof{}, notFound("battle", "live", battle)
	}
	live, err := h.LivePart(ctx, club, battle, part)
	if err != nil {
		return DiceProof{}, err
	}
	proof := DiceProof{Part: part, SeedHash: played.SeedHash, Seed: played.Seed}
	if head, err := h.steps.Live(ctx, club, battle, part); err != nil {
		return DiceProof{}, err
	} else if head.Seed == "" {
		proof.SeedLost = true
	}
	for i, row := range live.Rows {
		fell := live.Steps[i].Dice
		thrown := row.Roll.Thrown(len(fell))
		switch {
		case len(fell) == 0:
		case !slices.Contains(thrown, true):
			proof.TypedSteps++
		case played.Seed != "":
			again, err := rethrow(played.Seed, row.Number, fell)
			if err != nil {
				return DiceProof{}, err
			}
			p := StepProof{Step: row.Number}
			for k, d := range fell {
				if thrown[k] {
					p.Dice, p.Replayed = append(p.Dice, d), append(p.Replayed, again[k])
				} else {
					p.Typed++
				}
			}
			proof.Steps = append(proof.Steps, p)
		}
	}
	return proof, nil
}

// rethrow gives the faces of dice of these sizes in a step of a battle with a seed.
func rethrow(seed string, step int, like []dice.Die) ([]int, error) {
	source := dice.Seeded(seed + "/" + strconv.Itoa(step))
	faces := make([]int, len(like))
	for i, d := range like {
		face, err := source.Roll(dice.Roll{Why: d.For, N: 1, Sides: d.Sides})
		if err != nil {
			return nil, err
		}
		faces[i] = face[0]
	}
	return faces, nil
}

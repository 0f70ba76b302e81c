package campaign

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"oriflamme/rules"
	"oriflamme/rules/dice"
)

// A SeatDice says whose dice an Answer is about, and how many of them its sender has seen,
// so that dice typed on two phones at once are not counted twice.
type SeatDice struct {
	Seat rules.Seat
	Seen int
}

// programDie marks a die that the program throws among the faces of a seat's dice.
const programDie = -1

// rollMixed is the prefix of the Roll of a step with some dice typed and some thrown by the
// program. One letter for each die follows, in order.
const (
	rollMixed     = "mixed:"
	originTyped   = 't'
	originProgram = 'a'
)

// Thrown returns, for each of the n dice of a step, whether the program threw it.
func (r Roll) Thrown(n int) []bool {
	all := make([]bool, n)
	letters, some := strings.CutPrefix(string(r), rollMixed)
	for i := range all {
		all[i] = r == RollApp || some && i < len(letters) && letters[i] == originProgram
	}
	return all
}

// diceSource supplies the dice of a move: those that were typed, in order or by seat, and
// those that the program throws. A die of the program depends only on the seed, the number
// of the step and the position of the die, so that neither sending a command again nor
// typing other dice changes it.
type diceSource struct {
	fromSeed     dice.Source // nil without a seed: the program throws nothing
	secret       []string    // names of the rolls that nobody may see, which the program throws
	turnSeat     rules.Seat
	typed        []int // typed dice of whichever seat comes next
	bySeat       map[rules.Seat][]int
	throwMissing bool // the program throws the dice that were not typed
	origins      []byte
	faces        []int // faces so far, up to the first that is missing
}

// Roll implements dice.Source. It takes each die from those that were typed or throws it, and
// returns a *dice.MissingError if dice are missing.
func (d *diceSource) Roll(r dice.Roll) ([]int, error) {
	faces := make([]int, r.N)
	if d.fromSeed != nil {
		var err error
		if faces, err = d.fromSeed.Roll(r); err != nil {
			return nil, err
		}
	}
	secret := slices.Contains(d.secret, r.Why)
	slots := make([]int, r.N)
	for i, seeded := range faces {
		by := byte(originProgram)
		if slots[i] = seeded; !secret {
			slots[i], by = d.next(rules.Thrower(r, i, d.turnSeat), seeded)
		}
		if by == originProgram && d.fromSeed == nil {
			return nil, refuse(Conflict, "roll", "no-seed", "CAMP-BAT-7")
		}
		if by == originTyped && (slots[i] < 1 || slots[i] > r.Sides) {
			return nil, &dice.FaceError{Roll: r, Index: len(d.origins), Face: slots[i]}
		}
		d.origins = append(d.origins, by)
	}
	if supplied := slices.Index(slots, 0); supplied >= 0 {
		d.faces = append(d.faces, slots[:supplied]...)
		return nil, &dice.MissingError{Roll: r, Present: slots[:supplied:supplied], Slots: slots}
	}
	d.faces = append(d.faces, slots...)
	return slots, nil
}

// next returns the next die of a seat, 0 if it is missing, and a letter for where it comes from.
func (d *diceSource) next(seat rules.Seat, seeded int) (face int, by byte) {
	if len(d.typed) > 0 {
		face, d.typed = d.typed[0], d.typed[1:]
		return face, originTyped
	}
	if held := d.bySeat[seat]; len(held) > 0 {
		if d.bySeat[seat] = held[1:]; held[0] == programDie {
			return seeded, originProgram
		}
		return held[0], originTyped
	}
	if d.throwMissing {
		return seeded, originProgram
	}
	return 0, 0
}

// unused returns how many typed dice were not used.
func (d *diceSource) unused() int {
	n := len(d.typed)
	for _, held := range d.bySeat {
		n += len(held)
	}
	return n
}

// rollOf returns who threw the dice that were used, or requested if none were.
func (d *diceSource) rollOf(requested Roll) Roll {
	byHand, byProgram := 0, 0
	for _, b := range d.origins {
		if b == originTyped {
			byHand++
		} else {
			byProgram++
		}
	}
	switch {
	case byHand > 0 && byProgram > 0:
		return rollMixed + Roll(d.origins)
	case byHand > 0:
		return RollTable
	case byProgram > 0:
		return RollApp
	}
	return requested
}

// Missing returns how many dice of a seat a pending move still lacks.
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

// DiceCount returns how many dice of a seat a pending move has, typed or thrown.
func (p *Pending) DiceCount(seat rules.Seat) int { return len(p.Move.DiceBySeat[seat]) }

// Typed reports whether the last die of a seat was typed and so may be taken back.
func (p *Pending) Typed(seat rules.Seat) bool {
	held := p.Move.DiceBySeat[seat]
	return len(held) > 0 && held[len(held)-1] != programDie
}

// HasInput reports whether a pending move has dice or a choice.
func (p *Pending) HasInput() bool {
	for _, held := range p.Move.DiceBySeat {
		if len(held) > 0 {
			return true
		}
	}
	return len(p.Move.Dice) > 0 || len(p.Move.Choices) > 0 || p.Move.Roll == RollApp
}

// byProgram reports whether the program threw some dice of a pending move.
func (p *Pending) byProgram() bool {
	for _, held := range p.Move.DiceBySeat {
		if slices.Contains(held, programDie) {
			return true
		}
	}
	return p.Move.Roll == RollApp
}

// addDice adds dice of a seat to a move. It copies the map, which other values may share.
func (m *Move) addDice(seat rules.Seat, faces ...int) {
	all := make(map[rules.Seat][]int, len(m.DiceBySeat)+1)
	maps.Copy(all, m.DiceBySeat)
	all[seat] = append(slices.Clip(all[seat]), faces...)
	m.DiceBySeat = all
}

// typedFaces returns faces that a person typed with 0 for negative ones, because only this
// package may set programDie.
func typedFaces(faces []int) []int {
	all := slices.Clone(faces)
	for i, f := range all {
		all[i] = max(f, 0)
	}
	return all
}

// A StepProof is a step with dice that the program threw: these dice, and the faces that the
// revealed seed gives for them.
type StepProof struct {
	Step     int // from 1
	Dice     []dice.Die
	Replayed []int
	Typed    int // number of the step's dice that were thrown at the table
}

// Matches reports whether the faces are those that the seed gives.
func (p StepProof) Matches() bool {
	return slices.EqualFunc(p.Dice, p.Replayed, func(d dice.Die, face int) bool { return d.Value == face })
}

// A DiceProof is what everybody may know about the dice of a part of a battle: the hash of
// the seed, published before the first die, and once the part is finished the seed and
// every roll of the program, made again from it.
type DiceProof struct {
	Part       Part
	SeedHash   string
	Seed       string      // "" until the part is finished
	SeedLost   bool        // the seed was not exported when the club moved to another server
	Steps      []StepProof // in order; none until the part is finished
	TypedSteps int         // number of steps with all dice thrown at the table
}

// SeedMatches reports whether the seed has the hash that was published.
func (p DiceProof) SeedMatches() bool { return p.Seed != "" && HashToken(p.Seed) == p.SeedHash }

// ProveDice throws the program's dice of a part of a battle again from its seed. It returns
// NotFound if the part was never opened. It checks no permission: the caller shows only
// what Can(role, ActionView) allows.
func (s *Service) ProveDice(ctx context.Context, club, battle ID, part Part) (DiceProof, error) {
	_, b, _, err := s.battle(ctx, club, battle)
	if err != nil {
		return DiceProof{}, err
	}
	played := b.enginePart(part)
	if played == nil {
		return DiceProof{}, notFound("battle", "live", battle)
	}
	live, err := s.LivePart(ctx, club, battle, part)
	if err != nil {
		return DiceProof{}, err
	}
	proof := DiceProof{Part: part, SeedHash: played.SeedHash, Seed: played.Seed}
	if head, err := s.steps.Live(ctx, club, battle, part); err != nil {
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

// rethrow returns the faces that a seed gives for the dice of a step; like has their sizes.
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

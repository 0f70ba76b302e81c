package campaign

import (
	"context"
	"slices"
	"strconv"

	"oriflamme/rules/dice"
)

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

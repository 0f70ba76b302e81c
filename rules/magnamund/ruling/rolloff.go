package ruling

import (
	"oriflamme/rules"
	"oriflamme/rules/dice"
)

// Phases lists the phases of a turn in their order (MG-TURN-3).
var Phases = [...]string{"fire-1", "movement", "fire-2", "combat", "morale"}

// RollOff throws 1D10 for each of two players until they differ and returns all throws
// (MG-SETUP-2, MG-TURN-1, ruling MG-AMB-03). winner is 0 or 1.
func RollOff(c *rules.Roller) (winner int, rounds [][]int) {
	roll := dice.Roll{
		Why: "roll-off", N: 2, Sides: 10, Seats: []int{0, 1},
		Until:   func(f []int) bool { return f[0] != f[1] },
		ClassOf: func(f []int) int { return rules.BoolToInt(f[1] > f[0]) },
	}
	for {
		faces := c.Throw(roll)
		rounds = append(rounds, faces)
		if roll.Until(faces) {
			return roll.ClassOf(faces), rounds
		}
	}
}

type rollOffInput struct {
	Purpose      string   `json:"purpose" in:"side-choice|initiative"`
	Contestants  []string `json:"contestants" len:"2..2" each:"1..64"`
	Camps        []string `json:"camps" len:"2..2" each:"1..64" default:"-"`
	WinnerChoice *string  `json:"winner_choice" in:"1..64" default:"-"`
}

func (in rollOffInput) check() *rules.Fault {
	if in.Contestants[0] == in.Contestants[1] {
		return rules.Faultf(rules.OutOfRange, "contestants[1]", "the two are the same")
	}
	if in.Purpose == "initiative" {
		return nil
	}
	if in.Camps == nil || in.WinnerChoice == nil {
		return rules.FirstFault(
			rules.MissingFieldIf(in.Camps == nil, "camps", "a choice of camps needs them"),
			rules.MissingFieldIf(in.WinnerChoice == nil, "winner_choice", "a choice of camps needs it"),
		)
	}
	return rules.FirstFault(
		rules.OutOfRangeIf(in.Camps[0] == in.Camps[1], "camps[1]", "the two are the same"),
		rules.OutOfRangeIf(*in.WinnerChoice != in.Camps[0] && *in.WinnerChoice != in.Camps[1], "winner_choice", "there is no such camp"),
	)
}

// rollOffRounds is the part that all results of roll-offs have.
type rollOffRounds struct {
	Winner  string  `json:"winner"`
	Loser   string  `json:"loser"`
	Rounds  [][]int `json:"rounds"`
	Rerolls int     `json:"rerolls"`
}

type initiativeResult struct {
	rollOffRounds
	Red   string   `json:"red"`
	Blue  string   `json:"blue"`
	Steps []string `json:"steps"`
}

type sideResult struct {
	rollOffRounds
	Assignment map[string]string `json:"assignment"`
}

var rollOffRuling = rules.CheckedRuling("roll-off", "MG-SETUP-2 MG-TURN-1 MG-TURN-3 MG-TURN-4 MG-AMB-03", "winner", rollOffInput.check,
	func(c *rules.Roller, in rollOffInput) any {
		w, rounds := RollOff(c)
		r := rollOffRounds{in.Contestants[w], in.Contestants[1-w], rounds, len(rounds) - 1}
		if in.Purpose == "side-choice" {
			other := in.Camps[0]
			if other == *in.WinnerChoice {
				other = in.Camps[1]
			}
			return sideResult{r, map[string]string{r.Winner: *in.WinnerChoice, r.Loser: other}}
		}
		i := initiativeResult{rollOffRounds: r, Red: r.Winner, Blue: r.Loser}
		for _, phase := range Phases {
			i.Steps = append(i.Steps, phase+" "+i.Red, phase+" "+i.Blue)
		}
		return i
	})

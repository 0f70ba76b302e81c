package magnamund

import (
	"oriflamme/rules"
	"oriflamme/rules/dice"
)

// phases of a turn, in their order (MG-TURN-3).
var phases = [...]string{"fire-1", "movement", "fire-2", "combat", "morale"}

// rollOff has two throw 1D10 each until they differ and tells all pairs (MG-SETUP-2,
// MG-TURN-1, ruling MG-AMB-03). It returns 0 when the first wins, 1 when the second.
func rollOff(c *rules.Cup) (winner int, rounds [][]int) {
	roll := dice.Roll{
		Why: "roll-off", N: 2, Sides: 10, Of: []int{0, 1},
		Until: func(f []int) bool { return f[0] != f[1] },
		Alike: func(f []int) int { return count(f[1] > f[0]) },
	}
	for {
		faces := c.Throw(roll)
		rounds = append(rounds, faces)
		if roll.Until(faces) {
			return roll.Alike(faces), rounds
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
		return first(
			lacking(in.Camps == nil, "camps", "a choice of camps needs them"),
			lacking(in.WinnerChoice == nil, "winner_choice", "a choice of camps needs it"),
		)
	}
	return first(
		outside(in.Camps[0] == in.Camps[1], "camps[1]", "the two are the same"),
		outside(*in.WinnerChoice != in.Camps[0] && *in.WinnerChoice != in.Camps[1], "winner_choice", "there is no such camp"),
	)
}

// rolledOff is what every roll-off tells.
type rolledOff struct {
	Winner  string  `json:"winner"`
	Loser   string  `json:"loser"`
	Rounds  [][]int `json:"rounds"`
	Rerolls int     `json:"rerolls"`
}

type initiativeResult struct {
	rolledOff
	Red   string   `json:"red"`
	Blue  string   `json:"blue"`
	Steps []string `json:"steps"`
}

type campResult struct {
	rolledOff
	Assignment map[string]string `json:"assignment"`
}

var rollOffRuling = ruling("roll-off", "MG-SETUP-2 MG-TURN-1 MG-TURN-3 MG-TURN-4 MG-AMB-03", "winner", rollOffInput.check,
	func(c *rules.Cup, in rollOffInput) any {
		w, rounds := rollOff(c)
		r := rolledOff{in.Contestants[w], in.Contestants[1-w], rounds, len(rounds) - 1}
		if in.Purpose == "side-choice" {
			other := in.Camps[0]
			if other == *in.WinnerChoice {
				other = in.Camps[1]
			}
			return campResult{r, map[string]string{r.Winner: *in.WinnerChoice, r.Loser: other}}
		}
		i := initiativeResult{rolledOff: r, Red: r.Winner, Blue: r.Loser}
		for _, phase := range phases {
			i.Steps = append(i.Steps, phase+" "+i.Red, phase+" "+i.Blue)
		}
		return i
	})

package ruling

import (
	"fmt"
	"math/big"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/odds"
)

// Symbols of the dice by face, 1 to 6 (ruling A-1).
var (
	AttackFaces  = [7]string{"", "double-support", "single-support", "fury", "smash", "smash", "critical"}
	DefenceFaces = [7]string{"", "double-support", "single-support", "dodge", "block", "block", "critical"}
)

// Faces with the same meaning on both kinds of dice.
const (
	doubleSupport = 1
	singleSupport = 2
	Critical      = 6
)

// SymbolsOf returns the symbols of faces on a kind of dice.
func SymbolsOf(faces []int, on *[7]string) []string {
	names := make([]string, len(faces))
	for i, f := range faces {
		names[i] = on[f]
	}
	return names
}

// rollOffDice is the number of dice of each player (WU-DICE-1).
const rollOffDice = 4

// RollOffInput is a roll-off with its purpose.
type RollOffInput struct {
	Purpose       string         `json:"purpose" in:"board-choice|fighter-placement|first-turn|simultaneous-abilities|reaction-outside-turn"`
	Round         int            `json:"round" in:"1..3" default:"1"`
	FinishedFirst Player         `json:"finished_placing_first" in:"a|b" default:"null" null:"true"`
	DiceA         []string       `json:"dice_a" len:"4..4" each:"attack|defence" default:"[\"attack\",\"attack\",\"attack\",\"attack\"]"`
	DiceB         []string       `json:"dice_b" len:"4..4" each:"attack|defence" default:"[\"attack\",\"attack\",\"attack\",\"attack\"]"`
	Rerolls       []rollOffAgain `json:"rerolls" len:"0..20" default:"[]"`

	DoubleFirst bool `json:"-"` // the other reading of ruling A-3
}

// rollOffAgain is a re-roll that another rule allows.
type rollOffAgain struct {
	Attempt int    `json:"attempt" in:"1..20"`
	Player  Player `json:"player" in:"a|b"`
	Dice    []int  `json:"dice" len:"1..4" each:"0..3"`
}

type rollOffResult struct {
	Winner      Player           `json:"winner"`
	DecidedBy   string           `json:"decided_by"`
	Attempts    int              `json:"attempts"`
	BonusFor    Player           `json:"bonus_for"`
	WinnerRight string           `json:"winner_right"`
	Rolls       []rollOffAttempt `json:"rolls"`
}

type rollOffAttempt struct {
	Initial byPlayer[rollOffRoll] `json:"initial"`
	Final   byPlayer[rollOffRoll] `json:"final"`
	Winner  Player                `json:"winner"`
}

type rollOffRoll struct {
	Symbols       []string `json:"symbols"`
	Critical      int      `json:"critical"`
	SingleSupport int      `json:"single_support"`
	DoubleSupport int      `json:"double_support"`
}

var rollOffRights = map[string]string{
	"board-choice":           "names-first-board-chooser",
	"fighter-placement":      "names-first-placer",
	"first-turn":             "names-first-turn-player",
	"simultaneous-abilities": "resolves-first",
	"reaction-outside-turn":  "names-first-reaction-player",
}

// bonusFor returns the player who adds a critical symbol: the one who finished placing
// fighters first, in the roll-off for the first turn of the game (WU-SEQ-3, WU-DICE-4).
func (o RollOffInput) bonusFor() Player {
	if o.Purpose == "first-turn" && o.Round == 1 {
		return o.FinishedFirst
	}
	return ""
}

// decidingSymbols are the symbols that are compared, in order (WU-DICE-2, ruling A-3).
var decidingSymbols = [3]struct {
	face int
	name string
}{{Critical, "critical"}, {singleSupport, "single-support"}, {doubleSupport, "double-support"}}

// countSymbols counts the symbols that a roll-off compares.
func countSymbols(faces []int, bonus bool) [3]int {
	var n [3]int
	for i, d := range decidingSymbols {
		for _, f := range faces {
			if f == d.face {
				n[i]++
			}
		}
	}
	if bonus {
		n[0]++
	}
	return n
}

// compare returns the winner of eight faces, a's first, and the index of the deciding
// symbol; "" when all counts are equal.
func (o RollOffInput) compare(faces []int) (winner Player, by int) {
	bonus := o.bonusFor()
	a, b := countSymbols(faces[:rollOffDice], bonus == "a"), countSymbols(faces[rollOffDice:], bonus == "b")
	order := [len(decidingSymbols)]int{0, 1, 2}
	if o.DoubleFirst {
		order = [len(decidingSymbols)]int{0, 2, 1}
	}
	for _, i := range order {
		switch {
		case a[i] > b[i]:
			return "a", i
		case a[i] < b[i]:
			return "b", i
		}
	}
	return "", 0
}

// rollOffOnce is the roll of all eight dice, a's first.
var rollOffOnce = dice.Roll{
	Why: "roll-off-a", Labels: slices.Concat(slices.Repeat([]string{"roll-off-a"}, rollOffDice), slices.Repeat([]string{"roll-off-b"}, rollOffDice)),
	N: 2 * rollOffDice, Sides: 6, Seats: slices.Concat(slices.Repeat([]int{0}, rollOffDice), slices.Repeat([]int{1}, rollOffDice)),
	Read: dice.Pool, Cuts: []int{singleSupport, 3, Critical}, PoolSizes: []int{rollOffDice, rollOffDice},
}

// attempt returns the roll with what decides it.
func (o RollOffInput) attempt() dice.Roll {
	r := rollOffOnce
	r.CacheKey = fmt.Sprint("underworlds roll-off ", o.DoubleFirst, o.bonusFor())
	r.Until = func(faces []int) bool {
		winner, _ := o.compare(faces)
		return winner != ""
	}
	r.ClassOf = func(faces []int) int {
		winner, by := o.compare(faces)
		if winner == "b" {
			by += len(decidingSymbols)
		}
		return by
	}
	return r
}

// resolve rolls until a player wins (WU-DICE-2, WU-DICE-3). Re-rolls are fresh dice whatever
// was shown, so odds are walked without them.
func (o RollOffInput) resolve(c *rules.Roller) rollOffResult {
	r := rollOffResult{BonusFor: o.bonusFor(), WinnerRight: rollOffRights[o.Purpose]}
	for r.Winner == "" {
		r.Attempts++
		faces := c.Throw(o.attempt())
		try := rollOffAttempt{Initial: o.describe(faces)}
		if !c.ForOdds() {
			o.throwAgain(c, r.Attempts, faces)
		}
		try.Final = o.describe(faces)
		var by int
		try.Winner, by = o.compare(faces)
		r.Winner, r.DecidedBy = try.Winner, decidingSymbols[by].name
		r.Rolls = append(r.Rolls, try)
	}
	return r
}

// Decide returns only the winner, the deciding symbols and the number of attempts of the
// roll-off.
func (o RollOffInput) Decide(c *rules.Roller) (winner Player, by string, attempts int) {
	once := rollOffOnce
	if c.ForOdds() {
		once = o.attempt()
	}
	for winner == "" {
		attempts++
		var n int
		winner, n = o.compare(c.Throw(once))
		by = decidingSymbols[n].name
	}
	return winner, by, attempts
}

// throwAgain replaces the dice that are re-rolled in an attempt (WU-DICE-8).
func (o RollOffInput) throwAgain(c *rules.Roller, attempt int, faces []int) {
	for _, again := range o.Rerolls {
		if again.Attempt != attempt {
			continue
		}
		offset := 0
		if again.Player == "b" {
			offset = rollOffDice
		}
		for i, f := range c.Roll("roll-off-reroll-"+string(again.Player), len(again.Dice), 6) {
			faces[offset+again.Dice[i]] = f
		}
	}
}

// describe returns both rolls for the result.
func (o RollOffInput) describe(faces []int) byPlayer[rollOffRoll] {
	describe := func(p Player, faces []int, kinds []string) rollOffRoll {
		n := countSymbols(faces, o.bonusFor() == p)
		r := rollOffRoll{Symbols: make([]string, rollOffDice), Critical: n[0], SingleSupport: n[1], DoubleSupport: n[2]}
		for i, f := range faces {
			if r.Symbols[i] = AttackFaces[f]; kinds[i] == "defence" {
				r.Symbols[i] = DefenceFaces[f]
			}
		}
		return r
	}
	return byPlayer[rollOffRoll]{describe("a", faces[:rollOffDice], o.DiceA), describe("b", faces[rollOffDice:], o.DiceB)}
}

// check refuses to re-roll a die twice (WU-DICE-9).
func (o RollOffInput) check() *rules.Fault {
	type die struct {
		attempt int
		player  Player
		at      int
	}
	seen := map[die]bool{}
	for i, again := range o.Rerolls {
		for j, at := range again.Dice {
			d := die{again.Attempt, again.Player, at}
			if seen[d] {
				return rules.Breaks("WU-DICE-9", rules.At(rules.At("rerolls", i)+".dice", j), "the die was re-rolled already")
			}
			seen[d] = true
		}
	}
	return nil
}

// meanAttempts returns how many attempts a roll-off needs on average.
func (o RollOffInput) meanAttempts() float64 {
	decided, err := odds.Of(func(src dice.Source) (bool, error) {
		return rules.RunRule(src, func(c *rules.Roller) bool {
			winner, _ := o.compare(c.Throw(rollOffOnce))
			return winner != ""
		})
	})
	if err != nil {
		panic(err) // the walk of eight dice is always small enough
	}
	mean, _ := new(big.Rat).Inv(decided[true]).Float64()
	return mean
}

var rollOffRuling = func() rules.Ruling {
	r := rules.CheckedRuling("roll-off",
		"WU-DICE-1 WU-DICE-2 WU-DICE-3 WU-DICE-4 WU-DICE-5 WU-DICE-8 WU-DICE-9 WU-SEQ-3", "winner decided_by",
		RollOffInput.check, func(c *rules.Roller, o RollOffInput) rollOffResult { return o.resolve(c) })
	r.CorrectMeans = func(tree any, mean map[string]float64) {
		var o RollOffInput
		if err := rules.DecodeTree(tree, "", &o); err == nil {
			mean["attempts"] = o.meanAttempts()
		}
	}
	return r
}()

package ruling

import (
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/dice"
)

const initiativeDice = 6 // for each player (WC-INIT-1)

// Group is a group of ability dice of one score (WC-INIT-3).
type Group struct {
	Value int    `json:"value"`
	Kind  string `json:"kind"` // double, triple, quadruple
	Dice  int    `json:"dice"`
}

// groupKind returns the kind of a group of n dice; five or six dice of a score are one
// quadruple (ruling A-3).
func groupKind(n int) string {
	switch n {
	case 2:
		return "double"
	case 3:
		return "triple"
	}
	return "quadruple"
}

// InitiativeRoll is the result of one player's initiative dice.
type InitiativeRoll struct {
	Dice         []int   `json:"dice"`
	Singles      int     `json:"singles"`
	SingleValues []int   `json:"single_values"` // ascending
	Groups       []Group `json:"groups"`        // ascending by value
	WildDice     int     `json:"wild_dice"`
}

// SortInitiative splits initiative dice into singles and groups (WC-INIT-2, WC-INIT-3).
func SortInitiative(faces []int) (singles []int, groups []Group) {
	return sortCounts(countFaces(faces))
}

// countFaces returns how many dice show each face.
func countFaces(faces []int) (count [7]int) {
	for _, f := range faces {
		count[f]++
	}
	return count
}

// sortCounts is SortInitiative for the number of dice of each score.
func sortCounts(count [7]int) (singles []int, groups []Group) {
	for value, n := range count {
		switch {
		case n == 1:
			singles = append(singles, value)
		case n > 1:
			groups = append(groups, Group{value, groupKind(n), n})
		}
	}
	return singles, groups
}

// Labels and seats of the initiative dice of both players thrown together.
var (
	initiativeLabels = slices.Concat(slices.Repeat([]string{"initiative a"}, initiativeDice), slices.Repeat([]string{"initiative b"}, initiativeDice))
	initiativeSeats  = slices.Concat(slices.Repeat([]int{0}, initiativeDice), slices.Repeat([]int{1}, initiativeDice))
)

// throwInitiative throws the six dice of each player (WC-INIT-1). Odds throw the two
// pools one after the other, which has fewer outcomes to walk.
func throwInitiative(c *rules.Roller) (a, b []int) {
	if !c.ForOdds() {
		faces := c.Throw(dice.Roll{
			Why: "initiative", Labels: initiativeLabels, N: 2 * initiativeDice, Sides: 6, Seats: initiativeSeats,
			Read: dice.Pool, PoolSizes: []int{initiativeDice, initiativeDice},
		})
		return faces[:initiativeDice:initiativeDice], faces[initiativeDice:]
	}
	pool := func(label string) []int {
		return c.Throw(dice.Roll{Why: label, N: initiativeDice, Sides: 6, Read: dice.Pool, ClassOf: countSingles})
	}
	return pool("initiative a"), pool("initiative b")
}

// initiativeRoll returns the result of a player's dice; the player also gets a wild die
// (WC-INIT-6).
func initiativeRoll(faces []int, wildSaved int) InitiativeRoll {
	return InitiativeRoll{Dice: faces, WildDice: wildSaved + 1, Singles: countSingles(faces)}
}

// countSingles counts the scores that exactly one die shows (WC-INIT-2).
func countSingles(faces []int) (singles int) {
	for _, n := range countFaces(faces) {
		if n == 1 {
			singles++
		}
	}
	return singles
}

// RollOff lets both players throw a die until the dice differ, and returns how often they threw
// (WC-GEN-10).
func RollOff(c *rules.Roller) (winner Player, times int) {
	i, times := c.RollOff("roll-off a", "roll-off b", 6)
	return [...]Player{"a", "b"}[i], times
}

// InitiativeResult holds the dice of both players and who has the initiative.
type InitiativeResult struct {
	A          InitiativeRoll `json:"a"`
	B          InitiativeRoll `json:"b"`
	Initiative Player         `json:"initiative"`
	RollOffs   int            `json:"roll_offs"`
}

// RollRoundInitiative throws the initiative dice of both players. More singles win, and a
// roll-off settles a tie (WC-INIT-1 to WC-INIT-6).
func RollRoundInitiative(c *rules.Roller, wildSaved PerPlayer) InitiativeResult {
	a, b := throwInitiative(c)
	r := InitiativeResult{A: initiativeRoll(a, wildSaved.A), B: initiativeRoll(b, wildSaved.B)}
	switch {
	case r.A.Singles > r.B.Singles:
		r.Initiative = "a"
	case r.A.Singles < r.B.Singles:
		r.Initiative = "b"
	default:
		r.Initiative, r.RollOffs = RollOff(c)
	}
	return r
}

type initiativeInput struct {
	WildSaved struct {
		A int `json:"a" in:"0..20" default:"0"`
		B int `json:"b" in:"0..20" default:"0"`
	} `json:"wild_saved" default:"{}"`
}

var rollInitiativeRuling = rules.CheckedRuling("roll-initiative",
	"WC-INIT-1 WC-INIT-2 WC-INIT-3 WC-INIT-4 WC-INIT-5 WC-INIT-6 WC-GEN-10", "a.singles b.singles initiative", nil,
	func(c *rules.Roller, in initiativeInput) InitiativeResult {
		r := RollRoundInitiative(c, PerPlayer{in.WildSaved.A, in.WildSaved.B})
		r.A.SingleValues, r.A.Groups = SortInitiative(r.A.Dice)
		r.B.SingleValues, r.B.Groups = SortInitiative(r.B.Dice)
		return r
	})

package ruling

import (
	"cmp"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/dice"
)

// RollOff throws one die for each of two sides until they differ (WM-SETUP-3, WM-MULTI-5,
// ruling A-10); of are the seats that throw. It returns the winning side and all rolls.
func RollOff(c *rules.Roller, of ...int) (winner int, rolls [][2]int) {
	before := len(c.Dice())
	winner, _ = c.RollOff("roll-off", "roll-off", 6, of...)
	for pair := range slices.Chunk(c.Dice()[before:], 2) {
		rolls = append(rolls, [2]int{pair[0].Value, pair[1].Value})
	}
	return winner, rolls
}

// FirstSide returns the side that plays first when the winner of a roll-off chooses itself
// or its opponent.
func FirstSide(winner int, choice string) int {
	if choice == "opponent" {
		return 1 - winner
	}
	return winner
}

type startingRoll struct {
	Players      []string `json:"players" len:"2..2" each:"1..80"`
	WinnerChoice string   `json:"winner_choice" in:"self|opponent" default:"\"self\""`
}

type startingRollResult struct {
	Rolls        [][2]int `json:"rolls"`
	Rerolls      int      `json:"rerolls"`
	Winner       string   `json:"winner"`
	FirstPlayer  string   `json:"first_player"`
	SecondPlayer string   `json:"second_player"`
	TurnOrder    []string `json:"turn_order"`
}

func (in startingRoll) check() *rules.Fault {
	return firstRepeat(in.Players, func(i int) string { return rules.At("players", i) })
}

func rollStart(c *rules.Roller, in startingRoll) startingRollResult {
	winner, rolls := RollOff(c)
	first := FirstSide(winner, in.WinnerChoice)
	r := startingRollResult{
		Rolls: rolls, Rerolls: len(rolls) - 1, Winner: in.Players[winner],
		FirstPlayer: in.Players[first], SecondPlayer: in.Players[1-first],
	}
	r.TurnOrder = []string{r.FirstPlayer, r.SecondPlayer}
	return r
}

var startingRollRuling = rules.CheckedRuling("starting-roll", "WM-SETUP-3 WM-SETUP-7", "winner first_player", startingRoll.check, rollStart)

type teamOrder struct {
	Teams        []teamMembers `json:"teams" len:"2..2"`
	WinnerChoice string        `json:"winner_choice" in:"self|opponent" default:"\"self\""`
}

type teamMembers struct {
	Name    string   `json:"name" in:"1..80"`
	Members []string `json:"members" len:"1..8" each:"1..80"`
}

type teamOrderResult struct {
	Rolls           [][2]int `json:"rolls"`
	Rerolls         int      `json:"rerolls"`
	Winner          string   `json:"winner"`
	FirstTeam       string   `json:"first_team"`
	TurnOrder       []string `json:"turn_order"`
	DeploymentOrder []string `json:"deployment_order"`
}

func (in teamOrder) check() *rules.Fault {
	names := MapEach(in.Teams, func(t teamMembers) string { return t.Name })
	var members, paths []string
	for i, t := range in.Teams {
		for j, m := range t.Members {
			members, paths = append(members, m), append(paths, rules.At(MemberPath("teams", i, "members"), j))
		}
	}
	return rules.FirstFault(
		firstRepeat(names, func(i int) string { return MemberPath("teams", i, "name") }),
		firstRepeat(members, func(i int) string { return paths[i] }),
	)
}

// alternate orders the players of two teams in turn (WM-MULTI-6). When a team has no player
// left, the other goes on (ruling A-11).
func alternate(first, second []string) []string {
	var order []string
	for i := range max(len(first), len(second)) {
		for _, team := range [2][]string{first, second} {
			if i < len(team) {
				order = append(order, team[i])
			}
		}
	}
	return order
}

func orderTeams(c *rules.Roller, in teamOrder) teamOrderResult {
	winner, rolls := RollOff(c)
	first := FirstSide(winner, in.WinnerChoice)
	order := alternate(in.Teams[first].Members, in.Teams[1-first].Members)
	return teamOrderResult{
		Rolls: rolls, Rerolls: len(rolls) - 1, Winner: in.Teams[winner].Name, FirstTeam: in.Teams[first].Name,
		TurnOrder: order, DeploymentOrder: order,
	}
}

var teamOrderRuling = rules.CheckedRuling("team-order", "WM-MULTI-2 WM-MULTI-5 WM-MULTI-6 WM-MULTI-7", "winner first_team", teamOrder.check, orderTeams)

// FreeForAll is the players of a free-for-all and the places that they choose.
type FreeForAll struct {
	Players []string `json:"players" len:"2..12" each:"1..80"`
	Choices []int    `json:"choices" len:"2..12" each:"1..12" default:"-"`
}

// FreeForAllResult is the order of a free-for-all with its rolls.
type FreeForAllResult struct {
	Rounds        [][]rolled `json:"rounds"`
	ChoosingOrder []string   `json:"choosing_order"`
	FirstChooser  string     `json:"first_chooser"`
	TurnOrder     []string   `json:"turn_order"`
}

// rolled is one player's roll of a round.
type rolled struct {
	Player string `json:"player"`
	Value  int    `json:"value"`
}

func (in FreeForAll) check() *rules.Fault {
	players, choices := len(in.Players), len(in.Choices)
	return rules.FirstFault(
		firstRepeat(in.Players, func(i int) string { return rules.At("players", i) }),
		rules.FaultIf(in.Choices != nil && choices != players, BadValue("choices", "has %d members for %d players", choices, players)),
		EachFault(in.Choices, func(i, place int) *rules.Fault {
			return rules.FaultIf(place > players || slices.Contains(in.Choices[:i], place), BadValue(rules.At("choices", i), "place %d is not free", place))
		}),
	)
}

// RollOrder has all players roll. Players who tie roll again for the places that they tie
// for, until there are no ties (WM-MULTI-8).
func RollOrder(c *rules.Roller, in FreeForAll) FreeForAllResult {
	if c.ForOdds() {
		// All players have the same dice, so each is equally likely to choose first.
		return FreeForAllResult{FirstChooser: in.Players[c.Roll("first chooser", 1, len(in.Players))[0]-1]}
	}
	var r FreeForAllResult
	order := make([]int, len(in.Players))  // players, first chooser first
	places := make([]int, len(in.Players)) // by player: the first of the places that are still open to it
	for i := range order {
		order[i] = i
	}
	tied := slices.Clone(order)
	for len(tied) > 0 {
		faces := c.Throw(dice.Roll{Why: "roll-off", N: len(tied), Sides: 6, Seats: slices.Clone(tied)})
		value := map[int]int{}
		round := make([]rolled, len(tied))
		for i, p := range tied {
			value[p], round[i] = faces[i], rolled{in.Players[p], faces[i]}
		}
		r.Rounds = append(r.Rounds, round)
		slices.SortStableFunc(order, func(p, q int) int {
			return cmp.Or(places[p]-places[q], value[q]-value[p])
		})
		tied = splitTies(order, places, value)
	}
	turns := make([]string, len(order))
	for k, p := range order {
		r.ChoosingOrder = append(r.ChoosingOrder, in.Players[p])
		place := k + 1
		if in.Choices != nil {
			place = in.Choices[k]
		}
		turns[place-1] = in.Players[p]
	}
	r.FirstChooser, r.TurnOrder = r.ChoosingOrder[0], turns
	return r
}

// splitTies gives players their places after a round of rolls and returns those who still
// tie, in the order of players.
func splitTies(order, places []int, value map[int]int) (tied []int) {
	was := slices.Clone(places)
	for k, p := range order {
		places[p] = k
		if k > 0 {
			if q := order[k-1]; was[q] == was[p] && value[q] == value[p] {
				places[p] = places[q]
			}
		}
	}
	for k, p := range order {
		alone := (k == 0 || places[order[k-1]] != places[p]) && (k+1 == len(order) || places[order[k+1]] != places[p])
		if !alone {
			tied = append(tied, p)
		}
	}
	slices.Sort(tied)
	return tied
}

var freeForAllOrderRuling = rules.CheckedRuling("free-for-all-order", "WM-MULTI-8", "first_chooser", FreeForAll.check, RollOrder)

package warmachine

import (
	"cmp"
	"slices"

	"oriflamme/rules"
	"oriflamme/rules/dice"
)

type FreeForAll struct {
	Players []string `json:"players" len:"2..12" each:"1..80"`
	Choices []int    `json:"choices" len:"2..12" each:"1..12" default:"-"`
}

type FreeForAllResult struct {
	Rounds        [][]rolled `json:"rounds"`
	ChoosingOrder []string   `json:"choosing_order"`
	FirstChooser  string     `json:"first_chooser"`
	TurnOrder     []string   `json:"turn_order"`
}

type rolled struct {
	Player string `json:"player"`
	Value  int    `json:"value"`
}

func (in FreeForAll) check() *rules.Fault {
	if f := firstRepeat(in.Players, func(i int) string { return rules.At("players", i) }); f != nil {
		return f
	}
	if in.Choices == nil {
		return nil
	}
	if len(in.Choices) != len(in.Players) {
		return BadValue("choices", "has %d members for %d players", len(in.Choices), len(in.Players))
	}
	for i, place := range in.Choices {
		if place > len(in.Players) || slices.Contains(in.Choices[:i], place) {
			return BadValue(rules.At("choices", i), "place %d is not free", place)
		}
	}
	return nil
}

// RollOrder has all players roll and those who tie roll again, within the places
// that they tie for, until nobody does (WM-MULTI-8).
func RollOrder(c *rules.Roller, in FreeForAll) FreeForAllResult {
	if c.ForOdds() {
		// Nobody's dice are better than another's: any player is as likely to choose first.
		return FreeForAllResult{FirstChooser: in.Players[c.Roll("first chooser", 1, len(in.Players))[0]-1]}
	}
	var r FreeForAllResult
	order := make([]int, len(in.Players))  // players, first chooser first
	places := make([]int, len(in.Players)) // by player: the first of the places it may still take
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

// splitTies gives players their places after a round and returns those who still
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

var freeForAllOrderRuling = newRuling("free-for-all-order", "WM-MULTI-8", "first_chooser", FreeForAll.check, RollOrder)

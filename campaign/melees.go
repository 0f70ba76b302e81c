package campaign

import (
	"cmp"
	"slices"
	"time"

	"oriflamme/campaign/rating/melee"
)

// A MeleeRating is a member's rating in the melees of a game, over all campaigns of the
// club: battles of more than two sides, or of sides that several play.
type MeleeRating struct {
	Member ID
	Now    melee.Rating
	Past   []RatedMelee // oldest first
}

// LowerBound is a strength that a brawler has almost certainly: melees are ranked by it.
func (b MeleeRating) LowerBound() float64 { return b.Now.Mean - 3*b.Now.Deviation }

// A RatedMelee is one battle as it was rated.
type RatedMelee struct {
	Battle ID
	At     time.Time
	Rank   int     // of the member's side, from 1; sides that nothing separates share it
	Of     int     // sides
	Chance float64 // of coming first, before the battle
	After  melee.Rating
}

// MeleeRatings returns the ratings in melees of a game, the surest strength first, from the
// final battles of all its campaigns, one after the other. Like Ratings they are no
// part of the state.
func (s *State) MeleeRatings(game string) []MeleeRating {
	var battles []*Battle
	for _, b := range s.AllBattles() {
		if s.Campaigns[b.Campaign].Settings.Game == game && s.isRatedMelee(b) {
			battles = append(battles, b)
		}
	}
	slices.SortStableFunc(battles, func(a, b *Battle) int {
		return cmp.Or(a.FinalAt.Compare(b.FinalAt), cmp.Compare(a.FinalActNo, b.FinalActNo))
	})
	players := map[ID]*MeleeRating{}
	for _, b := range battles {
		s.rateMelee(players, b)
	}
	list := make([]MeleeRating, 0, len(players))
	for _, p := range players {
		list = append(list, *p)
	}
	slices.SortFunc(list, func(a, b MeleeRating) int {
		return cmp.Or(cmp.Compare(b.LowerBound(), a.LowerBound()), cmp.Compare(a.Member, b.Member))
	})
	return list
}

// isRatedMelee tells whether a battle moves the ratings in melees: no duel, and nobody on two sides of it.
func (s *State) isRatedMelee(b *Battle) bool {
	if !s.countsForRating(b) {
		return false
	}
	seen, several := map[ID]bool{}, len(b.Seats) > 2
	for _, id := range b.Seats {
		players := s.Rosters[id].Players()
		several = several || len(players) > 1
		for _, m := range players {
			if seen[m] {
				return false
			}
			seen[m] = true
		}
	}
	return several
}

func (s *State) rateMelee(players map[ID]*MeleeRating, b *Battle) {
	places := b.SeatRanks()
	sides := make([][]melee.Rating, len(b.Seats))
	for seat, id := range b.Seats {
		for _, m := range s.Rosters[id].Players() {
			if players[m] == nil {
				players[m] = &MeleeRating{Member: m, Now: melee.New()}
			}
			sides[seat] = append(sides[seat], players[m].Now)
		}
	}
	chances, after := melee.Chances(sides), melee.Rate(sides, places)
	for seat, id := range b.Seats {
		for i, m := range s.Rosters[id].Players() {
			p := players[m]
			p.Now = after[seat][i]
			p.Past = append(p.Past, RatedMelee{b.ID, b.FinalAt, places[seat], len(b.Seats), chances[seat], p.Now})
		}
	}
}

// SeatRanks are the places of the seats of a battle that has a result, from 1: the winner's,
// then by battle points where they were stated. Sides that nothing separates share one.
func (b *Battle) SeatRanks() []int {
	before := func(x, y int) bool {
		if won := int(b.Result.Winner); x == won || y == won {
			return x == won
		}
		return len(b.Result.Scores) == len(b.Seats) && b.Result.Scores[x] > b.Result.Scores[y]
	}
	places := make([]int, len(b.Seats))
	for x := range places {
		places[x] = 1
		for y := range places {
			if y != x && before(y, x) {
				places[x]++
			}
		}
	}
	return places
}

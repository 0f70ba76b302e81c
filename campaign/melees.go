package campaign

import (
	"cmp"
	"slices"
	"time"

	"oriflamme/campaign/rating/melee"
)

// A Brawler is a member's rating in the melees of a game, over all campaigns of the
// club: battles of more than two sides, or of sides that several play.
type Brawler struct {
	Member ID
	Now    melee.Rating
	Past   []Melee // oldest first
}

// Surely is a strength that a brawler has almost certainly: melees are ranked by it.
func (b Brawler) Surely() float64 { return b.Now.Mean - 3*b.Now.Deviation }

// A Melee is one battle as it was rated.
type Melee struct {
	Battle ID
	At     time.Time
	Place  int     // of the member's side, from 1; sides that nothing separates share it
	Of     int     // sides
	Chance float64 // of coming first, before the battle
	After  melee.Rating
}

// Melees returns the ratings in melees of a game, the surest strength first, from the
// final battles of all its campaigns, one after the other. Like Ratings they are no
// part of the state.
func (s *State) Melees(game string) []Brawler {
	var battles []*Battle
	for _, b := range s.AllBattles() {
		if s.Campaigns[b.Campaign].Settings.Game == game && s.brawl(b) {
			battles = append(battles, b)
		}
	}
	slices.SortStableFunc(battles, func(a, b *Battle) int { return cmp.Or(a.ClosedAt.Compare(b.ClosedAt), cmp.Compare(a.Closed, b.Closed)) })
	players := map[ID]*Brawler{}
	for _, b := range battles {
		s.rateMelee(players, b)
	}
	list := make([]Brawler, 0, len(players))
	for _, p := range players {
		list = append(list, *p)
	}
	slices.SortFunc(list, func(a, b Brawler) int {
		return cmp.Or(cmp.Compare(b.Surely(), a.Surely()), cmp.Compare(a.Member, b.Member))
	})
	return list
}

// brawl tells whether a battle moves the ratings in melees: no duel, and nobody on two sides of it.
func (s *State) brawl(b *Battle) bool {
	if !s.counts(b) {
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

func (s *State) rateMelee(players map[ID]*Brawler, b *Battle) {
	places := b.Places()
	sides := make([][]melee.Rating, len(b.Seats))
	for seat, id := range b.Seats {
		for _, m := range s.Rosters[id].Players() {
			if players[m] == nil {
				players[m] = &Brawler{Member: m, Now: melee.New()}
			}
			sides[seat] = append(sides[seat], players[m].Now)
		}
	}
	chances, after := melee.Chances(sides), melee.Rate(sides, places)
	for seat, id := range b.Seats {
		for i, m := range s.Rosters[id].Players() {
			p := players[m]
			p.Now = after[seat][i]
			p.Past = append(p.Past, Melee{b.ID, b.ClosedAt, places[seat], len(b.Seats), chances[seat], p.Now})
		}
	}
}

// Places are the places of the seats of a battle that has a result, from 1: the winner's,
// then by battle points where they were stated. Sides that nothing separates share one.
func (b *Battle) Places() []int {
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

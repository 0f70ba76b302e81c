package campaign

import (
	"cmp"
	"slices"
	"time"

	"oriflamme/campaign/rating/glicko"
	"oriflamme/campaign/rating/plackettluce"
)

// RatingPeriod is how long results are gathered before ratings move: a week, from Monday
// 0:00 UTC. All results of a week are held against the ratings before it.
const RatingPeriod = 7 * 24 * time.Hour

// A PlayerRating is a member's rating in a game, over all campaigns of the club.
type PlayerRating struct {
	Member ID
	Now    glicko.Rating
	Games  int
	Past   []RatedWeek // oldest first, from the first week with a game
}

// A RatedWeek is a rating at the end of a week, with what moved it.
type RatedWeek struct {
	From  time.Time // the Monday
	After glicko.Rating
	Games []RatedGame
}

// A RatedGame is one result as it was rated.
type RatedGame struct {
	Battle   ID
	Against  ID // a member
	Score    float64
	Expected float64 // before the week, from 0 to 1
}

// countsForRating tells whether a battle moves any rating: a final one that was fought. Forfeits,
// byes, battles of substitutes and campaigns among friends do not.
func (s *State) countsForRating(b *Battle) bool {
	return b.Status == Final && !b.Result.Forfeit && len(b.Substitutes) == 0 && !s.Campaigns[b.Campaign].Settings.Unrated
}

// ratedDuel tells whether a battle is a duel of two members that moves ratings.
func (s *State) ratedDuel(b *Battle) (one, two ID, ok bool) {
	if !s.countsForRating(b) || len(b.Seats) != 2 {
		return "", "", false
	}
	x, y := s.Rosters[b.Seats[0]], s.Rosters[b.Seats[1]]
	return x.Member, y.Member, x.Member != y.Member && len(x.Allies)+len(y.Allies) == 0
}

// Ratings returns the ratings in duels of a game, the strongest first, from the final
// battles of all its campaigns. They are no part of the state: a voided battle leaves none.
func (s *State) Ratings(game string) []PlayerRating {
	weeks := map[time.Time][]*Battle{}
	for _, b := range s.AllBattles() {
		if _, _, ok := s.ratedDuel(b); ok && s.Campaigns[b.Campaign].Settings.Game == game {
			monday := weekOf(b.FinalAt)
			weeks[monday] = append(weeks[monday], b)
		}
	}
	if len(weeks) == 0 {
		return nil
	}
	first, last := time.Time{}, time.Time{}
	for monday := range weeks {
		if first.IsZero() || monday.Before(first) {
			first = monday
		}
		if monday.After(last) {
			last = monday
		}
	}
	players := map[ID]*PlayerRating{}
	for monday := first; !monday.After(last); monday = monday.Add(RatingPeriod) {
		s.rateWeek(players, monday, weeks[monday])
	}
	list := make([]PlayerRating, 0, len(players))
	for _, p := range players {
		list = append(list, *p)
	}
	slices.SortFunc(list, func(a, b PlayerRating) int {
		return cmp.Or(cmp.Compare(b.Now.Strength, a.Now.Strength), cmp.Compare(a.Member, b.Member))
	})
	return list
}

// rateWeek moves everybody who has ever played: who rested this week is only less sure.
func (s *State) rateWeek(players map[ID]*PlayerRating, monday time.Time, battles []*Battle) {
	for _, b := range battles {
		one, two, _ := s.ratedDuel(b)
		for _, id := range []ID{one, two} {
			if players[id] == nil {
				players[id] = &PlayerRating{Member: id, Now: glicko.New()}
			}
		}
	}
	games, notified := map[ID][]glicko.Game{}, map[ID][]RatedGame{}
	for _, b := range battles {
		one, two, _ := s.ratedDuel(b)
		score := 0.5
		switch b.Result.Winner {
		case 0:
			score = 1
		case 1:
			score = 0
		}
		for _, side := range []struct {
			id, other ID
			score     float64
		}{{one, two, score}, {two, one, 1 - score}} {
			was, other := players[side.id].Now, players[side.other].Now
			games[side.id] = append(games[side.id], glicko.Game{Against: other, Score: side.score})
			notified[side.id] = append(notified[side.id], RatedGame{b.ID, side.other, side.score, glicko.Expected(was, other)})
		}
	}
	after := make(map[ID]glicko.Rating, len(players))
	for id, p := range players {
		after[id] = p.Now.After(games[id])
	}
	for id, p := range players {
		p.Now, p.Games = after[id], p.Games+len(notified[id])
		p.Past = append(p.Past, RatedWeek{monday, p.Now, notified[id]})
	}
}

// weekOf is the Monday, 0:00 UTC, of the week that a time lies in.
func weekOf(t time.Time) time.Time {
	t = t.UTC().Truncate(24 * time.Hour)
	return t.AddDate(0, 0, -(int(t.Weekday())+6)%7)
}

// A MeleeRating is a member's rating in the melees of a game, over all campaigns of the
// club: battles of more than two sides, or of sides that several play.
type MeleeRating struct {
	Member ID
	Now    plackettluce.Rating
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
	After  plackettluce.Rating
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
	sides := make([][]plackettluce.Rating, len(b.Seats))
	for seat, id := range b.Seats {
		for _, m := range s.Rosters[id].Players() {
			if players[m] == nil {
				players[m] = &MeleeRating{Member: m, Now: plackettluce.New()}
			}
			sides[seat] = append(sides[seat], players[m].Now)
		}
	}
	chances, after := plackettluce.Chances(sides), plackettluce.Rate(sides, places)
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

package campaign

import (
	"cmp"
	"slices"
	"time"

	"oriflamme/campaign/rating"
)

// RatingPeriod is how long results are gathered before ratings move: a week, from Monday
// 0:00 UTC. All results of a week are held against the ratings before it.
const RatingPeriod = 7 * 24 * time.Hour

// A PlayerRating is a member's rating in a game, over all campaigns of the club.
type PlayerRating struct {
	Member ID
	Now    rating.Rating
	Games  int
	Past   []RatedWeek // oldest first, from the first week with a game
}

// A RatedWeek is a rating at the end of a week, with what moved it.
type RatedWeek struct {
	From  time.Time // the Monday
	After rating.Rating
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
				players[id] = &PlayerRating{Member: id, Now: rating.New()}
			}
		}
	}
	games, notified := map[ID][]rating.Game{}, map[ID][]RatedGame{}
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
			games[side.id] = append(games[side.id], rating.Game{Against: other, Score: side.score})
			notified[side.id] = append(notified[side.id], RatedGame{b.ID, side.other, side.score, rating.Expected(was, other)})
		}
	}
	after := make(map[ID]rating.Rating, len(players))
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

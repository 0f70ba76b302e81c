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

// A Rated is a member's rating in a game, over all campaigns of the club.
type Rated struct {
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

// counts tells whether a battle moves any rating: a final one that was fought. Forfeits,
// byes, battles of substitutes and campaigns among friends do not.
func (s *State) counts(b *Battle) bool {
	return b.Phase == Final && !b.Result.Forfeit && len(b.Stands) == 0 && !s.Campaigns[b.Campaign].Settings.Unrated
}

// rated tells whether a battle is a duel of two members that moves ratings.
func (s *State) rated(b *Battle) (one, two ID, ok bool) {
	if !s.counts(b) || len(b.Seats) != 2 {
		return "", "", false
	}
	x, y := s.Rosters[b.Seats[0]], s.Rosters[b.Seats[1]]
	return x.Member, y.Member, x.Member != y.Member && len(x.Allies)+len(y.Allies) == 0
}

// Ratings returns the ratings in duels of a game, the strongest first, from the final
// battles of all its campaigns. They are no part of the state: a voided battle leaves none.
func (s *State) Ratings(game string) []Rated {
	weeks := map[time.Time][]*Battle{}
	for _, b := range s.AllBattles() {
		if _, _, ok := s.rated(b); ok && s.Campaigns[b.Campaign].Settings.Game == game {
			monday := weekOf(b.ClosedAt)
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
	players := map[ID]*Rated{}
	for monday := first; !monday.After(last); monday = monday.Add(RatingPeriod) {
		s.rateWeek(players, monday, weeks[monday])
	}
	list := make([]Rated, 0, len(players))
	for _, p := range players {
		list = append(list, *p)
	}
	slices.SortFunc(list, func(a, b Rated) int {
		return cmp.Or(cmp.Compare(b.Now.Strength, a.Now.Strength), cmp.Compare(a.Member, b.Member))
	})
	return list
}

// rateWeek moves everybody who has ever played: who rested this week is only less sure.
func (s *State) rateWeek(players map[ID]*Rated, monday time.Time, battles []*Battle) {
	for _, b := range battles {
		one, two, _ := s.rated(b)
		for _, id := range []ID{one, two} {
			if players[id] == nil {
				players[id] = &Rated{Member: id, Now: rating.New()}
			}
		}
	}
	games, told := map[ID][]rating.Game{}, map[ID][]RatedGame{}
	for _, b := range battles {
		one, two, _ := s.rated(b)
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
			told[side.id] = append(told[side.id], RatedGame{b.ID, side.other, side.score, rating.Expected(was, other)})
		}
	}
	after := make(map[ID]rating.Rating, len(players))
	for id, p := range players {
		after[id] = p.Now.After(games[id])
	}
	for id, p := range players {
		p.Now, p.Games = after[id], p.Games+len(told[id])
		p.Past = append(p.Past, RatedWeek{monday, p.Now, told[id]})
	}
}

// weekOf is the Monday, 0:00 UTC, of the week that a time lies in.
func weekOf(t time.Time) time.Time {
	t = t.UTC().Truncate(24 * time.Hour)
	return t.AddDate(0, 0, -(int(t.Weekday())+6)%7)
}

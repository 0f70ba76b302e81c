package campaign

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"oriflamme/campaign/rating/glicko"
	"oriflamme/campaign/rating/plackettluce"
)

// RatingPeriod is the rating period of Glicko-2: a week from Monday 0:00 UTC. All results
// of a week are rated with the ratings from before that week.
const RatingPeriod = 7 * 24 * time.Hour

// A PlayerRating is a member's Glicko-2 rating in one game, over all campaigns of the club.
type PlayerRating struct {
	Member ID
	Now    glicko.Rating
	Games  int
	Past   []RatedWeek // oldest first, from the first week with a game
}

// A RatedWeek is a rating at the end of a week and the games that changed it.
type RatedWeek struct {
	From  time.Time // Monday 0:00 UTC
	After glicko.Rating
	Games []RatedGame
}

// A RatedGame is one result as it was rated.
type RatedGame struct {
	Battle   ID
	Against  ID // the opposing member
	Score    float64
	Expected float64 // expected score by the ratings before the week, from 0 to 1
}

// countsForRating reports whether a battle changes ratings: it is final and was fought.
// Forfeits, battles with substitutes and battles of unrated campaigns do not count.
func (s *State) countsForRating(b *Battle) bool {
	return b.Status == Final && !b.Result.Forfeit && len(b.Substitutes) == 0 && !s.Campaigns[b.Campaign].Settings.Unrated
}

// ratedDuel returns the two members of a battle that changes Glicko-2 ratings; ok is false
// if it does not.
func (s *State) ratedDuel(b *Battle) (one, two ID, ok bool) {
	if !s.countsForRating(b) || len(b.Seats) != 2 {
		return "", "", false
	}
	x, y := s.Rosters[b.Seats[0]], s.Rosters[b.Seats[1]]
	return x.Member, y.Member, x.Member != y.Member && len(x.Allies)+len(y.Allies) == 0
}

// Ratings returns the Glicko-2 ratings of a game, strongest first, computed from the final
// battles of two members in all its campaigns. They are not part of the state, so a voided
// battle leaves no trace in them.
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
	mondays := slices.SortedFunc(maps.Keys(weeks), time.Time.Compare)
	players := map[ID]*PlayerRating{}
	for monday := mondays[0]; !monday.After(mondays[len(mondays)-1]); monday = monday.Add(RatingPeriod) {
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

// rateWeek updates all players who have ever played. For those without a game this week only
// the deviation grows.
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

// weekOf returns Monday 0:00 UTC of the week of a time.
func weekOf(t time.Time) time.Time {
	t = t.UTC().Truncate(24 * time.Hour)
	return t.AddDate(0, 0, -(int(t.Weekday())+6)%7)
}

// A MeleeRating is a member's Plackett-Luce rating in one game, over all campaigns of the
// club. It comes from melees: battles of more than two sides, or with several players on a
// side.
type MeleeRating struct {
	Member ID
	Now    plackettluce.Rating
	Past   []RatedMelee // oldest first
}

// LowerBound returns three deviations below the mean, a strength that the member has almost
// certainly. Members are ranked by it.
func (r MeleeRating) LowerBound() float64 { return r.Now.Mean - 3*r.Now.Deviation }

// A RatedMelee is one battle as it was rated.
type RatedMelee struct {
	Battle ID
	At     time.Time
	Rank   int     // rank of the member's side, from 1; level sides share a rank
	Of     int     // number of sides
	Chance float64 // chance of coming first by the ratings before the battle
	After  plackettluce.Rating
}

// MeleeRatings returns the Plackett-Luce ratings of a game, highest LowerBound first,
// computed from the final melees of all its campaigns in order. Like Ratings they are not
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

// isRatedMelee reports whether a battle changes melee ratings: it is not a duel of two
// members, and nobody plays two of its sides.
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

// SeatRanks returns the ranks of the seats of a battle that has a result, from 1: the winner
// first, then by battle points if they were stated. Level sides share a rank.
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

package campaign

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"oriflamme/rules"
)

// A Standing is one roster's row in the standings.
type Standing struct {
	Rank                        int // from 1; level rows share a rank
	Roster, Member              ID
	Group                       int // group from 1 in a league in groups, else 0; ranks are counted within the group
	Played, Wins, Draws, Losses int
	Byes, Points, For, Against  int
	Results                     []RoundResult // in order
	TieBreaks                   []TieBreakScore
}

// A RoundResult is what a roster got from one battle, bye, credit or absence.
type RoundResult struct {
	Battle   ID // "" for a bye
	Round    int
	Against  []ID
	Outcome  string // "win", "draw", "loss", "bye", "credit", "absent"
	Forfeit  bool   // won or lost without a fight
	Points   int    // campaign points, including those of Settings.ScoreResource
	For      int    // battle points scored
	Conceded int    // battle points of all others
	Kills    int    // enemies that the roster's units took out
	Honours  int    // honours that its units won
	ActNo    ActNo
}

// Standings returns the standings of a campaign from its final battles and byes, up to a
// round, or of all rounds for 0. Retired rosters are included.
func (s *State) Standings(campaign ID, round int) []Standing {
	c := s.Campaigns[campaign]
	if c == nil {
		return nil
	}
	rows := map[ID]*Standing{}
	for _, r := range s.RostersOf(campaign) {
		rows[r.ID] = &Standing{Roster: r.ID, Member: r.Member}
	}
	for _, b := range s.BattlesOf(campaign) {
		if b.Status == Final && (round == 0 || b.Round <= round) {
			for seat, id := range b.Seats {
				rows[id].addBattle(b, rules.Seat(seat), c.Settings)
			}
		}
	}
	for _, bye := range c.Byes {
		if r := rows[bye.Roster]; r != nil && (round == 0 || bye.Round <= round) {
			r.Byes++
			r.Points += c.Settings.Bye
			r.Results = append(r.Results, RoundResult{Round: bye.Round, Outcome: "bye", Points: c.Settings.Bye, ActNo: bye.ActNo})
		}
	}
	for _, away := range c.Absences {
		if r := rows[away.Roster]; r != nil && away.Round <= c.Round && (round == 0 || away.Round <= round) {
			r.Points += c.Settings.AbsencePoints
			r.Results = append(r.Results, RoundResult{Round: away.Round, Outcome: "absent", Points: c.Settings.AbsencePoints, ActNo: away.ActNo})
		}
	}
	for id, r := range rows {
		for _, credit := range s.Rosters[id].Credits {
			if round == 0 || credit.Round <= round {
				r.Points += credit.Points
				r.Results = append(r.Results, RoundResult{Round: credit.Round, Outcome: "credit", Points: credit.Points, ActNo: credit.ActNo})
			}
		}
		sort.SliceStable(r.Results, func(i, j int) bool { return r.Results[i].Round < r.Results[j].Round })
	}
	groups := s.GroupsOf(campaign)
	sums := tieBreaker{state: s, campaign: c, rows: rows}
	table := make([]Standing, 0, len(rows))
	for _, r := range rows {
		r.Group = groups[r.Roster]
		for _, key := range c.Settings.TieBreaks {
			r.TieBreaks = append(r.TieBreaks, sums.score(r, key))
		}
		table = append(table, *r)
	}
	slices.SortFunc(table, func(a, b Standing) int {
		return cmp.Or(a.Group-b.Group, c.compareLadder(a, b, round), compareStandings(a, b), cmp.Compare(a.Roster, b.Roster))
	})
	for i, first := 0, 0; i < len(table); i++ {
		if i > 0 && table[i-1].Group != table[i].Group {
			first = i
		}
		table[i].Rank = i - first + 1
		if i > first && c.compareLadder(table[i-1], table[i], round) == 0 && compareStandings(table[i-1], table[i]) == 0 {
			table[i].Rank = table[i-1].Rank
		}
	}
	return table
}

// compareLadder returns a negative number if a stands above b on the ladder. Rosters that
// are not on the ladder come last. A ladder has no rounds: only the present standings
// follow it.
func (c *Campaign) compareLadder(a, b Standing, round int) int {
	if c.Settings.Ladder == nil || round != 0 {
		return 0
	}
	place := func(id ID) int { return cmp.Or(c.LadderPlace(id), len(c.Ladder)+1) }
	return place(a.Roster) - place(b.Roster)
}

// compareStandings returns a negative number if a ranks before b.
func compareStandings(a, b Standing) int {
	if a.Points != b.Points {
		return b.Points - a.Points
	}
	for i := range a.TieBreaks {
		if d := a.TieBreaks[i].compare(b.TieBreaks[i]); d != 0 {
			return d
		}
	}
	return 0
}

func (s *Standing) addBattle(b *Battle, seat rules.Seat, set Settings) {
	s.Played++
	t := RoundResult{Battle: b.ID, Round: b.Round, Against: slices.Delete(slices.Clone(b.Seats), int(seat), int(seat)+1), Forfeit: b.Result.Forfeit, ActNo: b.FinalActNo}
	win, loss := set.PointsFor(*b.Result)
	switch b.Result.Winner {
	case seat:
		s.Wins++
		t.Outcome, t.Points = "win", win
	case rules.Nobody:
		s.Draws++
		t.Outcome, t.Points = "draw", set.Draw
	default:
		s.Losses++
		t.Outcome, t.Points = "loss", loss
	}
	for i, score := range b.Result.Scores {
		if rules.Seat(i) == seat {
			t.For += score
		} else {
			t.Conceded += score
		}
	}
	for _, e := range b.Effects {
		switch {
		case e.Seat != seat:
		case e.Kind == rules.EffectKill:
			t.Kills += max(e.Amount, 1)
		case e.Kind == rules.EffectHonour:
			t.Honours++
		case e.Kind == rules.EffectResource && e.Unit == "" && e.Key == set.ScoreResource && set.ScoreResource != "":
			t.Points += e.Amount
		}
	}
	for _, award := range b.Awards {
		if award.Seat == seat {
			t.Honours++
		}
	}
	s.Points, s.For, s.Against = s.Points+t.Points, s.For+t.For, s.Against+t.Conceded
	s.Results = append(s.Results, t)
}

// A CreditRow records campaign points that a roster was given, for example for joining late.
type CreditRow struct {
	Points, Round int
	Why           string
	ActNo         ActNo
}

// Credit gives a roster campaign points without a battle. The act states the reason.
type Credit struct {
	Roster ID  `json:"roster"`
	Round  int `json:"round"`
	Points int `json:"points"`
}

func (b Credit) subject() Subject { return Subject{Roster: b.Roster, staleKey: neverStale} }

func (b Credit) apply(f *fold, a *Act) error {
	switch {
	case f.Rosters[b.Roster] == nil:
		return notFound("roster", "roster", b.Roster)
	case b.Points < -1000 || b.Points > 1000:
		return refuse(Invalid, "points", "range", "", "from", "-1000", "to", "1000")
	case b.Round < 0 || b.Round > 100:
		return refuse(Invalid, "round", "range", "", "from", "0", "to", "100")
	}
	if err := checkLength("why", a.Why, 1, 4000); err != nil {
		return err
	}
	r := f.editRoster(b.Roster)
	r.Credits = append(slices.Clip(r.Credits), CreditRow{b.Points, b.Round, a.Why, ActNo(a.No)})
	return nil
}

// MaxTieBreaks is how many tie-breaks settings may list.
const MaxTieBreaks = 8

// A TieBreak is a number by which rosters with equal points are ranked.
type TieBreak struct {
	Key   string
	Fewer bool   // the smaller number ranks first
	Bye   string // how it treats a bye: ByeNone, ByeZero or ByeCounts
}

// How tie-breaks treat byes.
const (
	ByeNone   = "none"   // the bye is left out
	ByeZero   = "zero"   // the bye counts as an opponent without points
	ByeCounts = "counts" // the bye counts with the points that it gave
)

// tieBreaks lists all tie-breaks in display order.
var tieBreaks = []TieBreak{
	{"wins", false, ByeNone},          // battles won
	{"draws", false, ByeNone},         // battles drawn
	{"losses", true, ByeNone},         // battles lost, fewer first
	{"played", false, ByeNone},        // battles played
	{"byes", true, ByeCounts},         // rounds without an opponent, fewer first
	{"opposition", false, ByeZero},    // sum of the opponents' campaign points, once for each meeting (Buchholz)
	{"cut1", false, ByeZero},          // the same without the lowest
	{"median", false, ByeZero},        // the same without the lowest and the highest
	{"deep", false, ByeZero},          // sum of the opponents' opposition scores
	{"head", false, ByeNone},          // campaign points won against rosters with equal points
	{"sonneborn", false, ByeNone},     // points of opponents beaten plus half of those drawn with, doubled to stay whole (Sonneborn-Berger)
	{"koya", false, ByeNone},          // campaign points won against opponents with at least half of their possible points (Koya)
	{"progressive", false, ByeCounts}, // sum of the totals after each battle or bye
	{"strength", false, ByeNone},      // mean rating of the opponents
	{"for", false, ByeNone},           // battle points scored
	{"against", true, ByeNone},        // battle points conceded, fewer first
	{"difference", false, ByeNone},    // battle points scored less those conceded
	{"share", false, ByeNone},         // sum over battles of the roster's share of the battle points, in hundredths
	{"kills", false, ByeNone},         // enemies taken out
	{"honours", false, ByeNone},       // honours won in battles
	{"lands", false, ByeNone},         // regions held now
}

// TieBreakKeys are the keys of the tie-breaks that settings may name.
var TieBreakKeys = convert(tieBreaks, func(t TieBreak) string { return t.Key })

// TieBreakOf returns a tie-break by its key. For an unknown key it returns one that has only
// the key.
func TieBreakOf(key string) TieBreak {
	if i := slices.Index(TieBreakKeys, key); i >= 0 {
		return tieBreaks[i]
	}
	return TieBreak{Key: key}
}

// A TieBreakScore is a roster's score in a tie-break and how it is computed: the sum of the
// terms that are not cut, divided by Of and rounded if Of is not 0.
type TieBreakScore struct {
	Key   string
	Value int
	Parts []Term
	Of    int
}

// A Term is one summand of a tie-break score.
type Term struct {
	Roster ID // the roster whose points it is about, or ""
	Battle ID // "" for a bye
	Region ID // the region, for land held
	Round  int
	Value  int
	Cut    bool // left out as the lowest or highest
	Away   bool // for a round that the roster sat out
	Won    bool // won by forfeit, so that the opponent counts as no weaker (CAMP-LEA-5)
}

// compare returns a negative number if f ranks before o.
func (s TieBreakScore) compare(o TieBreakScore) int {
	if TieBreakOf(s.Key).Fewer {
		return cmp.Compare(s.Value, o.Value)
	}
	return cmp.Compare(o.Value, s.Value)
}

func (s *TieBreakScore) add(t Term) {
	s.Parts = append(s.Parts, t)
	if !t.Cut {
		s.Value += t.Value
	}
}

// cut marks the lowest or the highest term that is not cut yet as cut.
func (s *TieBreakScore) cut(highest bool) {
	at := -1
	for i, p := range s.Parts {
		if !p.Cut && (at < 0 || highest && p.Value > s.Parts[at].Value || !highest && p.Value < s.Parts[at].Value) {
			at = i
		}
	}
	if at >= 0 {
		s.Parts[at].Cut = true
		s.Value -= s.Parts[at].Value
	}
}

// tieBreaker computes tie-break scores from the standings.
type tieBreaker struct {
	state    *State
	campaign *Campaign
	rows     map[ID]*Standing
	rated    map[ID]PlayerRating // computed when first needed
}

func (t *tieBreaker) score(r *Standing, key string) TieBreakScore {
	f := TieBreakScore{Key: key}
	switch key {
	case "opposition", "cut1", "median", "deep":
		t.opposition(&f, r, key)
	case "lands":
		if t.campaign.Map != nil {
			for _, region := range t.campaign.Map.Regions {
				if region.Owner == r.Roster {
					f.add(Term{Region: region.ID, Value: 1})
				}
			}
		}
	case "strength":
		t.strength(&f, r)
	case "head", "sonneborn", "koya":
		for _, result := range r.Results {
			for _, id := range result.Against {
				if n, ok := t.fromOpponent(r, result, t.rows[id], key); ok {
					f.add(Term{Roster: id, Battle: result.Battle, Round: result.Round, Value: n, Won: key == "sonneborn" && t.walkover(result)})
				}
			}
		}
	default:
		total := 0
		for _, result := range r.Results {
			total += result.Points
			term := Term{Battle: result.Battle, Round: result.Round, Away: result.Outcome == "absent"}
			if len(result.Against) > 0 {
				term.Roster = result.Against[0]
			}
			var ok bool
			if term.Value, ok = result.contribution(key, total); ok {
				f.add(term)
			}
		}
	}
	return f
}

// opposition adds a term for each opponent. A bye is an opponent without points, and so the
// first to be cut.
func (t *tieBreaker) opposition(f *TieBreakScore, r *Standing, key string) {
	for _, result := range r.Results {
		if result.Outcome == "bye" {
			f.add(Term{Round: result.Round})
		}
		for _, id := range result.Against {
			weight := func(row *Standing) int {
				if key == "deep" {
					return t.score(row, "opposition").Value
				}
				return row.Points
			}
			n := weight(t.rows[id])
			if t.walkover(result) {
				n = max(n, weight(r))
			}
			f.add(Term{Roster: id, Battle: result.Battle, Round: result.Round, Value: n, Won: t.walkover(result)})
		}
	}
	if key == "cut1" || key == "median" {
		f.cut(false)
	}
	if key == "median" {
		f.cut(true)
	}
}

// walkover reports whether a result was won by forfeit in a campaign whose settings protect
// the winner: the opponent then counts as no weaker than the winner (CAMP-LEA-5).
func (t *tieBreaker) walkover(result RoundResult) bool {
	return result.Forfeit && result.Outcome == "win" && t.campaign.Settings.ForfeitScore > 0
}

func (t *tieBreaker) strength(f *TieBreakScore, r *Standing) {
	if t.rated == nil {
		t.rated = map[ID]PlayerRating{}
		for _, one := range t.state.Ratings(t.campaign.Settings.Game) {
			t.rated[one.Member] = one
		}
	}
	for _, result := range r.Results {
		if t.walkover(result) {
			continue
		}
		for _, id := range result.Against {
			n := NewcomerStrength
			if one, ok := t.rated[t.rows[id].Member]; ok {
				n = int(math.Round(one.Now.Strength))
			}
			f.add(Term{Roster: id, Battle: result.Battle, Round: result.Round, Value: n})
			f.Of++
		}
	}
	if f.Of > 0 {
		f.Value = int(math.Round(float64(f.Value) / float64(f.Of)))
	}
}

// NewcomerStrength is the Glicko-2 strength of a player who has not been rated.
const NewcomerStrength = 1500

// fromOpponent returns what a meeting contributes to a tie-break about opponents, and
// whether it contributes.
func (t *tieBreaker) fromOpponent(r *Standing, result RoundResult, o *Standing, key string) (int, bool) {
	switch key {
	case "head":
		return result.Points, o.Points == r.Points
	case "koya":
		return result.Points, 2*o.Points >= t.campaign.Settings.MaxPoints()*(o.Played+o.Byes)
	}
	switch result.Outcome {
	case "win":
		if t.walkover(result) {
			return 2 * max(o.Points, r.Points), true
		}
		return 2 * o.Points, true
	case "draw":
		return o.Points, true
	}
	return 0, false
}

// contribution returns what a result contributes to a tie-break about the roster's own
// results, and whether it contributes; total is the sum of points up to this result.
func (r RoundResult) contribution(key string, total int) (int, bool) {
	one := func(outcome string) (int, bool) { return 1, r.Outcome == outcome }
	bye := r.Battle == "" // or a credit, or an absence
	switch key {
	case "wins":
		return one("win")
	case "draws":
		return one("draw")
	case "losses":
		return one("loss")
	case "byes":
		return one("bye")
	case "played":
		return 1, !bye
	case "progressive":
		return total, true
	case "for":
		return r.For, !bye
	case "against":
		return r.Conceded, !bye
	case "difference":
		return r.For - r.Conceded, !bye
	case "share":
		if all := r.For + r.Conceded; all > 0 {
			return int(math.Round(100 * float64(r.For) / float64(all))), !bye
		}
		return 50, !bye
	case "kills":
		return r.Kills, r.Kills > 0
	case "honours":
		return r.Honours, r.Honours > 0
	}
	return 0, false
}

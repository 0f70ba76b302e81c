package campaign

import (
	"cmp"
	"math"
	"slices"
)

// MaxTieBreaks is how many tie-breaks an organiser may put in order.
const MaxTieBreaks = 8

// A TieBreak is a way of telling level rosters apart.
type TieBreak struct {
	Key   string
	Fewer bool   // the smaller figure stands before
	Bye   string // how it takes a bye: one of ByeNone, ByeZero, ByeCounts
}

// How tie-breaks take byes.
const (
	ByeNone   = "none"   // it has no part in the figure
	ByeZero   = "zero"   // it is an opponent without points
	ByeCounts = "counts" // it counts as what it gave
)

// tieBreaks are all of them.
var tieBreaks = []TieBreak{
	{"wins", false, ByeNone},          // battles won
	{"draws", false, ByeNone},         // battles drawn
	{"losses", true, ByeNone},         // battles lost, fewer first
	{"played", false, ByeNone},        // battles played
	{"byes", true, ByeCounts},         // rounds without an opponent, fewer first
	{"opposition", false, ByeZero},    // sum of the campaign points of those met, once a meeting (Buchholz)
	{"cut1", false, ByeZero},          // the same without the lowest
	{"median", false, ByeZero},        // the same without the lowest and the highest
	{"deep", false, ByeZero},          // sum of the oppositions of those met
	{"head", false, ByeNone},          // campaign points won against those level on points
	{"sonneborn", false, ByeNone},     // points of those beaten, and half of those drawn with (doubled, to stay whole)
	{"koya", false, ByeNone},          // campaign points won against those who have at least half of what they could have
	{"progressive", false, ByeCounts}, // sum of the totals after each battle or bye
	{"strength", false, ByeNone},      // mean rating of those met
	{"for", false, ByeNone},           // battle points scored
	{"against", true, ByeNone},        // battle points conceded, fewer first
	{"difference", false, ByeNone},    // battle points scored less those conceded
	{"share", false, ByeNone},         // sum of the shares of each battle's points, in hundredths
	{"kills", false, ByeNone},         // enemies taken out
	{"honours", false, ByeNone},       // honours that battles brought
	{"lands", false, ByeNone},         // regions held now
}

// TieBreakKeys are the keys of the tie-breaks that settings may name.
var TieBreakKeys = func() []string {
	keys := make([]string, len(tieBreaks))
	for i, t := range tieBreaks {
		keys[i] = t.Key
	}
	return keys
}()

// TieBreakOf returns a tie-break by its key.
func TieBreakOf(key string) TieBreak {
	if i := slices.Index(TieBreakKeys, key); i >= 0 {
		return tieBreaks[i]
	}
	return TieBreak{Key: key}
}

// A TieBreakScore is a tie-break with the arithmetic behind it: the sum of the parts that
// are not cut, divided by Of and rounded where Of is not 0.
type TieBreakScore struct {
	Key   string
	Value int
	Parts []Term
	Of    int
}

// A Term is one summand of a figure.
type Term struct {
	Roster ID // whose points it is about, or ""
	Battle ID // "" for a bye
	Region ID // of land held
	Round  int
	Value  int
	Cut    bool // left out as the lowest or highest
	Away   bool // of a round that was sat out
	Won    bool // without a fight, against somebody who counts as no weaker than oneself
}

// compare is negative when f stands before o.
func (f TieBreakScore) compare(o TieBreakScore) int {
	if TieBreakOf(f.Key).Fewer {
		return cmp.Compare(f.Value, o.Value)
	}
	return cmp.Compare(o.Value, f.Value)
}

func (f *TieBreakScore) add(t Term) {
	f.Parts = append(f.Parts, t)
	if !t.Cut {
		f.Value += t.Value
	}
}

// cut leaves out the lowest part, or the highest; a cut part is not cut again.
func (f *TieBreakScore) cut(highest bool) {
	at := -1
	for i, p := range f.Parts {
		if !p.Cut && (at < 0 || highest && p.Value > f.Parts[at].Value || !highest && p.Value < f.Parts[at].Value) {
			at = i
		}
	}
	if at >= 0 {
		f.Parts[at].Cut = true
		f.Value -= f.Parts[at].Value
	}
}

// tieBreaker computes figures over a table.
type tieBreaker struct {
	state    *State
	campaign *Campaign
	rows     map[ID]*Standing
	rated    map[ID]PlayerRating // filled when asked for
}

func (s *tieBreaker) figure(r *Standing, key string) TieBreakScore {
	f := TieBreakScore{Key: key}
	switch key {
	case "opposition", "cut1", "median", "deep":
		s.opposition(&f, r, key)
	case "lands":
		if s.campaign.Map != nil {
			for _, region := range s.campaign.Map.Regions {
				if region.Owner == r.Roster {
					f.add(Term{Region: region.ID, Value: 1})
				}
			}
		}
	case "strength":
		s.strength(&f, r)
	case "head", "sonneborn", "koya":
		for _, t := range r.Results {
			for _, id := range t.Against {
				if n, ok := s.fromOpponent(r, t, s.rows[id], key); ok {
					f.add(Term{Roster: id, Battle: t.Battle, Round: t.Round, Value: n, Won: key == "sonneborn" && s.walkover(t)})
				}
			}
		}
	default:
		total := 0
		for _, t := range r.Results {
			total += t.Points
			term := Term{Battle: t.Battle, Round: t.Round, Away: t.Outcome == "absent"}
			if len(t.Against) > 0 {
				term.Roster = t.Against[0]
			}
			var ok bool
			if term.Value, ok = t.contribution(key, total); ok {
				f.add(term)
			}
		}
	}
	return f
}

// opposition adds up those met. A bye is an opponent without points, and so the first to be cut.
func (s *tieBreaker) opposition(f *TieBreakScore, r *Standing, key string) {
	for _, t := range r.Results {
		if t.Outcome == "bye" {
			f.add(Term{Round: t.Round})
		}
		for _, id := range t.Against {
			weight := func(row *Standing) int {
				if key == "deep" {
					return s.figure(row, "opposition").Value
				}
				return row.Points
			}
			n := weight(s.rows[id])
			if s.walkover(t) {
				n = max(n, weight(r))
			}
			f.add(Term{Roster: id, Battle: t.Battle, Round: t.Round, Value: n, Won: s.walkover(t)})
		}
	}
	if key == "cut1" || key == "median" {
		f.cut(false)
	}
	if key == "median" {
		f.cut(true)
	}
}

// walkover reports whether a result was won without a fight in a campaign whose rules
// do not let the winner suffer for it: the opponent then counts as no weaker than oneself.
func (s *tieBreaker) walkover(t RoundResult) bool {
	return t.Forfeit && t.Outcome == "win" && s.campaign.Settings.ForfeitScore > 0
}

func (s *tieBreaker) strength(f *TieBreakScore, r *Standing) {
	if s.rated == nil {
		s.rated = map[ID]PlayerRating{}
		for _, one := range s.state.Ratings(s.campaign.Settings.Game) {
			s.rated[one.Member] = one
		}
	}
	for _, t := range r.Results {
		if s.walkover(t) {
			continue
		}
		for _, id := range t.Against {
			n := newcomerStrength
			if one, ok := s.rated[s.rows[id].Member]; ok {
				n = int(math.Round(one.Now.Strength))
			}
			f.add(Term{Roster: id, Battle: t.Battle, Round: t.Round, Value: n})
			f.Of++
		}
	}
	if f.Of > 0 {
		f.Value = int(math.Round(float64(f.Value) / float64(f.Of)))
	}
}

// newcomerStrength is the strength of somebody who has not been rated.
const newcomerStrength = 1500

// fromOpponent is what a meeting gives to a figure about those met.
func (s *tieBreaker) fromOpponent(r *Standing, t RoundResult, o *Standing, key string) (int, bool) {
	switch key {
	case "head":
		return t.Points, o.Points == r.Points
	case "koya":
		return t.Points, 2*o.Points >= s.campaign.Settings.MaxPoints()*(o.Played+o.Byes)
	}
	switch t.Outcome {
	case "win":
		if s.walkover(t) {
			return 2 * max(o.Points, r.Points), true
		}
		return 2 * o.Points, true
	case "draw":
		return o.Points, true
	}
	return 0, false
}

// contribution is what one result contribution to a figure about one's own results; total is the sum of points up to it.
func (t RoundResult) contribution(key string, total int) (int, bool) {
	one := func(outcome string) (int, bool) { return 1, t.Outcome == outcome }
	bye := t.Battle == "" // or a credit, or an absence
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
		return t.For, !bye
	case "against":
		return t.Conceded, !bye
	case "difference":
		return t.For - t.Conceded, !bye
	case "share":
		if all := t.For + t.Conceded; all > 0 {
			return int(math.Round(100 * float64(t.For) / float64(all))), !bye
		}
		return 50, !bye
	case "kills":
		return t.Kills, t.Kills > 0
	case "honours":
		return t.Honours, t.Honours > 0
	}
	return 0, false
}

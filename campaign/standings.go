package campaign

import (
	"slices"
	"sort"

	"oriflamme/rules"
)

// TieBreaks are the tie-breaks that settings may name:
//
//	wins        battles won
//	opposition  sum of the campaign points of those met, once a meeting
//	head        campaign points won against those level on points
//	sonneborn   points of those beaten, and half of those drawn with (doubled, to stay whole)
//	for         battle points scored
//	difference  battle points scored less those conceded
//	lands       regions held
var TieBreaks = []string{"wins", "opposition", "head", "sonneborn", "for", "difference", "lands"}

// A Row is one roster's place in the table.
type Row struct {
	Rank                        int // rows that nothing separates share it
	Roster, Member              ID
	Played, Wins, Draws, Losses int
	Byes, Points, For, Against  int
	Results                     []Tally // battle by battle
	Ties                        []Figure
}

// A Tally is what one battle or bye gave.
type Tally struct {
	Battle  ID // "" for a bye
	Round   int
	Against []ID
	Outcome string // "win", "draw", "loss", "bye"
	Points  int
	Cause   Cause
}

// A Figure is a tie-break with the arithmetic behind it.
type Figure struct {
	Key   string
	Value int
	Parts []Term
}

// A Term is one summand of a figure.
type Term struct {
	Roster ID // whose points it is about, or ""
	Battle ID
	Value  int
}

// Standings returns the table of a campaign from its final battles and byes, up
// to a round; 0 for all. Retired rosters stay in it.
func (s *State) Standings(campaign ID, round int) []Row {
	c := s.Campaigns[campaign]
	if c == nil {
		return nil
	}
	rows := map[ID]*Row{}
	for _, r := range s.RostersOf(campaign) {
		rows[r.ID] = &Row{Roster: r.ID, Member: r.Member}
	}
	for _, b := range s.BattlesOf(campaign) {
		if b.Phase == Final && (round == 0 || b.Round <= round) {
			for seat, id := range b.Seats {
				rows[id].count(b, rules.Seat(seat), c.Settings)
			}
		}
	}
	for _, bye := range c.Byes {
		if r := rows[bye.Roster]; r != nil && (round == 0 || bye.Round <= round) {
			r.Byes++
			r.Points += c.Settings.Bye
			r.Results = append(r.Results, Tally{Round: bye.Round, Outcome: "bye", Points: c.Settings.Bye, Cause: bye.Cause})
		}
	}
	table := make([]Row, 0, len(rows))
	for _, r := range rows {
		sort.SliceStable(r.Results, func(i, j int) bool { return r.Results[i].Round < r.Results[j].Round })
		for _, key := range c.Settings.Ties {
			r.Ties = append(r.Ties, r.figure(key, rows, c.Map))
		}
		table = append(table, *r)
	}
	slices.SortFunc(table, func(a, b Row) int {
		if d := compareRows(a, b); d != 0 {
			return d
		}
		if a.Roster < b.Roster {
			return -1
		}
		return 1
	})
	for i := range table {
		table[i].Rank = i + 1
		if i > 0 && compareRows(table[i-1], table[i]) == 0 {
			table[i].Rank = table[i-1].Rank
		}
	}
	return table
}

// compareRows is negative when a stands before b.
func compareRows(a, b Row) int {
	if a.Points != b.Points {
		return b.Points - a.Points
	}
	for i := range a.Ties {
		if d := b.Ties[i].Value - a.Ties[i].Value; d != 0 {
			return d
		}
	}
	return 0
}

func (r *Row) count(b *Battle, seat rules.Seat, set Settings) {
	r.Played++
	t := Tally{Battle: b.ID, Round: b.Round, Against: slices.Delete(slices.Clone(b.Seats), int(seat), int(seat)+1), Cause: b.Closed}
	switch b.Result.Winner {
	case seat:
		r.Wins++
		t.Outcome, t.Points = "win", set.Win
	case rules.Nobody:
		r.Draws++
		t.Outcome, t.Points = "draw", set.Draw
	default:
		r.Losses++
		t.Outcome, t.Points = "loss", set.Loss
	}
	r.Points += t.Points
	r.Results = append(r.Results, t)
	for i, score := range b.Result.Scores {
		if rules.Seat(i) == seat {
			r.For += score
		} else {
			r.Against += score
		}
	}
}

// figure computes a tie-break with its terms.
func (r *Row) figure(key string, rows map[ID]*Row, m *Map) Figure {
	f := Figure{Key: key}
	add := func(roster, battle ID, n int) {
		f.Value += n
		f.Parts = append(f.Parts, Term{roster, battle, n})
	}
	switch key {
	case "wins":
		f.Value = r.Wins
	case "for":
		f.Value = r.For
	case "difference":
		f.Value = r.For - r.Against
	case "lands":
		f.Value = m.Lands(r.Roster)
	}
	for _, t := range r.Results {
		for _, id := range t.Against {
			o := rows[id]
			switch {
			case key == "opposition":
				add(id, t.Battle, o.Points)
			case key == "head" && o.Points == r.Points:
				add(id, t.Battle, t.Points)
			case key == "sonneborn" && t.Outcome == "win":
				add(id, t.Battle, 2*o.Points)
			case key == "sonneborn" && t.Outcome == "draw":
				add(id, t.Battle, o.Points)
			}
		}
	}
	return f
}

// RostersOf returns the rosters of a campaign, oldest first.
func (s *State) RostersOf(campaign ID) []*Roster {
	return listed(s.Rosters, func(r *Roster) bool { return r.Campaign == campaign }, func(r *Roster) int64 { return int64(r.Cause) })
}

// RostersBy returns a member's rosters in all campaigns, oldest first.
func (s *State) RostersBy(member ID) []*Roster {
	return listed(s.Rosters, func(r *Roster) bool { return r.Member == member }, func(r *Roster) int64 { return int64(r.Cause) })
}

// BattlesOf returns the battles of a campaign, oldest first.
func (s *State) BattlesOf(campaign ID) []*Battle {
	return listed(s.Battles, func(b *Battle) bool { return b.Campaign == campaign }, byAge)
}

// BattlesBy returns the battles in which a member has a seat, oldest first.
func (s *State) BattlesBy(member ID) []*Battle {
	return listed(s.Battles, func(b *Battle) bool { return s.Seat(b, member) != rules.Nobody }, byAge)
}

// AllBattles returns every battle of the club, oldest first.
func (s *State) AllBattles() []*Battle {
	return listed(s.Battles, func(*Battle) bool { return true }, byAge)
}

// AllCampaigns returns every campaign, oldest first.
func (s *State) AllCampaigns() []*Campaign {
	return listed(s.Campaigns, func(*Campaign) bool { return true }, func(c *Campaign) int64 { return int64(c.Cause) })
}

// AllMembers returns every member who has not left, oldest first.
func (s *State) AllMembers() []*Member {
	return listed(s.Members, func(m *Member) bool { return !m.Gone }, func(m *Member) int64 { return int64(m.Cause) })
}

// byAge orders battles by the act that arranged them, and by number those of one round.
func byAge(b *Battle) int64 { return int64(b.Acts[0])<<20 | int64(b.Number) }

func listed[T any](all map[ID]*T, want func(*T) bool, age func(*T) int64) []*T {
	var list []*T
	for _, v := range all {
		if want(v) {
			list = append(list, v)
		}
	}
	sort.Slice(list, func(i, j int) bool { return age(list[i]) < age(list[j]) })
	return list
}

package campaign

import (
	"cmp"
	"slices"
	"sort"

	"oriflamme/rules"
)

// A Standing is one roster's place in the table.
type Standing struct {
	Rank                        int // rows that nothing separates share it
	Roster, Member              ID
	Group                       int // of a league in groups, from 1; else 0. Ranks are counted in each
	Played, Wins, Draws, Losses int
	Byes, Points, For, Against  int
	Results                     []RoundResult // battle by battle
	TieBreaks                   []TieBreakScore
}

// A RoundResult is what one battle or bye gave.
type RoundResult struct {
	Battle   ID // "" for a bye
	Round    int
	Against  []ID
	Outcome  string // "win", "draw", "loss", "bye", "credit", "absent"
	Forfeit  bool   // won or lost without a fight
	Points   int    // with what the settings' fame adds
	For      int    // battle points scored
	Conceded int    // battle points of all others
	Kills    int    // enemies that its units took out
	Honours  int    // that its units won
	ActNo    ActNo
}

// Standings returns the table of a campaign from its final battles and byes, up
// to a round; 0 for all. Retired rosters stay in it.
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
			r.TieBreaks = append(r.TieBreaks, sums.figure(r, key))
		}
		table = append(table, *r)
	}
	slices.SortFunc(table, func(a, b Standing) int {
		if d := cmp.Or(a.Group-b.Group, c.compareLadder(a, b, round), compareStandings(a, b)); d != 0 {
			return d
		}
		if a.Roster < b.Roster {
			return -1
		}
		return 1
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

// compareLadder is negative when a stands above b on the ladder; those who have left it
// stand below. A ladder has no rounds: only the table of now follows it.
func (c *Campaign) compareLadder(a, b Standing, round int) int {
	if c.Settings.Ladder == nil || round != 0 {
		return 0
	}
	place := func(id ID) int {
		if i := slices.Index(c.Ladder, id); i >= 0 {
			return i
		}
		return len(c.Ladder)
	}
	return place(a.Roster) - place(b.Roster)
}

// compareStandings is negative when a stands before b.
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

func (r *Standing) addBattle(b *Battle, seat rules.Seat, set Settings) {
	r.Played++
	t := RoundResult{Battle: b.ID, Round: b.Round, Against: slices.Delete(slices.Clone(b.Seats), int(seat), int(seat)+1), Forfeit: b.Result.Forfeit, ActNo: b.FinalActNo}
	win, loss := set.PointsFor(*b.Result)
	switch b.Result.Winner {
	case seat:
		r.Wins++
		t.Outcome, t.Points = "win", win
	case rules.Nobody:
		r.Draws++
		t.Outcome, t.Points = "draw", set.Draw
	default:
		r.Losses++
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
		case e.Kind == EffectKill:
			t.Kills += max(e.Amount, 1)
		case e.Kind == EffectHonour:
			t.Honours++
		case e.Kind == EffectResource && e.Unit == "" && e.Key == set.ScoreResource && set.ScoreResource != "":
			t.Points += e.Amount
		}
	}
	for _, award := range b.Awards {
		if award.Seat == seat {
			t.Honours++
		}
	}
	r.Points, r.For, r.Against = r.Points+t.Points, r.For+t.For, r.Against+t.Conceded
	r.Results = append(r.Results, t)
}

// A CreditRow is campaign points that a roster was given, such as for joining late.
type CreditRow struct {
	Points, Round int
	Why           string
	ActNo         ActNo
}

// Credit gives a roster campaign points without a battle, with the reason stated.
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

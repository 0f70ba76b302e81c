package campaign

import (
	"cmp"
	"slices"
	"sort"

	"oriflamme/rules"
)

// A Row is one roster's place in the table.
type Row struct {
	Rank                        int // rows that nothing separates share it
	Roster, Member              ID
	Group                       int // of a league in groups, from 1; else 0. Ranks are counted in each
	Played, Wins, Draws, Losses int
	Byes, Points, For, Against  int
	Results                     []Tally // battle by battle
	Ties                        []Figure
}

// A Tally is what one battle or bye gave.
type Tally struct {
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
	Cause    Cause
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
	for _, away := range c.Absences {
		if r := rows[away.Roster]; r != nil && away.Round <= c.Round && (round == 0 || away.Round <= round) {
			r.Points += c.Settings.Absence
			r.Results = append(r.Results, Tally{Round: away.Round, Outcome: "absent", Points: c.Settings.Absence, Cause: away.Cause})
		}
	}
	for id, r := range rows {
		for _, credit := range s.Rosters[id].Credits {
			if round == 0 || credit.Round <= round {
				r.Points += credit.Points
				r.Results = append(r.Results, Tally{Round: credit.Round, Outcome: "credit", Points: credit.Points, Cause: credit.Cause})
			}
		}
		sort.SliceStable(r.Results, func(i, j int) bool { return r.Results[i].Round < r.Results[j].Round })
	}
	groups := s.GroupsOf(campaign)
	sums := tieSums{state: s, camp: c, rows: rows}
	table := make([]Row, 0, len(rows))
	for _, r := range rows {
		r.Group = groups[r.Roster]
		for _, key := range c.Settings.Ties {
			r.Ties = append(r.Ties, sums.figure(r, key))
		}
		table = append(table, *r)
	}
	slices.SortFunc(table, func(a, b Row) int {
		if d := cmp.Or(a.Group-b.Group, c.compareRungs(a, b, round), compareRows(a, b)); d != 0 {
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
		if i > first && c.compareRungs(table[i-1], table[i], round) == 0 && compareRows(table[i-1], table[i]) == 0 {
			table[i].Rank = table[i-1].Rank
		}
	}
	return table
}

// compareRungs is negative when a stands above b on the ladder; those who have left it
// stand below. A ladder has no rounds: only the table of now follows it.
func (c *Campaign) compareRungs(a, b Row, round int) int {
	if c.Settings.Ladder == nil || round != 0 {
		return 0
	}
	rung := func(id ID) int {
		if i := slices.Index(c.Rungs, id); i >= 0 {
			return i
		}
		return len(c.Rungs)
	}
	return rung(a.Roster) - rung(b.Roster)
}

// compareRows is negative when a stands before b.
func compareRows(a, b Row) int {
	if a.Points != b.Points {
		return b.Points - a.Points
	}
	for i := range a.Ties {
		if d := a.Ties[i].compare(b.Ties[i]); d != 0 {
			return d
		}
	}
	return 0
}

func (r *Row) count(b *Battle, seat rules.Seat, set Settings) {
	r.Played++
	t := Tally{Battle: b.ID, Round: b.Round, Against: slices.Delete(slices.Clone(b.Seats), int(seat), int(seat)+1), Forfeit: b.Result.Forfeit, Cause: b.Closed}
	win, loss := set.Award(*b.Result)
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
		case e.Kind == EffectResource && e.Unit == "" && e.Key == set.Fame && set.Fame != "":
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
	Cause         Cause
}

// Credit gives a roster campaign points without a battle, with the reason stated.
type Credit struct {
	Roster ID  `json:"roster"`
	Round  int `json:"round"`
	Points int `json:"points"`
}

func (b Credit) subject() Subject { return Subject{Roster: b.Roster, stale: never} }

func (b Credit) apply(f *fold, a *Act) error {
	switch {
	case f.Rosters[b.Roster] == nil:
		return missing("roster", "roster", b.Roster)
	case b.Points < -1000 || b.Points > 1000:
		return refuse(Invalid, "points", "range", "", "from", "-1000", "to", "1000")
	case b.Round < 0 || b.Round > 100:
		return refuse(Invalid, "round", "range", "", "from", "0", "to", "100")
	}
	if err := text("why", a.Why, 1, 4000); err != nil {
		return err
	}
	r := f.editRoster(b.Roster)
	r.Credits = append(slices.Clip(r.Credits), CreditRow{b.Points, b.Round, a.Why, Cause(a.No)})
	return nil
}

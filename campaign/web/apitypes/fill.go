package apitypes

import (
	"oriflamme/campaign"
	"oriflamme/rules"
)

// ClubOf returns a club with the campaigns for which sees is true.
func ClubOf(s *campaign.State, sees func(*campaign.Campaign) bool) Club {
	c := Club{ID: s.Club.ID, Name: s.Club.Name, Lang: s.Club.Lang, Place: s.Club.Place, Founded: s.Club.Founded}
	for _, camp := range s.AllCampaigns() {
		if sees(camp) {
			c.Campaigns = append(c.Campaigns, lineOf(camp))
		}
	}
	return c
}

func lineOf(c *campaign.Campaign) CampaignLine {
	return CampaignLine{ID: c.ID, Name: c.Settings.Name, Game: c.Settings.Game, Closed: c.Closed}
}

// CampaignOf returns a campaign.
func CampaignOf(c *campaign.Campaign) Campaign {
	set := c.Settings
	return Campaign{CampaignLine: lineOf(c), Preset: set.Preset, Story: set.Story, Limit: set.Limit, Round: c.Round, Rounds: set.Rounds,
		Points: Points{set.Win, set.Draw, set.Loss, set.Bye}, Ties: set.TieBreaks, Private: set.Private, Unlisted: set.Unlisted, Begun: c.StartedAt}
}

// StandingsOf returns the standings of a campaign up to a round, or the present ones for round 0.
func StandingsOf(s *campaign.State, camp campaign.ID, round int) Standings {
	t := Standings{Campaign: camp, Round: round}
	if c := s.Campaigns[camp]; round == 0 && c != nil {
		t.Round = c.Round
	}
	for _, r := range s.Standings(camp, round) {
		row := Row{Rank: r.Rank, Roster: r.Roster, Name: rosterName(s, r.Roster), Player: memberName(s, r.Member), Played: r.Played,
			Wins: r.Wins, Draws: r.Draws, Losses: r.Losses, Byes: r.Byes, Points: r.Points, For: r.For, Against: r.Against}
		for _, f := range r.TieBreaks {
			row.Ties = append(row.Ties, Tie{f.Key, f.Value})
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// BattlesOf returns the battles of a campaign.
func BattlesOf(s *campaign.State, camp campaign.ID) Battles {
	all := Battles{Campaign: camp}
	for _, b := range s.BattlesOf(camp) {
		all.Battles = append(all.Battles, BattleOf(s, b))
	}
	return all
}

// BattleOf returns a battle.
func BattleOf(s *campaign.State, b *campaign.Battle) Battle {
	out := Battle{ID: b.ID, Campaign: b.Campaign, Number: b.Number, Round: b.Round, Table: b.Table, Mission: b.Mission, At: optionalTime(b.At),
		Deadline: optionalTime(b.Deadline), Phase: string(b.Status), Attacker: int(b.Attacker), Stakes: b.Stakes, ClosedAt: optionalTime(b.FinalAt)}
	for _, id := range b.Seats {
		side := Side{Roster: id, Name: rosterName(s, id)}
		if r := s.Rosters[id]; r != nil {
			side.Player = memberName(s, r.Member)
		}
		out.Sides = append(out.Sides, side)
	}
	if b.Result != nil {
		r := resultOf(*b.Result)
		out.Result = &r
	}
	return out
}

func resultOf(r campaign.Result) Result {
	return Result{Winner: int(r.Winner), Scores: r.Scores, Reason: r.Reason, Forfeit: r.Forfeit}
}

// BattleFileOf returns a battle with its reports and proofs.
func BattleFileOf(s *campaign.State, b *campaign.Battle) BattleFile {
	f := BattleFile{Battle: BattleOf(s, b)}
	for _, r := range b.Reports {
		f.Reports = append(f.Reports, Report{Seat: int(r.Seat), By: memberName(s, r.By), At: r.At, Result: resultOf(r.Result), Note: r.Note})
	}
	for _, c := range b.Captures {
		f.Captures = append(f.Captures, Capture{c.Region, c.From, c.To})
	}
	for _, p := range b.EngineParts {
		f.Parts = append(f.Parts, Part{string(p.Part), p.Setup, p.SeedHash, p.Seed, p.Record, p.Steps})
	}
	return f
}

// RostersOf returns the sides of a campaign.
func RostersOf(s *campaign.State, camp campaign.ID) Rosters {
	all := Rosters{Campaign: camp}
	for _, r := range s.RostersOf(camp) {
		all.Rosters = append(all.Rosters, rosterLine(s, r))
	}
	return all
}

func rosterLine(s *campaign.State, r *campaign.Roster) RosterLine {
	return RosterLine{ID: r.ID, Campaign: r.Campaign, Name: r.List.Name, Faction: r.List.Faction, Player: memberName(s, r.Member), Retired: r.Retired}
}

// RosterOf returns a side with the service records of its units.
func RosterOf(s *campaign.State, r *campaign.Roster) Roster {
	out := Roster{RosterLine: rosterLine(s, r), Resources: r.Resources}
	for _, u := range r.List.Units {
		rec := r.Records[u.ID]
		out.Units = append(out.Units, Unit{ID: u.ID, Name: u.Name, Battles: rec.Battles, Kills: rec.Kills, Experience: rec.Experience,
			Honours: marksOf(rec.Honours), Scars: marksOf(rec.Scars), Lost: rec.Lost != nil})
	}
	return out
}

func marksOf(all []campaign.Mark) []Mark {
	var out []Mark
	for _, m := range all {
		out = append(out, Mark{Key: m.Key, Name: m.Name, Battle: m.Battle, At: m.At})
	}
	return out
}

// MapOf returns the present map of a campaign.
func MapOf(s *campaign.State, c *campaign.Campaign) Map {
	m := Map{Campaign: c.ID}
	if c.Map == nil {
		return m
	}
	m.Name, m.Shape = c.Map.Name, "hexagons"
	if c.Map.Shape != "" {
		m.Shape = c.Map.Shape
	}
	over := s.Contested(c.ID)
	for _, r := range c.Map.Regions {
		one := Region{ID: r.ID, Q: r.Q, R: r.R, Name: r.Name, Terrain: r.Terrain, Owner: r.Owner, Capital: r.Capital, Contested: over[r.ID]}
		for _, u := range s.Garrison(c.ID, r.ID) {
			one.Garrison = append(one.Garrison, u.ID)
		}
		for _, n := range c.Map.Neighbours(r.ID) {
			one.Borders = append(one.Borders, n.ID)
		}
		m.Regions = append(m.Regions, one)
	}
	return m
}

// ChronicleOf returns the acts and stories of a campaign.
func ChronicleOf(s *campaign.State, camp campaign.ID) Chronicle {
	c := Chronicle{Campaign: camp}
	for _, e := range s.Chronicle(camp) {
		c.Entries = append(c.Entries, Entry{No: e.Act.No, Kind: string(e.Act.Kind), At: e.Act.At, By: memberName(s, e.Act.By), Battle: e.Battle,
			Roster: e.Roster, Hash: e.Act.Hash, VoidedBy: max(e.VoidedBy, 0), Amended: e.AmendedBy})
	}
	for i := len(s.Stories) - 1; i >= 0; i-- {
		if t := s.Stories[i]; t.Campaign == camp {
			c.Stories = append(c.Stories, Story{Battle: t.Battle, By: memberName(s, t.By), At: t.At, Title: t.Title, Text: t.Text, Lang: t.Lang})
		}
	}
	return c
}

// ReceiptOf returns the receipt of an act for its author.
func ReceiptOf(a campaign.Act) Receipt {
	return Receipt{Act: a.No, Kind: string(a.Kind), At: a.At, Hash: a.Hash}
}

// LiveOf returns a battle as a seat sees it.
func LiveOf(l *campaign.LiveSnapshot, seat rules.Seat) Live {
	out := Live{Battle: l.BattleID, Part: string(l.Part), Number: l.Number, SeedHash: l.SeedHash, Over: l.Over, View: l.Battle.View(seat)}
	if l.Over {
		o := l.Outcome
		out.Outcome = &o
	}
	return out
}

func rosterName(s *campaign.State, id campaign.ID) string {
	if r := s.Rosters[id]; r != nil {
		return r.List.Name
	}
	return ""
}

func memberName(s *campaign.State, id campaign.ID) string {
	if m := s.Members[id]; m != nil {
		return m.Name
	}
	return ""
}

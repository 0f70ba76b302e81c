package campaign

import (
	"sort"

	"oriflamme/rules"
)

// RostersOf returns the rosters of a campaign, oldest first.
func (s *State) RostersOf(campaign ID) []*Roster {
	return sortedBy(s.Rosters, func(r *Roster) bool { return r.Campaign == campaign }, func(r *Roster) int64 { return int64(r.ActNo) })
}

// RostersBy returns the rosters that a member plays in all campaigns, oldest first.
func (s *State) RostersBy(member ID) []*Roster {
	return sortedBy(s.Rosters, func(r *Roster) bool { return r.PlayedBy(member) }, func(r *Roster) int64 { return int64(r.ActNo) })
}

// BattlesOf returns the battles of a campaign, oldest first.
func (s *State) BattlesOf(campaign ID) []*Battle {
	return sortedBy(s.Battles, func(b *Battle) bool { return b.Campaign == campaign }, battleOrder)
}

// BattlesBy returns the battles in which a member has a seat, oldest first.
func (s *State) BattlesBy(member ID) []*Battle {
	return sortedBy(s.Battles, func(b *Battle) bool { return s.Seat(b, member) != rules.Nobody }, battleOrder)
}

// AllBattles returns every battle of the club, oldest first.
func (s *State) AllBattles() []*Battle {
	return sortedBy(s.Battles, func(*Battle) bool { return true }, battleOrder)
}

// AllCampaigns returns every campaign, oldest first.
func (s *State) AllCampaigns() []*Campaign {
	return sortedBy(s.Campaigns, func(*Campaign) bool { return true }, func(c *Campaign) int64 { return int64(c.ActNo) })
}

// AllMembers returns every member who has not left, oldest first.
func (s *State) AllMembers() []*Member {
	return sortedBy(s.Members, func(m *Member) bool { return !m.HasLeft }, func(m *Member) int64 { return int64(m.ActNo) })
}

// MemberCount is how many members have not left.
func (s *State) MemberCount() int {
	n := 0
	for _, m := range s.Members {
		if !m.HasLeft {
			n++
		}
	}
	return n
}

// PlayingMembers is how many members play a side in a campaign that goes on.
func (s *State) PlayingMembers() int {
	who := map[ID]bool{}
	for _, r := range s.Rosters {
		if !r.Retired && !s.Campaigns[r.Campaign].Closed {
			for _, id := range r.Players() {
				who[id] = s.Members[id] != nil && !s.Members[id].HasLeft
			}
		}
	}
	n := 0
	for _, here := range who {
		if here {
			n++
		}
	}
	return n
}

// battleOrder orders battles by the act that arranged them, and by number those of one round.
func battleOrder(b *Battle) int64 { return int64(b.Acts[0])<<20 | int64(b.Number) }

func sortedBy[T any](all map[ID]*T, want func(*T) bool, age func(*T) int64) []*T {
	var list []*T
	for _, v := range all {
		if want(v) {
			list = append(list, v)
		}
	}
	sort.Slice(list, func(i, j int) bool { return age(list[i]) < age(list[j]) })
	return list
}

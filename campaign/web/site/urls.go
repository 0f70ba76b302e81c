package site

import (
	"strings"

	"oriflamme/campaign"
	"oriflamme/views"
)

// The addresses of things. A club's ID stands in front, so that a link works for everybody who gets it.

func ClubURL(club campaign.ID) string { return "/clubs/" + club }

func CampaignURL(club, camp campaign.ID) string { return ClubURL(club) + "/campaigns/" + camp }

func BattleURL(club, battle campaign.ID) string { return ClubURL(club) + "/battles/" + battle }

func RosterURL(club, roster campaign.ID) string { return ClubURL(club) + "/rosters/" + roster }

func ClubEmblem(s *campaign.State) views.Emblem { return views.EmblemFor("club " + s.Club.ID) }

// RosterEmblem returns the arms that the player chose, or else arms derived from the roster's ID.
func RosterEmblem(r *campaign.Roster) views.Emblem {
	return views.ParseEmblem(r.Heraldry, "roster "+r.ID)
}

// MemberEmblem returns the arms of a member's newest roster.
func MemberEmblem(s *campaign.State, member campaign.ID) views.Emblem {
	if own := s.RostersBy(member); len(own) > 0 {
		return RosterEmblem(own[len(own)-1])
	}
	return views.EmblemFor("member " + member)
}

// MemberName returns the name of a member, even of one who has left.
func MemberName(s *campaign.State, id campaign.ID) string {
	if m := s.Members[id]; m != nil {
		return m.Name
	}
	return ""
}

// PlayerNames returns the names of all players of a side.
func PlayerNames(s *campaign.State, r *campaign.Roster) string {
	names := make([]string, 0, 1+len(r.Allies))
	for _, id := range r.Players() {
		names = append(names, MemberName(s, id))
	}
	return strings.Join(names, ", ")
}

// RosterNames returns the names of sides with a separator between them.
func RosterNames(s *campaign.State, ids []campaign.ID, separator string) string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = RosterName(s, id)
	}
	return strings.Join(names, separator)
}

// RosterName returns the name of a side.
func RosterName(s *campaign.State, id campaign.ID) string {
	if r := s.Rosters[id]; r != nil {
		return r.List.Name
	}
	return ""
}

package web

import (
	"strings"

	"oriflamme/campaign"
	"oriflamme/views"
)

// The addresses of things. A club's ID stands in front, so that a link works for everybody who gets it.

func clubURL(club campaign.ID) string { return "/clubs/" + club }

func campaignURL(club, camp campaign.ID) string { return clubURL(club) + "/campaigns/" + camp }

func battleURL(club, battle campaign.ID) string { return clubURL(club) + "/battles/" + battle }

func rosterURL(club, roster campaign.ID) string { return clubURL(club) + "/rosters/" + roster }

func clubEmblem(s *campaign.State) views.Emblem { return views.EmblemFor("club " + s.Club.ID) }

// rosterEmblem are those its player chose, else some that follow from its ID.
func rosterEmblem(r *campaign.Roster) views.Emblem {
	return views.ParseEmblem(r.Heraldry, "roster "+r.ID)
}

// memberEmblem are those of a member's newest roster.
func memberEmblem(s *campaign.State, member campaign.ID) views.Emblem {
	if own := s.RostersBy(member); len(own) > 0 {
		return rosterEmblem(own[len(own)-1])
	}
	return views.EmblemFor("member " + member)
}

// memberName is how a member is called, also one who has left.
func memberName(s *campaign.State, id campaign.ID) string {
	if m := s.Members[id]; m != nil {
		return m.Name
	}
	return ""
}

// playerNames names all who play a side.
func playerNames(s *campaign.State, r *campaign.Roster) string {
	names := make([]string, 0, 1+len(r.Allies))
	for _, id := range r.Players() {
		names = append(names, memberName(s, id))
	}
	return strings.Join(names, ", ")
}

// rosterName is how a side is called.
func rosterName(s *campaign.State, id campaign.ID) string {
	if r := s.Rosters[id]; r != nil {
		return r.List.Name
	}
	return ""
}

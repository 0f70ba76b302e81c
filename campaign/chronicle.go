package campaign

import "slices"

// An Entry is an act in a chronicle, with what it is about.
type Entry struct {
	Act                 Act
	Body                Body // in force: of the last amendment, if there is one
	VoidedBy, AmendedBy int64
	Subject             // its Campaign also where the body names only a battle or a roster
}

// Chronicle returns the acts of a campaign, or of the whole club for "", the
// latest first, also those no longer in force.
func (s *State) Chronicle(campaign ID) []Entry {
	campaignOf := s.campaignsByID()
	var all []Entry
	for i := len(s.Acts) - 1; i >= 0; i-- {
		e := s.entry(s.Acts[i], campaignOf)
		if campaign == "" || e.Campaign == campaign {
			all = append(all, e)
		}
	}
	return all
}

// ChronicleOf returns the acts about a battle or a roster, the latest first.
func (s *State) ChronicleOf(thing ID) []Entry {
	return slices.DeleteFunc(s.Chronicle(""), func(e Entry) bool { return e.Battle != thing && e.Roster != thing })
}

// campaignsByID finds the campaign of every roster and battle there ever was, also of
// voided ones.
func (s *State) campaignsByID() map[ID]ID {
	campaignOf := map[ID]ID{}
	for i := range s.Acts {
		if b, ok := s.Acts[i].Body.(NewRoster); ok {
			campaignOf[b.Roster] = b.Campaign
		}
		for _, b := range ArrangedBattles(s.Acts[i].Body) {
			campaignOf[b.Battle] = b.Campaign
		}
	}
	return campaignOf
}

func (s *State) entry(a Act, campaignOf map[ID]ID) Entry {
	e := Entry{Act: a, Body: a.Body, VoidedBy: s.Voided[a.No], AmendedBy: s.Amended[a.No]}
	if by, ok := s.Act(e.AmendedBy); ok {
		e.Body = by.Body
	}
	e.Subject = e.Body.subject()
	if on, ok := s.Act(e.act); ok && on.No < a.No {
		e.Subject = s.entry(on, campaignOf).Subject
	}
	for _, thing := range []ID{e.Battle, e.Roster} {
		if e.Campaign == "" && thing != "" {
			e.Campaign = campaignOf[thing]
		}
	}
	return e
}

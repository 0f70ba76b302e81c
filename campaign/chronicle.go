package campaign

import "slices"

// An Entry is an act in a chronicle, with what it is about.
type Entry struct {
	Act                      Act
	Body                     Body // in force: of the last amendment, if there is one
	VoidedBy, AmendedBy      int64
	Campaign, Battle, Roster ID // "" when it is not about one
}

// Chronicle returns the acts of a campaign, or of the whole club for "", the
// latest first, also those no longer in force.
func (s *State) Chronicle(campaign ID) []Entry {
	homes := s.homes()
	var all []Entry
	for i := len(s.Acts) - 1; i >= 0; i-- {
		e := s.entry(s.Acts[i], homes)
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

// homes finds the campaign of every roster and battle there ever was, also of
// voided ones.
func (s *State) homes() map[ID]ID {
	homes := map[ID]ID{}
	for i := range s.Acts {
		switch b := s.Acts[i].Body.(type) {
		case NewRoster:
			homes[b.Roster] = b.Campaign
		case Schedule:
			homes[b.Battle] = b.Campaign
		case AnswerDare:
			homes[b.Battle] = b.Campaign
		case DrawRound:
			for _, g := range b.Games {
				if g.B != "" { // a bye has no battle
					homes[g.Battle] = b.Campaign
				}
			}
		}
	}
	return homes
}

func (s *State) entry(a Act, homes map[ID]ID) Entry {
	e := Entry{Act: a, Body: a.Body, VoidedBy: s.Voided[a.No], AmendedBy: s.Amended[a.No]}
	if by, ok := s.Act(e.AmendedBy); ok {
		e.Body = by.Body
	}
	switch b := e.Body.(type) {
	case NewCampaign:
		e.Campaign = b.Campaign
	case EditCampaign:
		e.Campaign = b.Campaign
	case SetRound:
		e.Campaign = b.Campaign
	case SetHonours:
		e.Campaign = b.Campaign
	case RaiseDare:
		e.Campaign, e.Roster = b.Campaign, b.From
	case AnswerDare:
		e.Campaign, e.Battle = b.Campaign, b.Battle
	case CloseDare:
		e.Campaign = b.Campaign
	case DrawMap:
		e.Campaign = b.Campaign
	case DrawRound:
		e.Campaign = b.Campaign
	case SetRegion:
		e.Campaign, e.Roster = b.Campaign, b.Owner
	case Garrison:
		e.Campaign = b.Campaign
	case Bye:
		e.Campaign, e.Roster = b.Campaign, b.Roster
	case PostStory:
		e.Campaign, e.Battle = b.Campaign, b.Battle
	case NewRoster:
		e.Roster = b.Roster
	case ReviseRoster:
		e.Roster = b.Roster
	case Credit:
		e.Roster = b.Roster
	case RetireRoster:
		e.Roster = b.Roster
	case ReturnRoster:
		e.Roster = b.Roster
	case SitOut:
		e.Campaign, e.Roster = b.Campaign, b.Roster
	case SetCompany:
		e.Roster = b.Roster
	case Grant:
		e.Roster, e.Battle = b.Roster, b.Battle
	case Comment:
		if on, ok := s.Act(b.On); ok && on.No < a.No {
			o := s.entry(on, homes)
			e.Campaign, e.Battle, e.Roster = o.Campaign, o.Battle, o.Roster
		}
	case Void:
		if first, ok := s.Act(b.Acts[0]); ok && first.No < a.No {
			o := s.entry(first, homes)
			e.Campaign, e.Battle, e.Roster = o.Campaign, o.Battle, o.Roster
		}
	case Schedule, Reschedule, Open, Report, Confirm, RaiseDispute, Exhibit, Rule, Appeal, Dismiss, Aftermath,
		RaiseClaim, AnswerClaim, Concede, ProposeDate, AgreeDate, NameStand, Correct, Silence, SetClock, Lend:
		e.Battle = about(b)
	}
	for _, thing := range []ID{e.Battle, e.Roster} {
		if e.Campaign == "" && thing != "" {
			e.Campaign = homes[thing]
		}
	}
	return e
}

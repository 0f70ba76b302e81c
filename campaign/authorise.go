package campaign

import (
	"context"

	"oriflamme/rules"
)

// require returns nil when the actor may do an action at all.
func (s *State) require(by Actor, what Action) error {
	if by.Member == "" {
		return refuse(Unauthenticated, "", "sign-in", "")
	}
	m := s.Members[by.Member]
	if m == nil || m.Gone || !Can(m.Role, what) {
		return refuse(Forbidden, "", "not-allowed", "CAMP-ROLE-1", "action", what)
	}
	return nil
}

// allowed returns the state of a club in which an actor may do what they want.
func (h *Hall) allowed(ctx context.Context, by Actor, club ID, what Action) (*State, error) {
	s, err := h.State(ctx, club)
	if err != nil {
		return nil, err
	}
	return s, s.require(by, what)
}

// Allowed reports whether a member may do an act with this body now, as far as
// roles go: pages show only the buttons that would be obeyed.
func (s *State) Allowed(by Actor, body Body) bool {
	return s.authorise(by.Member, Draft{Body: body}) == nil
}

// authorise holds the permission table against a draft. It is asked when the act
// is done, never when it is folded: an act stays valid when its author's role changes.
func (s *State) authorise(by ID, d Draft) error {
	if err := s.require(Actor{by}, d.Body.Kind()); err != nil {
		return err
	}
	role := s.Members[by].Role
	if d.Amends != 0 && !Can(role, "void") {
		return refuse(Forbidden, "amends", "not-allowed", "CAMP-ROLE-1", "action", "void")
	}
	if err := s.members(by, role, d.Body); err != nil {
		return err
	}
	var judged ID
	switch b := d.Body.(type) {
	case Rule:
		judged = b.Battle
	case Correct:
		judged = b.Battle
	case Dismiss:
		judged = b.Battle
	}
	if judged != "" && s.judge(by, judged) {
		return refuse(Forbidden, "battle", "own-battle", "CAMP-ROLE-3")
	}
	if Can(role, ActionOthers) || s.owns(by, d.Body) {
		return nil
	}
	return refuse(Forbidden, "", "not-yours", "CAMP-ROLE-2", "action", d.Body.Kind())
}

// members guards roles: nobody gives or takes one above their own, and only who
// may add members changes others.
func (s *State) members(by ID, role Role, body Body) error {
	var was, will Role
	switch b := body.(type) {
	case Join:
		was, will = Guest, b.Role
	case EditMember:
		m := s.Members[b.Member]
		if m == nil || b.Member == by && b.Role == m.Role {
			return nil
		}
		was, will = m.Role, b.Role
	case Leave:
		m := s.Members[b.Member]
		if m == nil || b.Member == by {
			return nil
		}
		was, will = m.Role, m.Role
	case Forget:
		m := s.Members[b.Member]
		if m == nil || b.Member == by {
			return nil
		}
		was, will = m.Role, m.Role
	default:
		return nil
	}
	if !Can(role, "join") || was.above(role) || will.above(role) {
		return refuse(Forbidden, "role", "above-you", "CAMP-ROLE-2")
	}
	return nil
}

// judge reports whether ruling on a battle is to judge one's own cause although
// another could.
func (s *State) judge(by ID, battle ID) bool {
	b := s.Battles[battle]
	if b == nil || s.Seat(b, by) == rules.Nobody {
		return false
	}
	for _, m := range s.Members {
		if !m.Gone && Can(m.Role, "rule") && s.Seat(b, m.ID) == rules.Nobody {
			return true
		}
	}
	return false
}

// owns reports whether a body concerns only what is the member's own.
func (s *State) owns(by ID, body Body) bool {
	roster := func(id ID) bool { r := s.Rosters[id]; return r == nil || r.PlayedBy(by) }
	lead := func(id ID) bool { r := s.Rosters[id]; return r == nil || r.Member == by }
	seated := func(id ID) bool { b := s.Battles[id]; return b == nil || s.Seat(b, by) != rules.Nobody }
	seat := func(id ID, n rules.Seat) bool {
		b := s.Battles[id]
		return b == nil || n >= 0 && int(n) < len(b.Seats) && s.Plays(b, int(n), by)
	}
	switch b := body.(type) {
	case NewRoster:
		return b.Member == by
	case ReviseRoster:
		return roster(b.Roster)
	case RetireRoster:
		return lead(b.Roster)
	case ReturnRoster:
		return lead(b.Roster)
	case SitOut:
		return roster(b.Roster)
	case SetCompany:
		return lead(b.Roster)
	case Garrison:
		c := s.Campaigns[b.Campaign]
		if c == nil {
			return true
		}
		r := c.Map.Region(b.Region)
		return r == nil || roster(r.Owner)
	case Schedule:
		if b.Leave {
			return false
		}
		if len(b.Stakes) > 0 && b.Attacker >= 0 && int(b.Attacker) < len(b.Seats) {
			return roster(b.Seats[b.Attacker])
		}
		for _, id := range b.Seats {
			if roster(id) {
				return true
			}
		}
		return false
	case RaiseDare:
		return roster(b.From)
	case AnswerDare:
		d := s.dare(b.Campaign, b.Dare)
		return d == nil || roster(d.To)
	case CloseDare:
		d := s.dare(b.Campaign, b.Dare)
		return d == nil || roster(d.From)
	case RaiseClaim:
		return seat(b.Battle, b.Seat)
	case Concede:
		return seat(b.Battle, b.Seat)
	case ProposeDate:
		return seat(b.Battle, b.Seat)
	case AgreeDate:
		return seat(b.Battle, b.Seat)
	case NameStand:
		return seat(b.Battle, b.Seat)
	case Reschedule:
		return seated(b.Battle)
	case Open:
		return seated(b.Battle)
	case SetClock:
		return seated(b.Battle)
	case Lend:
		return seat(b.Battle, b.Seat)
	case Report:
		return seat(b.Battle, b.Seat)
	case Confirm:
		return seat(b.Battle, b.Seat)
	case RaiseDispute:
		return seated(b.Battle)
	case Exhibit:
		return seated(b.Battle)
	case Silence:
		return seated(b.Battle)
	case Appeal:
		return seated(b.Battle)
	case Aftermath:
		// With a record it is the engine's: the fold asks for the seed, which
		// nobody knows before the hall posts it.
		return seat(b.Battle, b.Seat) || b.Seat == rules.Nobody && b.Record != "" && seated(b.Battle)
	}
	return true
}

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
		return refuse(Forbidden, "", "not-allowed", "CAMP-ROLE-1", "action", string(what))
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
// An act that neither says whose it is nor comes from who may act for others is refused.
func (s *State) authorise(by ID, d Draft) error {
	if err := s.require(Actor{by}, d.Body.Kind()); err != nil {
		return err
	}
	m := s.Members[by]
	if d.Amends != 0 && !Can(m.Role, KindVoid) {
		return refuse(Forbidden, "amends", "not-allowed", "CAMP-ROLE-1", "action", string(KindVoid))
	}
	if b, ok := d.Body.(guarded); ok {
		if err := b.guard(s, m); err != nil {
			return err
		}
	}
	if b, ok := d.Body.(owned); Can(m.Role, ActionOthers) || ok && b.ownedBy(s, by) {
		return nil
	}
	return refuse(Forbidden, "", "not-yours", "CAMP-ROLE-2", "action", string(d.Body.Kind()))
}

// mayRank guards roles: nobody gives or takes one above their own, and only who
// may add members changes others.
func (m *Member) mayRank(was, will Role) error {
	if !Can(m.Role, KindJoin) || was.above(m.Role) || will.above(m.Role) {
		return refuse(Forbidden, "role", "above-you", "CAMP-ROLE-2")
	}
	return nil
}

// mayRemove guards members against those who may not take away their role.
func (s *State) mayRemove(by *Member, member ID) error {
	if m := s.Members[member]; m != nil && m != by {
		return by.mayRank(m.Role, m.Role)
	}
	return nil
}

// ownCause refuses to judge a battle of one's own although another could.
func (s *State) ownCause(by, battle ID) error {
	b := s.Battles[battle]
	if b == nil || s.Seat(b, by) == rules.Nobody {
		return nil
	}
	for _, m := range s.Members {
		if !m.Gone && Can(m.Role, KindRule) && s.Seat(b, m.ID) == rules.Nobody {
			return refuse(Forbidden, "battle", "own-battle", "CAMP-ROLE-3")
		}
	}
	return nil
}

// The rules below are what bodies say of whose they are.

// isSelf reports whether a member is the one who acts.
func (s *State) isSelf(by, member ID) bool { return s.Members[member] == nil || member == by }

// plays reports whether a member is a player of a roster.
func (s *State) plays(by, roster ID) bool { r := s.Rosters[roster]; return r == nil || r.PlayedBy(by) }

// leads reports whether a roster is a member's own, and not only played with its player.
func (s *State) leads(by, roster ID) bool { r := s.Rosters[roster]; return r == nil || r.Member == by }

// seated reports whether a member has a seat of a battle.
func (s *State) seated(by, battle ID) bool {
	b := s.Battles[battle]
	return b == nil || s.Seat(b, by) != rules.Nobody
}

// takesSeat reports whether a seat of a battle is a member's.
func (s *State) takesSeat(by, battle ID, seat rules.Seat) bool {
	b := s.Battles[battle]
	return b == nil || seat >= 0 && int(seat) < len(b.Seats) && s.Plays(b, int(seat), by)
}

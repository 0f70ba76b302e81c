package campaign

import (
	"context"
	"slices"

	"oriflamme/rules"
)

// A Role is what a member is in the club.
type Role string

const (
	Owner     Role = "owner"     // founded the club or was given it: everything
	Organiser Role = "organiser" // runs campaigns, invites, and all an arbiter may
	Arbiter   Role = "arbiter"   // settles disputes, voids, amends, grants
	Player    Role = "player"    // has rosters, challenges, reports, confirms
	Guest     Role = "guest"     // by link: reads, and plays a battle in which it has a seat
)

// Roles are all roles, from the one that may most.
var Roles = []Role{Owner, Organiser, Arbiter, Player, Guest}

// An Action is something that a role may do: the kind of an act, or one of the
// names below for what is no act.
type Action string

const (
	ActionView          Action = "view"     // read everything in the club that is not a secret
	ActionInvite        Action = "invite"   // make links that let others join
	ActionPlay          Action = "play"     // give commands of one's own seat
	ActionOthers        Action = "others"   // act for others: their rosters, battles, seats
	ActionExport        Action = "export"   // take the whole archive
	ActionSignFor       Action = "sign-for" // make a sign-in link for another member
	ActionStatus        Action = "status"   // see how the server does
	ActionNotifications Action = "notices"  // have other sites told, and see what could not be brought
	ActionImages        Action = "images"   // take away images that others have uploaded
)

// otherActions lists the actions that are no act, each with the lowest role that may do it. Acts have theirs in declarations.
var otherActions = []struct {
	action Action
	role   Role
}{{ActionView, Guest}, {ActionPlay, Guest}, {ActionOthers, Arbiter}, {ActionInvite, Organiser}, {ActionSignFor, Organiser},
	{ActionExport, Organiser}, {ActionStatus, Organiser}, {ActionNotifications, Organiser}, {ActionImages, Organiser}}

// lowestRole is the lowestRole role that may do each action.
var lowestRole = func() map[Action]Role {
	all := map[Action]Role{}
	for _, d := range declarations {
		all[d.kind] = d.role
	}
	for _, o := range otherActions {
		all[o.action] = o.role
	}
	return all
}()

// Actions returns everything that the permission table speaks of: the kinds of acts in
// alphabetical order, then what is no act.
func Actions() []Action {
	all := Kinds()
	for _, o := range otherActions {
		all = append(all, o.action)
	}
	return all
}

// Can reports whether a role may do an action at all; whether it may do it to
// other people's things is Can(role, ActionOthers).
func Can(r Role, a Action) bool {
	role, ok := lowestRole[a]
	return ok && r.valid() && !role.outranks(r)
}

func (r Role) valid() bool { return slices.Contains(Roles, r) }

// outranks reports whether r may do more than other; a role that does not exist may nothing.
func (r Role) outranks(other Role) bool {
	return r.valid() && (!other.valid() || slices.Index(Roles, r) < slices.Index(Roles, other))
}

// require returns nil when the actor may do an action at all.
func (s *State) require(by Actor, what Action) error {
	if by.Member == "" {
		return refuse(Unauthenticated, "", "sign-in", "")
	}
	m := s.Members[by.Member]
	if m == nil || m.HasLeft || !Can(m.Role, what) {
		return refuse(Forbidden, "", "not-allowed", "CAMP-ROLE-1", "action", string(what))
	}
	return nil
}

// stateFor returns the state of a club in which an actor may do what they want.
func (h *Service) stateFor(ctx context.Context, by Actor, club ID, what Action) (*State, error) {
	s, err := h.State(ctx, club)
	if err != nil {
		return nil, err
	}
	return s, s.require(by, what)
}

// MayDo reports whether a member may do an act with this body now, as far as
// roles go: pages show only the buttons that would be obeyed.
func (s *State) MayDo(by Actor, body Body) bool {
	return s.authorise(by.Member, ActRequest{Body: body}) == nil
}

// authorise holds the permission table against a draft. It is asked when the act
// is done, never when it is folded: an act stays valid when its author's role changes.
// An act that neither says whose it is nor comes from who may act for others is refused.
func (s *State) authorise(by ID, d ActRequest) error {
	if err := s.require(Actor{by}, d.Body.Kind()); err != nil {
		return err
	}
	m := s.Members[by]
	if d.Amends != 0 && !Can(m.Role, KindVoid) {
		return refuse(Forbidden, "amends", "not-allowed", "CAMP-ROLE-1", "action", string(KindVoid))
	}
	if b, ok := d.Body.(guarder); ok {
		if err := b.guard(s, m); err != nil {
			return err
		}
	}
	if b, ok := d.Body.(ownerChecker); Can(m.Role, ActionOthers) || ok && b.ownedBy(s, by) {
		return nil
	}
	return refuse(Forbidden, "", "not-yours", "CAMP-ROLE-2", "action", string(d.Body.Kind()))
}

// checkRank guards roles: nobody gives or takes one above their own, and only who
// may add members changes others.
func (m *Member) checkRank(was, will Role) error {
	if !Can(m.Role, KindJoin) || was.outranks(m.Role) || will.outranks(m.Role) {
		return refuse(Forbidden, "role", "above-you", "CAMP-ROLE-2")
	}
	return nil
}

// checkRemoval guards members against those who may not take away their role.
func (s *State) checkRemoval(by *Member, member ID) error {
	if m := s.Members[member]; m != nil && m != by {
		return by.checkRank(m.Role, m.Role)
	}
	return nil
}

// checkNotOwnBattle refuses to judge a battle of one's own although another could.
func (s *State) checkNotOwnBattle(by, battle ID) error {
	b := s.Battles[battle]
	if b == nil || s.Seat(b, by) == rules.Nobody {
		return nil
	}
	for _, m := range s.Members {
		if !m.HasLeft && Can(m.Role, KindRule) && s.Seat(b, m.ID) == rules.Nobody {
			return refuse(Forbidden, "battle", "own-battle", "CAMP-ROLE-3")
		}
	}
	return nil
}

// The rules below are what bodies say of whose they are.

// isSelf reports whether a member is the one who acts.
func (s *State) isSelf(by, member ID) bool { return s.Members[member] == nil || member == by }

// playsRoster reports whether a member is a player of a roster.
func (s *State) playsRoster(by, roster ID) bool {
	r := s.Rosters[roster]
	return r == nil || r.PlayedBy(by)
}

// ownsRoster reports whether a roster is a member's own, and not only played with its player.
func (s *State) ownsRoster(by, roster ID) bool {
	r := s.Rosters[roster]
	return r == nil || r.Member == by
}

// hasSeat reports whether a member has a seat of a battle.
func (s *State) hasSeat(by, battle ID) bool {
	b := s.Battles[battle]
	return b == nil || s.Seat(b, by) != rules.Nobody
}

// ownsSeat reports whether a seat of a battle is a member's.
func (s *State) ownsSeat(by, battle ID, seat rules.Seat) bool {
	b := s.Battles[battle]
	return b == nil || seat >= 0 && int(seat) < len(b.Seats) && s.Plays(b, int(seat), by)
}

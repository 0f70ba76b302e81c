package campaign

import (
	"context"
	"slices"

	"oriflamme/rules"
)

// A Role is a member's role in the club. It decides what the member may do.
type Role string

const (
	Owner     Role = "owner"     // founded the club or was made its owner: may do everything
	Organiser Role = "organiser" // runs campaigns, invites, and may do all that an arbiter may
	Arbiter   Role = "arbiter"   // settles disputes, voids, amends, grants
	Player    Role = "player"    // has rosters, challenges, reports, confirms
	Guest     Role = "guest"     // reads, and plays battles in which they have a seat
)

// Roles lists all roles, the one with the most rights first.
var Roles = []Role{Owner, Organiser, Arbiter, Player, Guest}

// An Action is something that a role may do: a kind of act, or one of the names below for
// things that are not acts.
type Action string

const (
	ActionView          Action = "view"     // read everything in the club that is not a secret
	ActionInvite        Action = "invite"   // make links that let others join
	ActionPlay          Action = "play"     // give commands for one's own seat
	ActionOthers        Action = "others"   // act for others: on their rosters, battles and seats
	ActionExport        Action = "export"   // download the whole archive
	ActionSignFor       Action = "sign-for" // make a sign-in link for another member
	ActionStatus        Action = "status"   // see the condition of the server
	ActionNotifications Action = "notices"  // manage webhooks, and see failed deliveries
	ActionImages        Action = "images"   // remove images that others have uploaded
)

// otherActions lists the actions that are not acts, each with the lowest role that may do
// it. Those of acts are in declarations.
var otherActions = []struct {
	action Action
	role   Role
}{{ActionView, Guest}, {ActionPlay, Guest}, {ActionOthers, Arbiter}, {ActionInvite, Organiser}, {ActionSignFor, Organiser},
	{ActionExport, Organiser}, {ActionStatus, Organiser}, {ActionNotifications, Organiser}, {ActionImages, Organiser}}

// lowestRole maps each action to the lowest role that may do it.
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

// Actions returns all actions: the kinds of acts in alphabetical order, then the others.
func Actions() []Action {
	all := Kinds()
	for _, o := range otherActions {
		all = append(all, o.action)
	}
	return all
}

// Can reports whether a role may do an action at all. Can(role, ActionOthers) says whether
// it may also do it to things of other members.
func Can(r Role, a Action) bool {
	role, ok := lowestRole[a]
	return ok && r.valid() && !role.outranks(r)
}

func (r Role) valid() bool { return slices.Contains(Roles, r) }

// outranks reports whether r may do more than other. An unknown role may do nothing.
func (r Role) outranks(other Role) bool {
	return r.valid() && (!other.valid() || slices.Index(Roles, r) < slices.Index(Roles, other))
}

// require returns nil if the actor's role may do an action, else Forbidden.
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

// stateFor returns the state of a club if the actor may do an action in it.
func (s *Service) stateFor(ctx context.Context, by Actor, club ID, what Action) (*State, error) {
	st, err := s.State(ctx, club)
	if err != nil {
		return nil, err
	}
	return st, st.require(by, what)
}

// MayDo reports whether the permissions allow a member to do an act with this body. Pages
// use it to show only the buttons that the member may press.
func (s *State) MayDo(by Actor, body Body) bool {
	return s.authorise(by.Member, ActRequest{Body: body}) == nil
}

// authorise checks the permissions for a request. It runs when an act is done, never when
// it is folded, so that an act stays valid when its author's role changes. A member who may
// not act for others may only do acts whose body implements ownedBy and returns true.
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

// checkRank refuses a change of role from was to will above the author's own role, and any
// change by a member who may not add members.
func (m *Member) checkRank(was, will Role) error {
	if !Can(m.Role, KindJoin) || was.outranks(m.Role) || will.outranks(m.Role) {
		return refuse(Forbidden, "role", "above-you", "CAMP-ROLE-2")
	}
	return nil
}

// checkRemoval refuses to remove a member whose role the author may not change.
func (s *State) checkRemoval(by *Member, member ID) error {
	if m := s.Members[member]; m != nil && m != by {
		return by.checkRank(m.Role, m.Role)
	}
	return nil
}

// checkNotOwnBattle refuses that an arbiter rules on a battle of their own while another
// arbiter could (CAMP-ROLE-3).
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

// The methods below are used by the ownedBy methods of bodies. They return true for a thing
// that does not exist, which the fold refuses by name.

// isSelf reports whether the author of an act is the member that it is about.
func (s *State) isSelf(by, member ID) bool { return s.Members[member] == nil || member == by }

// playsRoster reports whether a member is a player of a roster.
func (s *State) playsRoster(by, roster ID) bool {
	r := s.Rosters[roster]
	return r == nil || r.PlayedBy(by)
}

// ownsRoster reports whether a member is the roster's own player, not only an ally.
func (s *State) ownsRoster(by, roster ID) bool {
	r := s.Rosters[roster]
	return r == nil || r.Member == by
}

// hasSeat reports whether a member has a seat of a battle.
func (s *State) hasSeat(by, battle ID) bool {
	b := s.Battles[battle]
	return b == nil || s.Seat(b, by) != rules.Nobody
}

// ownsSeat reports whether a member plays a seat of a battle.
func (s *State) ownsSeat(by, battle ID, seat rules.Seat) bool {
	b := s.Battles[battle]
	return b == nil || seat >= 0 && int(seat) < len(b.Seats) && s.Plays(b, int(seat), by)
}

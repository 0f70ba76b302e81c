package campaign

import "slices"

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

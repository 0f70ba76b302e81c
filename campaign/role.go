package campaign

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
type Action = string

const (
	ActionView    Action = "view"     // read everything in the club that is not a secret
	ActionInvite  Action = "invite"   // make links that let others join
	ActionPlay    Action = "play"     // give commands of one's own seat
	ActionOthers  Action = "others"   // act for others: their rosters, battles, seats
	ActionExport  Action = "export"   // take the whole archive
	ActionSignFor Action = "sign-for" // make a sign-in link for another member
	ActionStatus  Action = "status"   // see how the server does
	ActionNotices Action = "notices"  // have other sites told, and see what could not be brought
	ActionImages  Action = "images"   // take away images that others have uploaded
)

// adds lists what each role may do beyond the roles below it.
var adds = map[Role][]Action{
	Guest: {ActionView, ActionPlay, "report", "confirm", "dispute", "exhibit", "comment", "leave", "forget", "member", "open", "aftermath", "clock", "lend"},
	Player: {"roster", "revise", "retire", "garrison", "schedule", "move", "appeal", "story",
		"claim", "concede", "propose", "agree", "stand", "challenge", "respond", "lapse", "company", "silence", "sit-out", "return"},
	Arbiter:   {ActionOthers, "rule", "void", "grant", "region", "bye", "round", "draw", "answer", "credit", "correct", "dismiss"},
	Organiser: {ActionInvite, ActionExport, ActionSignFor, ActionStatus, ActionNotices, ActionImages, "campaign", "settings", "map", "join", "sheet", "honours"},
	Owner:     {"club", "found"},
}

// may is adds summed up from the lowest role to the highest.
var may = func() map[Role]map[Action]bool {
	table := map[Role]map[Action]bool{}
	for i := range Roles {
		table[Roles[i]] = map[Action]bool{}
		for _, below := range Roles[i:] {
			for _, a := range adds[below] {
				table[Roles[i]][a] = true
			}
		}
	}
	return table
}()

// Actions returns everything that the permission table speaks of: the kinds of acts in
// alphabetical order, then what is no act.
func Actions() []Action {
	return append(Kinds(), ActionView, ActionPlay, ActionOthers, ActionInvite, ActionSignFor, ActionExport, ActionStatus, ActionNotices, ActionImages)
}

// Can reports whether a role may do an action at all; whether it may do it to
// other people's things is Can(role, ActionOthers).
func Can(r Role, a Action) bool { return may[r][a] }

func (r Role) valid() bool { return may[r] != nil }

// above reports whether r has more rights than other.
func (r Role) above(other Role) bool { return len(may[r]) > len(may[other]) }

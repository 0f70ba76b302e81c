package campaign

import "time"

// A Body is what an act says; each kind has its struct in this package, and a row in
// declarations.
type Body interface {
	// Kind is the name of the kind of act: "report".
	Kind() Kind
	// subject is what the act is about.
	subject() Subject
	// apply checks the act against the state and then carries it out; after an
	// error the state is as before.
	apply(f *fold, a *Act) error
}

// A Subject is what an act is about: where the chronicle lists it, and which acts of
// others its author has to have seen. Fields are "" where it is about none.
type Subject struct {
	Campaign, Battle, Roster, Member ID

	act      int64  // the act whose subject this one shares, for a remark and a void; else 0
	staleKey string // names what must not have changed since its author looked (CAMP-ACT-5), or never
}

// neverStale is the stale of acts that are done whatever others did meanwhile.
const neverStale = "-"

func ofBattle(id ID) Subject   { return Subject{Battle: id, staleKey: id} }
func ofRoster(id ID) Subject   { return Subject{Roster: id, staleKey: id} }
func ofCampaign(id ID) Subject { return Subject{Campaign: id, staleKey: id} }
func ofMember(id ID) Subject   { return Subject{Member: id, staleKey: id} }

// SubjectOf returns what a body by itself is about. A remark and a void are about what
// other acts are about: State.Chronicle says that.
func SubjectOf(body Body) Subject { return body.subject() }

// The interfaces below are of what only some bodies have. All but ownedBy and guard add
// to what is done with an act; without ownedBy it is refused to who may not act for others.
type (
	// ownedBy reports whether an act touches only what is a member's own (CAMP-ROLE-2).
	// What does not exist is anybody's: the fold refuses it by name.
	ownerChecker interface{ ownedBy(s *State, by ID) bool }
	// guard refuses an act to some of those whose role allows it.
	guarder interface {
		guard(s *State, by *Member) error
	}
	// check refuses what may not be done now; it is never asked when an act is folded.
	checker interface {
		check(s *State, by ID, now time.Time) error
	}
	// names checks every name that a body brings, with what already had a name before it.
	namer interface {
		names(s *State, check nameChecker)
	}
	// checkByGame has the campaign's game judge a list, a sheet or settings. The fold does not, so that
	// a new edition of a game leaves old histories as they are.
	gameChecker interface {
		checkByGame(h *Service, s *State) error
	}
	// fill fills in what the hall gives: IDs and battle numbers.
	filler interface{ fill(g idFiller) Body }
	// arranges lists the battles that an act arranges.
	arranger interface{ arranges() []ArrangedBattle }
	// settings are those that a campaign has from the act on.
	settingsHolder interface {
		settings() (campaign ID, set Settings)
	}
	// images are the hashes of the images that a body names, and the campaign whose
	// readers see them; "" for none.
	imageHolder interface {
		images() (campaign ID, hashes []string)
	}
	// concerns reports whether a member is told of an act for more than playing the
	// battle or the roster that it is about.
	concerner interface {
		concerns(s *State, m *Member, e Entry) bool
	}
)

// An ArrangedBattle is a battle as the act that arranged it had it.
type ArrangedBattle struct {
	Battle, Campaign ID
	Number           int
	Table            string
	Seats            []ID // nil when they are those of a challenge
	At               time.Time
}

// ArrangedBattles lists the battles that a body arranges.
func ArrangedBattles(body Body) []ArrangedBattle {
	if b, ok := body.(arranger); ok {
		return b.arranges()
	}
	return nil
}

package campaign

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"
)

// A Kind is the name of a kind of act as it is stored, and the action that a role
// needs to do one.
type Kind = Action

// The kinds of acts.
const (
	KindFound  Kind = "found"
	KindClub   Kind = "club"
	KindJoin   Kind = "join"
	KindMember Kind = "member"
	KindLeave  Kind = "leave"
	KindForget Kind = "forget"

	KindCampaign Kind = "campaign"
	KindSettings Kind = "settings"
	KindRound    Kind = "round"
	KindBye      Kind = "bye"
	KindHonours  Kind = "honours"
	KindGrant    Kind = "grant"
	KindCredit   Kind = "credit"
	KindSheet    Kind = "sheet"

	KindMap      Kind = "map"
	KindRegion   Kind = "region"
	KindGarrison Kind = "garrison"

	KindRoster      Kind = "roster"
	KindRevise      Kind = "revise"
	KindRetire      Kind = "retire"
	KindReturn      Kind = "return"
	KindSitOut      Kind = "sit-out"
	KindSidePlayers Kind = "company"

	KindSchedule   Kind = "schedule"
	KindDraw       Kind = "draw"
	KindMove       Kind = "move"
	KindPropose    Kind = "propose"
	KindAgree      Kind = "agree"
	KindSubstitute Kind = "stand"
	KindChallenge  Kind = "challenge"
	KindRespond    Kind = "respond"
	KindLapse      Kind = "lapse"

	KindOpen        Kind = "open"
	KindClock       Kind = "clock"
	KindLend        Kind = "lend"
	KindReport      Kind = "report"
	KindConfirm     Kind = "confirm"
	KindAutoConfirm Kind = "silence"
	KindConcede     Kind = "concede"
	KindAftermath   Kind = "aftermath"

	KindDispute  Kind = "dispute"
	KindEvidence Kind = "exhibit"
	KindClaim    Kind = "claim"
	KindAnswer   Kind = "answer"
	KindRule     Kind = "rule"
	KindAppeal   Kind = "appeal"
	KindDismiss  Kind = "dismiss"
	KindCorrect  Kind = "correct"
	KindVoid     Kind = "void"

	KindStory   Kind = "story"
	KindComment Kind = "comment"
)

// declarations has one row for every kind of act: the lowest role that may do it, what
// its notices are about, and how it goes together with acts that its author had not seen.
// The rest of what is said of a kind are the methods of its body: those of Body, which all
// have, and those of the interfaces in body.go, which some have. A body without a row is
// neither read nor done nor folded.
var declarations = []declaration{
	// The club
	declare[FoundClub](Owner, noTopic, altering),
	declare[EditClub](Owner, noTopic, altering),
	declare[Join](Organiser, noTopic, adding),
	declare[EditMember](Guest, noTopic, altering),
	declare[Leave](Guest, noTopic, altering),
	declare[Forget](Guest, noTopic, altering),

	// Campaigns
	declare[NewCampaign](Organiser, noTopic, altering),
	declare[EditCampaign](Organiser, noTopic, altering),
	declare[SetRound](Arbiter, noTopic, altering),
	declare[Bye](Arbiter, TopicBattles, altering),
	declare[SetHonours](Organiser, noTopic, altering),
	declare[Grant](Arbiter, TopicHonours, adding),
	declare[Credit](Arbiter, TopicHonours, altering),
	declare[EnterSheet](Organiser, noTopic, altering),

	// Maps
	declare[DrawMap](Organiser, noTopic, altering),
	declare[SetRegion](Arbiter, TopicHonours, altering),
	declare[Garrison](Player, noTopic, altering),

	// Rosters
	declare[NewRoster](Player, noTopic, altering),
	declare[ReviseRoster](Player, noTopic, altering),
	declare[RetireRoster](Player, TopicBattles, altering),
	declare[ReturnRoster](Player, TopicBattles, altering),
	declare[SitOut](Player, TopicBattles, altering),
	declare[SetSidePlayers](Player, noTopic, altering),

	// Arranging battles
	declare[Schedule](Player, TopicBattles, altering),
	declare[DrawRound](Arbiter, TopicBattles, altering),
	declare[Reschedule](Player, TopicBattles, altering),
	declare[ProposeDate](Player, TopicBattles, altering),
	declare[AgreeDate](Player, TopicBattles, altering),
	declare[NameSubstitute](Player, TopicBattles, altering),
	declare[RaiseChallenge](Player, TopicBattles, altering),
	declare[AnswerChallenge](Player, TopicBattles, altering),
	declare[CloseChallenge](Player, noTopic, altering),

	// Battles
	declare[Open](Guest, TopicBattles, altering),
	declare[SetClock](Guest, noTopic, unrelated),
	declare[LendSeat](Guest, TopicBattles, unrelated),
	declare[Report](Guest, TopicResults, altering),
	declare[Confirm](Guest, TopicResults, altering),
	declare[AutoConfirm](Player, TopicResults, altering),
	declare[Concede](Player, TopicResults, altering),
	declare[Aftermath](Guest, TopicResults, altering),

	// The arbiter's desk
	declare[RaiseDispute](Guest, TopicArbiter, altering),
	declare[SubmitEvidence](Guest, TopicArbiter, adding),
	declare[RaiseClaim](Player, TopicArbiter, altering),
	declare[AnswerClaim](Arbiter, TopicArbiter, altering),
	declare[Rule](Arbiter, TopicArbiter, altering),
	declare[Appeal](Player, TopicArbiter, altering),
	declare[Dismiss](Arbiter, TopicArbiter, altering),
	declare[Correct](Arbiter, TopicArbiter, altering),
	declare[Void](Arbiter, TopicArbiter, altering),

	// Stories
	declare[PostStory](Player, TopicStories, adding),
	declare[Comment](Guest, TopicStories, altering),
}

// A declaration is the row of one kind of act.
type declaration struct {
	kind        Kind
	read        func(raw []byte) (Body, error) // reads a body strictly
	role        Role
	topic       Topic
	concurrency concurrency
}

func declare[B Body](role Role, topic Topic, bearing concurrency) declaration {
	var body B
	return declaration{body.Kind(), read[B], role, topic, bearing}
}

// A concurrency is how an act goes together with others about the same thing that its
// author had not seen, or that were drafted by who had not seen it: CAMP-ACT-5.
type concurrency int

const (
	altering  concurrency = iota // who has not seen it is shown it first
	adding                       // adds to a thing, and is done whatever else was
	unrelated                    // never stands in the way of another
)

// kinds is declarations by kind.
var kinds = func() map[Kind]declaration {
	all := map[Kind]declaration{}
	for _, d := range declarations {
		all[d.kind] = d
	}
	return all
}()

// Kinds returns all kinds of acts in alphabetical order.
func Kinds() []Kind {
	var all []Kind
	for _, d := range declarations {
		all = append(all, d.kind)
	}
	slices.Sort(all)
	return all
}

// declarationOf refuses a kind that no declaration knows.
func declarationOf(kind Kind) (declaration, error) {
	d, ok := kinds[kind]
	if !ok {
		return d, refuse(Invalid, "kind", "unknown-kind", "", "kind", string(kind))
	}
	return d, nil
}

// DecodeBody reads the body of an act of a kind strictly.
func DecodeBody(kind Kind, raw []byte) (Body, error) {
	d, err := declarationOf(kind)
	if err != nil {
		return nil, err
	}
	return d.read(raw)
}

func read[B Body](raw []byte) (Body, error) {
	var body B
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&body); err != nil {
		return nil, decodeError(string(body.Kind()), err)
	}
	if dec.More() {
		return nil, refuse(Invalid, "body", "not-a-body", "", "kind", string(body.Kind()), "reason", "more than one JSON value")
	}
	return body, nil
}

// decodeError names the field that a body could not be read for.
func decodeError(kind string, err error) error {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		return refuse(Invalid, wrong.Field, "wrong-type", "", "kind", kind, "is", wrong.Value)
	}
	var when *time.ParseError
	if errors.As(err, &when) {
		return refuse(Invalid, "body", "not-a-time", "", "kind", kind, "is", when.Value)
	}
	// encoding/json has no type for this one, only its words.
	if name, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		return refuse(Invalid, strings.Trim(name, `"`), "unknown-field", "", "kind", kind)
	}
	return refuse(Invalid, "body", "not-a-body", "", "kind", kind, "reason", err.Error())
}

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

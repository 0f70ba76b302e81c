package campaign

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"oriflamme/rules"
)

// A Kind is the stored name of a kind of act. It is also the action that a role must
// be allowed to do such an act.
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

// declarations has one row for each kind of act: the lowest role that may do it, the topic
// of its notifications, and how it combines with acts that its author had not seen. All
// else is said by the methods of the body: those of Body, which every body has, and those
// of the optional interfaces below. A kind without a row cannot be read, done or folded.
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
	declare[Grant](Arbiter, TopicHonours, adding).withPublicReason(),
	declare[Credit](Arbiter, TopicHonours, altering).withPublicReason(),
	declare[EnterSheet](Organiser, noTopic, altering),

	// Maps
	declare[DrawMap](Organiser, noTopic, altering),
	declare[SetRegion](Arbiter, TopicHonours, altering).withPublicReason(),
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

	// Disputes and rulings
	declare[RaiseDispute](Guest, TopicArbiter, altering),
	declare[SubmitEvidence](Guest, TopicArbiter, adding),
	declare[RaiseClaim](Player, TopicArbiter, altering),
	declare[AnswerClaim](Arbiter, TopicArbiter, altering).withPublicReason(),
	declare[Rule](Arbiter, TopicArbiter, altering).withPublicReason(),
	declare[Appeal](Player, TopicArbiter, altering),
	declare[Dismiss](Arbiter, TopicArbiter, altering),
	declare[Correct](Arbiter, TopicArbiter, altering).withPublicReason(),
	declare[Void](Arbiter, TopicArbiter, altering).withPublicReason(),

	// Stories
	declare[PostStory](Player, TopicStories, adding),
	declare[Comment](Guest, TopicStories, altering),
}

// A declaration is the row of one kind of act.
type declaration struct {
	kind         Kind
	read         func(raw []byte) (Body, error) // reads a body strictly
	role         Role
	topic        Topic
	concurrency  concurrency
	publicReason bool
}

func declare[B Body](role Role, topic Topic, bearing concurrency) declaration {
	var body B
	return declaration{kind: body.Kind(), read: read[B], role: role, topic: topic, concurrency: bearing}
}

// withPublicReason has notifications tell the reason that the author gave. Reasons of other
// kinds are for those who look the act up.
func (d declaration) withPublicReason() declaration {
	d.publicReason = true
	return d
}

// A concurrency says how an act combines with acts of others about the same thing, when
// either author had not seen the other's act (CAMP-ACT-5).
type concurrency int

const (
	altering  concurrency = iota // makes requests stale whose author had not seen it
	adding                       // adds to a thing, and is done whatever others did meanwhile
	unrelated                    // makes no other request stale
)

// kinds maps each kind to its declaration.
var kinds = func() map[Kind]declaration {
	all := map[Kind]declaration{}
	for _, d := range declarations {
		all[d.kind] = d
	}
	return all
}()

// Kinds returns all kinds of acts in alphabetical order.
func Kinds() []Kind {
	all := convert(declarations, func(d declaration) Kind { return d.kind })
	slices.Sort(all)
	return all
}

// declarationOf returns the declaration of a kind, or an Invalid error for an unknown one.
func declarationOf(kind Kind) (declaration, error) {
	d, ok := kinds[kind]
	if !ok {
		return d, refuse(Invalid, "kind", "unknown-kind", "", "kind", string(kind))
	}
	return d, nil
}

// DecodeBody decodes the body of an act of a kind. Unknown fields are an error.
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

// decodeError turns an error of encoding/json into an Invalid error that names the field.
func decodeError(kind string, err error) error {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		return refuse(Invalid, wrong.Field, "wrong-type", "", "kind", kind, "is", wrong.Value)
	}
	var when *time.ParseError
	if errors.As(err, &when) {
		return refuse(Invalid, "body", "not-a-time", "", "kind", kind, "is", when.Value)
	}
	// encoding/json has no error type for unknown fields, only this text.
	if name, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		return refuse(Invalid, strings.Trim(name, `"`), "unknown-field", "", "kind", kind)
	}
	return refuse(Invalid, "body", "not-a-body", "", "kind", kind, "reason", err.Error())
}

// A Body is the content of an act. Each kind has its own struct in this package, and a
// row in declarations.
type Body interface {
	// Kind returns the kind of act, for example "report".
	Kind() Kind
	// subject returns what the act is about.
	subject() Subject
	// apply checks the act against the state and then changes the state. It returns an
	// error before it has changed anything.
	apply(f *fold, a *Act) error
}

// A Subject is what an act is about. It decides where the chronicle lists the act, and
// which acts of others its author must have seen. A field is "" if the act is not about
// such a thing.
type Subject struct {
	Campaign, Battle, Roster, Member ID

	act      int64  // for a comment and a void: the act whose subject this one shares; else 0
	staleKey string // names what must not have changed since its author looked (CAMP-ACT-5), or neverStale
}

// neverStale is the staleKey of acts that are done whatever others did meanwhile.
const neverStale = "-"

func ofBattle(id ID) Subject   { return Subject{Battle: id, staleKey: id} }
func ofRoster(id ID) Subject   { return Subject{Roster: id, staleKey: id} }
func ofCampaign(id ID) Subject { return Subject{Campaign: id, staleKey: id} }
func ofMember(id ID) Subject   { return Subject{Member: id, staleKey: id} }

// SubjectOf returns what a body by itself is about. It does not follow a comment or a void
// to the act they refer to: State.Chronicle does.
func SubjectOf(body Body) Subject { return body.subject() }

// The optional interfaces of bodies. A body without ownedBy is refused to members who
// may not act for others.
type (
	// ownedBy reports whether an act touches only things of the member's own (CAMP-ROLE-2).
	// It returns true for a thing that does not exist, which the fold refuses by name.
	ownerChecker interface{ ownedBy(s *State, by ID) bool }
	// guard refuses an act to some members whose role allows it.
	guarder interface {
		guard(s *State, by *Member) error
	}
	// check refuses an act that may not be done now. It is not called when an act is folded.
	checker interface {
		check(s *State, by ID, now time.Time) error
	}
	// names calls check with every name in the body and the names that were there before.
	namer interface {
		names(s *State, check nameChecker)
	}
	// checkByGame has the campaign's game check a list, a sheet or settings. It is not called
	// when an act is folded, so that a new edition of a game leaves old histories valid.
	gameChecker interface {
		checkByGame(h *Service, s *State) error
	}
	// fill returns the body with the IDs and battle numbers that it left empty.
	filler interface{ fill(g idFiller) Body }
	// arranges returns the battles that the act arranges.
	arranger interface{ arranges() []ArrangedBattle }
	// settings returns a campaign and the settings that it has from the act on.
	settingsHolder interface {
		settings() (campaign ID, set Settings)
	}
	// dates notes in a calendar the date that the act proposes or sets for a battle.
	dater interface{ dates(c *calendar) }
	// opensRound returns a campaign and the round that is open in it from the act on.
	roundOpener interface {
		opensRound() (campaign ID, round int)
	}
	// statedSeat returns the seat for which the act says how a battle ended.
	seatStater interface{ statedSeat() rules.Seat }
	// images returns the hashes of the images that the body names, and the campaign whose
	// readers may see them; "" for none.
	imageHolder interface {
		images() (campaign ID, hashes []string)
	}
	// concerns reports whether a member is notified of the act although they do not play
	// the battle or the roster that it is about.
	concerner interface {
		concerns(s *State, m *Member, e Entry) bool
	}
)

// An ArrangedBattle is a battle as stated by the act that arranged it.
type ArrangedBattle struct {
	Battle, Campaign ID
	Number           int
	Table            string
	Seats            []ID // nil for the battle of a challenge, which names them
	At               time.Time
}

// ArrangedBattles returns the battles that a body arranges.
func ArrangedBattles(body Body) []ArrangedBattle {
	if b, ok := body.(arranger); ok {
		return b.arranges()
	}
	return nil
}

// OpenedRound returns a campaign and the round that a body opens in it; "" if it opens none.
func OpenedRound(body Body) (campaign ID, round int) {
	if b, ok := body.(roundOpener); ok {
		return b.opensRound()
	}
	return "", 0
}

// StatedSeat returns the seat for which a body says how a battle ended, or rules.Nobody.
func StatedSeat(body Body) rules.Seat {
	if b, ok := body.(seatStater); ok {
		return b.statedSeat()
	}
	return rules.Nobody
}

// HasPublicReason reports whether everybody who is notified of an act of a kind may read its reason.
func HasPublicReason(kind Kind) bool { return kinds[kind].publicReason }

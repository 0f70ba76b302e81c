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

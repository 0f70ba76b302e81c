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

	KindRoster  Kind = "roster"
	KindRevise  Kind = "revise"
	KindRetire  Kind = "retire"
	KindReturn  Kind = "return"
	KindSitOut  Kind = "sit-out"
	KindCompany Kind = "company"

	KindSchedule  Kind = "schedule"
	KindDraw      Kind = "draw"
	KindMove      Kind = "move"
	KindPropose   Kind = "propose"
	KindAgree     Kind = "agree"
	KindStand     Kind = "stand"
	KindChallenge Kind = "challenge"
	KindRespond   Kind = "respond"
	KindLapse     Kind = "lapse"

	KindOpen      Kind = "open"
	KindClock     Kind = "clock"
	KindLend      Kind = "lend"
	KindReport    Kind = "report"
	KindConfirm   Kind = "confirm"
	KindSilence   Kind = "silence"
	KindConcede   Kind = "concede"
	KindAftermath Kind = "aftermath"

	KindDispute Kind = "dispute"
	KindExhibit Kind = "exhibit"
	KindClaim   Kind = "claim"
	KindAnswer  Kind = "answer"
	KindRule    Kind = "rule"
	KindAppeal  Kind = "appeal"
	KindDismiss Kind = "dismiss"
	KindCorrect Kind = "correct"
	KindVoid    Kind = "void"

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
	act[FoundClub](Owner, untold, altering),
	act[EditClub](Owner, untold, altering),
	act[Join](Organiser, untold, adding),
	act[EditMember](Guest, untold, altering),
	act[Leave](Guest, untold, altering),
	act[Forget](Guest, untold, altering),

	// Campaigns
	act[NewCampaign](Organiser, untold, altering),
	act[EditCampaign](Organiser, untold, altering),
	act[SetRound](Arbiter, untold, altering),
	act[Bye](Arbiter, TopicBattles, altering),
	act[SetHonours](Organiser, untold, altering),
	act[Grant](Arbiter, TopicHonours, adding),
	act[Credit](Arbiter, TopicHonours, altering),
	act[EnterSheet](Organiser, untold, altering),

	// Maps
	act[DrawMap](Organiser, untold, altering),
	act[SetRegion](Arbiter, TopicHonours, altering),
	act[Garrison](Player, untold, altering),

	// Rosters
	act[NewRoster](Player, untold, altering),
	act[ReviseRoster](Player, untold, altering),
	act[RetireRoster](Player, TopicBattles, altering),
	act[ReturnRoster](Player, TopicBattles, altering),
	act[SitOut](Player, TopicBattles, altering),
	act[SetCompany](Player, untold, altering),

	// Arranging battles
	act[Schedule](Player, TopicBattles, altering),
	act[DrawRound](Arbiter, TopicBattles, altering),
	act[Reschedule](Player, TopicBattles, altering),
	act[ProposeDate](Player, TopicBattles, altering),
	act[AgreeDate](Player, TopicBattles, altering),
	act[NameStand](Player, TopicBattles, altering),
	act[RaiseDare](Player, TopicBattles, altering),
	act[AnswerDare](Player, TopicBattles, altering),
	act[CloseDare](Player, untold, altering),

	// Battles
	act[Open](Guest, TopicBattles, altering),
	act[SetClock](Guest, untold, aside),
	act[Lend](Guest, TopicBattles, aside),
	act[Report](Guest, TopicResults, altering),
	act[Confirm](Guest, TopicResults, altering),
	act[Silence](Player, TopicResults, altering),
	act[Concede](Player, TopicResults, altering),
	act[Aftermath](Guest, TopicResults, altering),

	// The arbiter's desk
	act[RaiseDispute](Guest, TopicDesk, altering),
	act[Exhibit](Guest, TopicDesk, adding),
	act[RaiseClaim](Player, TopicDesk, altering),
	act[AnswerClaim](Arbiter, TopicDesk, altering),
	act[Rule](Arbiter, TopicDesk, altering),
	act[Appeal](Player, TopicDesk, altering),
	act[Dismiss](Arbiter, TopicDesk, altering),
	act[Correct](Arbiter, TopicDesk, altering),
	act[Void](Arbiter, TopicDesk, altering),

	// Stories
	act[PostStory](Player, TopicStories, adding),
	act[Comment](Guest, TopicStories, altering),
}

// A declaration is the row of one kind of act.
type declaration struct {
	kind    Kind
	read    func(raw []byte) (Body, error) // reads a body strictly
	role    Role
	topic   Topic
	bearing bearing
}

func act[B Body](role Role, topic Topic, bearing bearing) declaration {
	var body B
	return declaration{body.Kind(), read[B], role, topic, bearing}
}

// A bearing is how an act goes together with others about the same thing that its
// author had not seen, or that were drafted by who had not seen it: CAMP-ACT-5.
type bearing int

const (
	altering bearing = iota // who has not seen it is shown it first
	adding                  // adds to a thing, and is done whatever else was
	aside                   // never stands in the way of another
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

// declared refuses a kind that no declaration knows.
func declared(kind Kind) (declaration, error) {
	d, ok := kinds[kind]
	if !ok {
		return d, refuse(Invalid, "kind", "unknown-kind", "", "kind", string(kind))
	}
	return d, nil
}

// DecodeBody reads the body of an act of a kind strictly.
func DecodeBody(kind Kind, raw []byte) (Body, error) {
	d, err := declared(kind)
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
		return nil, misread(string(body.Kind()), err)
	}
	if dec.More() {
		return nil, refuse(Invalid, "body", "not-a-body", "", "kind", string(body.Kind()), "reason", "more than one JSON value")
	}
	return body, nil
}

// misread names the field that a body could not be read for.
func misread(kind string, err error) error {
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

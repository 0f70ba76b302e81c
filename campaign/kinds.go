package campaign

import (
	"bytes"
	"encoding/json"
	"errors"
	"sort"
	"strings"
	"time"
)

// kinds lists every kind of act with the reader of its body.
var kinds = map[string]func(raw []byte) (Body, error){
	"found":     read[FoundClub],
	"club":      read[EditClub],
	"join":      read[Join],
	"member":    read[EditMember],
	"leave":     read[Leave],
	"forget":    read[Forget],
	"campaign":  read[NewCampaign],
	"settings":  read[EditCampaign],
	"round":     read[SetRound],
	"map":       read[DrawMap],
	"region":    read[SetRegion],
	"garrison":  read[Garrison],
	"roster":    read[NewRoster],
	"revise":    read[ReviseRoster],
	"retire":    read[RetireRoster],
	"bye":       read[Bye],
	"schedule":  read[Schedule],
	"draw":      read[DrawRound],
	"move":      read[Reschedule],
	"open":      read[Open],
	"report":    read[Report],
	"confirm":   read[Confirm],
	"dispute":   read[RaiseDispute],
	"rule":      read[Rule],
	"appeal":    read[Appeal],
	"aftermath": read[Aftermath],
	"grant":     read[Grant],
	"sheet":     read[EnterSheet],
	"story":     read[PostStory],
	"comment":   read[Comment],
	"void":      read[Void],
	"claim":     read[RaiseClaim],
	"answer":    read[AnswerClaim],
	"concede":   read[Concede],
	"propose":   read[ProposeDate],
	"agree":     read[AgreeDate],
	"stand":     read[NameStand],
	"credit":    read[Credit],
	"challenge": read[RaiseDare],
	"respond":   read[AnswerDare],
	"lapse":     read[CloseDare],
	"honours":   read[SetHonours],
	"correct":   read[Correct],
	"company":   read[SetCompany],
	"silence":   read[Silence],
	"clock":     read[SetClock],
	"lend":      read[Lend],
}

// Kinds returns the names of all kinds of acts in alphabetical order.
func Kinds() []string {
	names := make([]string, 0, len(kinds))
	for k := range kinds {
		names = append(names, k)
	}
	sort.Strings(names)
	return names
}

// DecodeBody reads the body of an act strictly, by its kind.
func DecodeBody(kind string, raw []byte) (Body, error) {
	reader, ok := kinds[kind]
	if !ok {
		return nil, refuse(Invalid, "kind", "unknown-kind", "", "kind", kind)
	}
	return reader(raw)
}

func read[T Body](raw []byte) (Body, error) {
	var body T
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&body); err != nil {
		return nil, misread(body.Kind(), err)
	}
	if dec.More() {
		return nil, refuse(Invalid, "body", "not-a-body", "", "kind", body.Kind(), "reason", "more than one JSON value")
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

package campaign

import (
	"bytes"
	"encoding/json"
	"errors"
	"sort"
	"strings"
	"time"
)

// A kind of act.
type kind struct {
	read    func(raw []byte) (Body, error) // reads a body strictly
	bearing bearing
}

// A bearing is how an act goes together with others about the same thing that its
// author had not seen, or that were drafted by who had not seen it: CAMP-ACT-5.
type bearing int

const (
	altering bearing = iota // who has not seen it is shown it first
	adding                  // adds to a thing, and is done whatever else was
	aside                   // never stands in the way of another
)

// kinds lists every kind of act.
var kinds = map[string]kind{
	"found":     {read: read[FoundClub]},
	"club":      {read: read[EditClub]},
	"join":      {read: read[Join], bearing: adding},
	"member":    {read: read[EditMember]},
	"leave":     {read: read[Leave]},
	"forget":    {read: read[Forget]},
	"campaign":  {read: read[NewCampaign]},
	"settings":  {read: read[EditCampaign]},
	"round":     {read: read[SetRound]},
	"map":       {read: read[DrawMap]},
	"region":    {read: read[SetRegion]},
	"garrison":  {read: read[Garrison]},
	"roster":    {read: read[NewRoster]},
	"revise":    {read: read[ReviseRoster]},
	"retire":    {read: read[RetireRoster]},
	"bye":       {read: read[Bye]},
	"schedule":  {read: read[Schedule]},
	"draw":      {read: read[DrawRound]},
	"move":      {read: read[Reschedule]},
	"open":      {read: read[Open]},
	"report":    {read: read[Report]},
	"confirm":   {read: read[Confirm]},
	"dispute":   {read: read[RaiseDispute]},
	"rule":      {read: read[Rule]},
	"exhibit":   {read: read[Exhibit], bearing: adding},
	"appeal":    {read: read[Appeal]},
	"dismiss":   {read: read[Dismiss]},
	"aftermath": {read: read[Aftermath]},
	"grant":     {read: read[Grant], bearing: adding},
	"sheet":     {read: read[EnterSheet]},
	"story":     {read: read[PostStory], bearing: adding},
	"comment":   {read: read[Comment]},
	"void":      {read: read[Void]},
	"claim":     {read: read[RaiseClaim]},
	"answer":    {read: read[AnswerClaim]},
	"concede":   {read: read[Concede]},
	"propose":   {read: read[ProposeDate]},
	"agree":     {read: read[AgreeDate]},
	"stand":     {read: read[NameStand]},
	"credit":    {read: read[Credit]},
	"challenge": {read: read[RaiseDare]},
	"respond":   {read: read[AnswerDare]},
	"lapse":     {read: read[CloseDare]},
	"honours":   {read: read[SetHonours]},
	"correct":   {read: read[Correct]},
	"company":   {read: read[SetCompany]},
	"silence":   {read: read[Silence]},
	"clock":     {read: read[SetClock], bearing: aside},
	"lend":      {read: read[Lend], bearing: aside},
	"sit-out":   {read: read[SitOut]},
	"return":    {read: read[ReturnRoster]},
}

// Kinds returns the names of all kinds of acts in alphabetical order.
func Kinds() []string {
	names := make([]string, 0, len(kinds))
	for name := range kinds {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// DecodeBody reads the body of an act strictly, by the name of its kind.
func DecodeBody(name string, raw []byte) (Body, error) {
	k, ok := kinds[name]
	if !ok {
		return nil, refuse(Invalid, "kind", "unknown-kind", "", "kind", name)
	}
	return k.read(raw)
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

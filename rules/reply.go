package rules

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// A Reply is what a seat answers to a Question: one of its options, or a value that the
// question takes besides them (see AskValue).
type Reply struct {
	Option int             // index of an option; of no meaning with a Value
	Value  json.RawMessage // a JSON object, list or text; nil: the option
}

// Options returns replies that are options, by their indexes.
func Options(indexes ...int) []Reply {
	replies := make([]Reply, len(indexes))
	for i, n := range indexes {
		replies[i].Option = n
	}
	return replies
}

// MarshalJSON writes the index of the option as a number, or the value as it is.
func (a Reply) MarshalJSON() ([]byte, error) {
	if a.Value != nil {
		return a.Value, nil
	}
	return strconv.AppendInt(nil, int64(a.Option), 10), nil
}

// UnmarshalJSON reads a whole number as an option; an object, a list or a text is a value.
func (a *Reply) UnmarshalJSON(raw []byte) error {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var tree any
	if err := dec.Decode(&tree); err != nil {
		return err
	}
	if f := a.DecodeJSON(tree, ""); f != nil {
		return f
	}
	if a.Value != nil { // as it was written, so that a record that is read back is the same
		var plain bytes.Buffer
		if err := json.Compact(&plain, raw); err != nil {
			return err
		}
		a.Value = plain.Bytes()
	}
	return nil
}

// DecodeJSON implements Decoder.
func (a *Reply) DecodeJSON(tree any, path string) *Fault {
	switch tree.(type) {
	case map[string]any, []any, string:
		raw, err := json.Marshal(tree)
		if err != nil {
			return Faultf(WrongType, path, "%v", err)
		}
		*a = Reply{Value: raw}
		return nil
	}
	n, ok := Integer(tree)
	if !ok {
		return Faultf(WrongType, path, "want the number of an option or a value")
	}
	*a = Reply{Option: int(n)}
	return nil
}

// A Chooser answers questions.
type Chooser func(*Question) (Reply, error)

// ChooseFirst is the Chooser that always takes the first option. Odds use it when they get
// none.
func ChooseFirst(*Question) (Reply, error) { return Reply{}, nil }

// ChooseRandom returns a Chooser that takes any option. Pick returns a number from 0 to n-1.
func ChooseRandom(pick func(n int) int) Chooser {
	return func(q *Question) (Reply, error) { return Reply{Option: pick(len(q.Options))}, nil }
}

// ChooseFrom returns a Chooser that answers with the given replies in order. When they run out
// its error is the question itself.
func ChooseFrom(replies []Reply) Chooser {
	next := 0
	return func(q *Question) (Reply, error) {
		if next == len(replies) {
			return Reply{}, q
		}
		next++
		return replies[next-1], nil
	}
}

// A Shape says of what kind the values are that a question takes besides its options, so that
// a page can let a person give one.
type Shape string

// The shapes of values. A battle whose questions take places is a ReplyPlacer.
const (
	ShapePoint   Shape = "point"   // a point of the table, for one model
	ShapeCell    Shape = "cell"    // a hex or a square
	ShapeStands  Shape = "stands"  // a unit that is moved and turned as one, or stand by stand
	ShapePath    Shape = "path"    // the corners of a path
	ShapeCommand Shape = "command" // a command of the game
	ShapeText    Shape = "text"    // the object {"text": …}
)

// An Offer is a value that a question proposes. Bots and odds choose among the offers only.
type Offer[T any] struct {
	Key   string // id of a unit, or key of the content's phrases
	Value T
	Spots []Spot // where it would be on the board
}

// A ValueQuestion is a question that takes values.
type ValueQuestion struct {
	Rule string // id of the rule that lets the seat choose
	Seat Seat
	Why  string // key of the content's phrases
	Of   Shape
	Unit string // the unit that the answer is about, or ""
}

// AskValue lets a seat answer with one of the offers, of which there is at least one, or with
// any other T that accept takes. A value is decoded by the tags of T (see Decode); accept
// returns a fault that names the rule for a value that is not allowed. The step records the
// value also of an offer. AskValue ends the command when the answer is missing or refused.
func AskValue[T any](t *Turn, q ValueQuestion, offers []Offer[T], accept func(T) *Fault) T {
	asked := &Question{Seat: q.Seat, Why: q.Why, Options: make([]string, len(offers)), Rule: q.Rule, Shape: q.Of, Unit: q.Unit}
	for i := range offers {
		o := &offers[i]
		asked.Options[i] = o.Key
		if o.Spots != nil && asked.Spots == nil {
			asked.Spots = make([][]Spot, len(offers))
		}
		if asked.Spots != nil {
			asked.Spots[i] = o.Spots
		}
	}
	at := At("choices", len(t.choices))
	a, err := t.choose(asked)
	if err != nil {
		panic(stop{err})
	}
	var v T
	var fault *Fault
	switch {
	case a.Value != nil:
		if err := Decode(a.Value, &v); err != nil {
			panic(stop{Within(at, err)})
		}
		fault = accept(v)
	case a.Option < 0 || a.Option >= len(offers):
		panic(stop{outOfOptions(at, a.Option, len(offers))})
	default:
		v = offers[a.Option].Value
	}
	if fault != nil {
		panic(stop{Within(at, fault)})
	}
	if !t.ForOdds() { // nobody reads the choices of a walk
		if a.Value, err = EncodeResult(v); err != nil {
			panic(stop{err})
		}
	}
	t.choices = append(t.choices, a)
	return v
}

// outOfOptions is the fault of an answer that is none of n options.
func outOfOptions(field string, option, n int) *Fault {
	return Faultf(OutOfRange, field, "is %d, not 0 to %d", option, n-1)
}

// A ReplyPlacer is a battle on a board that makes the value of an answer from where a person
// put a unit. Spots holds one place for each model or stand, or a single one for the unit as a
// whole, as a finger is able to point: ReplyAt may move it a little, to where the rules allow it. It
// returns the JSON of the value and where that would be, or a fault that says why there is no
// such answer.
type ReplyPlacer interface {
	ReplyAt(q *Question, spots []Spot) (value json.RawMessage, at []Spot, err *Fault)
}

package rules

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"

	"oriflamme/rules/dice"
)

// A Record is a whole battle: enough to play it again, check it and show it. As text it is
// JSON lines: the setup, then one line for each step.
type Record struct {
	Setup Setup
	Steps []Step
}

// EncodeCommand writes a command as JSON with its kind.
func EncodeCommand(c Command) (json.RawMessage, error) {
	return encodeAfter(fmt.Sprintf(`{"kind":%q`, c.Kind()), c)
}

// EncodeEvent writes an event as JSON with its kind and rule.
func EncodeEvent(e Event) (json.RawMessage, error) {
	return encodeAfter(fmt.Sprintf(`{"kind":%q,"rule":%q`, e.Kind(), e.Rule()), e)
}

// encodeAfter writes a struct as JSON with its members after those of head, an object without
// its closing brace.
func encodeAfter(head string, v any) (json.RawMessage, error) {
	body, err := EncodeResult(v)
	switch {
	case err != nil:
		return nil, err
	case bytes.Equal(body, []byte("{}")):
		return append(json.RawMessage(head), '}'), nil
	}
	return append(append(json.RawMessage(head), ','), body[1:]...), nil
}

// DecodeCommand reads a command strictly, by its kind. The error is a *Fault.
func (g *Game) DecodeCommand(raw []byte) (Command, error) {
	tree, kind, err := kindOf(raw)
	if err != nil {
		return nil, err
	}
	for _, zero := range g.Commands {
		if zero.Kind() == kind {
			v := reflect.New(reflect.TypeOf(zero))
			if err := DecodeTree(tree, "", v.Interface()); err != nil {
				return nil, err
			}
			return v.Elem().Interface().(Command), nil
		}
	}
	return nil, Faultf(OutOfRange, "kind", "no command %q in %s", kind, g.ID)
}

// kindOf parses a JSON object and takes the member "kind" out of it.
func kindOf(raw []byte) (tree map[string]any, kind string, err error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if err := dec.Decode(&tree); err != nil || tree == nil {
		return nil, "", Faultf(WrongType, "", "want a JSON object")
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, "", Faultf(WrongType, "", "more than one JSON value")
	}
	v, present := tree["kind"]
	if !present {
		return nil, "", Faultf(MissingField, "kind", "is required")
	}
	kind, ok := v.(string)
	if !ok {
		return nil, "", Faultf(WrongType, "kind", "want a text")
	}
	delete(tree, "kind")
	return tree, kind, nil
}

// DecodeEvent reads an event by its kind. The error is a *Fault.
func (g *Game) DecodeEvent(raw []byte) (Event, error) {
	var head struct {
		Kind string `json:"kind"`
	}
	if err := json.Unmarshal(raw, &head); err != nil {
		return nil, Faultf(WrongType, "", "event: %v", err)
	}
	for _, zero := range g.Events {
		if zero.Kind() == head.Kind {
			v := reflect.New(reflect.TypeOf(zero))
			if err := json.Unmarshal(raw, v.Interface()); err != nil {
				return nil, Faultf(WrongType, "", "event %s: %v", head.Kind, err)
			}
			return v.Elem().Interface().(Event), nil
		}
	}
	return nil, Faultf(OutOfRange, "kind", "no event %q in %s", head.Kind, g.ID)
}

// stepLine is a step as JSON.
type stepLine struct {
	Command json.RawMessage   `json:"command"`
	Dice    []dice.Die        `json:"dice"`
	Choices []Reply           `json:"choices"`
	Events  []json.RawMessage `json:"events"`
}

// EncodeStep writes a step as one line of JSON, without a newline.
func EncodeStep(s Step) ([]byte, error) {
	line := stepLine{Dice: s.Dice, Choices: s.Choices, Events: make([]json.RawMessage, len(s.Events))}
	var err error
	if line.Command, err = EncodeCommand(s.Command); err != nil {
		return nil, err
	}
	for i, e := range s.Events {
		if line.Events[i], err = EncodeEvent(e); err != nil {
			return nil, err
		}
	}
	return EncodeResult(line)
}

// DecodeStep reads a line written by EncodeStep.
func (g *Game) DecodeStep(raw []byte) (Step, error) {
	var line stepLine
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&line); err != nil {
		return Step{}, Faultf(WrongType, "", "step: %v", err)
	}
	c, err := g.DecodeCommand(line.Command)
	if err != nil {
		return Step{}, err
	}
	s := Step{Command: c, Dice: line.Dice, Choices: line.Choices}
	for _, raw := range line.Events {
		e, err := g.DecodeEvent(raw)
		if err != nil {
			return Step{}, err
		}
		s.Events = append(s.Events, e)
	}
	return s, nil
}

// WriteRecord writes a record as JSON lines.
func WriteRecord(w io.Writer, r Record) error {
	out := bufio.NewWriter(w)
	head, err := EncodeResult(r.Setup)
	if err != nil {
		return err
	}
	out.Write(append(head, '\n'))
	for _, s := range r.Steps {
		line, err := EncodeStep(s)
		if err != nil {
			return err
		}
		out.Write(append(line, '\n'))
	}
	return out.Flush()
}

// ReadRecord reads JSON lines written by WriteRecord. Find returns the game with an id, or nil.
// The error names the line, from 1.
func ReadRecord(r io.Reader, find func(id string) *Game) (*Game, Record, error) {
	in := bufio.NewReaderSize(r, 1<<16)
	var g *Game
	var rec Record
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return nil, rec, err
		}
		if len(bytes.TrimSpace(line)) > 0 {
			if g == nil {
				if e := Decode(line, &rec.Setup); e != nil {
					return nil, rec, fmt.Errorf("line %d: %w", n, e)
				}
				if g = find(rec.Setup.Game); g == nil || g.Begin == nil {
					return nil, rec, fmt.Errorf("line %d: %w", n, Faultf(UnknownGame, "game", "no battles of %q here", rec.Setup.Game))
				}
			} else {
				s, e := g.DecodeStep(line)
				if e != nil {
					return nil, rec, fmt.Errorf("line %d: %w", n, e)
				}
				rec.Steps = append(rec.Steps, s)
			}
		}
		if err == io.EOF {
			break
		}
	}
	if g == nil {
		return nil, rec, errors.New("the record is empty")
	}
	return g, rec, nil
}

// Replay plays a record again with its own dice and choices, compares every event, and
// returns the battle after the last step. The error names the first step, from 1, that differs
// or fails.
func Replay(g *Game, r Record) (Battle, error) {
	b, err := g.Begin(r.Setup)
	if err != nil {
		return nil, err
	}
	for i, s := range r.Steps {
		after, again, err := Play(b, s.Command, dice.NewTape(Faces(s.Dice)...), ChooseFrom(s.Choices))
		if err != nil {
			return nil, fmt.Errorf("step %d: %w", i+1, err)
		}
		want, err1 := EncodeStep(s)
		got, err2 := EncodeStep(again)
		if err := errors.Join(err1, err2); err != nil {
			return nil, fmt.Errorf("step %d: %w", i+1, err)
		}
		if !bytes.Equal(got, want) {
			return nil, fmt.Errorf("step %d differs:\nrecorded %s\nreplayed %s", i+1, want, got)
		}
		b = after
	}
	return b, nil
}

// Faces returns the values of dice.
func Faces(thrown []dice.Die) []int {
	faces := make([]int, len(thrown))
	for i, d := range thrown {
		faces[i] = d.Value
	}
	return faces
}

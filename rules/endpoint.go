package rules

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"sort"
	"strings"

	"oriflamme/rules/dice"
)

// An Endpoint answers requests for rulings of its games, each a JSON object. It is the
// protocol of "resolve --jsonl", "odds --jsonl", the JSON API and the examples of the
// reference.
type Endpoint struct {
	Games       []*Game
	MaxOutcomes int // outcomes that a walk for odds may visit; 0 is odds.Limit
}

// Answer is the reply to one request. Exactly one of Result, Odds and Error is set.
type Answer struct {
	ID        any             `json:"id"`
	Game      string          `json:"game,omitempty"`
	Procedure string          `json:"procedure,omitempty"`
	Result    json.RawMessage `json:"result,omitempty"`
	Dice      []dice.Die      `json:"dice,omitempty"`
	Rules     []string        `json:"rules,omitempty"`
	Odds      *Distribution   `json:"-"`
	Error     *Fault          `json:"error,omitempty"`
}

// MarshalJSON writes the fields that the contract requires for a result, odds or an error.
func (a Answer) MarshalJSON() ([]byte, error) {
	switch {
	case a.Error != nil:
		return json.Marshal(struct {
			ID    any    `json:"id"`
			Error *Fault `json:"error"`
		}{a.ID, a.Error})
	case a.Odds != nil:
		id, err := json.Marshal(a.ID)
		if err != nil {
			return nil, err
		}
		rest, err := a.Odds.MarshalJSON()
		return append([]byte(`{"id":`+string(id)+`,`), rest[1:]...), err
	}
	thrown := a.Dice
	if thrown == nil {
		thrown = []dice.Die{}
	}
	return json.Marshal(struct {
		ID        any             `json:"id"`
		Game      string          `json:"game"`
		Procedure string          `json:"procedure"`
		Result    json.RawMessage `json:"result"`
		Dice      []dice.Die      `json:"dice"`
		Rules     []string        `json:"rules"`
	}{a.ID, a.Game, a.Procedure, a.Result, thrown, a.Rules})
}

// request is a parsed request line; its input is not decoded yet.
type request struct {
	id     any
	game   *Game
	ruling *Ruling
	input  any
	obj    map[string]any
}

// Resolve answers a request for the result of a ruling, with the dice or the seed it brings.
func (e Endpoint) Resolve(line []byte) Answer {
	q, fault := e.parse(line, true)
	a := Answer{ID: q.id, Error: fault}
	if fault != nil {
		return a
	}
	a.Game, a.Procedure, a.Rules = q.game.ID, q.ruling.Name, q.ruling.Rules
	src, tape, late := q.source()
	result, thrown, err := q.ruling.Resolve(q.input, src)
	if err == nil && tape != nil && (tape.Left() > 0 || late.firstWrong >= 0) {
		err = Faultf(TooManyDice, "dice", "%d dice are left over", max(1, tape.Left()))
	}
	if err != nil {
		a.Error = late.fault(err, q)
		return a
	}
	a.Dice = thrown
	if a.Result, err = EncodeResult(result); err != nil {
		a.Error = Faultf(WrongType, "", "result: %v", err)
	}
	return a
}

// Distribution answers a request for the odds of a ruling.
func (e Endpoint) Distribution(line []byte) Answer {
	q, fault := e.parse(line, false)
	a := Answer{ID: q.id, Error: fault}
	if fault != nil {
		return a
	}
	if len(q.ruling.Odds) == 0 {
		a.Error = Faultf(UnknownProcedure, "procedure", "%s has no odds", q.ruling.Name)
		return a
	}
	dist, err := q.ruling.DistributionWithin(q.input, e.MaxOutcomes)
	if err != nil {
		a.Error = asFault(err)
		return a
	}
	a.Odds = &dist
	return a
}

// asFault returns the Fault in an error, or wraps the error in one.
func asFault(err error) *Fault {
	var f *Fault
	if errors.As(err, &f) {
		return f
	}
	return Faultf(OutOfRange, "", "%v", err)
}

var requestFields = []Field{{Name: "id"}, {Name: "game"}, {Name: "procedure"}, {Name: "input"}, {Name: "dice"}, {Name: "seed"}}

// parse reads a request line and checks everything but its input; withDice also checks the
// members for dice. The request is filled as far as it was read, for the id of the answer.
func (e Endpoint) parse(line []byte, withDice bool) (request, *Fault) {
	var q request
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.UseNumber()
	var tree any
	if err := dec.Decode(&tree); err != nil {
		return q, Faultf(WrongType, "", "not JSON: %v", err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return q, Faultf(WrongType, "", "more than one JSON value on the line")
	}
	obj, ok := tree.(map[string]any)
	if !ok {
		return q, Faultf(WrongType, "", "want an object")
	}
	q.obj, q.id = obj, obj["id"]
	if _, present := obj["id"]; !present {
		return q, Faultf(MissingField, "id", "is required")
	}
	if _, ok := q.id.(string); !ok {
		return q, Faultf(WrongType, "id", "want a text")
	}
	if f := checkUnknown(obj, "", requestFields); f != nil {
		return q, f
	}
	for _, name := range []string{"game", "procedure", "input"} {
		if _, present := obj[name]; !present {
			return q, Faultf(MissingField, name, "is required")
		}
	}
	game, ok := obj["game"].(string)
	if !ok {
		return q, Faultf(WrongType, "game", "want a text")
	}
	procedure, ok := obj["procedure"].(string)
	if !ok {
		return q, Faultf(WrongType, "procedure", "want a text")
	}
	if q.input, ok = obj["input"].(map[string]any); !ok {
		return q, Faultf(WrongType, "input", "want an object")
	}
	for _, g := range e.Games {
		if g.ID == game {
			q.game = g
		}
	}
	if q.game == nil {
		return q, Faultf(UnknownGame, "game", "no game %q here", game)
	}
	if q.ruling = q.game.Ruling(procedure); q.ruling == nil {
		return q, Faultf(UnknownProcedure, "procedure", "%s has no procedure %q", game, procedure)
	}
	if withDice {
		return q, q.checkDice()
	}
	return q, nil
}

// checkDice checks the types of "dice" and "seed". It checks single dice only for games whose
// contract wants that before the input is read (Game.DiceFirst).
func (q *request) checkDice() *Fault {
	if v, present := q.obj["dice"]; present {
		list, ok := v.([]any)
		if !ok {
			return Faultf(WrongType, "dice", "want a list")
		}
		for i, die := range list {
			if _, ok := Integer(die); !ok && q.game.DiceFirst {
				return Faultf(WrongType, At("dice", i), "want an integer")
			}
		}
	}
	if v, present := q.obj["seed"]; present {
		num, ok := v.(json.Number)
		if !ok || strings.ContainsAny(string(num), ".eE") {
			return Faultf(WrongType, "seed", "want an integer")
		}
		n, _ := new(big.Int).SetString(string(num), 10)
		if n.Sign() < 0 || n.BitLen() > 64 {
			return Faultf(OutOfRange, "seed", "is not from 0 to 2^64-1")
		}
		if _, both := q.obj["dice"]; both && q.game.OneSource {
			return Faultf(UnknownField, "seed", "goes without dice only")
		}
	}
	return nil
}

// badDice records what is wrong with the dice of a request, which matters only when the
// ruling comes to use them.
type badDice struct {
	missing    bool // neither dice nor seed
	firstWrong int  // index of the first die that is not an integer, or -1
}

// source returns the source of the request's dice: a tape, or seeded dice without a tape.
func (q *request) source() (dice.Source, *dice.Tape, *badDice) {
	late := &badDice{firstWrong: -1}
	list, taped := q.obj["dice"].([]any)
	if !taped {
		if seed, present := q.obj["seed"]; present {
			return dice.Seeded(fmt.Sprint(seed)), nil, late
		}
		late.missing = true
	}
	var faces []int
	for i, die := range list {
		n, ok := Integer(die)
		if !ok {
			late.firstWrong = i
			break
		}
		faces = append(faces, int(n))
	}
	tape := dice.NewTape(faces...)
	return tape, tape, late
}

// fault turns an error of Ruling.Resolve into the fault that the contract requires.
func (d *badDice) fault(err error, q request) *Fault {
	var need *dice.MissingError
	var bad *dice.FaceError
	switch {
	case errors.As(err, &need):
		if d.missing {
			return Faultf(MissingField, "dice", "%v", need)
		}
		if d.firstWrong >= 0 {
			return Faultf(WrongType, At("dice", d.firstWrong), "want an integer")
		}
		return Faultf(NotEnoughDice, "dice", "%v", need)
	case errors.As(err, &bad):
		return Faultf(BadDie, At("dice", bad.Index), "%v", bad)
	}
	return asFault(err)
}

// Serve writes one answer to w for each JSON line of r, in order; it skips blank lines. It
// fails only when reading or writing fails.
func (e Endpoint) Serve(r io.Reader, w io.Writer, answer func(line []byte) Answer) error {
	return ServeLines(r, w, func(line []byte) any { return answer(line) })
}

// ServeLines writes one line of JSON for each line of r that is not blank, in order. It fails
// only when reading or writing fails, or when an answer cannot be encoded.
func ServeLines(r io.Reader, w io.Writer, answer func(line []byte) any) error {
	in := bufio.NewReaderSize(r, 1<<16)
	for {
		line, err := in.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			out, encErr := json.Marshal(answer(line))
			if encErr != nil {
				return encErr
			}
			if _, err := w.Write(append(out, '\n')); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// Procedures returns the names of the rulings of a game in alphabetical order.
func (g *Game) Procedures() []string {
	var names []string
	for _, r := range g.Rulings {
		names = append(names, r.Name)
	}
	sort.Strings(names)
	return names
}

// Ruling returns the ruling with a name, or nil.
func (g *Game) Ruling(name string) *Ruling {
	for i := range g.Rulings {
		if g.Rulings[i].Name == name {
			return &g.Rulings[i]
		}
	}
	return nil
}

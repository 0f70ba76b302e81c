package html

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"oriflamme/content/reference/build"
	"oriflamme/content/reference/parse"
	"oriflamme/rules"
)

// An Example is the YAML of a fenced block named example: a situation that the
// engine plays while the site is made. Exactly one of Expect, Error and Odds says
// what must come of it.
type Example struct {
	Title     string   `yaml:"title"`
	Text      string   `yaml:"text"` // the situation in words, optional
	Rule      []string `yaml:"rule"` // the rules it shows
	Procedure string   `yaml:"procedure"`
	Input     Fields   `yaml:"input"` // as the contract of the game wants it
	Dice      []int    `yaml:"dice"`
	// Expect holds fields of the result; fields that are left out may be anything.
	Expect Fields `yaml:"expect"`
	// Error holds the refusal: its code, and the field and rule if they are given.
	Error *Error `yaml:"error"`
	// Odds holds exact chances by field and value, written as fractions.
	Odds map[string]map[string]string `yaml:"odds"`
}

// An Error is the refusal that a block expects.
type Error struct {
	Code  string `yaml:"code"`
	Field string `yaml:"field"`
	Rule  string `yaml:"rule"`
}

// Fields are names and values, in the order in which they are written.
type Fields struct {
	Map  map[string]any
	node *yaml.Node
}

// UnmarshalYAML reads the fields and keeps their order.
func (f *Fields) UnmarshalYAML(n *yaml.Node) error {
	f.node = n
	f.Map = map[string]any{}
	return n.Decode(&f.Map)
}

// A Runner plays blocks. It plays equal requests only once.
type Runner struct {
	endpoint rules.Endpoint
	games    map[string]*rules.Game
	cache    sync.Map // request -> func() rules.Answer
}

func NewRunner(games []*rules.Game) *Runner {
	s := &Runner{endpoint: rules.Endpoint{Games: games}, games: map[string]*rules.Game{}}
	for _, g := range games {
		s.games[g.ID] = g
	}
	return s
}

func (s *Runner) cached(kind string, request map[string]any, play func([]byte) rules.Answer) (rules.Answer, error) {
	line, err := json.Marshal(request)
	if err != nil {
		return rules.Answer{}, err
	}
	once, _ := s.cache.LoadOrStore(kind+string(line), sync.OnceValue(func() rules.Answer { return play(line) }))
	return once.(func() rules.Answer)(), nil
}

// resolve plays a procedure with dice.
func (s *Runner) resolve(game, procedure string, input map[string]any, dice []int) (rules.Answer, error) {
	if dice == nil {
		dice = []int{}
	}
	return s.cached("resolve", map[string]any{"id": "", "game": game, "procedure": procedure, "input": orEmpty(input), "dice": dice}, s.endpoint.Resolve)
}

// odds asks for the exact chances of a procedure.
func (s *Runner) odds(game, procedure string, input map[string]any) (rules.Answer, error) {
	return s.cached("odds", map[string]any{"id": "", "game": game, "procedure": procedure, "input": orEmpty(input)}, s.endpoint.Distribution)
}

func orEmpty(m map[string]any) map[string]any {
	if m == nil {
		return map[string]any{}
	}
	return m
}

// run plays a block and returns what the page shows of it.
func (s *Runner) run(p *build.Page, f *parse.Fence) (string, *parse.BlockError) {
	switch f.Name {
	case "table":
		var t Table
		if fault := parse.DecodeBlock(f.YAML, &t); fault != nil {
			return "", fault
		}
		return s.runTable(p, &t)
	case "erratum":
		if f.Erratum == nil {
			return "", nil // told when it was read
		}
		return erratumBlock(p, f.Erratum)
	case "diagram":
		var d Diagram
		if fault := parse.DecodeBlock(f.YAML, &d); fault != nil {
			return "", fault
		}
		return s.runDiagram(p, f, &d)
	}
	var e Example
	if fault := parse.DecodeBlock(f.YAML, &e); fault != nil {
		return "", fault
	}
	return s.runExample(p, &e)
}

func (s *Runner) runExample(p *build.Page, e *Example) (string, *parse.BlockError) {
	name := "example " + strconv.Quote(e.Title)
	if given := countTrue(e.Expect.node != nil, e.Error != nil, e.Odds != nil); given != 1 {
		return "", parse.BlockErrorf("%s: wants one of expect, error and odds, has %d", name, given)
	}
	for _, id := range e.Rule {
		if _, ok := p.Book.Find(id); !ok {
			return "", parse.BlockErrorf("%s: rule %s is nowhere in %s", name, id, p.Game)
		}
	}
	play := func() (rules.Answer, error) { return s.resolve(p.Game, e.Procedure, e.Input.Map, e.Dice) }
	if e.Odds != nil {
		play = func() (rules.Answer, error) { return s.odds(p.Game, e.Procedure, e.Input.Map) }
	}
	a, err := play()
	if err != nil {
		return "", parse.BlockErrorf("%s: %v", name, err)
	}
	diffs := e.compare(a)
	if len(diffs) > 0 {
		return "", parse.BlockErrorf("%s: %s", name, strings.Join(diffs, "; "))
	}
	return e.exampleHTML(p, a, s.games[p.Game].Version), nil
}

func countTrue(conditions ...bool) int {
	n := 0
	for _, c := range conditions {
		if c {
			n++
		}
	}
	return n
}

// compare returns how an answer differs from what the example says.
func (e *Example) compare(a rules.Answer) []string {
	if e.Error != nil {
		return e.compareError(a.Error)
	}
	if a.Error != nil {
		return []string{"got error " + a.Error.Error()}
	}
	var diffs []string
	if e.Odds != nil {
		for _, field := range slices.Sorted(maps.Keys(e.Odds)) {
			for _, value := range slices.Sorted(maps.Keys(e.Odds[field])) {
				diffs = append(diffs, compareOdds(a.Odds, field, value, e.Odds[field][value])...)
			}
		}
		return diffs
	}
	got, err := decodeNumbers(a.Result)
	if err != nil {
		return []string{err.Error()}
	}
	want, err := json.Marshal(e.Expect.Map)
	if err != nil {
		return []string{err.Error()}
	}
	wanted, err := decodeNumbers(want)
	if err != nil {
		return []string{err.Error()}
	}
	return diffSubset("", wanted, got)
}

func (e *Example) compareError(got *rules.Fault) []string {
	if got == nil {
		return []string{"got a result, want error " + e.Error.Code}
	}
	var diffs []string
	for _, f := range [][3]string{{"code", e.Error.Code, string(got.Code)}, {"field", e.Error.Field, got.Field}, {"rule", e.Error.Rule, got.Rule}} {
		if f[1] != "" && f[1] != f[2] {
			diffs = append(diffs, fmt.Sprintf("error %s: got %q, want %q", f[0], f[2], f[1]))
		}
	}
	return diffs
}

func compareOdds(d *rules.Distribution, field, value, want string) []string {
	at := "odds of " + field + " " + value
	dist, ok := d.Odds[field]
	if !ok {
		return []string{at + ": no such field, there are " + strings.Join(d.Fields, ", ")}
	}
	w, ok := new(big.Rat).SetString(want)
	if !ok {
		return []string{at + ": " + want + " is no fraction"}
	}
	got := dist[value]
	if got == nil {
		got = new(big.Rat)
	}
	if got.Cmp(w) != 0 {
		return []string{at + ": got " + got.RatString() + ", want " + want}
	}
	return nil
}

func decodeNumbers(raw []byte) (any, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	err := dec.Decode(&v)
	return v, err
}

// diffSubset compares the wanted value with the actual one, which may have more fields.
func diffSubset(path string, want, got any) []string {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			return []string{diffLine(path, want, got)}
		}
		var diffs []string
		for _, k := range slices.Sorted(maps.Keys(w)) {
			v, there := g[k]
			if !there {
				diffs = append(diffs, rules.Join(path, k)+": is no field of the result")
				continue
			}
			diffs = append(diffs, diffSubset(rules.Join(path, k), w[k], v)...)
		}
		return diffs
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(w) {
			return []string{diffLine(path, want, got)}
		}
		var diffs []string
		for i := range w {
			diffs = append(diffs, diffSubset(rules.At(path, i), w[i], g[i])...)
		}
		return diffs
	case json.Number:
		g, ok := got.(json.Number)
		a, okA := new(big.Rat).SetString(string(w))
		b, okB := new(big.Rat).SetString(string(g))
		if ok && okA && okB && a.Cmp(b) == 0 {
			return nil
		}
		return []string{diffLine(path, want, got)}
	}
	if want != got {
		return []string{diffLine(path, want, got)}
	}
	return nil
}

func diffLine(path string, want, got any) string {
	g, _ := json.Marshal(got)
	w, _ := json.Marshal(want)
	return fmt.Sprintf("%s: got %s, want %s", path, g, w)
}

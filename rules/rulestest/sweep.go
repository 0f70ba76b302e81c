package rulestest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"oriflamme/rules"
)

// A Row is one row of an input table of a contract.
type Row struct {
	Procedure string
	Path      string // such as "a.list[].name": the names of the fields that lead to it
	Kind      string // this and the next two are columns of the table, as the contract writes them
	Values    string
	Absent    string
	Meaning   string
	Fits      func(input map[string]any) bool // reports whether the row applies to an input; nil: to all
}

// Tables are the input tables of the contract of one game.
type Tables struct {
	Game  *rules.Game
	Rows  func(t *testing.T, contract string) []Row
	Break func(*Field) // breaks one field in every way that its row allows

	ExtraInputs   map[string][]string                                                          // further valid inputs, by procedure
	Vary          func(procedure string, input map[string]any, add func(input map[string]any)) // derives more inputs from one of the vectors; may be nil
	RangeMessages *regexp.Regexp                                                               // matches messages that call a value out of range
	Inputs        int                                                                          // the number of inputs that each row is tried on; 0 for all

	MinRows, MinTried int // the test fails with fewer rows or tries
}

// Sweep breaks every field of every input table of a contract in every way that its row
// describes. Each fault must have the code and the path of the contract. The valid inputs are
// those of the vectors. Sweep skips the test when the contract is absent.
func Sweep(t *testing.T, tables Tables) {
	t.Helper()
	Slow(t)
	text, err := os.ReadFile("../../../../shared/contract/" + tables.Game.ID + ".md")
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("no contract here")
	}
	Must(t, err)
	inputs := tables.inputs(t)
	rows, tried := tables.Rows(t, string(text)), 0
	for _, r := range rows {
		parent, name := "", r.Path
		if i := strings.LastIndex(r.Path, "."); i >= 0 {
			parent, name = r.Path[:i], r.Path[i+1:]
		}
		found := 0
		for _, input := range inputs[r.Procedure] {
			whole := Tree(t, input)
			if FindObject(whole, parent) == nil || r.Fits != nil && !r.Fits(whole.(map[string]any)) {
				continue
			}
			found++
			f := &Field{Row: r, Name: name, t: t, tables: &tables, input: input, parent: parent}
			tables.Break(f)
			tried += f.tried
			if found == tables.Inputs {
				break
			}
		}
		if found == 0 {
			t.Errorf("%s: no input with %s", r.Procedure, parent)
		}
	}
	if len(rows) == 0 || tried == 0 || len(rows) < tables.MinRows || tried < tables.MinTried {
		t.Errorf("%d broken inputs for %d rows: too few", tried, len(rows))
	}
	t.Logf("%d rows, %d broken inputs", len(rows), tried)
}

// inputs returns valid inputs by procedure.
func (tables *Tables) inputs(t *testing.T) map[string][]string {
	t.Helper()
	text, err := os.ReadFile("../../../../shared/contract/vectors/" + tables.Game.ID + ".json")
	Must(t, err)
	var vectors []vector
	Must(t, json.Unmarshal(text, &vectors))
	inputs := map[string][]string{}
	add := func(procedure, input string) {
		if tables.fault(t, procedure, input) == nil {
			inputs[procedure] = append(inputs[procedure], input)
		}
	}
	for _, v := range vectors {
		add(v.Procedure, string(v.Input))
		if input, ok := Tree(t, string(v.Input)).(map[string]any); ok && tables.Vary != nil {
			tables.Vary(v.Procedure, input, func(more map[string]any) { add(v.Procedure, encoded(t, more)) })
		}
	}
	for procedure, list := range tables.ExtraInputs {
		for _, input := range list {
			if f := tables.fault(t, procedure, input); f != nil {
				t.Fatalf("%s: %v", procedure, f)
			}
			inputs[procedure] = append(inputs[procedure], input)
		}
	}
	return inputs
}

func (tables *Tables) fault(t *testing.T, procedure, input string) *rules.Fault {
	_, err := tables.Game.Ruling(procedure).Read(Tree(t, input))
	var f *rules.Fault
	errors.As(err, &f)
	return f
}

// Span reads the bounds of a range in a row; the range is a single number when high is "".
func Span(low, high string) (lo, hi int) {
	lo, _ = strconv.Atoi(low)
	hi, _ = strconv.Atoi(cmp.Or(high, low))
	return lo, hi
}

// FirstGroups returns the first group of every match of a pattern.
func FirstGroups(pattern *regexp.Regexp, text string) (groups []string) {
	for _, m := range pattern.FindAllStringSubmatch(text, -1) {
		groups = append(groups, m[1])
	}
	return groups
}

// Tree parses JSON as rules.Endpoint does, with numbers as json.Number.
func Tree(t testing.TB, text string) any {
	t.Helper()
	v, err := parseTree([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// parseTree is Tree without a test that it fails.
func parseTree(raw []byte) (v any, err error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	err = dec.Decode(&v)
	return v, err
}

func encoded(t testing.TB, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	Must(t, err)
	return string(text)
}

// FindObject returns the object at a path such as "a.list[]", where "[]" is the first member of
// a list, or nil when there is none.
func FindObject(v any, path string) map[string]any {
	for step := range strings.SplitSeq(path, ".") {
		if step == "" {
			break
		}
		obj, ok := v.(map[string]any)
		if !ok {
			return nil
		}
		v = obj[strings.TrimSuffix(step, "[]")]
		if strings.HasSuffix(step, "[]") {
			list, _ := v.([]any)
			if len(list) == 0 {
				return nil
			}
			v = list[0]
		}
	}
	obj, _ := v.(map[string]any)
	return obj
}

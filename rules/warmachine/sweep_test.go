package warmachine_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/warmachine"
)

// A row of an input table of the contract.
type row struct{ procedure, path, kind, absent string }

var (
	section  = regexp.MustCompile("(?m)^### 2\\.\\d+ `([^`]+)`$")
	tableRow = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| (.+?) \\| (.+?) \\| .* \\|$")
	spanOf   = regexp.MustCompile(`^(integer|inches|degrees) (-?[0-9.]+)\.\.(-?[0-9.]+)`)
	listOf   = regexp.MustCompile(`^list of (\d+)(?:\.\.(\d+))?: (.*)$`)
	outside  = regexp.MustCompile(`not [-0-9.]+ to |none of|no field allowance`)
	ticked   = regexp.MustCompile("`([^`]+)`")
)

func contractRows(t *testing.T) []row {
	text, err := os.ReadFile("../../../shared/contract/warmachine.md")
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("no contract here")
	}
	if err != nil {
		t.Fatal(err)
	}
	var rows []row
	parts := section.FindAllStringSubmatchIndex(string(text), -1)
	for i, at := range parts {
		end := len(text)
		if i+1 < len(parts) {
			end = parts[i+1][0]
		}
		_, body, _ := strings.Cut(string(text[at[1]:end]), "**Input**")
		body, _, _ = strings.Cut(body, "**Ruling**")
		for _, m := range tableRow.FindAllStringSubmatch(body, -1) {
			rows = append(rows, row{string(text[at[2]:at[3]]), m[1], m[2], m[3]})
		}
	}
	return rows
}

// contractInputs returns inputs without fault by procedure.
func contractInputs(t *testing.T) map[string][]string {
	text, err := os.ReadFile("../../../shared/contract/vectors/warmachine.json")
	if err != nil {
		t.Skip(err)
	}
	var vectors []struct {
		Procedure string          `json:"procedure"`
		Input     json.RawMessage `json:"input"`
	}
	if err := json.Unmarshal(text, &vectors); err != nil {
		t.Fatal(err)
	}
	inputs := map[string][]string{}
	for _, v := range vectors {
		if faultOf(t, v.Procedure, string(v.Input)) == nil {
			inputs[v.Procedure] = append(inputs[v.Procedure], string(v.Input))
		}
	}
	return inputs
}

func faultOf(t *testing.T, procedure, input string) *rules.Fault {
	_, err := warmachine.Game.Ruling(procedure).Read(tree(t, input))
	var f *rules.Fault
	errors.As(err, &f)
	return f
}

// TestInputTables breaks every field of every input table of the contract in
// every way that its row tells, and wants the code and path of the contract.
func TestInputTables(t *testing.T) {
	inputs := contractInputs(t)
	rows, tried := contractRows(t), 0
	for _, r := range rows {
		parent, name := "", r.path
		if i := strings.LastIndex(r.path, "."); i >= 0 {
			parent, name = r.path[:i], r.path[i+1:]
		}
		found := 0
		for _, text := range inputs[r.procedure] {
			if found == 6 || holder(tree(t, text), parent) == nil {
				continue
			}
			found++
			s := sweep{t: t, row: r, text: text, parent: parent, name: name}
			s.breakField()
			tried += s.tried
		}
		if found == 0 {
			t.Errorf("%s: no input with %s", r.procedure, parent)
		}
	}
	if len(rows) != 412 || tried < 15*len(rows) {
		t.Errorf("%d broken inputs for %d rows: too few", tried, len(rows))
	}
	t.Logf("%d rows, %d broken inputs", len(rows), tried)
}

// holder finds the object that a path such as "a.list[]" leads to.
func holder(v any, path string) map[string]any {
	for _, step := range strings.Split(path, ".") {
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

// sweep breaks one field of one input.
type sweep struct {
	t                  *testing.T
	row                row
	text, parent, name string
	tried              int
}

// at is the path of a field beside the one that is broken.
func (s *sweep) at(name string) string {
	return rules.Join(strings.ReplaceAll(s.parent, "[]", "[0]"), name)
}

func (s *sweep) with(change func(obj map[string]any)) string {
	v := tree(s.t, s.text)
	change(holder(v, s.parent))
	changed, err := json.Marshal(v)
	if err != nil {
		s.t.Fatal(err)
	}
	return string(changed)
}

func (s *sweep) put(v any) string { return s.with(func(obj map[string]any) { obj[s.name] = v }) }

func (s *sweep) want(how string, code rules.Code, field, input string) {
	s.tried++
	if f := faultOf(s.t, s.row.procedure, input); f == nil || f.Code != code || f.Field != field {
		s.t.Errorf("%s: %s %s: got %v, want %s on %s", s.row.procedure, s.at(s.name), how, f, code, field)
	}
}

// fine wants no fault of the field's own type and range.
func (s *sweep) fine(v any) {
	s.tried++
	f := faultOf(s.t, s.row.procedure, s.put(v))
	if f != nil && f.Field == s.at(s.name) && (f.Code == rules.WrongType || f.Code == rules.OutOfRange && outside.MatchString(f.Message)) {
		s.t.Errorf("%s: %s = %v: got %v", s.row.procedure, s.at(s.name), v, f)
	}
}

func (s *sweep) breakField() {
	kind, at := s.row.kind, s.at(s.name)
	s.want("unknown", rules.UnknownField, s.at(s.name+"z"), s.with(func(obj map[string]any) { obj[s.name+"z"] = 1 }))
	s.want("null", rules.WrongType, at, s.put(nil))
	s.leaveOut()
	switch {
	case strings.HasPrefix(kind, "list"):
		s.breakList()
	case strings.HasPrefix(kind, "point"):
		s.breakPoint()
	case kind == "object":
		s.want("type", rules.WrongType, at, s.put([]any{}))
	case kind == "boolean":
		s.want("type", rules.WrongType, at, s.put("true"))
		s.want("number", rules.WrongType, at, s.put(1))
		s.fine(true)
		s.fine(false)
	case kind == "string":
		s.want("type", rules.WrongType, at, s.put(1))
		s.want("empty", rules.OutOfRange, at, s.put(""))
		s.want("too long", rules.OutOfRange, at, s.put(strings.Repeat("é", 81)))
		s.fine(strings.Repeat("é", 80))
	case strings.HasPrefix(kind, "one of"):
		s.want("type", rules.WrongType, at, s.put(1))
		s.want("other word", rules.OutOfRange, at, s.put("zz"))
		s.want("empty", rules.OutOfRange, at, s.put(""))
		for _, word := range ticked.FindAllStringSubmatch(kind, -1) {
			s.fine(word[1])
		}
	default:
		s.breakNumber()
	}
}

// leaveOut wants a fault where a field is required, and elsewhere the same answer
// as with the default written out.
func (s *sweep) leaveOut() {
	without := s.with(func(obj map[string]any) { delete(obj, s.name) })
	if s.row.absent == "required" {
		s.want("absent", rules.MissingField, s.at(s.name), without)
		return
	}
	literal := ticked.FindStringSubmatch(s.row.absent)
	if literal == nil || literal[0] != s.row.absent {
		return
	}
	explicit := s.put(tree(s.t, literal[1]))
	s.tried++
	if got, want := s.answer(without), s.answer(explicit); !reflect.DeepEqual(got, want) {
		s.t.Errorf("%s: %s left out gives %v, with its default %v", s.row.procedure, s.at(s.name), got, want)
	}
}

func (s *sweep) answer(input string) any {
	result, _, err := warmachine.Game.Ruling(s.row.procedure).Resolve(tree(s.t, input), dice.Seeded("sweep"))
	if err != nil {
		return err.Error()
	}
	return result
}

func (s *sweep) breakNumber() {
	at := s.at(s.name)
	m := spanOf.FindStringSubmatch(s.row.kind)
	if m == nil {
		s.t.Fatalf("%s: %s: no range in %q", s.row.procedure, at, s.row.kind)
	}
	low, high := json.Number(m[2]), json.Number(m[3])
	s.want("type", rules.WrongType, at, s.put(true))
	s.fine(low)
	s.fine(high)
	if m[1] == "integer" {
		lo, _ := low.Int64()
		hi, _ := high.Int64()
		s.want("below", rules.OutOfRange, at, s.put(lo-1))
		s.want("above", rules.OutOfRange, at, s.put(hi+1))
		s.want("huge", rules.OutOfRange, at, s.put(json.Number("99999999999999999999")))
		s.want("fraction", rules.WrongType, at, s.put(json.Number(m[2]+".0")))
		s.want("exponent", rules.WrongType, at, s.put(json.Number("1e0")))
		if words := ticked.FindAllStringSubmatch(s.row.kind, -1); words != nil {
			s.want("other word", rules.OutOfRange, at, s.put(m[2]))
			for _, word := range words {
				s.fine(word[1])
			}
			return
		}
		s.want("text", rules.WrongType, at, s.put(m[2]))
		return
	}
	lo, _ := strconv.ParseFloat(m[2], 64)
	hi, _ := strconv.ParseFloat(m[3], 64)
	s.want("text", rules.WrongType, at, s.put(m[2]))
	s.want("below", rules.OutOfRange, at, s.put(json.Number(fmt.Sprintf("%.3f", lo-0.001))))
	s.want("above", rules.OutOfRange, at, s.put(json.Number(fmt.Sprintf("%.3f", hi+0.001))))
	s.want("decimals", rules.OutOfRange, at, s.put(json.Number("1.0005")))
	s.want("just too far from a thousandth", rules.OutOfRange, at, s.put(json.Number("1.000000002")))
	s.want("huge", rules.OutOfRange, at, s.put(json.Number("1e300")))
	s.fine(json.Number("1.0000000000000002"))
	s.fine(json.Number("10e-1"))
}

func (s *sweep) breakPoint() {
	at := s.at(s.name)
	s.want("type", rules.WrongType, at, s.put("0,0"))
	s.want("too short", rules.OutOfRange, at, s.put([]any{1}))
	s.want("too long", rules.OutOfRange, at, s.put([]any{1, 2, 3}))
	s.want("text in it", rules.WrongType, at+"[1]", s.put([]any{1, "2"}))
	s.want("far", rules.OutOfRange, at+"[0]", s.put([]any{1000.001, 0}))
	s.want("far", rules.OutOfRange, at+"[1]", s.put([]any{0, -1000.001}))
	s.fine([]any{-1000, 1000})
}

func (s *sweep) breakList() {
	at := s.at(s.name)
	m := listOf.FindStringSubmatch(s.row.kind)
	if m == nil {
		s.t.Fatalf("%s: %s: no length in %q", s.row.procedure, at, s.row.kind)
	}
	lo, _ := strconv.Atoi(m[1])
	hi := lo
	if m[2] != "" {
		hi, _ = strconv.Atoi(m[2])
	}
	s.want("type", rules.WrongType, at, s.put(map[string]any{}))
	s.want("too long", rules.OutOfRange, at, s.put(make([]any, hi+1)))
	if lo > 0 {
		s.want("too short", rules.OutOfRange, at, s.put(make([]any, lo-1)))
	}
	old, _ := holder(tree(s.t, s.text), s.parent)[s.name].([]any)
	if len(old) == 0 {
		return
	}
	member := func(v any) string {
		return s.with(func(obj map[string]any) { obj[s.name].([]any)[0] = v })
	}
	s.want("member type", rules.WrongType, at+"[0]", member(true))
	s.want("member null", rules.WrongType, at+"[0]", member(nil))
	switch {
	case strings.HasPrefix(m[3], "one of"):
		s.want("member word", rules.OutOfRange, at+"[0]", member("zz"))
	case strings.HasPrefix(m[3], "string"):
		s.want("member empty", rules.OutOfRange, at+"[0]", member(""))
		s.want("member too long", rules.OutOfRange, at+"[0]", member(strings.Repeat("L", 81)))
	case strings.HasPrefix(m[3], "integer"):
		s.want("member above", rules.OutOfRange, at+"[0]", member(13))
		s.want("member fraction", rules.WrongType, at+"[0]", member(json.Number("1.0")))
	case strings.HasPrefix(m[3], "point"):
		s.want("member short", rules.OutOfRange, at+"[0]", member([]any{1}))
	}
}

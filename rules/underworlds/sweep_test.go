package underworlds_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/underworlds"
)

func tree(t testing.TB, text string) any {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader([]byte(text)))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// A row of an input table of the contract.
type row struct{ procedure, path, kind, absent string }

var (
	sectionHead = regexp.MustCompile("^[0-9]+\\. `([a-z-]+)`")
	tableRow    = regexp.MustCompile("(?m)^\\| (`[^|]*?`) \\| ([^|]+) \\| ([^|]+) \\| [^|]*\\|$")
	quoted      = regexp.MustCompile("`([^`]+)`")
	spanOf      = regexp.MustCompile(`^integers? (-?[0-9]+) to (-?[0-9]+)`)
	listOf      = regexp.MustCompile(`^list \((?:exactly )?([0-9]+)(?: to ([0-9]+))?\) of (.*)$`)
)

// common are the tables of objects that many procedures share, and where each is swept.
var common = []struct{ heading, procedure, parent string }{
	{"**Board** object:", "measure", "board."},
	{"**Keywords** object", "combat", "attack.keywords."},
	{"**Keywords** object", "attack-context", "keywords."},
}

func contractRows(t *testing.T) []row {
	text, err := os.ReadFile("../../../shared/contract/underworlds.md")
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("no contract here")
	}
	if err != nil {
		t.Fatal(err)
	}
	var rows []row
	table := func(procedure, parent, body string) {
		for _, m := range tableRow.FindAllStringSubmatch(body, -1) {
			for _, name := range quoted.FindAllStringSubmatch(m[1], -1) {
				rows = append(rows, row{procedure, parent + name[1], m[2], m[3]})
			}
		}
	}
	for _, c := range common {
		_, body, _ := strings.Cut(string(text), c.heading)
		body, _, _ = strings.Cut(body, "\n\n")
		table(c.procedure, c.parent, body)
	}
	for _, section := range strings.Split(string(text), "\n## ")[1:] {
		m := sectionHead.FindStringSubmatch(section)
		if m == nil {
			continue
		}
		_, body, _ := strings.Cut(section, "**Input**")
		body, _, _ = strings.Cut(body, "\n\n")
		table(m[1], "", body)
	}
	return rows
}

// contractInputs returns inputs without fault by procedure.
func contractInputs(t *testing.T) map[string][]string {
	text, err := os.ReadFile("../../../shared/contract/vectors/underworlds.json")
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
	_, err := underworlds.Game.Ruling(procedure).Read(tree(t, input))
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
		found := false
		for _, text := range inputs[r.procedure] {
			if holder(tree(t, text), parent) != nil {
				found = true
				s := sweep{t, r, text, parent, name, rules.Join(parent, name), &tried}
				s.field()
			}
		}
		if !found {
			t.Errorf("%s: no input with %s", r.procedure, parent)
		}
	}
	if len(rows) < 130 || tried < 20*len(rows) {
		t.Errorf("%d broken inputs for %d rows: too few", tried, len(rows))
	}
	t.Logf("%d rows, %d broken inputs", len(rows), tried)
}

// holder finds the object that a path of names leads to.
func holder(v any, path string) map[string]any {
	for step := range strings.SplitSeq(path, ".") {
		if step == "" {
			break
		}
		obj, ok := v.(map[string]any)
		if !ok {
			return nil
		}
		v = obj[step]
	}
	obj, _ := v.(map[string]any)
	return obj
}

// sweep breaks one field of one input.
type sweep struct {
	t                  *testing.T
	row                row
	text, parent, name string
	at                 string
	tried              *int
}

func (s sweep) with(change func(obj map[string]any)) *rules.Fault {
	v := tree(s.t, s.text)
	change(holder(v, s.parent))
	changed, err := json.Marshal(v)
	if err != nil {
		s.t.Fatal(err)
	}
	return faultOf(s.t, s.row.procedure, string(changed))
}

func (s sweep) want(how string, code rules.Code, field string, change func(obj map[string]any)) {
	s.t.Helper()
	*s.tried++
	if f := s.with(change); f == nil || f.Code != code || f.Field != field {
		s.t.Errorf("%s: %s %s: got %v, want %s on %s", s.row.procedure, s.at, how, f, code, field)
	}
}

func (s sweep) put(v any) func(map[string]any) { return func(obj map[string]any) { obj[s.name] = v } }

// fine wants a value to be of the right type and in range, whatever else is said of it.
func (s sweep) fine(v any) {
	f := s.with(s.put(v))
	if f != nil && f.Field == s.at && (f.Code == rules.WrongType || strings.Contains(f.Message, ", not ") || strings.Contains(f.Message, "none of")) {
		s.t.Errorf("%s: %s = %v: got %v", s.row.procedure, s.at, v, f)
	}
}

func (s sweep) field() {
	s.want("unknown", rules.UnknownField, rules.Join(s.parent, s.name+"z"), func(obj map[string]any) { obj[s.name+"z"] = 1 })
	drop := func(obj map[string]any) { delete(obj, s.name) }
	switch {
	case s.row.absent == "required":
		s.want("absent", rules.MissingField, s.at, drop)
	case !strings.Contains(s.row.absent, "required") && !strings.Contains(s.row.absent, "see below") && s.name != "rolloff_winner":
		if f := s.with(drop); f != nil && f.Field == s.at && f.Code == rules.MissingField {
			s.t.Errorf("%s: %s may be left out: got %v", s.row.procedure, s.at, f)
		}
	}
	if _, there := holder(tree(s.t, s.text), s.parent)[s.name]; !there && s.row.absent != "required" && strings.Contains(s.row.absent, "allowed") {
		return
	}
	if strings.HasSuffix(s.row.kind, "or null") {
		s.fine(nil)
	} else {
		s.want("null", rules.WrongType, s.at, s.put(nil))
	}
	s.value(s.row.kind)
}

// value puts values of wrong type or out of range in place of the field.
func (s sweep) value(kind string) {
	switch {
	case strings.HasPrefix(kind, "list"):
		s.want("type", rules.WrongType, s.at, s.put(map[string]any{}))
		s.list(kind)
	case strings.HasPrefix(kind, "object"), strings.HasPrefix(kind, "`{"), kind == "Board", kind == "Keywords", kind == "Tokens", kind == "Rerolls", kind == "Pair":
		s.want("type", rules.WrongType, s.at, s.put([]any{}))
		s.want("type", rules.WrongType, s.at, s.put("x"))
	case strings.HasPrefix(kind, "boolean"):
		s.want("type", rules.WrongType, s.at, s.put("true"))
		s.want("type", rules.WrongType, s.at, s.put(1))
		s.fine(true)
		s.fine(false)
	case strings.HasPrefix(kind, "one of"), strings.HasPrefix(kind, "Player"):
		s.want("type", rules.WrongType, s.at, s.put(1))
		s.want("other word", rules.OutOfRange, s.at, s.put("zz"))
		s.want("empty", rules.OutOfRange, s.at, s.put(""))
		for _, word := range quoted.FindAllStringSubmatch(kind, -1) {
			s.fine(word[1])
		}
	case strings.HasPrefix(kind, "text"):
		s.want("type", rules.WrongType, s.at, s.put(1))
		s.want("empty", rules.OutOfRange, s.at, s.put(""))
		s.want("long", rules.OutOfRange, s.at, s.put(strings.Repeat("é", 61)))
		s.fine(strings.Repeat("é", 60))
	case strings.HasPrefix(kind, "Hex"):
		most := 51
		if strings.Contains(kind, "-100") {
			most = 101
		}
		s.want("type", rules.WrongType, s.at, s.put("x"))
		s.want("short", rules.WrongType, s.at, s.put([]any{1}))
		s.want("fraction", rules.WrongType, s.at, s.put([]any{1, 0.5}))
		s.want("text", rules.WrongType, s.at, s.put([]any{1, "1"}))
		s.want("far", rules.OutOfRange, s.at, s.put([]any{most, 0}))
		s.want("far", rules.OutOfRange, s.at, s.put([]any{0, -most}))
	default:
		if m := spanOf.FindStringSubmatch(kind); m != nil {
			s.integer(m[1], m[2])
		}
	}
}

func (s sweep) integer(low, high string) {
	lo, _ := strconv.Atoi(low)
	hi, _ := strconv.Atoi(high)
	s.want("below", rules.OutOfRange, s.at, s.put(lo-1))
	s.want("above", rules.OutOfRange, s.at, s.put(hi+1))
	s.want("huge", rules.OutOfRange, s.at, s.put(json.Number("99999999999999999999")))
	s.want("fraction", rules.WrongType, s.at, s.put(json.Number(low+".0")))
	s.want("exponent", rules.WrongType, s.at, s.put(json.Number("1e0")))
	s.want("text", rules.WrongType, s.at, s.put(low))
	s.fine(lo)
	s.fine(hi)
}

func (s sweep) list(kind string) {
	m := listOf.FindStringSubmatch(kind)
	if m == nil {
		return // its length depends on another field
	}
	lo, _ := strconv.Atoi(m[1])
	hi := lo
	if m[2] != "" {
		hi, _ = strconv.Atoi(m[2])
	}
	s.want("too long", rules.OutOfRange, s.at, s.put(make([]any, hi+1)))
	if lo > 0 {
		s.want("too short", rules.OutOfRange, s.at, s.put(make([]any, lo-1)))
	}
	old, _ := holder(tree(s.t, s.text), s.parent)[s.name].([]any)
	if len(old) == 0 {
		return
	}
	first := func(v any) func(map[string]any) {
		return func(obj map[string]any) { obj[s.name].([]any)[0] = v }
	}
	s.want("member type", rules.WrongType, s.at+"[0]", first(true))
	s.want("member null", rules.WrongType, s.at+"[0]", first(nil))
	switch span := spanOf.FindStringSubmatch(m[3]); {
	case span != nil:
		low, _ := strconv.Atoi(span[1])
		high, _ := strconv.Atoi(span[2])
		s.want("member below", rules.OutOfRange, s.at+"[0]", first(low-1))
		s.want("member above", rules.OutOfRange, s.at+"[0]", first(high+1))
	case strings.HasPrefix(m[3], "text"), strings.HasPrefix(m[3], "distinct text"):
		s.want("member empty", rules.OutOfRange, s.at+"[0]", first(""))
		s.want("member long", rules.OutOfRange, s.at+"[0]", first(strings.Repeat("x", 61)))
	case strings.Contains(m[3], "Hex") && !strings.Contains(m[3], "{"):
		s.want("member far", rules.OutOfRange, s.at+"[0]", first([]any{51, 0}))
	}
	if strings.HasPrefix(m[3], "distinct") && len(old) < hi {
		s.want("twice", rules.OutOfRange, rules.At(s.at, len(old)), func(obj map[string]any) { obj[s.name] = append(obj[s.name].([]any), old[0]) })
	}
	if strings.HasPrefix(m[3], "Fighter") && len(old) < hi {
		s.want("id twice", rules.OutOfRange, rules.At(s.at, len(old))+".id", func(obj map[string]any) { obj[s.name] = append(obj[s.name].([]any), old[0]) })
	}
}

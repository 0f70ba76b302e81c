package warmaster_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/warmaster"
)

// A row of an input table of the contract.
type row struct{ procedure, path, kind, values, absent, meaning string }

var (
	sectionHead = regexp.MustCompile("^[0-9]+\\. `([a-z-]+)`")
	tableRow    = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| ([^|]*) \\| [^|]* \\| ([^|]*) \\| (required|all defaults|null|`[^|]*`) \\| (.*) \\|$")
	spanOf      = regexp.MustCompile(`(-?[0-9.]+) to (-?[0-9.]+)`)
	lengthOf    = regexp.MustCompile(`^([0-9]+)(?: to ([0-9]+))? entries`)
	ticked      = regexp.MustCompile("`([^`]+)`")
	ofRange     = regexp.MustCompile(` not .* to |none of|no attack value`)
)

func contractRows(t *testing.T) []row {
	raw, err := os.ReadFile("../../../shared/contract/warmaster.md")
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("no contract here")
	}
	if err != nil {
		t.Fatal(err)
	}
	sections := strings.Split(string(raw), "\n## ")
	var stand, all []row
	for _, m := range tableRow.FindAllStringSubmatch(sections[4], -1) {
		stand = append(stand, row{"", m[1], m[2], m[3], m[4], m[5]})
	}
	if len(stand) != 5 {
		t.Fatalf("the stand has %d fields: %v", len(stand), stand)
	}
	for _, section := range sections {
		name := sectionHead.FindStringSubmatch(section)
		if name == nil {
			continue
		}
		_, body, _ := strings.Cut(section, "### Input")
		body, _, _ = strings.Cut(body, "### Ruling")
		for _, m := range tableRow.FindAllStringSubmatch(body, -1) {
			r := row{name[1], m[1], m[2], m[3], m[4], m[5]}
			all = append(all, r)
			inner := ""
			switch {
			case r.kind == "stand":
				inner = r.path + "."
			case r.kind == "list of stands":
				inner = r.path + "[]."
			}
			for _, s := range stand {
				if inner != "" {
					s.procedure, s.path = r.procedure, inner+s.path
					all = append(all, s)
				}
			}
		}
	}
	return twoSides(all)
}

// twoSides adds the fields of side b where the table says that they are those of a.
func twoSides(rows []row) []row {
	all := rows
	for _, r := range rows {
		if r.path != "b" || !strings.Contains(r.meaning, "the same fields") {
			continue
		}
		for _, s := range rows {
			if rest, ok := strings.CutPrefix(s.path, "a."); ok && s.procedure == r.procedure {
				s.path = "b." + rest
				all = append(all, s)
			}
		}
	}
	return all
}

// contractInputs returns inputs without fault by procedure.
func contractInputs(t *testing.T) map[string][]string {
	text, err := os.ReadFile("../../../shared/contract/vectors/warmaster.json")
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
	for procedure, input := range rare {
		if f := faultOf(t, procedure, input); f != nil {
			t.Fatalf("%s: %v", procedure, f)
		}
		inputs[procedure] = append(inputs[procedure], input)
	}
	return inputs
}

// rare are inputs with fields that few others have.
var rare = map[string]string{
	"combat-round": `{"a":{"units":[{"id":"X","attack":3,"hits":3,"stands":[{"target":"Y"}],"character_attacks":[{"attacks":1,"target":"Y"}]}]},` +
		`"b":{"units":[{"id":"Y","attack":3,"hits":3,"stands":[{"target":"X"}],"character_attacks":[{"attacks":1,"target":"X"}]}]}}`,
	"retreat": `{"difference":2,"type":"infantry","enemy_stands":{"front":1},"friends":[{"id":"f","makes_way":true}],` +
		`"stands":[{"enemy_stands":{"front":1},"meets":[{"what":"friend","friend":"f"}],"position":{"x_cm":1,"y_cm":1,"heading":[0,1]}}]}`,
}

func faultOf(t *testing.T, procedure, input string) *rules.Fault {
	_, err := warmaster.Game.Ruling(procedure).Read(tree(t, input))
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
		i := slices.IndexFunc(inputs[r.procedure], func(text string) bool { return holder(tree(t, text), parent) != nil })
		if i < 0 {
			t.Errorf("%s: no input with %s", r.procedure, parent)
			continue
		}
		s := sweep{t: t, row: r, text: inputs[r.procedure][i], parent: parent, name: name}
		s.breakField()
		tried += s.tried
	}
	if len(rows) < 300 || tried < 5*len(rows) {
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

type sweep struct {
	t *testing.T
	row
	text, parent, name string
	tried              int
}

func (s *sweep) at() string { return rules.Join(strings.ReplaceAll(s.parent, "[]", "[0]"), s.name) }

func (s *sweep) with(change func(obj map[string]any)) *rules.Fault {
	v := tree(s.t, s.text)
	change(holder(v, s.parent))
	changed, err := json.Marshal(v)
	if err != nil {
		s.t.Fatal(err)
	}
	return faultOf(s.t, s.procedure, string(changed))
}

func (s *sweep) want(how string, code rules.Code, field string, change func(obj map[string]any)) {
	s.t.Helper()
	s.tried++
	if f := s.with(change); f == nil || f.Code != code || f.Field != field {
		s.t.Errorf("%s: %s %s: got %v, want %s on %s", s.procedure, s.at(), how, f, code, field)
	}
}

func (s *sweep) put(v any) func(map[string]any) {
	return func(obj map[string]any) { obj[s.name] = v }
}

// fine wants no fault of the value itself; others may follow from it.
func (s *sweep) fine(v any) {
	s.t.Helper()
	f := s.with(s.put(v))
	if f != nil && f.Field == s.at() && (f.Code == rules.WrongType || f.Code == rules.OutOfRange && ofRange.MatchString(f.Message)) {
		s.t.Errorf("%s: %s = %v: got %v", s.procedure, s.at(), v, f)
	}
}

func (s *sweep) breakField() {
	at := s.at()
	s.want("unknown", rules.UnknownField, at+"z", func(obj map[string]any) { obj[s.name+"z"] = 1 })
	absent := func(obj map[string]any) { delete(obj, s.name) }
	if s.absent == "required" {
		s.want("absent", rules.MissingField, at, absent)
	} else if f := s.with(absent); f != nil && f.Field == at && f.Code == rules.MissingField && s.absent != "null" {
		s.t.Errorf("%s: %s may be left out: got %v", s.procedure, at, f)
	}
	if s.absent == "null" {
		s.fine(nil)
	} else {
		s.want("null", rules.WrongType, at, s.put(nil))
	}
	switch s.kind {
	case "boolean":
		s.want("type", rules.WrongType, at, s.put("true"))
		s.want("type", rules.WrongType, at, s.put(0))
		s.fine(true)
		s.fine(false)
	case "integer", "number":
		s.breakNumber()
	case "string":
		s.breakString()
	case "heading":
		s.breakHeading()
	case "attack value", "integer or string":
		s.breakAttack()
	case "object", "stand":
		s.want("type", rules.WrongType, at, s.put([]any{}))
		s.want("type", rules.WrongType, at, s.put(3))
	default:
		if !strings.HasPrefix(s.kind, "list of ") {
			s.t.Fatalf("%s: %s: unknown type %q", s.procedure, at, s.kind)
		}
		s.breakList()
	}
}

func (s *sweep) breakNumber() {
	at, m := s.at(), spanOf.FindStringSubmatch(s.values)
	if m == nil {
		s.t.Fatalf("%s: %s: no range in %q", s.procedure, at, s.values)
	}
	lo, _ := strconv.ParseFloat(m[1], 64)
	hi, _ := strconv.ParseFloat(m[2], 64)
	s.want("text", rules.WrongType, at, s.put(m[1]))
	s.want("boolean", rules.WrongType, at, s.put(true))
	s.want("huge", rules.OutOfRange, at, s.put(json.Number("99999999999999999999")))
	s.want("below", rules.OutOfRange, at, s.put(lo-1))
	s.want("above", rules.OutOfRange, at, s.put(hi+1))
	s.fine(json.Number(m[1]))
	s.fine(json.Number(m[2]))
	if s.kind == "integer" {
		s.want("fraction", rules.WrongType, at, s.put(json.Number(m[1]+".0")))
		s.want("exponent", rules.WrongType, at, s.put(json.Number("1e0")))
		return
	}
	s.want("a hair above", rules.OutOfRange, at, s.put(json.Number(m[2]+".0001")))
	s.want("decimals", rules.OutOfRange, at, s.put(json.Number("1.00001")))
	s.fine(json.Number("1.00010"))
	s.fine(json.Number("10e-1"))
	s.fine(json.Number("12345e-4"))
}

func (s *sweep) words() (words []string) {
	for _, m := range ticked.FindAllStringSubmatch(s.values, -1) {
		words = append(words, m[1])
	}
	return words
}

func (s *sweep) breakString() {
	at := s.at()
	s.want("type", rules.WrongType, at, s.put(1))
	s.want("empty", rules.OutOfRange, at, s.put(""))
	if m := spanOf.FindStringSubmatch(s.values); m != nil {
		hi, _ := strconv.Atoi(m[2])
		s.want("too long", rules.OutOfRange, at, s.put(strings.Repeat("é", hi+1)))
		s.fine(strings.Repeat("é", hi))
		return
	}
	if s.words() == nil {
		s.t.Fatalf("%s: %s: no words in %q", s.procedure, at, s.values)
	}
	s.want("other word", rules.OutOfRange, at, s.put("zz"))
	s.want("two words", rules.OutOfRange, at, s.put(strings.Join(s.words(), "|")+"|"))
	for _, word := range s.words() {
		s.fine(word)
		s.want("space", rules.OutOfRange, at, s.put(" "+word))
	}
}

func (s *sweep) breakHeading() {
	at := s.at()
	s.want("type", rules.WrongType, at, s.put("n"))
	s.want("type", rules.WrongType, at, s.put(map[string]any{}))
	s.want("short", rules.OutOfRange, at, s.put([]any{1}))
	s.want("long", rules.OutOfRange, at, s.put([]any{0, 1, 0}))
	s.want("zero", rules.OutOfRange, at, s.put([]any{0, 0}))
	s.want("irrational", rules.OutOfRange, at, s.put([]any{1, 2}))
	s.want("fraction", rules.WrongType, at+"[1]", s.put([]any{0, json.Number("1.0")}))
	s.want("text", rules.WrongType, at+"[0]", s.put([]any{"0", 1}))
	s.want("null", rules.WrongType, at+"[0]", s.put([]any{nil, 1}))
	for _, fine := range [][]any{{0, 1}, {-3, 4}, {600, -800}, {1000, 0}, {0, -1000}, {28, 195}} {
		s.fine(fine)
	}
}

func (s *sweep) breakAttack() {
	at := s.at()
	s.want("type", rules.WrongType, at, s.put(true))
	s.want("type", rules.WrongType, at, s.put([]any{1}))
	s.want("fraction", rules.WrongType, at, s.put(json.Number("3.0")))
	s.want("above", rules.OutOfRange, at, s.put(21))
	s.want("empty", rules.OutOfRange, at, s.put(""))
	if s.kind == "integer or string" {
		s.want("below", rules.OutOfRange, at, s.put(-21))
		s.want("too long", rules.OutOfRange, at, s.put(strings.Repeat("é", 65)))
		for _, fine := range []any{-20, 20, "3/1", "x", "1/2/3"} {
			s.fine(fine)
		}
		return
	}
	s.want("below", rules.OutOfRange, at, s.put(-1))
	for _, bad := range []string{"21", "3/21", "/3", "3/", "3//1", "003", "+3", "3/1/1", " 3", "3 / 1", "x", "٣"} {
		s.want(bad, rules.OutOfRange, at, s.put(bad))
	}
	for _, fine := range []any{0, 20, "0", "03", "20/20", "3/1"} {
		s.fine(fine)
	}
}

func (s *sweep) breakList() {
	at := s.at()
	s.want("type", rules.WrongType, at, s.put(map[string]any{}))
	s.want("type", rules.WrongType, at, s.put("x"))
	m := lengthOf.FindStringSubmatch(s.values)
	if m == nil {
		s.t.Fatalf("%s: %s: no length in %q", s.procedure, at, s.values)
	}
	lo, _ := strconv.Atoi(m[1])
	hi := lo
	if m[2] != "" {
		hi, _ = strconv.Atoi(m[2])
	}
	s.want("too long", rules.OutOfRange, at, s.put(make([]any, hi+1)))
	if lo > 0 {
		s.want("too short", rules.OutOfRange, at, s.put(make([]any, lo-1)))
	}
	n := max(lo, 1)
	list := func(v any) func(map[string]any) {
		return func(obj map[string]any) {
			all := make([]any, n)
			old, _ := obj[s.name].([]any)
			copy(all, old)
			all[0] = v
			obj[s.name] = all
		}
	}
	s.want("member null", rules.WrongType, at+"[0]", list(nil))
	if s.kind != "list of booleans" {
		s.want("member type", rules.WrongType, at+"[0]", list(true))
	}
	_, each, _ := strings.Cut(s.values, "each ")
	switch {
	case strings.HasSuffix(s.kind, "list of list of strings"):
		s.want("inner length", rules.OutOfRange, at+"[0]", list([]any{"x"}))
		s.want("inner member", rules.WrongType, at+"[0][1]", list([]any{"x", 1}))
		s.want("inner member", rules.OutOfRange, at+"[0][1]", list([]any{"x", ""}))
	case strings.HasPrefix(each, "`"):
		s.want("member", rules.OutOfRange, at+"[0]", list("zz"))
	case s.kind == "list of strings":
		s.want("member too long", rules.OutOfRange, at+"[0]", list(strings.Repeat("é", 65)))
	case s.kind == "list of numbers":
		s.want("member", rules.OutOfRange, at+"[0]", list(4000))
		s.want("member", rules.OutOfRange, at+"[0]", list(-1))
		s.want("member", rules.OutOfRange, at+"[0]", list(json.Number("1.00001")))
	}
}

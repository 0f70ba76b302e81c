package warcry_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/warcry"
)

// A row of an input table of the contract.
type row struct{ procedure, path, kind, absent string }

var (
	tableRow = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| (.+?) \\| (required|`[^|]*`) \\| [^|]*\\|$")
	spanOf   = regexp.MustCompile(`(integer|length|string,) (-?[0-9.]+)\.\.(-?[0-9.]+)`)
	outside  = regexp.MustCompile(`not [-0-9.]+ to `)
	members  = regexp.MustCompile(`\((?:exactly )?(\d+)(?:\.\.(\d+))? members(?:; no two (?:equal|with the same ` + "`(.+)`" + `))?\)`)
)

func contractRows(t *testing.T) []row {
	text, err := os.ReadFile("../../../shared/contract/warcry.md")
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("no contract here")
	}
	if err != nil {
		t.Fatal(err)
	}
	var rows []row
	for _, section := range strings.Split(string(text), "\n## ")[1:] {
		name, body, _ := strings.Cut(section, "\n")
		_, body, _ = strings.Cut(body, "| input |")
		body, _, _ = strings.Cut(body, "| result |")
		for _, m := range tableRow.FindAllStringSubmatch(strings.ReplaceAll(body, `\|`, "/"), -1) {
			rows = append(rows, row{strings.TrimSpace(name), m[1], m[2], m[3]})
		}
	}
	return rows
}

// contractInputs returns inputs without fault by procedure, each in which as
// many optional objects as possible are there.
func contractInputs(t *testing.T) map[string][]string {
	text, err := os.ReadFile("../../../shared/contract/vectors/warcry.json")
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
	inputs["resolve-attack"] = append(inputs["resolve-attack"], `{"weapon":{"attacks":1,"strength":1,"dmg_hit":1,"dmg_crit":1,"max_range":1},"modifiers":{},"attacker":{"runemarks":["x"]},"target":{"toughness":1,"wounds":1,"runemarks":["y"]}}`)
	inputs["resolve-disengage"] = append(inputs["resolve-disengage"], `{"fighter":{"wounds":8},"nearest_enemy_at_start":1,"path_length":3,"reaction":{"visible":true,"distance":1,"reactor":{}}}`)
	inputs["monster-characteristics"] = append(inputs["monster-characteristics"], `{"base":{},"damage_table":[{"from":0}],"allocated":1}`)
	return inputs
}

func faultOf(t *testing.T, procedure, input string) *rules.Fault {
	_, err := warcry.Game.Ruling(procedure).Read(tree(t, input))
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
			if holder(tree(t, text), parent) == nil {
				continue
			}
			found = true
			tried += breakField(t, r, text, parent, name)
		}
		if !found {
			t.Errorf("%s: no input with %s", r.procedure, parent)
		}
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

func breakField(t *testing.T, r row, text, parent, name string) (tried int) {
	at := rules.Join(strings.ReplaceAll(parent, "[]", "[0]"), name)
	with := func(change func(obj map[string]any)) *rules.Fault {
		v := tree(t, text)
		change(holder(v, parent))
		changed, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return faultOf(t, r.procedure, string(changed))
	}
	want := func(how string, code rules.Code, field string, change func(obj map[string]any)) {
		tried++
		if f := with(change); f == nil || f.Code != code || f.Field != field {
			t.Errorf("%s: %s %s: got %v, want %s on %s", r.procedure, at, how, f, code, field)
		}
	}
	put := func(v any) func(map[string]any) { return func(obj map[string]any) { obj[name] = v } }
	fine := func(v any) {
		if f := with(put(v)); f != nil && f.Field == at && (f.Code == rules.WrongType || outside.MatchString(f.Message) || strings.Contains(f.Message, "none of")) {
			t.Errorf("%s: %s = %v: got %v", r.procedure, at, v, f)
		}
	}
	want("unknown", rules.UnknownField, rules.Join(strings.ReplaceAll(parent, "[]", "[0]"), name+"z"), func(obj map[string]any) { obj[name+"z"] = 1 })
	if r.absent == "required" {
		want("absent", rules.MissingField, at, func(obj map[string]any) { delete(obj, name) })
	} else if f := with(func(obj map[string]any) { delete(obj, name) }); f != nil && f.Field == at && f.Code == rules.MissingField && r.absent != "`null`" {
		t.Errorf("%s: %s may be left out: got %v", r.procedure, at, f)
	}
	if strings.Contains(r.kind, "null") {
		fine(nil)
	} else {
		want("null", rules.WrongType, at, put(nil))
	}
	list := strings.HasPrefix(r.kind, "list")
	switch {
	case list:
		want("type", rules.WrongType, at, put(map[string]any{}))
		tried += breakList(t, r, text, parent, name, want)
	case strings.HasPrefix(r.kind, "object"):
		want("type", rules.WrongType, at, put([]any{}))
	case strings.HasPrefix(r.kind, "boolean"):
		want("type", rules.WrongType, at, put("true"))
		fine(true)
		fine(false)
	case strings.HasPrefix(r.kind, "`"):
		want("type", rules.WrongType, at, put(1))
		want("other word", rules.OutOfRange, at, put("zz"))
		want("empty", rules.OutOfRange, at, put(""))
		for _, word := range regexp.MustCompile("\"([^\"]+)\"").FindAllStringSubmatch(r.kind, -1) {
			fine(word[1])
		}
	default:
		want("type", rules.WrongType, at, put(true))
	}
	m := spanOf.FindStringSubmatch(r.kind)
	if m == nil || list {
		return tried
	}
	low, high := json.Number(m[2]), json.Number(m[3])
	switch m[1] {
	case "integer":
		lo, _ := low.Int64()
		hi, _ := high.Int64()
		want("below", rules.OutOfRange, at, put(lo-1))
		want("above", rules.OutOfRange, at, put(hi+1))
		want("huge", rules.OutOfRange, at, put(json.Number("99999999999999999999")))
		want("fraction", rules.WrongType, at, put(json.Number(m[2]+".0")))
		want("exponent", rules.WrongType, at, put(json.Number("1e0")))
		want("text", rules.WrongType, at, put(m[2]))
		fine(lo)
		fine(hi)
	case "length":
		lo, _ := strconv.ParseFloat(m[2], 64)
		hi, _ := strconv.ParseFloat(m[3], 64)
		want("below", rules.OutOfRange, at, put(json.Number(fmt.Sprintf("%.3f", lo-0.001))))
		want("above", rules.OutOfRange, at, put(json.Number(fmt.Sprintf("%.3f", hi+0.001))))
		want("decimals", rules.OutOfRange, at, put(json.Number("5.0001")))
		want("text", rules.WrongType, at, put(m[2]))
		fine(low)
		fine(high)
	case "string,":
		hi, _ := strconv.Atoi(m[3])
		want("too long", rules.OutOfRange, at, put(strings.Repeat("é", hi+1)))
		fine(strings.Repeat("é", hi))
		if m[2] == "1" {
			want("empty", rules.OutOfRange, at, put(""))
		}
	}
	return tried
}

func breakList(t *testing.T, r row, text, parent, name string, want func(string, rules.Code, string, func(map[string]any))) (tried int) {
	at := rules.Join(strings.ReplaceAll(parent, "[]", "[0]"), name)
	m := members.FindStringSubmatch(r.kind)
	if m == nil {
		t.Fatalf("%s: %s: no length in %q", r.procedure, at, r.kind)
	}
	lo, _ := strconv.Atoi(m[1])
	hi := lo
	if m[2] != "" {
		hi, _ = strconv.Atoi(m[2])
	}
	want("too long", rules.OutOfRange, at, func(obj map[string]any) { obj[name] = make([]any, hi+1) })
	if lo > 0 {
		want("too short", rules.OutOfRange, at, func(obj map[string]any) { obj[name] = make([]any, lo-1) })
	}
	old, _ := holder(tree(t, text), parent)[name].([]any)
	if len(old) > 0 {
		want("member type", rules.WrongType, at+"[0]", func(obj map[string]any) { obj[name].([]any)[0] = true })
		want("member null", rules.WrongType, at+"[0]", func(obj map[string]any) { obj[name].([]any)[0] = nil })
	}
	if len(old) > 0 && len(old) < hi && strings.Contains(r.kind, "no two") {
		field := rules.At(at, len(old))
		if m[3] != "" {
			field += "." + m[3]
		}
		want("twice", rules.OutOfRange, field, func(obj map[string]any) { obj[name] = append(obj[name].([]any), old[0]) })
	}
	return tried
}

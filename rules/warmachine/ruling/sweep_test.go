package ruling_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warmachine"
)

var (
	section    = regexp.MustCompile("(?m)^### 2\\.\\d+ `([^`]+)`$")
	tableRow   = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| (.+?) \\| (.+?) \\| .* \\|$")
	spanOf     = regexp.MustCompile(`^(integer|inches|degrees) (-?[0-9.]+)\.\.(-?[0-9.]+)`)
	listOf     = regexp.MustCompile(`^list of (\d+)(?:\.\.(\d+))?: (.*)$`)
	backquoted = regexp.MustCompile("`([^`]+)`")
)

func TestInputTables(t *testing.T) {
	rulestest.Sweep(t, rulestest.Tables{
		Game:          warmachine.Game,
		Rows:          contractRows,
		Break:         func(f *rulestest.Field) { breakField(t, f) },
		RangeMessages: regexp.MustCompile(`not [-0-9.]+ to |none of|no field allowance`),
		Inputs:        6,
		MinRows:       412, MinTried: 21900,
	})
}

func contractRows(_ *testing.T, contract string) (rows []rulestest.Row) {
	parts := section.FindAllStringSubmatchIndex(contract, -1)
	for i, at := range parts {
		end := len(contract)
		if i+1 < len(parts) {
			end = parts[i+1][0]
		}
		_, body, _ := strings.Cut(contract[at[1]:end], "**Input**")
		body, _, _ = strings.Cut(body, "**Ruling**")
		for _, m := range tableRow.FindAllStringSubmatch(body, -1) {
			rows = append(rows, rulestest.Row{Procedure: contract[at[2]:at[3]], Path: m[1], Kind: m[2], Absent: m[3]})
		}
	}
	return rows
}

func breakField(t *testing.T, f *rulestest.Field) {
	f.Unknown()
	f.Null(false)
	leaveOut(t, f)
	switch kind := f.Kind; {
	case strings.HasPrefix(kind, "list"):
		breakList(f)
	case strings.HasPrefix(kind, "point"):
		breakPoint(f)
	case kind == "object":
		f.Object()
	case kind == "boolean":
		f.Boolean()
	case kind == "string":
		f.Text(80)
		f.OutOfRange("")
	case strings.HasPrefix(kind, "one of"):
		f.Words(rulestest.FirstGroups(backquoted, kind)...)
	default:
		breakNumber(f)
	}
}

// leaveOut wants a fault where a field is required, and elsewhere the same answer
// as with the default written out.
func leaveOut(t *testing.T, f *rulestest.Field) {
	if f.Absent == "required" {
		f.Required()
		return
	}
	literal := backquoted.FindStringSubmatch(f.Absent)
	if literal == nil || literal[0] != f.Absent {
		return
	}
	got := answer(t, f.Procedure, f.With(f.Remove))
	want := answer(t, f.Procedure, f.With(f.Set(rulestest.Tree(t, literal[1]))))
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: %s left out gives %v, with its default %v", f.Procedure, f.FaultPath(), got, want)
	}
}

func answer(t *testing.T, procedure, input string) any {
	result, _, err := warmachine.Game.Ruling(procedure).Resolve(rulestest.Tree(t, input), dice.Seeded("sweep"))
	if err != nil {
		return err.Error()
	}
	return result
}

func breakNumber(f *rulestest.Field) {
	m := spanOf.FindStringSubmatch(f.Kind)
	if m == nil {
		f.Fatalf("no range in %q", f.Kind)
	}
	if m[1] == "integer" {
		low, high := rulestest.Span(m[2], m[3])
		f.Integer(low, high)
		if list := rulestest.FirstGroups(backquoted, f.Kind); list != nil {
			f.OutOfRange(m[2])
			for _, word := range list {
				f.Accepts(word)
			}
			return
		}
		f.WrongType(m[2])
		return
	}
	low, _ := strconv.ParseFloat(m[2], 64)
	high, _ := strconv.ParseFloat(m[3], 64)
	f.WrongType(true, m[2])
	f.OutOfRange(thousandths(low-0.001), thousandths(high+0.001), json.Number("1.0005"), json.Number("1e300"))
	f.WantFault("just too far from a thousandth", rules.OutOfRange, f.FaultPath(), f.Set(json.Number("1.000000002")))
	f.Accepts(json.Number(m[2]), json.Number(m[3]), json.Number("1.0000000000000002"), json.Number("10e-1"))
}

func thousandths(v float64) json.Number { return json.Number(fmt.Sprintf("%.3f", v)) }

func breakPoint(f *rulestest.Field) {
	f.WrongType("0,0")
	f.OutOfRange([]any{1}, []any{1, 2, 3})
	f.WantFault("text in it", rules.WrongType, f.FaultPath()+"[1]", f.Set([]any{1, "2"}))
	f.WantFault("far", rules.OutOfRange, f.FaultPath()+"[0]", f.Set([]any{1000.001, 0}))
	f.WantFault("far", rules.OutOfRange, f.FaultPath()+"[1]", f.Set([]any{0, -1000.001}))
	f.Accepts([]any{-1000, 1000})
}

func breakList(f *rulestest.Field) {
	m := listOf.FindStringSubmatch(f.Kind)
	if m == nil {
		f.Fatalf("no length in %q", f.Kind)
	}
	low, high := rulestest.Span(m[1], m[2])
	f.List(low, high)
	if old, _ := f.Value().([]any); len(old) == 0 {
		return
	}
	member := func(how string, code rules.Code, v any) {
		f.WantFault(how, code, f.FaultPath()+"[0]", f.SetFirst(v, 0))
	}
	member("member type", rules.WrongType, true)
	switch each := m[3]; {
	case strings.HasPrefix(each, "one of"):
		member("member word", rules.OutOfRange, "zz")
	case strings.HasPrefix(each, "string"):
		member("member empty", rules.OutOfRange, "")
		member("member too long", rules.OutOfRange, strings.Repeat("L", 81))
	case strings.HasPrefix(each, "integer"):
		member("member above", rules.OutOfRange, 13)
		member("member fraction", rules.WrongType, json.Number("1.0"))
	case strings.HasPrefix(each, "point"):
		member("member short", rules.OutOfRange, []any{1})
	}
}

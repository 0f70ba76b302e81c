package ruling_test

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warmaster"
)

var (
	sectionHead   = regexp.MustCompile("^[0-9]+\\. `([a-z-]+)`")
	tableRow      = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| ([^|]*) \\| [^|]* \\| ([^|]*) \\| (required|all defaults|null|`[^|]*`) \\| (.*) \\|$")
	rangePattern  = regexp.MustCompile(`(-?[0-9.]+) to (-?[0-9.]+)`)
	lengthPattern = regexp.MustCompile(`^([0-9]+)(?: to ([0-9]+))? entries`)
	backquoted    = regexp.MustCompile("`([^`]+)`")
)

func TestInputTables(t *testing.T) {
	rulestest.Sweep(t, rulestest.Tables{
		Game:          warmaster.Game,
		Rows:          contractRows,
		Break:         breakField,
		RangeMessages: regexp.MustCompile(` not .* to |none of|no attack value`),
		Inputs:        4,
		ExtraInputs: map[string][]string{
			"combat-round": {`{"a":{"units":[{"id":"X","attack":3,"hits":3,"stands":[{"target":"Y"}],"character_attacks":[{"attacks":1,"target":"Y"}]}]},` +
				`"b":{"units":[{"id":"Y","attack":3,"hits":3,"stands":[{"target":"X"}],"character_attacks":[{"attacks":1,"target":"X"}]}]}}`},
			"retreat": {`{"difference":2,"type":"infantry","enemy_stands":{"front":1},"friends":[{"id":"f","makes_way":true}],` +
				`"stands":[{"enemy_stands":{"front":1},"meets":[{"what":"friend","friend":"f"}],"position":{"x_cm":1,"y_cm":1,"heading":[0,1]}}]}`},
		},
		MinRows: 429, MinTried: 3500,
	})
}

func contractRows(t *testing.T, contract string) []rulestest.Row {
	sections := strings.Split(contract, "\n## ")
	var stand, all []rulestest.Row
	for _, m := range tableRow.FindAllStringSubmatch(sections[4], -1) {
		stand = append(stand, tableFields("", m))
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
			r := tableFields(name[1], m)
			all = append(all, r)
			inner := ""
			switch {
			case r.Kind == "stand":
				inner = r.Path + "."
			case r.Kind == "list of stands":
				inner = r.Path + "[]."
			}
			for _, s := range stand {
				if inner != "" {
					s.Procedure, s.Path = r.Procedure, inner+s.Path
					all = append(all, s)
				}
			}
		}
	}
	return twoSides(all)
}

func tableFields(procedure string, m []string) rulestest.Row {
	return rulestest.Row{Procedure: procedure, Path: m[1], Kind: m[2], Values: m[3], Absent: m[4], Meaning: m[5]}
}

// twoSides adds the fields of side b where the table says that they equal those of a.
func twoSides(rows []rulestest.Row) []rulestest.Row {
	all := rows
	for _, r := range rows {
		if r.Path != "b" || !strings.Contains(r.Meaning, "the same fields") {
			continue
		}
		for _, s := range rows {
			if rest, ok := strings.CutPrefix(s.Path, "a."); ok && s.Procedure == r.Procedure {
				s.Path = "b." + rest
				all = append(all, s)
			}
		}
	}
	return all
}

func breakField(f *rulestest.Field) {
	f.Unknown()
	f.Presence("null")
	f.Null(f.Absent == "null")
	switch f.Kind {
	case "boolean":
		f.Boolean()
	case "integer", "number":
		breakNumber(f)
	case "string":
		breakString(f)
	case "heading":
		breakHeading(f)
	case "attack value", "integer or string":
		breakAttack(f)
	case "object", "stand":
		f.Object()
	default:
		if !strings.HasPrefix(f.Kind, "list of ") {
			f.Fatalf("unknown type %q", f.Kind)
		}
		breakList(f)
	}
}

func breakNumber(f *rulestest.Field) {
	m := rangePattern.FindStringSubmatch(f.Values)
	if m == nil {
		f.Fatalf("no range in %q", f.Values)
	}
	f.WrongType(m[1])
	if f.Kind == "integer" {
		low, high := rulestest.Span(m[1], m[2])
		f.Integer(low, high)
		return
	}
	low, _ := strconv.ParseFloat(m[1], 64)
	high, _ := strconv.ParseFloat(m[2], 64)
	f.WrongType(true)
	f.OutOfRange(json.Number("99999999999999999999"), low-1, high+1, json.Number(m[2]+".0001"), json.Number("1.00001"))
	f.Accepts(json.Number(m[1]), json.Number(m[2]), json.Number("1.00010"), json.Number("10e-1"), json.Number("12345e-4"))
}

func breakString(f *rulestest.Field) {
	if m := rangePattern.FindStringSubmatch(f.Values); m != nil {
		most, _ := strconv.Atoi(m[2])
		f.Text(most)
		f.OutOfRange("")
		return
	}
	words := rulestest.FirstGroups(backquoted, f.Values)
	f.Words(words...)
	f.OutOfRange(strings.Join(words, "|") + "|")
}

func breakHeading(f *rulestest.Field) {
	f.WrongType("n", map[string]any{})
	f.OutOfRange([]any{1}, []any{0, 1, 0}, []any{0, 0}, []any{1, 2})
	f.WantFault("fraction", rules.WrongType, f.FaultPath()+"[1]", f.Set([]any{0, json.Number("1.0")}))
	f.WantFault("text", rules.WrongType, f.FaultPath()+"[0]", f.Set([]any{"0", 1}))
	f.WantFault("null", rules.WrongType, f.FaultPath()+"[0]", f.Set([]any{nil, 1}))
	for _, fine := range [][]any{{0, 1}, {-3, 4}, {600, -800}, {1000, 0}, {0, -1000}, {28, 195}} {
		f.Accepts(fine)
	}
}

func breakAttack(f *rulestest.Field) {
	f.WrongType(true, []any{1}, json.Number("3.0"))
	f.OutOfRange(21, "")
	if f.Kind == "integer or string" {
		f.OutOfRange(-21, strings.Repeat("é", 65))
		f.Accepts(-20, 20, "3/1", "x", "1/2/3")
		return
	}
	f.OutOfRange(-1, "21", "3/21", "/3", "3/", "3//1", "003", "+3", "3/1/1", " 3", "3 / 1", "x", "٣")
	f.Accepts(0, 20, "0", "03", "20/20", "3/1")
}

func breakList(f *rulestest.Field) {
	m := lengthPattern.FindStringSubmatch(f.Values)
	if m == nil {
		f.Fatalf("no length in %q", f.Values)
	}
	low, high := rulestest.Span(m[1], m[2])
	f.List(low, high)
	member := func(how string, code rules.Code, inner string, v any) {
		f.WantFault(how, code, f.FaultPath()+"[0]"+inner, f.SetFirst(v, low))
	}
	if f.Kind != "list of booleans" {
		member("member type", rules.WrongType, "", true)
	}
	_, each, _ := strings.Cut(f.Values, "each ")
	switch {
	case strings.HasSuffix(f.Kind, "list of list of strings"):
		member("inner length", rules.OutOfRange, "", []any{"x"})
		member("inner member", rules.WrongType, "[1]", []any{"x", 1})
		member("inner member", rules.OutOfRange, "[1]", []any{"x", ""})
	case strings.HasPrefix(each, "`"):
		member("member", rules.OutOfRange, "", "zz")
	case f.Kind == "list of strings":
		member("member too long", rules.OutOfRange, "", strings.Repeat("é", 65))
	case f.Kind == "list of numbers":
		for _, v := range []any{4000, -1, json.Number("1.00001")} {
			member("member", rules.OutOfRange, "", v)
		}
	}
}

package ruling_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warcry"
)

var (
	tableRow = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| (.+?) \\| (required|`[^|]*`) \\| [^|]*\\|$")
	spanOf   = regexp.MustCompile(`(integer|length|string,) (-?[0-9.]+)\.\.(-?[0-9.]+)`)
	quoted   = regexp.MustCompile("\"([^\"]+)\"")
	members  = regexp.MustCompile(`\((?:exactly )?(\d+)(?:\.\.(\d+))? members(?:; no two (?:equal|with the same ` + "`(.+)`" + `))?\)`)
)

func TestInputTables(t *testing.T) {
	rulestest.Sweep(t, rulestest.Tables{
		Game:          warcry.Game,
		Rows:          contractRows,
		Break:         breakField,
		RangeMessages: regexp.MustCompile(`not [-0-9.]+ to |none of`),
		ExtraInputs: map[string][]string{
			"resolve-attack":          {`{"weapon":{"attacks":1,"strength":1,"dmg_hit":1,"dmg_crit":1,"max_range":1},"modifiers":{},"attacker":{"runemarks":["x"]},"target":{"toughness":1,"wounds":1,"runemarks":["y"]}}`},
			"resolve-disengage":       {`{"fighter":{"wounds":8},"nearest_enemy_at_start":1,"path_length":3,"reaction":{"visible":true,"distance":1,"reactor":{}}}`},
			"monster-characteristics": {`{"base":{},"damage_table":[{"from":0}],"allocated":1}`},
		},
		MinRows: 427, MinTried: 32000,
	})
}

func contractRows(_ *testing.T, contract string) (rows []rulestest.Row) {
	for _, section := range strings.Split(contract, "\n## ")[1:] {
		name, body, _ := strings.Cut(section, "\n")
		_, body, _ = strings.Cut(body, "| input |")
		body, _, _ = strings.Cut(body, "| result |")
		for _, m := range tableRow.FindAllStringSubmatch(strings.ReplaceAll(body, `\|`, "/"), -1) {
			rows = append(rows, rulestest.Row{Procedure: strings.TrimSpace(name), Path: m[1], Kind: m[2], Absent: m[3]})
		}
	}
	return rows
}

func breakField(f *rulestest.Field) {
	f.Unknown()
	f.Presence("`null`")
	f.Null(strings.Contains(f.Kind, "null"))
	switch {
	case strings.HasPrefix(f.Kind, "list"):
		breakList(f)
	case strings.HasPrefix(f.Kind, "object"):
		f.Object()
	case strings.HasPrefix(f.Kind, "boolean"):
		f.Boolean()
	case strings.HasPrefix(f.Kind, "`"):
		f.Words(rulestest.FirstGroups(quoted, f.Kind)...)
	default:
		breakScalar(f)
	}
}

func breakScalar(f *rulestest.Field) {
	f.WrongType(true)
	m := spanOf.FindStringSubmatch(f.Kind)
	if m == nil {
		return
	}
	switch m[1] {
	case "integer":
		low, high := rulestest.Span(m[2], m[3])
		f.Integer(low, high)
		f.WrongType(m[2])
	case "length":
		low, _ := strconv.ParseFloat(m[2], 64)
		high, _ := strconv.ParseFloat(m[3], 64)
		f.WrongType(m[2])
		f.OutOfRange(thousandths(low-0.001), thousandths(high+0.001), json.Number("5.0001"))
		f.Accepts(json.Number(m[2]), json.Number(m[3]))
	case "string,":
		most, _ := strconv.Atoi(m[3])
		f.Text(most)
		if m[2] == "1" {
			f.OutOfRange("")
		}
	}
}

func thousandths(v float64) json.Number { return json.Number(fmt.Sprintf("%.3f", v)) }

func breakList(f *rulestest.Field) {
	m := members.FindStringSubmatch(f.Kind)
	if m == nil {
		f.Fatalf("no length in %q", f.Kind)
	}
	low, high := rulestest.Span(m[1], m[2])
	f.List(low, high)
	f.WantFault("member type", rules.WrongType, f.FaultPath()+"[0]", f.SetFirst(true, low))
	if strings.Contains(f.Kind, "no two") {
		f.Duplicate(high, m[3])
	}
}

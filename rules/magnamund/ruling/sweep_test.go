package ruling_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/magnamund"
	"oriflamme/rules/rulestest"
)

var (
	tableRow     = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| ([^|]*) \\| ([^|]*) \\| (required|absent|`[^|]*`|[^|]*) \\| [^|]*\\| [^|]*\\|$")
	rangePattern = regexp.MustCompile(`^(-?\d+) to (-?\d+)( items)?`)
	backquoted   = regexp.MustCompile("`([^`]+)`")
	furtherTable = regexp.MustCompile("(?s)Further fields of (.*?):\n(.*?)\n\n(?:Further|The fields)")
)

// listsOf maps the names that the tables use for lists of values to the values.
var listsOf = map[string]string{
	"categories": "soldier hero kai-lord magician monster", "phases": "fire-1 movement fire-2 combat morale",
	"ranged weapons":          "sling javelin short-bow long-bow crossbow arquebus",
	"melee weapons":           "dagger sword axe mace long-sword two-handed-axe spear pike halberd",
	"ranged or melee weapons": "sling arquebus dagger halberd",
	"cell terrain":            "open-ground slope marsh brush rocks trees steps rampart water building",
	"edge features":           "low-wall fence hedge wall door great-gate window loophole",
	"powers":                  "animal-kinship path-lore kai-weapon-mastery:sling rally heroic-weapon-mastery:arquebus terror evil-weapon-mastery:pike",
	"card ids":                "captain-moriel lone-wolf akenoor krasia",
	"spells":                  "fireball battle-madness enchanted-aim veil-of-protection heal doom-and-despair lightning rust spell-theft wings-of-ether",
	"steps":                   "forward forward-left pivot-w leap-sw",
}

// sharedTables maps objects that several tables contain to their headings in section 1.8.
var sharedTables = map[string]string{"victim": "**victim**", "effect": "**effect**", "piece": "**piece**", "map": "**map**"}

func TestInputTables(t *testing.T) {
	rulestest.Sweep(t, rulestest.Tables{
		Game:          magnamund.Game,
		Rows:          contractRows,
		Break:         breakField,
		RangeMessages: regexp.MustCompile(`not [-0-9.]+ to |none of`),
		Inputs:        1,
		Vary:          againstMonsters(t),
		ExtraInputs:   rareInputs,
		MinRows:       2228, MinTried: 11300,
	})
}

func contractRows(_ *testing.T, contract string) []rulestest.Row {
	shared := map[string][]rulestest.Row{"wound": {
		{Path: "location", Kind: "string", Values: "one of: `head`, `legs`, `arms`, `body`", Absent: "required"},
		{Path: "severity", Kind: "string", Values: "one of: `light`, `wound`, `serious`, `critical`", Absent: "required"},
	}}
	for name, heading := range sharedTables {
		_, body, _ := strings.Cut(contract, "\n"+heading)
		body, _, _ = strings.Cut(body, "\n\n**")
		shared[name] = rowsOf("", "", body)
	}
	shared["foot piece"] = shared["piece"][:2]
	for _, location := range []string{"head", "legs", "arms", "body"} {
		shared["damage_table"] = append(shared["damage_table"], rulestest.Row{Path: location, Kind: "object", Absent: "required"})
		for _, severity := range []string{"light", "wound", "serious", "critical"} {
			at := location + "." + severity
			shared["damage_table"] = append(shared["damage_table"], rulestest.Row{Path: at, Kind: "effect (1.8)", Absent: "required"})
		}
	}
	var all []rulestest.Row
	for _, section := range strings.Split(contract, "\n## 2.")[1:] {
		name := backquoted.FindStringSubmatch(section)[1]
		_, body, _ := strings.Cut(section, "**Input**")
		body, _, _ = strings.Cut(body, "**Cross-field checks")
		if name == "spell" {
			for _, m := range furtherTable.FindAllStringSubmatch(strings.ReplaceAll(body, "\n\nFurther", "\n\nFurther\n\nFurther"), -1) {
				for _, spell := range rulestest.FirstGroups(backquoted, m[1]) {
					all = append(all, expanded(rowsOf(name, spell, m[2]), shared)...)
				}
			}
			body, _, _ = strings.Cut(body, "Further")
		}
		all = append(all, expanded(rowsOf(name, "", body), shared)...)
	}
	return all
}

// rowsOf reads the rows of a table; rows of a spell occur only in inputs of that spell.
func rowsOf(procedure, spell, body string) []rulestest.Row {
	var fits func(map[string]any) bool
	if spell != "" {
		fits = func(input map[string]any) bool { return input["spell"] == spell }
	}
	var rows []rulestest.Row
	for _, m := range tableRow.FindAllStringSubmatch(body, -1) {
		rows = append(rows, rulestest.Row{
			Procedure: procedure, Path: m[1], Kind: strings.TrimSpace(m[2]), Values: strings.TrimSpace(m[3]), Absent: strings.TrimSpace(m[4]), Fits: fits,
		})
	}
	return rows
}

// expanded adds the rows of shared objects under the fields that hold them.
func expanded(rows []rulestest.Row, shared map[string][]rulestest.Row) []rulestest.Row {
	var all []rulestest.Row
	for _, r := range rows {
		prefix, kind := r.Path+".", strings.TrimSuffix(r.Kind, " (1.8)")
		if strings.HasSuffix(r.Path, "…") {
			prefix, kind = strings.TrimSuffix(r.Path, "…"), "victim"
		} else {
			all = append(all, r)
		}
		if strings.Contains(r.Values, "each wound") {
			prefix, kind = r.Path+"[].", "wound"
		}
		var inner []rulestest.Row
		for _, s := range shared[kind] {
			s.Procedure, s.Path, s.Fits = r.Procedure, prefix+s.Path, r.Fits
			inner = append(inner, s)
		}
		all = append(all, expanded(inner, shared)...)
	}
	return all
}

// againstMonsters makes inputs in which a monster with a damage table replaces another
// victim.
func againstMonsters(t *testing.T) func(procedure string, input map[string]any, add func(map[string]any)) {
	return func(_ string, input map[string]any, add func(map[string]any)) {
		for _, field := range []string{"target", "piece_in_cell", "first_target"} {
			if victim, ok := input[field].(map[string]any); ok && victim["category"] == "monster" {
				victim["damage_table"] = rulestest.Tree(t, ogreInput)
				add(input)
			}
		}
	}
}

const monster = `{"category":"monster","damage_table":` + ogreInput + `}`

// named returns a monster with an id and further fields.
func named(id, more string) string { return `{"id":"` + id + `",` + more + monster[1:] }

// rareInputs have fields that few other inputs have.
var rareInputs = map[string][]string{
	"army-validate": {`{"commander":"a","units":[{"id":"a","alignment":"good","level":"weak","pieces":["x"]}],` +
		`"heroes":[{"id":"b","category":"hero","race":"human","alignment":"good","powers":["rally"],"sheet_weapons":["sling"],"spells":["rust"]}],"monsters":[{"id":"c","alignment":"good"}]}`},
	"morale-triggers": {`{"alignment":"good","starting_strength":9,"strength_at_start_of_turn":9,"strength_now":9,"sheet_triggers":{"losses-total":-1},` +
		`"unit_cells":[[1,1]],"routing_cells":[[1,2]],"auras":[{"kind":"terror","cell":[2,2]}],"rally_cells":[[1,2]],"other_modifiers":[1]}`},
	"line-of-sight": {`{"map":{"width":9,"height":9,"terrain":[{"cell":[1,1],"type":"rocks"}],"edges":[{"a":[1,1],"b":[1,2],"type":"hedge"}],"occupied":[{"cell":[3,3],"who":"enemy"}]},` +
		`"levels":[{"cell":[1,1],"level":1}],"from":[0,0],"to":[5,5]}`},
	"movement": {`{"map":{"width":9,"height":9,"terrain":[{"cell":[1,1],"type":"rocks"}],"edges":[{"a":[1,1],"b":[1,2],"type":"hedge"}],"occupied":[{"cell":[7,7],"who":"enemy"}]},` +
		`"piece":{"cell":[0,0],"facing":"n"},"mp":3,"costs":{"rocks":2,"hedge":2},"path":["forward"]}`},
	"random-move": {`{"map":{"width":9,"height":9,"terrain":[{"cell":[1,1],"type":"rocks"}],"edges":[{"a":[1,1],"b":[1,2],"type":"hedge"}],"occupied":[{"cell":[7,7],"who":"enemy"}]},` +
		`"piece":{"cell":[0,0],"facing":"n"},"mp":3,"costs":{"rocks":2,"hedge":2}}`},
	"retreat": {`{"kind":"rout","map":{"width":9,"height":9,"terrain":[{"cell":[1,1],"type":"rocks"}],"edges":[{"a":[1,1],"b":[1,2],"type":"hedge"}],"occupied":[{"cell":[7,7],"who":"enemy"}]},` +
		`"cell":[0,0],"threat_cell":[1,1],"tie_axis":"x","mp":3,"costs":{"rocks":2,"hedge":2}}`},
	"fire":             {`{"phase":"fire-1","weapon":"sling","distance":2,"max_range":9,"long_range":true,"base_percentage":25,"modifiers":[1],"target":` + monster + `}`},
	"fire-pool":        {`{"shooters":[{"unit":"u","base_percentage":25,"long_range":false}],"first_target":` + named("a", "") + `,"others":[` + named("b", `"distance":1,`) + `]}`},
	"melee":            {`{"weapon":"sword","base_percentage":25,"target":` + monster + `,"attacks_made":1,"double_attack":{"first_attack_hit":true,"second_distance":1}}`},
	"melee-pool":       {`{"attackers":[{"unit":"u","base_percentage":25}],"targets":[` + named("b", "") + `]}`},
	"wound":            {`{"source":"spell","target":` + monster + `}`},
	"psychic-power":    {`{"phase":"fire-1","distance":4,"target":` + monster + `}`},
	"mind-over-matter": {`{"projectiles":5,"piece_in_cell":` + monster + `}`},
	"piece-state":      {`{"category":"monster","sheet_mp":9,"damage_table":` + ogreInput + `,"wounds":[{"location":"head","severity":"light"}]}`},
	"spell": {
		`{"spell":"fireball","magic_power":5,"distance":5,"target":` + monster + `,"friends":[` + named("b", `"distance":1,`) + `]}`,
		`{"spell":"lightning","magic_power":5,"target":` + monster + `}`,
		`{"spell":"wings-of-ether","magic_power":5,"destination":{},"opponent_destination":{}}`,
	},
}

func breakField(f *rulestest.Field) {
	f.Unknown()
	f.Null(false)
	f.Presence("absent")
	switch kind := strings.TrimSuffix(f.Kind, " (1.8)"); kind {
	case "boolean":
		f.Boolean()
	case "integer":
		breakInteger(f)
	case "string":
		breakString(f)
	case "array":
		breakList(f)
	case "cell":
		f.WrongType([]any{1}, []any{1, 2, 3}, []any{1, "2"}, []any{1, json.Number("2.0")}, "x", map[string]any{"x": 1}, 3)
		f.WantFault("far", rules.OutOfRange, f.FaultPath(), f.Set([]any{1001, 0}))
		f.WantFault("far", rules.OutOfRange, f.FaultPath(), f.Set([]any{0, -1001}))
	default:
		if kind != "object" && sharedTables[kind] == "" && kind != "wound" && kind != "damage_table" && kind != "foot piece" {
			f.Fatalf("unknown type %q", f.Kind)
		}
		f.Object()
	}
}

func breakInteger(f *rulestest.Field) {
	m := rangePattern.FindStringSubmatch(f.Values)
	if m == nil {
		f.Fatalf("no range in %q", f.Values)
	}
	low, high := rulestest.Span(m[1], m[2])
	f.Integer(low, high)
	f.WrongType(m[1])
}

func breakString(f *rulestest.Field) {
	switch {
	case f.Path == "spell": // the name of a spell decides which fields it has
	case f.Values == "name":
		f.Text(64)
		f.OutOfRange("")
	default:
		f.Words(words(f)...)
	}
}

// words lists the values that the row allows.
func words(f *rulestest.Field) []string {
	values := strings.TrimSuffix(strings.TrimSuffix(f.Values, " (1.7)"), ")")
	if _, named, ok := strings.Cut(values, "one of: "); ok && listsOf[named] != "" {
		return strings.Fields(listsOf[named])
	}
	return rulestest.FirstGroups(backquoted, f.Values)
}

func breakList(f *rulestest.Field) {
	m := rangePattern.FindStringSubmatch(f.Values)
	if m == nil || m[3] == "" {
		f.Fatalf("no length in %q", f.Values)
	}
	low, high := rulestest.Span(m[1], m[2])
	f.List(low, high)
	member := func(code rules.Code, v any) { f.WantFault("member", code, f.FaultPath()+"[0]", f.SetFirst(v, low)) }
	member(rules.WrongType, true)
	_, each, _ := strings.Cut(f.Values, "each ")
	switch {
	case strings.HasPrefix(each, "string name"):
		member(rules.OutOfRange, strings.Repeat("é", 65))
	case strings.HasPrefix(each, "string"):
		member(rules.OutOfRange, "zz")
	case strings.HasPrefix(each, "integer"):
		member(rules.OutOfRange, 101)
		member(rules.OutOfRange, -101)
		member(rules.WrongType, json.Number("1.0"))
	case strings.HasPrefix(each, "cell"):
		member(rules.OutOfRange, []any{0, 1001})
		member(rules.WrongType, []any{0})
	}
}

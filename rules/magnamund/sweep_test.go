package magnamund_test

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
	"oriflamme/rules/magnamund"
)

// A row of an input table of the contract. Spells have a table each: they come
// as "spell fireball" and so on.
type row struct{ procedure, path, kind, values, absent string }

var (
	tableRow = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| ([^|]*) \\| ([^|]*) \\| (required|absent|`[^|]*`|[^|]*) \\| [^|]*\\| [^|]*\\|$")
	spanOf   = regexp.MustCompile(`^(-?\d+) to (-?\d+)( items)?`)
	ticked   = regexp.MustCompile("`([^`]+)`")
	furtherT = regexp.MustCompile("(?s)Further fields of (.*?):\n(.*?)\n\n(?:Further|The fields)")
)

// listsOf are the lists of values that the tables call by name.
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

// sharedTables are the objects of 1.8 that other tables contain.
var sharedTables = map[string]string{"victim": "**victim**", "effect": "**effect**", "piece": "**piece**", "map": "**map**"}

func contractRows(t *testing.T) []row {
	raw, err := os.ReadFile("../../../shared/contract/magnamund.md")
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("no contract here")
	}
	if err != nil {
		t.Fatal(err)
	}
	text := string(raw)
	shared := map[string][]row{"wound": {
		{path: "location", kind: "string", values: "one of: `head`, `legs`, `arms`, `body`", absent: "required"},
		{path: "severity", kind: "string", values: "one of: `light`, `wound`, `serious`, `critical`", absent: "required"},
	}}
	for name, heading := range sharedTables {
		_, body, _ := strings.Cut(text, "\n"+heading)
		body, _, _ = strings.Cut(body, "\n\n**")
		shared[name] = rowsOf("", body)
	}
	shared["foot piece"] = shared["piece"][:2]
	for _, location := range []string{"head", "legs", "arms", "body"} {
		shared["damage_table"] = append(shared["damage_table"], row{path: location, kind: "object", absent: "required"})
		for _, severity := range []string{"light", "wound", "serious", "critical"} {
			at := location + "." + severity
			shared["damage_table"] = append(shared["damage_table"], row{path: at, kind: "effect (1.8)", absent: "required"})
		}
	}
	var all []row
	for _, section := range strings.Split(text, "\n## 2.")[1:] {
		name := ticked.FindStringSubmatch(section)[1]
		_, body, _ := strings.Cut(section, "**Input**")
		body, _, _ = strings.Cut(body, "**Cross-field checks")
		if name == "spell" {
			for _, m := range furtherT.FindAllStringSubmatch(strings.ReplaceAll(body, "\n\nFurther", "\n\nFurther\n\nFurther"), -1) {
				for _, spell := range ticked.FindAllStringSubmatch(m[1], -1) {
					all = append(all, expanded(rowsOf("spell "+spell[1], m[2]), shared)...)
				}
			}
			body, _, _ = strings.Cut(body, "Further")
		}
		all = append(all, expanded(rowsOf(name, body), shared)...)
	}
	return all
}

func rowsOf(procedure, body string) []row {
	var rows []row
	for _, m := range tableRow.FindAllStringSubmatch(body, -1) {
		rows = append(rows, row{procedure, m[1], strings.TrimSpace(m[2]), strings.TrimSpace(m[3]), strings.TrimSpace(m[4])})
	}
	return rows
}

// expanded puts the rows of shared objects under the fields that hold them.
func expanded(rows []row, shared map[string][]row) []row {
	var all []row
	for _, r := range rows {
		prefix, kind := r.path+".", strings.TrimSuffix(r.kind, " (1.8)")
		if strings.HasSuffix(r.path, "…") {
			prefix, kind = strings.TrimSuffix(r.path, "…"), "victim"
		} else {
			all = append(all, r)
		}
		if strings.Contains(r.values, "each wound") {
			prefix, kind = r.path+"[].", "wound"
		}
		var inner []row
		for _, s := range shared[kind] {
			s.procedure, s.path = r.procedure, prefix+s.path
			inner = append(inner, s)
		}
		all = append(all, expanded(inner, shared)...)
	}
	return all
}

// contractInputs returns inputs without fault by procedure and, for spells, by spell.
func contractInputs(t *testing.T) map[string][]string {
	text, err := os.ReadFile("../../../shared/contract/vectors/magnamund.json")
	if err != nil {
		t.Skip(err)
	}
	var vectors []struct {
		Procedure string         `json:"procedure"`
		Input     map[string]any `json:"input"`
	}
	dec := json.NewDecoder(strings.NewReader(string(text)))
	dec.UseNumber()
	if err := dec.Decode(&vectors); err != nil {
		t.Fatal(err)
	}
	inputs := map[string][]string{}
	add := func(procedure string, input map[string]any) {
		raw, err := json.Marshal(input)
		if err != nil {
			t.Fatal(err)
		}
		if faultOf(t, procedure, string(raw)) != nil {
			return
		}
		inputs[procedure] = append(inputs[procedure], string(raw))
		if procedure == "spell" {
			spell := "spell " + input["spell"].(string)
			inputs[spell] = append(inputs[spell], string(raw))
		}
	}
	for _, v := range vectors {
		add(v.Procedure, v.Input)
		for _, field := range []string{"target", "piece_in_cell", "first_target"} {
			if victim, ok := v.Input[field].(map[string]any); ok && victim["category"] == "monster" {
				victim["damage_table"] = tree(t, ogre)
				add(v.Procedure, v.Input)
			}
		}
	}
	for procedure, input := range rare {
		add(procedure, tree(t, input).(map[string]any))
	}
	monster := `{"category":"monster","damage_table":` + ogre + `}`
	named := func(id string, more string) string { return `{"id":"` + id + `",` + more + monster[1:] }
	for procedure, input := range map[string]string{
		"fire":             `{"phase":"fire-1","weapon":"sling","distance":2,"max_range":9,"long_range":true,"base_percentage":25,"modifiers":[1],"target":` + monster + `}`,
		"fire-pool":        `{"shooters":[{"unit":"u","base_percentage":25,"long_range":false}],"first_target":` + named("a", "") + `,"others":[` + named("b", `"distance":1,`) + `]}`,
		"melee":            `{"weapon":"sword","base_percentage":25,"target":` + monster + `,"attacks_made":1,"double_attack":{"first_attack_hit":true,"second_distance":1}}`,
		"melee-pool":       `{"attackers":[{"unit":"u","base_percentage":25}],"targets":[` + named("b", "") + `]}`,
		"wound":            `{"source":"spell","target":` + monster + `}`,
		"psychic-power":    `{"phase":"fire-1","distance":4,"target":` + monster + `}`,
		"mind-over-matter": `{"projectiles":5,"piece_in_cell":` + monster + `}`,
		"piece-state":      `{"category":"monster","sheet_mp":9,"damage_table":` + ogre + `,"wounds":[{"location":"head","severity":"light"}]}`,
	} {
		add(procedure, tree(t, input).(map[string]any))
	}
	add("spell", tree(t, `{"spell":"fireball","magic_power":5,"distance":5,"target":`+monster+`,"friends":[`+named("b", `"distance":1,`)+`]}`).(map[string]any))
	add("spell", tree(t, `{"spell":"lightning","magic_power":5,"target":`+monster+`}`).(map[string]any))
	add("spell", tree(t, `{"spell":"wings-of-ether","magic_power":5,"destination":{},"opponent_destination":{}}`).(map[string]any))
	return inputs
}

// rare are inputs with fields that few others have.
var rare = map[string]string{
	"army-validate": `{"commander":"a","units":[{"id":"a","alignment":"good","level":"weak","pieces":["x"]}],` +
		`"heroes":[{"id":"b","category":"hero","race":"human","alignment":"good","powers":["rally"],"sheet_weapons":["sling"],"spells":["rust"]}],"monsters":[{"id":"c","alignment":"good"}]}`,
	"morale-triggers": `{"alignment":"good","starting_strength":9,"strength_at_start_of_turn":9,"strength_now":9,"sheet_triggers":{"losses-total":-1},` +
		`"unit_cells":[[1,1]],"routing_cells":[[1,2]],"auras":[{"kind":"terror","cell":[2,2]}],"rally_cells":[[1,2]],"other_modifiers":[1]}`,
	"line-of-sight": `{"map":{"width":9,"height":9,"terrain":[{"cell":[1,1],"type":"rocks"}],"edges":[{"a":[1,1],"b":[1,2],"type":"hedge"}],"occupied":[{"cell":[3,3],"who":"enemy"}]},` +
		`"levels":[{"cell":[1,1],"level":1}],"from":[0,0],"to":[5,5]}`,
	"movement": `{"map":{"width":9,"height":9,"terrain":[{"cell":[1,1],"type":"rocks"}],"edges":[{"a":[1,1],"b":[1,2],"type":"hedge"}],"occupied":[{"cell":[7,7],"who":"enemy"}]},` +
		`"piece":{"cell":[0,0],"facing":"n"},"mp":3,"costs":{"rocks":2,"hedge":2},"path":["forward"]}`,
	"random-move": `{"map":{"width":9,"height":9,"terrain":[{"cell":[1,1],"type":"rocks"}],"edges":[{"a":[1,1],"b":[1,2],"type":"hedge"}],"occupied":[{"cell":[7,7],"who":"enemy"}]},` +
		`"piece":{"cell":[0,0],"facing":"n"},"mp":3,"costs":{"rocks":2,"hedge":2}}`,
	"retreat": `{"kind":"rout","map":{"width":9,"height":9,"terrain":[{"cell":[1,1],"type":"rocks"}],"edges":[{"a":[1,1],"b":[1,2],"type":"hedge"}],"occupied":[{"cell":[7,7],"who":"enemy"}]},` +
		`"cell":[0,0],"threat_cell":[1,1],"tie_axis":"x","mp":3,"costs":{"rocks":2,"hedge":2}}`,
}

func faultOf(t *testing.T, procedure, input string) *rules.Fault {
	procedure, _, _ = strings.Cut(procedure, " ")
	_, err := magnamund.Game.Ruling(procedure).Read(tree(t, input))
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
	if len(rows) < 600 || tried < 4*len(rows) {
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
	f := s.with(s.put(v))
	if f != nil && f.Field == s.at() && (f.Code == rules.WrongType || strings.Contains(f.Message, " not ") && f.Code == rules.OutOfRange && strings.Contains(f.Message, " to ") || strings.Contains(f.Message, "none of")) {
		s.t.Errorf("%s: %s = %v: got %v", s.procedure, s.at(), v, f)
	}
}

func (s *sweep) breakField() {
	at := s.at()
	s.want("unknown", rules.UnknownField, at+"z", func(obj map[string]any) { obj[s.name+"z"] = 1 })
	s.want("null", rules.WrongType, at, s.put(nil))
	if s.absent == "required" {
		s.want("absent", rules.MissingField, at, func(obj map[string]any) { delete(obj, s.name) })
	} else if f := s.with(func(obj map[string]any) { delete(obj, s.name) }); s.absent != "absent" && f != nil && f.Field == at && f.Code == rules.MissingField {
		s.t.Errorf("%s: %s may be left out: got %v", s.procedure, at, f)
	}
	switch kind := strings.TrimSuffix(s.kind, " (1.8)"); kind {
	case "boolean":
		s.want("type", rules.WrongType, at, s.put("true"))
		s.fine(true)
		s.fine(false)
	case "integer":
		s.breakInteger()
	case "string":
		s.breakString()
	case "array":
		s.breakList()
	case "cell":
		s.breakCell()
	default:
		if kind != "object" && listsOf[kind] == "" && sharedTables[kind] == "" && kind != "wound" && kind != "damage_table" && kind != "foot piece" {
			s.t.Fatalf("%s: %s: unknown type %q", s.procedure, at, s.kind)
		}
		s.want("type", rules.WrongType, at, s.put([]any{}))
		s.want("type", rules.WrongType, at, s.put(3))
	}
}

func (s *sweep) breakInteger() {
	at, m := s.at(), spanOf.FindStringSubmatch(s.values)
	if m == nil {
		s.t.Fatalf("%s: %s: no range in %q", s.procedure, at, s.values)
	}
	lo, _ := strconv.Atoi(m[1])
	hi, _ := strconv.Atoi(m[2])
	s.want("below", rules.OutOfRange, at, s.put(lo-1))
	s.want("above", rules.OutOfRange, at, s.put(hi+1))
	s.want("huge", rules.OutOfRange, at, s.put(json.Number("99999999999999999999")))
	s.want("fraction", rules.WrongType, at, s.put(json.Number(m[1]+".0")))
	s.want("exponent", rules.WrongType, at, s.put(json.Number("1e0")))
	s.want("text", rules.WrongType, at, s.put(m[1]))
	s.want("boolean", rules.WrongType, at, s.put(true))
	s.fine(lo)
	s.fine(hi)
}

func (s *sweep) breakString() {
	at := s.at()
	if s.path == "spell" {
		return // the name of a spell decides on its fields
	}
	s.want("type", rules.WrongType, at, s.put(1))
	s.want("empty", rules.OutOfRange, at, s.put(""))
	if s.values == "name" {
		s.want("too long", rules.OutOfRange, at, s.put(strings.Repeat("é", 65)))
		s.fine(strings.Repeat("é", 64))
		return
	}
	s.want("other word", rules.OutOfRange, at, s.put("zz"))
	for _, word := range s.words() {
		s.fine(word)
		s.want("capitals", rules.OutOfRange, at, s.put(strings.ToUpper(word)))
	}
}

// words are the values that the row allows.
func (s *sweep) words() []string {
	list := strings.TrimSuffix(strings.TrimSuffix(s.values, " (1.7)"), ")")
	if _, named, ok := strings.Cut(list, "one of: "); ok && listsOf[named] != "" {
		return strings.Fields(listsOf[named])
	}
	var words []string
	for _, m := range ticked.FindAllStringSubmatch(s.values, -1) {
		words = append(words, m[1])
	}
	if words == nil {
		s.t.Fatalf("%s: %s: no values in %q", s.procedure, s.at(), s.values)
	}
	return words
}

func (s *sweep) breakCell() {
	at := s.at()
	for _, v := range []any{[]any{1}, []any{1, 2, 3}, []any{1, "2"}, []any{1, json.Number("2.0")}, "x", map[string]any{"x": 1}, 3} {
		s.want("type", rules.WrongType, at, s.put(v))
	}
	s.want("far", rules.OutOfRange, at, s.put([]any{1001, 0}))
	s.want("far", rules.OutOfRange, at, s.put([]any{0, -1001}))
}

func (s *sweep) breakList() {
	at, m := s.at(), spanOf.FindStringSubmatch(s.values)
	if m == nil || m[3] == "" {
		s.t.Fatalf("%s: %s: no length in %q", s.procedure, at, s.values)
	}
	lo, _ := strconv.Atoi(m[1])
	hi, _ := strconv.Atoi(m[2])
	s.want("type", rules.WrongType, at, s.put(map[string]any{}))
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
	s.want("member type", rules.WrongType, at+"[0]", list(true))
	_, each, _ := strings.Cut(s.values, "each ")
	switch {
	case strings.HasPrefix(each, "string name"):
		s.want("member too long", rules.OutOfRange, at+"[0]", list(strings.Repeat("é", 65)))
	case strings.HasPrefix(each, "string"):
		s.want("member", rules.OutOfRange, at+"[0]", list("zz"))
	case strings.HasPrefix(each, "integer"):
		s.want("member", rules.OutOfRange, at+"[0]", list(101))
		s.want("member", rules.OutOfRange, at+"[0]", list(-101))
		s.want("member", rules.WrongType, at+"[0]", list(json.Number("1.0")))
	case strings.HasPrefix(each, "cell"):
		s.want("member", rules.OutOfRange, at+"[0]", list([]any{0, 1001}))
		s.want("member", rules.WrongType, at+"[0]", list([]any{0}))
	}
}

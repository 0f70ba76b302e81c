package battleview

import (
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"oriflamme/content/describe"
	"oriflamme/content/phrases"
	"oriflamme/rules"
	"oriflamme/views"
)

// A Form makes the fields of a page from the tags of a struct, and reads them back. It offers what the tags allow, as
// rules.Decode reads them.
type Form struct {
	Catalog *phrases.Catalog
	Game    string
	RuleURL func(id string) string
	// OtherCatalogs are the phrases of other languages: values typed in their words are understood too.
	OtherCatalogs []*phrases.Catalog
	// UnitNames are the units and cards that an id may name. Without any, people type ids.
	UnitNames []views.InputOption
	// Pack supplies the names of its parts that profiles refer to; it may be nil.
	Pack *rules.Pack
	// SideNames are the names of the sides by seat; nil outside a battle.
	SideNames []string
	// Mode is how the battle is played; "" outside a battle. Fields of the other mode are left out.
	Mode rules.Mode
	// ThingNames are the names, by id, of things that are neither units nor cards, such as objectives.
	ThingNames map[string]string
	// MissingPhrase is called with each key that is shown because its phrase is missing; it may be nil.
	MissingPhrase func(key string)
}

// includes reports whether the form has a field in the mode of the battle.
func (f Form) includes(m describe.Field) bool {
	return !(m.Board && f.Mode == rules.Measured || m.Fact && f.Mode == rules.Board)
}

var decoderType = reflect.TypeFor[rules.Decoder]()

// Inputs returns the fields of a struct, filled in from a JSON tree or else with their defaults. Their names begin with prefix.
func (f Form) Inputs(t reflect.Type, tree map[string]any, prefix string) []views.Input {
	return f.inputs(describe.Fields(t), tree, prefix)
}

func (f Form) inputs(ms []describe.Field, tree map[string]any, prefix string) []views.Input {
	ins := make([]views.Input, 0, len(ms))
	for _, m := range ms {
		if !f.includes(m) {
			continue
		}
		v, there := tree[m.Name]
		if !there && m.Optional && m.Default != "-" {
			v = describe.ParseJSON(m.Default)
		}
		in := f.input(m, v, prefix+m.Name)
		if in.Kind == "json" && f.Mode != "" { // nobody types this value: it is sent back unchanged
			ins = append(ins, views.Input{Kind: "hidden", Name: in.Name, Value: in.Value})
			continue
		}
		in.Rest = m.Optional && describe.JSONText(v) == describe.JSONText(describe.DefaultValue(m))
		in.Label = f.label(m.Name)
		if seat, err := strconv.Atoi(m.Side); err == nil && seat < len(f.SideNames) {
			in.Label = f.SideNames[seat]
		}
		if k := f.Game + ".field." + m.Name + ".note"; f.Catalog.Has(k) {
			in.Hint = f.Catalog.Say(k)
		}
		ins = append(ins, in)
	}
	return ins
}

// isID reports whether a field holds the id of a unit or card: its tag allows 64 characters, as for rules.Unit.ID, and its
// value is a known id or empty.
func (f Form) isID(tag string, v any) bool {
	_, hi, ok := describe.ParseRange(tag)
	if len(f.UnitNames) == 0 || !ok || hi != "64" {
		return false
	}
	have := describe.FieldText(v)
	return have == "" || slices.ContainsFunc(f.UnitNames, func(n views.InputOption) bool { return n.Value == have })
}

func (f Form) label(name string) string { return capital(f.Words().FieldName(name)) }

// capital returns a label with its first letter in upper case.
func capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

func (f Form) value(v string) string { return f.Words().ValueName(v) }

// Words returns a Describer that knows the names of the form.
func (f Form) Words() describe.Describer {
	w := describe.Describer{Catalog: f.Catalog, Game: f.Game, OnMissing: f.MissingPhrase}
	if len(f.UnitNames) > 0 {
		w.Names = make(map[string]string, len(f.UnitNames))
		for _, n := range f.UnitNames {
			w.Names[n.Value] = n.Label
		}
	}
	return w
}

func (f Form) reader() describe.Form {
	return describe.Form{Describer: describe.Describer{Catalog: f.Catalog, Game: f.Game}, OtherCatalogs: f.OtherCatalogs, IDsChosen: len(f.UnitNames) > 0}
}

// Read returns the JSON tree of a struct from a filled-in form; see describe.Form.
func (f Form) Read(t reflect.Type, q url.Values, prefix string) map[string]any {
	return f.reader().Read(t, q, prefix)
}

// ReadRuling returns the JSON tree of a ruling's input from an address, and its type; see describe.Form.
func (f Form) ReadRuling(r *rules.Ruling, q url.Values, prefix string) (map[string]any, reflect.Type) {
	return f.reader().ReadRuling(r, q, prefix)
}

// ownWord returns the phrase for a value of a field from the field's own vocabulary, if the game has one. A list uses the
// vocabulary of its singular: runemarks that of runemark.
func (f Form) ownWord(name, v string) (string, bool) {
	key := f.Game + "." + singular(name) + "." + v
	if !f.Catalog.Has(key) {
		return v, false
	}
	return f.Catalog.Say(key), true
}

// singular returns the name of one item of a list: weapon for weapons, ability for abilities.
func singular(name string) string {
	if one, many := strings.CutSuffix(name, "ies"); many {
		return one + "y"
	}
	return strings.TrimSuffix(name, "s")
}

func (f Form) input(m describe.Field, v any, name string) views.Input {
	in := views.Input{Name: name, Blank: m.Nullable || m.Optional && (m.Default == "-" || m.Default == "null")}
	t := m.Type
	pointer := t.Kind() == reflect.Pointer
	if pointer {
		t, in.Blank = t.Elem(), true
	}
	switch {
	case t.Kind() == reflect.Map && m.Keys != "":
		tree, _ := v.(map[string]any)
		in.Kind, in.Blank = "group", false
		in.Fields = f.inputs(m.MapFields(t), tree, name+".")
		for i, e := range m.MapFields(t) {
			in.Fields[i].Label, in.Fields[i].Rest = f.value(e.Name), false
		}
	case reflect.PointerTo(t).Implements(decoderType), t == rawType, t.Kind() == reflect.Map:
		in.Kind, in.Value = "json", describe.JSONText(v)
	case t.Kind() == reflect.Bool && in.Blank && v != nil:
		in.Kind, in.Checked, in.Blank = "check", v == true, false
	case t.Kind() == reflect.Bool && in.Blank:
		in.Kind = "choice"
		in.Options = f.options(v, "", "true", "false")
	case t.Kind() == reflect.Bool:
		in.Kind, in.Checked = "check", v == true
	case t == seatType && len(f.SideNames) > 0:
		in.Kind, in.Options = "choice", f.seats(v)
	case t.Kind() == reflect.Int || t.Kind() == reflect.Int64:
		f.number(&in, m, t, v)
	case t.Kind() == reflect.String && strings.Contains(m.In, "|"):
		in.Kind = "choice"
		words := strings.Split(m.In, "|")
		if in.Blank {
			words = append([]string{""}, words...)
		}
		in.Options = f.options(v, words...)
	case t.Kind() == reflect.String && f.isID(m.In, v):
		in.Kind = "choice"
		if lo, _, _ := describe.ParseRange(m.In); lo == "0" || in.Blank {
			in.Options = f.options(v, "")
		}
		have := describe.FieldText(v)
		for _, n := range f.UnitNames {
			n.Chosen = n.Value == have
			in.Options = append(in.Options, n)
		}
	case t.Kind() == reflect.String:
		in.Kind = "text"
		in.Value, _ = f.ownWord(m.Name, describe.FieldText(v))
	case t.Kind() == reflect.Struct:
		tree, there := v.(map[string]any)
		in.Kind, in.Checked = "group", there || !in.Blank
		in.Fields = f.Inputs(t, tree, name+".")
	case t.Kind() == reflect.Slice:
		f.list(&in, m, t.Elem(), v)
	default:
		in.Kind, in.Value = "json", describe.JSONText(v)
	}
	return in
}

func (f Form) number(in *views.Input, m describe.Field, t reflect.Type, v any) {
	in.Kind, in.Step = "number", "1"
	if t == decType {
		in.Step = "any"
	}
	in.Min, in.Max, _ = describe.ParseRange(m.In)
	in.Value = describe.FieldText(v)
	if in.Value == "" && !in.Blank {
		if in.Value = in.Min; in.Value == "" {
			in.Value = "0"
		}
	}
	n, err := strconv.Atoi(in.Value)
	if err != nil {
		return
	}
	if hi, err := strconv.Atoi(in.Max); err != nil || n < hi {
		in.Plus = strconv.Itoa(n + 1)
	}
}

func (f Form) options(v any, words ...string) []views.InputOption {
	have := describe.FieldText(v)
	opts := make([]views.InputOption, len(words))
	for i, w := range words {
		opts[i] = views.InputOption{Value: w, Chosen: w == have}
		switch w {
		case "":
			opts[i].Label = f.Catalog.Say("fight.nothing")
		case "true":
			opts[i].Label = f.Catalog.Say("common.yes")
		case "false":
			opts[i].Label = f.Catalog.Say("common.no")
		default:
			opts[i].Label = f.value(w)
		}
	}
	return opts
}

// seats returns the sides to choose from.
func (f Form) seats(v any) []views.InputOption {
	have := describe.FieldText(v)
	opts := make([]views.InputOption, len(f.SideNames))
	for i, name := range f.SideNames {
		opts[i] = views.InputOption{Value: strconv.Itoa(i), Label: name, Chosen: strconv.Itoa(i) == have}
	}
	return opts
}

func (f Form) list(in *views.Input, m describe.Field, elem reflect.Type, v any) {
	have, _ := v.([]any)
	for elem.Kind() == reflect.Pointer {
		elem = elem.Elem()
	}
	switch {
	case elem == seatType && len(f.SideNames) > 0:
		f.countPerSide(in, have)
	case f.hasFixedItems(m, have):
		in.Kind, in.Blank = "group", false
		for i, sub := range have {
			in.Fields = append(in.Fields, f.aboutInput(m, elem, object(sub), in.Name+"["+strconv.Itoa(i)+"]."))
		}
	case elem.Kind() == reflect.Struct && !reflect.PointerTo(elem).Implements(decoderType):
		in.Kind = "list"
		lo, hi, _ := describe.ParseRange(m.Len)
		least, _ := strconv.Atoi(lo)
		for len(have) < least {
			have = append(have, map[string]any{})
		}
		for i, sub := range have {
			tree, _ := sub.(map[string]any)
			in.Items = append(in.Items, f.Inputs(elem, tree, in.Name+"["+strconv.Itoa(i)+"]."))
		}
		most, err := strconv.Atoi(hi)
		in.More = err != nil || len(have) < most
		in.Whole = len(have) <= least
	case m.AllowsRepeats():
		in.Kind = "list"
		lo, hi, _ := describe.ParseRange(m.Len)
		least, _ := strconv.Atoi(lo)
		words := strings.Split(m.Each, "|")
		for len(have) < least {
			have = append(have, words[0])
		}
		for i, h := range have {
			at := in.Name + "[" + strconv.Itoa(i) + "]"
			in.Items = append(in.Items, []views.Input{{Kind: "choice", Name: at, Label: f.label(singular(m.Name)), Options: f.options(h, words...)}})
		}
		in.More = lo != hi
	case elem.Kind() == reflect.String && strings.Contains(m.Each, "|"):
		in.Kind = "many"
		for _, w := range strings.Split(m.Each, "|") {
			in.Options = append(in.Options, views.InputOption{Value: w, Label: f.value(w), Chosen: slices.Contains(have, any(w))})
		}
	case elem.Kind() == reflect.String && len(f.UnitNames) > 0 && f.allHaveNames(have):
		in.Kind = "many"
		for _, n := range f.UnitNames {
			n.Chosen = n.Chosen || slices.Contains(have, any(n.Value))
			in.Options = append(in.Options, n)
		}
	case elem.Kind() == reflect.String, elem.Kind() == reflect.Int, elem.Kind() == reflect.Int64:
		in.Kind = "numbers"
		parts := make([]string, len(have))
		for i, h := range have {
			parts[i] = describe.FieldText(h)
			if elem.Kind() == reflect.String {
				parts[i], _ = f.ownWord(m.Name, parts[i])
			}
		}
		in.Value = strings.Join(parts, ", ")
	default:
		in.Kind, in.Value = "json", describe.JSONText(v)
	}
}

// countPerSide asks for a list of seats as a number for each side.
func (f Form) countPerSide(in *views.Input, have []any) {
	in.Kind, in.Blank = "group", false
	for seat, name := range f.SideNames {
		n := 0
		for _, v := range have {
			if describe.FieldText(v) == strconv.Itoa(seat) {
				n++
			}
		}
		count := views.Input{Kind: "number", Name: in.Name + "." + strconv.Itoa(seat), Label: name, Value: strconv.Itoa(n), Min: "0", Max: "30", Step: "1"}
		count.Plus = strconv.Itoa(n + 1)
		in.Fields = append(in.Fields, count)
	}
}

// hasFixedItems reports whether a list has one entry for each of some named things: people fill the entries in but cannot add or remove any.
func (f Form) hasFixedItems(m describe.Field, have []any) bool {
	if m.Distinct == "" || m.Distinct == "true" || len(have) == 0 {
		return false
	}
	for _, v := range have {
		if _, known := f.ThingNames[describe.FieldText(object(v)[m.Distinct])]; !known {
			return false
		}
	}
	return true
}

// aboutInput returns the fields about a thing with a name, whose id is a hidden field.
func (f Form) aboutInput(m describe.Field, elem reflect.Type, tree map[string]any, prefix string) views.Input {
	id := describe.FieldText(tree[m.Distinct])
	g := views.Input{Kind: "group", Name: strings.TrimSuffix(prefix, "."), Label: f.ThingNames[id]}
	for _, in := range f.Inputs(elem, tree, prefix) {
		if in.Name == prefix+m.Distinct {
			in = views.Input{Kind: "hidden", Name: in.Name, Value: id}
		}
		g.Fields = append(g.Fields, in)
	}
	return g
}

func (f Form) allHaveNames(have []any) bool {
	return !slices.ContainsFunc(have, func(h any) bool { return !f.isID("0..64", h) })
}

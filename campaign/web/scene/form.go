package scene

import (
	"net/url"
	"reflect"
	"strconv"
	"strings"

	"oriflamme/content/phrases"
	"oriflamme/rules"
	"oriflamme/views"
)

// A Form makes and reads fields of a page from a struct's tags, as rules.Decode
// reads them: what the tags allow, the page offers.
type Form struct {
	Book *phrases.Book
	Game string
	Rule func(id string) string
	// Others are books of other languages: what is typed in their words is understood too.
	Others []*phrases.Book
	// Names are the units and cards that an identifier may name; with none,
	// identifiers are typed.
	Names []views.InputOption
}

var decoderType = reflect.TypeFor[rules.Decoder]()

// Inputs are the fields of a struct, filled in from a JSON tree, or where that
// has nothing from the defaults. Names begin with prefix.
func (f Form) Inputs(t reflect.Type, tree map[string]any, prefix string) []views.Input {
	return f.inputs(membersOf(t), tree, prefix)
}

func (f Form) inputs(ms []member, tree map[string]any, prefix string) []views.Input {
	ins := make([]views.Input, 0, len(ms))
	for _, m := range ms {
		v, there := tree[m.name]
		if !there && m.optional && m.absent != "-" {
			v = parseTree(m.absent)
		}
		in := f.input(m, v, prefix+m.name)
		in.Rest = m.optional && written(v) == written(standard(m))
		in.Label = f.label(m.name)
		if k := f.Game + ".field." + m.name + ".note"; f.Book.Has(k) {
			in.Hint = f.Book.Say(k)
		}
		ins = append(ins, in)
	}
	return ins
}

// identifies tells whether a text is the id of a unit or card: ids have at most
// 64 characters, as rules.Unit.ID, and what is filled in must be known.
func (f Form) identifies(tag string, v any) bool {
	_, hi, ok := span(tag)
	if len(f.Names) == 0 || !ok || hi != "64" {
		return false
	}
	have := textOf(v)
	for _, n := range f.Names {
		if n.Value == have {
			return true
		}
	}
	return have == ""
}

func (f Form) label(name string) string {
	for _, k := range []string{f.Game + ".field." + name, f.Game + ".fact." + name, "field." + name, f.Game + ".word." + name} {
		if f.Book.Has(k) {
			return f.Book.Say(k)
		}
	}
	return plain(name)
}

func (f Form) value(v string) string {
	for _, k := range []string{f.Game + ".value." + v, "value." + v, f.Game + ".word." + v} {
		if f.Book.Has(k) {
			return f.Book.Say(k)
		}
	}
	return plain(v)
}

// of says a value of a member by the member's own vocabulary, if the game has
// one: the words under runemark for a runemark, and for each of its runemarks.
func (f Form) of(name, v string) (string, bool) {
	key := f.Game + "." + strings.TrimSuffix(name, "s") + "." + v
	if !f.Book.Has(key) {
		return v, false
	}
	return f.Book.Say(key), true
}

// typed is the value that a typed word stands for: the word itself, unless the
// member's vocabulary has it.
func (f Form) typed(name, word string) (string, bool) {
	prefix := f.Game + "." + strings.TrimSuffix(name, "s") + "."
	for _, book := range append([]*phrases.Book{f.Book}, f.Others...) {
		for _, k := range book.Under(prefix) {
			if strings.EqualFold(book.Say(k), word) {
				return k[len(prefix):], true
			}
		}
	}
	return word, false
}

// typedList reads words between commas, or between spaces where together they are no word of the vocabulary.
func (f Form) typedList(name, text string) []any {
	list := []any{}
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' }) {
		if v, known := f.typed(name, strings.TrimSpace(part)); known {
			list = append(list, v)
			continue
		}
		for _, w := range strings.Fields(part) {
			v, _ := f.typed(name, w)
			list = append(list, v)
		}
	}
	return list
}

func (f Form) input(m member, v any, name string) views.Input {
	in := views.Input{Name: name, Blank: m.null || m.optional && (m.absent == "-" || m.absent == "null")}
	t := m.typ
	pointer := t.Kind() == reflect.Pointer
	if pointer {
		t, in.Blank = t.Elem(), true
	}
	switch {
	case t.Kind() == reflect.Map && m.keys != "":
		tree, _ := v.(map[string]any)
		in.Kind, in.Blank = "group", false
		in.Fields = f.inputs(m.entries(t), tree, name+".")
		for i, e := range m.entries(t) {
			in.Fields[i].Label, in.Fields[i].Rest = f.value(e.name), false
		}
	case reflect.PointerTo(t).Implements(decoderType), t == rawType, t.Kind() == reflect.Map:
		in.Kind, in.Value = "json", written(v)
	case t.Kind() == reflect.Bool && in.Blank && v != nil:
		in.Kind, in.Checked, in.Blank = "check", v == true, false
	case t.Kind() == reflect.Bool && in.Blank:
		in.Kind = "choice"
		in.Options = f.options(v, "", "true", "false")
	case t.Kind() == reflect.Bool:
		in.Kind, in.Checked = "check", v == true
	case t.Kind() == reflect.Int || t.Kind() == reflect.Int64:
		f.number(&in, m, t, v)
	case t.Kind() == reflect.String && strings.Contains(m.in, "|"):
		in.Kind = "choice"
		words := strings.Split(m.in, "|")
		if in.Blank {
			words = append([]string{""}, words...)
		}
		in.Options = f.options(v, words...)
	case t == seatType:
		in.Kind, in.Value = "number", textOf(v)
	case t.Kind() == reflect.String && f.identifies(m.in, v):
		in.Kind = "choice"
		if lo, _, _ := span(m.in); lo == "0" || in.Blank {
			in.Options = f.options(v, "")
		}
		have := textOf(v)
		for _, n := range f.Names {
			n.Chosen = n.Value == have
			in.Options = append(in.Options, n)
		}
	case t.Kind() == reflect.String:
		in.Kind = "text"
		in.Value, _ = f.of(m.name, textOf(v))
	case t.Kind() == reflect.Struct:
		tree, there := v.(map[string]any)
		in.Kind, in.Checked = "group", there || !in.Blank
		in.Fields = f.Inputs(t, tree, name+".")
	case t.Kind() == reflect.Slice:
		f.list(&in, m, t.Elem(), v)
	default:
		in.Kind, in.Value = "json", written(v)
	}
	return in
}

func (f Form) number(in *views.Input, m member, t reflect.Type, v any) {
	in.Kind, in.Step = "number", "1"
	if t == decType {
		in.Step = "any"
	}
	in.Min, in.Max, _ = span(m.in)
	in.Value = textOf(v)
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
	have := textOf(v)
	opts := make([]views.InputOption, len(words))
	for i, w := range words {
		opts[i] = views.InputOption{Value: w, Label: f.value(w), Chosen: w == have}
		switch w {
		case "":
			opts[i].Label = f.Book.Say("fight.nothing")
		case "true":
			opts[i].Label = f.Book.Say("common.yes")
		case "false":
			opts[i].Label = f.Book.Say("common.no")
		}
	}
	return opts
}

func (f Form) list(in *views.Input, m member, elem reflect.Type, v any) {
	have, _ := v.([]any)
	for elem.Kind() == reflect.Pointer {
		elem = elem.Elem()
	}
	switch {
	case elem.Kind() == reflect.Struct && !reflect.PointerTo(elem).Implements(decoderType):
		in.Kind = "list"
		lo, hi, _ := span(m.length)
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
	case elem.Kind() == reflect.String && strings.Contains(m.each, "|"):
		in.Kind = "many"
		for _, w := range strings.Split(m.each, "|") {
			o := views.InputOption{Value: w, Label: f.value(w)}
			for _, h := range have {
				o.Chosen = o.Chosen || h == w
			}
			in.Options = append(in.Options, o)
		}
	case elem.Kind() == reflect.String && len(f.Names) > 0 && f.allNamed(have):
		in.Kind = "many"
		for _, n := range f.Names {
			for _, h := range have {
				n.Chosen = n.Chosen || h == n.Value
			}
			in.Options = append(in.Options, n)
		}
	case elem.Kind() == reflect.String, elem.Kind() == reflect.Int, elem.Kind() == reflect.Int64:
		in.Kind = "numbers"
		parts := make([]string, len(have))
		for i, h := range have {
			parts[i] = textOf(h)
			if elem.Kind() == reflect.String {
				parts[i], _ = f.of(m.name, parts[i])
			}
		}
		in.Value = strings.Join(parts, ", ")
	default:
		in.Kind, in.Value = "json", written(v)
	}
}

func (f Form) allNamed(have []any) bool {
	for _, h := range have {
		if !f.identifies("0..64", h) {
			return false
		}
	}
	return true
}

// Read returns the JSON tree that a filled-in form states for a struct. It
// judges nothing: whatever is no number stays a text, for rules.Decode to refuse.
func (f Form) Read(t reflect.Type, q url.Values, prefix string) map[string]any {
	return f.readMembers(membersOf(t), q, prefix)
}

func (f Form) readMembers(ms []member, q url.Values, prefix string) map[string]any {
	tree := map[string]any{}
	for _, m := range ms {
		if v, there := f.read(m, q, prefix+m.name); there {
			tree[m.name] = v
		}
	}
	return tree
}

func (f Form) read(m member, q url.Values, name string) (v any, there bool) {
	t := m.typ
	blank := m.null || m.optional && (m.absent == "-" || m.absent == "null")
	if t.Kind() == reflect.Pointer {
		t, blank = t.Elem(), true
	}
	text := strings.TrimSpace(q.Get(name))
	switch {
	case t.Kind() == reflect.Map && m.keys != "":
		tree := f.readMembers(m.entries(t), q, name+".")
		for _, e := range m.entries(t) {
			if sub, ok := tree[e.name].(map[string]any); ok && len(sub) == 0 {
				delete(tree, e.name)
			}
		}
		return tree, len(tree) > 0
	case reflect.PointerTo(t).Implements(decoderType), t == rawType, t.Kind() == reflect.Map:
		if text == "" {
			return nil, false
		}
		return parseTree(text), true
	case t.Kind() == reflect.Bool:
		// An unticked box sends nothing but the "false" hidden before it.
		if vs := q[name]; len(vs) > 0 {
			text = vs[len(vs)-1]
		}
		return text != "" && text != "false", text != "" || !blank
	case t.Kind() == reflect.Int || t.Kind() == reflect.Int64:
		if text == "" {
			return nil, false
		}
		return number(text), true
	case t.Kind() == reflect.String:
		if text == "" && (blank || m.optional) {
			return nil, false
		}
		text, _ = f.typed(m.name, text)
		return text, true
	case t.Kind() == reflect.Struct:
		if blank && q.Get(name) == "" {
			return nil, false
		}
		return f.Read(t, q, name+"."), true
	case t.Kind() == reflect.Slice:
		return f.readList(m, t.Elem(), q, name)
	}
	return nil, false
}

func (f Form) readList(m member, elem reflect.Type, q url.Values, name string) (any, bool) {
	list := []any{}
	for elem.Kind() == reflect.Pointer {
		elem = elem.Elem()
	}
	switch {
	case elem.Kind() == reflect.Struct && !reflect.PointerTo(elem).Implements(decoderType):
		for _, i := range indexes(q, name) {
			at := name + "[" + strconv.Itoa(i) + "]"
			if q.Get("drop") != at {
				list = append(list, f.Read(elem, q, at+"."))
			}
		}
		if q.Get("add") == name {
			list = append(list, map[string]any{})
		}
	case strings.Contains(m.each, "|") || len(q[name]) > 1 || len(f.Names) > 0 && elem.Kind() == reflect.String:
		for _, w := range q[name] {
			if w != "" {
				list = append(list, w)
			}
		}
	default:
		if elem.Kind() == reflect.String {
			return f.typedList(m.name, q.Get(name)), true
		}
		for _, w := range strings.FieldsFunc(q.Get(name), func(r rune) bool { return r == ',' || r == ';' || r == ' ' || r == '\u00a0' }) {
			list = append(list, number(w))
		}
	}
	return list, true
}

package describe

import (
	"encoding/json"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"oriflamme/content/phrases"
	"oriflamme/rules"
)

// A Form reads forms whose fields were made from the tags of a struct.
type Form struct {
	Describer
	// OtherCatalogs are those of other languages: words typed in these languages are understood too.
	OtherCatalogs []*phrases.Catalog
	// IDsChosen says that ids were chosen from a list, not typed.
	IDsChosen bool
}

var (
	decoderType = reflect.TypeFor[rules.Decoder]()
	seatType    = reflect.TypeFor[rules.Seat]()
	decType     = reflect.TypeFor[rules.Dec]()
	rawType     = reflect.TypeFor[json.RawMessage]()
)

// parseTyped returns the value that a typed word stands for in the vocabulary of a field, and whether the vocabulary
// has the word. Any other word stands for itself.
func (f Form) parseTyped(name, word string) (string, bool) {
	prefix := f.Game + "." + strings.TrimSuffix(name, "s") + "."
	for _, catalog := range append([]*phrases.Catalog{f.Catalog}, f.OtherCatalogs...) {
		for _, k := range catalog.KeysUnder(prefix) {
			if strings.EqualFold(catalog.Say(k), word) {
				return k[len(prefix):], true
			}
		}
	}
	return word, false
}

// parseTypedList reads words separated by commas. A text without commas that is not one entry of the vocabulary is
// read as words separated by spaces.
func (f Form) parseTypedList(name, text string) []any {
	list := []any{}
	parts := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' })
	for _, part := range parts {
		if v, known := f.parseTyped(name, strings.TrimSpace(part)); known || len(parts) > 1 {
			list = append(list, v)
			continue
		}
		for _, w := range strings.Fields(part) {
			v, _ := f.parseTyped(name, w)
			list = append(list, v)
		}
	}
	return list
}

// Read returns the JSON tree that a filled-in form states for a struct. It refuses nothing: what is not a number
// stays a text, for rules.Decode to refuse.
func (f Form) Read(t reflect.Type, q url.Values, prefix string) map[string]any {
	return f.ReadFields(Fields(t), q, prefix)
}

// ReadRuling returns the JSON tree that a query states for a ruling, and the type of the ruling's input. The tree is
// that of the parameter "input", as examples in the rules write it, or else what Read reads.
func (f Form) ReadRuling(r *rules.Ruling, q url.Values, prefix string) (map[string]any, reflect.Type) {
	if tree, whole := ParseJSON(q.Get("input")).(map[string]any); whole {
		return tree, r.InputType(tree)
	}
	tree := f.Read(reflect.TypeOf(r.Input), q, prefix)
	if r.InputOf == nil {
		return tree, reflect.TypeOf(r.Input)
	}
	t := r.InputType(tree)
	return f.Read(t, q, prefix), t
}

// ReadFields is Read for some fields of a struct.
func (f Form) ReadFields(ms []Field, q url.Values, prefix string) map[string]any {
	tree := map[string]any{}
	for _, m := range ms {
		if v, there := f.read(m, q, prefix+m.Name); there {
			tree[m.Name] = v
		}
	}
	return tree
}

// read reads one field; there is false when the form leaves it out.
func (f Form) read(m Field, q url.Values, name string) (v any, there bool) {
	t := m.Type
	blank := m.Nullable || m.Optional && (m.Default == "-" || m.Default == "null")
	if t.Kind() == reflect.Pointer {
		t, blank = t.Elem(), true
	}
	text := strings.TrimSpace(q.Get(name))
	switch {
	case t.Kind() == reflect.Map && m.Keys != "":
		tree := f.ReadFields(m.MapFields(t), q, name+".")
		for _, e := range m.MapFields(t) {
			if sub, ok := tree[e.Name].(map[string]any); ok && len(sub) == 0 {
				delete(tree, e.Name)
			}
		}
		return tree, len(tree) > 0
	case reflect.PointerTo(t).Implements(decoderType), t == rawType, t.Kind() == reflect.Map:
		if text == "" {
			return nil, false
		}
		return ParseJSON(text), true
	case t.Kind() == reflect.Bool:
		// An unticked checkbox sends only the hidden "false" before it.
		if vs := q[name]; len(vs) > 0 {
			text = vs[len(vs)-1]
		}
		return text != "" && text != "false", text != "" || !blank
	case t.Kind() == reflect.Int || t.Kind() == reflect.Int64:
		if text == "" {
			return nil, false
		}
		return parseNumber(text), true
	case t.Kind() == reflect.String:
		if text == "" && (blank || m.Optional) {
			return nil, false
		}
		text, _ = f.parseTyped(m.Name, text)
		return text, true
	case t.Kind() == reflect.Struct:
		if blank && q.Get(name) == "" {
			return nil, false
		}
		return f.Read(t, q, name+"."), true
	case t.Kind() == reflect.Slice:
		list := f.readList(m, t.Elem(), q, name)
		// A pointer to a list that may be null tells an empty list from none: a form in which nothing is ticked states the
		// empty one.
		return list, len(list) > 0 || !blank || m.Nullable && m.Type.Kind() == reflect.Pointer
	}
	return nil, false
}

// isSeatCount reports whether a form states a list of seats by how often each seat is in it.
func isSeatCount(q url.Values, name string) bool { return q.Has(name + ".0") }

// readList reads a list: of seats by how often each occurs, of structs and repeatable words by index, of chosen
// words, or of typed words and numbers. The parameters "add" and "drop" add and remove a member.
func (f Form) readList(m Field, elem reflect.Type, q url.Values, name string) []any {
	list := []any{}
	for elem.Kind() == reflect.Pointer {
		elem = elem.Elem()
	}
	switch {
	case elem == seatType && isSeatCount(q, name):
		for seat := 0; q.Has(name + "." + strconv.Itoa(seat)); seat++ {
			n, err := strconv.Atoi(strings.TrimSpace(q.Get(name + "." + strconv.Itoa(seat))))
			if err != nil || n > 99 {
				return []any{q.Get(name + "." + strconv.Itoa(seat))} // not a number: rules.Decode refuses it
			}
			for range n {
				list = append(list, parseNumber(strconv.Itoa(seat)))
			}
		}
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
	case m.AllowsRepeats():
		for _, i := range indexes(q, name) {
			if at := name + "[" + strconv.Itoa(i) + "]"; q.Get("drop") != at {
				list = append(list, q.Get(at))
			}
		}
		if q.Get("add") == name {
			word, _, _ := strings.Cut(m.Each, "|")
			list = append(list, word)
		}
	case strings.Contains(m.Each, "|") || len(q[name]) > 1 || f.IDsChosen && elem.Kind() == reflect.String:
		for _, w := range q[name] {
			if w != "" {
				list = append(list, w)
			}
		}
	default:
		if elem.Kind() == reflect.String {
			return f.parseTypedList(m.Name, q.Get(name))
		}
		for _, w := range strings.FieldsFunc(q.Get(name), func(r rune) bool { return r == ',' || r == ';' || r == ' ' || r == '\u00a0' }) {
			list = append(list, parseNumber(w))
		}
	}
	return list
}

// Names of the parameters that a form of a battle sends.
const (
	FormFree = "free"             // set when lists and places are stated too, not only what is measured at the table
	FormFact = "fact."            // begins the names of fields
	FormDeal = FormFact + "deal." // begins the ids that are dealt to fields
)

// dealtFields adds each id that a form deals out ("fact.deal.ID", whose value is the name of a field) to the list of
// its field.
func dealtFields(q url.Values) url.Values {
	var ids []string
	for name := range q {
		if strings.HasPrefix(name, FormDeal) {
			ids = append(ids, name)
		}
	}
	if len(ids) == 0 {
		return q
	}
	slices.Sort(ids)
	with := maps.Clone(q)
	for _, name := range ids {
		to := FormFact + q.Get(name)
		with[to] = append(slices.Clone(with[to]), strings.TrimPrefix(name, FormDeal))
	}
	return with
}

// hasField reports whether a form states a field or anything within it.
func hasField(q url.Values, field string) bool {
	for name := range q {
		if rest, begins := strings.CutPrefix(name, FormFact+field); begins && (rest == "" || rest[0] == '.' || rest[0] == '[') {
			return true
		}
	}
	return false
}

// WithFacts returns a command whose facts are those stated in a form ("fact.FIELD"); with "free" the lists and places
// are taken from the form too. It fails with a *rules.Fault when a value is not allowed.
func (f Form) WithFacts(g *rules.Game, c rules.Command, q url.Values) (rules.Command, error) {
	t := reflect.TypeOf(c)
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	q = dealtFields(q)
	var facts []Field
	for _, m := range Fields(t) {
		if m.HasFacts || hasField(q, m.Name) || q.Get(FormFree) != "" && m.IsComposite() {
			facts = append(facts, m)
		}
	}
	raw, err := rules.EncodeCommand(c)
	if err != nil {
		return nil, err
	}
	var whole map[string]any
	if err := json.Unmarshal(raw, &whole); err != nil {
		return nil, err
	}
	stated := f.ReadFields(facts, q, FormFact)
	for _, m := range facts {
		if v, there := stated[m.Name]; there {
			whole[m.Name] = v
		} else {
			delete(whole, m.Name)
		}
	}
	if raw, err = json.Marshal(whole); err != nil {
		return nil, err
	}
	return g.DecodeCommand(raw)
}

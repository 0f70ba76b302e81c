package form

import (
	"errors"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"oriflamme/campaign"
	"oriflamme/content/phrases"
	"oriflamme/views"
)

// A Refusal is why a form is shown again, with the sentence that says so.
type Refusal struct {
	Err  error
	Text string
	At   bool // whether a form shows it at one of its fields
}

// A Form is a form on its page: the values of its fields, or after a refusal what was sent, and what is wrong with them.
type Form struct {
	catalog *phrases.Catalog
	fields  []field
	sent    url.Values // nil when the values of the struct are shown
	wrong   string     // the name of the field that is refused
	refusal *Refusal
}

// New draws the form that a struct declares. Without a refusal (nil) it shows the values of the struct, with one what was sent.
// Several forms of one page share a refusal; each takes for its own only what was sent with it.
func New(catalog *phrases.Catalog, in any, sent url.Values, refusal *Refusal) *Form {
	f := &Form{catalog: catalog, fields: fieldsOf(reflect.Indirect(reflect.ValueOf(in)), "", 0), refusal: refusal}
	if refusal != nil && slices.ContainsFunc(f.fields, func(d field) bool { return sent.Has(d.name) }) {
		f.sent = sent
		f.place()
	}
	return f
}

// place finds the field that the refusal is about: one with its very name, else one that holds what it names.
func (f *Form) place() {
	var e *campaign.Error
	if !errors.As(f.refusal.Err, &e) || e.Field == "" {
		return
	}
	for _, match := range []func(name string) bool{
		func(name string) bool { return e.Field == name },
		func(name string) bool {
			return strings.HasSuffix(e.Field, "."+name) || strings.HasPrefix(e.Field, name+"[") || strings.HasPrefix(e.Field, name+".")
		},
	} {
		for _, d := range f.fields {
			if slices.ContainsFunc(d.errors, match) {
				f.wrong, f.refusal.At = d.name, true
				return
			}
		}
	}
}

// Trouble returns the sentence of the refusal where no field shows it, else "".
func (f *Form) Trouble() string {
	if f.refusal == nil || f.refusal.At {
		return ""
	}
	return f.refusal.Text
}

// find returns a field by the name of its input. It panics where the form declares none.
func (f *Form) find(name string) field {
	i := slices.IndexFunc(f.fields, func(d field) bool { return d.name == name })
	if i < 0 {
		panic("form: no field " + name)
	}
	return f.fields[i]
}

func (f *Form) say(d field, tag string) string {
	key := d.tag.Get(tag)
	if key == "" {
		return ""
	}
	return f.catalog.Say(strings.ReplaceAll(key, "#", d.key), "n", d.row+1)
}

// Wrong returns the sentence that says what is wrong with a field, "" when nothing.
func (f *Form) Wrong(name string) string {
	if name != f.wrong || name == "" {
		return ""
	}
	return f.refusal.Text
}

// Value returns what a field shows. A password is never shown again.
func (f *Form) Value(name string) string {
	d := f.find(name)
	switch {
	case d.tag.Get("as") == "password":
		return ""
	case f.sent.Has(name):
		return f.sent.Get(name)
	}
	v := d.value
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return ""
		}
		v = v.Elem()
	}
	switch {
	case v.Type() == timeType:
		if at := v.Interface().(time.Time); !at.IsZero() {
			return at.Format(TimeLayout)
		}
		return ""
	case v.Kind() == reflect.String:
		return v.String()
	case v.Kind() == reflect.Bool && v.Bool():
		return "yes"
	case v.Kind() == reflect.Bool:
		return "no"
	}
	return strconv.FormatInt(v.Int(), 10)
}

// Field returns an input as it is shown.
func (f *Form) Field(name string) views.Field {
	d := f.find(name)
	out := views.Field{Name: name, Label: f.say(d, "label"), Hint: f.say(d, "hint"), Type: d.tag.Get("as"), Value: f.Value(name), Required: d.required(), Auto: d.tag.Get("auto"), Wrong: f.Wrong(name)}
	if _, most, ok := d.bounds("len"); ok {
		out.Max = most
	}
	if lo, hi, ok := d.bounds("in"); ok {
		out.Min, out.Upto = strconv.Itoa(lo), strconv.Itoa(hi)
	}
	switch {
	case out.Type == "choice":
		out.Type = ""
	case d.value.Type() == timeType:
		out.Type = "datetime-local"
	case d.value.Kind() != reflect.String:
		out.Type = "number"
	}
	return out
}

// Choice returns a choice with its options, of which what was chosen is marked.
func (f *Form) Choice(name string, options []views.Option) (views.Field, []views.Option) {
	d := f.find(name)
	out := views.Field{Name: name, Label: f.say(d, "label"), Hint: f.say(d, "hint"), Required: d.required(), Wrong: f.Wrong(name)}
	var values []string
	switch {
	case d.value.Type() != multiType:
		values = []string{f.Value(name)}
	case f.sent != nil:
		values = f.sent[name]
	default:
		values = d.value.Interface().([]string)
	}
	options = slices.Clone(options)
	for i := range options {
		options[i].Chosen = slices.Contains(values, options[i].Value)
	}
	return out, options
}

// Options is Choice without its field.
func (f *Form) Options(name string, options []views.Option) []views.Option {
	_, options = f.Choice(name, options)
	return options
}

// Checkbox returns a box to tick.
func (f *Form) Checkbox(name string) views.Checkbox {
	d := f.find(name)
	on := d.value.Bool()
	if f.sent != nil {
		on = ticked(f.sent.Get(name))
	}
	return views.Checkbox{Name: name, Label: f.say(d, "label"), Hint: f.say(d, "hint"), On: on}
}

// Fields returns all inputs by name.
func (f *Form) Fields() map[string]views.Field {
	all := map[string]views.Field{}
	for _, d := range f.fields {
		if k := d.value.Kind(); k != reflect.Bool && d.value.Type() != multiType {
			all[d.name] = f.Field(d.name)
		}
	}
	return all
}

// Rows returns the inputs that have a label, in the order of their declaration; those for which there are options are choices,
// and those whose options are nil are left out.
func (f *Form) Rows(options map[string][]views.Option) []views.ConductRow {
	var rows []views.ConductRow
	for _, d := range f.fields {
		if list, ok := options[d.name]; ok && list == nil {
			continue
		} else if ok {
			field, list := f.Choice(d.name, list)
			rows = append(rows, views.ConductRow{Field: field, Options: list})
		} else if d.tag.Get("label") != "" {
			rows = append(rows, views.ConductRow{Field: f.Field(d.name)})
		}
	}
	return rows
}

package rulestest

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"oriflamme/rules"
)

// A Field is one field of one input without fault, about to be broken.
type Field struct {
	Row
	Name string // the last name of Path

	t             *testing.T
	tables        *Tables
	input, parent string
	tried         int
}

// A Change changes the object that holds a field.
type Change func(holder map[string]any)

// At is the path of the field in the input, as faults name it.
func (f *Field) At() string { return f.Beside(f.Name) }

// Beside is the path of another field of the same object.
func (f *Field) Beside(name string) string {
	return rules.Join(strings.ReplaceAll(f.parent, "[]", "[0]"), name)
}

// Fatalf ends the test: the row is written as none was before.
func (f *Field) Fatalf(format string, args ...any) {
	f.t.Helper()
	f.t.Fatalf("%s: %s: "+format, append([]any{f.Procedure, f.At()}, args...)...)
}

// Value is the field in the unbroken input; nil when it is absent.
func (f *Field) Value() any { return Holder(Tree(f.t, f.input), f.parent)[f.Name] }

// With returns the input with a change.
func (f *Field) With(change Change) string {
	v := Tree(f.t, f.input)
	change(Holder(v, f.parent))
	return encoded(f.t, v)
}

// Put puts a value in place of the field.
func (f *Field) Put(v any) Change { return func(holder map[string]any) { holder[f.Name] = v } }

// Drop leaves the field out.
func (f *Field) Drop(holder map[string]any) { delete(holder, f.Name) }

// First puts a value in place of the first member of the field's list, which is
// at least n long afterwards.
func (f *Field) First(v any, n int) Change {
	return func(holder map[string]any) {
		old, _ := holder[f.Name].([]any)
		all := make([]any, max(n, len(old), 1))
		copy(all, old)
		all[0] = v
		holder[f.Name] = all
	}
}

// Want makes a change and wants a fault.
func (f *Field) Want(how string, code rules.Code, at string, change Change) {
	f.t.Helper()
	f.tried++
	if got := f.tables.fault(f.t, f.Procedure, f.With(change)); got == nil || got.Code != code || got.Field != at {
		f.t.Errorf("%s: %s %s: got %v, want %s on %s", f.Procedure, f.At(), how, got, code, at)
	}
}

// Mistyped wants each of the values to be of the wrong type.
func (f *Field) Mistyped(values ...any) {
	f.t.Helper()
	for _, v := range values {
		f.Want("= "+short(v), rules.WrongType, f.At(), f.Put(v))
	}
}

// Beyond wants each of the values to be out of range.
func (f *Field) Beyond(values ...any) {
	f.t.Helper()
	for _, v := range values {
		f.Want("= "+short(v), rules.OutOfRange, f.At(), f.Put(v))
	}
}

// short writes a value as a report may hold it.
func short(v any) string { return fmt.Sprintf("%.40s", fmt.Sprint(v)) }

// Fine wants the values to be of the right type and in range; other faults may
// follow from them.
func (f *Field) Fine(values ...any) {
	f.t.Helper()
	for _, v := range values {
		f.tried++
		got := f.tables.fault(f.t, f.Procedure, f.With(f.Put(v)))
		if got != nil && got.Field == f.At() && (got.Code == rules.WrongType || f.tables.Outside.MatchString(got.Message)) {
			f.t.Errorf("%s: %s = %v: got %v", f.Procedure, f.At(), v, got)
		}
	}
}

// Unknown puts a strange field beside the field.
func (f *Field) Unknown() {
	f.t.Helper()
	f.Want("unknown", rules.UnknownField, f.Beside(f.Name+"z"), func(holder map[string]any) { holder[f.Name+"z"] = 1 })
}

// Null tries null, which is the wrong type unless it is allowed.
func (f *Field) Null(allowed bool) {
	f.t.Helper()
	if allowed {
		f.Fine(nil)
		return
	}
	f.Mistyped(nil)
}

// Required leaves out a field that must be there.
func (f *Field) Required() {
	f.t.Helper()
	f.Want("absent", rules.MissingField, f.At(), f.Drop)
}

// Optional leaves out a field that may be absent.
func (f *Field) Optional() {
	f.t.Helper()
	f.tried++
	if got := f.tables.fault(f.t, f.Procedure, f.With(f.Drop)); got != nil && got.Field == f.At() && got.Code == rules.MissingField {
		f.t.Errorf("%s: %s may be left out: got %v", f.Procedure, f.At(), got)
	}
}

// Boolean breaks true or false.
func (f *Field) Boolean() {
	f.t.Helper()
	f.Mistyped("true", 1)
	f.Fine(true, false)
}

// Object breaks an object as a whole.
func (f *Field) Object() {
	f.t.Helper()
	f.Mistyped([]any{}, "x", 3)
}

// Integer breaks an integer of low to high. That it may be no text is tried by
// the caller: some integers may be words as well.
func (f *Field) Integer(low, high int) {
	f.t.Helper()
	f.Beyond(low-1, high+1, json.Number("99999999999999999999"))
	f.Mistyped(true, json.Number(strconv.Itoa(low)+".0"), json.Number("1e0"))
	f.Fine(low, high)
}

// Words breaks one of a list of words.
func (f *Field) Words(words ...string) {
	f.t.Helper()
	if len(words) == 0 {
		f.Fatalf("no words")
	}
	f.Mistyped(1)
	f.Beyond("zz", "")
	for _, word := range words {
		f.Beyond(" " + word)
		if capitals := strings.ToUpper(word); capitals != word {
			f.Beyond(capitals)
		}
		f.Fine(word)
	}
}

// Text breaks a text of at most so many letters.
func (f *Field) Text(most int) {
	f.t.Helper()
	f.Mistyped(1)
	f.Beyond(strings.Repeat("é", most+1))
	f.Fine(strings.Repeat("é", most))
}

// List breaks a list of low to high members as a whole, and its first member.
func (f *Field) List(low, high int) {
	f.t.Helper()
	f.Mistyped(map[string]any{}, "x")
	f.Beyond(make([]any, high+1))
	if low > 0 {
		f.Beyond(make([]any, low-1))
	}
	f.Want("member null", rules.WrongType, f.At()+"[0]", f.First(nil, low))
}

// Twice appends the first member of the list again, where there is room, and
// wants a fault at the second, or at a field of it.
func (f *Field) Twice(high int, inner string) {
	f.t.Helper()
	old, _ := f.Value().([]any)
	if len(old) == 0 || len(old) >= high {
		return
	}
	at := rules.At(f.At(), len(old))
	if inner != "" {
		at = rules.Join(at, inner)
	}
	f.Want("twice", rules.OutOfRange, at, f.Put(append(old, old[0])))
}

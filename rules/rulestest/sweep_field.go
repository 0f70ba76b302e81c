package rulestest

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"oriflamme/rules"
)

// A Field is one field of one valid input that a test breaks.
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

// FaultPath returns the path of the field in the input, as faults name it.
func (f *Field) FaultPath() string { return f.SiblingPath(f.Name) }

// SiblingPath returns the path of another field of the same object.
func (f *Field) SiblingPath(name string) string {
	return rules.Join(strings.ReplaceAll(f.parent, "[]", "[0]"), name)
}

// Fatalf fails the test because the row of the table cannot be interpreted.
func (f *Field) Fatalf(format string, args ...any) {
	f.t.Helper()
	f.t.Fatalf("%s: %s: "+format, append([]any{f.Procedure, f.FaultPath()}, args...)...)
}

// Value returns the field's value in the valid input, or nil when it is absent.
func (f *Field) Value() any { return FindObject(Tree(f.t, f.input), f.parent)[f.Name] }

// With returns the input after a change.
func (f *Field) With(change Change) string {
	v := Tree(f.t, f.input)
	change(FindObject(v, f.parent))
	return encoded(f.t, v)
}

// Set returns the change that sets the field to a value.
func (f *Field) Set(v any) Change { return func(holder map[string]any) { holder[f.Name] = v } }

// Remove is the change that removes the field.
func (f *Field) Remove(holder map[string]any) { delete(holder, f.Name) }

// SetFirst returns the change that sets the first member of the field's list to a value and
// makes the list at least n long.
func (f *Field) SetFirst(v any, n int) Change {
	return func(holder map[string]any) {
		old, _ := holder[f.Name].([]any)
		all := make([]any, max(n, len(old), 1))
		copy(all, old)
		all[0] = v
		holder[f.Name] = all
	}
}

// WantFault makes a change and requires a fault with a code at a path.
func (f *Field) WantFault(how string, code rules.Code, at string, change Change) {
	f.t.Helper()
	f.tried++
	if got := f.tables.fault(f.t, f.Procedure, f.With(change)); got == nil || got.Code != code || got.Field != at {
		f.t.Errorf("%s: %s %s: got %v, want %s on %s", f.Procedure, f.FaultPath(), how, got, code, at)
	}
}

// WrongType requires each of the values to be refused as of the wrong type.
func (f *Field) WrongType(values ...any) {
	f.t.Helper()
	for _, v := range values {
		f.WantFault("= "+shortJSON(v), rules.WrongType, f.FaultPath(), f.Set(v))
	}
}

// OutOfRange requires each of the values to be refused as out of range.
func (f *Field) OutOfRange(values ...any) {
	f.t.Helper()
	for _, v := range values {
		f.WantFault("= "+shortJSON(v), rules.OutOfRange, f.FaultPath(), f.Set(v))
	}
}

// shortJSON returns the first 40 characters of a value, for messages.
func shortJSON(v any) string { return fmt.Sprintf("%.40s", fmt.Sprint(v)) }

// Accepts requires the values to be of the right type and in range; they may cause other
// faults.
func (f *Field) Accepts(values ...any) {
	f.t.Helper()
	for _, v := range values {
		f.tried++
		got := f.tables.fault(f.t, f.Procedure, f.With(f.Set(v)))
		if got != nil && got.Field == f.FaultPath() && (got.Code == rules.WrongType || f.tables.RangeMessages.MatchString(got.Message)) {
			f.t.Errorf("%s: %s = %v: got %v", f.Procedure, f.FaultPath(), v, got)
		}
	}
}

// Unknown adds an unknown field to the object and requires a fault.
func (f *Field) Unknown() {
	f.t.Helper()
	f.WantFault("unknown", rules.UnknownField, f.SiblingPath(f.Name+"z"), func(holder map[string]any) { holder[f.Name+"z"] = 1 })
}

// Null sets the field to null, which must be of the wrong type unless it is allowed.
func (f *Field) Null(allowed bool) {
	f.t.Helper()
	if allowed {
		f.Accepts(nil)
		return
	}
	f.WrongType(nil)
}

// Required removes the field and requires a fault.
func (f *Field) Required() {
	f.t.Helper()
	f.WantFault("absent", rules.MissingField, f.FaultPath(), f.Remove)
}

// Optional removes the field, which must be accepted.
func (f *Field) Optional() {
	f.t.Helper()
	f.tried++
	if got := f.tables.fault(f.t, f.Procedure, f.With(f.Remove)); got != nil && got.Field == f.FaultPath() && got.Code == rules.MissingField {
		f.t.Errorf("%s: %s may be left out: got %v", f.Procedure, f.FaultPath(), got)
	}
}

// Presence removes the field, which must be refused where its row says "required", and accepted
// elsewhere. Rows that say unknown are not tested.
func (f *Field) Presence(unknown string) {
	f.t.Helper()
	switch f.Absent {
	case "required":
		f.Required()
	case unknown:
	default:
		f.Optional()
	}
}

// Boolean breaks a boolean field.
func (f *Field) Boolean() {
	f.t.Helper()
	f.WrongType("true", 1)
	f.Accepts(true, false)
}

// Object breaks a field that is an object by values of other types.
func (f *Field) Object() {
	f.t.Helper()
	f.WrongType([]any{}, "x", 3)
}

// Integer breaks an integer from low to high. The caller tests texts itself, because some
// fields also allow words.
func (f *Field) Integer(low, high int) {
	f.t.Helper()
	f.OutOfRange(low-1, high+1, json.Number("99999999999999999999"))
	f.WrongType(true, json.Number(strconv.Itoa(low)+".0"), json.Number("1e0"))
	f.Accepts(low, high)
}

// Words breaks a field that must be one of some words.
func (f *Field) Words(words ...string) {
	f.t.Helper()
	if len(words) == 0 {
		f.Fatalf("no words")
	}
	f.WrongType(1)
	f.OutOfRange("zz", "")
	for _, word := range words {
		f.OutOfRange(" " + word)
		if capitals := strings.ToUpper(word); capitals != word {
			f.OutOfRange(capitals)
		}
		f.Accepts(word)
	}
}

// Text breaks a text of at most maxLength characters.
func (f *Field) Text(maxLength int) {
	f.t.Helper()
	f.WrongType(1)
	f.OutOfRange(strings.Repeat("é", maxLength+1))
	f.Accepts(strings.Repeat("é", maxLength))
}

// List breaks a list of low to high members by its type, its length and a null member.
func (f *Field) List(low, high int) {
	f.t.Helper()
	f.WrongType(map[string]any{}, "x")
	f.OutOfRange(make([]any, high+1))
	if low > 0 {
		f.OutOfRange(make([]any, low-1))
	}
	f.WantFault("member null", rules.WrongType, f.FaultPath()+"[0]", f.SetFirst(nil, low))
}

// Duplicate appends the first member of the list again, when the list is shorter than high,
// and requires a fault at the copy, or at its field inner.
func (f *Field) Duplicate(high int, inner string) {
	f.t.Helper()
	old, _ := f.Value().([]any)
	if len(old) == 0 || len(old) >= high {
		return
	}
	at := rules.At(f.FaultPath(), len(old))
	if inner != "" {
		at = rules.Join(at, inner)
	}
	f.WantFault("twice", rules.OutOfRange, at, f.Set(append(old, old[0])))
}

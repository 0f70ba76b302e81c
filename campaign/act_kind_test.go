package campaign

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestEveryActIsDeclared: every body of the package has a row, has a subject and a stale key,
// and implements ownedBy if its role may not act for others.
func TestEveryActIsDeclared(t *testing.T) {
	methods := bodyMethods(t)
	for _, d := range declarations {
		if d.read == nil || !d.role.valid() || kinds[d.kind].kind != d.kind {
			t.Errorf("the row of %q is not whole", d.kind)
		}
		raw, err := d.read([]byte(`{}`))
		if err != nil {
			t.Fatal(err)
		}
		value := reflect.New(reflect.TypeOf(raw)).Elem()
		fillFields(value)
		body := value.Interface().(Body)
		if body.subject().staleKey == "" {
			t.Errorf("%s does not say what makes it stale", d.kind)
		}
		if _, ok := body.(ownerChecker); !ok && !Can(d.role, ActionOthers) {
			t.Errorf("%s does not say whose it is", d.kind)
		}
		name := value.Type().Name()
		for _, m := range methods[name] {
			if has, cached := optionalMethods[m]; cached && !has(body) {
				t.Errorf("%s.%s is not the method of its interface", name, m)
			}
		}
		delete(methods, name)
	}
	for name := range methods {
		t.Errorf("%s has no row in declarations", name)
	}
	if len(kinds) != len(declarations) {
		t.Errorf("%d rows declare %d kinds", len(declarations), len(kinds))
	}
}

// optionalMethods are the optional methods of bodies.
var optionalMethods = map[string]func(Body) bool{
	"ownedBy": is[ownerChecker], "guard": is[guarder], "check": is[checker], "names": is[namer], "checkByGame": is[gameChecker], "fill": is[filler],
	"arranges": is[arranger], "settings": is[settingsHolder], "images": is[imageHolder], "concerns": is[concerner],
	"dates": is[dater], "opensRound": is[roundOpener], "statedSeat": is[seatStater],
}

// TestFieldsAreDeclared: a body that has a field for the date of a battle, for a round or for
// a seat says what it does with it, or is known to do nothing of the kind.
func TestFieldsAreDeclared(t *testing.T) {
	for _, c := range []struct {
		about  string
		fields []string
		says   func(Body) bool
		others []Kind // that have the fields and do nothing of the kind
	}{
		{"dates a battle", []string{"Battle", "At"}, func(b Body) bool { return is[dater](b) || is[arranger](b) }, nil},
		{"opens a round", []string{"Campaign", "Round"}, is[roundOpener], []Kind{KindBye, KindSitOut, KindSchedule}},
		{"states a result", []string{"Battle", "Seat"}, is[seatStater], []Kind{KindPropose, KindAgree, KindSubstitute, KindLend, KindClaim}},
	} {
		var silent []Kind
		for _, d := range declarations {
			body, err := d.read([]byte(`{}`))
			if err != nil {
				t.Fatal(err)
			}
			has := !slices.ContainsFunc(c.fields, func(name string) bool { _, ok := reflect.TypeOf(body).FieldByName(name); return !ok })
			if has && !c.says(body) {
				silent = append(silent, d.kind)
			}
		}
		if !slices.Equal(silent, c.others) {
			t.Errorf("%v have the fields %v without a method that %s; known are %v", silent, c.fields, c.about, c.others)
		}
	}
}

func is[T any](b Body) bool { _, ok := b.(T); return ok }

// bodyMethods returns the methods of every type of the package that can be folded.
func bodyMethods(t *testing.T) map[string][]string {
	methods := map[string][]string{}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	folds := map[string]bool{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil {
				if of, ok := f.Recv.List[0].Type.(*ast.Ident); ok {
					methods[of.Name] = append(methods[of.Name], f.Name.Name)
					folds[of.Name] = folds[of.Name] || f.Name.Name == "apply"
				}
			}
		}
	}
	for name := range methods {
		if !folds[name] {
			delete(methods, name)
		}
	}
	return methods
}

// fillFields gives every string of a struct a value, and every slice one element.
func fillFields(v reflect.Value) {
	for i := range v.NumField() {
		switch f := v.Field(i); {
		case !f.CanSet():
		case f.Kind() == reflect.String:
			f.SetString(v.Type().Field(i).Name)
		case f.Kind() == reflect.Slice:
			f.Set(reflect.MakeSlice(f.Type(), 1, 1))
		}
	}
}

// undeclaredBody is a body of a kind without a row.
type undeclaredBody struct{ Comment }

func (undeclaredBody) Kind() Kind { return "dance" }

// foreignBodies is a body without ownedBy.
type foreignBodies struct{ Body }

// TestUndeclaredIsRefused: an act without a row is neither done nor folded, and one without
// ownedBy is refused, even to the owner of the club.
func TestUndeclaredIsRefused(t *testing.T) {
	b := NewBuilder(false)
	if err := b.Add("club", "anne", "1", ActRequest{Body: FoundClub{Name: "Club", Lang: "en", Owner: "Anne"}}, 0); err != nil {
		t.Fatal(err)
	}
	if err := b.Add("club", "anne", "2", ActRequest{Body: Join{Member: "bob", Name: "Bob", Role: Player}}, 0); err != nil {
		t.Fatal(err)
	}
	s := b.State()
	remark := Comment{On: 1, Text: "Well begun."}
	if s.authorise("anne", ActRequest{Body: undeclaredBody{remark}}) == nil {
		t.Error("the owner may do what is not declared")
	}
	if _, err := NewAct(&s.Acts[1], "club", "anne", time.Now(), "3", ActRequest{Body: undeclaredBody{remark}}); CodeOf(err) != Invalid {
		t.Errorf("an act of an undeclared kind is made: %v", err)
	}
	if _, err := s.next(Act{No: 3, By: "anne", Kind: "dance", Body: undeclaredBody{remark}}); CodeOf(err) != Invalid {
		t.Errorf("an act of an undeclared kind is folded: %v", err)
	}
	if err := s.authorise("bob", ActRequest{Body: remark}); err != nil {
		t.Errorf("a player may not remark: %v", err)
	}
	if err := s.authorise("bob", ActRequest{Body: foreignBodies{remark}}); CodeOf(err) != Forbidden {
		t.Errorf("a player may do what belongs to nobody: %v", err)
	}
	if err := s.authorise("anne", ActRequest{Body: foreignBodies{remark}}); err != nil {
		t.Errorf("who acts for others may not: %v", err)
	}
}

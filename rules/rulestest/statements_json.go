package rulestest

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"oriflamme/rules"
)

// readSetup reads testdata/setups/NAME.json.
func (r *statementRun) readSetup(name string) error {
	if r.battle != nil || r.setup != nil {
		return errors.New("comes first")
	}
	text, err := os.ReadFile("testdata/setups/" + name + ".json")
	if err != nil {
		return err
	}
	r.setup = new(rules.Setup)
	return rules.Decode(text, r.setup)
}

// changeSetup changes a member of the setup before the battle begins.
func (r *statementRun) changeSetup(text string) error {
	if r.setup == nil || r.battle != nil {
		return errors.New("comes after a setup and before the battle begins")
	}
	raw, err := changeJSON(r.setup, text, nil)
	if err != nil {
		return err
	}
	r.setup = new(rules.Setup)
	return rules.Decode(raw, r.setup)
}

// checkSetup checks whether the setup begins a battle, or whether a list breaks a rule.
func (r *statementRun) checkSetup(l statementLine) error {
	if r.setup == nil || r.battle != nil {
		return errors.New("comes after a setup and before the battle begins")
	}
	fields, err := readFields(l.rest, "rule")
	if err != nil {
		return err
	}
	if l.verb == "begun" || l.verb == "not begun" {
		_, err := r.book.game.Begin(*r.setup)
		return checkSetupFaults(faultsOf(err), err, fields["rule"])
	}
	seat, err := strconv.Atoi(fmt.Sprint(fields["seat"]))
	if err != nil || seat < 0 || seat >= len(r.setup.Rosters) {
		return errors.New("names no seat")
	}
	return checkSetupFaults(r.book.game.CheckRoster(r.setup.Rosters[seat]), nil, fields["rule"])
}

// faultsOf returns the fault that an error is.
func faultsOf(err error) []rules.Fault {
	var f *rules.Fault
	if errors.As(err, &f) {
		return []rules.Fault{*f}
	}
	return nil
}

// checkSetupFaults checks that one of some faults is of a rule or code, or without one that there
// are none.
func checkSetupFaults(faults []rules.Fault, other error, rule any) error {
	if rule == nil {
		if len(faults) > 0 {
			return &faults[0]
		}
		return other
	}
	for _, f := range faults {
		if f.Rule == rule || string(f.Code) == rule {
			return nil
		}
	}
	return fmt.Errorf("it is not refused so: %v %v", faults, other)
}

// set changes a member of the saved battle and loads it.
func (r *statementRun) set(b rules.Battle, text string) error {
	raw, err := changeJSON(b, text, unitsOf(b))
	if err != nil {
		return err
	}
	r.battle, err = r.book.game.Load(raw)
	r.events, r.found = nil, 0
	return err
}

// unitsOf returns the ids of all units of a battle, in the order of the rosters.
func unitsOf(b rules.Battle) (ids []string) {
	raw, err := json.Marshal(b)
	if err != nil {
		return nil
	}
	var saved struct{ Setup rules.Setup }
	if json.Unmarshal(raw, &saved) != nil {
		return nil
	}
	for _, roster := range saved.Setup.Rosters {
		for _, u := range roster.Units {
			ids = append(ids, u.ID)
		}
	}
	return ids
}

// statePath splits a dotted path. A path whose first member a saved battle does not have begins
// in its member "state".
func statePath(tree any, text string) []string {
	path := strings.Split(strings.TrimSpace(text), ".")
	if top, is := tree.(map[string]any); is {
		_, here := top[path[0]]
		if state, saved := top["state"].(map[string]any); !here && saved {
			if _, there := state[path[0]]; there {
				path = append([]string{"state"}, path...)
			}
		}
	}
	return path
}

// changeJSON returns the JSON of a value with the change "path = value".
func changeJSON(v any, text string, units []string) ([]byte, error) {
	name, value, is := strings.Cut(text, " = ")
	if !is {
		return nil, errors.New("wants path = value")
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	tree := toTree(raw)
	if tree, err = changeTree(tree, statePath(tree, name), readValue(value), units); err != nil {
		return nil, err
	}
	return json.Marshal(tree)
}

// changeTree returns a tree with another value at a path. It makes the objects that are not
// there.
func changeTree(v any, path []string, to any, units []string) (any, error) {
	if len(path) == 0 {
		return to, nil
	}
	switch x := v.(type) {
	case nil:
		return changeTree(map[string]any{}, path, to, units)
	case map[string]any:
		member, err := changeTree(x[path[0]], path[1:], to, units)
		x[path[0]] = member
		return x, err
	case []any:
		i, err := elementOf(x, path[0], units)
		if err != nil {
			return nil, err
		}
		x[i], err = changeTree(x[i], path[1:], to, units)
		return x, err
	}
	return nil, fmt.Errorf("%s is no member of %v", path[0], v)
}

// elementOf returns the index of an element of a list: its number, the element whose id is that
// name, or the place of the unit with that id in the rosters.
func elementOf(list []any, name string, units []string) (int, error) {
	if i, err := strconv.Atoi(name); err == nil && i >= 0 && i < len(list) {
		return i, nil
	}
	for i, e := range list {
		if m, is := e.(map[string]any); is {
			for _, id := range [...]string{"id", "unit", "fighter", "name"} {
				if m[id] == name {
					return i, nil
				}
			}
		}
	}
	if i := slices.Index(units, name); i >= 0 && i < len(list) {
		return i, nil
	}
	return 0, fmt.Errorf("there is no element %s", name)
}

// comparisons are the signs between a path and a value. The longer ones stand first.
var comparisons = []string{" != ", " = ", " < ", " > "}

// checkState compares a member of the saved battle with a value. A member that is left out is
// null.
func (r *statementRun) checkState(b rules.Battle, text string) error {
	raw, err := json.Marshal(b)
	if err != nil {
		return err
	}
	var name, value, sign string
	for _, s := range comparisons {
		if name, value, _ = strings.Cut(text, s); value != "" {
			sign = strings.TrimSpace(s)
			break
		}
	}
	v, units := toTree(raw), unitsOf(b)
	for _, member := range statePath(v, name) {
		switch x := v.(type) {
		case map[string]any:
			v = x[member]
		case []any:
			i, err := elementOf(x, member, units)
			if err != nil {
				return err
			}
			v = x[i]
		default:
			return fmt.Errorf("%s is no member of %v", member, v)
		}
	}
	want, holds := readValue(value), false
	switch sign {
	case "=":
		holds = includes(v, want)
	case "!=":
		holds = !includes(v, want)
	case "<", ">":
		a, ok1 := rules.ParseDecimal(fmt.Sprint(v), 6)
		c, ok2 := rules.ParseDecimal(fmt.Sprint(want), 6)
		holds = ok1 && ok2 && (sign == "<" && a < c || sign == ">" && a > c)
	default:
		return errors.New("wants path = value, or !=, < or >")
	}
	if !holds {
		return fmt.Errorf("it is %v", v)
	}
	return nil
}

// toTree parses the JSON that a program wrote.
func toTree(raw []byte) any {
	v, err := parseTree(raw)
	if err != nil {
		panic(err)
	}
	return v
}

// includes reports whether a JSON value equals another, or, for objects, has all its members.
func includes(got, want any) bool {
	switch want := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			return false
		}
		for name, v := range want {
			if member, there := g[name]; !there || !includes(member, v) {
				return false
			}
		}
		return true
	case []any:
		g, ok := got.([]any)
		if !ok && got != nil || len(g) != len(want) { // no list is an empty one
			return false
		}
		for i := range want {
			if !includes(g[i], want[i]) {
				return false
			}
		}
		return true
	case json.Number:
		return fmt.Sprint(got) == want.String() || sameNumber(got, want)
	}
	return fmt.Sprint(got) == fmt.Sprint(want) // a text may look like a number
}

// sameNumber reports whether a JSON value is a number of the same value, such as 3 and 3.0.
func sameNumber(got any, want json.Number) bool {
	n, ok := got.(json.Number)
	if !ok {
		return false
	}
	a, ok1 := rules.ParseDecimal(n.String(), 6)
	b, ok2 := rules.ParseDecimal(want.String(), 6)
	return ok1 && ok2 && a == b
}

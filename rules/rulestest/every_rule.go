package rulestest

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"oriflamme/rules"
)

// Proofs say how each rule is tested, or why it needs no test, that neither the log nor a
// refusal of a battle names.
type Proofs struct {
	Lists       map[string]func(*rules.Roster) // by rule: a change that makes List break it
	List        rules.Roster                   // a valid list
	Begins      map[string]func(*rules.Setup)  // by rule: a change that makes Setup break it
	Setup       rules.Setup                    // a valid setup
	Tests       map[string]func(t *testing.T)  // by rule: a test that fails without the rule
	NothingToDo map[string]string              // by rule: why the program has nothing to do
	SameAs      map[string]string              // by rule: the tested rule that says the same
}

// RequireEveryRule checks that every rule id of a specification is one of these: a rule that
// Run sees in battles (Game.Covered), a rule by which lists or setups are refused, a rule of a
// ruling, a rule with its own test, or a definition that leaves nothing to do. It prints them,
// and fails for a rule in none of these groups and for an entry of the groups that is no rule.
// It skips the test when the file is absent.
func RequireEveryRule(t *testing.T, g *rules.Game, file string, id *regexp.Regexp, p Proofs) {
	t.Helper()
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("no specification at " + file)
	}
	Must(t, err)
	all := id.FindAllString(string(text), -1)
	slices.Sort(all)
	all = slices.Compact(all)
	if len(all) == 0 {
		t.Fatal("no rules in " + file)
	}
	var ruled []string
	for _, r := range g.Rulings {
		ruled = append(ruled, r.Rules...)
	}
	accounts := []struct {
		name string
		ids  []string
	}{
		{"shown in battles", g.Covered}, {"refused lists", keys(p.Lists)}, {"refused battles", keys(p.Begins)},
		{"tests of their own", keys(p.Tests)}, {"rulings", ruled}, {"the same as another", keys(p.SameAs)}, {"definitions", keys(p.NothingToDo)},
	}
	left := slices.Clone(all)
	for _, a := range accounts {
		var here []string
		left = slices.DeleteFunc(left, func(id string) bool {
			is := slices.Contains(a.ids, id)
			if is {
				here = append(here, id)
			}
			return is
		})
		t.Logf("%d %s: %s", len(here), a.name, strings.Join(here, " "))
	}
	if len(left) > 0 {
		t.Errorf("%d of %d rules are accounted for nowhere: %s", len(left), len(all), strings.Join(left, " "))
	}
	p.check(t, g, all, append(ruled, g.Covered...))
}

// check runs the proofs.
func (p Proofs) check(t *testing.T, g *rules.Game, all, proven []string) {
	for _, id := range slices.Concat(keys(p.Lists), keys(p.Begins), keys(p.Tests), keys(p.SameAs), keys(p.NothingToDo)) {
		if !slices.Contains(all, id) {
			t.Errorf("%s is no rule of the specification", id)
		}
	}
	for _, id := range slices.Concat(keys(p.NothingToDo), keys(p.SameAs)) {
		if slices.Contains(proven, id) {
			t.Errorf("%s is said to be a definition and shows all the same", id)
		}
	}
	for id, other := range p.SameAs {
		if !slices.Contains(proven, other) {
			t.Errorf("%s is said to be %s, which is not proven", id, other)
		}
	}
	for id, why := range p.NothingToDo {
		if why == "" {
			t.Errorf("%s: no reason", id)
		}
	}
	p.checkLists(t, g)
	for id, breakRule := range p.Begins {
		s := p.Setup
		s.Rosters = slices.Clone(s.Rosters)
		breakRule(&s)
		_, err := g.Begin(s)
		var f *rules.Fault
		if !errors.As(err, &f) || f.Rule != id {
			t.Errorf("a battle against %s: got %v", id, err)
		}
	}
	for _, id := range keys(p.Tests) {
		t.Run(id, p.Tests[id])
	}
}

func (p Proofs) checkLists(t *testing.T, g *rules.Game) {
	if len(p.Lists) == 0 {
		return
	}
	if faults := g.CheckRoster(p.List); len(faults) > 0 {
		t.Errorf("the list without fault: %v", faults)
	}
	for id, breakRule := range p.Lists {
		r := p.List
		r.Units = slices.Clone(r.Units)
		breakRule(&r)
		faults := g.CheckRoster(r)
		if !slices.ContainsFunc(faults, func(f rules.Fault) bool { return f.Rule == id }) {
			t.Errorf("a list against %s: got %v", id, faults)
		}
	}
}

func keys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

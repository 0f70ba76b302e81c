package warcry

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
)

// TestEveryRule checks that every rule id of the specification is tested or explained.
func TestEveryRule(t *testing.T) {
	setups, _ := rulestest.Setups(t, "board-convoy")
	p := rulestest.Proofs{
		List: sampleWarband(t), Lists: brokenLists(t),
		Setup: setups[0],
		Begins: map[string]func(*rules.Setup){
			"WC-SET-6": func(s *rules.Setup) { s.Field = json.RawMessage(`{"terrain_by":0}`) },
		},
		Tests: map[string]func(*testing.T){
			"WC-R-20":   alliesUseTheirOwnAbilities,
			"WC-RES-4":  asNearAsPossible,
			"WC-TER-13": mountsClimbStairs,
			"WC-WAIT-7": monstersDoNotWait,
		},
		SameAs:      map[string]string{"WC-MON-1": "WC-R-13", "WC-MON-3": "WC-SET-11"},
		NothingToDo: definitions,
	}
	for id, rule := range map[string]string{
		"WC-CON-1": "WC-WAIT-2", "WC-CON-2": "WC-MOVE-11", "WC-CON-3": "WC-MOVE-14", "WC-CON-4": "WC-COV-1", "WC-CON-5": "WC-TRE-4",
		"WC-CON-6": "WC-DMG-2", "WC-CON-8": "WC-REA-6", "WC-CON-9": "WC-HUNT-3", "WC-CON-10": "WC-HUNT-1", "WC-CON-11": "WC-MOVE-7",
	} {
		p.SameAs[id] = rule // the rule repeats another in the glossary of conditions
	}
	rulestest.RequireEveryRule(t, Game, "../../../shared/rules/warcry.md", regexp.MustCompile(`WC-[A-Z]+-\d+`), p)
}

// definitions holds the rules that leave the program nothing to do.
var definitions = map[string]string{
	"WC-SCOPE-1": "what a battle is: the steps have rules of their own",
	"WC-GEN-5":   "anything may be measured at any time: nothing forbids it",
	"WC-GEN-14":  "tokens have no effect",
	"WC-GEN-15":  "what the floor is",
	"WC-SET-2":   "the size of the battlefield, the default of a field",
	"WC-SET-5":   "terrain is placed before the battle begins",
	"WC-MOVE-3":  "bases are round: turning changes nothing",
	"WC-TER-1":   "a feature has parts of several types",
	"WC-TER-5":   "what players agree about their own terrain before the battle",
	"WC-TER-16":  "arches and doors change no other rule",
	"WC-OBJ-1":   "markers come with the victory condition",
	"WC-RUN-1":   "where runemarks are printed",
	"WC-FAC-1":   "what a faction and a grand alliance are",
	"WC-PRO-1":   "what is printed on a profile",
}

// sampleWarband returns a valid warband: a leader, two more fighters and points to spare.
func sampleWarband(t *testing.T) rules.Roster {
	setups, _ := rulestest.Setups(t, "board-convoy")
	r := setups[0].Rosters[0]
	r.Units = r.Units[:3]
	return r
}

// changeProfile changes members of the profile of unit i; for an index beyond the last unit it first
// appends a copy of the second unit.
func changeProfile(t *testing.T, r *rules.Roster, i int, with string) {
	for i >= len(r.Units) {
		u := r.Units[1]
		u.ID = fmt.Sprintf("%s-%d", u.ID, len(r.Units))
		r.Units = append(r.Units, u)
	}
	p := map[string]any{}
	for _, text := range []string{string(r.Units[i].Profile), with} {
		rulestest.Must(t, json.Unmarshal([]byte(text), &p))
	}
	text, err := json.Marshal(p)
	rulestest.Must(t, err)
	r.Units[i].Profile = text
}

// brokenLists returns changes that each break one rule of warband building.
func brokenLists(t *testing.T) map[string]func(*rules.Roster) {
	with := func(cards map[int]string) func(*rules.Roster) {
		return func(r *rules.Roster) {
			for _, i := range slices.Sorted(maps.Keys(cards)) {
				changeProfile(t, r, i, cards[i])
			}
		}
	}
	ally := `{"warband":"someone-else","runemarks":["ally"],"role":"ally","points":10}`
	thrall := `{"runemarks":["thrall"],"role":"thrall","points":10}`
	monster := `{"runemarks":["monster"],"role":"monster","points":10}`
	return map[string]func(*rules.Roster){
		"WC-R-1":  func(r *rules.Roster) { r.Units = r.Units[:2] },
		"WC-R-2":  with(map[int]string{1: `{"warband":"someone-else","role":"member"}`}),
		"WC-R-3":  with(map[int]string{0: `{"runemarks":["warrior"]}`}),
		"WC-R-4":  with(map[int]string{1: `{"runemarks":["hero"]}`, 2: `{"runemarks":["hero"]}`, 3: `{"runemarks":["hero"]}`}),
		"WC-R-5":  with(map[int]string{1: `{"points":2000}`}),
		"WC-R-6":  with(map[int]string{1: `{"warband":"someone-else","runemarks":["warrior"],"role":"ally"}`}),
		"WC-R-7":  with(map[int]string{1: `{"warband":"someone-else","runemarks":["ally"],"role":"ally","grand_alliance":"order"}`}),
		"WC-R-8":  with(map[int]string{1: ally, 2: ally, 3: ally}),
		"WC-R-9":  with(map[int]string{0: `{"warband":"someone-else","role":"ally"}`}),
		"WC-R-10": with(map[int]string{1: `{"runemarks":["warrior"],"role":"thrall"}`}),
		"WC-R-11": with(map[int]string{1: thrall, 2: thrall, 3: thrall, 4: thrall}),
		"WC-R-12": with(map[int]string{1: `{"runemarks":["monster"],"role":"monster","grand_alliance":"order"}`}),
		"WC-R-13": with(map[int]string{1: monster, 2: monster}),
		"WC-R-14": with(map[int]string{1: `{"runemarks":["a","b","c","d"]}`}),
		"WC-R-15": with(map[int]string{1: `{"weapons":[]}`}),
		"WC-R-16": func(r *rules.Roster) { r.Faction = "Cities of Sigmar" },
	}
}

// alliesUseTheirOwnAbilities plays until an ally can use an ability of its own faction.
func alliesUseTheirOwnAbilities(t *testing.T) {
	setups, _ := rulestest.Setups(t, "board-convoy")
	s := setups[0]
	s.Rosters = slices.Clone(s.Rosters)
	r := &s.Rosters[0]
	r.Units = slices.Clone(r.Units)
	changeProfile(t, r, 1, `{"warband":"tarn-wardens","runemarks":["ally","bulwark"],"role":"ally"}`)
	id := r.Units[1].ID
	b := rulestest.Begin(t, Game, s)
	src, rng := dice.Seeded("allies"), rand.New(rand.NewPCG(3, 4))
	choose := rules.ChooseRandom(rng.IntN)
	for legal := b.Legal(); len(legal) > 0; legal = b.Legal() {
		for _, c := range legal {
			if use, ok := c.(UseAbility); ok && use.Fighter == id && use.Ability == "causeway-drill" {
				return
			}
		}
		_, err := rules.PlayInPlace(b, legal[rng.IntN(len(legal))], src, choose)
		rulestest.Must(t, err)
	}
	t.Error("the ally was never offered causeway-drill")
}

// asNearAsPossible places a group whose point is inside a large block: it must be placed as near to
// the point as possible.
func asNearAsPossible(t *testing.T) {
	b, d := deployment(t, `{"terrain":[{"id":"block","kind":"obstacle","top":9,"polygon":[{"x":7,"y":5},{"x":15,"y":5},{"x":15,"y":13},{"x":7,"y":13}]}],
		"deployment":{"red":{"dagger":{"x":11,"y":9},"shield":{"x":4,"y":2},"hammer":{"x":18,"y":2}},
		"blue":{"dagger":{"x":11,"y":25},"shield":{"x":4,"y":28},"hammer":{"x":18,"y":28}}}}`,
		func(d Deploy) bool { return far(d.Places[0].At, 11, 9) < 9 && d.Group == "dagger" })
	if at := d.Places[0].At; far(at, 11, 9) < 4 {
		t.Fatalf("%v is inside the block", at)
	}
	if _, _, err := rules.Play(b, d, dice.Seeded("near"), rules.ChooseFirst); err != nil {
		t.Errorf("as near as possible: %v", err)
	}
	wantRefusedPlace(t, b, d, 17, 9, "WC-RES-4")
}

// deployment begins a battle on a field, gives its first legal commands until a group that fits is
// to be placed, and returns the command that places it.
func deployment(t *testing.T, field string, fits func(Deploy) bool) (rules.Battle, Deploy) {
	t.Helper()
	setups, _ := rulestest.Setups(t, "board-convoy")
	setups[0].Field = json.RawMessage(field)
	b := rulestest.Begin(t, Game, setups[0])
	src := dice.Seeded("deployment")
	for legal := b.Legal(); len(legal) > 0; legal = b.Legal() {
		if d, ok := legal[0].(Deploy); ok && fits(d) {
			return b, d
		}
		_, err := rules.PlayInPlace(b, legal[0], src, rules.ChooseFirst)
		rulestest.Must(t, err)
	}
	t.Fatal("the group is never placed")
	return nil, Deploy{}
}

// wantRefusedPlace requires that a rule forbids to place the first fighter of a group at a point.
func wantRefusedPlace(t *testing.T, b rules.Battle, d Deploy, x, y rules.Dec, rule string) {
	t.Helper()
	d.Places = slices.Clone(d.Places)
	d.Places[0].At = Point{X: x * rules.One, Y: y * rules.One}
	_, _, err := rules.Play(b, d, dice.Seeded("refused"), rules.ChooseFirst)
	var f *rules.Fault
	if !errors.As(err, &f) || f.Rule != rule {
		t.Errorf("at %v,%v: got %v, want %s", x, y, err, rule)
	}
}

func far(p Point, x, y float64) float64 {
	return math.Hypot(p.X.Float()-x, p.Y.Float()-y)
}

// resolve returns the result of a ruling without dice.
func resolve(t *testing.T, procedure, input string) map[string]any {
	result, _, err := Game.Ruling(procedure).Resolve(rulestest.Tree(t, input), dice.NewTape())
	if err != nil {
		t.Fatalf("%s: %v", input, err)
	}
	text, err := json.Marshal(result)
	rulestest.Must(t, err)
	return rulestest.Tree(t, string(text)).(map[string]any)
}

func mountsClimbStairs(t *testing.T) {
	for on, legal := range map[string]bool{"stairs": true, "obstacle": false, "ladder": false} {
		got := resolve(t, "resolve-move", `{"fighter":{"movement":9,"wounds":9,"runemarks":["mount"]},"path":[{"type":"climb","up":2,"on":"`+on+`"}],"end":"climbing"}`)
		if got["legal"] != legal {
			t.Errorf("a mount on %s: %v", on, got)
		}
	}
}

func monstersDoNotWait(t *testing.T) {
	for marks, want := range map[string]string{`["monster"]`: "done", `[]`: "waiting"} {
		got := resolve(t, "check-activation", `{"runemarks":`+marks+`,"sequence":[{"type":"action","action":"wait"}]}`)
		if got["state_after"] != want {
			t.Errorf("%s after a wait: %v", marks, got)
		}
	}
}

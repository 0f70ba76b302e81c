package warcry

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
)

// listedKeys returns the keys of testdata/keys.txt: the content's phrases for all that the game can
// show.
func listedKeys(t *testing.T) []string {
	text, err := os.ReadFile("testdata/keys.txt")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

// factKeys adds the keys of the facts of a command, including those of its parts.
func factKeys(t reflect.Type, add func(string)) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		factKeys(t.Elem(), add)
	case reflect.Struct:
		for _, f := range rules.FieldsOf(t) {
			if f.Fact {
				add("fact." + f.Name)
			}
			factKeys(f.Type, add)
		}
	}
}

// declaredKeys returns the keys that follow from the game's declarations.
func declaredKeys() map[string]bool {
	keys := map[string]bool{}
	add := func(k string) { keys[k] = true }
	for _, m := range marks {
		add("mark." + m.id)
		add("mark." + m.id + ".text")
	}
	for _, c := range Game.Commands {
		add("command." + c.Kind())
		add("command." + c.Kind() + ".long")
		factKeys(reflect.TypeOf(c), add)
	}
	for _, e := range Game.Events {
		add("event." + e.Kind())
	}
	for _, m := range Game.Measures {
		add("measure." + m.Name)
	}
	for _, b := range Game.Bots {
		add("bot." + b.Name)
	}
	for _, o := range Game.Options {
		add("option." + o.ID)
		for _, v := range o.Values {
			add("option." + o.ID + "." + v)
		}
	}
	return keys
}

// keyCollector records every key that a battle shows to people.
type keyCollector map[string]bool

func (l keyCollector) view(v rules.View) {
	l["phase."+v.Phase] = true
	for _, n := range v.Notes {
		l["note."+n.Key] = true
	}
	for _, s := range v.Sides {
		for _, c := range s.Counters {
			l["counter."+c.Key] = true
		}
	}
	for _, u := range v.Units {
		for _, t := range u.Tags {
			l["tag."+t] = true
		}
		for _, t := range u.Tracks {
			l["track."+t.Key] = true
		}
		for _, s := range u.Stats {
			l["stat."+s.Key] = true
		}
	}
	if v.Board != nil {
		for _, p := range v.Board.Pieces {
			l["piece."+p.Key] = true
		}
	}
}

func (l keyCollector) step(s rules.Step) {
	for _, d := range s.Dice {
		l["roll."+d.For] = true
	}
	for _, e := range s.Events {
		mark := ""
		switch e := e.(type) {
		case Honoured:
			mark = e.Honour
		case Recovered:
			mark = e.Scar
		}
		if mark != "" {
			l["mark."+mark], l["mark."+mark+".text"] = true, true
		}
	}
}

// battle plays a battle or an aftermath at random and records the keys that it shows.
func (l keyCollector) battle(t *testing.T, b rules.Battle, n int) {
	rng := rand.New(rand.NewPCG(uint64(n), 11))
	src := dice.Seeded(fmt.Sprint("keys ", n))
	unit := regexp.MustCompile(`-[123]`)
	choose := func(q *rules.Question) (rules.Reply, error) {
		l["ask."+q.Why] = true
		for _, o := range q.Options {
			if !unit.MatchString(o) {
				l["option."+o] = true
			}
		}
		return rules.Reply{Option: rng.IntN(len(q.Options))}, nil
	}
	for legal := b.Legal(); len(legal) > 0; legal = b.Legal() {
		l.view(b.View(0))
		step, err := rules.PlayInPlace(b, legal[rng.IntN(len(legal))], src, choose)
		if err != nil {
			t.Fatal(err)
		}
		l.step(step)
	}
	l.view(b.View(0))
	if o, _ := b.Outcome(); o.Reason != "" {
		l["reason."+o.Reason] = true
	}
}

// collectKeys plays battles and their aftermaths and records the keys that they show.
func collectKeys(t *testing.T, battles int) keyCollector {
	list, _ := rulestest.Setups(t, "")
	l := keyCollector{}
	for n := range battles {
		b, err := Game.Begin(list[n%len(list)])
		if err != nil {
			t.Fatal(err)
		}
		l.battle(t, b, n)
		if b, err = Game.Aftermath(b); err != nil {
			t.Fatal(err)
		}
		l.battle(t, b, n)
	}
	return l
}

// faultKeys returns the listed rules by which rosters and commands are refused. Each must be a rule
// that the game knows.
func faultKeys(t *testing.T) []string {
	var keys []string
	s, _ := rulestest.Setups(t, "board-ley")
	r := s[0].Rosters[0]
	r.Units = append(slices.Clone(r.Units), s[0].Rosters[1].Units...)
	for i := range r.Units {
		r.Units[i].ID = fmt.Sprint(i)
	}
	for _, f := range Game.CheckRoster(r) {
		keys = append(keys, "fault."+f.Rule)
	}
	s[0].Rosters[0].Units = nil
	_, err := Game.Begin(s[0])
	var f *rules.Fault
	if !errors.As(err, &f) {
		t.Fatalf("an empty warband: %v", err)
	}
	return append(keys, "fault."+f.Rule)
}

// TestPhraseKeys compares the listed keys with the game's declarations and with the keys that
// battles show.
func TestPhraseKeys(t *testing.T) {
	listed, keys := listedKeys(t), declaredKeys()
	if !slices.IsSorted(listed) || len(slices.Compact(slices.Clone(listed))) != len(listed) {
		t.Error("the keys are not sorted or some are listed twice")
	}
	for _, k := range listed {
		switch kind, _, _ := strings.Cut(k, "."); kind {
		case "bot", "command", "event", "fact", "mark", "measure":
			if !keys[k] {
				t.Errorf("the game declares no %s", k)
			}
		case "option": // a second dot is before a value of a declared option
			if strings.Count(k, ".") == 2 && !keys[k] {
				t.Errorf("the game declares no %s", k)
			}
		}
	}
	maps.Copy(keys, collectKeys(t, 42))
	for _, k := range faultKeys(t) {
		keys[k] = true
	}
	for k := range keys {
		if !slices.Contains(listed, k) {
			t.Errorf("%s is not listed", k)
		}
	}
}

// TestPhrases requires every key in both languages.
func TestPhrases(t *testing.T) {
	for _, lang := range []string{"fr", "en"} {
		file := "../../content/" + lang + "/warcry/phrases.yaml"
		have, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range listedKeys(t) {
			if !strings.Contains(string(have), "\n"+k+": ") && !strings.Contains(string(have), "\n\""+k+"\": ") {
				t.Errorf("%s has no %s", file, k)
			}
		}
	}
}

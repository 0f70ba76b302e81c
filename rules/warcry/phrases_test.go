package warcry_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warcry"
)

const keysFile = "testdata/keys.txt"

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
	for _, c := range warcry.Game.Commands {
		add("command." + c.Kind())
		add("command." + c.Kind() + ".long")
		factKeys(reflect.TypeOf(c), add)
	}
	for _, e := range warcry.Game.Events {
		add("event." + e.Kind())
	}
	for _, m := range warcry.Game.Measures {
		add("measure." + m.Name)
	}
	for _, b := range warcry.Game.Bots {
		add("bot." + b.Name)
	}
	for _, o := range warcry.Game.Options {
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
		switch e := e.(type) {
		case warcry.Honoured:
			l["mark."+e.Honour], l["mark."+e.Honour+".text"] = true, true
		case warcry.Recovered:
			if e.Scar != "" {
				l["mark."+e.Scar], l["mark."+e.Scar+".text"] = true, true
			}
		}
	}
}

// collectKeys plays battles and their aftermaths and records the keys that they show.
func collectKeys(t *testing.T, battles int) keyCollector {
	list, _ := rulestest.Setups(t, "")
	l := keyCollector{}
	for n := range battles {
		b, err := warcry.Game.Begin(list[n%len(list)])
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			l.battle(t, b, n)
			if o, _ := b.Outcome(); o.Reason != "" {
				l["reason."+o.Reason] = true
			}
			if b, err = warcry.Game.Aftermath(b); err != nil {
				break
			}
		}
	}
	return l
}

func (l keyCollector) battle(t *testing.T, b rules.Battle, n int) {
	rng := rand.New(rand.NewPCG(uint64(n), 11))
	src := dice.Seeded(fmt.Sprint("keys ", n))
	choose := func(q *rules.Question) (int, error) {
		l["ask."+q.Why] = true
		for _, o := range q.Options {
			if !strings.Contains(o, "-1") && !strings.Contains(o, "-2") && !strings.Contains(o, "-3") {
				l["option."+o] = true
			}
		}
		return rng.IntN(len(q.Options)), nil
	}
	for {
		legal := b.Legal()
		l.view(b.View(0))
		if len(legal) == 0 {
			return
		}
		step, err := rules.PlayInPlace(b, legal[rng.IntN(len(legal))], src, choose)
		if err != nil {
			t.Fatal(err)
		}
		l.step(step)
	}
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
	for _, f := range warcry.Game.CheckRoster(r) {
		keys = append(keys, "fault."+f.Rule)
	}
	s[0].Rosters[0].Units = nil
	_, err := warcry.Game.Begin(s[0])
	var f *rules.Fault
	if !errors.As(err, &f) {
		t.Fatalf("an empty warband: %v", err)
	}
	return append(keys, "fault."+f.Rule)
}

// TestPhraseKeys compares PhraseKeys with the game's declarations and the keys that battles show.
func TestPhraseKeys(t *testing.T) {
	keys := declaredKeys()
	for _, k := range warcry.PhraseKeys() {
		keys[k] = true
	}
	for k := range collectKeys(t, 42) {
		if !keys[k] {
			t.Errorf("battles show %s, which Keys does not list", k)
		}
	}
	for _, k := range faultKeys(t) {
		if !keys[k] {
			t.Errorf("%s is not listed by Keys", k)
		}
	}
	var lines []string
	for k := range keys {
		lines = append(lines, k)
	}
	slices.Sort(lines)
	text := strings.Join(lines, "\n") + "\n"
	if *rulestest.Update {
		if err := os.WriteFile(keysFile, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(keysFile)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != text {
		t.Errorf("%s is out of date: run with -update", keysFile)
	}
}

// TestPhrases requires every key in both languages.
func TestPhrases(t *testing.T) {
	text, err := os.ReadFile(keysFile)
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range []string{"fr", "en"} {
		file := "../../content/" + lang + "/warcry/phrases.yaml"
		have, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range strings.Fields(strings.ReplaceAll(string(text), " ", "\x00")) {
			k = strings.ReplaceAll(k, "\x00", " ")
			if !strings.Contains(string(have), "\n"+k+": ") && !strings.Contains(string(have), "\n\""+k+"\": ") {
				t.Errorf("%s has no %s", file, k)
			}
		}
	}
}

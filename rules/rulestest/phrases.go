package rulestest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
)

// keysOf returns the keys of everything that the game declares and people read.
func keysOf(g *rules.Game) map[string]bool {
	keys := map[string]bool{}
	for _, c := range g.Commands {
		for _, more := range []string{"", ".name", ".long"} {
			keys["command."+c.Kind()+more] = true
		}
	}
	for _, e := range g.Events {
		keys["event."+e.Kind()] = true
	}
	for _, m := range g.Measures {
		keys["measure."+m.Name] = true
	}
	for _, b := range g.Bots {
		keys["bot."+b.Name] = true
	}
	for _, o := range g.Options {
		keys["option."+o.ID] = true
		for _, v := range o.Values {
			keys["option."+o.ID+"."+v] = true
		}
	}
	for _, r := range g.Rulings {
		keys["ruling."+r.Name] = true
	}
	return keys
}

var plainWord = regexp.MustCompile(`^[a-z][a-z-]*$`)

// collectShownKeys adds the keys that battles of random bots show.
func collectShownKeys(t *testing.T, g *rules.Game, keys map[string]bool, battles int) {
	t.Helper()
	list, _ := Setups(t, "")
	for n := range battles {
		s := list[n%len(list)]
		b := Begin(t, g, s)
		rng := rand.New(rand.NewPCG(uint64(n), 5))
		src := dice.Seeded(fmt.Sprint("hear ", n))
		choose := func(q *rules.Question) (rules.Reply, error) {
			keys["ask."+q.Why], keys["question."+q.Why] = true, true
			for _, o := range q.Options {
				if plainWord.MatchString(o) && !isUnitName(s, o) {
					keys["option."+o] = true
				}
			}
			return rules.Reply{Option: rng.IntN(len(q.Options))}, nil
		}
		for legal := b.Legal(); len(legal) > 0; legal = b.Legal() {
			v := b.View(0)
			for _, n := range v.Notes {
				keys["note."+n.Key] = true
			}
			keys["phase."+v.Phase] = true
			for _, u := range v.Units {
				for _, tag := range u.Tags {
					keys["tag."+tag] = true
				}
				for _, track := range u.Tracks {
					keys["track."+track.Key] = true
				}
			}
			c := legal[rng.IntN(len(legal))]
			if raw, err := rules.EncodeCommand(c); err == nil {
				var fields map[string]any
				if json.Unmarshal(raw, &fields) == nil {
					for name := range fields {
						keys["field."+name] = name != "kind" && name != "by"
					}
				}
			}
			step, err := rules.PlayInPlace(b, c, src, choose)
			Must(t, err)
			for _, d := range step.Dice {
				keys["roll."+d.For] = true
			}
		}
		o, _ := b.Outcome()
		keys["reason."+o.Reason] = true
		v := b.View(0)
		for _, side := range v.Sides {
			for _, c := range side.Counters {
				keys["counter."+c.Key] = true
			}
		}
		if v.Board != nil {
			for _, p := range v.Board.Pieces {
				keys["piece."+p.Key] = true
			}
		}
	}
}

var blank = regexp.MustCompile(`\{([a-z_]+)[}|]`)

// isUnitName reports whether an id is that of a unit in a roster, which needs no phrase.
func isUnitName(s rules.Setup, id string) bool {
	return slices.ContainsFunc(s.Rosters, func(r rules.Roster) bool {
		return slices.ContainsFunc(r.Units, func(u rules.Unit) bool { return u.ID == id })
	})
}

// Phrases plays battles of testdata/setups at random. Everything that they show, and all that
// the game declares, must have a phrase in both languages, and a phrase may only use fields
// that its command or event has.
func Phrases(t *testing.T, g *rules.Game, battles int) {
	t.Helper()
	Slow(t)
	keys := keysOf(g)
	collectShownKeys(t, g, keys, battles)
	members := map[string][]string{}
	for _, c := range g.Commands {
		raw, _ := rules.EncodeCommand(c)
		members["command."+c.Kind()+".long"] = memberNames(t, raw)
	}
	for _, e := range g.Events {
		if raw, err := rules.EncodeEvent(e); err == nil {
			members["event."+e.Kind()] = memberNames(t, raw)
		}
	}
	for _, lang := range []string{"fr", "en"} {
		text, err := os.ReadFile("../../content/" + lang + "/" + g.ID + "/phrases.yaml")
		Must(t, err)
		have := map[string]string{}
		for line := range strings.Lines(string(text)) {
			if key, phrase, ok := strings.Cut(line, ": "); ok && !strings.HasPrefix(line, "#") {
				have[key] = phrase
			}
		}
		for k, wanted := range keys {
			if _, there := have[k]; wanted && !there {
				t.Errorf("%s has no %s", lang, k)
			}
		}
		for k, of := range members {
			for _, m := range blank.FindAllStringSubmatch(have[k], -1) {
				if !slices.Contains(of, m[1]) {
					t.Errorf("%s: %s speaks of {%s}, which is not among %v", lang, k, m[1], of)
				}
			}
		}
	}
}

// memberNames returns the names of the members of a JSON object.
func memberNames(t *testing.T, raw []byte) (all []string) {
	t.Helper()
	var fields map[string]any
	if err := json.Unmarshal(raw, &fields); err != nil {
		return nil // a zero event may have no rule
	}
	for name := range fields {
		all = append(all, name)
	}
	return all
}

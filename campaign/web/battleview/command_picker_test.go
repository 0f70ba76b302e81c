package battleview_test

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"oriflamme/campaign/web/battleview"
	"oriflamme/content"
	"oriflamme/content/describe"
	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/games"
	"oriflamme/rules/rulestest"
	playviews "oriflamme/views/play"
)

// playAtRandom plays random battles, one of each kind that a game has setups for, and calls look at some moments of each.
func playAtRandom(t *testing.T, look func(t *testing.T, s *battleview.Presenter, legal []rules.Command, coins *rand.Rand)) {
	for _, g := range games.All {
		files, err := filepath.Glob("../../../rules/" + g.ID + "/testdata/setups/*.json")
		if err != nil || len(files) == 0 {
			t.Fatalf("%s has no setups: %v", g.ID, err)
		}
		seen := map[rules.Mode]bool{}
		for _, file := range files {
			raw, err := os.ReadFile(file)
			rulestest.Must(t, err)
			var setup rules.Setup
			if err := rules.Decode(raw, &setup); err != nil || seen[setup.Mode] {
				continue
			}
			seen[setup.Mode] = true
			t.Run(g.ID+" "+string(setup.Mode), func(t *testing.T) {
				coins := rand.New(rand.NewPCG(7, 11))
				b, err := g.Begin(setup)
				rulestest.Must(t, err)
				for n := range 120 {
					legal := b.Legal()
					if len(legal) == 0 {
						break
					}
					if len(legal) <= 40 && n%4 == 0 {
						for seat := range setup.Rosters {
							var own []rules.Command
							for _, c := range legal {
								if c.By() == rules.Seat(seat) {
									own = append(own, c)
								}
							}
							if len(own) > 0 {
								look(t, &battleview.Presenter{Game: g, Setup: setup, Battle: b, Seats: []rules.Seat{rules.Seat(seat)}, Catalog: content.Catalogs()["fr"],
									RuleURL: func(string) string { return "" }, Path: "/b"}, own, coins)
							}
						}
					}
					after, _, err := rules.Play(b, legal[coins.IntN(len(legal))], dice.Seeded(string(rune('a'+n))), rules.ChooseRandom(coins.IntN))
					rulestest.Must(t, err)
					b = after
				}
			})
		}
		if len(seen) == 0 {
			t.Errorf("%s: no setup could be read", g.ID)
		}
	}
}

// TestOffersReachEveryCommand checks that a person can reach every legal command by the choices that the pages offer.
// Commands that differ only in facts that the players measure count as one.
func TestOffersReachEveryCommand(t *testing.T) {
	rulestest.Slow(t)
	playAtRandom(t, func(t *testing.T, s *battleview.Presenter, legal []rules.Command, _ *rand.Rand) {
		described := func(c rules.Command) string {
			raw, err := rules.EncodeCommand(c)
			rulestest.Must(t, err)
			if s.Setup.Mode == rules.Board {
				return string(raw)
			}
			var tree map[string]any
			rulestest.Must(t, json.Unmarshal(raw, &tree))
			v := reflect.TypeOf(c)
			for v.Kind() == reflect.Pointer {
				v = v.Elem()
			}
			for _, m := range describe.Fields(v) {
				if m.HasFacts {
					delete(tree, m.Name)
				}
			}
			raw, _ = json.Marshal(tree)
			return string(raw)
		}
		reached := map[string]bool{}
		note := func(text string) {
			c, err := s.Game.DecodeCommand([]byte(text))
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			reached[described(c)] = true
		}
		been := map[string]bool{}
		var walk func(q url.Values)
		walk = func(q url.Values) {
			if been[q.Encode()] {
				return
			}
			been[q.Encode()] = true
			again := *s
			ask := again.Page(q).Ask
			if ask.Command != "" {
				note(ask.Command)
				return
			}
			follow := func(href string) {
				if u, err := url.Parse(href); err == nil && href != "" {
					walk(u.Query())
				}
			}
			for _, u := range ask.Units {
				follow(u.Href)
			}
			for _, c := range ask.Choices {
				if c.Command != "" {
					note(c.Command)
				} else {
					follow(c.Href)
				}
			}
		}
		walk(url.Values{})
		for _, c := range legal {
			if !reached[described(c)] {
				t.Errorf("nothing leads to %s", described(c))
			}
		}
	})
}

// TestLegendIsOfThisRoll checks the legend below a die: it has phrases for all faces, names each range of faces once, and
// distinguishes exactly the faces that the roll distinguishes.
func TestLegendIsOfThisRoll(t *testing.T) {
	rulestest.Slow(t)
	playAtRandom(t, func(t *testing.T, s *battleview.Presenter, legal []rules.Command, coins *rand.Rand) {
		c := legal[coins.IntN(len(legal))]
		var faces []int
		for range 12 {
			_, _, err := rules.Play(s.Battle, c, dice.NewTape(faces...), rules.ChooseFirst)
			var need *dice.MissingError
			if !errors.As(err, &need) {
				return
			}
			again := *s
			again.Pending = &battleview.Pending{Answers: 1, Command: c, Faces: faces, Err: err}
			ask := again.Page(nil).Ask
			if ask.Dice == nil {
				t.Fatalf("%s asks for no dice", c.Kind())
			}
			checkLegend(t, s.Game.ID, need.Roll, ask.Dice.Classes)
			for i := len(need.Present); i < need.Roll.N; i++ {
				faces = append(faces, 1+coins.IntN(need.Roll.Sides))
			}
		}
	})
}

func checkLegend(t *testing.T, game string, r dice.Roll, sums []playviews.Class) {
	t.Helper()
	if len(sums) == 0 {
		return
	}
	next := 1
	for i, c := range sums {
		if c.From != next || c.To < c.From || strings.TrimSpace(c.Label) == "" || i > 0 && c.Label == sums[i-1].Label {
			t.Errorf("%s, %s: %+v", game, r.Why, sums)
		}
		next = c.To + 1
	}
	if next != r.Sides+1 {
		t.Errorf("%s, %s: %+v of %d sides", game, r.Why, sums, r.Sides)
	}
	for _, cut := range r.Cuts {
		begins := cut > r.Sides || cut <= 1
		for _, c := range sums {
			begins = begins || c.From == cut
		}
		if !begins {
			t.Errorf("%s, %s: nothing changes at %d in %+v", game, r.Why, cut, sums)
		}
	}
	if r.Sides == 100 && len(sums) == 2 && (sums[0].Label == "manqué" || sums[1].Label == "touché" || sums[0].Label == "échec") {
		t.Errorf("%s, %s: a low roll succeeds, not %+v", game, r.Why, sums)
	}
}

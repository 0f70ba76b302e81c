package battleview_test

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"oriflamme/campaign/web/battleview"
	"oriflamme/campaign/web/webtest"
	"oriflamme/content"
	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/games"
	"oriflamme/rules/rulestest"
)

// TestOutOfRangeTellsTheRange checks that a player who aims at a target out of range reads the distance and the weapon's range.
func TestOutOfRangeTellsTheRange(t *testing.T) {
	for _, c := range []struct {
		game, setup, kind, field, message, rule string
		fr, en                                  []string
	}{
		{"warcry", "measured-ley-lines", "attack", "distance", "50.5", "WC-ATK-4", []string{"à 50,5 pouces", "porte à"}, []string{"50.5 inches away", "reaches"}},
		{"warmaster", "measured-plains", "shoot", "distance_cm", "500.5", "WR-SHOOT-7", []string{"tire à 20 cm", "à 500,5 cm"}, []string{"up to 20 cm", "500.5 cm away"}},
		{"magnamund", "measured-magic", "shoot", "distance", "150", "MG-FIRE-3", []string{"à 150 cases", "tire de 2 à"}, []string{"150 cells away", "from 2 to"}},
	} {
		t.Run(c.game, func(t *testing.T) {
			setup := webtest.LoadSetup(t, c.game, c.setup)
			g := games.All[slices.IndexFunc(games.All, func(g *rules.Game) bool { return g.ID == c.game })]
			b, err := g.Begin(setup)
			rulestest.Must(t, err)
			coins := rand.New(rand.NewPCG(3, 5))
			for n := range 900 {
				legal := b.Legal()
				if i := slices.IndexFunc(legal, func(l rules.Command) bool { return l.Kind() == c.kind }); i >= 0 {
					fault := tooFar(t, g, b, legal[i], c.field, c.message)
					if fault != nil && fault.Rule == c.rule {
						for lang, want := range map[string][]string{"fr": c.fr, "en": c.en} {
							s := &battleview.Presenter{Game: g, Setup: setup, Battle: b, Catalog: content.Catalogs()[lang], Path: "/b"}
							s.Page(nil)
							for _, words := range want {
								if text := s.FaultLine(fault).Text; !strings.Contains(strings.ReplaceAll(text, "\u00a0", " "), words) {
									t.Errorf("%s: %q says nothing of %q", lang, text, words)
								}
							}
						}
						return
					}
				}
				after, _, err := rules.Play(b, legal[coins.IntN(len(legal))], dice.Seeded(string(rune('a'+n))), rules.ChooseRandom(coins.IntN))
				rulestest.Must(t, err)
				if _, over := after.Outcome(); over {
					break
				}
				b = after
			}
			t.Errorf("nobody could aim too far")
		})
	}
}

// tooFar returns the fault of a command after one of its fields is changed, or nil.
func tooFar(t *testing.T, g *rules.Game, b rules.Battle, c rules.Command, field, value string) *rules.Fault {
	t.Helper()
	raw, err := rules.EncodeCommand(c)
	rulestest.Must(t, err)
	var tree map[string]json.RawMessage
	rulestest.Must(t, json.Unmarshal(raw, &tree))
	tree[field] = json.RawMessage(value)
	raw, err = json.Marshal(tree)
	rulestest.Must(t, err)
	far, err := g.DecodeCommand(raw)
	rulestest.Must(t, err)
	var fault *rules.Fault
	if _, _, err = rules.Play(b, far, dice.NewTape(), nil); !errors.As(err, &fault) {
		return nil
	}
	return fault
}

package play_test

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"oriflamme/campaign"
	"oriflamme/campaign/web/webtest"
	"oriflamme/rules"
	"oriflamme/rules/simulate"
)

// TestAgreementShowsWhatChanges: who is asked to agree to a correction reads beforehand, in words, all that it would change.
func TestAgreementShowsWhatChanges(t *testing.T) {
	for _, f := range []struct {
		game, setup, phase, changes string
		said                        []string
	}{
		{"warcry", "measured-convoy", "combat", `[{"what":"damage","fighter":"UNIT","amount":3},{"what":"wild-dice","seat":1,"amount":2}]`, []string{"oubli du premier round", "UNIT", "3 points de dégâts", "2 jokers"}},
		{"warmaster", "board-plains", "orders", `[{"what":"hits","unit":"UNIT","value":1},{"what":"points","value":40}]`, []string{"oubli du premier round", "1 touche marquée", "40 points"}},
	} {
		t.Run(f.game, func(t *testing.T) {
			w := newQuestionFixture(t, f.game, f.setup)
			rng := rand.New(rand.NewPCG(8, 2))
			bots := []rules.Bot{simulate.FindBot(w.game, "greedy"), simulate.FindBot(w.game, "greedy")}
			for w.Live().Battle.View(rules.Nobody).Phase != f.phase {
				w.playCommand(rules.Choose(w.Live().Battle, bots, rng.IntN), rng, map[string]bool{})
			}
			var unit rules.UnitView
			for _, unit = range w.Live().Battle.View(rules.Nobody).Units { // up to one that is in play
				command := json.RawMessage(`{"kind":"amend","by":0,"reason":"oubli du premier round","changes":` + strings.ReplaceAll(f.changes, "UNIT", unit.ID) + `}`)
				if _, err := w.Service.Offer(t.Context(), webtest.Actor(w.players[0]), w.Club, w.Battle, campaign.Move{Number: w.Live().Number, Command: command, Key: w.freshKey()}); err == nil {
					break
				}
			}
			at := w.BattlePath("battles", w.Battle)
			shown := w.phones[1].Get(at).Text(".agreed")
			for _, s := range f.said {
				if s = strings.ReplaceAll(s, "UNIT", unit.Name); !strings.Contains(shown, s) {
					t.Errorf("%q is not said: %s", s, w.phones[1].Text(".ask"))
				}
			}
			if w.phones[0].Get(at).Page.Find(".agreed").Length() > 0 {
				t.Error("who proposes it is asked, too")
			}
		})
	}
}

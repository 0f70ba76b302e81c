package warcry_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warcry"
)

// TestBattlesSideBySideKeepTheirRecords plays battles at the same time: one command must not
// overwrite what another has recorded.
func TestBattlesSideBySideKeepTheirRecords(t *testing.T) {
	list, _ := rulestest.Setups(t, "board")
	for n := range 8 {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			_, rec := rulestest.PlayBattle(t, warcry.Game, list[n%len(list)], fmt.Sprintf("beside %d", n), warcry.Game.Bots[0])
			if len(rec.Steps) < 50 {
				t.Errorf("%d steps", len(rec.Steps))
			}
			if _, err := rules.Replay(warcry.Game, rec); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestBotsThatTakeAnyCommandAreNotAsked(t *testing.T) {
	list, _ := rulestest.Setups(t, "board-ley")
	b, err := warcry.Game.Begin(list[0])
	if err != nil {
		t.Fatal(err)
	}
	pick := rand.New(rand.NewPCG(1, 2)).IntN
	asked := 0
	bot := rules.Bot{Any: true, Choose: func(_ rules.Battle, legal []rules.Command, _ func(int) int) rules.Command {
		asked++
		return legal[0]
	}}
	if c := rules.Choose(b, []rules.Bot{bot, bot}, pick); c == nil || asked > 0 {
		t.Errorf("got %v, asked %d times", c, asked)
	}
	bot.Any = false
	if c := rules.Choose(b, []rules.Bot{bot, bot}, pick); c == nil || asked != 1 {
		t.Errorf("got %v, asked %d times", c, asked)
	}
}

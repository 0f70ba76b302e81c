package warmachine_test

import (
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/warmachine"
)

// TestNoBattleIsEndless has two armies that never fight: after many rounds the bot bold
// gives up, because the rules know no last round.
func TestNoBattleIsEndless(t *testing.T) {
	bold := warmachine.Game.Bots[1]
	b, err := warmachine.Game.Begin(setups(t, "board")[0])
	if err != nil {
		t.Fatal(err)
	}
	src := dice.Seeded("idle")
	first := func(n int) int { return 0 }
	for range 60_000 {
		if out, over := b.Outcome(); over {
			if round := b.View(rules.Nobody).Round; round < 60 {
				t.Errorf("they gave up in round %d: %v", round, out)
			}
			return
		}
		legal := b.Legal()
		c := bold.Choose(b, legal, first)
		if c.Kind() != "concede" {
			c = takeLeast(legal)
		}
		if _, err := rules.PlayInPlace(b, c, src, rules.ChooseFirst); err != nil {
			t.Fatal(err)
		}
	}
	t.Error("the battle never ends")
}

// takeLeast returns the command that changes least.
func takeLeast(legal []rules.Command) rules.Command {
	for _, kind := range []string{"start", "deploy", "end-control", "end-activation", "move", "activate"} {
		for _, c := range legal {
			if m, moves := c.(warmachine.Move); c.Kind() == kind && (!moves || m.Movement == "forfeit") {
				return c
			}
		}
	}
	return legal[0]
}

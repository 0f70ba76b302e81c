// Package magnamund_test checks the house pack of La Bataille pour le Magnamund: that its lists are legal, its parts
// complete and its battles playable.
package magnamund_test

import (
	"fmt"
	"testing"

	"oriflamme/content/contenttest"
	"oriflamme/content/packs"
	"oriflamme/rules"
	"oriflamme/rules/magnamund"
	"oriflamme/rules/rulestest"
)

func newRoster(t testing.TB, pack rules.Pack, b packs.ReadyList, prefix string) rules.Roster {
	t.Helper()
	r, err := packs.NewRoster(pack, b.Faction, prefix, b.Units, 7)
	rulestest.Must(t, err)
	return r
}

func TestArmiesAreLegal(t *testing.T) {
	pack := contenttest.HousePack(t, magnamund.Game)
	for _, b := range contenttest.ReadyLists(t, pack) {
		for _, f := range magnamund.Game.CheckRoster(newRoster(t, pack, b, "a")) {
			t.Errorf("%s: %v", b.ID, &f)
		}
	}
}

// TestPrintedNumbers compares the profiles with the few numbers that the rulebook prints.
func TestPrintedNumbers(t *testing.T) {
	sheets := map[string]magnamund.Sheet{}
	for _, s := range contenttest.Members[magnamund.Sheet](t, contenttest.HousePack(t, magnamund.Game), "sheets") {
		if !s.House || s.Name["fr"] == "" {
			t.Errorf("%s does not say that it is ours", s.ID)
		}
		sheets[s.ID] = s
	}
	human, glok, gourgaz := sheets["human"], sheets["glok"], sheets["gourgaz"]
	for what, c := range map[string][2]int{
		"long bow against mail":     {*human.Fire["long-bow"].Mail, 17},
		"range of the long bow":     {*human.Ranges["long-bow"].Long, 20},
		"a target that moved":       {human.FireModifiers.TargetMoved, -2},
		"the shield of a target":    {human.FireModifiers.TargetShield, -1},
		"rocks for Humans":          {*human.Costs.Rocks, 3},
		"a hedge for Humans":        {*human.Costs.Hedge, 3},
		"fixed morale of Humans":    {*human.Morale.Fixed, 10},
		"dice of morale of Humans":  {*human.Morale.Dice, 1},
		"fixed morale of Gloks":     {*glok.Morale.Fixed, 4},
		"dice of morale of Gloks":   {*glok.Morale.Dice, 2},
		"points of a Glok in mail":  {*glok.Points.Mail, 7},
		"brush for Gloks":           {*glok.Costs.Brush, 2},
		"ranged weapons of Gourgaz": {len(gourgaz.Fire), 0},
	} {
		if c[0] != c[1] {
			t.Errorf("%s: got %d, want %d", what, c[0], c[1])
		}
	}
	if *human.Ranges["long-bow"].Short >= 13 || gourgaz.Costs.Water == nil {
		t.Error("13 is not long range, or Gourgaz do not swim")
	}
	if len(sheets) < 7 {
		t.Errorf("%d peoples, want 7", len(sheets))
	}
}

// newSetup sets up a scenario of the pack for two armies.
func newSetup(t testing.TB, pack rules.Pack, scenario, first, second string) rules.Setup {
	t.Helper()
	all := map[string]packs.ReadyList{}
	for _, b := range contenttest.ReadyLists(t, pack) {
		all[b.ID] = b
	}
	rosters := []rules.Roster{newRoster(t, pack, all[first], "a"), newRoster(t, pack, all[second], "b")}
	field, err := packs.DrawField(pack, magnamund.Game, map[string]string{"scenario": scenario}, rosters...)
	rulestest.Must(t, err)
	return rules.Setup{Game: "magnamund", Version: magnamund.Game.Version, Mode: rules.Board, Rosters: rosters, Field: field}
}

// equalArmies are pairs of armies of about equal worth.
var equalArmies = [][2]string{{"border-watch", "raid"}, {"royal-host", "black-host"}, {"bor-column", "desert-lances"}}

// TestEveryScenarioIsPlayed plays each scenario with each pair of armies to its end.
func TestEveryScenarioIsPlayed(t *testing.T) {
	rulestest.Slow(t)
	pack := contenttest.HousePack(t, magnamund.Game)
	cards, err := packs.Cards(pack, "scenarios")
	if err != nil || len(cards) < 6 {
		t.Fatalf("%d scenarios, want the quick battle and five (%v)", len(cards), err)
	}
	for n, card := range cards {
		pair := equalArmies[n%len(equalArmies)]
		b, _ := rulestest.PlayBattle(t, magnamund.Game, newSetup(t, pack, card.ID, pair[0], pair[1]), card.ID, magnamund.Game.Bots[0])
		if o, _ := b.Outcome(); o.Reason == "" {
			t.Errorf("%s ends without a reason", card.ID)
		}
	}
}

// TestArmiesAreBalanced plays the quick battle between greedy bots. Neither army of a pair may fall far behind in
// units killed.
func TestArmiesAreBalanced(t *testing.T) {
	rulestest.Slow(t)
	if testing.Short() {
		t.Skip("plays many battles")
	}
	pack := contenttest.HousePack(t, magnamund.Game)
	for _, pair := range equalArmies {
		s := newSetup(t, pack, "quick-battle", pair[0], pair[1])
		var won, kills [2]int
		const battles = 12
		for n := range battles {
			b, _ := rulestest.PlayBattle(t, magnamund.Game, s, fmt.Sprint(pair, n), magnamund.Game.Bots[1])
			o, _ := b.Outcome()
			for seat, score := range o.Scores {
				kills[seat] += score
			}
			if o.Scores[0] != o.Scores[1] {
				won[min(1, max(0, o.Scores[1]-o.Scores[0]))]++
			}
		}
		t.Logf("%s against %s: more killed in %d to %d battles, %d to %d pieces", pair[0], pair[1], won[0], won[1], kills[0], kills[1])
		if won[0] == 0 || won[1] == 0 {
			t.Errorf("%s against %s: %d to %d", pair[0], pair[1], won[0], won[1])
		}
	}
}

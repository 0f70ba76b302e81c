// Package magnamund_test checks the house pack of La Bataille pour le Magnamund: that its lists are legal, its parts
// complete and its battles playable.
package magnamund_test

import (
	"fmt"
	"regexp"
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
	human, grimeling, saurg := sheets["human"], sheets["grimeling"], sheets["saurg"]
	for what, c := range map[string][2]int{
		"long bow against mail":       {*human.Fire["long-bow"].Mail, 17},
		"range of the long bow":       {*human.Ranges["long-bow"].Long, 20},
		"a target that moved":         {human.FireModifiers.TargetMoved, -2},
		"the shield of a target":      {human.FireModifiers.TargetShield, -1},
		"rocks for Humans":            {*human.Costs.Rocks, 3},
		"a hedge for Humans":          {*human.Costs.Hedge, 3},
		"fixed morale of Humans":      {*human.Morale.Fixed, 10},
		"dice of morale of Humans":    {*human.Morale.Dice, 1},
		"fixed morale of the small":   {*grimeling.Morale.Fixed, 4},
		"dice of morale of the small": {*grimeling.Morale.Dice, 2},
		"points of the small in mail": {*grimeling.Points.Mail, 7},
		"brush for the small":         {*grimeling.Costs.Brush, 2},
		"ranged weapons of the big":   {len(saurg.Fire), 0},
	} {
		if c[0] != c[1] {
			t.Errorf("%s: got %d, want %d", what, c[0], c[1])
		}
	}
	if *human.Ranges["long-bow"].Short >= 13 || saurg.Costs.Water == nil {
		t.Error("13 is not long range, or Saurgs do not swim")
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
var equalArmies = [][2]string{{"border-watch", "raid"}, {"dawn-host", "soot-host"}, {"rock-column", "salt-lances"}}

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

// TestArmiesAreBalanced plays the quick battle between greedy bots. Neither army of a pair may win nearly all.
func TestArmiesAreBalanced(t *testing.T) {
	rulestest.Slow(t)
	if testing.Short() {
		t.Skip("plays many battles")
	}
	pack := contenttest.HousePack(t, magnamund.Game)
	for _, pair := range equalArmies {
		s := newSetup(t, pack, "quick-battle", pair[0], pair[1])
		var won [2]int
		const battles = 12
		for n := range battles {
			b, _ := rulestest.PlayBattle(t, magnamund.Game, s, fmt.Sprint(pair, n), magnamund.Game.Bots[1])
			o, _ := b.Outcome()
			if o.Winner == rules.Nobody {
				t.Errorf("%s against %s: battle %d is drawn", pair[0], pair[1], n)
				continue
			}
			won[o.Winner]++
		}
		t.Logf("%s against %s: %d to %d", pair[0], pair[1], won[0], won[1])
		if min(won[0], won[1]) < 2 {
			t.Errorf("%s against %s: %d to %d", pair[0], pair[1], won[0], won[1])
		}
	}
}

// bookNames are names of peoples, places and people of the book: the pack has none of them.
var bookNames = regexp.MustCompile(`(?i)sommerlund|glok|gourgaz|drakkar|vassagon|magnamund|kaï lord|seigneur kaï|loup solitaire|lone wolf|moriel|pelathar|kootak|ironhide|hegez|akenoor|malafax|rotzon|banedon|vonotar|krasia|\bbor\b`)

// TestNamesAreOurs looks for names of the book in the names and ids of the pack.
func TestNamesAreOurs(t *testing.T) {
	pack := contenttest.HousePack(t, magnamund.Game)
	texts := []string{pack.ID, fmt.Sprint(pack.Name)}
	for _, u := range pack.Units {
		texts = append(texts, u.ID, u.Faction, fmt.Sprint(u.Name), string(u.Profile))
	}
	for part, members := range pack.Parts {
		for _, raw := range members {
			texts = append(texts, part, string(raw))
		}
	}
	for _, text := range texts {
		if name := bookNames.FindString(text); name != "" {
			t.Errorf("%q is in %s", name, text)
		}
	}
}

// TestFormerSheets draws the Game Sheets for a list made before they had names of our own.
func TestFormerSheets(t *testing.T) {
	pack := contenttest.HousePack(t, magnamund.Game)
	profile := `{"category":"soldier","race":"glok","sheet":"glok","alignment":"evil","strength":12,"melee":"sword","ranged":"javelin","armour":"mail"}`
	former := rules.Roster{Name: "Gloks", Units: []rules.Unit{{ID: "b1", Name: "Gloks", Profile: []byte(profile)}}}
	now := newRoster(t, pack, contenttest.ReadyLists(t, pack)[0], "a")
	field, err := packs.DrawField(pack, magnamund.Game, map[string]string{"scenario": "quick-battle"}, now, former)
	rulestest.Must(t, err)
	if _, err := magnamund.Game.Begin(rules.Setup{Game: "magnamund", Version: magnamund.Game.Version, Mode: rules.Board, Rosters: []rules.Roster{now, former}, Field: field}); err != nil {
		t.Errorf("a list of a former pack does not begin: %v", err)
	}
}

// TestPointsAreValues compares the points of a profile with its value as the game counts it.
func TestPointsAreValues(t *testing.T) {
	pack := contenttest.HousePack(t, magnamund.Game)
	for _, u := range pack.Units {
		r := rules.Roster{Name: "one", Units: []rules.Unit{{ID: "a1", Name: "a", Profile: u.Profile}}, Extra: []byte(`{"points_limit":1}`)}
		if all := magnamund.Game.Budgets(r); len(all) != 1 || all[0].Used != u.Points {
			t.Errorf("%s has %d points and is worth %+v", u.ID, u.Points, all)
		}
	}
}

// Package underworlds_test checks the house pack of Underworlds: that its lists are legal, its parts complete and its
// battles playable.
package underworlds_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"oriflamme/content"
	"oriflamme/content/contenttest"
	"oriflamme/content/packs"
	"oriflamme/rules"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/simulate"
	"oriflamme/rules/underworlds"
)

func TestHousePackIsWhole(t *testing.T) {
	pack := contenttest.HousePack(t, underworlds.Game)
	for _, f := range underworlds.Game.CheckPack(pack) {
		t.Errorf("%v", &f)
	}
	sizes := map[int]bool{}
	for _, b := range contenttest.ReadyLists(t, pack) {
		sizes[len(b.Units)] = true
	}
	for _, n := range []int{3, 4, 5, 7} {
		if !sizes[n] {
			t.Errorf("no warband of %d fighters", n)
		}
	}
	if n := len(pack.Parts["boards"]); n < 4 {
		t.Errorf("%d board faces, want 4", n)
	}
	decks := map[string][2]int{}
	for _, c := range contenttest.Members[underworlds.DeckCard](t, pack, "cards") {
		n := decks[c.Deck]
		if c.Kind == "objective" {
			n[0]++
		} else {
			n[1]++
		}
		decks[c.Deck] = n
	}
	if len(decks) != 5 {
		t.Errorf("%d decks, want one of each warband and a universal one", len(decks))
	}
	for id, n := range decks {
		if n != [2]int{12, 20} {
			t.Errorf("deck %s has %d objective and %d power cards", id, n[0], n[1])
		}
	}
}

// rosterOf makes a roster of a warband with a deck of the pack, with its own deck when deck is "".
func rosterOf(t testing.TB, pack rules.Pack, band packs.ReadyList, prefix, deck string) rules.Roster {
	t.Helper()
	r, err := packs.NewRoster(pack, band.Faction, prefix, band.Units, 1)
	rulestest.Must(t, err)
	if deck != "" {
		r.Extra = json.RawMessage(fmt.Sprintf(`{"deck":%q}`, deck))
	}
	return r
}

func newSetup(t testing.TB, pack rules.Pack, rosters ...rules.Roster) rules.Setup {
	t.Helper()
	field, err := packs.DrawField(pack, underworlds.Game, nil, rosters...)
	rulestest.Must(t, err)
	return rules.Setup{Game: "underworlds", Version: underworlds.Game.Version, Mode: rules.Board, Rosters: rosters, Field: field}
}

// TestDecksAreLegal puts the cards of each deck into a roster and checks it.
func TestDecksAreLegal(t *testing.T) {
	pack := contenttest.HousePack(t, underworlds.Game)
	for _, band := range contenttest.ReadyLists(t, pack) {
		for _, deck := range []string{band.Faction, "open-road"} {
			r := rosterOf(t, pack, band, "a", "")
			var extra struct {
				Objectives []json.RawMessage `json:"objectives"`
				Power      []json.RawMessage `json:"power"`
			}
			for i, c := range contenttest.Members[underworlds.DeckCard](t, pack, "cards") {
				switch raw := pack.Parts["cards"][i]; {
				case c.Deck != deck:
				case c.Kind == "objective":
					extra.Objectives = append(extra.Objectives, raw)
				default:
					extra.Power = append(extra.Power, raw)
				}
			}
			r.Extra, _ = json.Marshal(extra)
			for _, f := range underworlds.Game.CheckRoster(r) {
				t.Errorf("%s with %s: %v", band.ID, deck, &f)
			}
			extra.Power = extra.Power[1:]
			r.Extra, _ = json.Marshal(extra)
			if len(underworlds.Game.CheckRoster(r)) != 1 {
				t.Errorf("%s with %s short of a card is not refused once", band.ID, deck)
			}
		}
	}
}

func TestEveryWarbandFightsEveryOther(t *testing.T) {
	rulestest.Slow(t)
	pack := contenttest.HousePack(t, underworlds.Game)
	bands := contenttest.ReadyLists(t, pack)
	for i, a := range bands {
		for j, b := range bands {
			for k, deck := range []string{"", "open-road"} {
				s := newSetup(t, pack, rosterOf(t, pack, a, "a", deck), rosterOf(t, pack, b, "b", ""))
				battle, _ := rulestest.PlayBattle(t, underworlds.Game, s, fmt.Sprint("house ", 100*i+10*j+k), underworlds.Game.Bots[0])
				if o, _ := battle.Outcome(); len(o.Scores) != 2 {
					t.Errorf("%s against %s: %+v", a.ID, b.ID, o)
				}
			}
		}
	}
}

// greedyWins counts the battles that the greedy bot wins against the random one, with every warband against every
// other and in either seat.
func greedyWins(t testing.TB, battles int) int {
	pack := contenttest.HousePack(t, underworlds.Game)
	bands := contenttest.ReadyLists(t, pack)
	var setups []rules.Setup
	for _, a := range bands {
		for _, b := range bands {
			setups = append(setups, newSetup(t, pack, rosterOf(t, pack, a, "a", ""), rosterOf(t, pack, b, "b", "")))
		}
	}
	return rulestest.Match(t, underworlds.Game, setups, battles).Won
}

func TestGreedyBeatsRandom(t *testing.T) {
	rulestest.Slow(t)
	const battles = 96
	if won := greedyWins(t, battles); 100*won < 80*battles {
		t.Errorf("greedy won %d of %d", won, battles)
	}
}

// TestWarbandsAreEven lets the greedy bots fight every warband against every other, in both seats: each wins between 42 and
// 58 of a hundred, and the player with the first turn between 45 and 55.
func TestWarbandsAreEven(t *testing.T) {
	rulestest.Slow(t)
	const battles = 100 // of each pairing
	pack := contenttest.HousePack(t, underworlds.Game)
	bands := contenttest.ReadyLists(t, pack)
	greedy := simulate.FindBot(underworlds.Game, "greedy")
	points := map[string]float64{}
	first, total := 0.0, 0
	for i, a := range bands {
		for j, b := range bands {
			if i == j {
				continue
			}
			s := newSetup(t, pack, rosterOf(t, pack, a, "a", ""), rosterOf(t, pack, b, "b", ""))
			sim := simulate.Simulation{Game: underworlds.Game, Setup: s, Bots: []rules.Bot{greedy, greedy}, Seed: "even " + a.ID + " " + b.ID}
			for n := range battles {
				rec, o, err := sim.Play(t.Context(), n)
				rulestest.Must(t, err)
				won := map[rules.Seat]float64{0: 1, rules.Nobody: 0.5}[o.Winner]
				points[a.ID] += won
				points[b.ID] += 1 - won
				if firstTurn(t, rec) == 1 {
					won = 1 - won
				}
				first += won
				total++
			}
		}
	}
	for _, b := range bands {
		share := 100 * points[b.ID] / float64(2*battles*(len(bands)-1))
		t.Logf("%s: %.1f %%", b.ID, share)
		if share < 42 || share > 58 {
			t.Errorf("%s wins %.1f %%", b.ID, share)
		}
	}
	share := 100 * first / float64(total)
	t.Logf("first turn: %.1f %%", share)
	if share < 45 || share > 55 {
		t.Errorf("the player with the first turn wins %.1f %%", share)
	}
}

// firstTurn returns who has the first turn of a battle.
func firstTurn(t *testing.T, rec rules.Record) rules.Seat {
	t.Helper()
	for _, step := range rec.Steps {
		for _, e := range step.Events {
			if e, ok := e.(underworlds.TurnBegan); ok {
				return e.Seat
			}
		}
	}
	t.Fatal("no turn began")
	return rules.Nobody
}

func BenchmarkGreedyAgainstRandom(b *testing.B) {
	for b.Loop() {
		b.ReportMetric(float64(greedyWins(b, 1000))/10, "%won")
	}
}

// TestPhrases wants a phrase in both languages for everything that the game may say.
func TestPhrases(t *testing.T) {
	var keys []string
	for _, c := range underworlds.Game.Commands {
		keys = append(keys, "command."+c.Kind(), "command."+c.Kind()+".long")
	}
	for _, e := range underworlds.Game.Events {
		keys = append(keys, "event."+e.Kind())
	}
	for _, o := range underworlds.Game.Options {
		keys = append(keys, "option."+o.ID)
		for _, v := range o.Values {
			keys = append(keys, "option."+o.ID+"."+v)
		}
	}
	for _, m := range underworlds.Game.Measures {
		keys = append(keys, "measure."+m.Name)
	}
	for lang, catalog := range content.Catalogs() {
		for _, k := range keys {
			if !catalog.Has("underworlds." + k) {
				t.Errorf("%s: no phrase %s", lang, k)
			}
		}
	}
}

func TestEveryFaceIsDrawn(t *testing.T) {
	pack, drawn := contenttest.HousePack(t, underworlds.Game), map[string]bool{}
	for roll, faces := range underworlds.Game.Faces {
		for _, face := range faces {
			if drawn[face] = true; pack.Symbols[face].Path == "" {
				t.Errorf("%s: the pack draws no %s", roll, face)
			}
		}
	}
	if len(drawn) != len(pack.Symbols) {
		t.Errorf("%d symbols are drawn, and %d are on dice", len(pack.Symbols), len(drawn))
	}
}

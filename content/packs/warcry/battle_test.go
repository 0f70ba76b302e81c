package warcry_test

import (
	"fmt"
	"testing"

	"oriflamme/content/contenttest"
	"oriflamme/content/packs"
	"oriflamme/rules"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warcry"
)

// newSetup sets up battle n between two warbands; each n names other cards, every fifth one lets the battle draw them.
func newSetup(t *testing.T, pack rules.Pack, n int, mode rules.Mode, sides ...packs.ReadyList) rules.Setup {
	t.Helper()
	choice := map[string]string{}
	for i, deck := range warcry.Game.Decks {
		if deck.FromRosters != nil || n%5 == 4 {
			continue
		}
		cards, err := packs.Cards(pack, deck.Part)
		rulestest.Must(t, err)
		choice[deck.Field] = cards[(n+i*(n/len(cards)))%len(cards)].ID
	}
	var rosters []rules.Roster
	for seat, band := range sides {
		r, err := packs.NewRoster(pack, band.Faction, string(rune('a'+seat)), band.Units, uint64(n))
		rulestest.Must(t, err)
		rosters = append(rosters, r)
	}
	raw, err := packs.DrawField(pack, warcry.Game, choice, rosters...)
	rulestest.Must(t, err)
	s := rules.Setup{Game: pack.Game, Version: warcry.Game.Version, Mode: mode, Rosters: rosters, Field: raw}
	if _, err := warcry.Game.Begin(s); err != nil {
		t.Fatalf("%v: %v", choice, err)
	}
	return s
}

// TestHouseBattlesEnd: any cards drawn together, with any two warbands, make a battle that ends, on a board and on a
// measured table.
func TestHouseBattlesEnd(t *testing.T) {
	pack := contenttest.HousePack(t, warcry.Game)
	all := contenttest.ReadyLists(t, pack)
	for n := range 24 {
		for _, mode := range []rules.Mode{rules.Board, rules.Measured} {
			s := newSetup(t, pack, n, mode, all[n%len(all)], all[(n+3)%len(all)])
			if n%4 == 0 {
				_, rec := rulestest.PlayBattle(t, warcry.Game, s, fmt.Sprint("house ", n), warcry.Game.Bots[0])
				if len(rec.Steps) > 4000 {
					t.Errorf("battle %d takes %d steps, want at most 4000", n, len(rec.Steps))
				}
			}
		}
	}
}

// TestHouseWarbandsAreBalanced: played by the strongest bot, no warband wins less than a quarter or more than three
// quarters of its battles against the others.
func TestHouseWarbandsAreBalanced(t *testing.T) {
	if testing.Short() {
		t.Skip("plays more than a hundred battles")
	}
	pack := contenttest.HousePack(t, warcry.Game)
	all := contenttest.ReadyLists(t, pack)
	bot := warcry.Game.Bots[len(warcry.Game.Bots)-1]
	won, n := make([]int, len(all)), 0 // two for a victory, one for a draw
	for x := range all {
		for y := range all {
			for g := 0; g < 2 && x != y; g++ {
				n++
				b, _ := rulestest.PlayBattle(t, warcry.Game, newSetup(t, pack, n, rules.Board, all[x], all[y]), fmt.Sprint("house ", n), bot)
				o, _ := b.Outcome()
				switch o.Winner {
				case 0:
					won[x] += 2
				case 1:
					won[y] += 2
				default:
					won[x]++
					won[y]++
				}
			}
		}
	}
	most := 2 * 4 * (len(all) - 1)
	for i, w := range won {
		t.Logf("%-22s %d of %d", all[i].ID, w, most)
		if 4*w < most || 4*w > 3*most {
			t.Errorf("%s has %d of %d", all[i].ID, w, most)
		}
	}
}

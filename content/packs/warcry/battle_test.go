package warcry_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"oriflamme/content/packs"
	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/warcry"
)

// newBattle sets up battle n between two warbands; each n draws other cards.
func newBattle(t *testing.T, pack rules.Pack, n int, mode rules.Mode, sides ...packs.ReadyList) rules.Battle {
	t.Helper()
	choice := map[string]string{}
	for i, deck := range warcry.Game.Decks {
		if deck.FromRosters != nil {
			continue
		}
		cards, err := packs.Cards(pack, deck.Part)
		if err != nil {
			t.Fatal(err)
		}
		choice[deck.Field] = cards[(n+i*(n/len(cards)))%len(cards)].ID
	}
	var rosters []rules.Roster
	for seat, band := range sides {
		r, err := packs.NewRoster(pack, band.Faction, string(rune('a'+seat)), band.Units, uint64(n))
		if err != nil {
			t.Fatal(err)
		}
		rosters = append(rosters, r)
	}
	raw, err := packs.DrawField(pack, warcry.Game, choice, rosters...)
	if err != nil {
		t.Fatal(err)
	}
	b, err := warcry.Game.Begin(rules.Setup{
		Game: pack.Game, Version: warcry.Game.Version, Mode: mode, Rosters: rosters, Field: raw,
	})
	if err != nil {
		t.Fatalf("%v: %v", choice, err)
	}
	return b
}

// playOut plays battle n to its end with the same chooser for both sides.
func playOut(t *testing.T, b rules.Battle, n int, choose func(rules.Battle, []rules.Command, func(int) int) rules.Command) rules.Outcome {
	t.Helper()
	pick := rand.New(rand.NewPCG(uint64(n), 1))
	src := dice.Seeded(fmt.Sprint("house ", n))
	for steps := 0; ; steps++ {
		if o, over := b.Outcome(); over {
			return o
		}
		legal := b.Legal()
		if len(legal) == 0 || steps > 4000 {
			t.Fatalf("battle %d: %d commands after %d steps", n, len(legal), steps)
		}
		after, _, err := rules.Play(b, choose(b, legal, pick.IntN), src, rules.ChooseFirst)
		if err != nil {
			t.Fatalf("battle %d: step %d: %v", n, steps, err)
		}
		b = after
	}
}

// TestHouseBattlesEnd: any cards drawn together, with any two warbands, make a battle that ends, on a board and on a
// measured table.
func TestHouseBattlesEnd(t *testing.T) {
	pack := housePack(t)
	all := readyLists(t, pack)
	random := func(_ rules.Battle, legal []rules.Command, pick func(int) int) rules.Command {
		return legal[pick(len(legal))]
	}
	for n := range 24 {
		for _, mode := range []rules.Mode{rules.Board, rules.Measured} {
			b := newBattle(t, pack, n, mode, all[n%len(all)], all[(n+3)%len(all)])
			if n%4 == 0 {
				playOut(t, b, n, random)
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
	pack := housePack(t)
	all := readyLists(t, pack)
	bot := warcry.Game.Bots[len(warcry.Game.Bots)-1]
	won, n := make([]int, len(all)), 0 // two for a victory, one for a draw
	for x := range all {
		for y := range all {
			for g := 0; g < 2 && x != y; g++ {
				n++
				switch playOut(t, newBattle(t, pack, n, rules.Board, all[x], all[y]), n, bot.Choose).Winner {
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

package underworlds_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"oriflamme/content/contenttest"
	"oriflamme/content/packs"
	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/hex"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/underworlds"
	"oriflamme/rules/underworlds/ruling"
)

// TestFourBoardsHaveTwoFacesEach counts the faces of each printed board.
func TestFourBoardsHaveTwoFacesEach(t *testing.T) {
	faces := map[string]int{}
	for _, b := range contenttest.Members[underworlds.BoardSide](t, contenttest.HousePack(t, underworlds.Game), "boards") {
		faces[b.Board]++
	}
	if len(faces) != 4 {
		t.Errorf("boards are %v", faces)
	}
	for board, n := range faces {
		if n != 2 {
			t.Errorf("board %s has %d faces", board, n)
		}
	}
}

// TestFacesAreValid checks the hexes of every face: blocked and starting hexes lie on it and differ, seven fighters
// can start, and all open hexes are connected.
func TestFacesAreValid(t *testing.T) {
	for _, b := range contenttest.Members[underworlds.BoardSide](t, contenttest.HousePack(t, underworlds.Game), "boards") {
		var cells []hex.Cell
		for _, h := range b.Hexes {
			if !slices.Contains(b.Blocked, h) {
				cells = append(cells, hex.Cell(h))
			}
		}
		for _, list := range [][]ruling.Hex{b.Blocked, b.Starting} {
			for _, h := range list {
				if !slices.Contains(b.Hexes, h) {
					t.Errorf("%s: %v is not on it", b.ID, h)
				}
			}
		}
		for _, h := range b.Starting {
			if slices.Contains(b.Blocked, h) {
				t.Errorf("%s: starting hex %v is blocked", b.ID, h)
			}
		}
		if len(b.Starting) < 7 {
			t.Errorf("%s: %d starting hexes", b.ID, len(b.Starting))
		}
		g := hex.NewGrid(cells)
		for i := range g.Len() {
			if g.Distance(0, i) == hex.None {
				t.Errorf("%s: %v cannot be walked to", b.ID, g.Cell(i))
			}
		}
	}
}

// TestEveryPairOfFacesJoins joins every face with every other in every legal way: both edges exist both ways round,
// all five tokens find an ordinary hex, and the largest warbands can be placed.
func TestEveryPairOfFacesJoins(t *testing.T) {
	rulestest.Slow(t)
	pack := contenttest.HousePack(t, underworlds.Game)
	bands := contenttest.ReadyLists(t, pack)
	slices.SortFunc(bands, func(a, b packs.ReadyList) int { return len(b.Units) - len(a.Units) })
	s := newSetup(t, pack, rosterOf(t, pack, bands[0], "a", ""), rosterOf(t, pack, bands[0], "b", ""))
	for _, first := range contenttest.Members[underworlds.BoardSide](t, pack, "boards") {
		b, err := underworlds.Game.Begin(s)
		rulestest.Must(t, err)
		src := dice.Seeded("faces")
		give := func(c rules.Command) {
			if _, err := rules.PlayInPlace(b, c, src, rules.ChooseFirst); err != nil {
				t.Fatal(err)
			}
		}
		give(b.Legal()[0])
		for _, c := range b.Legal() {
			if c.(underworlds.ChooseBoard).Board == first.ID {
				give(c)
				break
			}
		}
		ways := map[string]bool{}
		joins := b.Legal()
		rng := rand.New(rand.NewPCG(1, 1))
		for n, c := range joins {
			join := c.(underworlds.JoinBoards)
			way := fmt.Sprint(join.Board, join.Edge, join.Rotation)
			if ways[way] && n%7 != 0 {
				continue // each way once, and every seventh of the rest
			}
			ways[way] = true
			battle, _, err := rules.Play(b, c, src, rules.ChooseFirst)
			rulestest.Must(t, err)
			placeAll(t, battle, src, rng, fmt.Sprint(first.ID, " and ", way))
		}
		if len(ways) != 8*2*2 {
			t.Errorf("%s joins in %d ways, want 32", first.ID, len(ways))
		}
	}
}

// placeAll places the tokens and the fighters at random until the first round begins.
func placeAll(t *testing.T, b rules.Battle, src dice.Source, rng *rand.Rand, name string) {
	t.Helper()
	for b.View(rules.Nobody).Phase != "round" {
		legal := b.Legal()
		if len(legal) == 0 {
			t.Fatalf("%s: nothing is legal in %s", name, b.View(rules.Nobody).Phase)
		}
		if _, err := rules.PlayInPlace(b, legal[rng.IntN(len(legal))], src, rules.ChooseFirst); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
}

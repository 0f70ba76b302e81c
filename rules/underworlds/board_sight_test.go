package underworlds

import (
	"testing"

	"oriflamme/rules/hex"
	"oriflamme/rules/rulestest"
)

// TestBoardsSeeLikeTheGrid compares the cached lines of a battlefield with newly computed
// ones.
func TestBoardsSeeLikeTheGrid(t *testing.T) {
	list, _ := rulestest.Setups(t, "board-tide-orchard")
	s := list[0]
	for _, rims := range []string{"blocked", "free"} {
		s.Options = map[string]string{"line-along-the-rim": rims}
		f, err := newFixed(s)
		rulestest.Must(t, err)
		last := len(f.boards) - 1
		for n, l := range f.joinsOf(0, last) {
			if n%9 != 0 {
				continue
			}
			a, err := f.buildBoard(boardPair{0, last, l}, 0)
			rulestest.Must(t, err)
			for i := range a.Len() {
				for j := range i {
					if a.Blocked.Has(i) || a.Blocked.Has(j) {
						continue // no fighter stands there
					}
					want := a.Battlefield.CanSee(i, j)
					if rims == "free" {
						want = a.SeesAlongRims(i, j, &a.Blocked)
					}
					if got := a.sees(i, j); got != want && a.Distance(i, j) != hex.None {
						t.Fatalf("%s: from %v to %v: %v, want %v", rims, a.Cell(i), a.Cell(j), got, want)
					}
				}
			}
		}
	}
}

package warmaster

import (
	"math/rand/v2"
	"testing"

	"oriflamme/rules/rect"
)

// TestSightIsExact compares the sight on the board with the exact search.
func TestSightIsExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	seen, lost := 0, 0
	for range 400 {
		at := func(spread int) rect.Block {
			p := rect.Point{X: int64(rng.IntN(spread)) * 100, Y: int64(rng.IntN(spread)) * 100}
			return rect.NewBlock(p, rng.IntN(20), 200, 100)
		}
		from, to := at(20), at(20)
		var blocks []rect.Block
		var rects []rect.Rect
		for range 2 + rng.IntN(8) {
			if s := at(20); s.RelationTo(from) == rect.Apart && s.RelationTo(to) == rect.Apart {
				blocks, rects = append(blocks, s), append(rects, s.Rect(1))
			}
		}
		w := watcher{}
		got, want := w.findsLine(from, rect.Front, to, blocks), rect.Sees(from.Rect(1), rect.Front, to.Rect(1), rects)
		if got != want {
			t.Errorf("from %v to %v past %v: seen %v, want %v", from, to, blocks, got, want)
		}
		if want {
			seen++
		} else {
			lost++
		}
	}
	if seen < 50 || lost < 50 {
		t.Errorf("%d seen and %d not: no fair test", seen, lost)
	}
}

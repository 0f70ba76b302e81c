package rect

import (
	"math/rand/v2"
	"testing"
)

func randomBlock(rng *rand.Rand, spread int) Block {
	p := Point{int64(rng.IntN(spread)) * 25, int64(rng.IntN(spread)) * 25}
	return NewBlock(p, rng.IntN(20), int64(1+rng.IntN(8))*Grain, int64(1+rng.IntN(8))*Grain)
}

// TestBlocksAgreeWithRects compares the results of Block with those of Rect.
func TestBlocksAgreeWithRects(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	seen := map[Relation]int{}
	for range 4000 {
		a, b := randomBlock(rng, 24), randomBlock(rng, 24)
		if rng.IntN(2) == 0 { // flush neighbours are rare otherwise
			b = NewBlock(a.Centre, (a.Dir+5*rng.IntN(4))%20, a.HalfFront, a.HalfDepth)
			l, h := a.ToLeft(), a.Ahead()
			k, m := int64(rng.IntN(5)-2)*a.HalfFront/Grain, int64(rng.IntN(5)-2)*a.HalfDepth/Grain
			b = b.Moved(Point{k*l.X + m*h.X, k*l.Y + m*h.Y})
		}
		r, s := a.Rect(1), b.Rect(1)
		how := Meet(r, s)
		seen[how]++
		if got := a.RelationTo(b); got != how {
			t.Fatalf("%v and %v lie %v, want %v", a, b, got, how)
		}
		square, p, q := Nearest(r, s)
		if got := Ratio(a.Distance(b), FineUnits*FineUnits); got.Cmp(square) != 0 {
			t.Fatalf("%v and %v: squared distance %v, want %v", a, b, got.Rat(), square.Rat())
		}
		if how == Apart {
			w := a.Away(b)
			got := Vec{Ratio(w.X, FineUnits*Grain), Ratio(w.Y, FineUnits*Grain)}
			if got.Square().Cmp(p.Minus(q).Square()) != 0 {
				t.Fatalf("%v and %v: away %v, want the length of %v", a, b, got, p.Minus(q))
			}
		}
	}
	for how := Apart; how <= Overlap; how++ {
		if seen[how] == 0 {
			t.Errorf("relation %d never came up", how)
		}
	}
}

// TestSweepsAgreeWithSteps compares a sweep with the same move in small steps.
func TestSweepsAgreeWithSteps(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	hit := 0
	for range 2000 {
		a, b := randomBlock(rng, 30), randomBlock(rng, 30)
		by := Point{int64(rng.IntN(40)-20) * 20, int64(rng.IntN(40)-20) * 20}
		met := false
		for k := range int64(21) {
			if a.Moved(Point{by.X * k / 20, by.Y * k / 20}).RelationTo(b) == Overlap {
				met = true
			}
		}
		how := a.SweepRelation(by, b)
		if met {
			hit++
		}
		if met && how != Overlap {
			t.Fatalf("%v by %v meets %v on its way, but sweeps it %v", a, by, b, how)
		}
		if how == Apart && met {
			t.Fatal("apart and met")
		}
	}
	if hit < 100 {
		t.Errorf("only %d ways meet", hit)
	}
}

// TestMeetsSegmentAgreesWithPoints compares segments with points along them.
func TestMeetsSegmentAgreesWithPoints(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	for range 3000 {
		b := randomBlock(rng, 20)
		p := Point{int64(rng.IntN(800)), int64(rng.IntN(800))}
		q := Point{p.X + int64(rng.IntN(40)-20)*20, p.Y + int64(rng.IntN(40)-20)*20}
		on := false
		for k := range int64(21) {
			on = on || b.Holds(Point{p.X + (q.X-p.X)*k/20, p.Y + (q.Y-p.Y)*k/20})
		}
		if on && !b.MeetsSegment(p, q) {
			t.Fatalf("%v holds points between %v and %v but does not cut them", b, p, q)
		}
		if b.MeetsSegment(p, q) && b.ClearsSegment(p, q, 1) {
			t.Fatalf("%v cuts and clears %v to %v", b, p, q)
		}
	}
}

func BenchmarkRelationTo(b *testing.B) {
	r, s := NewBlock(Point{}, 5, 200, 100), NewBlock(Point{300, 150}, 7, 200, 100)
	for b.Loop() {
		r.RelationTo(s)
	}
}

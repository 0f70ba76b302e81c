package rect

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

func TestNumsAreExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	pick := func() Num {
		n, d := rng.Int64()>>rng.IntN(62), rng.Int64()>>rng.IntN(62)+1
		if rng.IntN(2) == 0 {
			n = -n
		}
		return Ratio(n, d)
	}
	for range 20_000 {
		a, b := pick(), pick()
		same := func(what string, got Num, want *big.Rat) {
			if got.Rat().Cmp(want) != 0 {
				t.Fatalf("%v %s %v is %v, want %v", a.Rat(), what, b.Rat(), got.Rat(), want)
			}
			if got.big == nil && big.NewRat(got.n, got.less+1).Denom().Int64() != got.less+1 {
				t.Fatalf("%v %s %v is not reduced", a.Rat(), what, b.Rat())
			}
		}
		same("+", a.Plus(b), new(big.Rat).Add(a.Rat(), b.Rat()))
		same("-", a.Minus(b), new(big.Rat).Sub(a.Rat(), b.Rat()))
		same("*", a.Times(b), new(big.Rat).Mul(a.Rat(), b.Rat()))
		if b.Sign() != 0 {
			same("/", a.Over(b), new(big.Rat).Quo(a.Rat(), b.Rat()))
		}
		if a.Cmp(b) != a.Rat().Cmp(b.Rat()) || a.Times(b).Cmp(a) != a.Times(b).Rat().Cmp(a.Rat()) {
			t.Fatalf("%v and %v compare wrongly", a.Rat(), b.Rat())
		}
	}
}

func TestRounding(t *testing.T) {
	for _, c := range []struct {
		n    Num
		want int64
	}{
		{Ratio(1, 2_000_000), 1}, {Ratio(-1, 2_000_000), -1}, {Ratio(1, 3), 333_333}, {Ratio(-2, 3), -666_667},
		{Ratio(499_999, 1_000_000_000_000), 0}, {Int(-4), -4_000_000},
	} {
		if got := c.n.Millionths(); got != c.want {
			t.Errorf("%v: got %d, want %d", c.n.Rat(), got, c.want)
		}
	}
	for square, want := range map[int64]int64{0: 0, 25: 5_000_000, 2: 1_414_214, 65: 8_062_258} {
		if got := Int(square).RootMillionths(); got != want {
			t.Errorf("√%d: got %d, want %d", square, got, want)
		}
	}
	if got := Towards(Int(7), Int(20), Int(-1), Int(2)).Millionths(); got != -7_142_136 {
		t.Errorf("got %d", got)
	}
	if got := Towards(Int(7), Int(20), Int(3), Int(25)); got.Cmp(Int(19)) != 0 {
		t.Errorf("got %v", got.Rat())
	}
}

var headings = []Heading{{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {3, 4}, {-4, 3}, {5, -12}, {-8, -15}, {20, 21}}

// randomRect returns a rectangle at coarse coordinates, so that many touch.
func randomRect(rng *rand.Rand, spread int) Rect {
	return New(Vec{Ratio(int64(rng.IntN(spread)-spread/2), 2), Ratio(int64(rng.IntN(spread)-spread/2), 2)},
		headings[rng.IntN(len(headings))], Int(int64(1+rng.IntN(4))), Int(int64(1+rng.IntN(4))))
}

// TestMeetingAgreesWithSamples compares Meet and Nearest with points all over one rectangle.
func TestMeetingAgreesWithSamples(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	seen := map[Relation]int{}
	for range 600 {
		a, b := randomRect(rng, 14), randomRect(rng, 14)
		how := Meet(a, b)
		seen[how]++
		if how != Meet(b, a) {
			t.Fatalf("%v and %v: not the same both ways", a, b)
		}
		square, p, q := Nearest(a, b)
		if (square.Sign() == 0) != (how != Apart) {
			t.Fatalf("%v and %v: relation %v at distance %v", a, b, how, square.Rat())
		}
		if how == Apart && (!a.Contains(p) || !b.Contains(q) || p.Minus(q).Square().Cmp(square) != 0) {
			t.Fatalf("%v and %v: no closest points %v, %v", a, b, p, q)
		}
		const n = 12
		for i := range int64(n + 1) {
			for j := range int64(n + 1) {
				d := a.Ahead.Times(a.Depth.Times(Ratio(2*i-n, 2*n))).Plus(a.ToLeft().Times(a.Front.Times(Ratio(2*j-n, 2*n))))
				at := a.Centre.Plus(d)
				near := at.Minus(b.Closest(at)).Square()
				if near.Less(square) {
					t.Fatalf("%v and %v: %v is nearer than %v", a, b, near.Rat(), square.Rat())
				}
				inner := i > 0 && i < n && j > 0 && j < n
				if inner && near.Sign() == 0 && how != Overlap {
					t.Fatalf("%v and %v: an inner point meets, but they only %v", a, b, how)
				}
			}
		}
		if how == Touch {
			c := ContactOf(a, b)
			if d := ContactOf(b, a); d.A != c.B || d.B != c.A || d.Along != c.Along {
				t.Fatalf("%v and %v: contact %v, the other way %v", a, b, c, d)
			}
		}
	}
	for how := Apart; how <= Overlap; how++ {
		if seen[how] == 0 {
			t.Errorf("relation %d never came up", how)
		}
	}
}

// sampledSight is Sees in floating point: it tries lines between many points of the edge
// and the target, which must keep a margin from all blockers.
func sampledSight(observer Rect, edge Side, target Rect, blockers []Rect) bool {
	from, to := observer.Edge(edge)
	out := observer.EdgeRect(edge).Ahead
	const n = 24
	for i := 0; i <= n; i++ {
		p := from.Plus(to.Minus(from).Times(Ratio(int64(i), n)))
		for j := range n + 1 {
			for k := range n + 1 {
				q := target.Centre.Plus(target.Ahead.Times(target.Depth.Times(Ratio(int64(2*j-n), 2*n)))).
					Plus(target.ToLeft().Times(target.Front.Times(Ratio(int64(2*k-n), 2*n))))
				if q.Minus(p).Dot(out).Float() > 1e-9 && segmentClear(p, q, blockers) {
					return true
				}
			}
		}
	}
	return false
}

func segmentClear(p, q Vec, blockers []Rect) bool {
	for _, b := range blockers {
		lo, hi := 0.0, 1.0
		for _, axis := range []struct {
			dir  Vec
			half float64
		}{{b.Ahead, b.Depth.Float() / 2}, {b.ToLeft(), b.Front.Float() / 2}} {
			s, e := p.Minus(b.Centre).Dot(axis.dir).Float(), q.Minus(b.Centre).Dot(axis.dir).Float()
			half := axis.half + 1e-9
			if d := e - s; math.Abs(d) < 1e-12 {
				if math.Abs(s) > half {
					lo = 2
				}
			} else {
				t1, t2 := (-half-s)/d, (half-s)/d
				lo, hi = max(lo, min(t1, t2)), min(hi, max(t1, t2))
			}
		}
		if lo <= hi {
			return false
		}
	}
	return true
}

// TestSightAgreesWithLines requires Sees to find every line that sampledSight finds. The
// other way round a few narrow openings, which the samples miss, are allowed.
func TestSightAgreesWithLines(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	seen, hidden, narrow := 0, 0, 0
	for range 250 {
		observer, target := randomRect(rng, 20), randomRect(rng, 30)
		var blockers []Rect
		for range 1 + rng.IntN(5) {
			b := randomRect(rng, 22)
			blockers = append(blockers, New(b.Centre, b.Heading, b.Front.Times(Ratio(3, 2)), b.Depth))
		}
		edge := Side(rng.IntN(4))
		got, want := Sees(observer, edge, target, blockers), sampledSight(observer, edge, target, blockers)
		switch {
		case want && !got:
			t.Errorf("a line can be drawn, but is not found: %v edge %d, %v, %v", observer, edge, target, blockers)
		case got && !want:
			narrow++
		case got:
			seen++
		default:
			hidden++
		}
	}
	t.Logf("%d seen, %d hidden, %d seen through narrow openings", seen, hidden, narrow)
	if seen < 50 || hidden < 50 || narrow > 5 {
		t.Errorf("%d seen, %d hidden, %d narrow: not a fair test", seen, hidden, narrow)
	}
}

func BenchmarkSees(b *testing.B) {
	observer := New(Vec{}, Heading{0, 1}, Int(4), Int(2))
	target := New(Vec{Int(3), Int(20)}, Heading{3, -4}, Int(4), Int(2))
	for name, blockers := range map[string][]Rect{
		"clear":  {New(Vec{Int(-5), Int(8)}, Heading{0, 1}, Int(4), Int(2))},
		"hidden": {New(Vec{Int(-5), Int(8)}, Heading{4, 3}, Int(12), Int(2)), New(Vec{Int(3), Int(10)}, Heading{0, 1}, Int(16), Int(2))},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if Sees(observer, Front, target, blockers) != (name == "clear") {
					b.Fatal("wrong")
				}
			}
		})
	}
}

func BenchmarkMeet(b *testing.B) {
	r, s := New(Vec{}, Heading{0, 1}, Int(4), Int(2)), New(Vec{Int(3), Int(2)}, Heading{3, -4}, Int(4), Int(2))
	for b.Loop() {
		Meet(r, s)
	}
}

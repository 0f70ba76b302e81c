package glicko

import (
	"math"
	"testing"
)

// TestGlickmansExample computes the worked example of the paper.
func TestGlickmansExample(t *testing.T) {
	got := Rating{1500, 200, 0.06}.After([]Game{
		{Rating{1400, 30, 0.06}, 1}, {Rating{1550, 100, 0.06}, 0}, {Rating{1700, 300, 0.06}, 0},
	})
	for _, c := range []struct {
		name            string
		got, want, near float64
	}{
		{"strength", got.Strength, 1464.06, 0.01}, {"deviation", got.Deviation, 151.52, 0.01}, {"volatility", got.Volatility, 0.05999, 0.00001},
	} {
		if math.Abs(c.got-c.want) > c.near {
			t.Errorf("%s: %.5f, the paper says %.5f", c.name, c.got, c.want)
		}
	}
}

func TestRest(t *testing.T) {
	r := Rating{1700, 50, 0.06}
	for range 10_000 {
		next := r.After(nil)
		if next.Strength != r.Strength || next.Deviation < r.Deviation || next.Deviation > MaxDeviation {
			t.Fatalf("%v after %v", next, r)
		}
		r = next
	}
	if r.Deviation != MaxDeviation {
		t.Errorf("after years %v", r)
	}
}

func TestSense(t *testing.T) {
	for _, r := range []Rating{New(), {1200, 60, 0.06}, {2100, 120, 0.09}} {
		for _, o := range []Rating{New(), {1500, 30, 0.05}, {2300, 80, 0.06}} {
			win, draw, loss := r.After([]Game{{o, 1}}), r.After([]Game{{o, 0.5}}), r.After([]Game{{o, 0}})
			if win.Strength <= draw.Strength || draw.Strength <= loss.Strength {
				t.Errorf("%v against %v: %v, %v, %v", r, o, win, draw, loss)
			}
			if win.Deviation > r.Deviation+1 {
				t.Errorf("%v is less sure after a game: %v", r, win)
			}
			if sum := Expected(r, o) + Expected(o, r); math.Abs(sum-1) > 1e-12 {
				t.Errorf("expectations of %v and %v add up to %v", r, o, sum)
			}
		}
	}
	if got := Expected(New(), New()); got != 0.5 {
		t.Errorf("equals expect %v", got)
	}
	fresh := New()
	for range 30 {
		fresh = fresh.After([]Game{{Rating{1500, 30, 0.06}, 1}, {Rating{1500, 30, 0.06}, 1}})
	}
	if fresh.Strength < 1900 || math.IsNaN(fresh.Strength) {
		t.Errorf("who always wins is at %v", fresh)
	}
}

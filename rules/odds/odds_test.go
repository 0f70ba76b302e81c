package odds_test

import (
	"errors"
	"fmt"
	"math/big"
	"testing"

	"oriflamme/rules/dice"
	"oriflamme/rules/odds"
	"oriflamme/rules/rulestest"
)

// reroll throws n dice and rerolls the misses once, so that the walk is two rolls deep.
func reroll(n int) func(dice.Source) (int, error) {
	return func(src dice.Source) (int, error) {
		hits, left := 0, n
		for range 2 {
			faces, err := src.Roll(dice.Roll{N: left, Sides: 6, Read: dice.Pool, Cuts: []int{4}})
			if err != nil {
				return 0, err
			}
			for _, f := range faces {
				if f >= 4 {
					hits++
					left--
				}
			}
		}
		return hits, nil
	}
}

func TestClassesAgreeWithFaces(t *testing.T) {
	for n := 1; n <= 4; n++ {
		byClass, err := odds.Of(reroll(n))
		rulestest.Must(t, err)
		w := odds.Walk{ByFace: true}
		var tally odds.Tally[int]
		try := reroll(n)
		if err := w.Over(func(src dice.Source) error {
			hits, err := try(src)
			tally.Add(&w, hits)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		byFace := tally.Dist()
		if byClass.Total().Cmp(big.NewRat(1, 1)) != 0 || len(byClass) != len(byFace) {
			t.Errorf("%d dice: %v by class, %v by face", n, byClass, byFace)
		}
		for k, p := range byFace {
			if byClass[k].Cmp(p) != 0 {
				t.Errorf("%d dice, %d hits: %v by class, %v by face", n, k, byClass[k], p)
			}
		}
	}
}

func TestKnownDistributions(t *testing.T) {
	sum, err := odds.Of(func(src dice.Source) (int, error) {
		f, err := src.Roll(dice.Roll{N: 2, Sides: 6, Read: dice.Sum})
		return f[0] + f[1], err
	})
	if err != nil || sum[7].Cmp(big.NewRat(1, 6)) != 0 || sum[12].Cmp(big.NewRat(1, 36)) != 0 {
		t.Errorf("2d6: %v, %v", sum, err)
	}
	off, err := odds.Of(func(src dice.Source) (bool, error) {
		f, err := src.Roll(dice.Roll{N: 2, Sides: 6, Until: func(f []int) bool { return f[0] != f[1] }})
		return f[0] > f[1], err
	})
	if err != nil || off[true].Cmp(big.NewRat(1, 2)) != 0 {
		t.Errorf("roll-off: %v, %v", off, err)
	}
	none, err := odds.Of(func(dice.Source) (int, error) { return 3, nil })
	if err != nil || none[3].Cmp(big.NewRat(1, 1)) != 0 {
		t.Errorf("no dice: %v, %v", none, err)
	}
}

func TestTooManyOutcomesIsAnError(t *testing.T) {
	_, err := odds.Of(func(src dice.Source) (int, error) {
		_, err := src.Roll(dice.Roll{N: 20, Sides: 6})
		return 0, err
	})
	if !errors.Is(err, odds.ErrTooMany) {
		t.Errorf("got %v", err)
	}
}

func TestRuleMustBePure(t *testing.T) {
	n := 3
	_, err := odds.Of(func(src dice.Source) (int, error) {
		n--
		for range n {
			if _, err := src.Roll(dice.Roll{N: 1, Sides: 2}); err != nil {
				return 0, err
			}
		}
		return 0, nil
	})
	if err == nil {
		t.Error("a rule that rolls differently on equal dice was not noticed")
	}
}

func BenchmarkPool(b *testing.B) {
	for _, n := range []int{4, 12, 30} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for range b.N {
				if _, err := odds.Of(func(src dice.Source) (int, error) {
					f, err := src.Roll(dice.Roll{N: n, Sides: 6, Read: dice.Pool, Cuts: []int{4, 6}})
					hits := 0
					for _, v := range f {
						if v >= 4 {
							hits++
						}
					}
					return hits, err
				}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func TestFacesThatAreAlikeAreVisitedOnce(t *testing.T) {
	runs := 0
	dist, err := odds.Of(func(src dice.Source) (bool, error) {
		runs++
		faces, err := src.Roll(dice.Roll{N: 4, Sides: 6, Read: dice.Pool, ClassOf: func(f []int) int { return (f[0] + f[1] + f[2] + f[3]) % 2 }})
		if err != nil {
			return false, err
		}
		return (faces[0]+faces[1]+faces[2]+faces[3])%2 == 0, nil
	})
	rulestest.Must(t, err)
	if half := big.NewRat(1, 2); runs != 2 || dist[true].Cmp(half) != 0 || dist[false].Cmp(half) != 0 {
		t.Errorf("got %v in %d runs, want one half each in 2", dist, runs)
	}
}

package odds_test

import (
	"errors"
	"math/big"
	"testing"

	"oriflamme/rules/dice"
	"oriflamme/rules/odds"
	"oriflamme/rules/rulestest"
)

// runOfSixes counts the sixes thrown before the first 1.
type runOfSixes struct {
	sixes int
	over  bool
}

func (r runOfSixes) next(src dice.Source) (runOfSixes, error) {
	if r.over {
		return r, nil
	}
	faces, err := src.Roll(dice.Roll{N: 1, Sides: 6, Read: dice.Pool, Cuts: []int{2, 6}})
	if err != nil {
		return r, err
	}
	switch faces[0] {
	case 1:
		r.over = true
	case 6:
		r.sixes++
	}
	return r, nil
}

func TestChainAgreesWithOneWalk(t *testing.T) {
	const steps = 5
	chain := odds.NewChain(runOfSixes{})
	for range steps {
		rulestest.Must(t, chain.Step(runOfSixes.next))
	}
	want, err := odds.Of(func(src dice.Source) (runOfSixes, error) {
		var r runOfSixes
		var err error
		for i := 0; i < steps && err == nil; i++ {
			r, err = r.next(src)
		}
		return r, err
	})
	rulestest.Must(t, err)
	got := chain.Dist()
	if len(got) != len(want) || len(got) != chain.States() {
		t.Fatalf("%d states, want %d", len(got), len(want))
	}
	for k, p := range want {
		if got[k] == nil || got[k].Cmp(p) != 0 {
			t.Errorf("%v: got %v, want %v", k, got[k], p)
		}
	}
	over := odds.GroupBy(got, func(r runOfSixes) bool { return r.over })
	if p := over[false]; p.Cmp(big.NewRat(3125, 7776)) != 0 {
		t.Errorf("not over with %v, want (5/6)^5", p)
	}
	if over[true].Add(over[true], over[false]).Cmp(big.NewRat(1, 1)) != 0 {
		t.Error("the sum is not 1")
	}
}

func TestChainGivesUp(t *testing.T) {
	chain := odds.NewChain(runOfSixes{})
	chain.MaxOutcomes = 10
	var err error
	for i := 0; i < 10 && err == nil; i++ {
		err = chain.Step(runOfSixes.next)
	}
	if !errors.Is(err, odds.ErrTooMany) {
		t.Errorf("got %v, want %v", err, odds.ErrTooMany)
	}
}

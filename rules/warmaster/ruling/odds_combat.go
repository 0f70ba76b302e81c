package ruling

import (
	"math/big"
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/odds"
)

// weights is a distribution of integer weights over a common denominator. It is cheaper to
// join many times than one of fractions.
type weights[K comparable] struct {
	by    map[K]*big.Int
	whole *big.Int
}

// joinWeights combines two independent distributions.
func joinWeights[J, K, L comparable](a weights[J], b weights[K], join func(J, K) L) weights[L] {
	sum := weights[L]{map[L]*big.Int{}, new(big.Int).Mul(a.whole, b.whole)}
	product := new(big.Int)
	for j, p := range a.by {
		for k, q := range b.by {
			product.Mul(p, q)
			l := join(j, k)
			if sum.by[l] == nil {
				sum.by[l] = new(big.Int)
			}
			sum.by[l].Add(sum.by[l], product)
		}
	}
	return sum
}

// certainly is the distribution of a single value.
func certainly[K comparable](k K) weights[K] {
	return weights[K]{map[K]*big.Int{k: big.NewInt(1)}, big.NewInt(1)}
}

func weightsOf[K comparable](d odds.Dist[K]) weights[K] {
	w := weights[K]{make(map[K]*big.Int, len(d)), big.NewInt(1)}
	for _, p := range d {
		shared := new(big.Int).GCD(nil, nil, w.whole, p.Denom())
		w.whole.Mul(w.whole, new(big.Int).Quo(p.Denom(), shared))
	}
	w.fill(d)
	return w
}

// fill sets the weights to those of a distribution whose denominators divide the common one.
func (w weights[K]) fill(d odds.Dist[K]) {
	for k, p := range d {
		n := new(big.Int).Quo(w.whole, p.Denom())
		w.by[k] = n.Mul(n, p.Num())
	}
}

// distribution sums the weights by a text of their values.
func (w weights[K]) distribution(text func(K) string) odds.Dist[string] {
	sums := map[string]*big.Int{}
	for k, p := range w.by {
		t := text(k)
		if sums[t] == nil {
			sums[t] = new(big.Int)
		}
		sums[t].Add(sums[t], p)
	}
	d := odds.Dist[string]{}
	for t, p := range sums {
		d[t] = new(big.Rat).SetFrac(p, w.whole)
	}
	return d
}

// perDie walks a single attack die with its armour die and returns how often it hits and how
// often the hit is unsaved. All dice of a block have the same independent odds.
func perDie(need, save int) (hit, unsaved weights[int], err error) {
	type fate struct{ hits, saved int }
	d, err := odds.Of(func(src dice.Source) (fate, error) {
		return rules.RunRule(src, func(c *rules.Roller) (f fate) {
			f.hits, f.saved = throwVolley(c, 1, need, save)
			return f
		})
	})
	hit = weightsOf(odds.GroupBy(d, func(f fate) int { return f.hits }))
	unsaved = weightsOf(odds.GroupBy(d, func(f fate) int { return f.hits - f.saved }))
	return hit, unsaved, err
}

// addDice adds n dice to a number that is capped at most.
func addDice(n, most int, sum, one weights[int]) weights[int] {
	for range n {
		sum = joinWeights(sum, one, func(have, more int) int { return min(most, have+more) })
	}
	return sum
}

// losses are the casualties of a side as far as the result needs them: the hits that count
// for the enemy, the stands removed, and whether the side is destroyed.
type losses struct {
	counted, removed int
	wiped            bool
}

// odds combines the odds of the blocks, whose dice are independent. The roll-off decides
// none of the fields that have odds.
func (in CombatInput) odds(int) (map[string]odds.Dist[string], error) {
	var lost BySide[weights[losses]]
	for _, side := range [2]Side{"a", "b"} {
		w, err := in.losses(side)
		if err != nil {
			return nil, err
		}
		*lost.Of(side) = w
	}
	type end struct {
		difference int
		wiped      BySide[bool]
	}
	shots := BySide[int]{in.A.ChargeShots, in.B.ChargeShots}
	if in.Round > 1 {
		shots = BySide[int]{}
	}
	advantage := in.A.Support + shots.A - in.B.Support - shots.B
	rounds := joinWeights(withoutRemoved(lost.A), withoutRemoved(lost.B), func(a, b losses) end {
		return end{advantage + b.counted - a.counted, BySide[bool]{a.wiped, b.wiped}}
	})
	units := BySide[int]{len(in.A.Units), len(in.B.Units)}
	all := map[string]odds.Dist[string]{
		"signed_difference": rounds.distribution(func(e end) string { return strconv.Itoa(e.difference) }),
		"outcome": rounds.distribution(func(e end) string {
			outcome, _ := roundOutcome(e.difference, e.wiped, units)
			return outcome
		}),
		"retreat_cm": rounds.distribution(func(e end) string {
			_, retreat := roundOutcome(e.difference, e.wiped, units)
			return strconv.Itoa(retreat)
		}),
	}
	for _, side := range [2]Side{"a", "b"} {
		name, own, enemy := "."+string(side), *lost.Of(side), *lost.Of(side.opponent())
		counted := func(more int) odds.Dist[string] {
			return enemy.distribution(func(l losses) string { return strconv.Itoa(l.counted + more) })
		}
		shot := *shots.Of(side)
		all["counted_hits"+name], all["inflicted"+name] = counted(0), counted(shot)
		all["totals"+name] = counted(shot + in.Of(side).Support)
		all["stands_removed"+name] = own.distribution(func(l losses) string { return strconv.Itoa(l.removed) })
		all["wiped_out"+name] = own.distribution(func(l losses) string { return strconv.FormatBool(l.wiped) })
	}
	return all, nil
}

// withoutRemoved merges losses that differ only in the stands removed.
func withoutRemoved(w weights[losses]) weights[losses] {
	return joinWeights(w, certainly(0), func(l losses, _ int) losses { return losses{counted: l.counted, wiped: l.wiped} })
}

// losses combines the blocks against each unit of a side, then its units.
func (in CombatInput) losses(side Side) (weights[losses], error) {
	sum := certainly(losses{wiped: true})
	blocks := in.blocks()
	for i, u := range in.Of(side).Units {
		most := u.roundUnit(0).Stands*u.Hits - u.HitsMarked
		hits := certainly(0)
		for _, b := range blocks {
			if b.Side == side || b.target != i {
				continue
			}
			_, unsaved, err := perDie(b.ToHit, b.save)
			if err != nil {
				return sum, err
			}
			hits = addDice(b.Dice, most, hits, unsaved)
		}
		sum = joinWeights(sum, hits, func(l losses, suffered int) losses {
			s := u.roundUnit(suffered)
			removed, _ := TakeHits(s.Stands, s.Hits, s.Marked, suffered)
			return losses{l.counted + s.countedHits(), l.removed + removed, l.wiped && removed == s.Stands}
		})
	}
	return sum, nil
}

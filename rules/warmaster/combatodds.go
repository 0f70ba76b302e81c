package warmaster

import (
	"math/big"
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/odds"
)

// weights is a distribution in whole numbers over a common denominator: what is
// folded and joined many times.
type weights[K comparable] struct {
	by    map[K]*big.Int
	whole *big.Int
}

// fold joins two distributions that are independent of each other.
func fold[J, K, L comparable](a weights[J], b weights[K], join func(J, K) L) weights[L] {
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

func surely[K comparable](k K) weights[K] {
	return weights[K]{map[K]*big.Int{k: big.NewInt(1)}, big.NewInt(1)}
}

func weigh[K comparable](d odds.Dist[K]) weights[K] {
	w := weights[K]{make(map[K]*big.Int, len(d)), big.NewInt(1)}
	for _, p := range d {
		shared := new(big.Int).GCD(nil, nil, w.whole, p.Denom())
		w.whole.Mul(w.whole, new(big.Int).Quo(p.Denom(), shared))
	}
	for k, p := range d {
		n := new(big.Int).Quo(w.whole, p.Denom())
		w.by[k] = n.Mul(n, p.Num())
	}
	return w
}

// told sums weights by the text of a figure.
func (w weights[K]) told(text func(K) string) odds.Dist[string] {
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

// losses is what matters of the casualties of a side: the hits that count for the
// other, the stands removed, and whether it is wiped out.
type losses struct {
	counted, removed int
	wiped            bool
}

// chances works the odds out of those of each block: the dice against one unit
// have nothing to do with those against another, and the roll-off decides no field.
func (in combatInput) chances(int) (map[string]odds.Dist[string], error) {
	var lost both[weights[losses]]
	for _, side := range [2]Side{"a", "b"} {
		w, err := in.losses(side)
		if err != nil {
			return nil, err
		}
		*lost.of(side) = w
	}
	type outcome struct {
		counted int
		wiped   bool
	}
	brief := func(w weights[losses]) weights[outcome] {
		return fold(w, surely(0), func(l losses, _ int) outcome { return outcome{l.counted, l.wiped} })
	}
	rounds := fold(brief(lost.A), brief(lost.B), func(a, b outcome) [2]outcome { return [2]outcome{a, b} })
	judged := make(map[[2]outcome]roundResult, len(rounds.by))
	for o := range rounds.by {
		var r roundResult
		tally{
			round: in.Round, counted: both[int]{o[1].counted, o[0].counted}, wiped: both[bool]{o[0].wiped, o[1].wiped},
			support: both[int]{in.A.Support, in.B.Support}, shots: both[int]{in.A.ChargeShots, in.B.ChargeShots},
			units: both[int]{len(in.A.Units), len(in.B.Units)},
		}.judge(&r)
		judged[o] = r
	}
	number := func(of func(roundResult) int) odds.Dist[string] {
		return rounds.told(func(o [2]outcome) string { return strconv.Itoa(of(judged[o])) })
	}
	return map[string]odds.Dist[string]{
		"counted_hits.a":    number(func(r roundResult) int { return r.CountedHits.A }),
		"counted_hits.b":    number(func(r roundResult) int { return r.CountedHits.B }),
		"inflicted.a":       number(func(r roundResult) int { return r.Inflicted.A }),
		"inflicted.b":       number(func(r roundResult) int { return r.Inflicted.B }),
		"totals.a":          number(func(r roundResult) int { return r.Totals.A }),
		"totals.b":          number(func(r roundResult) int { return r.Totals.B }),
		"signed_difference": number(func(r roundResult) int { return r.SignedDifference }),
		"retreat_cm":        number(func(r roundResult) int { return r.RetreatCm }),
		"outcome":           rounds.told(func(o [2]outcome) string { return judged[o].Outcome }),
		"stands_removed.a":  lost.A.told(func(l losses) string { return strconv.Itoa(l.removed) }),
		"stands_removed.b":  lost.B.told(func(l losses) string { return strconv.Itoa(l.removed) }),
		"wiped_out.a":       lost.A.told(func(l losses) string { return strconv.FormatBool(l.wiped) }),
		"wiped_out.b":       lost.B.told(func(l losses) string { return strconv.FormatBool(l.wiped) }),
	}, nil
}

// losses folds the blocks against each unit of a side, then its units.
func (in combatInput) losses(side Side) (weights[losses], error) {
	sum := surely(losses{wiped: true})
	blocks := in.blocks()
	for i, u := range in.of(side).Units {
		most := u.struck(0).Stands*u.Hits - u.HitsMarked
		hits := surely(0)
		for _, b := range blocks {
			if b.Side == side || b.target != i {
				continue
			}
			unsaved, err := odds.Of(func(src dice.Source) (int, error) {
				return rules.Settle(src, func(c *rules.Cup) int {
					b := b
					b.throw(c)
					return b.UnsavedHits
				})
			})
			if err != nil {
				return sum, err
			}
			hits = fold(hits, weigh(unsaved), func(have, more int) int { return min(most, have+more) })
		}
		sum = fold(sum, hits, func(l losses, suffered int) losses {
			s := u.struck(suffered)
			removed, _ := suffer(s.Stands, s.Hits, s.Marked, suffered)
			return losses{l.counted + s.counted(), l.removed + removed, l.wiped && removed == s.Stands}
		})
	}
	return sum, nil
}

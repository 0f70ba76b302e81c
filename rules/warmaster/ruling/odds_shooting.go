package ruling

import (
	"math/big"
	"strconv"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/odds"
)

// batchShape is everything that the odds of a batch depend on.
type batchShape struct{ dice, need int }

// batchScore is a possible outcome of a batch.
type batchScore struct{ hits, saved int }

// odds follows the volley batch by batch, from the most dice left to none. It merges volleys
// that reach the same state, and walks each shape of batch once.
func (in VolleyInput) odds(int) (map[string]odds.Dist[string], error) {
	t, walked := in.Target, map[batchShape]weights[batchScore]{}
	byLeft := make([]map[VolleyState]*big.Int, in.dice()+1)
	for i := range byLeft {
		byLeft[i] = map[VolleyState]*big.Int{}
	}
	byLeft[in.dice()][in.Start()] = big.NewInt(1)
	product := new(big.Int)
	for left := in.dice(); left > 0; left-- {
		for b, weight := range byLeft[left] {
			need, n := t.aim(b)
			w, err := t.batchOdds(batchShape{n, need}, walked)
			if err != nil {
				return nil, err
			}
			for s, chance := range w.by {
				after, _ := t.takeBatch(b, batch{Dice: n, ToHit: need, HitsScored: s.hits, UnsavedHits: s.hits - s.saved})
				sum := byLeft[after.left][after]
				if sum == nil {
					sum = new(big.Int)
					byLeft[after.left][after] = sum
				}
				sum.Add(sum, product.Mul(weight, chance))
			}
		}
	}
	return t.distribution(weights[VolleyState]{byLeft[0], sixths(2 * in.dice())}), nil
}

// sixths is 6 to the power n: the number of outcomes of n dice.
func sixths(n int) *big.Int { return new(big.Int).Exp(big.NewInt(6), big.NewInt(int64(n)), nil) }

// batchOdds returns the odds of a batch as if every die had an armour die of its own, so
// that all batches of the same number of dice have one denominator.
func (t VolleyTarget) batchOdds(s batchShape, walked map[batchShape]weights[batchScore]) (weights[batchScore], error) {
	if w, ok := walked[s]; ok {
		return w, nil
	}
	d, err := odds.Of(func(src dice.Source) (batchScore, error) {
		return rules.RunRule(src, func(c *rules.Roller) (r batchScore) {
			r.hits, r.saved = throwVolley(c, s.dice, s.need, LeastSave(t.Armour))
			return r
		})
	})
	if err != nil {
		return weights[batchScore]{}, err
	}
	w := weights[batchScore]{make(map[batchScore]*big.Int, len(d)), sixths(2 * s.dice)}
	w.fill(d)
	walked[s] = w
	return w, nil
}

func (t VolleyTarget) distribution(end weights[VolleyState]) map[string]odds.Dist[string] {
	sums := make(map[VolleyState]volleyResult, len(end.by))
	for b := range end.by {
		sums[b] = t.resultOf(b)
	}
	number := func(of func(volleyResult) int) odds.Dist[string] {
		return end.distribution(func(b VolleyState) string { return strconv.Itoa(of(sums[b])) })
	}
	return map[string]odds.Dist[string]{
		"hits_scored":     number(func(r volleyResult) int { return r.HitsScored }),
		"unsaved_hits":    number(func(r volleyResult) int { return r.UnsavedHits }),
		"stands_removed":  number(func(r volleyResult) int { return r.StandsRemoved }),
		"hits_marked":     number(func(r volleyResult) int { return r.HitsMarked }),
		"drive_back_dice": number(func(r volleyResult) int { return r.DriveBackDice }),
		"destroyed":       end.distribution(func(b VolleyState) string { return strconv.FormatBool(sums[b].Destroyed) }),
	}
}

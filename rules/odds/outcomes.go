package odds

import (
	"errors"
	"math/big"

	"oriflamme/rules/dice"
)

var bigOne = big.NewInt(1)

// outcomes returns the outcomes of one roll with their weights as integers.
func (w *Walk) outcomes(r dice.Roll) (*outcomeTable, error) {
	if r.N < 0 || r.Sides < 1 {
		return nil, errors.New("odds: a roll without dice or sides")
	}
	var t *outcomeTable
	var err error
	switch {
	case r.Read == dice.Sum && !w.ByFace:
		t = sumOutcomes(r.N, r.Sides)
	case r.Read == dice.Pool && !w.ByFace && r.PoolSizes != nil:
		t, err = poolsOutcomes(r.PoolSizes, classes(r.Sides, r.Cuts))
	case r.Read == dice.Pool && !w.ByFace && r.Until == nil:
		t, err = poolOutcomes(r.N, classes(r.Sides, r.Cuts))
	default:
		t, err = faceOutcomes(r.N, r.Sides)
	}
	if err != nil {
		return nil, err
	}
	if r.Until != nil {
		decisive := &outcomeTable{den: new(big.Int)}
		for _, b := range t.outcomes {
			if r.Until(b.faces) {
				decisive.outcomes = append(decisive.outcomes, b)
				decisive.den.Add(decisive.den, b.num)
			}
		}
		t = decisive
	} else {
		t.den = new(big.Int).Exp(big.NewInt(int64(r.Sides)), big.NewInt(int64(r.N)), nil)
	}
	if len(t.outcomes) == 0 {
		return nil, errors.New("odds: a roll that is never settled")
	}
	if r.ClassOf != nil && !w.ByFace {
		t.outcomes = mergeByClass(t.outcomes, r.ClassOf)
	}
	t.reduce()
	for i := range t.outcomes {
		t.outcomes[i].weight = newWeight(t.outcomes[i].num, t.den)
	}
	return t, nil
}

// reduce divides all weights by their greatest common divisor, so that products of
// denominators fit into a machine word more often.
func (t *outcomeTable) reduce() {
	common := new(big.Int).Set(t.den)
	for i := range t.outcomes {
		if common.GCD(nil, nil, common, t.outcomes[i].num); common.Cmp(bigOne) == 0 {
			return
		}
	}
	t.den = new(big.Int).Quo(t.den, common)
	for i := range t.outcomes {
		t.outcomes[i].num = new(big.Int).Quo(t.outcomes[i].num, common)
	}
}

// mergeByClass keeps the first outcome of each class, with the weight of the whole class.
func mergeByClass(all []outcome, classOf func([]int) int) []outcome {
	var merged []outcome
	at := map[int]int{}
	for _, b := range all {
		k := classOf(b.faces)
		if i, seen := at[k]; seen {
			merged[i].num.Add(merged[i].num, b.num)
			continue
		}
		at[k] = len(merged)
		b.num = new(big.Int).Set(b.num)
		merged = append(merged, b)
	}
	return merged
}

// faceOutcomes lists every ordered set of faces of n dice.
func faceOutcomes(n, sides int) (*outcomeTable, error) {
	count := 1
	for range n {
		if count *= sides; count > Limit {
			return nil, ErrTooMany
		}
	}
	t := &outcomeTable{outcomes: make([]outcome, count)}
	for i := range t.outcomes {
		fs := make([]int, n)
		for j, rest := n-1, i; j >= 0; j, rest = j-1, rest/sides {
			fs[j] = rest%sides + 1
		}
		t.outcomes[i] = outcome{faces: fs, num: bigOne}
	}
	return t, nil
}

// class is a run of faces that the rule cannot tell apart; lowest stands for all.
type class struct {
	lowest int
	size   int
}

// classes returns the classes that cuts divide the faces 1 to sides into: one for each
// face when cuts is nil.
func classes(sides int, cuts []int) []class {
	if cuts == nil {
		cs := make([]class, sides)
		for i := range cs {
			cs[i] = class{i + 1, 1}
		}
		return cs
	}
	var cs []class
	low := 1
	for _, cut := range append(append([]int(nil), cuts...), sides+1) {
		if cut > sides+1 {
			cut = sides + 1
		}
		if cut > low {
			cs = append(cs, class{low, cut - low})
			low = cut
		}
	}
	return cs
}

// poolOutcomes lists the multisets of n dice over the classes, with multinomial weights.
func poolOutcomes(n int, cs []class) (*outcomeTable, error) {
	if few := poolOutcomesSmall(n, cs); few != nil {
		return few, nil
	}
	t := &outcomeTable{}
	counts := make([]int, len(cs))
	var fill func(i, left int, weight *big.Int) error
	fill = func(i, left int, weight *big.Int) error {
		if i == len(cs)-1 {
			counts[i] = left
			if len(t.outcomes) == Limit {
				return ErrTooMany
			}
			fs := make([]int, 0, n)
			for c, k := range counts {
				for range k {
					fs = append(fs, cs[c].lowest)
				}
			}
			num := new(big.Int).Exp(big.NewInt(int64(cs[i].size)), big.NewInt(int64(left)), nil)
			t.outcomes = append(t.outcomes, outcome{faces: fs, num: num.Mul(num, weight)})
			return nil
		}
		for k := 0; k <= left; k++ {
			counts[i] = k
			num := new(big.Int).Binomial(int64(left), int64(k))
			num.Mul(num, weight)
			num.Mul(num, new(big.Int).Exp(big.NewInt(int64(cs[i].size)), big.NewInt(int64(k)), nil))
			if err := fill(i+1, left-k, num); err != nil {
				return err
			}
		}
		return nil
	}
	return t, fill(0, n, bigOne)
}

// poolOutcomesSmall is poolOutcomes in machine words; it returns nil when a weight may not fit.
func poolOutcomesSmall(n int, cs []class) *outcomeTable {
	sides := 0
	for _, c := range cs {
		sides += c.size
	}
	size := 1 // how many multisets there are
	for k := 1; k < len(cs); k++ {
		if size = size * (n + k) / k; size > Limit {
			return nil
		}
	}
	for whole, k := uint64(1), 0; k < n; k++ {
		if whole *= uint64(sides); whole > maxSmallDen/uint64(sides+n) {
			return nil
		}
	}
	t := &outcomeTable{outcomes: make([]outcome, size)}
	nums, faces := make([]big.Int, size), make([]int, size*n)
	counts, at := make([]int, len(cs)), 0
	var fill func(i, left int, weight uint64)
	fill = func(i, left int, weight uint64) {
		if i < len(cs)-1 {
			for k := 0; ; k++ {
				counts[i] = k
				fill(i+1, left-k, weight)
				if k == left {
					return
				}
				weight = weight * uint64(left-k) / uint64(k+1) * uint64(cs[i].size)
			}
		}
		for range left {
			weight *= uint64(cs[i].size)
		}
		counts[i] = left
		fs := faces[at*n : at*n : at*n+n]
		for c, k := range counts {
			for range k {
				fs = append(fs, cs[c].lowest)
			}
		}
		t.outcomes[at] = outcome{faces: fs, num: nums[at].SetUint64(weight)}
		at++
	}
	fill(0, n, 1)
	return t
}

// poolsOutcomes lists the outcomes of several pools thrown together.
func poolsOutcomes(sizes []int, cs []class) (*outcomeTable, error) {
	t := &outcomeTable{outcomes: []outcome{{num: bigOne}}}
	for _, n := range sizes {
		more, err := poolOutcomes(n, cs)
		if err != nil {
			return nil, err
		}
		if len(t.outcomes)*len(more.outcomes) > Limit {
			return nil, ErrTooMany
		}
		next := make([]outcome, 0, len(t.outcomes)*len(more.outcomes))
		for _, b := range t.outcomes {
			for _, m := range more.outcomes {
				fs := append(append(make([]int, 0, len(b.faces)+n), b.faces...), m.faces...)
				next = append(next, outcome{faces: fs, num: new(big.Int).Mul(b.num, m.num)})
			}
		}
		t.outcomes = next
	}
	return t, nil
}

// sumOutcomes lists the totals of n dice, each with one set of faces that adds up to it.
func sumOutcomes(n, sides int) *outcomeTable {
	ways := []*big.Int{big.NewInt(1)}
	for d := 1; d <= n; d++ {
		next := make([]*big.Int, d*(sides-1)+1)
		for i := range next {
			next[i] = new(big.Int)
			for f := 0; f < sides; f++ {
				if j := i - f; j >= 0 && j < len(ways) {
					next[i].Add(next[i], ways[j])
				}
			}
		}
		ways = next
	}
	t := &outcomeTable{outcomes: make([]outcome, len(ways))}
	for above, num := range ways {
		fs := make([]int, n)
		for i, rest := 0, above; i < n; i++ {
			up := min(rest, sides-1)
			fs[i] = 1 + up
			rest -= up
		}
		t.outcomes[above] = outcome{faces: fs, num: num}
	}
	return t
}

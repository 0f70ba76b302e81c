package odds

import "math/big"

// IntTally is a Tally of whole numbers. It keeps small numbers in a slice, because a rule
// with many dice runs thousands of times and returns few different numbers.
type IntTally struct {
	small []sum // by number
	rest  map[int64]*sum
}

// smallFigures is how many numbers, from 0 on, the slice may hold.
const smallFigures = 1024

// Add counts the outcome that w is visiting, once all its dice are rolled, under n.
func (t *IntTally) Add(w *Walk, n int64) {
	if 0 <= n && n < smallFigures {
		for int(n) >= len(t.small) {
			t.small = append(t.small, sum{})
		}
		t.small[n].add(w.weight())
		return
	}
	if t.rest == nil {
		t.rest = map[int64]*sum{}
	}
	if t.rest[n] == nil {
		t.rest[n] = new(sum)
	}
	t.rest[n].add(w.weight())
}

// Each calls see with every number that was added and its probability.
func (t *IntTally) Each(see func(n int64, p *big.Rat)) {
	for n := range t.small {
		if s := &t.small[n]; len(s.parts) > 0 {
			see(int64(n), s.rat())
		}
	}
	for n, s := range t.rest {
		see(n, s.rat())
	}
}

// Mean returns the mean of the numbers, computed exactly and then rounded.
func (t *IntTally) Mean() float64 {
	totals := map[uint64]*big.Int{} // by denominator, of which there are few
	mean, term := new(big.Rat), new(big.Int)
	add := func(n int64, s *sum) {
		for _, p := range s.parts {
			if p.den == 0 {
				mean.Add(mean, new(big.Rat).Mul(new(big.Rat).SetInt64(n), p.rat()))
				continue
			}
			if totals[p.den] == nil {
				totals[p.den] = new(big.Int)
			}
			term.SetUint64(p.num)
			totals[p.den].Add(totals[p.den], term.Mul(term, big.NewInt(n)))
		}
	}
	for n := range t.small {
		add(int64(n), &t.small[n])
	}
	for n, s := range t.rest {
		add(n, s)
	}
	for den, total := range totals {
		mean.Add(mean, new(big.Rat).SetFrac(total, new(big.Int).SetUint64(den)))
	}
	x, _ := mean.Float64()
	return x
}

// A sum adds up weights: it holds one part for each group of denominators that can be
// added without a new one.
type sum struct{ parts []weight }

func (s *sum) add(w weight) {
	for i := range s.parts {
		if s.parts[i].add(w) {
			return
		}
	}
	s.parts = append(s.parts, w.clone())
}

func (s *sum) rat() *big.Rat {
	if len(s.parts) == 1 {
		return s.parts[0].rat()
	}
	total := new(big.Rat)
	for _, p := range s.parts {
		total.Add(total, p.rat())
	}
	return total
}

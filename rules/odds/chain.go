package odds

import (
	"math/big"

	"oriflamme/rules/dice"
)

// A Chain is the distribution of a state that dice change step by step. Equal
// states are merged after every step, so the cost of a long chain grows with its states,
// not with the outcomes of all its dice together.
type Chain[K comparable] struct {
	MaxOutcomes int // outcomes to visit in all steps before giving up; 0 is Limit

	walk    Walk
	visited int
	weights map[K]*big.Int // over den
	den     *big.Int
}

// NewChain returns the chain that is in state k with probability 1.
func NewChain[K comparable](k K) *Chain[K] {
	return &Chain[K]{weights: map[K]*big.Int{k: big.NewInt(1)}, den: big.NewInt(1)}
}

// States returns how many states the chain may be in.
func (c *Chain[K]) States() int { return len(c.weights) }

// Step replaces each state by those that next returns for it. Next is a pure function
// of a state and of the dice it rolls from the source. Step fails with ErrTooMany after
// MaxOutcomes, or with the error of next.
func (c *Chain[K]) Step(next func(K, dice.Source) (K, error)) error {
	most := c.MaxOutcomes
	if most == 0 {
		most = Limit
	}
	after := map[K][]fraction{}
	for k, weight := range c.weights {
		err := c.walk.Over(func(src dice.Source) error {
			if c.visited++; c.visited > most {
				return ErrTooMany
			}
			to, err := next(k, src)
			if err == nil {
				here := c.walk.weight().toBig()
				after[to] = addTerm(after[to], weight, here.bigNum, here.bigDen)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	c.setWeights(after)
	return nil
}

// fraction is a sum of weights over one denominator.
type fraction struct{ num, den *big.Int }

// addTerm adds weight * num / den to a sum.
func addTerm(sum []fraction, weight, num, den *big.Int) []fraction {
	term := new(big.Int).Mul(weight, num)
	for _, p := range sum {
		if p.den.Cmp(den) == 0 {
			p.num.Add(p.num, term)
			return sum
		}
	}
	return append(sum, fraction{term, new(big.Int).Set(den)})
}

// setWeights makes the sums of a step the weights of the chain, over one denominator.
func (c *Chain[K]) setWeights(after map[K][]fraction) {
	common := big.NewInt(1)
	for _, sum := range after {
		for _, p := range sum {
			shared := new(big.Int).GCD(nil, nil, common, p.den)
			common.Mul(common, new(big.Int).Quo(p.den, shared))
		}
	}
	c.den = new(big.Int).Mul(c.den, common)
	c.weights = make(map[K]*big.Int, len(after))
	for k, sum := range after {
		total := new(big.Int)
		for _, p := range sum {
			total.Add(total, p.num.Mul(p.num, new(big.Int).Quo(common, p.den)))
		}
		c.weights[k] = total
	}
}

// Dist returns the distribution of the state.
func (c *Chain[K]) Dist() Dist[K] {
	d := make(Dist[K], len(c.weights))
	for k, weight := range c.weights {
		d[k] = new(big.Rat).SetFrac(weight, c.den)
	}
	return d
}

// GroupBy maps the values of a distribution by a function and adds up the probabilities
// of values that become equal.
func GroupBy[K, L comparable](d Dist[K], of func(K) L) Dist[L] {
	sums := Dist[L]{}
	for k, p := range d {
		l := of(k)
		if sums[l] == nil {
			sums[l] = new(big.Rat)
		}
		sums[l].Add(sums[l], p)
	}
	return sums
}

package odds

import (
	"math/big"
	"math/bits"
)

// A weight is a fraction of outcomes. Most fit into machine words, which is many
// times faster; one that does not has a den of 0 and is held by the big ones.
type weight struct {
	num, den       uint64
	bigNum, bigDen *big.Int
}

// whole is the weight of everything.
var whole = weight{num: 1, den: 1}

// maxSmallDen is the largest denominator kept in a word: sums of numerators stay below it.
const maxSmallDen = 1 << 62

func newWeight(num, den *big.Int) weight {
	if den.IsUint64() && den.Uint64() <= maxSmallDen {
		return weight{num: num.Uint64(), den: den.Uint64()}
	}
	return weight{bigNum: num, bigDen: den}
}

// times returns the weight of both.
func (w weight) times(o weight) weight {
	if w.den != 0 && o.den != 0 {
		if hi, den := bits.Mul64(w.den, o.den); hi == 0 && den <= maxSmallDen {
			return weight{num: w.num * o.num, den: den}
		}
	}
	w, o = w.toBig(), o.toBig()
	return weight{bigNum: new(big.Int).Mul(w.bigNum, o.bigNum), bigDen: new(big.Int).Mul(w.bigDen, o.bigDen)}
}

func (w weight) toBig() weight {
	if w.den == 0 {
		return w
	}
	return weight{bigNum: new(big.Int).SetUint64(w.num), bigDen: new(big.Int).SetUint64(w.den)}
}

// add adds a weight in place when one denominator is a multiple of the other, or
// reports that it is not. Sums are of different outcomes: they are at most whole.
func (w *weight) add(o weight) bool {
	switch {
	case w.den == o.den && w.den != 0:
		w.num += o.num
		return true
	case w.den == 0 || o.den == 0:
		if w.den != o.den {
			return false
		}
	case o.den > w.den && o.den%w.den == 0:
		w.num, w.den = w.num*(o.den/w.den)+o.num, o.den
		return true
	case w.den > o.den && w.den%o.den == 0:
		w.num += o.num * (w.den / o.den)
		return true
	default:
		return false
	}
	if w.bigDen.Cmp(o.bigDen) != 0 {
		return false
	}
	w.bigNum.Add(w.bigNum, o.bigNum)
	return true
}

// clone is a copy that add may change.
func (w weight) clone() weight {
	if w.den == 0 {
		w.bigNum = new(big.Int).Set(w.bigNum)
	}
	return w
}

func (w weight) rat() *big.Rat {
	w = w.toBig()
	return new(big.Rat).SetFrac(w.bigNum, w.bigDen)
}

package odds

import (
	"math/big"
	"math/bits"
)

// A weight is a share of all outcomes. Most weights fit into machine words, which is many
// times faster; one that does not has den 0 and uses bigNum and bigDen.
type weight struct {
	num, den       uint64
	bigNum, bigDen *big.Int
}

// whole is the weight of all outcomes together.
var whole = weight{num: 1, den: 1}

// maxSmallDen is the largest denominator that num and den may hold. Numerators never sum
// to more than the denominator, so they do not overflow.
const maxSmallDen = 1 << 62

func newWeight(num, den *big.Int) weight {
	if den.IsUint64() && den.Uint64() <= maxSmallDen {
		return weight{num: num.Uint64(), den: den.Uint64()}
	}
	return weight{bigNum: num, bigDen: den}
}

// times returns the product: the weight of two independent outcomes together.
func (w weight) times(o weight) weight {
	if w.den != 0 && o.den != 0 {
		if hi, den := bits.Mul64(w.den, o.den); hi == 0 && den <= maxSmallDen {
			return weight{num: w.num * o.num, den: den}
		}
	}
	w, o = w.toBig(), o.toBig()
	return weight{bigNum: new(big.Int).Mul(w.bigNum, o.bigNum), bigDen: new(big.Int).Mul(w.bigDen, o.bigDen)}
}

// toBig returns the weight with bigNum and bigDen set.
func (w weight) toBig() weight {
	if w.den == 0 {
		return w
	}
	return weight{bigNum: new(big.Int).SetUint64(w.num), bigDen: new(big.Int).SetUint64(w.den)}
}

// add adds a weight in place and returns true when one denominator is a multiple of the
// other; big weights need equal denominators. The weights belong to different outcomes, so
// their sum is at most whole.
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

// clone returns a copy that add may change.
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

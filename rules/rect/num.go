package rect

import (
	"cmp"
	"math"
	"math/big"
	"math/bits"
)

// A Num is an exact rational number. The zero value is 0. Nums are compared with
// Cmp, not with ==.
type Num struct {
	n    int64
	less int64    // the denominator minus 1, so that the zero value is 0/1
	big  *big.Rat // used instead of n and less when the number does not fit; never changed
}

// Int returns a whole number.
func Int(n int64) Num { return Num{n: n} }

// Ratio returns n/d; d is not 0.
func Ratio(n, d int64) Num {
	if n == math.MinInt64 || d == math.MinInt64 {
		return numOf(new(big.Rat).SetFrac(big.NewInt(n), big.NewInt(d)))
	}
	if d < 0 {
		n, d = -n, -d
	}
	g := gcd(abs(n), uint64(d))
	return Num{n: n / int64(g), less: d/int64(g) - 1}
}

func abs(n int64) uint64 {
	if n < 0 {
		return uint64(-n)
	}
	return uint64(n)
}

// gcd returns the greatest common divisor; gcd(0, b) is b.
func gcd(a, b uint64) uint64 {
	for a != 0 {
		a, b = b%a, a
	}
	return b
}

func numOf(r *big.Rat) Num {
	if r.Num().IsInt64() && r.Denom().IsInt64() && r.Num().Int64() != math.MinInt64 {
		return Num{n: r.Num().Int64(), less: r.Denom().Int64() - 1}
	}
	return Num{big: r}
}

// Rat returns the number as a new big.Rat.
func (a Num) Rat() *big.Rat {
	if a.big != nil {
		return new(big.Rat).Set(a.big)
	}
	return big.NewRat(a.n, a.less+1)
}

// times multiplies two integers; it is not ok when the product does not fit.
func times(a, b int64) (p int64, ok bool) {
	hi, lo := bits.Mul64(abs(a), abs(b))
	if hi != 0 || lo > math.MaxInt64 {
		return 0, false
	}
	if (a < 0) != (b < 0) {
		return -int64(lo), true
	}
	return int64(lo), true
}

func plus(a, b int64) (sum int64, ok bool) {
	sum = a + b
	return sum, (sum > a) == (b > 0) && sum != math.MinInt64
}

// Plus returns a + b.
func (a Num) Plus(b Num) Num {
	if a.big == nil && b.big == nil {
		if a.less == 0 && b.less == 0 {
			if s, ok := plus(a.n, b.n); ok {
				return Num{n: s}
			}
		}
		x, ok1 := times(a.n, b.less+1)
		y, ok2 := times(b.n, a.less+1)
		d, ok3 := times(a.less+1, b.less+1)
		s, ok4 := plus(x, y)
		if ok1 && ok2 && ok3 && ok4 {
			return Ratio(s, d)
		}
	}
	return numOf(new(big.Rat).Add(a.Rat(), b.Rat()))
}

// Minus returns a - b.
func (a Num) Minus(b Num) Num { return a.Plus(b.Neg()) }

// Neg returns -a.
func (a Num) Neg() Num {
	if a.big != nil {
		return Num{big: new(big.Rat).Neg(a.big)}
	}
	return Num{n: -a.n, less: a.less}
}

// Times returns a * b.
func (a Num) Times(b Num) Num {
	if a.big == nil && b.big == nil {
		n, ok1 := times(a.n, b.n)
		d, ok2 := times(a.less+1, b.less+1)
		if ok1 && ok2 {
			return Ratio(n, d)
		}
	}
	return numOf(new(big.Rat).Mul(a.Rat(), b.Rat()))
}

// Over returns a / b; b is not 0.
func (a Num) Over(b Num) Num {
	if a.big == nil && b.big == nil {
		n, ok1 := times(a.n, b.less+1)
		d, ok2 := times(a.less+1, b.n)
		if ok1 && ok2 {
			return Ratio(n, d)
		}
	}
	return numOf(new(big.Rat).Quo(a.Rat(), b.Rat()))
}

// Sign returns -1, 0 or 1.
func (a Num) Sign() int {
	switch {
	case a.big != nil:
		return a.big.Sign()
	case a.n < 0:
		return -1
	case a.n > 0:
		return 1
	}
	return 0
}

// Cmp returns -1 when a is less than b, 0 when they are equal, 1 when a is greater.
func (a Num) Cmp(b Num) int {
	if a.big != nil || b.big != nil {
		return a.Rat().Cmp(b.Rat())
	}
	if s, t := a.Sign(), b.Sign(); s != t {
		return cmp.Compare(s, t)
	}
	xh, xl := bits.Mul64(abs(a.n), uint64(b.less+1))
	yh, yl := bits.Mul64(abs(b.n), uint64(a.less+1))
	c := cmp.Compare(xh, yh)
	if c == 0 {
		c = cmp.Compare(xl, yl)
	}
	if a.n < 0 {
		return -c
	}
	return c
}

// Less reports whether a < b.
func (a Num) Less(b Num) bool { return a.Cmp(b) < 0 }

// Float returns the nearest float64, or one next to it.
func (a Num) Float() float64 {
	if a.big != nil {
		f, _ := a.big.Float64()
		return f
	}
	return float64(a.n) / float64(a.less+1)
}

// Millionths returns the number times 1,000,000, rounded half away from zero.
func (a Num) Millionths() int64 {
	return rounded(a.Times(Int(1_000_000)).Rat())
}

func rounded(r *big.Rat) int64 {
	twice := new(big.Int).Lsh(new(big.Int).Abs(r.Num()), 1)
	k := new(big.Int).Quo(twice, r.Denom())
	k.Add(k, big.NewInt(1)).Rsh(k, 1)
	if r.Sign() < 0 {
		return -k.Int64()
	}
	return k.Int64()
}

// RootMillionths returns the square root times 1,000,000, rounded half up; a must not be
// negative.
func (a Num) RootMillionths() int64 {
	r := a.Rat()
	x := new(big.Int).Mul(r.Num(), big.NewInt(4_000_000_000_000))
	x.Quo(x, r.Denom()).Sqrt(x)
	return x.Add(x, big.NewInt(1)).Rsh(x, 1).Int64()
}

// Root returns the square root if it is rational.
func (a Num) Root() (root Num, ok bool) {
	r := a.Rat()
	if r.Sign() < 0 {
		return Num{}, false
	}
	n, d := new(big.Int).Sqrt(r.Num()), new(big.Int).Sqrt(r.Denom())
	square := new(big.Int)
	if square.Mul(n, n).Cmp(r.Num()) != 0 || square.Mul(d, d).Cmp(r.Denom()) != 0 {
		return Num{}, false
	}
	return numOf(new(big.Rat).SetFrac(n, d)), true
}

// Towards returns start + length·part/√square: one coordinate of a point that is moved by
// length along a vector, where part is the same coordinate of the vector and square its
// squared length. Irrational results are correct to far more than millionths.
func Towards(start, length, part, square Num) Num {
	if part.Sign() == 0 || length.Sign() == 0 {
		return start
	}
	step := length.Times(length).Times(part).Times(part).Over(square)
	root, ok := step.Root()
	if !ok {
		const precision = 256
		f := new(big.Float).SetPrec(precision).SetRat(step.Rat())
		r, _ := f.Sqrt(f).Rat(nil)
		root = numOf(r)
	}
	if part.Sign() < 0 {
		root = root.Neg()
	}
	return start.Plus(root)
}

// numBetween returns a number strictly between two others, with a small denominator where
// one is found quickly.
func numBetween(lo, hi Num) Num {
	middle := (lo.Float() + hi.Float()) / 2
	for scale := int64(1); scale < 1<<32; scale <<= 2 {
		f := math.Round(middle * float64(scale))
		if math.Abs(f) > 1<<52 {
			break
		}
		if x := Ratio(int64(f), scale); lo.Less(x) && x.Less(hi) {
			return x
		}
	}
	return lo.Plus(hi).Over(Int(2))
}

func minNum(a, b Num) Num {
	if b.Less(a) {
		return b
	}
	return a
}

func maxNum(a, b Num) Num {
	if a.Less(b) {
		return b
	}
	return a
}

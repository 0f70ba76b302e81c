package plane

import "math/bits"

// int128 is a signed integer of 128 bits in two's complement.
type int128 struct {
	hi int64
	lo uint64
}

// product multiplies two integers exactly.
func product(a, b int64) int128 {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	signed := int64(hi)
	if a < 0 {
		signed -= b
	}
	if b < 0 {
		signed -= a
	}
	return int128{signed, lo}
}

func (w int128) plus(v int128) int128 {
	lo, carry := bits.Add64(w.lo, v.lo, 0)
	return int128{w.hi + v.hi + int64(carry), lo}
}

func (w int128) minus(v int128) int128 {
	lo, borrow := bits.Sub64(w.lo, v.lo, 0)
	return int128{w.hi - v.hi - int64(borrow), lo}
}

// sign returns -1, 0 or 1.
func (w int128) sign() int {
	switch {
	case w.hi < 0:
		return -1
	case w.hi == 0 && w.lo == 0:
		return 0
	}
	return 1
}

// fraction is num/den with a positive denominator, each below 2^62.
type fraction struct{ num, den int64 }

func newFraction(num, den int64) fraction {
	if den < 0 {
		num, den = -num, -den
	}
	return fraction{num, den}
}

func (f fraction) less(g fraction) bool {
	return product(f.num, g.den).minus(product(g.num, f.den)).sign() < 0
}

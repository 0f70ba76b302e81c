package ruling

import (
	"encoding/binary"
	"math/big"
	"math/bits"
	"sync"
)

// wideInt is an unsigned integer of up to 384 bits, least word first. The largest roll of
// the contract, 67 dice with 6^67 outcomes, takes half of its width, and the product of two
// rolls all of it, so nothing overflows.
type wideInt [wideWords]uint64

const (
	wideWords   = 6
	factorWords = wideWords / 2 // words of the factors of a product
)

// add adds a number.
func (w *wideInt) add(n *wideInt) {
	var carry uint64
	for i := range w {
		w[i], carry = bits.Add64(w[i], n[i], carry)
	}
}

// less returns the difference to a number that is not greater.
func (w *wideInt) less(n *wideInt) (d wideInt) {
	var borrow uint64
	for i := range w {
		d[i], borrow = bits.Sub64(w[i], n[i], borrow)
	}
	return d
}

// addProduct adds the product of two numbers of at most half the width.
func (w *wideInt) addProduct(a, b *wideInt) {
	for i, x := range a[:factorWords] {
		if x == 0 {
			continue
		}
		h0, l0 := bits.Mul64(x, b[0])
		h1, l1 := bits.Mul64(x, b[1])
		h2, l2 := bits.Mul64(x, b[2])
		var c uint64
		l1, c = bits.Add64(l1, h0, 0)
		l2, c = bits.Add64(l2, h1, c)
		h2 += c
		to := w[i : i+factorWords+1]
		to[0], c = bits.Add64(to[0], l0, 0)
		to[1], c = bits.Add64(to[1], l1, c)
		to[2], c = bits.Add64(to[2], l2, c)
		to[3], c = bits.Add64(to[3], h2, c)
		for k := i + factorWords + 1; c != 0 && k < wideWords; k++ {
			w[k], c = bits.Add64(w[k], c, 0)
		}
	}
}

// product returns the product of two numbers of at most half the width.
func product(a, b *wideInt) (p wideInt) {
	p.addProduct(a, b)
	return p
}

// big returns the number as a big.Int.
func (w *wideInt) big() *big.Int {
	var text [8 * wideWords]byte
	for i, word := range w {
		binary.BigEndian.PutUint64(text[8*(wideWords-1-i):], word)
	}
	return new(big.Int).SetBytes(text[:])
}

// over returns the number over a power of six, in lowest terms. The two can share only factors
// of two and three, which are faster to divide out than a greatest common divisor is to find.
func (w *wideInt) over(power *big.Int) *big.Rat {
	n, exponent, threes := *w, int(power.TrailingZeroBits()), 0
	for ; threes < exponent; threes++ {
		third, rest := n.third()
		if rest > 0 {
			break
		}
		n = third
	}
	numerator := n.big()
	twos := min(int(numerator.TrailingZeroBits()), exponent)
	r := big.NewRat(1, 2) // a rational whose parts can be set
	r.Num().Rsh(numerator, uint(twos))
	r.Denom().Lsh(powersOfThree()[exponent-threes], uint(exponent-twos))
	return r
}

// third divides by three and returns the rest.
func (w *wideInt) third() (third wideInt, rest uint64) {
	for i := wideWords - 1; i >= 0; i-- {
		third[i], rest = bits.Div64(rest, w[i], 3)
	}
	return third, rest
}

// powersOfThree returns the powers of three that a wideInt can hold.
var powersOfThree = sync.OnceValue(func() (list []*big.Int) {
	three := big.NewInt(3)
	for n := big.NewInt(1); n.BitLen() <= 64*wideWords; n = new(big.Int).Mul(n, three) {
		list = append(list, n)
	}
	return list
})

// powersOf returns the powers of a number up to an exponent.
func powersOf(of uint64, most int) []wideInt {
	list := make([]wideInt, most+1)
	list[0] = wideInt{1}
	for k := range most {
		list[k+1] = product(&list[k], &wideInt{of})
	}
	return list
}

// maxDice is the most dice of a roll: 12, and 8 modifiers of 6.
const maxDice = 60

// binomials returns the binomial coefficients up to maxDice.
var binomials = sync.OnceValue(func() [][]wideInt {
	rows := make([][]wideInt, maxDice+1)
	for i := range rows {
		rows[i] = make([]wideInt, i+1)
		rows[i][0], rows[i][i] = wideInt{1}, wideInt{1}
		for k := 1; k < i; k++ {
			rows[i][k] = wideInt{rows[i-1][k-1][0] + rows[i-1][k][0]}
		}
	}
	return rows
})

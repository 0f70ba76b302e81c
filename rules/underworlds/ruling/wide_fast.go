package ruling

import (
	"encoding/binary"
	"math/big"
	"math/bits"
	"slices"
	"sync"
)

// wideInt is a whole number of up to 384 bits, least word first. The weights of a
// roll of the contract, whose 67 dice at most have 6^67 outcomes, take half of it,
// and those of two rolls together all of it: nothing runs over.
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

// less is the difference to a number that is not greater.
func (w *wideInt) less(n *wideInt) (d wideInt) {
	var borrow uint64
	for i := range w {
		d[i], borrow = bits.Sub64(w[i], n[i], borrow)
	}
	return d
}

// addProduct adds the product of two numbers of half the width.
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

// timesSmall is a number of half the width so many times.
func (w *wideInt) timesSmall(n uint64) (p wideInt) {
	h0, l0 := bits.Mul64(n, w[0])
	h1, l1 := bits.Mul64(n, w[1])
	var c uint64
	p[0] = l0
	p[1], c = bits.Add64(l1, h0, 0)
	p[2] = n*w[2] + h1 + c
	return p
}

// product is the product of two numbers of half the width.
func product(a, b *wideInt) (p wideInt) {
	p.addProduct(a, b)
	return p
}

// big is the number as package math/big knows it.
func (w *wideInt) big() *big.Int {
	var text [8 * wideWords]byte
	for i, word := range w {
		binary.LittleEndian.PutUint64(text[8*i:], word)
	}
	slices.Reverse(text[:])
	return new(big.Int).SetBytes(text[:])
}

// powerOfSix is a power of six by its exponent: of how many outcomes dice have.
type powerOfSix int

// fraction is a weight over the power, in lowest terms. All that the two can share is
// twos and threes, which are quicker to find than a common divisor.
func (s powerOfSix) fraction(w wideInt) *big.Rat {
	if w == (wideInt{}) {
		return new(big.Rat)
	}
	twos, threes := w.halve(int(s)), 0
	for threes < int(s) {
		third, rest := w.third()
		if rest > 0 {
			break
		}
		w = third
		threes++
	}
	p := big.NewRat(1, 2) // whose parts can be set
	p.Num().Set(w.big())
	p.Denom().Lsh(powersOfThree()[int(s)-threes].big(), uint(int(s)-twos))
	return p
}

// halve divides by two while that goes, but so often at most, and tells how often.
func (w *wideInt) halve(most int) int {
	n := 0
	for n < most && w[0]&1 == 0 {
		k := min(most-n, bits.TrailingZeros64(w[0]), 63)
		for i := range w {
			w[i] >>= k
			if i+1 < wideWords {
				w[i] |= w[i+1] << (64 - k)
			}
		}
		n += k
	}
	return n
}

// third divides by three.
func (w *wideInt) third() (d wideInt, rest uint64) {
	for i := wideWords - 1; i >= 0; i-- {
		d[i], rest = bits.Div64(rest, w[i], 3)
	}
	return d, rest
}

// powersOfThree returns the powers of three up to the most dice of two rolls, made once.
var powersOfThree = sync.OnceValue(func() []wideInt {
	list := make([]wideInt, 2*(maxDice+maxRerolled)+1)
	list[0] = wideInt{1}
	for k := range len(list) - 1 {
		double := list[k]
		double.add(&list[k])
		double.add(&list[k])
		list[k+1] = double
	}
	return list
})

// powersOf returns the powersOf of a number up to one.
func powersOf(of uint64, most int) []wideInt {
	list := make([]wideInt, most+1)
	list[0] = wideInt{1}
	for k := range most {
		list[k+1] = product(&list[k], &wideInt{of})
	}
	return list
}

// The most dice of a roll: 12, and 8 modifiers of 6; and the most failures that are
// thrown again: 6, and one more against a staggered target.
const (
	maxDice     = 60
	maxRerolled = 7
)

// binomials returns the binomials up to maxDice, made once.
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

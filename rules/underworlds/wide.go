package underworlds

import (
	"encoding/binary"
	"math/big"
	"math/bits"
	"slices"
	"sync"
)

// wide is a whole number of up to 384 bits, least word first. The weights of a
// roll of the contract, whose 67 dice at most have 6^67 outcomes, take half of it,
// and those of two rolls together all of it: nothing runs over.
type wide [wideWords]uint64

const (
	wideWords = 6
	narrow    = wideWords / 2 // words of the factors of a product
)

// add adds a number.
func (w *wide) add(n *wide) {
	var carry uint64
	for i := range w {
		w[i], carry = bits.Add64(w[i], n[i], carry)
	}
}

// less is the difference to a number that is not greater.
func (w *wide) less(n *wide) (d wide) {
	var borrow uint64
	for i := range w {
		d[i], borrow = bits.Sub64(w[i], n[i], borrow)
	}
	return d
}

// addProduct adds the product of two numbers of half the width.
func (w *wide) addProduct(a, b *wide) {
	for i, x := range a[:narrow] {
		if x == 0 {
			continue
		}
		var carry, c uint64
		for j, y := range b[:narrow] {
			hi, lo := bits.Mul64(x, y)
			lo, c = bits.Add64(lo, carry, 0)
			hi += c
			w[i+j], c = bits.Add64(w[i+j], lo, 0)
			carry = hi + c
		}
		for k := i + narrow; carry != 0 && k < wideWords; k++ {
			w[k], carry = bits.Add64(w[k], carry, 0)
		}
	}
}

// times is the product of two numbers of half the width.
func times(a, b *wide) (p wide) {
	p.addProduct(a, b)
	return p
}

// big is the number as package math/big knows it.
func (w *wide) big() *big.Int {
	var text [8 * wideWords]byte
	for i, word := range w {
		binary.LittleEndian.PutUint64(text[8*i:], word)
	}
	slices.Reverse(text[:])
	return new(big.Int).SetBytes(text[:])
}

// powers returns the powers of a number up to one.
func powers(of uint64, most int) []wide {
	list := make([]wide, most+1)
	list[0] = wide{1}
	for k := range most {
		list[k+1] = times(&list[k], &wide{of})
	}
	return list
}

// mostDice is the most dice of a roll: 12, and 8 modifiers of 6.
const mostDice = 60

// pascal returns the binomials up to mostDice, made once.
var pascal = sync.OnceValue(func() [][]wide {
	rows := make([][]wide, mostDice+1)
	for i := range rows {
		rows[i] = make([]wide, i+1)
		rows[i][0], rows[i][i] = wide{1}, wide{1}
		for k := 1; k < i; k++ {
			rows[i][k] = wide{rows[i-1][k-1][0] + rows[i-1][k][0]}
		}
	}
	return rows
})

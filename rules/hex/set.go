package hex

import "math/bits"

// MaxCells is the number of cells that a Grid, and so a Set, can hold.
const MaxCells = 448

// A Set is a set of cells of one Grid, by number. The zero value is empty.
type Set [MaxCells / 64]uint64

// Add adds cell i.
func (s *Set) Add(i int) { s[i>>6] |= 1 << (i & 63) }

// Remove removes cell i.
func (s *Set) Remove(i int) { s[i>>6] &^= 1 << (i & 63) }

// Has reports whether cell i is in the set.
func (s *Set) Has(i int) bool { return s[i>>6]>>(i&63)&1 != 0 }

// Empty reports whether the set has no cells.
func (s *Set) Empty() bool { return *s == Set{} }

// Len returns the number of cells.
func (s *Set) Len() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// Nth returns cell n of the set in ascending order, from 0, or None.
func (s *Set) Nth(n int) int {
	for k, w := range s {
		if here := bits.OnesCount64(w); n >= here {
			n -= here
			continue
		}
		for ; n > 0; n-- {
			w &= w - 1
		}
		return k<<6 + bits.TrailingZeros64(w)
	}
	return None
}

// And returns the cells in both sets.
func (s Set) And(t Set) Set {
	for k := range s {
		s[k] &= t[k]
	}
	return s
}

// Or returns the cells in either set.
func (s Set) Or(t Set) Set {
	for k := range s {
		s[k] |= t[k]
	}
	return s
}

// Without returns the cells of s that are not in t.
func (s Set) Without(t Set) Set {
	for k := range s {
		s[k] &^= t[k]
	}
	return s
}

// All calls yield with each cell in ascending order, for range loops.
func (s *Set) All(yield func(i int) bool) {
	for k, w := range s {
		for ; w != 0; w &= w - 1 {
			if !yield(k<<6 + bits.TrailingZeros64(w)) {
				return
			}
		}
	}
}

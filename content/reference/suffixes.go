package reference

import "sync"

// suffixes returns where the suffixes of a text begin, in alphabetical order: those that
// begin at a valley (a letter smaller than the one before and not larger than those that
// follow) are sorted first, by themselves once more where letters do not tell them apart,
// and the order of all others follows from theirs (Nong, Zhang and Chan, 2009: SA-IS).
// Letters are 0 to upper. The result lies in the room, as long as that holds what it holds.
func suffixes[L byte | int32](text []L, upper int, room *room) []int32 {
	n := len(text)
	order := room.take(n)
	if n < 2 {
		return order
	}
	used := room.used
	defer func() { room.used = used }()
	// Suffixes with the same first letter stand together, first those that are larger than
	// the next suffix (they fall), then those that are smaller (they rise).
	counts := room.take(2*upper + 2) // of each letter those that fall, then those that rise
	all := room.take(n/2 + 1)        // valleys, the last one first
	rises, many := int32(0), 0
	counts[2*int32(text[n-1])]++
	for i := n - 2; i >= 0; i-- {
		// What rises can hardly be foreseen, so it is reckoned rather than branched to: 1 when the letter is
		// smaller than the next, or the same and the next rises.
		was := rises
		rises = int32(uint32(2*(int32(text[i])-int32(text[i+1]))-was) >> 31)
		counts[2*int32(text[i])+rises]++
		all[many] = int32(i + 1)
		many += int(was &^ rises)
	}
	valleys := all[:many]
	falling, rising := room.take(upper+2), room.take(upper+2) // where those of each letter begin
	sum := int32(0)
	for c := range upper + 1 {
		falling[c], rising[c] = sum, sum+counts[2*c]
		sum = rising[c] + counts[2*c+1]
	}
	falling[upper+1], rising[upper+1] = sum, sum
	next := counts[:upper+2] // no longer needed
	induce := func(valleys, sorted []int32) {
		copy(next, rising)
		for _, v := range valleys {
			order[next[text[v]]] = v
			next[text[v]]++
		}
		copy(next, falling)
		induceFalling(text, order, next)
		copy(next, falling[1:])
		induceRising(text, order, next, rising, sorted)
	}
	if len(valleys) == 0 {
		induce(nil, nil)
		return order
	}
	sorted := room.take(len(valleys))
	induce(valleys, sorted)
	if names, most := nameStretches(text, valleys, sorted, room); int(most) < len(valleys)-1 {
		for i, at := range suffixes(names, int(most), room) {
			sorted[i] = valleys[len(valleys)-1-int(at)]
		}
	}
	clear(order)
	induce(sorted, nil)
	return order
}

// nameStretches numbers the stretches from each valley to the next with the letters they end at, in their order, which
// sorted tells: equal ones alike, most is the last number. They are named from left to right.
func nameStretches[L byte | int32](text []L, valleys, sorted []int32, room *room) (names []int32, most int32) {
	names = room.take(len(valleys))
	at := room.take(len(text)/2 + 1) // of each valley, by half of where it is as no two are neighbours: how long it is, then its name
	end := int32(len(text))          // which no letter is at: the last stretch is like no other
	for _, v := range valleys {
		at[v>>1] = end + 1 - v
		end = v
	}
	before, long := sorted[0], at[sorted[0]>>1]
	at[before>>1] = 0
	for _, v := range sorted[1:] {
		length := at[v>>1]
		if length != long || int(max(v, before)+length) > len(text) || !alike(text[v:v+length], text[before:before+length]) {
			most++
		}
		at[v>>1] = most
		before, long = v, length
	}
	for i, v := range valleys {
		names[len(valleys)-1-i] = at[v>>1]
	}
	return names, most
}

func alike[L byte | int32](a, b []L) bool {
	for i, c := range a {
		if b[i] != c {
			return false
		}
	}
	return true
}

// induceFalling places the suffixes that fall, from left to right: each before which one
// falls that is placed already leads to that. What is to be looked at once more has its
// bits turned, so that where it leads is found out while its letters are at hand. next is
// where each letter's begin.
func induceFalling[L byte | int32](text []L, order, next []int32) {
	v := int32(len(text) - 1)
	c := text[v]
	if order[next[c]] = v; text[v-1] < c {
		order[next[c]] = ^v
	}
	next[c]++
	for i := range order {
		v := order[i]
		if v <= 0 {
			if v < 0 {
				order[i] = ^v
			}
			continue
		}
		order[i] = ^v
		v--
		c := text[v]
		at := next[c]
		next[c] = at + 1
		if v == 0 || text[v-1] < c {
			v = ^v
		}
		order[at] = v
	}
}

// induceRising places the suffixes that rise, from right to left, likewise. next is where
// each letter's end, rising where those begin that rise; sorted takes the valleys in their
// order, if it is given.
func induceRising[L byte | int32](text []L, order, next, rising, sorted []int32) {
	free := len(sorted)
	for i := len(order) - 1; i >= 0; i-- {
		v := order[i]
		if v <= 0 {
			if v < 0 {
				v = ^v
				order[i] = v
				if sorted != nil && v > 0 && int32(i) >= rising[text[v]] {
					free--
					sorted[free] = v
				}
			}
			continue
		}
		v--
		c := text[v]
		at := next[c] - 1
		next[c] = at
		if v == 0 || text[v-1] > c {
			v = ^v
		}
		order[at] = v
	}
}

// A room is numbers that are taken one behind the other, and given back all at once.
type room struct {
	numbers []int32
	used    int
}

// rooms are used by one text after the other while a site is made.
var rooms = sync.Pool{New: func() any { return &room{} }}

// take returns n zeros.
func (r *room) take(n int) []int32 {
	if r.used+n > len(r.numbers) {
		r.numbers, r.used = make([]int32, max(4*n, 2*len(r.numbers))), 0 // who has the old ones keeps them
	}
	r.used += n
	taken := r.numbers[r.used-n : r.used : r.used]
	clear(taken)
	return taken
}

package reference

// suffixes returns where the suffixes of a text begin, in alphabetical order: those that
// begin at a valley (a letter smaller than the one before and not larger than those that
// follow) are sorted first, by themselves once more where letters do not tell them apart,
// and the order of all others follows from theirs (Nong, Zhang and Chan, 2009: SA-IS).
// Letters are 0 to upper.
func suffixes[L byte | int32](text []L, upper int) []int32 {
	n := len(text)
	order := make([]int32, n)
	if n < 2 {
		return order
	}
	// Suffixes with the same first letter stand together, first those that are larger than
	// the next suffix (they fall), then those that are smaller (they rise).
	falling, rising := make([]int32, upper+2), make([]int32, upper+2) // where those of each letter begin
	var valleys []int32                                               // the last one first
	rises := false
	falling[text[n-1]]++
	for i := n - 2; i >= 0; i-- {
		was := rises
		if rises = text[i] < text[i+1] || text[i] == text[i+1] && rises; rises {
			rising[text[i]]++
		} else {
			falling[text[i]]++
			if was {
				valleys = append(valleys, int32(i+1))
			}
		}
	}
	sum := int32(0)
	for c := range upper + 1 {
		sum, falling[c] = sum+falling[c], sum
		sum, rising[c] = sum+rising[c], sum
	}
	falling[upper+1], rising[upper+1] = sum, sum
	next := make([]int32, upper+2)
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
	sorted := make([]int32, len(valleys))
	induce(valleys, sorted)
	number := make([]int32, n/2+1) // of each valley from right to left, by half of where it is: no two are neighbours
	for i, v := range valleys {
		number[v>>1] = int32(i)
	}
	end := func(number int32) int32 { // of the stretch from a valley to the next
		if number > 0 {
			return valleys[number-1]
		}
		return int32(n)
	}
	names := make([]int32, len(valleys)) // from left to right; equal stretches have equal names
	name, last := int32(0), len(valleys)-1
	for i, v := range sorted {
		at := number[v>>1]
		if i > 0 {
			before := number[sorted[i-1]>>1]
			if !alikeStretch(text, sorted[i-1], end(before), v, end(at)) {
				name++
			}
		}
		names[last-int(at)] = name
	}
	if int(name) < last {
		for i, at := range suffixes(names, int(name)) {
			sorted[i] = valleys[last-int(at)]
		}
	}
	clear(order)
	induce(sorted, nil)
	return order
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

// alikeStretch tells whether two stretches are the same, with the letters they end at.
func alikeStretch[L byte | int32](text []L, a, endA, b, endB int32) bool {
	if endA-a != endB-b || int(endA) == len(text) || int(endB) == len(text) {
		return false
	}
	for ; a <= endA; a, b = a+1, b+1 {
		if text[a] != text[b] {
			return false
		}
	}
	return true
}

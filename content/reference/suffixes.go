package reference

// suffixes returns where the suffixes of a text begin, in alphabetical order: those that
// begin at a valley (a letter smaller than the one before and not larger than those that
// follow) are sorted first, by themselves once more where letters do not tell them apart,
// and the order of all others follows from theirs (Nong, Zhang and Chan, 2009: SA-IS).
// Letters are 0 to upper.
func suffixes[L byte | int32](text []L, upper int) []int32 {
	n := len(text)
	if n == 0 {
		return nil
	}
	rises := make([]bool, n) // the suffix is smaller than the next
	for i := n - 2; i >= 0; i-- {
		rises[i] = text[i] < text[i+1] || text[i] == text[i+1] && rises[i+1]
	}
	falling, rising := make([]int32, upper+2), make([]int32, upper+2) // where those of each letter begin
	for i, c := range text {
		if rises[i] {
			falling[c+1]++
		} else {
			rising[c]++
		}
	}
	for c := range upper + 1 {
		rising[c] += falling[c]
		falling[c+1] += rising[c]
	}
	order, next := make([]int32, n), make([]int32, upper+2)
	induce := func(valleys []int32) {
		for i := range order {
			order[i] = -1
		}
		copy(next, rising)
		for _, v := range valleys {
			order[next[text[v]]] = v
			next[text[v]]++
		}
		copy(next, falling)
		order[next[text[n-1]]] = int32(n - 1)
		next[text[n-1]]++
		for i := range order {
			if v := order[i] - 1; v >= 0 && !rises[v] {
				order[next[text[v]]] = v
				next[text[v]]++
			}
		}
		copy(next, falling)
		for i := n - 1; i >= 0; i-- {
			if v := order[i] - 1; v >= 0 && rises[v] {
				next[text[v]+1]--
				order[next[text[v]+1]] = v
			}
		}
	}
	var valleys []int32
	number := make([]int32, n) // of each valley, from 1 on
	for i := 1; i < n; i++ {
		if rises[i] && !rises[i-1] {
			valleys = append(valleys, int32(i))
			number[i] = int32(len(valleys))
		}
	}
	induce(valleys)
	if len(valleys) == 0 {
		return order
	}
	sorted := make([]int32, 0, len(valleys))
	for _, v := range order {
		if number[v] > 0 {
			sorted = append(sorted, v)
		}
	}
	end := func(v int32) int32 { // of the stretch from a valley to the next
		if at := number[v]; int(at) < len(valleys) {
			return valleys[at]
		}
		return int32(n)
	}
	names := make([]int32, len(valleys)) // equal stretches have equal names
	name := int32(0)
	for i := 1; i < len(sorted); i++ {
		if !alikeStretch(text, sorted[i-1], end(sorted[i-1]), sorted[i], end(sorted[i])) {
			name++
		}
		names[number[sorted[i]]-1] = name
	}
	for i, at := range suffixes(names, int(name)) {
		sorted[i] = valleys[at]
	}
	induce(sorted)
	return order
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

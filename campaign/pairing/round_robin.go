package pairing

// RoundRobin returns rounds in which each of n players meets every other once, by the circle
// method: the first player stays and the others rotate. With an odd number each has one
// bye. Seats alternate, so that nobody is A much more often than B. Laps after the first
// repeat the rounds with seats exchanged.
func RoundRobin(n, laps int) [][]Pair {
	if n < 2 {
		return nil
	}
	size := n + n%2
	circle := make([]int, size)
	for i := range circle {
		circle[i] = i
	}
	if n%2 == 1 {
		circle[size-1] = Nobody
	}
	var rounds [][]Pair
	for lap := range laps {
		for r := range size - 1 {
			var round []Pair
			for i := range size / 2 {
				a, b := circle[i], circle[size-1-i]
				if (i == 0 && r%2 == 1) || (i > 0 && i%2 == 1) {
					a, b = b, a
				}
				if lap%2 == 1 {
					a, b = b, a
				}
				if a == Nobody {
					a, b = b, a
				}
				round = append(round, Pair{A: a, B: b})
			}
			rounds = append(rounds, round)
			last := circle[size-1]
			copy(circle[2:], circle[1:size-1])
			circle[1] = last
		}
	}
	return rounds
}

// Groups divides n players, strongest first, into groups of equal strength: forwards through
// the groups and backwards in turn.
func Groups(n, groups int) [][]int {
	if groups < 1 {
		return nil
	}
	dealt := make([][]int, groups)
	for i := range n {
		g := i % (2 * groups)
		if g >= groups {
			g = 2*groups - 1 - g
		}
		dealt[g] = append(dealt[g], i)
	}
	return dealt
}

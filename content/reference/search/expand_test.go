package search

import "testing"

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b  string
		limit int
		want  int
	}{
		{"charge", "charge", 2, 0}, {"chrage", "charge", 1, 1}, {"morral", "moral", 1, 1}, {"attque", "attaque", 1, 1},
		{"tir", "rit", 2, 2}, {"tir", "tirailleur", 2, 3}, {"abc", "xyz", 1, 2},
	} {
		if got := editDistance(c.a, c.b, c.limit); got != c.want {
			t.Errorf("%s to %s within %d: got %d, want %d", c.a, c.b, c.limit, got, c.want)
		}
	}
}

package reference_test

import (
	"bytes"
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"oriflamme/content/reference"
)

// Suffixes are sorted as comparing them sorts them, in texts of few letters as well, where they are long alike.
func TestSuffixes(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	for n := range 400 {
		text := make([]byte, n%97)
		for i := range text {
			text[i] = byte(dice.IntN(1 + n%5))
		}
		if n%3 == 0 {
			text = bytes.Repeat(text, 3)
		}
		want := make([]int32, len(text))
		for i := range want {
			want[i] = int32(i)
		}
		slices.SortFunc(want, func(a, b int32) int { return cmp.Or(bytes.Compare(text[a:], text[b:]), int(b-a)) })
		if got := reference.Suffixes(text); !slices.Equal(got, want) {
			t.Fatalf("suffixes of %v: got %v, want %v", text, got, want)
		}
	}
}

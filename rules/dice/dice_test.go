package dice_test

import (
	"errors"
	"slices"
	"testing"

	"oriflamme/rules/dice"
)

// TestSeededIsStable pins the faces of a seed, because records of battles with the
// program's dice are verified by rolling them again.
func TestSeededIsStable(t *testing.T) {
	got, err := dice.Seeded("oriflamme").Roll(dice.Roll{N: 12, Sides: 6})
	if err != nil {
		t.Fatal(err)
	}
	if want := []int{1, 2, 3, 2, 6, 4, 4, 4, 2, 6, 3, 1}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestSeededIsFair(t *testing.T) {
	const n = 60_000
	faces, _ := dice.Seeded("fair").Roll(dice.Roll{N: n, Sides: 6})
	count := map[int]int{}
	for _, f := range faces {
		count[f]++
	}
	for f := 1; f <= 6; f++ {
		if d := count[f] - n/6; d < -500 || d > 500 {
			t.Errorf("face %d came %d times of %d", f, count[f], n)
		}
	}
}

func TestTape(t *testing.T) {
	tape := dice.NewTape(3, 4, 5)
	if got, err := tape.Roll(dice.Roll{Why: "hit", N: 2, Sides: 6}); err != nil || !slices.Equal(got, []int{3, 4}) {
		t.Fatalf("got %v, %v", got, err)
	}
	_, err := tape.Roll(dice.Roll{Why: "save", N: 3, Sides: 6})
	var need *dice.MissingError
	if !errors.As(err, &need) || need.Roll.Why != "save" || !slices.Equal(need.Present, []int{5}) {
		t.Errorf("short tape: got %v", err)
	}
	if tape.Left() != 1 {
		t.Errorf("a roll that is not settled must use nothing: %d left", tape.Left())
	}
	_, err = dice.NewTape(1, 7).Roll(dice.Roll{N: 2, Sides: 6})
	var bad *dice.FaceError
	if !errors.As(err, &bad) || bad.Index != 1 || bad.Face != 7 {
		t.Errorf("impossible face: got %v", err)
	}
}

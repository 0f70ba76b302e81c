package warmachine

import (
	"math/rand/v2"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
)

// TestMemoryOfSight plays sampled battles and compares the cached lines of sight with newly
// computed ones, after every command and for random pairs.
func TestMemoryOfSight(t *testing.T) {
	list, names := rulestest.Setups(t, "board-")
	seen := 0
	for n, s := range list {
		begun, err := begin(s)
		rulestest.Must(t, err)
		b, rng, src := rules.Remembering(begun).(*Battle), rand.New(rand.NewPCG(uint64(n), 3)), dice.Seeded(names[n])
		choose := rules.ChooseRandom(rng.IntN)
		anyone := func() modelRef {
			i := rng.IntN(len(b.info))
			return modelRef{i, rng.IntN(b.info[i].size)}
		}
		for range 400 {
			c := b.Sample(rng.IntN)
			if c == nil {
				break
			}
			_, err := rules.PlayInPlace(b, c, src, choose)
			rulestest.Must(t, err)
			for range 25 {
				a, o := anyone(), anyone()
				if a == o || !b.modelInPlay(a) || !b.modelInPlay(o) || !b.s.Units[a.unit].Placed || !b.s.Units[o.unit].Placed {
					continue
				}
				b.recording = true
				got := b.sees(a, o)
				b.recording = false
				if want := b.lineOfSight(a, o); got != want {
					t.Fatalf("%s, after %+v: %s remembers seeing %s %v, and it is %v", names[n], c, b.id(a), b.id(o), got, want)
				}
				seen++
			}
		}
	}
	if seen < 5000 {
		t.Errorf("only %d pairs were looked at", seen)
	}
}

package warmaster

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/oblong"
	"oriflamme/rules/rulestest"
)

// TestNoStandsOverlap plays battles of bots on boards. After every step everyone
// stands wholly on the table, no stand overlaps another, and who touches an
// enemy fights.
func TestNoStandsOverlap(t *testing.T) {
	list, names := rulestest.Setups(t, "board")
	const battles = 9
	for n := range battles {
		s := list[n%len(list)]
		name := fmt.Sprintf("%s %d", names[n%len(list)], n)
		begun, err := begin(s)
		if err != nil {
			t.Fatal(err)
		}
		b := rules.Battle(begun)
		src, rng := dice.Seeded(name), rand.New(rand.NewPCG(uint64(n), 11))
		pair := []rules.Bot{bots[1], bots[1-n/3%2]} // greedy against greedy, or against random
		choose := func(q *rules.Question) (int, error) { return rng.IntN(len(q.Options)), nil }
		for step := 0; !t.Failed(); step++ {
			c := rules.Choose(b, pair, rng.IntN)
			if c == nil {
				break
			}
			if _, err := rules.PlayOn(b, c, src, choose); err != nil {
				t.Fatalf("%s, step %d: %v", name, step, err)
			}
			for _, wrong := range b.(*Battle).disorder() {
				t.Errorf("%s, step %d, %s: %s", name, step, c.Kind(), wrong)
			}
		}
	}
}

// TestDisorderIsSeen puts units where they may not be.
func TestDisorderIsSeen(t *testing.T) {
	d := draw(t, "", drawn{"A", 0, "infantry", "", 100, 40, north, "line", 3}, drawn{"e", 1, "infantry", "", 100, 60, south, "line", 3})
	d.is("at the start", d.b.disorder(), "[]")
	a, e := d.b.find("A"), d.b.find("e")
	d.b.put(e, shifted(d.b.s.Pieces[a].Spots, oblong.Point{X: 0, Y: 150}))
	d.is("stands on each other", len(d.b.disorder()), 3)
	d.b.put(e, shifted(d.b.s.Pieces[a].Spots, oblong.Point{X: 0, Y: 200}))
	d.is("enemies that touch", d.b.disorder(), "[]")
	d.b.dropContacts(e)
	d.is("and do not fight", len(d.b.disorder()) > 0, true)
	d.b.put(e, shifted(d.b.s.Pieces[a].Spots, oblong.Point{X: 75 * scale, Y: 0}))
	d.is("off the table", len(d.b.disorder()), 1)
}

// disorder is what is wrong with where everybody stands.
func (b *Battle) disorder() (all []string) {
	for i := range b.cards {
		if !b.here(i) {
			continue
		}
		if n := len(b.s.Pieces[i].blocks); n != max(b.s.Pieces[i].Stands, 1) {
			all = append(all, fmt.Sprintf("%s has %d places for %d stands", b.id(i), n, b.s.Pieces[i].Stands))
		}
		for k, r := range b.s.Pieces[i].blocks {
			if !b.ground.onTable(r) {
				all = append(all, fmt.Sprintf("%s is off the table: %v", b.id(i), r.Centre))
			}
			if !b.cards[i].officer() {
				all = append(all, b.crushed(i, k, r)...)
			}
		}
	}
	return all
}

// crushed tells of the stands on which a stand of a unit lies, and of enemies
// that it touches without fighting.
func (b *Battle) crushed(i, stand int, r oblong.Block) (all []string) {
	for j := range b.cards[:i+1] {
		if b.cards[j].officer() || !b.here(j) {
			continue
		}
		for k, s := range b.s.Pieces[j].blocks {
			if j == i && k >= stand {
				break
			}
			switch how := r.Lies(s); {
			case how == oblong.Overlap:
				all = append(all, fmt.Sprintf("%s and %s overlap", b.id(i), b.id(j)))
			case how == oblong.Touch && b.cards[i].seat != b.cards[j].seat && !b.engaged(i):
				all = append(all, fmt.Sprintf("%s touches %s and does not fight", b.id(i), b.id(j)))
			}
		}
	}
	return all
}

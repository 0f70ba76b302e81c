package warmaster

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rect"
	"oriflamme/rules/rulestest"
)

// TestNoStandsOverlap plays battles of bots on boards. After every step every stand is
// wholly on the table, no stand overlaps another, and every unit that touches an enemy
// fights.
func TestNoStandsOverlap(t *testing.T) {
	list, names := rulestest.Setups(t, "board")
	const battles = 9
	for n := range battles {
		s := list[n%len(list)]
		name := fmt.Sprintf("%s %d", names[n%len(list)], n)
		started, err := begin(s)
		rulestest.Must(t, err)
		b := rules.Battle(started)
		src, rng := dice.Seeded(name), rand.New(rand.NewPCG(uint64(n), 11))
		pair := []rules.Bot{bots[1], bots[1-n/3%2]} // greedy against greedy, or against random
		choose := rules.ChooseRandom(rng.IntN)
		for step := 0; !t.Failed(); step++ {
			c := rules.Choose(b, pair, rng.IntN)
			if c == nil {
				break
			}
			if _, err := rules.PlayInPlace(b, c, src, choose); err != nil {
				t.Fatalf("%s, step %d: %v", name, step, err)
			}
			for _, wrong := range b.(*Battle).placementErrors() {
				t.Errorf("%s, step %d, %s: %s", name, step, c.Kind(), wrong)
			}
		}
	}
}

// TestPlacementErrorsAreFound puts units where they must not be and expects the errors.
func TestPlacementErrorsAreFound(t *testing.T) {
	d := newDiagram(t, "", diagramUnit{"A", 0, "infantry", "", 100, 40, north, "line", 3}, diagramUnit{"e", 1, "infantry", "", 100, 60, south, "line", 3})
	d.equal("at the start", d.b.placementErrors(), "[]")
	a, e := d.b.find("A"), d.b.find("e")
	d.b.setStands(e, moveSpots(d.b.s.Units[a].Spots, rect.Point{X: 0, Y: 150}))
	d.equal("stands on each other", len(d.b.placementErrors()), 3)
	d.b.setStands(e, moveSpots(d.b.s.Units[a].Spots, rect.Point{X: 0, Y: 200}))
	d.equal("enemies that touch", d.b.placementErrors(), "[]")
	d.b.dropContacts(e)
	d.equal("and do not fight", len(d.b.placementErrors()) > 0, true)
	d.b.setStands(e, moveSpots(d.b.s.Units[a].Spots, rect.Point{X: 75 * boardUnitsPerCM, Y: 0}))
	d.equal("off the table", len(d.b.placementErrors()), 1)
}

// placementErrors lists what is wrong with where the units are.
func (b *Battle) placementErrors() (all []string) {
	for i := range b.info {
		if !b.inPlay(i) {
			continue
		}
		if n := len(b.s.Units[i].blocks); n != max(b.s.Units[i].Stands, 1) {
			all = append(all, fmt.Sprintf("%s has %d places for %d stands", b.id(i), n, b.s.Units[i].Stands))
		}
		for k, r := range b.s.Units[i].blocks {
			if !b.ground.onTable(r) {
				all = append(all, fmt.Sprintf("%s is off the table: %v", b.id(i), r.Centre))
			}
			if !b.info[i].isCharacter() {
				all = append(all, b.overlapErrors(i, k, r)...)
			}
		}
	}
	return all
}

// overlapErrors lists the stands that a stand of a unit overlaps, and the enemies that it
// touches without fighting.
func (b *Battle) overlapErrors(i, stand int, r rect.Block) (all []string) {
	for j := range b.info[:i+1] {
		if b.info[j].isCharacter() || !b.inPlay(j) {
			continue
		}
		for k, s := range b.s.Units[j].blocks {
			if j == i && k >= stand {
				break
			}
			switch how := r.RelationTo(s); {
			case how == rect.Overlap:
				all = append(all, fmt.Sprintf("%s and %s overlap", b.id(i), b.id(j)))
			case how == rect.Touch && b.info[i].seat != b.info[j].seat && !b.engaged(i):
				all = append(all, fmt.Sprintf("%s touches %s and does not fight", b.id(i), b.id(j)))
			}
		}
	}
	return all
}

package warmachine

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warmachine/ruling"
)

// TestSymmetry plays battles on boards and beside each the same battle with the table turned by
// half a circle: the same commands, dice and answers, at the turned places. After every step
// the two states must be each other's image, whichever edge an army came from. Free-for-alls
// are left out: their corners go by the order of turns.
func TestSymmetry(t *testing.T) {
	var list []rules.Setup
	var names []string
	for _, prefix := range []string{"board-25", "board-35", "board-book", "board-teams"} {
		some, called := rulestest.Setups(t, prefix)
		list, names = append(list, some...), append(names, called...)
	}
	first, battles := rulestest.LawBattles(t, 24)
	steps, edges := 0, map[string]int{}
	for n := first; n < first+battles; n++ {
		setup := list[n%len(list)]
		turned := turnedSetup(t, setup)
		b, image := rulestest.Begin(t, Game, setup).(*Battle), rulestest.Begin(t, Game, turned).(*Battle)
		seed := fmt.Sprint("symmetry ", n)
		pick := rand.New(rand.NewChaCha8(sha256.Sum256([]byte(seed)))).IntN
		src := dice.Seeded(seed)
		seats := make([]rules.Bot, len(setup.Rosters))
		for k := range seats {
			seats[k] = Game.Bots[(n/len(list)+k)%2]
		}
		for c := rules.Choose(b, seats, pick); c != nil; c = rules.Choose(b, seats, pick) {
			var asked []*rules.Question
			choose := func(q *rules.Question) (rules.Reply, error) {
				asked = append(asked, q)
				return rules.ChooseRandom(pick)(q)
			}
			after, step, err := rules.Play(b, c, src, choose)
			rulestest.Must(t, err)
			turnedCommand, replies := b.turnStep(t, step, asked)
			other, _, err := rules.Play(image, turnedCommand, dice.NewTape(rules.Faces(step.Dice)...), rules.ChooseFrom(replies))
			raw, _ := rules.EncodeCommand(c)
			if err != nil {
				t.Fatalf("%s, %s, step %d: the image of %s: %v", names[n%len(list)], seed, steps, raw, err)
			}
			b, image = after.(*Battle), other.(*Battle)
			if err := imageOf(b, image); err != nil {
				t.Fatalf("%s, %s, step %d, after %s: %v", names[n%len(list)], seed, steps, raw, err)
			}
			steps++
		}
		edges[b.s.Edge]++
	}
	t.Logf("%d steps, first players from %v", steps, edges)
	if battles >= 24 && (edges["north"] == 0 || edges["south"] == 0 || edges["east"] == 0 || edges["west"] == 0) {
		t.Errorf("first players from %v only", edges)
	}
}

// turn returns the image of a point on the table.
func (b *Battle) turn(p ruling.Point) ruling.Point {
	return ruling.Point{X: b.Width - p.X, Y: b.Depth - p.Y}
}

// turnedSetup turns the terrain of a setup; the zones of scenarios are not turned.
func turnedSetup(t *testing.T, s rules.Setup) rules.Setup {
	var f Field
	rulestest.Must(t, rules.Decode(s.Field, &f))
	table := rulestest.Begin(t, Game, s).(*Battle)
	for i := range f.Terrain {
		for k, p := range f.Terrain[i].Polygon {
			f.Terrain[i].Polygon[k] = table.turn(p)
		}
	}
	raw, err := json.Marshal(f)
	rulestest.Must(t, err)
	var members map[string]json.RawMessage
	rulestest.Must(t, json.Unmarshal(raw, &members))
	var given map[string]json.RawMessage
	rulestest.Must(t, json.Unmarshal(s.Field, &given))
	if given["terrain"] != nil {
		given["terrain"] = members["terrain"]
	}
	s.Field, err = json.Marshal(given)
	rulestest.Must(t, err)
	return s
}

// turnStep returns the image of a command and of the answers to its questions.
func (b *Battle) turnStep(t *testing.T, s rules.Step, asked []*rules.Question) (rules.Command, []rules.Reply) {
	facing := func(d *rules.Dec) *rules.Dec {
		if d == nil {
			return nil
		}
		over := (*d + 180*rules.One) % (360 * rules.One)
		return &over
	}
	place := func(p *ruling.Point) *ruling.Point {
		if p == nil {
			return nil
		}
		q := b.turn(*p)
		return &q
	}
	c := s.Command
	switch d := c.(type) {
	case Deploy:
		d.At, d.Facing = place(d.At), facing(d.Facing)
		c = d
	case Move:
		way := make([]ruling.Point, len(d.Path))
		for n, p := range d.Path {
			way[n] = b.turn(p)
		}
		d.Path, d.Facing = way, facing(d.Facing)
		c = d
	case PowerAttack:
		d.To = place(d.To)
		c = d
	case Cast:
		d.To, d.Facing = place(d.To), facing(d.Facing)
		c = d
	}
	replies := append([]rules.Reply(nil), s.Choices...)
	for n, q := range asked[len(asked)-len(replies):] {
		switch {
		case q.Why == "edge":
			replies[n].Option ^= 1 // south, north, east, west
		case replies[n].Value != nil:
			var p ruling.Point
			rulestest.Must(t, json.Unmarshal(replies[n].Value, &p))
			raw, err := b.turn(p).MarshalJSON()
			rulestest.Must(t, err)
			replies[n].Value = raw
		}
	}
	return c, replies
}

// thousandths is how far two places may be from being each other's image: the ends of ways are
// rounded to thousandths of an inch, halves up on both sides, and over a battle this adds up.
const thousandths = 15

// imageOf checks that a state is the image of another.
func imageOf(b, image *Battle) error {
	if b.s.Turn != image.s.Turn || b.s.Phase != image.s.Phase || b.s.Acting != image.s.Acting || b.s.Turns != image.s.Turns || len(b.s.Wrecks) != len(image.s.Wrecks) || len(b.s.Effects) != len(image.s.Effects) {
		return fmt.Errorf("turn %d %s %d, its image %d %s %d", b.s.Turn, b.s.Phase, b.s.Acting, image.s.Turn, image.s.Phase, image.s.Acting)
	}
	for i := range b.info {
		t, o := &b.s.Units[i], &image.s.Units[i]
		if t.Left != o.Left || t.Focus != o.Focus || t.Activated != o.Activated || t.Fleeing != o.Fleeing || t.Feat != o.Feat {
			return fmt.Errorf("%s is %+v, its image %+v", b.info[i].id, t, o)
		}
		for k := range t.Filled {
			if t.Filled[k] != o.Filled[k] {
				return fmt.Errorf("%s has boxes %v filled, its image %v", b.info[i].id, t.Filled, o.Filled)
			}
		}
		for k := range t.Models {
			r := modelRef{i, k}
			m, n := b.model(r), image.model(r)
			if m.Gone != n.Gone || m.Damage != n.Damage || m.Down != n.Down || m.Fire != n.Fire || m.Fleeing != n.Fleeing {
				return fmt.Errorf("%s is %+v, its image %+v", b.id(r), m, n)
			}
			if !t.Placed || m.Gone {
				continue
			}
			off := b.turn(m.at()).Minus(n.at())
			twist := (m.Facing + 180_000 - n.Facing).Whole()
			if twist = min(twist, 360_000-twist); max(off.X, -off.X) > thousandths || max(off.Y, -off.Y) > thousandths || twist > 100 {
				return fmt.Errorf("%s stands at %+v, its image at %+v", b.id(r), m.Spot, n.Spot)
			}
		}
	}
	return nil
}

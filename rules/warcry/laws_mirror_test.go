package warcry

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
)

// A reflection is another way to look at a battle: the field turned by half a turn, or the seats
// swapped.
type reflection struct {
	name    string
	turned  bool // the field
	swapped bool // the seats
}

// TestReflections plays a battle and the same battle turned by half a turn, or with its seats swapped,
// side by side: every step that one allows the other allows, with the same result.
func TestReflections(t *testing.T) {
	first, count := rulestest.LawBattles(t, 24)
	list, names := rulestest.Setups(t, "board")
	for _, r := range []reflection{{"both edges", true, false}, {"both seats", false, true}, {"turned and swapped", true, true}} {
		t.Run(r.name, func(t *testing.T) {
			for n := first; n < first+count; n++ {
				k := n % len(list)
				if err := r.play(t, list[k], fmt.Sprintf("%s, reflection %d", names[k], n), Game.Bots[n/len(list)%2]); err != nil {
					t.Errorf("%s, reflection %d: %v", names[k], n, err)
				}
			}
		})
	}
}

// play plays a battle and its reflection and returns the first difference.
func (r reflection) play(t *testing.T, s rules.Setup, seed string, bot rules.Bot) error {
	t.Helper()
	width, length := 22*rules.One, 30*rules.One
	b, other := rulestest.Begin(t, Game, s), rulestest.Begin(t, Game, r.setup(t, s, width, length))
	pick := rand.New(rand.NewChaCha8(sha256.Sum256([]byte(seed)))).IntN
	src := dice.Seeded(seed)
	for n := 0; ; n++ {
		c := rules.Choose(b, []rules.Bot{bot, bot}, pick)
		if c == nil {
			break
		}
		after, step, err := rules.Play(b, c, src, rules.ChooseRandom(pick))
		if err != nil {
			return err
		}
		raw, err := rules.EncodeCommand(c)
		if err != nil {
			return err
		}
		turned, err := Game.DecodeCommand(r.json(raw, width, length))
		if err != nil {
			return err
		}
		choices := make([]rules.Reply, len(step.Choices))
		for k, a := range step.Choices {
			if choices[k] = a; a.Value != nil {
				choices[k].Value = r.json(a.Value, width, length)
			}
		}
		next, _, err := rules.Play(other, turned, dice.NewTape(r.faces(step.Dice)...), rules.ChooseFrom(choices))
		if err != nil {
			return fmt.Errorf("step %d, %s: the reflection refuses: %w", n, raw, err)
		}
		b, other = after, next
		if err := r.same(b.(*Battle), other.(*Battle), width, length); err != nil {
			return fmt.Errorf("step %d, %s: %w", n, raw, err)
		}
	}
	return nil
}

// setup returns the setup of the reflection.
func (r reflection) setup(t *testing.T, s rules.Setup, width, length rules.Dec) rules.Setup {
	t.Helper()
	if s.Field = r.json(s.Field, width, length); r.swapped {
		s.Rosters = []rules.Roster{s.Rosters[1], s.Rosters[0]}
	}
	return s
}

// json reflects every point and seat in a JSON text.
func (r reflection) json(raw []byte, width, length rules.Dec) json.RawMessage {
	var tree any
	if err := json.Unmarshal(raw, &tree); err != nil {
		panic(err)
	}
	text, err := json.Marshal(r.tree(tree, width.Float(), length.Float()))
	if err != nil {
		panic(err)
	}
	return text
}

func (r reflection) tree(tree any, width, length float64) any {
	switch tree := tree.(type) {
	case []any:
		for i := range tree {
			tree[i] = r.tree(tree[i], width, length)
		}
	case map[string]any:
		for k, v := range tree {
			n, number := v.(float64)
			switch {
			case r.turned && number && (k == "x" || k == "x1" || k == "x2"):
				tree[k] = rounded(width - n)
			case r.turned && number && (k == "y" || k == "y1" || k == "y2"):
				tree[k] = rounded(length - n)
			case r.swapped && number && n >= 0 && (k == "by" || k == "first" || k == "terrain_by" || k == "seat"):
				tree[k] = 1 - n
			default:
				tree[k] = r.tree(v, width, length)
			}
		}
	}
	return tree
}

// rounded rounds to thousandths, as positions are.
func rounded(n float64) float64 { return thousandths(n).Float() }

// faces returns the dice of a step for the reflection: of rolls of both players, those of the other
// player come first when the seats are swapped.
func (r reflection) faces(thrown []dice.Die) (faces []int) {
	for i := 0; i < len(thrown); {
		a := ownDice(thrown[i:], " a")
		b := ownDice(thrown[i+a:], " b")
		if !r.swapped || a == 0 || a != b {
			faces = append(faces, thrown[i].Value)
			i++
			continue
		}
		for _, d := range thrown[i+a : i+a+b] {
			faces = append(faces, d.Value)
		}
		for _, d := range thrown[i : i+a] {
			faces = append(faces, d.Value)
		}
		i += a + b
	}
	return faces
}

// ownDice returns how many of the first dice are of one player.
func ownDice(thrown []dice.Die, suffix string) (n int) {
	for n < len(thrown) && len(thrown[n].For) > 2 && thrown[n].For[len(thrown[n].For)-2:] == suffix {
		n++
	}
	return n
}

// same returns the first difference between a battle and its reflection.
func (r reflection) same(b, o *Battle, width, length rules.Dec) error {
	seat := func(s rules.Seat) rules.Seat {
		if r.swapped && s >= 0 {
			return 1 - s
		}
		return s
	}
	at := func(p Point) Point {
		if r.turned {
			return Point{width - p.X, length - p.Y, p.Z}
		}
		return p
	}
	s, x := &b.s, &o.s
	if s.Phase != x.Phase || s.Round != x.Round || seat(s.Initiative) != x.Initiative || seat(s.Turn) != x.Turn || b.id(s.Acting) != o.id(x.Acting) || s.Act != x.Act {
		return fmt.Errorf("%s, round %d, initiative %d, turn %d, acting %s; the reflection: %s, %d, %d, %d, %s",
			s.Phase, s.Round, s.Initiative, s.Turn, b.id(s.Acting), x.Phase, x.Round, x.Initiative, x.Turn, o.id(x.Acting))
	}
	for i := range s.Fighters {
		j := o.find(b.id(i))
		w, v := &s.Fighters[i], &x.Fighters[j]
		if w.Placed != v.Placed || w.Placed && at(w.At) != v.At || w.Damage != v.Damage || w.Out != v.Out || w.Activated != v.Activated || w.Waiting != v.Waiting ||
			w.Reactions != v.Reactions || w.Carrying != v.Carrying || w.Kills != v.Kills || w.ClimbsOn != v.ClimbsOn || b.id(w.TauntedBy) != o.id(v.TauntedBy) {
			return fmt.Errorf("%s: %+v; the reflection: %+v", b.id(i), *w, *v)
		}
	}
	for k := range s.Sides {
		c, d := &s.Sides[k], &x.Sides[seat(rules.Seat(k))]
		if c.VP != d.VP || c.Dice != d.Dice || c.Singles != d.Singles || c.Wild != d.Wild || c.BloodPoints != d.BloodPoints {
			return fmt.Errorf("seat %d: %+v; the reflection: %+v", k, *c, *d)
		}
	}
	for k := range s.Objectives {
		if seat(s.Objectives[k].Controller) != x.Objectives[k].Controller || s.Objectives[k].Awake != x.Objectives[k].Awake {
			return fmt.Errorf("objective %d: %+v; the reflection: %+v", k, s.Objectives[k], x.Objectives[k])
		}
	}
	return nil
}

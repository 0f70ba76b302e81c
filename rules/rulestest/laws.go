package rulestest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
)

// A Law is what every step of every battle of a game keeps. B is the game's own type of battle.
type Law[B rules.Battle] struct {
	Name  string
	Start func(start B) Check[B] // a fresh check for one battle, which may remember what happened in it
}

// A Check says what is wrong with a step that led from one state of a battle to the next.
type Check[B rules.Battle] func(before, after B, s rules.Step) error

// Plain is a law without memory.
func Plain[B rules.Battle](name string, check Check[B]) Law[B] {
	return Law[B]{name, func(B) Check[B] { return check }}
}

// OneIn is a law without memory that is checked after one of every so many steps.
func OneIn[B rules.Battle](every int, name string, check Check[B]) Law[B] {
	return Law[B]{name, func(B) Check[B] {
		n := 0
		return func(before, after B, s rules.Step) error {
			if n++; n%every != 0 {
				return nil
			}
			return check(before, after, s)
		}
	}}
}

// Laws plays battles between bots on the setups whose name begins with a prefix, and checks the
// laws after every step. It plays a usual number of battles, or as many as the environment
// variable RULES_BATTLES says; the first one is number 0, or what RULES_FIRST says. A failure
// names the battle, which is the same in every run.
func Laws[B rules.Battle](t *testing.T, g *rules.Game, prefix string, usual int, laws ...Law[B]) {
	t.Helper()
	list, names := Setups(t, prefix)
	first, count := LawBattles(t, usual)
	steps := 0
	for n := first; n < first+count; n++ {
		k := n % len(list)
		broken, played := UnderLaws(t, g, list[k], n, n/len(list), laws...)
		for name, err := range broken {
			t.Errorf("battle %d, %s: %s: %v", n, names[k], name, err)
		}
		steps += played
	}
	t.Logf("battles %d to %d, %d steps", first, first+count-1, steps)
}

// LawBattles returns the number of the first battle that a test of laws plays, and how many it
// plays: see Laws. With -short and under the race detector it is a tenth of the usual.
func LawBattles(t *testing.T, usual int) (first, count int) {
	t.Helper()
	count = usual
	if testing.Short() || RaceDetector {
		count = max(1, usual/10)
	}
	for name, n := range map[string]*int{"RULES_FIRST": &first, "RULES_BATTLES": &count} {
		if text := os.Getenv(name); text != "" {
			var err error
			*n, err = strconv.Atoi(text)
			Must(t, err)
		}
	}
	return first, count
}

// UnderLaws plays a battle between bots to its end, and returns the first breach of each law by its
// name, and the number of steps. The dice and choices follow from n alone; the bits of mix choose
// each seat's bot among the first two of the game.
func UnderLaws[B rules.Battle](t *testing.T, g *rules.Game, s rules.Setup, n, mix int, laws ...Law[B]) (broken map[string]error, steps int) {
	t.Helper()
	b := Begin(t, g, s)
	checks := make([]Check[B], len(laws))
	for k, l := range laws {
		checks[k] = l.Start(b.(B))
	}
	bots := make([]rules.Bot, len(s.Rosters))
	for seat := range bots {
		bots[seat] = g.Bots[mix>>seat&1]
	}
	pick := rand.New(rand.NewPCG(uint64(n), 13)).IntN
	choose, src := rules.ChooseRandom(pick), dice.Seeded(fmt.Sprint("laws ", n))
	broken = map[string]error{}
	for c := rules.Choose(b, bots, pick); c != nil; c = rules.Choose(b, bots, pick) {
		after, step, err := rules.Play(b, c, src, choose)
		if steps++; err != nil || steps > maxSteps {
			raw, _ := rules.EncodeCommand(c)
			t.Fatalf("battle %d, step %d, %s: refused, or no end: %v", n, steps, raw, err)
		}
		for k, check := range checks {
			if broken[laws[k].Name] != nil {
				continue
			}
			if err := check(b.(B), after.(B), step); err != nil {
				raw, _ := rules.EncodeCommand(c)
				broken[laws[k].Name] = fmt.Errorf("%w, after step %d, %s", err, steps, raw)
			}
		}
		b = after
	}
	return broken, steps
}

// EventsOf returns the events of one type.
func EventsOf[E rules.Event](events []rules.Event) (all []E) {
	for _, e := range events {
		if e, ok := e.(E); ok {
			all = append(all, e)
		}
	}
	return all
}

// FacesFor returns the faces of the dice that were thrown for some purposes in a step, in order.
func FacesFor(s rules.Step, why ...string) (faces []int) {
	for _, d := range s.Dice {
		if slices.Contains(why, d.For) {
			faces = append(faces, d.Value)
		}
	}
	return faces
}

// Ask asks a ruling of a game as anybody outside a battle does, and decodes its result into answer.
func Ask(g *rules.Game, ruling string, input, answer any, faces ...int) error {
	raw, err := json.Marshal(input)
	if err != nil {
		return err
	}
	result, _, err := g.Ruling(ruling).Resolve(toTree(raw), dice.NewTape(faces...))
	if err != nil {
		return fmt.Errorf("%s of %s: %w", ruling, raw, err)
	}
	if raw, err = rules.EncodeResult(result); err != nil {
		return err
	}
	return json.Unmarshal(raw, answer)
}

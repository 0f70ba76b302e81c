package magnamund_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/magnamund"
	"oriflamme/rules/rulestest"
)

// accepted reports whether a command is legal; missing dice and choices do not matter.
func accepted(b rules.Battle, c rules.Command) bool {
	_, _, err := rules.Play(b, c, dice.NewTape(), nil)
	var need *dice.MissingError
	var ask *rules.Question
	return err == nil || errors.As(err, &need) || errors.As(err, &ask)
}

// TestLegalIsComplete plays on boards at random. Every few steps it tries every single shot,
// melee attack, skill, spell, test and step that could be given: Play must accept exactly
// those that Legal lists. It also makes random lists of steps and random pools: their parts
// must be listed, or they must be refused.
func TestLegalIsComplete(t *testing.T) {
	rulestest.Slow(t)
	for _, name := range []string{"powers", "magic", "hidden", "brawl"} {
		s, asked := setupOf(t, name), 0
		for n := range 2 {
			rng := rand.New(rand.NewPCG(uint64(n), 9))
			for b := range randomCommands(t, s, fmt.Sprint("complete ", n), rng) {
				if phase := b.View(0).Phase; phase != "deployment" && phase != "initiative" && rng.IntN(30) == 0 {
					asked += compare(t, b, rng)
				}
				if t.Failed() {
					break
				}
			}
		}
		t.Logf("%s: %d commands asked for", name, asked)
	}
}

// compare tries all single commands and random lists of steps and pools. It returns how many
// it tried.
func compare(t *testing.T, b rules.Battle, rng *rand.Rand) (asked int) {
	listed := map[string]bool{}
	for _, c := range b.Legal() {
		raw, _ := rules.EncodeCommand(c)
		listed[string(raw)] = true
	}
	ask := func(fields map[string]any) {
		c := command(t, fields)
		raw, _ := rules.EncodeCommand(c)
		asked++
		if got := accepted(b, c); got != listed[string(raw)] {
			t.Errorf("accepted is %v, listed is %v: %s", got, listed[string(raw)], raw)
		}
	}
	var ids []string
	seats := map[string]rules.Seat{}
	v := b.View(0)
	others := b.View(1)
	for _, u := range append(v.Units, others.Units...) {
		if !slices.Contains(ids, u.ID) {
			ids = append(ids, u.ID)
			seats[u.ID] = u.Seat
		}
	}
	seatCount := rules.Seat(len(v.Sides))
	for _, i := range ids {
		for by := range seatCount {
			for _, word := range []string{"forward", "forward-left", "forward-right", "pivot-n", "pivot-e", "pivot-s", "pivot-w", "leap-n", "leap-ne", "leap-se", "leap-w"} {
				ask(map[string]any{"kind": "move", "by": by, "piece": i, "path": []string{word}})
			}
			ask(map[string]any{"kind": "use-skill", "by": by, "piece": i, "skill": "sixth-sense"})
		}
		for _, j := range ids {
			by := seats[i]
			ask(map[string]any{"kind": "shoot", "by": by, "shooters": []string{i}, "target": j})
			ask(map[string]any{"kind": "strike", "by": by, "attackers": []string{i}, "target": j})
			for _, skill := range []string{"animal-kinship", "healing", "mind-blast", "hypnosis"} {
				ask(map[string]any{"kind": "use-skill", "by": by, "piece": i, "skill": skill, "target": j})
			}
			for _, spell := range []string{"fireball", "battle-madness", "enchanted-aim", "veil-of-protection", "heal", "doom-and-despair", "lightning", "rust", "spell-theft"} {
				if strings.Contains(i, "#") {
					continue // soldiers have no cards
				}
				ask(map[string]any{"kind": "cast", "by": by, "caster": i, "spell": spell, "target": j})
			}
		}
	}
	asked += checkRows(t, b, rng)
	asked += checkPools(t, b, rng)
	return asked
}

// checkRows moves random troops step by step: a path must be accepted exactly if each of its
// steps is, after those before it. A path may besides lead through places from which no plan
// brings its unit together again, if there is one from its end (MG-COH-1).
func checkRows(t *testing.T, b rules.Battle, rng *rand.Rand) (asked int) {
	var moves []magnamund.Move
	for _, c := range b.Legal() {
		if m, ok := c.(magnamund.Move); ok {
			moves = append(moves, m)
		}
	}
	for range min(20, len(moves)) {
		m := moves[rng.IntN(len(moves))]
		for len(m.Path) < 4 {
			words := []string{"forward", "forward-left", "forward-right", "pivot-n", "pivot-e", "pivot-s", "pivot-w"}
			m.Path = append(slices.Clone(m.Path), words[rng.IntN(len(words))])
		}
		whole := accepted(b, m)
		single, at, hidden, parted := true, b, false, false
		for _, word := range m.Path {
			step := m
			step.Path = []string{word}
			next, played, err := rules.Play(at, step, dice.NewTape(), nil)
			if single = err == nil; !single {
				var f *rules.Fault
				parted = errors.As(err, &f) && f.Rule == "MG-COH-1"
				break
			}
			for _, e := range played.Events {
				hidden = hidden || e.Kind() == "revealed" || e.Kind() == "step-began"
			}
			at = next
		}
		asked++
		if whole != single && !hidden && !(whole && parted) { // what a step reveals may stop the next
			_, _, err := rules.Play(b, m, dice.NewTape(), nil)
			t.Errorf("%v of %s is %v as a whole (%v) and %v step by step", m.Path, m.Troop, whole, err, single)
		}
	}
	return asked
}

// checkPools takes random parts of the attacks that Legal lists; each must be accepted.
func checkPools(t *testing.T, b rules.Battle, rng *rand.Rand) (asked int) {
	for _, c := range b.Legal() {
		var who []string
		switch k := c.(type) {
		case magnamund.Shoot:
			k.Shooters = randomPart(k.Shooters, rng)
			who, c = k.Shooters, k
		case magnamund.Strike:
			k.Attackers = randomPart(k.Attackers, rng)
			who, c = k.Attackers, k
		default:
			continue
		}
		asked++
		if !accepted(b, c) {
			t.Errorf("part of an attack is refused: %v in %+v", who, c)
		}
	}
	return asked
}

func randomPart(all []string, rng *rand.Rand) (some []string) {
	for _, id := range all {
		if rng.IntN(2) == 0 {
			some = append(some, id)
		}
	}
	if some == nil {
		some = all[:1]
	}
	return some
}

// TestReplyAt makes the answer to a question for a cell of where a person points.
func TestReplyAt(t *testing.T) {
	q, placer := &rules.Question{Shape: rules.ShapeCell}, rulestest.Begin(t, magnamund.Game, setupOf(t, "magic")).(rules.ReplyPlacer)
	value, at, fault := placer.ReplyAt(q, []rules.Spot{{X: 3.9, Y: 9.2}})
	if fault != nil || string(value) != "[3,9]" || len(at) != 1 || at[0].X != 3.5 || at[0].Y != 9.5 {
		t.Errorf("got %s at %v, %v", value, at, fault)
	}
	if _, _, fault = placer.ReplyAt(q, []rules.Spot{{X: -.1, Y: 9}}); fault == nil {
		t.Error("a cell off the board answers")
	}
}

package rulestest

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"reflect"
	"sync"
	"testing"

	"oriflamme/rules"
	"oriflamme/rules/dice"
)

const (
	readMoments  = 10  // of a battle at which its reading is checked
	readSpread   = 25  // the average number of commands between two moments
	readers      = 3   // goroutines that read a battle at once
	readCommands = 10  // legal commands about which a battle is asked
	readOutcomes = 200 // outcomes after which odds are given up
)

// checkReads plays a battle of random commands and checks at some moments that nothing that only
// reads the battle changes it, not even what it keeps besides its state, and that several
// goroutines that read it at once get the answers that one gets. The race detector sees more
// than the comparison does.
func checkReads(t *testing.T, g *rules.Game, s rules.Setup, seed uint64) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 17))
	src := dice.Seeded(fmt.Sprint("reads ", seed))
	choose := rules.ChooseRandom(rng.IntN)
	b := Begin(t, g, s)
	for moments := 0; moments < readMoments && !t.Failed(); {
		if rng.IntN(readSpread) == 0 {
			compareReaders(t, g, b, rng.Uint64())
			moments++
		}
		c := rules.Sample(b, rng.IntN)
		if c == nil {
			break
		}
		_, err := rules.PlayInPlace(b, c, src, choose)
		Must(t, err)
	}
	compareReaders(t, g, b, seed)
}

// compareReaders reads a battle several times, also at once.
func compareReaders(t *testing.T, g *rules.Game, b rules.Battle, seed uint64) {
	t.Helper()
	before := fingerprint(b)
	answers := make([][]string, 1+readers)
	answers[0] = readAll(g, b, seed)
	if fingerprint(b) != before {
		t.Errorf("reading changed the battle in phase %s", b.View(rules.Nobody).Phase)
	}
	var group sync.WaitGroup
	for i := range readers {
		group.Go(func() { answers[1+i] = readAll(g, b, seed) })
	}
	group.Wait()
	if fingerprint(b) != before {
		t.Errorf("reading by several goroutines changed the battle in phase %s", b.View(rules.Nobody).Phase)
	}
	for _, again := range answers[1:] {
		if len(again) != len(answers[0]) {
			t.Fatalf("%d answers, then %d", len(answers[0]), len(again))
		}
		for n, text := range again {
			if text != answers[0][n] {
				t.Errorf("a battle read twice answers %.300s, then %.300s", answers[0][n], text)
			}
		}
	}
}

// readAll asks a battle for all that can be read from it and returns the answers as text.
func readAll(g *rules.Game, b rules.Battle, seed uint64) (answers []string) {
	add := func(what string, v any) {
		text, err := json.Marshal(v)
		answers = append(answers, fmt.Sprintf("%s: %s %v", what, text, err))
	}
	pick := rand.New(rand.NewPCG(seed, 19)).IntN
	legal := b.Legal()
	for _, c := range legal {
		answers = append(answers, string(commandJSON(c)))
	}
	for seat := rules.Nobody; seat < 2; seat++ {
		add("view", b.View(seat))
	}
	outcome, over := b.Outcome()
	add("outcome", outcome)
	add("battle", b)
	add("clone", b.Clone())
	for _, m := range g.Measures {
		add(m.Name, m.Of(b, b, nil))
	}
	for range 4 {
		if c := rules.Sample(b, pick); c != nil {
			answers = append(answers, "sample: "+string(commandJSON(c)))
		}
	}
	if over && g.Aftermath != nil {
		after, err := g.Aftermath(b)
		add(fmt.Sprint("aftermath: ", err), after)
	}
	if len(legal) == 0 {
		return answers
	}
	for n := range readCommands {
		c := legal[pick(len(legal))]
		if e, ok := b.(rules.Explainer); ok {
			add("explain", e.Explain(c))
		}
		if l, ok := b.(rules.FactLister); ok {
			add("facts", l.FactsOf(c))
		}
		if p, ok := b.(rules.TargetPointer); ok {
			x, y, there := p.Points(c)
			add("points", []any{x, y, there})
		}
		if s, ok := b.(rules.Sketcher); ok {
			add("sketch", s.Sketch(c))
		}
		if p, ok := b.(rules.Placer); ok {
			add("stands", p.Stands(c))
		}
		_, step, err := rules.Play(b, c, dice.Seeded(fmt.Sprint(seed, n)), rules.ChooseFirst)
		if err == nil {
			raw, err := rules.EncodeStep(step)
			answers = append(answers, fmt.Sprintf("step: %s %v", raw, err))
		}
		odds, err := rules.OddsGivenDice(g, b, c, nil, readOutcomes, func() rules.Chooser { return rules.ChooseFirst })
		add(fmt.Sprint("odds: ", err), odds)
	}
	for _, bot := range g.Bots {
		answers = append(answers, bot.Name+": "+string(commandJSON(bot.Choose(b, legal, pick))))
	}
	return answers
}

// fingerprint returns a hash of everything that a battle holds, with what it keeps besides its
// state. Of a pointer that is embedded, only the address counts: what never changes is shared.
func fingerprint(b rules.Battle) uint64 {
	h := fnv.New64a()
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				if f := v.Field(i); v.Type().Field(i).Anonymous && f.Kind() == reflect.Pointer {
					fmt.Fprint(h, f.Pointer(), ";")
				} else {
					walk(f)
				}
			}
		case reflect.Pointer, reflect.Interface:
			fmt.Fprint(h, v.IsNil(), ";")
			if !v.IsNil() {
				walk(v.Elem())
			}
		case reflect.Slice, reflect.Array:
			fmt.Fprint(h, v.Len(), ":")
			for i := range v.Len() {
				walk(v.Index(i))
			}
		case reflect.Map:
			fmt.Fprint(h, v, ";") // keys come in order
		case reflect.Func, reflect.Chan, reflect.UnsafePointer:
			fmt.Fprint(h, v.IsNil(), ";")
		default:
			fmt.Fprint(h, v, ";")
		}
	}
	walk(reflect.ValueOf(b))
	return h.Sum64()
}

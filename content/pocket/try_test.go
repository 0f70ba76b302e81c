package pocket_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"oriflamme/content"
	"oriflamme/content/pocket"
	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/shelf"
	"oriflamme/rules/warcry"
)

// attempts is a battle of Warcry on a phone without a network.
type attempts struct {
	t      *testing.T
	pocket *pocket.Pocket
	battle rules.Battle
}

func newAttempts(t *testing.T) *attempts {
	t.Helper()
	raw, err := os.ReadFile("../../rules/warcry/testdata/setups/measured-hold-counter.json")
	if err != nil {
		t.Fatal(err)
	}
	var setup rules.Setup
	if err := rules.Decode(raw, &setup); err != nil {
		t.Fatal(err)
	}
	a := &attempts{t: t, pocket: pocket.New(shelf.Games)}
	if a.battle, err = warcry.Game.Begin(setup); err != nil {
		t.Fatal(err)
	}
	words, err := json.Marshal(pocket.WordsOf(content.Books()["fr"], "warcry"))
	if err != nil {
		t.Fatal(err)
	}
	if said := a.pocket.Answer(pocket.Bind, words); string(said) != "{}" {
		t.Fatal(string(said))
	}
	return a
}

// until plays until a command of a kind may be given, and returns it.
func (a *attempts) until(kind string) rules.Command {
	a.t.Helper()
	for n := range 100 {
		c := a.battle.Legal()[0]
		if c.Kind() == kind {
			return c
		}
		after, _, err := rules.Play(a.battle, c, dice.Seeded(strings.Repeat("x", n)), rules.First)
		if err != nil {
			a.t.Fatal(err)
		}
		a.battle = after
	}
	a.t.Fatalf("no %s", kind)
	return nil
}

// try sends the form of a page that asks a seat for its dice.
func (a *attempts) try(c rules.Command, pairs ...string) pocket.Verdict {
	a.t.Helper()
	command, err := rules.EncodeCommand(c)
	if err != nil {
		a.t.Fatal(err)
	}
	state, err := a.battle.MarshalJSON()
	if err != nil {
		a.t.Fatal(err)
	}
	form := url.Values{"command": {string(command)}}
	for i := 0; i < len(pairs); i += 2 {
		form.Set(pairs[i], pairs[i+1])
	}
	question, err := json.Marshal(pocket.Attempt{Lang: "fr", Game: "warcry", State: state, Form: form.Encode()})
	if err != nil {
		a.t.Fatal(err)
	}
	var v pocket.Verdict
	answer := a.pocket.Answer(pocket.Try, question)
	if err := json.Unmarshal(answer, &v); err != nil || v.Verdict == "" {
		a.t.Fatalf("%v: %s", err, answer)
	}
	return v
}

// TestTryDiceOfTwoSeats: of a roll to which both players throw dice of their own, what one phone types without a network
// are the dice of its player; the other's are waited for, by name, whoever of them comes first in the roll.
func TestTryDiceOfTwoSeats(t *testing.T) {
	a := newAttempts(t)
	view := a.battle.View(rules.Nobody)
	sides := [2]string{view.Sides[0].Name, view.Sides[1].Name}
	for _, x := range []struct {
		kind        string
		faces, more string // the dice of a seat, and one too many
		left        string // what is said of the other's dice
		bad         string
	}{
		{"roll-roles", "5", "5 2", "son dé", "7"},
		{"roll-initiative", "1 2 3 4 5 6", "1 2 3 4 5 6 1", "ses 6 dés", "1 2 3 4 5 0"},
	} {
		c := a.until(x.kind)
		for seat, of := range []string{"0", "1"} {
			v := a.try(c, "of", of, "at", "0", "faces", x.faces)
			if v.Verdict != pocket.Waits || len(v.Lines) != 1 || !strings.Contains(v.Lines[0], x.left) || !strings.Contains(v.Lines[0], sides[1-seat]) {
				t.Errorf("%s, dice of seat %s: %+v, want that %s of %s are waited for", x.kind, of, v, x.left, sides[1-seat])
			}
			if v := a.try(c, "of", of, "at", "0", "faces", x.bad); v.Verdict != pocket.Refused || v.Wrong == nil {
				t.Errorf("%s, %q of seat %s: %+v", x.kind, x.bad, of, v)
			}
		}
		// Some of one's own are still missing: they are asked for, and no more.
		if first, rest, some := strings.Cut(x.faces, " "); some {
			v := a.try(c, "of", "0", "at", "0", "faces", rest)
			if v.Verdict != pocket.Waits || !strings.Contains(v.Lines[0], "son dé") || !strings.Contains(v.Lines[0], sides[0]) {
				t.Errorf("%s without the %s: %+v", x.kind, first, v)
			}
		}
	}
}

// TestTryDiceOfOneSeat: a roll of one player alone is settled by as many dice as it has; with fewer the rest is asked for,
// and more are refused.
func TestTryDiceOfOneSeat(t *testing.T) {
	a := newAttempts(t)
	rng := rand.New(rand.NewPCG(4, 4))
	for range 300 {
		c := rules.Sample(a.battle, rng.IntN)
		if c == nil {
			break
		}
		_, _, err := rules.Play(a.battle, c, dice.NewTape(), rules.First)
		var need *dice.Need
		if errors.As(err, &need) && need.Roll.Of == nil && need.Roll.N > 1 {
			ones := slices.Repeat([]string{"1"}, need.Roll.N+1)
			if v := a.try(c, "of", fmt.Sprint(c.By()), "faces", strings.Join(ones[2:], " ")); v.Verdict == pocket.Waits && strings.HasPrefix(v.Lines[0], "Jetez 1 dé") {
				if v := a.try(c, "of", fmt.Sprint(c.By()), "faces", strings.Join(ones[1:], " ")); v.Verdict != pocket.Done || len(v.Lines) == 0 {
					continue // a question or another roll follows
				}
				if v := a.try(c, "of", fmt.Sprint(c.By()), "faces", strings.Join(ones, " ")); v.Verdict != pocket.Refused {
					t.Errorf("%s with a die too many: %+v", c.Kind(), v)
				}
				return
			} else if need.Roll.Sides == 6 && v.Verdict != pocket.Waits {
				t.Errorf("%s with a die too few: %+v", c.Kind(), v)
			}
		}
		after, _, err := rules.Play(a.battle, c, dice.Seeded(c.Kind()), func(q *rules.Question) (int, error) { return rng.IntN(len(q.Options)), nil })
		if err != nil {
			t.Fatal(err)
		}
		a.battle = after
	}
	t.Error("no roll of one side was settled")
}

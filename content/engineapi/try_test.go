package engineapi_test

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
	"oriflamme/content/engineapi"
	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/games"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warcry"
)

// tryBattle is a battle of Warcry as a phone without a network has it.
type tryBattle struct {
	t      *testing.T
	engine *engineapi.Engine
	battle rules.Battle
}

func newTryBattle(t *testing.T) *tryBattle {
	t.Helper()
	raw, err := os.ReadFile("../../rules/warcry/testdata/setups/measured-hold-counter.json")
	rulestest.Must(t, err)
	var setup rules.Setup
	rulestest.Must(t, rules.Decode(raw, &setup))
	a := &tryBattle{t: t, engine: engineapi.New(games.All)}
	if a.battle, err = warcry.Game.Begin(setup); err != nil {
		t.Fatal(err)
	}
	describer, err := json.Marshal(engineapi.PhraseSetOf(content.Catalogs()["fr"], "warcry"))
	rulestest.Must(t, err)
	if said := a.engine.Answer(engineapi.AddPhrases, describer); string(said) != "{}" {
		t.Fatal(string(said))
	}
	return a
}

// playUntil plays until a command of a kind is legal and returns that command.
func (b *tryBattle) playUntil(kind string) rules.Command {
	b.t.Helper()
	for n := range 100 {
		c := b.battle.Legal()[0]
		if c.Kind() == kind {
			return c
		}
		after, _, err := rules.Play(b.battle, c, dice.Seeded(strings.Repeat("x", n)), rules.ChooseFirst)
		rulestest.Must(b.t, err)
		b.battle = after
	}
	b.t.Fatalf("no %s", kind)
	return nil
}

// try sends the form that the page shows to the seat whose dice are asked for.
func (b *tryBattle) try(c rules.Command, pairs ...string) engineapi.TryResult {
	b.t.Helper()
	command, err := rules.EncodeCommand(c)
	rulestest.Must(b.t, err)
	state, err := b.battle.MarshalJSON()
	rulestest.Must(b.t, err)
	form := url.Values{"command": {string(command)}}
	for i := 0; i < len(pairs); i += 2 {
		form.Set(pairs[i], pairs[i+1])
	}
	request, err := json.Marshal(engineapi.TryRequest{Lang: "fr", Game: "warcry", State: state, Form: form.Encode()})
	rulestest.Must(b.t, err)
	var v engineapi.TryResult
	answer := b.engine.Answer(engineapi.Try, request)
	if err := json.Unmarshal(answer, &v); err != nil || v.Verdict == "" {
		b.t.Fatalf("%v: %s", err, answer)
	}
	return v
}

// TestTryDiceOfTwoSeats: when both players add dice to a roll, the dice typed on a phone without a network are those
// of its own player. The answer names the other player, whose dice are missing, whichever player comes first in the
// roll.
func TestTryDiceOfTwoSeats(t *testing.T) {
	a := newTryBattle(t)
	view := a.battle.View(rules.Nobody)
	sides := [2]string{view.Sides[0].Name, view.Sides[1].Name}
	for _, x := range []struct {
		kind        string
		faces, more string // the dice of a seat, and one die too many
		left        string // the line about the other player's dice
		bad         string
	}{
		{"roll-roles", "5", "5 2", "son dé", "7"},
		{"roll-initiative", "1 2 3 4 5 6", "1 2 3 4 5 6 1", "ses 6 dés", "1 2 3 4 5 0"},
	} {
		c := a.playUntil(x.kind)
		for seat, of := range []string{"0", "1"} {
			v := a.try(c, "of", of, "at", "0", "faces", x.faces)
			if v.Verdict != engineapi.VerdictWaits || len(v.Lines) != 1 || !strings.Contains(v.Lines[0], x.left) || !strings.Contains(v.Lines[0], sides[1-seat]) {
				t.Errorf("%s, dice of seat %s: %+v, want that %s of %s are waited for", x.kind, of, v, x.left, sides[1-seat])
			}
			if v := a.try(c, "of", of, "at", "0", "faces", x.bad); v.Verdict != engineapi.VerdictRefused || v.Problem == nil {
				t.Errorf("%s, %q of seat %s: %+v", x.kind, x.bad, of, v)
			}
		}
		// Some of the player's own dice are missing: the answer asks for exactly those.
		if first, rest, some := strings.Cut(x.faces, " "); some {
			v := a.try(c, "of", "0", "at", "0", "faces", rest)
			if v.Verdict != engineapi.VerdictWaits || !strings.Contains(v.Lines[0], "son dé") || !strings.Contains(v.Lines[0], sides[0]) {
				t.Errorf("%s without the %s: %+v", x.kind, first, v)
			}
		}
	}
}

// TestTryDiceOfOneSeat: a roll of one player needs exactly as many dice as it has. Missing dice are asked for, and
// surplus dice are refused.
func TestTryDiceOfOneSeat(t *testing.T) {
	a := newTryBattle(t)
	rng := rand.New(rand.NewPCG(4, 4))
	for range 300 {
		c := rules.Sample(a.battle, rng.IntN)
		if c == nil {
			break
		}
		_, _, err := rules.Play(a.battle, c, dice.NewTape(), rules.ChooseFirst)
		var need *dice.MissingError
		if errors.As(err, &need) && need.Roll.Seats == nil && need.Roll.N > 1 {
			ones := slices.Repeat([]string{"1"}, need.Roll.N+1)
			if v := a.try(c, "of", fmt.Sprint(c.By()), "faces", strings.Join(ones[2:], " ")); v.Verdict == engineapi.VerdictWaits && strings.HasPrefix(v.Lines[0], "Jetez 1 dé") {
				if v := a.try(c, "of", fmt.Sprint(c.By()), "faces", strings.Join(ones[1:], " ")); v.Verdict != engineapi.VerdictDone || len(v.Lines) == 0 {
					continue // a question or another roll follows
				}
				if v := a.try(c, "of", fmt.Sprint(c.By()), "faces", strings.Join(ones, " ")); v.Verdict != engineapi.VerdictRefused {
					t.Errorf("%s with a die too many: %+v", c.Kind(), v)
				}
				return
			} else if need.Roll.Sides == 6 && v.Verdict != engineapi.VerdictWaits {
				t.Errorf("%s with a die too few: %+v", c.Kind(), v)
			}
		}
		after, _, err := rules.Play(a.battle, c, dice.Seeded(c.Kind()), rules.ChooseRandom(rng.IntN))
		rulestest.Must(t, err)
		a.battle = after
	}
	t.Error("no roll of one side was settled")
}

package battleview_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"testing"

	"oriflamme/campaign/web/battleview"
	"oriflamme/campaign/web/webtest"
	"oriflamme/content"
	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/games"
	"oriflamme/rules/rulestest"
	playviews "oriflamme/views/play"
)

// TestPlacing answers questions for a place with another place than those that the page proposes: near one of them it is
// shown and can be taken; off the table it is refused with a sentence.
func TestPlacing(t *testing.T) {
	rulestest.Slow(t)
	for _, w := range []struct{ game, setup string }{{"warmaster", "board-copses"}, {"warcry", "board-convoy"}} {
		t.Run(w.game, func(t *testing.T) {
			setup := webtest.LoadSetup(t, w.game, w.setup)
			g := games.All[slices.IndexFunc(games.All, func(g *rules.Game) bool { return g.ID == w.game })]
			rng := rand.New(rand.NewPCG(5, 3))
			b, err := g.Begin(setup)
			rulestest.Must(t, err)
			shown, refused := 0, 0
			for n := 0; n < 3000 && shown < 3; n++ {
				c := rules.Sample(b, rng.IntN)
				if c == nil {
					b, err = g.Begin(setup)
					rulestest.Must(t, err)
					continue
				}
				b = playAsking(t, b, c, rng, func(p *battleview.Pending, q *rules.Question) {
					s := &battleview.Presenter{Game: g, Setup: setup, Battle: b, Seats: []rules.Seat{q.Seat}, Pending: p, Catalog: content.Catalogs()["fr"], RuleURL: func(string) string { return "" }, Path: "/b"}
					at := q.Spots[rng.IntN(len(q.Spots))][0]
					near := s.Page(url.Values{"px": {fmt.Sprintf("%.2f", at.X+.05)}, "py": {fmt.Sprintf("%.2f", at.Y-.05)}})
					if near.Ask.Placing == nil {
						t.Fatalf("%s: the page does not let a person point at a place", q.Why)
					}
					if placed := near.Ask.Placed; placed != nil {
						shown++
						if _, _, err := rules.Play(b, c, dice.NewTape(p.Faces...), rules.ChooseFrom(append(slices.Clone(p.Choices), rules.Reply{Value: []byte(placed.Value)}))); isFault(err) {
							t.Errorf("%s: the page offers %s, which is refused: %v", q.Why, placed.Value, err)
						}
						if !slices.ContainsFunc(near.Board.Spots, func(on playviews.BoardSpot) bool { return on.Choice == placed.Value }) {
							t.Errorf("%s: the place is not on the board", q.Why)
						}
					} else if len(near.Ask.Faults) == 0 {
						t.Errorf("%s: neither a place nor a reason", q.Why)
					}
					off := s.Page(url.Values{"px": {"9000"}, "py": {"9000"}})
					if off.Ask.Placed == nil && len(off.Ask.Faults) > 0 && off.Ask.Faults[0].Text != "" {
						refused++
					}
				})
			}
			if shown == 0 || refused == 0 {
				t.Errorf("%d places were shown, %d refused", shown, refused)
			}
		})
	}
}

func isFault(err error) bool {
	var f *rules.Fault
	return errors.As(err, &f)
}

// playAsking plays a command with random dice and replies and calls ask for every question that takes a place.
func playAsking(t *testing.T, b rules.Battle, c rules.Command, rng *rand.Rand, ask func(*battleview.Pending, *rules.Question)) rules.Battle {
	t.Helper()
	p := &battleview.Pending{Answers: 1, Command: c}
	for {
		after, _, err := rules.Play(b, c, dice.NewTape(p.Faces...), rules.ChooseFrom(p.Choices))
		if err == nil {
			return after
		}
		p.Err = err
		var need *dice.MissingError
		var q *rules.Question
		switch {
		case errors.As(err, &need):
			for range need.Roll.N - len(need.Present) {
				p.Faces = append(p.Faces, 1+rng.IntN(need.Roll.Sides))
			}
		case errors.As(err, &q):
			if len(q.Spots) > 0 {
				ask(p, q)
			}
			p.Choices = append(p.Choices, rules.Reply{Option: rng.IntN(len(q.Options))})
		default:
			t.Fatal(err)
		}
	}
}

package play_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/chromedp/chromedp"

	"oriflamme/campaign"
	"oriflamme/campaign/web/webtest"
	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/simulate"
)

// TestPlacingByFinger lets a player put a unit where the rules leave it open by touching the board, turn it, and take the place.
func TestPlacingByFinger(t *testing.T) {
	rulestest.Slow(t)
	w := newQuestionFixture(t, "warmaster", "board-plains")
	q := w.playToPlace(rand.New(rand.NewPCG(6, 2)))
	phone := w.OpenBrowser(w.players[q.Seat])
	number := w.Live().Number
	const placed = "document.querySelector('.options .btn:not(.ghost)')"
	rulestest.Must(t, chromedp.Run(phone, chromedp.Navigate(w.Server.URL+w.BattlePath("battles", w.Battle)), chromedp.WaitVisible("form[data-placing]", chromedp.ByQuery)))
	rulestest.Must(t, chromedp.Run(phone, chromedp.Evaluate(`(() => {
		const spot = document.querySelector('a[data-choice] .b-hit').getBoundingClientRect();
		const field = document.querySelector('.b-field');
		field.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: spot.x + spot.width / 2, clientY: spot.y + spot.height / 2 }));
	})()`, nil)))
	w.WaitFor(phone, "the place that was touched, to be taken", placed+" && location.search.includes('px=')")
	w.shoot(phone, "placed")
	rulestest.Must(t, chromedp.Run(phone, chromedp.Evaluate(placed+".click()", nil)))
	w.WaitFor(phone, "the answer taken", "!document.querySelector('form[data-placing]')")
	if live := w.Live(); live.Number == number && (live.Pending == nil || len(live.Pending.Move.Choices) == 0) {
		t.Errorf("nothing was answered: %d steps, %+v", live.Number, live.Pending)
	}
	w.shoot(phone, "taken")
}

// shoot saves what a browser shows when somebody wants to look.
func (w *questionFixture) shoot(ctx context.Context, name string) {
	w.T.Helper()
	if folder := os.Getenv("ORIFLAMME_SHOTS"); folder != "" {
		var picture []byte
		rulestest.Must(w.T, chromedp.Run(ctx, chromedp.FullScreenshot(&picture, 90)))
		rulestest.Must(w.T, os.WriteFile(folder+"/"+name+".png", picture, 0o644))
	}
}

// playToPlace plays random commands up to a question that any place may answer.
func (w *questionFixture) playToPlace(rng *rand.Rand) *rules.Question {
	w.T.Helper()
	ctx := w.T.Context()
	bots := []rules.Bot{simulate.FindBot(w.game, "greedy"), simulate.FindBot(w.game, "greedy")}
	for range 2000 {
		live := w.Live()
		c := rules.Choose(live.Battle, bots, rng.IntN)
		if c == nil {
			break
		}
		raw, err := rules.EncodeCommand(c)
		rulestest.Must(w.T, err)
		number := live.Number
		live, err = w.Service.Offer(ctx, webtest.Actor(w.players[c.By()]), w.Club, w.Battle, campaign.Move{Number: number, Command: raw, Key: w.freshKey()})
		for err == nil && live.Number == number {
			a, by := campaign.Answer{Key: w.freshKey()}, w.players[c.By()]
			var need *dice.MissingError
			var q *rules.Question
			switch {
			case errors.As(live.Pending.Err, &need):
				for range need.Roll.N - len(need.Present) {
					a.Dice = append(a.Dice, 1+rng.IntN(need.Roll.Sides))
				}
			case errors.As(live.Pending.Err, &q):
				if len(q.Spots) > 0 {
					return q
				}
				a.Choice, by = &rules.Reply{Option: rng.IntN(len(q.Options))}, w.players[q.Seat]
			}
			live, err = w.Service.Answer(ctx, webtest.Actor(by), w.Club, w.Battle, number, a)
		}
		rulestest.Must(w.T, err)
	}
	w.T.Fatalf("nobody was asked for a place in %d steps", w.Steps())
	return nil
}

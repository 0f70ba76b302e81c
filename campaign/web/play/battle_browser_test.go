package play_test

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"oriflamme/campaign"
	"oriflamme/campaign/web/webtest"
	"oriflamme/rules"
	"oriflamme/rules/rulestest"
)

func TestTwoPhonesSeeEachOthersMoves(t *testing.T) {
	if testing.Short() {
		t.Skip("browser tests are left out with -short")
	}
	w := webtest.NewBattleFixture(t)
	w.OpenBattle(rules.Measured)
	yanis, odile := w.OpenBrowser(w.Yanis), w.OpenBrowser(w.Odile)
	at := w.Server.URL + w.BattlePath("battles", w.Battle)
	for _, ctx := range []context.Context{yanis, odile} {
		rulestest.Must(t, chromedp.Run(ctx, chromedp.Navigate(at), chromedp.WaitVisible(".die-btn", chromedp.ByQuery)))
	}
	tap := func(ctx context.Context, sel string) {
		t.Helper()
		rulestest.Must(t, chromedp.Run(ctx, chromedp.Click(sel, chromedp.ByQuery)))
	}
	rulestest.Must(t, chromedp.Run(yanis, chromedp.Evaluate("window.first = document.querySelector('.rolling').dataset.roll.split(' ')[0]; window.stayed = true", nil)))
	tap(yanis, ".die-btn[value='6']") // in a roll-off each player is asked for their own die
	w.WaitFor(odile, "the die of Yanis on the other phone", "document.querySelector('.ask').innerText.includes('Déjà là, pour Yanis') && document.querySelector('.die-btn')")
	w.WaitFor(yanis, "that Odile is waited for, with one's own die as it was tapped", `window.stayed && document.querySelector('.ask h2').innerText.startsWith('On attend Odile')
		&& /Déjà là, pour Yanis\s:\s6/.test(document.querySelector('.ask').innerText)`)
	w.WaitFor(yanis, "that her die is given here only when asked for", "![...document.querySelectorAll('.die-btn, [name=roll]')].some(b => b.checkVisibility()) && document.querySelector('details.handed > summary').checkVisibility()")
	tap(yanis, "details.handed > summary")
	w.WaitFor(yanis, "her die on the phone of Yanis", "[...document.querySelectorAll('.die-btn')].every(b => b.checkVisibility())")
	if w.Steps() != 0 {
		t.Fatal("the roll-off went on with one die of two")
	}
	tap(odile, ".die-btn[value='1']")
	w.WaitFor(yanis, "the question after the roll-off", "document.querySelector('.ask button[name=choice]') && window.stayed")
	w.WaitFor(odile, "the pending move on the other phone", "document.querySelector('.ask-wait')")
	tap(yanis, ".ask button[name=choice]")
	w.WaitFor(yanis, "the first line of the log", "document.querySelectorAll('.log .deed').length === 1 && window.stayed")
	w.WaitFor(odile, "the step on the other phone", "document.querySelectorAll('.log .deed').length === 1")
}

// TestScoreHeaderBreaksNoWord looks at the score of a battle between players with long names on two phones: no word is broken or
// cut, and the names are below the scores.
func TestScoreHeaderBreaksNoWord(t *testing.T) {
	if testing.Short() {
		t.Skip("browser tests are left out with -short")
	}
	w := webtest.NewBattleFixture(t)
	w.OpenBattle(rules.Measured)
	phone := w.OpenBrowser(w.Yanis)
	const broken = `(() => {
		const wrong = [];
		for (const b of document.querySelectorAll(".score-header b")) {
			if (b.scrollWidth > b.clientWidth + 1 && getComputedStyle(b).display === "block") wrong.push("cut: " + b.textContent);
			const walk = document.createTreeWalker(b, NodeFilter.SHOW_TEXT);
			for (let n; n = walk.nextNode();) {
				if (n.parentElement.matches(".vh")) continue;
				for (const m of n.data.matchAll(/[^\s-]+/g)) {
					const r = document.createRange();
					r.setStart(n, m.index);
					r.setEnd(n, m.index + m[0].length);
					if (new Set([...r.getClientRects()].map(x => Math.round(x.top))).size > 1) wrong.push("broken: " + m[0]);
				}
			}
		}
		if (document.documentElement.scrollWidth > innerWidth) wrong.push("the page scrolls sideways");
		return wrong.join("; ");
	})()`
	for i, names := range [][2]string{{"Yanis", "Odile"}, {"Marie-Bénédicte", "Jean-Christophe"}, {"Maximilienne", "Alexandrine"}} {
		for k, of := range []campaign.Session{w.Yanis, w.Odile} {
			body := campaign.EditMember{Member: of.Member, Name: names[k], Role: campaign.Player}
			if _, err := w.Service.Do(t.Context(), webtest.Actor(w.Camille), w.Club, "name"+strconv.Itoa(i)+strconv.Itoa(k), campaign.ActRequest{Body: body}); err != nil {
				t.Fatal(err)
			}
		}
		for _, width := range []int64{390, 360} {
			var wrong, header string
			var tall bool
			err := chromedp.Run(phone, chromedp.EmulateViewport(width, 844), chromedp.Navigate(w.Server.URL+w.BattlePath("battles", w.Battle)), chromedp.WaitVisible(".score-header", chromedp.ByQuery),
				chromedp.Evaluate(broken, &wrong), chromedp.Evaluate(`document.querySelector(".score-header").innerText`, &header), chromedp.Evaluate(`document.querySelector(".score-header").matches(".tall")`, &tall))
			rulestest.Must(t, err)
			if wrong != "" || tall != (i > 0) || !strings.Contains(header, names[0]) || !strings.Contains(header, names[1]) {
				t.Errorf("%s at %d px: %s; beneath the scores: %t; the header reads %q", names, width, wrong, tall, header)
			}
		}
	}
}

// TestTappedDiceStayWhenTheCardIsDrawnAnew: dice that were tapped and not sent stay when dice from the other phone redraw the
// card. They stand in their slots, the program's button counts them, and they are sent with the rest. Dice that another phone
// gave for the same seat in the meantime are not added twice.
func TestTappedDiceStayWhenTheCardIsDrawnAnew(t *testing.T) {
	if testing.Short() {
		t.Skip("browser tests are left out with -short")
	}
	w := webtest.NewBattleFixture(t)
	w.OpenBattle(rules.Measured)
	before := w.PlayUntil("roll-initiative").Number
	yanis := w.OpenBrowser(w.Yanis)
	at := w.BattlePath("battles", w.Battle)
	tap := func(sel string) {
		t.Helper()
		rulestest.Must(t, chromedp.Run(yanis, chromedp.Click(sel, chromedp.ByQuery)))
	}
	rulestest.Must(t, chromedp.Run(yanis, chromedp.Navigate(w.Server.URL+at), chromedp.WaitVisible(".die-btn", chromedp.ByQuery), chromedp.Evaluate("window.stayed = true", nil)))
	const (
		tapped = "[...document.querySelectorAll('.slot')].filter(s => s.querySelector('.f')).length"
		held   = "document.querySelector('.rolling [name=faces]').value"
		button = "document.querySelector('.rolling [name=roll]').innerText"
	)
	for n, face := range []string{"6", "5", "4"} {
		tap(".die-btn[value='" + face + "']")
		w.WaitFor(yanis, "a tapped die in its slot", tapped+" === "+strconv.Itoa(n+1)+" && window.stayed")
	}
	w.WaitFor(yanis, "three dice held", held+" === '6 5 4' && "+button+".includes('3 autres')")
	// The other phone gives its own six dice, which redraws the card.
	w.Phone(w.Odile).Get(at).Send(".rolling", "faces", "1 1 2 2 3 3")
	w.WaitFor(yanis, "the dice of Odile", "document.querySelector('.ask').innerText.includes('Déjà là, pour Odile : 1, 1, 2, 2, 3, 3'.replace(' :', '\u00a0:'))")
	w.WaitFor(yanis, "the three dice still there", tapped+" === 3 && "+held+" === '6 5 4' && "+button+".includes('3 autres') && window.stayed")
	if w.Steps() != before {
		t.Fatal("the dice were sent before all of them were tapped")
	}
	// A second phone of the same player gives the first two of these dice; they must not be added twice.
	w.Phone(w.Yanis).Get(at).Send(".rolling", "faces", "6 5")
	w.WaitFor(yanis, "the third die after those of the other phone", tapped+" === 3 && "+held+" === '4' && "+button+".includes('3 autres') && window.stayed")
	for n, face := range []string{"4", "6"} {
		tap(".die-btn[value='" + face + "']")
		w.WaitFor(yanis, "a tapped die in its slot", tapped+" === "+strconv.Itoa(n+4))
	}
	tap(".die-btn[value='6']")
	w.WaitFor(yanis, "the step", "document.querySelector('.last-command')?.innerText.includes('initiative') && document.querySelector('.rolling')?.dataset.roll.split(' ')[0] !== window.first")
	if faces, byApp := w.LastDice(); w.Steps() != before+1 || strings.Trim(fmt.Sprint(faces), "[]") != "6 5 4 4 6 6 1 1 2 2 3 3" || slices.Contains(byApp, true) {
		t.Errorf("%d steps; the dice are %v, thrown by the program: %v", w.Steps()-before, faces, byApp)
	}
}

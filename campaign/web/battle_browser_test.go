package web_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"oriflamme/campaign"
	"oriflamme/rules"
)

func TestTwoPhonesSeeEachOthersMoves(t *testing.T) {
	if testing.Short() {
		t.Skip("browser tests are left out with -short")
	}
	w := newBattleFixture(t)
	w.openBattle(rules.Measured)
	yanis, odile := w.openBrowser(w.yanis), w.openBrowser(w.odile)
	at := w.server.URL + w.battlePath("battles", w.battle)
	for _, ctx := range []context.Context{yanis, odile} {
		if err := chromedp.Run(ctx, chromedp.Navigate(at), chromedp.WaitVisible(".die-btn", chromedp.ByQuery)); err != nil {
			t.Fatal(err)
		}
	}
	tap := func(ctx context.Context, sel string) {
		t.Helper()
		if err := chromedp.Run(ctx, chromedp.Click(sel, chromedp.ByQuery)); err != nil {
			t.Fatal(err)
		}
	}
	if err := chromedp.Run(yanis, chromedp.Evaluate("window.stayed = true", nil)); err != nil {
		t.Fatal(err)
	}
	tap(yanis, ".die-btn[value='6']") // of the roll-off each is asked for their own die
	w.waitFor(odile, "the die of Yanis on the other phone", "document.querySelector('.ask').innerText.includes('Déjà là, pour Yanis') && document.querySelector('.die-btn')")
	w.waitFor(yanis, "that Odile is waited for, with one's own die as it was tapped", `window.stayed && document.querySelector('.ask h2').innerText.startsWith('On attend Odile')
		&& /Déjà là, pour Yanis\s:\s6/.test(document.querySelector('.ask').innerText)`)
	w.waitFor(yanis, "that her die is given here only when asked for", "![...document.querySelectorAll('.die-btn, [name=roll]')].some(b => b.checkVisibility()) && document.querySelector('details.handed > summary').checkVisibility()")
	tap(yanis, "details.handed > summary")
	w.waitFor(yanis, "her die on the phone of Yanis", "[...document.querySelectorAll('.die-btn')].every(b => b.checkVisibility())")
	if w.steps() != 0 {
		t.Fatal("the roll-off went on with one die of two")
	}
	tap(odile, ".die-btn[value='1']")
	w.waitFor(yanis, "the question after the roll-off", "document.querySelector('.ask button[name=choice]') && window.stayed")
	w.waitFor(odile, "the pending move on the other phone", "document.querySelector('.ask-wait')")
	tap(yanis, ".ask button[name=choice]")
	w.waitFor(yanis, "the first line of the log", "document.querySelectorAll('.log .deed').length === 1 && window.stayed")
	w.waitFor(odile, "the step on the other phone", "document.querySelectorAll('.log .deed').length === 1")
}

// TestScoreHeaderBreaksNoWord looks at the score of a battle between people of long names on two phones: no word is broken
// or cut, and the names stand beneath the scores.
func TestScoreHeaderBreaksNoWord(t *testing.T) {
	if testing.Short() {
		t.Skip("browser tests are left out with -short")
	}
	w := newBattleFixture(t)
	w.openBattle(rules.Measured)
	phone := w.openBrowser(w.yanis)
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
		for k, of := range []campaign.Session{w.yanis, w.odile} {
			body := campaign.EditMember{Member: of.Member, Name: names[k], Role: campaign.Player}
			if _, err := w.service.Do(t.Context(), actor(w.camille), w.club, "name"+formatInt(i)+formatInt(k), campaign.ActRequest{Body: body}); err != nil {
				t.Fatal(err)
			}
		}
		for _, width := range []int64{390, 360} {
			var wrong, header string
			var tall bool
			err := chromedp.Run(phone, chromedp.EmulateViewport(width, 844), chromedp.Navigate(w.server.URL+w.battlePath("battles", w.battle)), chromedp.WaitVisible(".score-header", chromedp.ByQuery),
				chromedp.Evaluate(broken, &wrong), chromedp.Evaluate(`document.querySelector(".score-header").innerText`, &header), chromedp.Evaluate(`document.querySelector(".score-header").matches(".tall")`, &tall))
			if err != nil {
				t.Fatal(err)
			}
			if wrong != "" || tall != (i > 0) || !strings.Contains(header, names[0]) || !strings.Contains(header, names[1]) {
				t.Errorf("%s at %d px: %s; beneath the scores: %t; the header reads %q", names, width, wrong, tall, header)
			}
		}
	}
}

// TestTappedDiceStayWhenTheCardIsDrawnAnew: dice that were tapped and not sent stand in their slots, are counted by the
// program's button and are sent with the rest after the other phone's dice have drawn the card anew; those that the other
// phone gave for the same hand meanwhile are not there twice.
func TestTappedDiceStayWhenTheCardIsDrawnAnew(t *testing.T) {
	if testing.Short() {
		t.Skip("browser tests are left out with -short")
	}
	w := newBattleFixture(t)
	w.openBattle(rules.Measured)
	before := w.playUntil("roll-initiative").Number
	yanis := w.openBrowser(w.yanis)
	at := w.battlePath("battles", w.battle)
	tap := func(sel string) {
		t.Helper()
		if err := chromedp.Run(yanis, chromedp.Click(sel, chromedp.ByQuery)); err != nil {
			t.Fatal(err)
		}
	}
	if err := chromedp.Run(yanis, chromedp.Navigate(w.server.URL+at), chromedp.WaitVisible(".die-btn", chromedp.ByQuery), chromedp.Evaluate("window.stayed = true", nil)); err != nil {
		t.Fatal(err)
	}
	const (
		tapped = "[...document.querySelectorAll('.slot')].filter(s => s.querySelector('.f')).length"
		held   = "document.querySelector('.rolling [name=faces]').value"
		button = "document.querySelector('.rolling [name=roll]').innerText"
	)
	for n, face := range []string{"6", "5", "4"} {
		tap(".die-btn[value='" + face + "']")
		w.waitFor(yanis, "a tapped die in its slot", tapped+" === "+formatInt(n+1)+" && window.stayed")
	}
	w.waitFor(yanis, "three dice held", held+" === '6 5 4' && "+button+".includes('3 autres')")
	// The other phone gives its own six dice: the card is drawn anew.
	w.phone(w.odile).get(at).send(".rolling", "faces", "1 1 2 2 3 3")
	w.waitFor(yanis, "the dice of Odile", "document.querySelector('.ask').innerText.includes('Déjà là, pour Odile : 1, 1, 2, 2, 3, 3'.replace(' :', '\u00a0:'))")
	w.waitFor(yanis, "the three dice still there", tapped+" === 3 && "+held+" === '6 5 4' && "+button+".includes('3 autres') && window.stayed")
	if w.steps() != before {
		t.Fatal("the dice were sent before all of them were tapped")
	}
	// A second phone of the same player gives the first two of them, which are not there twice then.
	w.phone(w.yanis).get(at).send(".rolling", "faces", "6 5")
	w.waitFor(yanis, "the third die after those of the other phone", tapped+" === 3 && "+held+" === '4' && "+button+".includes('3 autres') && window.stayed")
	for n, face := range []string{"4", "6"} {
		tap(".die-btn[value='" + face + "']")
		w.waitFor(yanis, "a tapped die in its slot", tapped+" === "+formatInt(n+4))
	}
	tap(".die-btn[value='6']")
	w.waitFor(yanis, "the step", "document.querySelector('.last-command')?.innerText.includes('initiative') && !document.querySelector('.rolling .slot.next')")
	if faces, byApp := w.lastDice(); w.steps() != before+1 || strings.Trim(fmt.Sprint(faces), "[]") != "6 5 4 4 6 6 1 1 2 2 3 3" || slices.Contains(byApp, true) {
		t.Errorf("%d steps; the dice are %v, thrown by the program: %v", w.steps()-before, faces, byApp)
	}
}

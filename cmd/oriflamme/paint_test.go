package main

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"oriflamme/campaign"
)

// BenchmarkInteractionToNextPaint presses what a battle asks for on a phone whose processor is four times slower than this one,
// and tells how long the browser took from the press to the next picture: the worst of all presses, as the measure of that
// name has it. It says nothing of the network.
//
//	go test -run '^$' -bench InteractionToNextPaint -benchtime 1x ./cmd/oriflamme
func BenchmarkInteractionToNextPaint(b *testing.B) {
	var worst, presses float64
	b.StopTimer()
	ok := testing.RunTests(func(string, string) (bool, error) { return true, nil }, []testing.InternalTest{{Name: "presses", F: func(t *testing.T) {
		worst, presses = presses4x(t)
	}}})
	if !ok {
		b.Fatal("the battle could not be played")
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(worst, "ms-worst")
	b.ReportMetric(presses, "presses")
}

func presses4x(t *testing.T) (worst, presses float64) {
	browser := newBrowser(t)
	site := newDemoSite(t)
	st := site.state(t)
	var battle *campaign.Battle
	for _, one := range st.AllBattles() {
		if one.Phase == campaign.Scheduled && len(one.Engine) > 0 {
			battle = one
			break
		}
	}
	if battle == nil {
		t.Fatal("the demo has no battle half-way")
	}
	tb := browser.person(390, 844)
	site.signIn(tb, "Camille", "fr") // who may act for all
	tb.open(site.url + "/clubs/" + site.club + "/battles/" + battle.ID + "/all")
	tb.wait(`document.querySelector(".ask")`)
	tb.do(emulation.SetCPUThrottlingRate(4))
	tb.eval(`(() => {
		self.presses = [];
		new PerformanceObserver(list => { for (const e of list.getEntries()) if (e.interactionId) presses.push(e.duration); })
			.observe({type: "event", durationThreshold: 16, buffered: true});
		return true;
	})()`, nil)
	for range 12 {
		var there bool
		tb.eval(`(() => {
			const one = [...document.querySelectorAll(".ask .options a, .ask .options button, .ask .pickable a, .ask .die-btn, .ask form button:not([data-by])")].find(e => e.checkVisibility());
			document.querySelector(".ask").dataset.old = 1;
			one?.focus();
			one?.scrollIntoView({block: "center"});
			return !!one;
		})()`, &there)
		if !there {
			break
		}
		tb.do(chromedp.KeyEvent(kb.Enter))
		tb.wait(`!document.querySelector(".ask[data-old]") || document.querySelector(".die-btn")`)
	}
	var all []float64
	tb.eval(`new Promise(done => requestAnimationFrame(() => setTimeout(() => done(presses), 200)))`, &all)
	for _, d := range all {
		worst = max(worst, d)
	}
	t.Logf("at four times slower: worst %.0f ms of %d measured events (shorter than 16 ms are not told): %v", worst, len(all), all)
	return worst, float64(len(all))
}

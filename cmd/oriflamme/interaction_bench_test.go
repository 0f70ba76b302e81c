package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"oriflamme/campaign"
	"oriflamme/rules/games"
)

// BenchmarkInteractionToNextPaint presses what battles of all games ask for, on two phones whose processors are four
// times slower than this one. It reports the Interaction to Next Paint: the longest time from a press to the next
// frame. It says nothing about the network and needs a machine that does nothing else.
//
//	go test -run '^$' -bench InteractionToNextPaint -benchtime 1x ./cmd/oriflamme
func BenchmarkInteractionToNextPaint(b *testing.B) {
	for _, g := range games.All {
		b.Run(g.ID, func(b *testing.B) {
			var worst, presses float64
			b.StopTimer()
			ok := testing.RunTests(func(string, string) (bool, error) { return true, nil }, []testing.InternalTest{{Name: g.ID, F: func(t *testing.T) {
				worst, presses = presses4x(t, g.ID)
			}}})
			if !ok {
				b.Fatal("the battle could not be played")
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(worst, "ms-worst")
			b.ReportMetric(presses, "presses")
		})
	}
}

// pressableScript chooses one of the things that a battle's question offers by the number n, waits as long as people
// would take to read it, and returns its place on the screen. It returns nothing when the other side has to act.
const pressableScript = `(async n => {
	const ask = document.querySelector(".ask");
	const all = [...document.querySelectorAll(".board a:has(.b-spot, .b-lit), .ask .options a:not(.cite), .ask .options button, .ask .pickable a, .ask summary, .ask .die-btn, .ask form button:not([data-by], [name=drop], [name=again])")]
		.filter(e => e.checkVisibility() && !(e.localName === "summary" ? e.parentElement.parentElement : e).closest("details:not([open])") && !e.closest("details[open] > summary"));
	if (!all.length) return [];
	ask.dataset.old = 1;
	const one = all[n %% all.length];
	one.scrollIntoView({block: "center", inline: "center"});
	await new Promise(done => setTimeout(done, 300));
	if (!one.isConnected) return []; // the other side has moved meanwhile
	const r = one.getBoundingClientRect();
	return [r.x + r.width / 2, r.y + r.height / 2];
})(%d)`

// settledScript waits for the next question; some presses only show more of the current one.
const settledScript = `(async () => {
	for (let i = 0; i < 300 && document.querySelector(".ask[data-old]") && !document.querySelector(".ask .die-btn"); i++) await new Promise(done => setTimeout(done, 10));
	return "acted";
})()`

func presses4x(t *testing.T, game string) (worst, presses float64) {
	browser, site := newBrowser(t), newDemoSite(t)
	st := site.state(t)
	var battle *campaign.Battle
	for _, one := range st.AllBattles() {
		// Warcry has a battle half-way; the other games open one.
		if one.Status == campaign.Scheduled && st.Campaigns[one.Campaign].Settings.Game == game && (battle == nil || len(one.EngineParts) > 0) {
			battle = one
		}
	}
	if battle == nil {
		t.Fatal("the demo has no battle to play")
	}
	at := site.url + "/clubs/" + site.club + "/battles/" + battle.ID
	var phones []tab
	for i := range battle.Seats {
		phone := browser.person(390, 844)
		phones = append(phones, phone)
		site.signIn(phone, st.Members[st.Rosters[battle.Seats[i]].Member].Name, "fr")
		phone.open(at)
		if i == 0 && len(battle.EngineParts) == 0 {
			phone.click(`label:has(input[name=mode][value=board])`)
			phone.click(`form[action$="/open"] .btn.flame`)
		}
		phone.wait(`document.querySelector(".ask")`)
		phone.run(emulation.SetTouchEmulationEnabled(true))
		phone.eval(`(() => {
			self.presses = [];
			new PerformanceObserver(list => { for (const e of list.getEntries()) if (e.interactionId) presses.push(e.duration); })
				.observe({type: "event", durationThreshold: 16, buffered: true});
			return true;
		})()`, nil)
	}
	coins := rand.New(rand.NewPCG(2, 7))
	for made, idle := 0, 0; made < 30 && idle < 200; {
		phone := phones[(made+idle)%len(phones)]
		phone.run(emulation.SetCPUThrottlingRate(4)) // one browser at a time: a slowed browser keeps a processor busy
		var spot []float64
		if phone.eval(fmt.Sprintf(pressableScript, coins.IntN(1000)), &spot); len(spot) == 0 {
			idle++ // wait for the other side's move
			phone.run(emulation.SetCPUThrottlingRate(1))
			continue
		}
		made++
		phone.run(chromedp.ActionFunc(func(ctx context.Context) error {
			if err := input.DispatchTouchEvent(input.TouchStart, []*input.TouchPoint{{X: spot[0], Y: spot[1]}}).Do(ctx); err != nil {
				return err
			}
			if err := chromedp.Sleep(80 * time.Millisecond).Do(ctx); err != nil { // as long as a finger rests
				return err
			}
			return input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{}).Do(ctx)
		}))
		phone.evalAcrossPages(settledScript)
		phone.run(emulation.SetCPUThrottlingRate(1))
	}
	for _, phone := range phones {
		var all []float64
		phone.eval(`new Promise(done => requestAnimationFrame(() => setTimeout(() => done(presses), 200)))`, &all)
		for _, d := range all {
			worst = max(worst, d)
		}
		presses += float64(len(all))
		t.Logf("%s at four times slower: worst of all so far %.0f ms; %d measured events (shorter than 16 ms are not told): %v", game, worst, len(all), all)
	}
	return worst, presses
}

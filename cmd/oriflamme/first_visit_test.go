package main

import (
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// A firstVisit is what a phone measured that opened a rule for the first time and then searched the game: how much it
// fetched and how long everything took.
type firstVisit struct {
	opened []string // addresses fetched until the page was complete
	bytes  float64  // their bytes on the wire
	shift  float64  // layout shift of what was painted already
	asked  []string // addresses fetched for the first answer
	later  []string // addresses fetched while more was typed

	paint, cold, names, keystroke float64 // ms; the keystroke is the slowest
}

// TestFirstVisit counts what Chromium fetches for a rule that is opened for the first time, for the first answer of a
// search, and for the answers after it. Names that were fetched before the first search are found without a network.
func TestFirstVisit(t *testing.T) {
	v := visitForFirstTime(t, false)
	if len(v.opened) > 4 || v.bytes > 30e3 || v.shift != 0 {
		t.Errorf("a rule opened for the first time takes %q, %.0f bytes, and moves by %v", v.opened, v.bytes, v.shift)
	}
	if len(v.asked) > 5 { // the script, three parts of the index and the texts of excerpts
		t.Errorf("the first answer takes %q", v.asked)
	}
	if len(v.later) > 0 {
		t.Errorf("later letters take %q", v.later)
	}
}

// BenchmarkFirstVisit times the same on a bad network: 400 kb/s, 400 ms, and a processor four times slower.
//
//	go test -run '^$' -bench FirstVisit -benchtime 1x ./cmd/oriflamme
func BenchmarkFirstVisit(b *testing.B) {
	var v firstVisit
	ok := testing.RunTests(func(string, string) (bool, error) { return true, nil }, []testing.InternalTest{{Name: "visit", F: func(t *testing.T) {
		v = visitForFirstTime(t, true)
	}}})
	if !ok {
		b.Fatal("the visit came to no end")
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(v.paint, "ms-first-paint")
	b.ReportMetric(v.cold, "ms-cold-answer")
	b.ReportMetric(v.names, "ms-names")
	b.ReportMetric(v.keystroke, "ms-keystroke")
	b.ReportMetric(v.bytes, "bytes")
	b.ReportMetric(float64(len(v.opened)), "requests")
}

// fetches records what a tab requests.
type fetches struct {
	mu        sync.Mutex
	addresses []string
	bytes     float64
}

func (f *fetches) listen(event any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		if strings.HasPrefix(e.Request.URL, "http") {
			f.addresses = append(f.addresses, e.Request.URL)
		}
	case *network.EventLoadingFinished:
		f.bytes += e.EncodedDataLength
	}
}

// since returns the addresses requested since it was last called, and their bytes.
func (f *fetches) since() ([]string, float64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	list, n := f.addresses, f.bytes
	f.addresses, f.bytes = nil, 0
	return list, n
}

// timeAnswerScript types a text into the search and resolves with the milliseconds until its answers are shown.
const timeAnswerScript = `(text => new Promise(done => {
	const input = document.querySelector("#search input"), list = document.querySelector("#search .results"), from = performance.now();
	new MutationObserver((_, watch) => { if (list.querySelector(".result")) { watch.disconnect(); done(performance.now() - from); } }).observe(list, {childList: true});
	input.value = text;
	input.dispatchEvent(new Event("input"));
}))`

func visitForFirstTime(t *testing.T, slow bool) firstVisit {
	b := newBrowser(t)
	site := newDemoSite(t)
	tb := b.person(390, 844)
	var f fetches
	chromedp.ListenTarget(tb.ctx, f.listen)
	tb.run(network.Enable())
	link := network.EmulateNetworkConditions(false, 0, -1, -1)
	if slow {
		link = network.EmulateNetworkConditions(false, 400, 400e3/8, 400e3/8)
		tb.run(emulation.SetCPUThrottlingRate(4))
	}
	tb.run(link)
	tb.open(site.url + "/fr/regles/warcry/attaquer/")
	tb.wait(`performance.getEntriesByName("first-contentful-paint").length && document.readyState == "complete" && document.fonts.status == "loaded"`)
	var v firstVisit
	tb.eval(`performance.getEntriesByName("first-contentful-paint")[0].startTime`, &v.paint)
	tb.eval(`new Promise(done => {
		let sum = 0;
		new PerformanceObserver(list => { for (const e of list.getEntries()) sum += e.value; }).observe({type: "layout-shift", buffered: true});
		requestAnimationFrame(() => setTimeout(() => done(sum), 100));
	})`, &v.shift)
	v.opened, v.bytes = f.since()

	// No name holds these words, so the search needs the index of words, which has not been fetched yet.
	tb.eval(`(() => { document.querySelector("a[data-search]").click(); return `+timeAnswerScript+`("relancer les échecs"); })()`, &v.cold)
	tb.wait(`self.oriflammeSearch["warcry.texts"]`)
	v.asked, _ = f.since()
	for _, text := range []string{"att", "atta", "attaq", "attaque", "attaque a", "attaque au", "attaque au c", "attaque au contact"} {
		var took float64
		if tb.eval(timeAnswerScript+`(`+quote(text)+`)`, &took); took > v.keystroke {
			v.keystroke = took
		}
	}
	v.later, _ = f.since()

	// Touching a page fetches the names, so that a search by name is answered at once.
	tb.open(site.url + "/fr/regles/underworlds/")
	tb.eval(`dispatchEvent(new WheelEvent("wheel")), true`, nil)
	tb.wait(`self.oriflammeSearch?.["underworlds.names"]`)
	tb.run(network.EmulateNetworkConditions(true, 0, -1, -1))
	tb.eval(`(() => { document.querySelector("a[data-search]").click(); return `+timeAnswerScript+`("charge"); })()`, &v.names)
	return v
}

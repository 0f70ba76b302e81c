package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"flag"
	"os"
	goruntime "runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"oriflamme/content/contenttest"
)

//go:embed testdata/axe/axe.min.js
var axe string

// browser opens windows of headless Chromium. Each person has cookies and pages of their own.
type browser struct {
	t              *testing.T
	program, shell string
}

// newBrowser finds Chromium. Without it the test is skipped, or fails in CI.
func newBrowser(t *testing.T) browser {
	t.Helper()
	program, shell := contenttest.FindChromium(t)
	return browser{t, program, shell}
}

// person opens a window of that size in the Chromium that all tests share. It keeps no pages for offline use: fetching the
// whole club and its books for every person would be most of the work of a short test, and changes nothing that such a
// test looks at.
func (b browser) person(width, height int64) tab {
	b.t.Helper()
	chromium, err := sharedChromium(b.shell)
	if err != nil {
		b.t.Fatalf("Chromium does not start: %v", err)
	}
	id, window, err := newWindow(chromium, width, height)
	if err != nil {
		b.t.Fatalf("Chromium opens no window: %v", err)
	}
	ctx, cancel := chromedp.NewContext(chromium, chromedp.WithTargetID(window))
	b.t.Cleanup(func() {
		_ = chromedp.Cancel(ctx)
		cancel()
		_ = target.DisposeBrowserContext(id).Do(cdp.WithExecutor(chromium, chromedp.FromContext(chromium).Browser))
	})
	tb := tab{b.t, ctx}
	// Several windows of one browser are open, and each behaves as if it were in front.
	tb.start(chromedp.EmulateViewport(width, height), emulation.SetFocusEmulationEnabled(true), network.Enable(), network.SetBlockedURLs([]string{"*/offline.json"}))
	return tb
}

// newWindow opens a window of Chromium with cookies and storage of its own.
func newWindow(chromium context.Context, width, height int64) (id cdp.BrowserContextID, window target.ID, err error) {
	ctx := cdp.WithExecutor(chromium, chromedp.FromContext(chromium).Browser)
	if id, err = target.CreateBrowserContext().Do(ctx); err == nil {
		window, err = target.CreateTarget("about:blank").WithBrowserContextID(id).WithNewWindow(true).WithWidth(width + 200).WithHeight(height + 200).Do(ctx)
	}
	return id, window, err
}

// keeper opens a Chromium of its own with a window of that size. It keeps the pages of its member for offline use, and may be
// sent push messages.
func (b browser) keeper(width, height int64) tab {
	b.t.Helper()
	ctx, stop, err := contenttest.StartChromium(b.program)
	if err != nil {
		b.t.Fatalf("Chromium does not start: %v", err)
	}
	b.t.Cleanup(stop)
	tb := tab{b.t, ctx}
	tb.start(chromedp.EmulateViewport(width, height))
	return tb
}

// chromiumOfAll is the Chromium that the tests share, once one of them has asked for it.
var chromiumOfAll struct {
	sync.Mutex
	ctx  context.Context
	stop func()
}

func sharedChromium(program string) (context.Context, error) {
	c := &chromiumOfAll
	c.Lock()
	defer c.Unlock()
	var err error
	if c.ctx == nil {
		c.ctx, c.stop, err = contenttest.StartChromium(program)
	}
	return c.ctx, err
}

// TestMain runs more tests at once than there are processors, because most of them wait for a browser.
func TestMain(m *testing.M) {
	flag.Parse()
	if atOnce := flag.Lookup("test.parallel"); atOnce.Value.String() == atOnce.DefValue {
		_ = atOnce.Value.Set(strconv.Itoa(2 * goruntime.GOMAXPROCS(0)))
	}
	code := m.Run()
	if stop := chromiumOfAll.stop; stop != nil {
		stop()
	}
	os.Exit(code)
}

// tab is one person's phone or laptop.
type tab struct {
	t   *testing.T
	ctx context.Context
}

// start opens the tab. Without a deadline: the tab would end with it.
func (t tab) start(actions ...chromedp.Action) {
	t.t.Helper()
	if err := chromedp.Run(t.ctx, actions...); err != nil {
		t.t.Fatalf("Chromium opens no window: %v", err)
	}
}

// run runs actions and fails the test when they take longer than any machine needs.
func (t tab) run(actions ...chromedp.Action) {
	t.t.Helper()
	ctx, cancel := context.WithTimeout(t.ctx, 4*time.Minute)
	defer cancel()
	if err := chromedp.Run(ctx, actions...); err != nil {
		t.t.Fatalf("%v\nat %s", err, t.url())
	}
}

func (t tab) url() string {
	var url string
	ctx, cancel := context.WithTimeout(t.ctx, time.Minute)
	defer cancel()
	_ = chromedp.Run(ctx, chromedp.Location(&url))
	return url
}

// open goes to an address. A page that itself goes elsewhere at that moment, as a battle's page does when the battle is
// over, aborts the navigation: then open goes there again.
func (t tab) open(url string) {
	t.t.Helper()
	t.run(chromedp.ActionFunc(func(ctx context.Context) error {
		err := chromedp.Navigate(url).Do(ctx)
		if err != nil && strings.Contains(err.Error(), "net::ERR_ABORTED") {
			return chromedp.Navigate(url).Do(ctx)
		}
		return err
	}))
}

// leave shows an empty page: an open battle page is fetched and drawn again at every act of anybody.
func (t tab) leave() { t.t.Helper(); t.open("about:blank") }

// size changes the window.
func (t tab) size(width, height int64) {
	t.t.Helper()
	t.run(chromedp.EmulateViewport(width, height))
}

// dark turns the dark theme on or off.
func (t tab) dark(on bool) {
	t.t.Helper()
	scheme := "light"
	if on {
		scheme = "dark"
	}
	t.run(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}))
}

// script turns JavaScript of the page on or off.
func (t tab) script(on bool) {
	t.t.Helper()
	t.run(emulation.SetScriptExecutionDisabled(!on))
}

// eval runs an expression in the page, waits for its promise, and decodes it into v.
func (t tab) eval(expression string, v any) {
	t.t.Helper()
	t.run(chromedp.Evaluate(expression, v, func(p *runtime.EvaluateParams) *runtime.EvaluateParams {
		return p.WithAwaitPromise(true)
	}))
}

// evalSlowly runs an expression that may take minutes on a slow machine.
func (t tab) evalSlowly(expression string) {
	t.t.Helper()
	ctx, cancel := context.WithTimeout(t.ctx, 5*time.Minute)
	defer cancel()
	err := chromedp.Run(ctx, chromedp.Evaluate(expression, nil, func(p *runtime.EvaluateParams) *runtime.EvaluateParams {
		return p.WithAwaitPromise(true)
	}))
	if err != nil {
		t.t.Fatal(err)
	}
}

// evalAcrossPages runs an expression that may lead to another page, which it then waits for.
func (t tab) evalAcrossPages(expression string) string {
	t.t.Helper()
	ctx, cancel := context.WithTimeout(t.ctx, 4*time.Minute)
	defer cancel()
	var did string
	err := chromedp.Run(ctx, chromedp.Evaluate(expression, &did, func(p *runtime.EvaluateParams) *runtime.EvaluateParams {
		return p.WithAwaitPromise(true)
	}))
	if err == nil {
		return did
	}
	if !isPageGone(err) {
		t.t.Fatalf("%v\nat %s", err, t.url())
	}
	t.wait(`document.readyState == "complete"`)
	return "acted"
}

// onEveryPage runs a script at the beginning of every page that is opened from now on.
func (t tab) onEveryPage(script string) {
	t.t.Helper()
	t.run(chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := page.AddScriptToEvaluateOnNewDocument(script).Do(ctx)
		return err
	}))
}

// text returns the visible text of the page.
func (t tab) text() string {
	t.t.Helper()
	var s string
	t.eval(`document.body.innerText`, &s)
	return s
}

// wait polls until the expression holds.
func (t tab) wait(expression string) {
	t.t.Helper()
	if err := chromedp.Run(t.ctx, contenttest.Until(expression)); err != nil {
		t.t.Fatalf("%v\nat %s\n%s", err, t.url(), t.text())
	}
}

// click presses the first visible element that matches, or fails. The page presses it by script, so that a page that
// is still being laid out does not matter. The element has been pressed when click returns.
func (t tab) click(selector string) {
	t.t.Helper()
	ctx, cancel := context.WithTimeout(t.ctx, 4*time.Minute)
	defer cancel()
	var pressed bool
	err := chromedp.Run(ctx, chromedp.Evaluate(`(() => {
		const e = [...document.querySelectorAll(`+quote(selector)+`)].find(e => e.checkVisibility());
		return !!e && new Promise(done => setTimeout(() => { e.click(); done(true); }));
	})()`, &pressed, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
	if err != nil && isPageGone(err) {
		return
	}
	if err != nil {
		t.t.Fatalf("%v\nat %s", err, t.url())
	}
	if !pressed {
		t.t.Fatalf("no %s at %s\n%s", selector, t.url(), t.text())
	}
}

// isPageGone reports whether an expression had no answer because its page was being left.
func isPageGone(err error) bool {
	gone := err.Error()
	return strings.Contains(gone, "navigated or closed") || strings.Contains(gone, "context was destroyed") || strings.Contains(gone, "Cannot find context")
}

// screenshot writes a screenshot when ORIFLAMME_SHOTS names a folder.
func (t tab) screenshot(name string) {
	t.t.Helper()
	dir := os.Getenv("ORIFLAMME_SHOTS")
	if dir == "" {
		return
	}
	var png []byte
	t.run(chromedp.FullScreenshot(&png, 100))
	if err := os.WriteFile(dir+"/"+name+".png", png, 0o644); err != nil {
		t.t.Fatal(err)
	}
}

// axeFaults lists the serious faults that axe finds on the page, by all its rules or by the given ones.
func (t tab) axeFaults(rules ...string) []string {
	t.t.Helper()
	only := ""
	if len(rules) > 0 {
		only = `, runOnly: ["` + strings.Join(rules, `","`) + `"]`
	}
	var found []struct {
		ID    string `json:"id"`
		Help  string `json:"help"`
		Nodes []struct {
			HTML string `json:"html"`
		} `json:"nodes"`
	}
	var there bool
	if t.eval(`"axe" in window`, &there); !there {
		t.run(chromedp.Evaluate(axe+"\n;true", nil))
	}
	t.eval(`axe.run(document, {resultTypes: ["violations"]`+only+`}).then(r => r.violations
		.filter(v => v.impact == "serious" || v.impact == "critical")
		.map(v => ({id: v.id, help: v.help, nodes: v.nodes.map(n => ({html: n.html}))})))`, &found)
	var list []string
	for _, f := range found {
		list = append(list, f.ID+": "+f.Help+": "+f.Nodes[0].HTML)
	}
	return list
}

// overflow returns by how many pixels the page scrolls sideways.
func (t tab) overflow() int {
	t.t.Helper()
	var px int
	t.eval(`document.documentElement.scrollWidth - document.documentElement.clientWidth`, &px)
	return px
}

// smallTargets lists controls smaller than 44 px in both directions, except links within a sentence.
func (t tab) smallTargets() []string {
	t.t.Helper()
	var list []string
	t.eval(`[...document.querySelectorAll("button, input:not([type=hidden]), select, textarea, summary, nav a, a.btn, .tabs a")]
		.filter(e => e.checkVisibility({visibilityProperty: true}) && e.type != "checkbox" && e.type != "radio" && !e.closest("[popover]") && !e.closest("p, li p"))
		.map(e => [e, e.getBoundingClientRect()])
		.filter(([e, r]) => r.width > 1 && r.height > 1 && (r.height < 43.5 || r.width < 43.5))
		.map(([e, r]) => e.outerHTML.slice(0, 90) + " " + Math.round(r.width) + "x" + Math.round(r.height))`, &list)
	return list
}

// csp starts to collect what the content security policy refuses; the function that it returns lists it.
func (t tab) csp() func() []string {
	t.t.Helper()
	var mu sync.Mutex
	var refused []string
	chromedp.ListenTarget(t.ctx, func(ev any) {
		if e, ok := ev.(*runtime.EventExceptionThrown); ok {
			mu.Lock()
			defer mu.Unlock()
			refused = append(refused, e.ExceptionDetails.Text)
		}
	})
	t.onEveryPage(`document.addEventListener("securitypolicyviolation", e => { throw new Error("csp " + e.violatedDirective + " " + e.blockedURI) })`)
	return func() []string {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(refused)
	}
}

func quote(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func lines(list []string) string { return strings.Join(list, "\n  ") }

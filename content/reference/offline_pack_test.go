package reference_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"

	"oriflamme/content/contenttest"
	"oriflamme/rules/rulestest"
)

// tapTermsScript taps every word of the glossary on a page. The meaning of the word must be shown as soon as the tap has
// been handled, and must name the word.
const tapTermsScript = `[...document.querySelectorAll('.chapter a.term')].filter(a => !document.querySelector('.chapter ' + a.hash)).map(a => {
	const box = document.getElementById('gloss'), word = document.getElementById('g-' + a.hash.slice(1));
	a.click();
	const ok = box?.matches(':popover-open') && word && box.firstChild.textContent === word.textContent && box.children[2].textContent.length > 10 && box.querySelector('#gloss > p a').hash === a.hash;
	box?.hidePopover();
	return ok ? '' : a.textContent + ' does not open';
})`

// TestOffline keeps a book for offline use in Chromium, cuts the network, and opens every page of the book and its search.
func TestOffline(t *testing.T) {
	rulestest.Slow(t)
	ctx, site := contenttest.Chromium(t), publishedSite(t)
	dir := writeFolder(t, site, "")
	var cut atomic.Bool
	var asked atomic.Int32
	files := http.StripPrefix("/x/y/", http.FileServer(http.Dir(dir)))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		if cut.Load() {
			panic(http.ErrAbortHandler)
		}
		w.Header().Set("Content-Security-Policy", strictPolicy+"; connect-src 'self'")
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	home := server.URL + "/x/y/" + strings.TrimPrefix(site.HomeURL("fr", "warcry"), "/")
	rulestest.Must(t, chromedp.Run(ctx, chromedp.Navigate(home), contenttest.Until(`document.querySelector('.offline')?.dataset.state === 'not'`)))
	before := asked.Load()
	if err := chromedp.Run(ctx, chromedp.Evaluate(`document.querySelector('.offline button[data-keep]').click()`, nil),
		contenttest.Until(`document.querySelector('.offline').dataset.state === 'kept'`)); err != nil {
		t.Fatal(err)
	}
	if n := asked.Load() - before; n > 5 {
		t.Errorf("keeping a book takes %d requests", n)
	}
	cut.Store(true)
	missing, words := 0, 0
	for _, p := range site.Pages {
		if p.Lang != "fr" || p.Game != "warcry" || p.ID == "print" { // the page with the whole book is for paper
			continue
		}
		var title, note string
		ready := `document.querySelector('h1') && (!document.querySelector('main[data-kept] .book[data-age] .head') || document.querySelector('.kept'))`
		err := chromedp.Run(ctx, chromedp.Navigate(server.URL+"/x/y/"+p.Path), contenttest.Until(ready), chromedp.Evaluate(`document.querySelector('h1')?.textContent ?? ''`, &title),
			chromedp.Evaluate(`document.querySelector('.kept')?.textContent ?? ''`, &note))
		if err != nil || title != p.Title {
			missing++
			t.Errorf("%s without a network: %q (%v)", p.Path, title, err)
		}
		if p.Chapter > 0 && !strings.Contains(note, "Copie gardée le ") {
			t.Errorf("%s does not say how old it is: %q", p.Path, note)
		}
		if missing > 3 {
			t.FailNow()
		}
		var opened []string
		rulestest.Must(t, chromedp.Run(ctx, chromedp.Evaluate(tapTermsScript, &opened), contenttest.Until(`!history.state?.open`)))
		for words += len(opened); len(opened) > 0; opened = opened[1:] {
			if opened[0] != "" {
				t.Errorf("%s without a network: %s", p.Path, opened[0])
			}
		}
	}
	if words < 300 {
		t.Errorf("only %d words of the glossary were opened", words)
	}
	var first string
	err := chromedp.Run(ctx, chromedp.Navigate(home), chromedp.Evaluate(`document.querySelector('a[data-search]').click()`, nil),
		chromedp.Evaluate(`{ const i = document.querySelector('#search input'); i.value = 'désengagement'; i.dispatchEvent(new Event('input')); }`, nil),
		contenttest.Until(`/#(t|wc)-disengage$/.test(document.querySelector('#search .result')?.href)`), chromedp.Evaluate(`document.querySelector('#search .result').href`, &first))
	if err != nil || !strings.HasSuffix(first, "#t-disengage") && !strings.HasSuffix(first, "#wc-disengage") {
		t.Errorf("the search without a network finds %q (%v)", first, err)
	}
	// The pack does not contain the texts of excerpts: the browser cuts them out of the pages.
	var got, want []string
	_, script, _ := strings.Cut(string(site.IndexScripts("fr", "warcry")[2]), "]=")
	if err := json.Unmarshal([]byte(strings.TrimSuffix(script, ";\n")), &want); err != nil {
		t.Fatal(err)
	}
	err = chromedp.Run(ctx, contenttest.Until(`self.oriflammeSearch['warcry.texts']`), chromedp.Evaluate(`self.oriflammeSearch['warcry.texts']`, &got))
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("the pack has %d texts of excerpts, the index other %d (%v)", len(got), len(want), err)
	}
	// When there is a network again, an old copy is checked, and the page says that a newer one exists.
	cut.Store(false)
	const old = `caches.open('reference').then(async shelf => {
		const at = [...await shelf.keys()].find(r => r.url.endsWith('kept.json')), kept = await (await shelf.match(at)).json();
		await shelf.put(at, new Response(JSON.stringify({ ...kept, version: 'old', asked: 0 })));
		document.documentElement.dataset.aged = 'yes';
	}), 0`
	err = chromedp.Run(ctx, chromedp.Evaluate(old, nil), contenttest.Until(`document.documentElement.dataset.aged`), chromedp.Navigate(home+"attaquer/"),
		contenttest.Until(`/^Une copie plus récente/.test(document.querySelector('.kept a')?.textContent)`))
	if err != nil {
		t.Errorf("the page does not say that a newer copy exists: %v", err)
	}
	cut.Store(true)
	var sheet bool
	if err := chromedp.Run(ctx, chromedp.Navigate(home+"attaquer/"), chromedp.Evaluate(`getComputedStyle(document.querySelector('.book')).display === 'grid'`, &sheet)); err != nil || !sheet {
		t.Errorf("pages without a network have no sheet (%v)", err)
	}
}

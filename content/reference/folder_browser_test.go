package reference_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"oriflamme/content/contenttest"
	"oriflamme/rules/rulestest"
)

// strictPolicy is the content security policy under which the folder must work.
const strictPolicy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'"

// probeScript acts like a reader of a page and notes everything that does not work.
const probeScript = `addEventListener('load', async () => {
const wrong = [], q = s => document.querySelector(s);
const want = async (what, ok) => { for (let i = 0; i < 1200 && !ok(); i++) await new Promise(r => setTimeout(r, 50)); if (!ok()) wrong.push(what); };
const type = text => { const i = q('#search input'); i.value = text; i.dispatchEvent(new Event('input')); };
await want('the sheet is used', () => getComputedStyle(q('.rule')).fontFamily.includes('Alegreya'));
await want('the page is not wider than the screen', () => document.documentElement.scrollWidth <= innerWidth);
q('#WC-ATK-8 a.term').click();
await want('a word opens its meaning', () => q('#gloss:popover-open h3')?.textContent === 'Couvert');
q('#gloss button').click();
await want('the meaning closes', () => !q('.gloss:popover-open'));
await want('the focus comes back', () => document.activeElement.hash === '#t-cover');
q('a[data-search]').click();
await want('the search opens', () => q('#search:popover-open'));
type('chrage');
await want('a slip is forgiven', () => q('#search .result'));
type('wc-mov');
await want('the beginning of a number finds rules', () => q('#search .result .cite')?.textContent.startsWith('WC-MOVE-'));
await want('an answer has an excerpt', () => q('#search .result > span:last-child')?.textContent.length > 20);
await want('the number of answers is told', () => / réponses$/.test(q('#search [role=status]').textContent));
let marked = 0;
for (const text of QUERIES) {
  q('#search .results').replaceChildren();
  type(text);
  await want('something is found for ' + text, () => q('#search .result > span:last-child:not(.path)'));
  for (const hit of document.querySelectorAll('#search .result')) {
    const excerpt = hit.lastElementChild.textContent, path = hit.querySelector('.path').textContent;
    if ([...excerpt].length > 160) wrong.push('the excerpt has at most 160 characters: ' + excerpt);
    if (!/^[^›]+ › ./.test(path)) wrong.push('an answer tells the game and the chapter: ' + path);
    marked += hit.querySelectorAll('mark').length;
  }
}
await want('what was asked for is marked', () => marked > 2 * QUERIES.length);
q('#search .results').replaceChildren();
type('couvert');
await want('a rule of this page is found', () => q('#search .result[href$="#WC-ATK-8"]'));
q('#search .result[href$="#WC-ATK-8"]').click();
await want('the answer opens at its rule', () => location.hash === '#WC-ATK-8' && !q('#search:popover-open'));
await want('what was asked for is marked there', () => [...CSS.highlights.get('asked') ?? []].some(r => String(r) === 'couvert' && r.startContainer.parentElement.closest('#WC-ATK-8')));
history.back();
await want('going back leads to the answers', () => q('#search:popover-open .result'));
q('#search').hidePopover();
await want('going back closed the search', () => !history.state?.open);
location.hash = '#WC-ATK-8';
const other = q('.toc a.lang');
other.addEventListener('click', e => e.preventDefault());
other.click();
await want('the other language keeps the rule', () => other.href.endsWith('/attacking/index.html#WC-ATK-8'));
document.documentElement.dataset.wrong = JSON.stringify(wrong);
});`

// TestBrowser reads a page of the folder in Chromium: from the disk, and from a
// sub-path of a server under a strict policy.
func TestBrowser(t *testing.T) {
	rulestest.Slow(t)
	ctx := contenttest.Chromium(t, chromedp.EmulateViewport(500, 844))
	dir := writeFolder(t, publishedSite(t), "")
	page := filepath.Join(dir, "fr/regles/warcry/attaquer/index.html")
	raw, err := os.ReadFile(page)
	rulestest.Must(t, err)
	raw = []byte(strings.Replace(string(raw), "</head>", `<script src="probe.js" defer></script></head>`, 1))
	var asked []string
	for _, one := range append(queries(t), blindQueries(t)...) {
		if one.game = strings.TrimPrefix(one.game, "warcry"); one.game == "" && one.lang == "fr" && len(one.want) > 0 && len(asked) < 50 {
			asked = append(asked, one.text)
		}
	}
	list, err := json.Marshal(asked)
	if err != nil || len(asked) < 50 {
		t.Fatal(len(asked), err)
	}
	probing := strings.ReplaceAll(probeScript, "QUERIES", string(list))
	for name, body := range map[string][]byte{page: raw, filepath.Join(filepath.Dir(page), "probe.js"): []byte(probing)} {
		rulestest.Must(t, os.WriteFile(name, body, 0o644))
	}
	files := http.StripPrefix("/x/y/", http.FileServer(http.Dir(dir)))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", strictPolicy)
		files.ServeHTTP(w, r)
	}))
	defer server.Close()
	for name, address := range map[string]string{"disk": "file://" + filepath.ToSlash(page), "server": server.URL + "/x/y/fr/regles/warcry/attaquer/"} {
		var wrong []string
		err := chromedp.Run(ctx, chromedp.Navigate(address), contenttest.Until(`document.documentElement?.dataset.wrong`),
			chromedp.Evaluate(`JSON.parse(document.documentElement.dataset.wrong)`, &wrong))
		if err != nil {
			t.Fatalf("%s: the page did not come to an end: %v", name, err)
		}
		for _, w := range wrong {
			t.Errorf("from the %s it is not so that %s", name, w)
		}
	}
}

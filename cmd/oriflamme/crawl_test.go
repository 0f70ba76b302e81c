package main

import (
	"bytes"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"oriflamme/campaign"
	"oriflamme/content"
	"oriflamme/content/packs"
	"oriflamme/rules/games"
	"oriflamme/rules/rulestest"
)

// crawlLimit bounds how many pages a crawl opens in each language.
var crawlLimit = map[string]int{"fr": 1000, "en": 500}

// crawler follows every link of the demo as one of its people.
type crawler struct {
	t      *testing.T
	base   *url.URL
	lang   string
	client *http.Client
	queue  []string
	from   map[string]string          // address to a page that leads there
	ids    map[string]map[string]bool // the ids of a page
	shapes map[string]int             // how many pages of a shape were queued
	wanted [][3]string                // fragments: page, address, id
	others []campaign.ID              // campaigns, rosters and battles of games but Warcry
	scales *pageScales
	heavy  struct { // the heaviest page
		at    string
		bytes int
	}
}

// TestCrawl opens every page that Camille can reach by links, in both languages: each exists, has all its phrases,
// has no English in French, and weighs no more than a first page may; and links lead to what they name.
func TestCrawl(t *testing.T) {
	t.Parallel()
	rulestest.Slow(t)
	site := newDemoSite(t)
	base, err := url.Parse(site.url)
	must(t, err)
	state := site.state(t)
	for _, lang := range []string{"fr", "en"} {
		c := &crawler{t: t, base: base, lang: lang, client: newVisitor(t), from: map[string]string{}, ids: map[string]map[string]bool{}, shapes: map[string]int{}}
		for _, camp := range state.AllCampaigns() {
			if camp.Settings.Game == "warcry" {
				continue
			}
			c.others = append(c.others, camp.ID)
			for _, r := range state.RostersOf(camp.ID) {
				c.others = append(c.others, r.ID)
			}
			for _, b := range state.BattlesOf(camp.ID) {
				c.others = append(c.others, b.ID)
			}
		}
		c.scales = newScales(t, c.client)
		site.enter(t, c.client, c.page("/?lang="+lang), "Camille")
		c.want("/clubs/"+site.club, "the start")
		c.want("/odds?game=warcry", "the start")
		for len(c.queue) > 0 {
			at := c.queue[0]
			c.queue = c.queue[1:]
			c.open(at)
		}
		if len(c.ids) < 150 {
			t.Errorf("%d pages in %s", len(c.ids), lang)
		}
		for _, w := range c.wanted {
			if ids := c.ids[w[1]]; ids != nil && !ids[w[2]] {
				t.Errorf("%s: %s has no #%s", w[0], w[1], w[2])
			}
		}
		t.Logf("%d pages in %s, at most %d bytes on the wire: %s", len(c.ids), lang, c.heavy.bytes, c.heavy.at)
	}
}

// page gets an address that must be a page.
func (c *crawler) page(at string) *goquery.Document {
	c.t.Helper()
	answer, body, weight := c.scales.get(c.base.String() + at)
	if answer.StatusCode != http.StatusOK {
		c.t.Errorf("%s, linked from %s: %s", at, c.from[at], answer.Status)
		return nil
	}
	if !strings.HasPrefix(answer.Header.Get("Content-Type"), "text/html") {
		return nil
	}
	page, err := goquery.NewDocumentFromReader(bytes.NewReader(body))
	must(c.t, err)
	page.Url = answer.Request.URL
	if weight += c.scales.load(page); weight > maxPageWeight {
		c.t.Errorf("%s: %d bytes on the wire at the first visit", at, weight)
	}
	if weight > c.heavy.bytes {
		c.heavy.at, c.heavy.bytes = at, weight
	}
	return page
}

var (
	idPattern   = regexp.MustCompile(`[0-9a-z]{16}`)
	filePattern = regexp.MustCompile(`\.(css|js|woff2|svg|png|zip|json|jsonl|webmanifest)$`)
)

// want queues an address unless it was seen, or enough addresses of its shape were: the choices in a battle's query
// are countless.
func (c *crawler) want(at, from string) {
	u, err := url.Parse(at)
	if err != nil {
		c.t.Errorf("%s: bad address %q", from, at)
		return
	}
	if _, seen := c.from[at]; seen || len(c.from) >= crawlLimit[c.lang] || filePattern.MatchString(u.Path) || u.Query().Has("lang") {
		return
	}
	if u.RawQuery != "" {
		shape := idPattern.ReplaceAllString(u.Path, "x")
		for name := range u.Query() {
			shape += "?" + name
		}
		if c.shapes[shape]++; c.shapes[shape] > 3 {
			return
		}
	}
	c.from[at] = from
	c.queue = append(c.queue, at)
}

func (c *crawler) open(at string) {
	c.t.Helper()
	page := c.page(at)
	if page == nil {
		return
	}
	if got := page.Find("html").AttrOr("lang", ""); got != c.lang {
		return // the other language's page of the same rules
	}
	ids := map[string]bool{}
	page.Find("[id]").Each(func(_ int, s *goquery.Selection) { ids[s.AttrOr("id", "")] = true })
	c.ids[at] = ids
	page.Find("a[href]").Each(func(_ int, s *goquery.Selection) {
		to, err := page.Url.Parse(s.AttrOr("href", ""))
		if err != nil {
			c.t.Errorf("%s: bad link %q", at, s.AttrOr("href", ""))
			return
		}
		if to.Host != c.base.Host || s.AttrOr("hreflang", c.lang) != c.lang {
			return
		}
		address := to.RequestURI()
		if to.Fragment != "" {
			c.wanted = append(c.wanted, [3]string{at, address, to.Fragment})
		}
		c.want(address, at)
	})
	if html, err := page.Html(); err != nil {
		c.t.Error(err)
	} else if i := strings.Index(html, "⟨"); i >= 0 {
		c.t.Errorf("%s in %s: a phrase is missing: %.60s", at, c.lang, html[i:])
	}
	// A glossary, and a whole book with its glossary, give the English words beside the French ones; the profiles of
	// Warmachine give the names printed on the publisher's cards.
	if c.lang == "fr" && !strings.Contains(at, "/glossaire/") && !strings.Contains(at, "/livre-entier/") && !strings.Contains(at, "/module-profils/") && !strings.Contains(at, "/chercher/") && !c.foreign(at) {
		for _, word := range findEnglish(page) {
			c.t.Errorf("%s: %q is no French", at, word)
		}
	}
}

// foreign reports whether a page belongs to another game than Warcry.
func (c *crawler) foreign(at string) bool {
	for _, id := range c.others {
		if strings.Contains(at, id) {
			return true
		}
	}
	return strings.HasPrefix(at, "/odds") && !strings.Contains(at, "game=warcry")
}

// untranslatedWords are English words that are not French words too, and untranslated keys with underscores.
var untranslatedWords = regexp.MustCompile(`(?i)^(the|and|with|fighters?|weapons?|wounds|toughness|strength|damage|hits?|miss|roll|target|ranged|sword|mace|spear|fangs|claws|hook|scythe|blast|hammer|dagger|hero|ally|thrall|beast|mount|fly|scout|bulwark|warrior|priest|mystic|trapper|destroyer|terrifying|frenzied|ferocious|bearer|runemarks?|eyes|ability|[a-z]+_[a-z_]+)$`)

// packIDs are the ids in the house packs that no person would write: those of several words.
var packIDs = sync.OnceValue(func() map[string]bool {
	ids := map[string]bool{}
	for _, g := range games.All {
		shipped, _ := packs.Load(content.FS, g)
		for _, p := range shipped {
			for _, u := range p.Units {
				ids[u.ID] = strings.Contains(u.ID, "-")
			}
			for part := range p.Parts {
				cards, err := packs.Cards(p, part)
				if err != nil {
					continue // the members of this part have no id
				}
				for _, card := range cards {
					ids[card.ID] = strings.Contains(card.ID, "-")
				}
			}
		}
	}
	return ids
})

// findEnglish lists the words in a page's texts and names that a French reader would not understand.
func findEnglish(page *goquery.Document) []string {
	found := map[string]bool{}
	look := func(text string) {
		for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \n\t\u00a0\u202f,.;:!?()«»/’'", r) }) {
			if untranslatedWords.MatchString(word) || packIDs()[word] {
				found[fmt.Sprintf("%s in %.60s", word, strings.TrimSpace(text))] = true
			}
		}
	}
	for _, n := range page.Find("main").Nodes {
		visitTexts(n, look)
	}
	return slices.Sorted(maps.Keys(found))
}

// visitTexts calls look with the texts and names under a node, except code and what is marked as English.
func visitTexts(n *html.Node, look func(string)) {
	switch {
	case n.Type == html.TextNode:
		look(n.Data)
	case n.Type == html.ElementNode:
		if n.Data == "code" || n.Data == "script" {
			return
		}
		for _, a := range n.Attr {
			switch a.Key {
			case "lang":
				if a.Val == "en" {
					return
				}
			case "aria-label", "title", "placeholder":
				look(a.Val)
			}
		}
	}
	for child := range n.ChildNodes() {
		visitTexts(child, look)
	}
}

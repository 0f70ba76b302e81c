package main

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"oriflamme/campaign"
	"oriflamme/content"
	"oriflamme/content/phrases"
	"oriflamme/content/rawtext"
	"oriflamme/rules"
	"oriflamme/rules/games"
	"oriflamme/rules/rulestest"
)

// TestWordsOfPages follows every link of the demo as a stranger, players, an organiser and an arbiter, in each
// language, while battles of every game and an aftermath are open. No page shows or reads aloud a key, the name of a
// field, an id, a word of JSON, or a phrase of another language.
func TestWordsOfPages(t *testing.T) {
	rulestest.Slow(t)
	site := newDemoSite(t)
	site.playTonight(t)
	written := site.memberTexts(t)
	for _, lang := range content.Languages {
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			var others []*phrases.Catalog
			for other, book := range content.Catalogs() {
				if other != lang {
					others = append(others, book)
				}
			}
			own := content.Catalogs()[lang]
			r := &proofreader{t: t, site: site, lang: lang, scanner: rawtext.New(own), foreign: rawtext.NewForeignDetector(own, others, written...), found: map[string]string{}}
			for _, who := range []string{"", "Yanis", "Camille", "Maud"} {
				r.follow(who)
			}
			for _, fault := range slices.Sorted(maps.Keys(r.found)) {
				t.Errorf("%s\n  %s", r.found[fault], fault)
			}
		})
	}
}

// playTonight plays into tonight's battles, one of each game, and plays another battle of Warcry to its end and opens
// its aftermath.
func (d demoSite) playTonight(t *testing.T) {
	t.Helper()
	state := d.state(t)
	begun, keys := map[string]bool{}, 1_000_000 // above the keys of the demo
	for _, b := range state.AllBattles() {
		if b.Status != campaign.Scheduled || len(b.EngineParts) > 0 {
			continue
		}
		e := &demo{ctx: t.Context(), service: d.service, now: time.Now(), end: time.Now(), keys: &keys, dice: rand.New(rand.NewPCG(3, 5)), club: d.club, campaign: b.Campaign}
		game := state.Campaigns[b.Campaign].Settings.Game
		e.game = games.All[slices.IndexFunc(games.All, func(g *rules.Game) bool { return g.ID == game })]
		must(t, e.readPack())
		e.sides = []side{{member: d.people["Camille"]}} // Camille may answer for both sides
		for _, seat := range b.Seats {
			e.sides = append(e.sides, side{roster: seat, member: state.Rosters[seat].Member})
		}
		fight, steps := demoBattle{attacker: 1, defender: 2}, 40
		if begun[game] {
			steps = -1
		}
		begun[game] = true
		if err := e.playWithEngine(fight, b.ID, steps); err != nil {
			t.Fatalf("%s: %v", game, err)
		}
	}
	if len(begun) != len(games.All) {
		t.Fatalf("tonight only %v are played", slices.Sorted(maps.Keys(begun)))
	}
}

// memberTexts returns all texts that members wrote in the club; they are in the members' own languages.
func (d demoSite) memberTexts(t *testing.T) (texts []string) {
	t.Helper()
	raw, err := json.Marshal(d.state(t).Acts)
	must(t, err)
	var acts any
	must(t, json.Unmarshal(raw, &acts))
	var take func(any)
	take = func(v any) {
		switch v := v.(type) {
		case string:
			texts = append(texts, v)
		case []any:
			for _, each := range v {
				take(each)
			}
		case map[string]any:
			for _, each := range v {
				take(each)
			}
		}
	}
	take(acts)
	return texts
}

// proofreader reads the pages of one language and records what in them is not for people.
type proofreader struct {
	t       *testing.T
	site    demoSite
	lang    string
	scanner *rawtext.Scanner
	foreign *rawtext.ForeignDetector
	found   map[string]string // what is wrong, with the address of a page where it is
}

// follow reads every page that a member can reach, or a stranger with a link to the club. Only the stranger reads the
// rules, which are the same for everybody. Of pages that differ by a choice in their address, a few of each kind are
// read.
func (p *proofreader) follow(name string) {
	p.t.Helper()
	w := &walker{t: p.t, site: p.site, client: newVisitor(p.t)}
	queue := []string{"/?lang=" + p.lang}
	if name == "" {
		queue = append(queue, "/clubs/"+p.site.club)
	} else {
		w.client = p.site.client(p.t, name)
	}
	seen, shapes, pages := map[string]bool{}, map[string]int{}, 0
	for ; len(queue) > 0; queue = queue[1:] {
		page := w.get(queue[0])
		if page == nil || page.Find("html").AttrOr("lang", "") != p.lang {
			continue
		}
		pages++
		p.check(queue[0], page)
		page.Find("a[href]").Each(func(_ int, s *goquery.Selection) {
			to, err := page.Url.Parse(s.AttrOr("href", ""))
			if err != nil || to.Host != page.Url.Host || filePattern.MatchString(to.Path) || to.Query().Has("lang") || s.AttrOr("hreflang", p.lang) != p.lang {
				return
			}
			at := to.RequestURI()
			if seen[at] || name != "" && strings.HasPrefix(at, "/"+p.lang+"/") {
				return
			}
			seen[at] = true
			if to.RawQuery != "" {
				shape := to.Path + "?" + strings.Join(slices.Sorted(maps.Keys(to.Query())), "&")
				kind := idPattern.ReplaceAllString(shape, "x")
				shapes[shape]++
				shapes[kind]++
				if shape != kind && shapes[shape] > 2 || shapes[kind] > 10 {
					return
				}
			}
			queue = append(queue, at)
		})
	}
	if pages < 100 {
		p.t.Errorf("%q comes to %d pages", name, pages)
	}
	p.t.Logf("%d pages as %q", pages, name)
}

var (
	wholeBook = regexp.MustCompile(`^/[a-z]+/[^/]+/[^/]+/(livre-entier|whole-book|glossaire|glossary)/`)
	inRules   = regexp.MustCompile(`^/[a-z]+/(regles|rules)/|^/rules/|^/odds\b`)
	aSeat     = regexp.MustCompile(`^(?i:joueur|player) [AB]$`)
	aRow      = regexp.MustCompile(`^[\d., ;]+$`)
	hyphen    = regexp.MustCompile(`^[a-z]+(-[a-z]+)+$`)
	ownWords  = map[string]bool{"counter-charge": true, "free-for-all": true, "fall-back": true}
)

// check records the faults of a page. It allows for the rules and the odds, which call the players of an example A
// and B, write rolls as rows of numbers, and use hyphenated English words that are keys as well; for glossaries, at
// the end of whole books too, which give the words of the other language; and for English, which shows the program's
// own words where there is no phrase.
func (p *proofreader) check(at string, page *goquery.Document) {
	rules := inRules.MatchString(at)
	skip := func(n *html.Node) bool {
		if n.Data == "code" || n.Data == "pre" {
			return true
		}
		for _, a := range n.Attr {
			if (a.Key == "lang" || a.Key == "hreflang") && a.Val != p.lang {
				return true
			}
		}
		return false
	}
	note := func(text, piece string) {
		fault := piece + " in " + strings.Join(strings.Fields(text), " ")
		if p.found[fault] == "" {
			p.found[fault] = at
		}
	}
	for _, n := range page.Nodes {
		for text := range rawtext.Texts(n, skip) {
			for _, piece := range p.scanner.Text(text) {
				if wholeBook.MatchString(at) && hyphen.MatchString(piece) || rules && (aSeat.MatchString(piece) || aRow.MatchString(piece) || p.lang == "en" && ownWords[piece]) {
					continue
				}
				note(text, piece)
			}
			look := p.foreign.Text
			if strings.HasPrefix(at, "/"+p.lang+"/") || strings.HasPrefix(at, "/rules/") || strings.HasPrefix(at, "/odds") && p.lang == "en" {
				look = p.foreign.Part
			}
			if wholeBook.MatchString(at) {
				continue
			}
			if piece := look(text); piece != "" {
				note(text, piece)
			}
		}
	}
}

package main

import (
	"context"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"oriflamme/campaign"
	"oriflamme/content"
	"oriflamme/rules"
	"oriflamme/rules/rulestest"
)

// linksToPress lists the links that a person sees and can press, in the order of the page: those of the open sheet,
// or else of the page, without those that something else covers. Each comes with its words, its address and the sheet
// that it opens.
const linksToPress = `(() => {
	const list = [];
	for (const a of (document.querySelector("dialog[open]") ?? document).querySelectorAll("a[href]")) {
		if (!a.checkVisibility({visibilityProperty: true, opacityProperty: true})) continue;
		const isOnTop = () => {
			const r = [...a.getClientRects()].find(r => r.width >= 8 && r.height >= 8);
			return r && a.contains(document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2));
		};
		if (!isOnTop()) { // to scroll is slow
			a.scrollIntoView({block: "center", inline: "nearest", behavior: "instant"});
			if (!isOnTop()) continue;
		}
		list.push([(a.getAttribute("aria-label") ?? a.textContent).replace(/\s+/g, " ").trim().slice(0, 60), a.getAttribute("href"), a.dataset.sheet ?? ""]);
	}
	return list;
})()`

// maxPresses is how many presses away from the first page everything may be.
const maxPresses = 3

// foundPlace is a page, or a sheet open on it, with the words pressed to get there.
type foundPlace struct {
	at, sheet string
	way       []string
}

// findByPresses presses what can be seen, in the order of distance from home, until every goal is among what can be
// pressed next. It returns the way to each goal. It looks at two pages of each kind.
func findByPresses(tb tab, home string, goals map[string]*regexp.Regexp) map[string]foundPlace {
	tb.t.Helper()
	found, seen, kinds := map[string]foundPlace{}, map[string]bool{}, map[string]int{}
	for queue := []foundPlace{{at: home}}; len(queue) > 0 && len(found) < len(goals); queue = queue[1:] {
		here := queue[0]
		tb.open(here.at)
		tb.wait(`document.readyState == "complete"`)
		if here.sheet != "" {
			tb.click(`a[data-sheet="` + here.sheet + `"]`)
			tb.wait(`document.querySelector("dialog[open]")`)
		}
		var links [][3]string
		tb.eval(linksToPress, &links)
		base, err := url.Parse(tb.url())
		must(tb.t, err)
		for _, l := range links {
			to, err := base.Parse(l[1])
			if err != nil || to.Host != base.Host {
				continue
			}
			next := foundPlace{at: to.String(), way: append(slices.Clone(here.way), l[0])}
			if l[2] != "" {
				next.at, next.sheet = here.at, l[2]
			} else {
				for name, goal := range goals {
					if _, done := found[name]; !done && goal.MatchString(to.Path) {
						found[name] = next
					}
				}
			}
			kind := idPattern.ReplaceAllString(to.Path, "x") + next.sheet
			if key := next.at + next.sheet; seen[key] || kinds[kind] >= 2 || len(next.way) >= maxPresses || filePattern.MatchString(to.Path) || strings.Contains(to.Path, ".") {
				continue
			} else {
				seen[key] = true
			}
			kinds[kind]++
			queue = append(queue, next)
		}
	}
	return found
}

// ruleAddress matches the addresses of rules in each language.
var ruleAddress = map[string]*regexp.Regexp{"fr": regexp.MustCompile(`^/fr/regles/[a-z]+/[a-z-]+/`), "en": regexp.MustCompile(`^/en/rules/[a-z]+/[a-z-]+/`)}

// TestByLinksOnly: on a phone, each person of the demo gets from the first page to what they need in at most three
// presses of what can be seen there, in both languages.
func TestByLinksOnly(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	site := newDemoSite(t)
	state := site.state(t)
	club := "/clubs/" + site.club
	for _, who := range []struct{ name, lang string }{{"Camille", "fr"}, {"Yanis", "fr"}, {"Maud", "fr"}, {"Soizic", "fr"}, {"Camille", "en"}, {"Maud", "en"}} {
		name, lang := who.name, who.lang
		member := state.Members[site.people[name]]
		goals := site.eveningGoals(state, name, lang)
		exactly := func(what, path string) { goals[what] = regexp.MustCompile("^" + regexp.QuoteMeta(path) + "$") }
		exactly("the search of rules", "/rules/search")
		exactly("the notices", club+"/notices")
		exactly("their sides", "/rosters")
		exactly("other clubs", "/clubs")
		exactly("what waits", "/waiting")
		if campaign.Can(member.Role, campaign.KindClub) {
			exactly("the settings", club+"/settings")
		}
		for _, camp := range state.AllCampaigns() {
			exactly("the campaign "+camp.Settings.Name, club+"/campaigns/"+camp.ID)
		}
		tb := b.person(390, 844)
		site.signIn(tb, name, lang)
		come := func(from string, goals map[string]*regexp.Regexp) map[string]foundPlace {
			found := findByPresses(tb, site.url+from, goals)
			for _, what := range slices.Sorted(maps.Keys(goals)) {
				if way, ok := found[what]; !ok {
					t.Errorf("%s finds in %s no way from %s to %s in %d presses", name, lang, from, what, maxPresses)
				} else if len(way.way) > maxPresses {
					t.Errorf("%s needs in %s %d presses from %s to %s: %s", name, lang, len(way.way), from, what, strings.Join(way.way, " > "))
				} else {
					t.Logf("%s in %s, %s: %s", name, lang, what, strings.Join(way.way, " > "))
				}
			}
			return found
		}
		found := come("/", goals)
		for what, shows := range map[string]string{"the report": "main form[action$='/report']", "the odds": "main form", "the map": "main svg.map, main .map svg", "the arbiter page": "main .tabs"} {
			if way, ok := found[what]; ok {
				tb.open(way.at)
				tb.wait(`document.querySelector(` + quote(shows) + `)?.checkVisibility()`)
			}
		}
	}
}

// TestByLinksFromCampaigns: from the page of every campaign, each person gets in at most three presses of what a
// phone shows to what an evening needs. Opening a sheet takes one press more.
func TestByLinksFromCampaigns(t *testing.T) {
	t.Parallel()
	rulestest.Slow(t)
	site := newDemoSite(t)
	state := site.state(t)
	for _, lang := range content.Languages {
		for _, name := range []string{"Camille", "Maud"} {
			c := &walker{t: t, site: site, client: site.client(t, name)}
			c.get("/?lang=" + lang)
			pages := map[string]*goquery.Document{}
			for _, camp := range state.AllCampaigns() {
				start := "/clubs/" + site.club + "/campaigns/" + camp.ID
				goals := site.eveningGoals(state, name, lang)
				near := map[string]int{start: 0} // number of presses to an address
				for presses := range maxPresses {
					for _, at := range slices.Sorted(maps.Keys(near)) {
						if near[at] != presses || filePattern.MatchString(at) {
							continue
						}
						page, read := pages[at]
						if !read {
							page = c.get(at)
							pages[at] = page
						}
						if page == nil {
							continue
						}
						page.Find("a[href]").Not(unseenOnPhones).Each(func(_ int, a *goquery.Selection) {
							if a.Closest(unseenOnPhones).Length() > 0 || a.AttrOr("data-sheet", "") != "" {
								return
							}
							to, err := page.Url.Parse(a.AttrOr("href", ""))
							if err != nil || to.Host != page.Url.Host || to.Query().Has("lang") {
								return
							}
							n := presses + 1
							if a.Closest("dialog, details:not([open])").Length() > 0 {
								n++
							}
							if was, seen := near[to.Path]; n <= maxPresses && (!seen || n < was) {
								near[to.Path] = n
							}
						})
					}
				}
				for _, what := range slices.Sorted(maps.Keys(goals)) {
					if !slices.ContainsFunc(slices.Sorted(maps.Keys(near)), goals[what].MatchString) {
						t.Errorf("%s finds in %s no way from the campaign %s to %s in %d presses", name, lang, camp.Settings.Name, what, maxPresses)
					}
				}
			}
		}
	}
}

// eveningGoals returns what a member needs on an evening: the addresses of a rule, the next battle and its report,
// the odds, the map, the arbiter page for those who have one, the members, and the member's own page.
func (d demoSite) eveningGoals(state *campaign.State, name, lang string) map[string]*regexp.Regexp {
	club, member := "/clubs/"+d.club, state.Members[d.people[name]]
	goals := map[string]*regexp.Regexp{"a rule": ruleAddress[lang]}
	exactly := func(what, path string) { goals[what] = regexp.MustCompile("^" + regexp.QuoteMeta(path) + "$") }
	exactly("the odds", "/odds")
	exactly("the members", club+"/members")
	exactly("their own page", club+"/me")
	exactly("the map", club+"/campaigns/"+state.AllCampaigns()[0].ID)
	if campaign.Can(member.Role, campaign.KindRule) {
		exactly("the arbiter page", club+"/arbiter")
	}
	if battle := nextBattle(state, member.ID); battle != nil {
		exactly("the next battle", club+"/battles/"+battle.ID)
		exactly("the report", club+"/battles/"+battle.ID+"/report")
	}
	return goals
}

// nextBattle returns the member's next battle that nobody has started or reported.
func nextBattle(s *campaign.State, member campaign.ID) *campaign.Battle {
	for _, b := range s.AllBattles() {
		if b.Status == campaign.Scheduled && len(b.EngineParts) == 0 && s.Seat(b, member) != rules.Nobody {
			return b
		}
	}
	return nil
}

// TestSheets opens the Menu and the sheets of the title on a phone and closes them in every possible way: the focus
// returns to what opened them, and nothing under them can be pressed meanwhile. Without a script the links lead to
// pages.
func TestSheets(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	site := newDemoSite(t)
	tb := b.person(390, 844)
	site.signIn(tb, "Camille", "fr")
	camp := ""
	for _, c := range site.state(t).AllCampaigns() {
		camp = "/clubs/" + site.club + "/campaigns/" + c.ID
	}
	for _, s := range []struct{ page, sheet, link string }{{"/", "menu", ".is-menu a"}, {"/", "clubs", "a.switch"}, {camp, "campaigns", "a.switch"}} {
		tb.open(site.url + s.page)
		tb.wait(`document.querySelector("` + s.link + `[aria-haspopup=dialog][aria-expanded=false]")`)
		for _, shut := range []struct{ name, script string }{
			{"its cross", `document.querySelector("dialog[open] .drawer-head button").click()`},
			{"the ground beside it", `(() => { const d = document.querySelector("dialog[open]"); d.dispatchEvent(new MouseEvent("click", {bubbles: true, clientX: 10, clientY: 10})); })()`},
			{"Escape", ``},
		} {
			tb.eval(`document.querySelector("`+s.link+`").focus(), 0`, nil)
			tb.click(s.link)
			tb.wait(`document.querySelector("dialog#sheet-` + s.sheet + `[open]") && document.querySelector("` + s.link + `[aria-expanded=true]")`)
			var state []string
			tb.eval(`(async () => {
				const d = document.querySelector("dialog[open]");
				await Promise.all(d.getAnimations().map(a => a.finished));
				const under = document.elementFromPoint(195, 820), r = d.getBoundingClientRect();
				return [document.getElementById(d.getAttribute("aria-labelledby")).textContent, d.contains(document.activeElement) ? "inside" : "outside", d.contains(under) ? "over" : "under", r.bottom <= innerHeight + 1 && r.left >= 0 && r.right <= innerWidth ? "fits" : "too large"]; })()`, &state)
			if state[0] == "" || state[1] != "inside" || state[2] != "over" || state[3] != "fits" {
				t.Errorf("%s on %s: %q", s.sheet, s.page, state)
			}
			if shut.script == "" {
				tb.run(chromedp.KeyEvent(kb.Escape))
			} else {
				tb.eval(shut.script+`, 0`, nil)
			}
			tb.wait(`!document.querySelector("dialog[open]") && document.activeElement.matches("` + s.link + `") && document.activeElement.getAttribute("aria-expanded") == "false"`)
		}
	}
	tb.click(".is-menu a")
	tb.wait(`document.querySelector("dialog[open]")`)
	tb.wantNoFaults("the Menu")
	tb.screenshot("menu-phone")
	tb.size(1280, 900)
	tb.open(site.url + "/")
	var column []string
	tb.eval(`[...document.querySelectorAll(".nav .more a")].filter(a => a.checkVisibility()).map(a => a.textContent.trim())`, &column)
	if !slices.Contains(column, "Membres") || !slices.Contains(column, "Chances") || !slices.Contains(column, "Mes bandes et armées") {
		t.Errorf("the side column of a laptop shows %q", column)
	}
	var menu bool
	if tb.eval(`document.querySelector(".is-menu a").checkVisibility()`, &menu); menu {
		t.Error("a laptop shows the Menu beside its items")
	}
	tb.size(390, 844)
	tb.script(false)
	for link, page := range map[string]string{".is-menu a": "/menu", "a.switch": "/clubs"} {
		tb.open(site.url + "/")
		tb.run(chromedp.Click(link, chromedp.ByQuery))
		tb.wait(`location.pathname.endsWith("` + page + `") && document.querySelector("main a")`)
	}
}

// unseenOnPhones selects the parts of a page whose links a phone does not show; TestWhatPhonesShow compares it with a
// browser.
const unseenOnPhones = ".nav .brand, .nav .club, .nav .more, .nav .me, .desk, .skip, [hidden], noscript, .vh, [popover]"

// TestWhatPhonesShow: every link that TestEveryPlaceByLinks counts as visible is visible, or becomes visible when
// something is unfolded or opened.
func TestWhatPhonesShow(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	site := newDemoSite(t)
	tb := b.person(390, 844)
	site.signIn(tb, "Camille", "fr")
	for name, path := range site.addresses(t) {
		tb.open(site.url + path)
		wantNone(t, name+": what no phone shows", tb.evalList(`(() => {
			for (const d of document.querySelectorAll("details")) d.open = true;
			const lost = () => [...document.querySelectorAll("a[href]")].filter(a => !a.closest(`+quote(unseenOnPhones)+`) && !a.closest("dialog:not([open])") && !a.checkVisibility({visibilityProperty: true}));
			let list = lost();
			for (const d of document.querySelectorAll("dialog")) { d.showModal(); list = list.concat(lost()); d.close(); }
			return list.map(a => a.outerHTML.slice(0, 120));
		})()`))
	}
}

// unreachablePages are pages to which no link of the site leads, each with its reason.
var unreachablePages = map[string]string{
	"/offline":                         "the browser shows it where there is no network",
	"/enter/:token":                    "the link in a letter or on a card",
	"/join/:token":                     "the link or the code of an invitation",
	"/sign-in":                         "for who is not signed in, or joins another club",
	"/clubs/:club":                     "members come to it as /",
	"/clubs/:club/menu":                "the sheet shows it",
	"/menu":                            "the sheet shows it",
	"/arbiter":                         "a short address that leads to the club's own arbiter page",
	"/odds/forms":                      "a part of the page of odds that its script asks for",
	"/clubs/:club/battles/:battle/all": "the battle once more, for who was lent the other side",
	"/clubs/:club/campaigns/:campaign/rosters/new": "everybody of the demonstration has a side in every campaign",
}

// TestEveryPlaceByLinks: every page that a role may open can be reached from the first page by links that a phone
// shows.
func TestEveryPlaceByLinks(t *testing.T) {
	t.Parallel()
	rulestest.Slow(t)
	site := newDemoSite(t)
	state := site.state(t)
	values := map[string][]string{"club": {site.club}, "member": nil, "game": {"warcry", "magnamund"}, "version": {"1"}, "lang": {"fr"}}
	for _, c := range state.AllCampaigns() {
		values["campaign"] = append(values["campaign"], c.ID)
	}
	for _, b := range state.AllBattles() {
		values["battle"] = append(values["battle"], b.ID)
	}
	for _, name := range []string{"Camille", "Soizic", "Maud", "Yanis", ""} {
		c := &walker{t: t, site: site, client: newVisitor(t), opened: map[string]int{}, reached: map[string]bool{}, from: map[string]string{}}
		start := "/"
		who := "a visitor"
		if name != "" {
			who = name
			c.client = site.client(t, name)
			values["member"] = []string{site.people[name], site.people["Théo"]}
		} else {
			start = "/clubs/" + site.club // the address that a friend would send
		}
		own := state.RostersBy(site.people[name])
		values["roster"] = nil
		for _, r := range append(own, state.RostersOf(state.AllCampaigns()[0].ID)...) {
			values["roster"] = append(values["roster"], r.ID)
		}
		c.walk(start)
		if len(c.from) < 30 {
			t.Fatalf("%s comes to %d pages", who, len(c.from))
		}
		for _, route := range site.app.Routes() {
			if route.Method != http.MethodGet || c.reached[route.Path] || unreachablePages[route.Path] != "" || strings.Contains(route.Path, "*") || strings.HasPrefix(route.Path, "/api") ||
				strings.HasPrefix(route.Path, "/embed") || strings.HasSuffix(route.Path, "/events") {
				continue
			}
			for _, at := range addressesOf(route.Path, values) {
				if c.isPage(at) {
					t.Errorf("%s may open %s (%s), and nothing that a phone shows leads there", who, route.Path, at)
					break
				}
			}
		}
	}
}

// addressesOf returns addresses of a route, with up to twelve values for each of its parameters.
func addressesOf(route string, values map[string][]string) []string {
	list := []string{route}
	for _, part := range strings.Split(route, "/") {
		if !strings.HasPrefix(part, ":") {
			continue
		}
		var next []string
		for _, at := range list {
			for i, v := range values[part[1:]] {
				if i < 12 {
					next = append(next, strings.Replace(at, part, v, 1))
				}
			}
		}
		list = next
	}
	return list
}

// walker follows the links that a phone shows.
type walker struct {
	t       *testing.T
	site    demoSite
	client  *http.Client
	opened  map[string]int // how many pages of each route were opened
	reached map[string]bool
	from    map[string]string
}

// maxPages is how many pages of a route are opened: a few, but every campaign and battle, since they differ from each
// other.
func maxPages(route string) int {
	switch route {
	case "/clubs/:club/campaigns/:campaign", "/clubs/:club/battles/:battle", "/clubs/:club/campaigns/:campaign/battles":
		return 100
	}
	return 6
}

// get returns a page, or nil when the address is not a page or may not be opened.
func (w *walker) get(at string) *goquery.Document {
	w.t.Helper()
	req, err := http.NewRequestWithContext(context.Background(), http.MethodGet, w.site.url+at, nil)
	must(w.t, err)
	req.Header.Set("Accept", "text/html")
	answer, err := w.client.Do(req)
	must(w.t, err)
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK || !strings.HasPrefix(answer.Header.Get("Content-Type"), "text/html") {
		return nil
	}
	page, err := goquery.NewDocumentFromReader(answer.Body)
	must(w.t, err)
	page.Url = answer.Request.URL
	return page
}

// isPage reports whether an address is a page of its own that this reader may open.
func (w *walker) isPage(at string) bool {
	page := w.get(at)
	return page != nil && page.Url.Path == at
}

// route returns the pattern of the route that answers an address.
func (w *walker) route(path string) string {
	ctx := w.site.app.NewContext(nil, nil)
	w.site.app.Router().Find(http.MethodGet, path, ctx)
	return ctx.Path()
}

func (w *walker) walk(start string) {
	queue := []string{start}
	for ; len(queue) > 0; queue = queue[1:] {
		page := w.get(queue[0])
		if page == nil {
			continue
		}
		w.reached[w.route(page.Url.Path)] = true
		page.Find(unseenOnPhones).Remove()
		page.Find("a[href], form[method=get][action], form[role=search][action]").Each(func(_ int, s *goquery.Selection) {
			to, err := page.Url.Parse(s.AttrOr("href", s.AttrOr("action", "")))
			if err != nil || to.Host != page.Url.Host || to.Query().Has("lang") {
				return
			}
			route := w.route(to.Path)
			at := to.RequestURI()
			if _, seen := w.from[at]; seen || w.opened[route] >= maxPages(route) {
				return
			}
			if to.RawQuery != "" && w.opened[route] > 0 {
				return // the same page with another choice in its address
			}
			w.opened[route]++
			w.from[at] = queue[0]
			w.reached[route] = true
			queue = append(queue, at)
		})
	}
}

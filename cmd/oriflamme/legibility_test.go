package main

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"oriflamme/campaign"
)

// samplePages returns the pages of addresses and more: a roster, a campaign and a battle of every game, the odds of
// each, score sheets, and pages of the reference.
func (d demoSite) samplePages(t *testing.T) []string {
	t.Helper()
	pages := slices.Sorted(maps.Values(d.addresses(t)))
	state := d.state(t)
	club := "/clubs/" + d.club
	games := map[string]bool{}
	for _, camp := range state.AllCampaigns() {
		at := club + "/campaigns/" + camp.ID
		pages = append(pages, at, at+"/standings", at+"/pairings")
		if games[camp.Settings.Game] {
			continue
		}
		games[camp.Settings.Game] = true
		roster := club + "/rosters/" + state.RostersOf(camp.ID)[0].ID
		pages = append(pages, roster, roster+"/edit", "/odds?game="+camp.Settings.Game)
		for _, b := range state.BattlesOf(camp.ID) {
			if b.Status == campaign.Final {
				pages = append(pages, club+"/battles/"+b.ID, club+"/battles/"+b.ID+"/sheets", club+"/battles/"+b.ID+"/slip")
				break
			}
		}
	}
	pages = append(pages, club+"/sheets/magnamund", club+"/sheets/magnamund/human")
	pages = append(pages, "/fr/regles/warcry/attaquer/", "/fr/regles/magnamund/feuilles-et-profils/", "/fr/regles/warcry/chercher/")
	slices.Sort(pages)
	return slices.Compact(pages)
}

// battlesUnderWay plays into tonight's battles, one of each game, and returns their pages.
func (d demoSite) battlesUnderWay(t *testing.T) (pages []string) {
	t.Helper()
	d.playTonight(t)
	for _, b := range d.state(t).AllBattles() {
		if b.Status == campaign.Scheduled && len(b.EngineParts) > 0 {
			pages = append(pages, "/clubs/"+d.club+"/battles/"+b.ID)
		}
	}
	return pages
}

// brokenWordsScript lists the words of tables, headings and lists of numbers whose letters are on two lines. A word
// may be broken after a hyphen.
const brokenWordsScript = `(() => {
	const wrong = new Set(), range = document.createRange(), walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let n; n = walker.nextNode();) {
		const e = n.parentElement;
		if (!n.data.trim() || !e.closest("th, td, h1, h2, h3, h4, dt, dd, .where") || e.closest("script, style, svg, code, .vh, .desk, [hidden]") || !e.checkVisibility({visibilityProperty: true})) continue;
		for (const word of n.data.matchAll(/[^\s\u2010\u00ad-]{2,}/g)) {
			range.setStart(n, word.index);
			range.setEnd(n, word.index + word[0].length);
			const lines = new Set([...range.getClientRects()].filter(r => r.width > 0).map(r => Math.round(r.top)));
			if (lines.size > 1) wrong.add(word[0] + " in " + e.localName);
		}
	}
	return [...wrong];
})()`

// smallTextScript lists the texts of drawings that are smaller on the screen than 13 px. Boards and the labels of map
// regions are left out: readers can enlarge them, or find the same in words beside them.
const smallTextScript = `[...document.querySelectorAll("svg text")].filter(t => t.textContent.trim() && t.checkVisibility() && t.getScreenCTM())
	.map(t => [t, parseFloat(getComputedStyle(t).fontSize) * Math.hypot(t.getScreenCTM().c, t.getScreenCTM().d)])
	.filter(([t, px]) => px < 12.9 && !t.closest(".board, .die, .sketch"))
	.map(([t, px]) => t.textContent.trim() + " at " + px.toFixed(1) + " px in " + (t.closest("svg").getAttribute("class") ?? "a drawing"))`

// coveredTextScript lists texts that are covered by something else wherever the page is scrolled to. Fixed bars may
// cover what scrolls under them.
const coveredTextScript = `(async () => {
	await document.fonts.ready;
	const wrong = new Set(), range = document.createRange(), walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), spots = [];
	const stays = e => { for (; e && e !== document.body; e = e.parentElement) if (/fixed|sticky/.test(getComputedStyle(e).position)) return true; return false; };
	const cut = (e, r) => {
		for (let a = e; a && a !== document.body && a !== document.documentElement; a = a.parentElement) {
			const s = getComputedStyle(a), b = a.getBoundingClientRect();
			if (/auto|scroll|hidden|clip/.test(s.overflowX + s.overflowY) && (r.left + 2 < b.left || r.right - 2 > b.right || r.top + 2 < b.top || r.bottom - 2 > b.bottom)) return true;
		}
		return false;
	};
	for (let n; n = walker.nextNode();) {
		const e = n.parentElement;
		if (!n.data.trim() || e.closest("script, style, option, .vh, .skip, [hidden], [aria-hidden=true]") || !e.checkVisibility({visibilityProperty: true, opacityProperty: true}) || stays(e)) continue;
		range.selectNodeContents(n);
		[...range.getClientRects()].slice(0, 2).forEach((r, nth) => { if (r.width > 2 && r.height > 2 && !cut(e, r)) spots.push([n, nth, r.top + scrollY]); });
	}
	for (const [n, nth, top] of spots) {
		const e = n.parentElement;
		let over, seen = false, free = false;
		for (const part of [undefined, 0.5, 0.3, 0.65]) { // first where the page is, because to scroll is slow
			if (part) scrollTo({top: Math.max(0, top - innerHeight * part), behavior: "instant"});
			range.selectNodeContents(n);
			const r = range.getClientRects()[nth];
			if (!r) { free = true; break; }
			const x = r.left + r.width / 2, y = r.top + r.height / 2;
			if (x < 0 || x > innerWidth || y < 0 || y > innerHeight) continue;
			seen = true;
			over = document.elementFromPoint(x, y);
			const grown = over?.matches(".cite") && ![...over.getClientRects()].some(b => x >= b.left && x <= b.right && y >= b.top && y <= b.bottom); // the invisible room for a finger
			if (!over || grown || over === e || e.contains(over) || over.contains(e) || e.closest("svg") && over.closest("svg") === e.closest("svg")) { free = true; break; }
		}
		if (seen && !free) wrong.add(n.data.trim().slice(0, 40) + " under " + over.localName + "." + (over.getAttribute("class") ?? ""));
	}
	scrollTo(0, 0);
	return [...wrong];
})()`

// TestLegible looks at pages of every kind at the sizes of phones, tablets and laptops: nothing covers a text, no
// word of a table or heading is broken, and no text of a drawing is too small to read.
func TestLegible(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	site := newDemoSite(t)
	tb := b.person(390, 844)
	site.signIn(tb, "Camille", "fr")
	read := func(page string) {
		tb.size(390, 844)
		tb.open(site.url + page)
		check := func(what, script string, width int) {
			t.Helper()
			wantNone(t, fmt.Sprintf("%s at %d px: %s", page, width, what), tb.evalList(script))
		}
		check("letters under 13 px", smallTextScript, 390)
		for _, width := range []int64{390, 360} {
			tb.size(width, 844)
			check("broken words", brokenWordsScript, int(width))
		}
		for _, width := range []int64{360, 390, 768, 1280} {
			tb.size(width, 844)
			check("covered text", coveredTextScript, int(width))
		}
	}
	for _, page := range site.samplePages(t) {
		read(page)
	}
	for _, page := range site.battlesUnderWay(t) {
		read(page)
	}
}

// TestLegibleInEnglish looks for broken words and small text in English.
func TestLegibleInEnglish(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	site := newDemoSite(t)
	tb := b.person(360, 844)
	site.signIn(tb, "Camille", "en")
	read := func(page string) {
		tb.open(site.url + page)
		for _, script := range []string{brokenWordsScript, smallTextScript} {
			wantNone(t, page, tb.evalList(script))
		}
	}
	for _, page := range site.samplePages(t) {
		read(page)
	}
	for _, page := range site.battlesUnderWay(t) {
		read(page)
	}
}

// TestLargeText reads the main pages with text of 200 % and on a phone in landscape orientation.
func TestLargeText(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	site := newDemoSite(t)
	tb := b.person(390, 844)
	site.signIn(tb, "Camille", "fr")
	pages := site.addresses(t)
	pages["sheets"], pages["sheet"] = "/clubs/"+site.club+"/sheets/magnamund", "/clubs/"+site.club+"/sheets/magnamund/human"
	for _, name := range []string{"club", "campaign", "standings", "battles", "battle-scheduled", "battle-live", "roster", "ratings", "inbox", "members", "waiting", "void", "draw", "sheets", "sheet"} {
		tb.size(390, 844)
		tb.open(site.url + pages[name])
		tb.eval(`document.documentElement.style.fontSize = "200%"; 0`, nil)
		tb.wantFits(name + " with text of 200 %")
		wantNone(t, name+": the bar with text of 200 %", tb.evalList(`(() => {
			const all = [...document.querySelectorAll(".five a")].map(a => [a, a.getBoundingClientRect()]);
			return all.filter(([a, r]) => a.scrollWidth > a.clientWidth + 1 || r.width < 44 || r.height < 44 || r.left < 0 || r.right > innerWidth).map(([a, r]) => a.textContent.trim() + " " + Math.round(r.width) + "x" + Math.round(r.height));
		})()`))
		tb.size(844, 390)
		tb.open(site.url + pages[name])
		var bars float64
		tb.eval(`(() => {
			return [...document.querySelectorAll(".top, .nav")].filter(e => e.checkVisibility() && /fixed|sticky/.test(getComputedStyle(e).position)).map(e => e.getBoundingClientRect()).reduce((sum, r) => sum + Math.max(0, Math.min(r.bottom, innerHeight) - Math.max(r.top, 0)), 0);
		})()`, &bars)
		if bars > 60 {
			t.Errorf("%s: on its side, bars that stay take %.0f of 390 px", name, bars)
		}
		tb.wantFits(name + " on its side")
	}
}

// TestForcesAreShownOnceOnLaptops reads tonight's battles. Where the forces are shown beside the question, the
// question names units without repeating what is known of them; on a phone it says so itself.
func TestForcesAreShownOnceOnLaptops(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	site := newDemoSite(t)
	battles := site.battlesUnderWay(t)
	asked := 0
	for _, name := range []string{"Camille", "Yanis"} {
		tb := b.person(390, 844)
		site.signIn(tb, name, "fr")
		for _, battle := range battles {
			tb.size(390, 844)
			tb.open(site.url + battle)
			const bars = `[...document.querySelectorAll(".ask .pickable .wounds")].filter(e => e.checkVisibility()).length`
			var onPhone, onLaptop, apart int
			if tb.eval(bars, &onPhone); onPhone == 0 {
				continue
			}
			asked++
			tb.size(1280, 800)
			tb.eval(bars, &onLaptop)
			tb.eval(`(() => {
				const beside = new Set([...document.querySelectorAll(".force .fighter:has(.wounds)")].filter(e => e.checkVisibility()).map(e => e.querySelector("b").innerText));
				return [...document.querySelectorAll(".ask .pickable .fighter:has(.wounds) b")].filter(e => !beside.has(e.innerText)).length;
			})()`, &apart)
			if onLaptop != 0 || apart != 0 {
				t.Errorf("%s: on a laptop %d units are described twice, and %d nowhere", tb.url(), onLaptop, apart)
			}
		}
	}
	if asked == 0 {
		t.Error("no question names units")
	}
}

// TestNewsIsPast reads the notifications of every member of a fresh demo: nothing that has happened is announced as still to come.
func TestNewsIsPast(t *testing.T) {
	site := newDemoSite(t)
	total := 0
	for name, member := range site.people {
		news, err := site.service.Inbox(t.Context(), campaign.Actor{Member: member}, site.club, 1000)
		must(t, err)
		total += len(news)
		for _, n := range news {
			if ahead := time.Until(n.Act.At); ahead > 0 {
				t.Fatalf("%s is notified of an act (%s) that happens in %v", name, n.Act.Kind, ahead)
			}
		}
	}
	if total < 20 {
		t.Errorf("only %d news are shown", total)
	}
}

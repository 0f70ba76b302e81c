package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"

	"oriflamme/campaign"
	"oriflamme/rules"
)

// setOffline turns the network off or on, for a tab and for its service worker.
func (t tab) setOffline(site demoSite, off bool) {
	t.t.Helper()
	site.offline.Store(off)
	t.run(network.Enable(), network.EmulateNetworkConditions(off, 0, -1, -1))
	t.wait(map[bool]string{true: "!navigator.onLine", false: "navigator.onLine"}[off])
}

// saveData asks pages to fetch little: the books of rules are not kept for offline use.
func (t tab) saveData() {
	t.t.Helper()
	t.onEveryPage(`Object.defineProperty(navigator.connection, "saveData", {value: true})`)
}

// TestOffline sends a form that cannot wait while there is no network: it stays filled in, says why, and is sent when
// the network is back.
func TestOffline(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	site := newDemoSite(t)
	tb := b.keeper(390, 844)
	site.signIn(tb, "Camille", "fr")
	tb.open(site.url + "/clubs/" + site.club + "/me")
	tb.eval(`document.querySelector("input[name=name]").value = "Camille D."; true`, nil)
	tb.setOffline(site, true)
	tb.click(`form:has(input[name=name]) button:not([type=button])`)
	tb.wait(`document.querySelector(".offline[role=alert]")`)
	var kept string
	tb.eval(`document.querySelector("input[name=name]").value`, &kept)
	if kept != "Camille D." {
		t.Errorf("without a network the form holds %q", kept)
	}
	tb.screenshot("offline")
	tb.setOffline(site, false)
	tb.click(`.offline button`)
	tb.wait(`!document.querySelector(".offline")`)
	tb.wait(`document.readyState == "complete"`)
	if got := site.state(t).Members[site.people["Camille"]].Name; got != "Camille D." {
		t.Errorf("after all the name is %q", got)
	}
}

// TestDatabaseThatDoesNotAnswer sends a form that could wait while the browser's database is silent: the form says so
// instead of waiting for ever, and waits for the network once the database answers. Chromium is silent about a database
// whose page was left while it was being created, so that no page creates it by being opened.
func TestDatabaseThatDoesNotAnswer(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	site := newDemoSite(t)
	tb := b.person(390, 844)
	site.signIn(tb, "Camille", "fr")
	tb.open(site.url + "/clubs/" + site.club + "/campaigns/" + site.state(t).AllCampaigns()[0].ID + "/stories/new")
	tb.wait(`document.readyState == "complete"`)
	var created int
	if tb.eval(`indexedDB.databases().then(all => all.length)`, &created); created != 0 {
		t.Errorf("a page that was only opened has created %d databases", created)
	}
	tb.eval(`document.querySelector("input[name=title]").value = "La digue"; document.querySelector("textarea[name=text]").value = "Il pleuvait."; indexedDB.open = () => ({}); true`, nil)
	tb.setOffline(site, true)
	tb.click(`main form[method=post] button:not([type=button])`)
	tb.wait(`document.querySelector("form:not([inert]) .offline[role=alert]")`)
	tb.eval(`delete indexedDB.open`, nil)
	tb.click(`.offline button`)
	tb.wait(`document.querySelector(".queue")?.textContent.includes("La digue") && !document.querySelector(".offline")`)
}

// TestWaitingActs reads the rules in both languages and types a story without a network, on a page that was never
// opened but was kept after the first visit. The story waits and is sent once when the network is back; sending it
// again does nothing.
func TestWaitingActs(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	site := newDemoSite(t)
	tb := b.keeper(390, 844)
	site.signIn(tb, "Camille", "fr")
	camp := "/clubs/" + site.club + "/campaigns/" + site.state(t).AllCampaigns()[0].ID
	reported, mine := site.unreported(t, "Camille")
	other := campaign.Actor{Member: site.state(t).Rosters[reported.Seats[1-mine]].Member}
	_, err := site.service.Report(t.Context(), other, site.club, "theirs", campaign.Report{Battle: reported.ID, Seat: 1 - mine, Result: campaign.Result{Winner: 1 - mine}})
	must(t, err)
	tb.open(site.url + "/")
	tb.wait(`Number(document.body.dataset.kept) > 10`)
	tb.setOffline(site, true)
	for _, path := range []string{camp, camp + "/standings", "/battles", "/odds"} {
		tb.open(site.url + path)
		tb.wait(`document.querySelector("main h1")`)
	}
	for path, want := range map[string]string{"/rules/": "/fr/regles/", "/fr/regles/warcry/attaquer/": "", "/en/rules/": "", "/en/rules/warcry/attacking/": ""} {
		tb.open(site.url + path)
		if want == "" {
			want = path
		}
		tb.wait(`location.pathname == ` + quote(want) + ` && document.querySelector("main h1") && document.documentElement.lang == ` + quote(want[1:3]))
	}
	tb.open(site.url + camp + "/conduct")
	tb.wait(`document.body.textContent.includes("n’a pas été gardée")`)
	for _, title := range []string{"La digue", "Le gué"} {
		tb.open(site.url + camp + "/stories/new")
		tb.eval(`document.querySelector("input[name=title]").value = "`+title+`"; document.querySelector("textarea[name=text]").value = "Il pleuvait."; true`, nil)
		tb.click(`main form[method=post] button:not([type=button])`)
		tb.wait(`document.querySelector(".queue")?.textContent.includes("` + title + `")`)
	}
	tb.open(site.url + camp + "/stories/new")
	tb.sendImage(map[string]string{"title": "Le croquis", "text": "La digue, du nord.", "alt": "Une digue"}, "button.flame")
	tb.wait(`document.querySelector(".queue")?.textContent.includes("Le croquis")`)
	tb.open(site.url + "/clubs/" + site.club + "/battles/" + reported.ID + "/report")
	tb.sendImage(map[string]string{"objection": "La ronde manque.", "alt": "La feuille"}, "button.btn")
	tb.wait(`document.querySelectorAll(".queue p").length == 4`)
	tb.screenshot("waiting")
	if n := len(site.state(t).Stories); n != countStories(site, t) {
		t.Errorf("%d stories were told without a network", n)
	}
	tb.setOffline(site, false)
	tb.wait(`document.querySelector(".queue")?.textContent.includes("Tout est parti")`)
	count := func(title string) (n int) {
		for _, story := range site.state(t).Stories {
			if story.Title == title {
				n++
			}
		}
		return n
	}
	for _, story := range site.state(t).Stories {
		if story.Title == "Le croquis" && len(campaign.ImageRefs(story.Text)) != 1 {
			t.Errorf("the image is lost: %q", story.Text)
		}
	}
	if n := count("Le croquis"); n != 1 {
		t.Errorf("the story with an image appears %d times, want once", n)
	}
	if b := site.state(t).Battles[reported.ID]; b.Status != campaign.Disputed || b.Dispute.Reason != "La ronde manque." || len(b.Evidence) != 1 || b.Evidence[0].Alt != "La feuille" {
		t.Errorf("the objection with its photograph: %s, %v, shown %v", b.Status, b.Dispute, b.Evidence)
	}
	if count("La digue") != 1 || count("Le gué") != 1 {
		t.Errorf("notified %d and %d times, want once each", count("La digue"), count("Le gué"))
	}
	tb.click(`form[action="/sign-out"] button`)
	tb.wait(`!document.body.dataset.reader`)
	tb.wait(`caches.open("reference").then(c => c.keys()).then(all => { window.left = all.filter(r => !/said-[0-9a-f]+\.js$/.test(r.url)); }) && window.left?.length === 0`)
}

// sendImage fills in the form that takes an image, draws an image into it, and sends it with one of its buttons.
func (t tab) sendImage(fields map[string]string, button string) {
	t.t.Helper()
	t.wait(`document.querySelector("main input[type=file]")`)
	var fill strings.Builder
	for name, value := range fields {
		fill.WriteString("form.elements[" + quote(name) + "].value = " + quote(value) + ";\n")
	}
	t.eval(`(async () => {
		const canvas = document.createElement("canvas");
		canvas.width = canvas.height = 24;
		canvas.getContext("2d").fillRect(2, 2, 9, 9);
		const drawn = await new Promise(done => canvas.toBlob(done)), list = new DataTransfer(), form = document.querySelector("main input[type=file]").form;
		list.items.add(new File([drawn], "digue.png", {type: drawn.type}));
		form.elements.image.files = list.files;
		`+fill.String()+`form.requestSubmit(form.querySelector(`+quote(button)+`));
		return true;
	})()`, nil)
}

// unreported returns a battle without the engine in which a person plays and which nobody has reported, with the
// person's seat.
func (d demoSite) unreported(t *testing.T, name string) (*campaign.Battle, rules.Seat) {
	t.Helper()
	st := d.state(t)
	for _, b := range st.AllBattles() {
		if seat := st.Seat(b, d.people[name]); b.Status == campaign.Scheduled && len(b.EngineParts) == 0 && seat != rules.Nobody {
			return b, seat
		}
	}
	t.Fatal("the demo has no battle of " + name + "’s to report")
	return nil, rules.Nobody
}

func countStories(site demoSite, t *testing.T) (n int) {
	for _, story := range site.state(t).Stories {
		if !slices.Contains([]string{"La digue", "Le gué", "Le croquis"}, story.Title) {
			n++
		}
	}
	return n
}

// TestLateReport types a result without a network while the battle is settled otherwise: the result becomes an
// objection.
func TestLateReport(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	site := newDemoSite(t)
	tb := b.keeper(390, 844)
	tb.saveData()
	site.signIn(tb, "Camille", "fr")
	st := site.state(t)
	battle, mine := site.unreported(t, "Camille")
	tb.open(site.url + "/")
	tb.wait(`Number(document.body.dataset.kept) > 10`)
	tb.setOffline(site, true)
	tb.open(site.url + "/clubs/" + site.club + "/battles/" + battle.ID + "/report")
	tb.eval(`document.querySelector("input[name=winner][value='`+string(rune('0'+mine))+`'], select[name=winner]").checked = true; true`, nil)
	tb.click(`main form.form-page button:not([type=button])`)
	tb.wait(`document.querySelector(".queue")`)
	other := campaign.Actor{Member: st.Rosters[battle.Seats[1-mine]].Member}
	settled := campaign.Result{Winner: 1 - mine}
	_, err := site.service.Report(t.Context(), other, site.club, "theirs", campaign.Report{Battle: battle.ID, Seat: 1 - mine, Result: settled})
	must(t, err)
	me := campaign.Actor{Member: site.people["Camille"]} // on another phone
	_, err = site.service.Confirm(t.Context(), me, site.club, "mine", campaign.Confirm{Battle: battle.ID, Seat: mine})
	must(t, err)
	tb.setOffline(site, false)
	tb.wait(`document.querySelector(".queue")?.textContent.includes("Tout est parti")`)
	now := site.state(t)
	var kept string
	if d := now.Battles[battle.ID].Dispute; d != nil {
		kept = d.Reason
	}
	for _, remark := range now.Comments {
		kept += remark.Text
	}
	if want := st.Rosters[battle.Seats[mine]].List.Name; !strings.Contains(kept, "Tapé sans réseau") || !strings.Contains(kept, want) {
		t.Errorf("the account that came late is lost: %q, want one for %s", kept, want)
	}
	if !now.Battles[battle.ID].Reports[0].Result.Same(settled) {
		t.Error("the account that came late changed what was settled")
	}
}

// TestChoiceWithoutANetwork taps a choice of a battle that leads to another page while there is no network: the
// question says why nothing comes, stays as it is, and goes on when the network is back.
func TestChoiceWithoutANetwork(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	site := newDemoSite(t)
	tb := b.keeper(390, 844)
	site.signIn(tb, "Camille", "fr")
	battle := site.lastBattle(t, func(_ *campaign.State, b *campaign.Battle) bool {
		return b.Status == campaign.Scheduled && len(b.EngineParts) > 0
	})
	at := site.battleURL(battle) + "/all"
	site.playUntil(t, battle.ID, func(c rules.Command, legal []rules.Command) bool { return c.Kind() == "move" && len(legal) > 1 })
	tb.open(at)
	tb.wait(`document.querySelector(".ask a[data-go]")`)
	var question, before, after string
	tb.eval(`document.querySelector(".ask h2").innerText`, &question)
	tb.eval(`location.href`, &before)
	tb.setOffline(site, true)
	tb.click(`.ask :is(.pickable, .options) a[data-go]`)
	tb.wait(`document.querySelector(".ask .offline[role=alert]")?.innerText.includes("Pas de réseau")`)
	tb.screenshot("choice-without-network")
	tb.eval(`location.href`, &after)
	if after != before {
		t.Errorf("without a network the tap led from %s to %s", before, after)
	}
	tb.eval(`document.querySelector(".ask h2").innerText`, &after)
	if after != question {
		t.Errorf("the question %q became %q", question, after)
	}
	tb.setOffline(site, false)
	tb.click(`.ask .offline button`)
	tb.wait(`!document.querySelector(".offline") && location.search`)
}

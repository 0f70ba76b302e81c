package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"oriflamme/campaign"
	"oriflamme/content/engineapi"
	"oriflamme/rules"
	"oriflamme/rules/dice"
	"oriflamme/rules/games"
)

// keepOffline has the tab keep the engine for offline use.
func (t tab) keepOffline(site demoSite) {
	t.t.Helper()
	t.open(site.url + "/odds")
	t.wait(`document.querySelector("[data-engine]:not([hidden])")`)
	t.click(`[data-engine] button`)
	t.wait(`document.querySelector("[data-engine]").dataset.state == "taken"`)
}

// untilKept waits until the browser keeps the file at an address, which is an expression.
func (t tab) untilKept(address string) {
	t.t.Helper()
	t.evalSlowly(`(async () => { while (!await caches.match(` + address + `)) await new Promise(done => setTimeout(done, 50)); })()`)
}

// TestOddsWithoutANetwork computes odds of every game on the phone and compares what it shows with what the site
// showed: for the first form, and for two games also for another ruling.
func TestOddsWithoutANetwork(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	site := newDemoSite(t)
	tb := b.keeper(390, 844)
	refused := tb.csp()
	tb.keepOffline(site)
	answers := func() map[string]string {
		shown := map[string]string{}
		for _, g := range games.All {
			tb.open(site.url + "/odds?game=" + g.ID)
			tb.click(`form[data-odds] > button`)
			tb.wait(`location.search.includes("asked=1") && (document.querySelector(".calc").dataset.query.includes("asked=1") || document.querySelector(".answer[data-phone]"))`)
			shown[g.ID] = tb.answer()
			if g.ID != "warmaster" && g.ID != "underworlds" {
				continue
			}
			tb.eval(`(() => {
				const choice = document.querySelector("form[data-rulings] select"), form = choice.form;
				choice.value = choice.options[choice.options.length - 1].value;
				form.requestSubmit();
				return true;
			})()`, nil)
			// The address changes last, on the phone and on the site: by then the answer is shown.
			tb.wait(`[document.querySelector("form[data-odds]").elements.ruling.value, new URLSearchParams(location.search).get("ruling")].every(r => r == document.querySelector("form[data-rulings] select option:last-child").value)`)
			shown[g.ID+", another"] = tb.answer()
		}
		return shown
	}
	with := answers()
	tb.setOffline(site, true)
	without := answers()
	for what, want := range with {
		if got := without[what]; got != want || len(want) < 20 {
			t.Errorf("%s: the phone shows\n%s\nand the site\n%s", what, got, want)
		}
	}
	tb.screenshot("odds-on-the-phone")
	tb.wantNoFaults("the odds")
	wantNone(t, "refused by the content security policy", refused())
	tb.setOffline(site, false)
}

// answer returns what the calculator shows: the answer and the other figures, without links.
func (t tab) answer() string {
	t.t.Helper()
	var text string
	t.eval(`[...document.querySelectorAll(".calc .answer, .calc section[aria-labelledby=more]")].map(e => {
		for (const d of e.querySelectorAll("details")) d.open = true;
		return e.innerText.replace(/\s+/g, " ") + [...e.querySelectorAll(".histogram rect.no, .histogram rect.ko, .scale rect")].map(r => Math.round(parseFloat(r.getAttribute("width")) * 10) + " " + Math.round(r.getAttribute("y") * 10));
	}).join("\n")`, &text)
	return text
}

// TestSimulationWithoutANetwork fights the same battles on the site and on the phone, which shows the same; the phone stops
// when it is told to.
func TestSimulationWithoutANetwork(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	site := newDemoSite(t)
	tb := b.keeper(390, 844)
	site.signIn(tb, "Camille", "fr")
	tb.keepOffline(site)
	at := site.addresses(t)["duel"]
	fight := func(battles, wait string) (shown string) {
		tb.eval(`(() => {
			const form = document.querySelector("form[data-simulation]");
			form.querySelector("[name=battles][value='`+battles+`']").checked = true;
			form.elements.seed.value = "digue";
			form.requestSubmit(form.querySelector("button"));
			return true;
		})()`, nil)
		tb.wait(wait)
		tb.eval(`(() => {
			const part = document.querySelector("[data-part=run]");
			return part.innerText.replace(/\s+/g, " ") + [...part.querySelectorAll("rect")].map(r => Math.round(parseFloat(r.getAttribute("width"))) + " " + Math.round(parseFloat(r.getAttribute("x"))));
		})()`, &shown)
		return shown
	}
	const few, many = "50", "1000"
	tb.open(site.url + at)
	tb.untilKept(`document.querySelector("form[data-simulation]").dataset.simulation`)
	want := fight(few, `document.querySelector("[data-part=run] progress")?.value == `+few+` && !document.querySelector("[data-poll]")`)
	tb.open(site.url + at)
	tb.setOffline(site, true)
	if got := fight(few, `document.querySelector("[data-part=run] [data-phone] progress")?.value == `+few); got != want || len(want) < 100 {
		t.Errorf("the phone shows\n%s\nand the site\n%s", got, want)
	}
	fight(many, `document.querySelector("[data-phone] button")`)
	tb.click(`[data-phone] button`)
	tb.wait(`document.querySelector("[data-phone] progress")?.value < ` + many + ` && !document.querySelector("[data-phone] button")`)
	tb.screenshot("simulation-on-the-phone")
	if strings.Contains(tb.text(), "{") {
		t.Errorf("a figure is missing: %s", tb.text())
	}
	tb.setOffline(site, false)
}

// TestStepTriedWithoutANetwork gives a command that the rules forbid, which the phone refuses with the reason, and
// one that they allow, which waits with its outcome and is sent once.
func TestStepTriedWithoutANetwork(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	site := newDemoSite(t)
	battle, who, steps := site.battleToPlay(t)
	before := steps()
	tb := b.keeper(390, 844)
	site.signIn(tb, who, "fr")
	tb.keepOffline(site)
	tb.openToStep(site, battle)
	tb.setOffline(site, true)
	tb.eval(`(() => {
		const field = `+stepReady+`;
		field.dataset.right = field.value;
		const command = JSON.parse(field.value);
		for (const k in command) if (typeof command[k] == "string" && k != "kind") { command[k] = "nobody"; break; }
		field.value = JSON.stringify(command);
		return true;
	})()`, nil)
	tb.click(stepButton)
	tb.wait(`document.querySelector(".judged")?.textContent.length > 10`)
	tb.screenshot("step-refused")
	tb.eval(`(() => { const field = `+stepReady+`; field.value = field.dataset.right; return true; })()`, nil)
	tb.click(stepButton)
	tb.wait(`document.querySelector(".queue")?.textContent.includes("Les règles le permettent")`)
	tb.screenshot("step-allowed")
	if now := steps(); now != before {
		t.Errorf("%d steps without a network, want %d", now, before)
	}
	tb.setOffline(site, false)
	tb.wait(`document.querySelector(".queue")?.textContent.includes("Tout est parti")`)
	if now := steps(); now != before+1 && now != -1-before {
		t.Errorf("%d steps after all, want one more than %d, or one that waits for dice", now, before)
	}
	if strings.Contains(tb.text(), "⟨") {
		t.Error("a phrase is missing")
	}
	site.answerOffline(tb, battle)
}

// An expression that finds the command of a step that can be sent, and a selector of the button that sends it.
const (
	stepReady  = `document.querySelector(".ask form[data-queue=step] [name=command]")`
	stepButton = `.ask form[data-queue=step]:has([name=command]) button:not([data-by])`
)

// battleToPlay finds a battle of the demo in which somebody must act, and their name. The function steps returns how far
// the battle has come: the number of steps, and a negative number while a command waits for dice.
func (d demoSite) battleToPlay(t *testing.T) (battle *campaign.Battle, who string, steps func() int) {
	t.Helper()
	st := d.state(t)
	for _, one := range st.AllBattles() {
		if one.Status != campaign.Scheduled || len(one.EngineParts) == 0 {
			continue
		}
		live := d.live(t, one.ID)
		if seat := live.Battle.View(rules.Nobody).ToAct; !live.Over && live.Pending == nil && seat >= 0 && !d.service.HasSecrets(live) {
			battle, who = one, st.Members[st.Rosters[one.Seats[seat]].Member].Name
			break
		}
	}
	if battle == nil {
		t.Fatal("the demo has no battle in which somebody must act")
	}
	steps = func() int {
		live := d.live(t, battle.ID)
		if live.Pending != nil {
			return -1 - live.Number
		}
		return live.Number
	}
	return battle, who, steps
}

// openToStep opens a battle and chooses until a command can be sent and the state of the battle is kept.
func (t tab) openToStep(site demoSite, battle *campaign.Battle) {
	t.t.Helper()
	t.open(site.battleURL(battle))
	for range 8 {
		var there bool
		if t.eval(`!!`+stepReady, &there); there {
			break
		}
		t.eval(`document.querySelector(".ask").dataset.old = 1; true`, nil)
		t.click(`.ask .options a[data-go], .ask .pickable a[data-go], .ask form[data-go] button`)
		t.wait(`!document.querySelector(".ask[data-old]")`)
	}
	t.wait(stepReady)
	t.untilKept(`document.querySelector("[data-kept]").dataset.kept`)
}

// TestEngineOfOtherRules replaces the kept engine by one that claims other rules than the site's. Without a network it is
// not asked: the calculator says so and computes nothing, and a step waits for the site. With a network the site answers.
func TestEngineOfOtherRules(t *testing.T) {
	t.Parallel()
	b := newBrowser(t)
	site := newDemoSite(t)
	battle, who, steps := site.battleToPlay(t)
	before := steps()
	tb := b.keeper(390, 844)
	site.signIn(tb, who, "fr")
	tb.keepOffline(site)
	var replaced int
	tb.eval(`(async () => {
		const cache = await caches.open("engine"), workers = (await cache.keys()).filter(key => key.url.endsWith("/js/engine_worker.js"));
		for (const key of workers) {
			const { headers } = await cache.match(key), script = await (await cache.match(key)).text();
			await cache.put(key, new Response(script + `+"`"+`
				const answer = self.onmessage;
				self.onmessage = (event) => event.data.operation === "`+engineapi.Rules+`" ? self.postMessage({ id: event.data.id, answer: '{"warcry":"other"}' }) : answer(event);
			`+"`"+`, { headers }));
		}
		return workers.length;
	})()`, &replaced)
	if replaced != 1 {
		t.Fatalf("%d workers are kept, want 1", replaced)
	}
	const asked = `location.search.includes("asked=1") && document.querySelector(".calc").dataset.query.includes("asked=1")`
	ask := func() {
		tb.open(site.url + "/odds?game=warcry")
		tb.click(`form[data-odds] > button`)
	}
	ask()
	tb.wait(asked)
	want := tb.answer()
	tb.setOffline(site, true)
	ask()
	tb.wait(`document.querySelector("form[data-odds] .offline[role=alert]")`)
	var said string
	tb.eval(`document.querySelector("form[data-odds] .offline").firstChild.textContent`, &said)
	if !strings.Contains(said, "autre version des règles") {
		t.Errorf("the calculator says %q", said)
	}
	var seen bool
	tb.eval(`(() => {
		const button = document.querySelector("form[data-odds] .offline button"), at = button.getBoundingClientRect();
		return document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2) === button && !document.querySelector("[data-engine] small").textContent;
	})()`, &seen)
	if !seen {
		t.Error("the button that asks again is covered, or the page still says that the phone computes")
	}
	tb.screenshot("engine-of-other-rules")
	tb.wantNoFaults("the odds")
	var ruling string
	tb.eval(`document.querySelector("form[data-odds]").elements.ruling.value`, &ruling)
	tb.open(site.url + "/odds?game=warcry&ruling=" + ruling + "&asked=1")
	tb.wait(`document.querySelector("form[data-odds] .offline")?.textContent.includes("autre version des règles")`)
	var computed bool
	if tb.eval(`!!document.querySelector("[data-phone]")`, &computed); computed {
		t.Error("the phone computed odds by other rules")
	}
	ask()
	tb.wait(`document.querySelector("form[data-odds] .offline[role=alert]")`)
	tb.setOffline(site, false)
	tb.click(`.offline button`)
	tb.wait(asked)
	if got := tb.answer(); got != want || len(want) < 20 {
		t.Errorf("with a network again the page shows\n%s\nwant\n%s", got, want)
	}
	tb.openToStep(site, battle)
	tb.setOffline(site, true)
	tb.click(stepButton)
	tb.wait(`document.querySelector(".queue")?.textContent.includes("autre version des règles")`)
	if now := steps(); now != before {
		t.Errorf("%d steps without a network, want %d", now, before)
	}
	tb.setOffline(site, false)
	tb.wait(`document.querySelector(".queue")?.textContent.includes("Tout est parti")`)
	if now := steps(); now != before+1 && now != -1-before {
		t.Errorf("%d steps after all, want one more than %d, or one that waits for dice", now, before)
	}
}

// answerOffline enters the dice of a waiting command while there is no network: they wait and are sent once.
func (d demoSite) answerOffline(tb tab, battle *campaign.Battle) {
	t := tb.t
	t.Helper()
	live := d.untilDice(t, battle)
	tb.open(tb.url())
	tb.wait(`document.querySelector(".ask .die-btn")`)
	tb.setOffline(d, true)
	tb.eval(`(() => {
		const form = document.querySelector(".ask form[data-dice]");
		for (let n = Number(form.dataset.dice); n; n--) form.querySelector(".die-btn").click();
		return true;
	})()`, nil)
	tb.wait(`document.querySelector(".queue [data-state=waiting]")?.textContent.includes("· 1")`)
	tb.screenshot("dice-waiting")
	turn := live.Pending.Turn
	tb.setOffline(d, false)
	tb.wait(`document.querySelector(".queue")?.textContent.includes("Tout est parti")`)
	if now, err := d.service.Live(t.Context(), d.club, battle.ID); err != nil || now.Number > live.Number+1 || now.Number == live.Number && (now.Pending == nil || now.Pending.Turn != turn+1) {
		t.Errorf("the dice are not given once: %+v, %v", now.Pending, err)
	}
}

// untilDice plays until a legal command needs dice, and gives that command.
func (d demoSite) untilDice(t *testing.T, battle *campaign.Battle) *campaign.LiveSnapshot {
	t.Helper()
	st, coins := d.state(t), rand.New(rand.NewPCG(2, 7))
	for n := range 300 {
		live := d.live(t, battle.ID)
		if live.Over {
			t.Fatal("the battle is over")
		}
		legal := live.Battle.Legal()
		for _, c := range legal {
			_, _, err := rules.Play(live.Battle, c, dice.NewTape(), rules.ChooseFrom(nil))
			if need := (*dice.MissingError)(nil); errors.As(err, &need) && need.Roll.Sides == 6 {
				raw, err := rules.EncodeCommand(c)
				must(t, err)
				m := campaign.Move{Number: live.Number, Key: fmt.Sprint("dice ", n), Command: raw}
				live, err = d.service.Offer(t.Context(), campaign.Actor{Member: st.Rosters[battle.Seats[c.By()]].Member}, d.club, battle.ID, m)
				must(t, err)
				return live
			}
		}
		c := d.service.Game(live.Setup.Game).Bots[0].Choose(live.Battle, legal, coins.IntN)
		d.playCommand(t, live, battle.ID, c)
	}
	t.Fatal("nothing waits for dice")
	return nil
}

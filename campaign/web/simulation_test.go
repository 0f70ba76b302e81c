package web_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/content/describe"
	"oriflamme/content/engineapi"
	"oriflamme/rules"
	"oriflamme/rules/games"
	"oriflamme/rules/warcry"
)

// TestTwoWeaponsSideBySide: the chances of both are those of the calculator, and the address holds the question.
func TestTwoWeaponsSideBySide(t *testing.T) {
	w := newBattleFixture(t)
	p := w.phone(campaign.Session{}).get("/odds")
	p.get(p.page.Find("a[href^='/odds/compare']").AttrOr("href", "")).send("form.inputs", "a", "vitrified-queen/0", "b", "lantern-captain/0", "to", "")
	if p.status != http.StatusOK || !strings.Contains(p.at, "a=vitrified-queen") || p.page.Find(".versus-cols .num").Length() != 2 {
		t.Fatalf("%s: %d %s", p.at, p.status, p.text("main"))
	}
	first := p.page.Find(".versus-cols .num").First().Text()
	link := p.at
	if rows := p.page.Find(".compare tbody tr").Length(); rows < 5 {
		t.Errorf("the chart has %d values", rows)
	}
	if n := p.page.Find(".scale-keys li").Length(); n != 3 {
		t.Errorf("an exchange ends in %d ways: %s", n, p.text("#exchange ~ *"))
	}
	p.get("/odds?" + url.Values{"game": {"warcry"}, "fill": {"1"}, "from": {"vitrified-queen"}, "weapon": {"0"}, "to": {"lantern-captain"}}.Encode())
	if got := p.text(".answer .num"); got != first {
		t.Errorf("the calculator says %s, the comparison %s", got, first)
	}
	if again := w.phone(campaign.Session{}).get(link); again.page.Find(".versus-cols .num").First().Text() != first {
		t.Error("the link does not lead to the same answer")
	}
	p.get(link).send("form.inputs", "to", "lantern-captain")
	if p.page.Find("#exchange").Length() != 0 || p.page.Find(".versus-cols .num").First().Text() != first {
		t.Errorf("against a common target: %s", p.text(".versus-cols"))
	}
	p.get("/odds?game=warcry")
	if say := p.page.Find(".histogram .hit").First().AttrOr("data-readout", ""); !strings.Contains(say, "/") || !strings.Contains(say, "%") {
		t.Errorf("a tapped column says %q", say)
	}
}

// TestTrialsOfBattles: whole battles between two sides of a campaign run in the background, come out the same for the same
// seed, and end when the member asks for others or goes away.
func TestSimulations(t *testing.T) {
	w := newBattleFixture(t)
	p := w.phone(w.yanis).get(w.battlePath("campaigns", w.camp)).get(w.battlePath("campaigns", w.camp, "duel"))
	fight := func(n, seed string) string {
		t.Helper()
		p.send("form[action$='/duel']:has(select)", "first", w.rosterYanis, "second", w.rosterOdile, "battles", n, "seed", seed, "bot_first", warcry.Game.Bots[0].Name, "bot_second", warcry.Game.Bots[0].Name)
		if p.page.Find("progress").AttrOr("max", "") != n {
			t.Fatalf("%d %s", p.status, p.text("main"))
		}
		for end := time.Now().Add(5 * time.Minute); p.page.Find("[data-poll]").Length() > 0; p.get(p.at) {
			if time.Now().After(end) {
				t.Fatalf("still fighting: %s", p.text("#run"))
			}
			time.Sleep(20 * time.Millisecond)
		}
		return p.text("[data-part=run] .sum")
	}
	one := fight("20", "digue")
	if !strings.Contains(p.text("#run"), "20 batailles livrées") || !strings.Contains(one, "à 95 %, entre") {
		t.Errorf("%s: %s", p.text("#run"), one)
	}
	if described := simulateInBrowser(t, p, w.battlePath("campaigns", w.camp, "duel")+"/kit", engineapi.SimulateRequest{Lang: "fr", Game: "warcry", Bots: []string{warcry.Game.Bots[0].Name, warcry.Game.Bots[0].Name}, Seed: "digue", Total: 20}, w.rosterYanis, w.rosterOdile); described.Title != p.text("#run") || !strings.Contains(p.text("[data-part=run]"), plainSpaces(described.Line)) {
		t.Errorf("a phone tells %q and %q, the site %s", described.Title, described.Line, p.text("[data-part=run]"))
	} else {
		for _, share := range described.Parts {
			if !strings.Contains(one, plainSpaces(share.Percent)) || !strings.Contains(one, plainSpaces(share.Line)) {
				t.Errorf("a phone tells %+v, the site %s", share, one)
			}
		}
	}
	if other := fight("20", "digue"); other != one {
		t.Errorf("the same seed gives\n%s, then\n%s", one, other)
	}
	p.send("form[action$='/duel']:has(select)", "first", w.rosterYanis, "second", w.rosterOdile, "battles", "1000", "seed", "long")
	p.send("form:has(button[name=stop])", "stop", "1")
	for end := time.Now().Add(5 * time.Minute); p.page.Find("[data-poll]").Length() > 0 && time.Now().Before(end); p.get(p.at) {
	}
	if !strings.Contains(p.text("#run"), "Arrêté après") {
		t.Errorf("after the stop: %s", p.text("#run"))
	}
	if v := w.phone(campaign.Session{}).get(w.battlePath("campaigns", w.camp, "duel")); !strings.HasPrefix(v.at, "/sign-in") {
		t.Errorf("a visitor may compute: %s", v.at)
	}
	p.get(w.battlePath("campaigns", w.camp, "duel")).send("form[action$='/duel']:has(select)", "first", "nobody")
	if p.status != http.StatusUnprocessableEntity {
		t.Errorf("a side that is not there: %d", p.status)
	}
}

// keylessEffects writes a text with the spaces that a reader of the page's text finds.
func plainSpaces(text string) string { return strings.Join(strings.Fields(text), " ") }

// fightByPhone fights a duel as a browser without a network does: with the kit of the campaign, a few battles at a time.
func simulateInBrowser(t *testing.T, p *phone, kitAt string, d engineapi.SimulateRequest, first, second campaign.ID) describe.SimulationText {
	t.Helper()
	var kit struct {
		Setup   rules.Setup
		Rosters map[campaign.ID]rules.Roster
		Fields  []json.RawMessage
		At      map[string]int
	}
	if status, body := p.raw(kitAt); status != http.StatusOK || json.Unmarshal([]byte(body), &kit) != nil {
		t.Fatalf("the kit: status %d, %.200s", status, body)
	}
	native := engineapi.New(games.All)
	_, words := p.raw("/pocket/fr/" + d.Game)
	native.Answer(engineapi.AddPhrases, []byte(words))
	d.Setup = kit.Setup
	d.Setup.Rosters, d.Setup.Field = []rules.Roster{kit.Rosters[first], kit.Rosters[second]}, kit.Fields[kit.At[first+" "+second]]
	var described engineapi.SimulateResult
	for d.More = 1; d.Tally.Battles < d.Total; d.More += 4 {
		question, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		answer := native.Answer(engineapi.Simulate, question)
		if err := json.Unmarshal(answer, &described); err != nil || described.Tally.Battles <= d.Tally.Battles {
			t.Fatalf("after %d battles the engine says %s", d.Tally.Battles, answer)
		}
		d.Tally = described.Tally
	}
	return described.Text
}

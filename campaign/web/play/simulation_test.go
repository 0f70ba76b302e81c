package play_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/web/webtest"
	"oriflamme/content/describe"
	"oriflamme/content/engineapi"
	"oriflamme/rules"
	"oriflamme/rules/games"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warcry"
)

// TestTwoWeaponsSideBySide: the chances of both weapons are those of the calculator, and the address holds the question.
func TestTwoWeaponsSideBySide(t *testing.T) {
	w := webtest.NewBattleFixture(t)
	p := w.Phone(campaign.Session{}).Get("/odds")
	p.Get(p.Page.Find("a[href^='/odds/compare']").AttrOr("href", "")).Send("form.inputs", "a", "vitrified-queen/0", "b", "lantern-captain/0", "to", "")
	if p.Status != http.StatusOK || !strings.Contains(p.Path, "a=vitrified-queen") || p.Page.Find(".versus-cols .num").Length() != 2 {
		t.Fatalf("%s: %d %s", p.Path, p.Status, p.Text("main"))
	}
	first := p.Page.Find(".versus-cols .num").First().Text()
	link := p.Path
	if rows := p.Page.Find(".compare tbody tr").Length(); rows < 5 {
		t.Errorf("the chart has %d values", rows)
	}
	if n := p.Page.Find(".scale-keys li").Length(); n != 3 {
		t.Errorf("an exchange ends in %d ways: %s", n, p.Text("#exchange ~ *"))
	}
	p.Get("/odds?" + url.Values{"game": {"warcry"}, "fill": {"1"}, "from": {"vitrified-queen"}, "weapon": {"0"}, "to": {"lantern-captain"}}.Encode())
	if got := p.Text(".answer .num"); got != first {
		t.Errorf("the calculator says %s, the comparison %s", got, first)
	}
	if again := w.Phone(campaign.Session{}).Get(link); again.Page.Find(".versus-cols .num").First().Text() != first {
		t.Error("the link does not lead to the same answer")
	}
	p.Get(link).Send("form.inputs", "to", "lantern-captain")
	if p.Page.Find("#exchange").Length() != 0 || p.Page.Find(".versus-cols .num").First().Text() != first {
		t.Errorf("against a common target: %s", p.Text(".versus-cols"))
	}
	p.Get("/odds?game=warcry")
	if say := p.Page.Find(".histogram .hit").First().AttrOr("data-readout", ""); !strings.Contains(say, "/") || !strings.Contains(say, "%") {
		t.Errorf("a tapped column says %q", say)
	}
}

// TestSimulations: whole battles between two sides of a campaign run in the background, give the same result for the same seed,
// and end when the member asks for others or stops them.
func TestSimulations(t *testing.T) {
	w := webtest.NewBattleFixture(t)
	p := w.Phone(w.Yanis).Get(w.BattlePath("campaigns", w.Camp)).Get(w.BattlePath("campaigns", w.Camp, "duel"))
	fight := func(n, seed string) string {
		t.Helper()
		p.Send("form[action$='/duel']:has(select)", "first", w.RosterYanis, "second", w.RosterOdile, "battles", n, "seed", seed, "bot_first", warcry.Game.Bots[0].Name, "bot_second", warcry.Game.Bots[0].Name)
		if p.Page.Find("progress").AttrOr("max", "") != n {
			t.Fatalf("%d %s", p.Status, p.Text("main"))
		}
		for end := time.Now().Add(5 * time.Minute); p.Page.Find("[data-poll]").Length() > 0; p.Get(p.Path) {
			if time.Now().After(end) {
				t.Fatalf("still fighting: %s", p.Text("#run"))
			}
			time.Sleep(20 * time.Millisecond)
		}
		return p.Text("[data-part=run] .sum")
	}
	one := fight("20", "digue")
	if !strings.Contains(p.Text("#run"), "20 batailles livrées") || !strings.Contains(one, "à 95\u202f%, entre") {
		t.Errorf("%s: %s", p.Text("#run"), one)
	}
	if described := simulateInBrowser(t, p, w.BattlePath("campaigns", w.Camp, "duel")+"/kit", engineapi.SimulateRequest{Lang: "fr", Game: "warcry", Bots: []string{warcry.Game.Bots[0].Name, warcry.Game.Bots[0].Name}, Seed: "digue", Total: 20}, w.RosterYanis, w.RosterOdile); described.Title != p.Text("[data-part=run] #run") || !strings.Contains(p.Text("[data-part=run]"), described.Line) {
		t.Errorf("a phone shows %q and %q, the site %s", described.Title, described.Line, p.Text("[data-part=run]"))
	} else {
		for _, share := range described.Parts {
			if !strings.Contains(one, share.Percent) || !strings.Contains(one, share.Line) {
				t.Errorf("a phone shows %+v, the site %s", share, one)
			}
		}
	}
	if other := fight("20", "digue"); other != one {
		t.Errorf("the same seed gives\n%s, then\n%s", one, other)
	}
	p.Send("form[action$='/duel']:has(select)", "first", w.RosterYanis, "second", w.RosterOdile, "battles", "1000", "seed", "long")
	p.Send("form:has(button[name=stop])", "stop", "1")
	for end := time.Now().Add(5 * time.Minute); p.Page.Find("[data-poll]").Length() > 0 && time.Now().Before(end); p.Get(p.Path) {
	}
	if !strings.Contains(p.Text("#run"), "Arrêté après") {
		t.Errorf("after the stop: %s", p.Text("#run"))
	}
	if v := w.Phone(campaign.Session{}).Get(w.BattlePath("campaigns", w.Camp, "duel")); !strings.HasPrefix(v.Path, "/sign-in") {
		t.Errorf("a visitor may compute: %s", v.Path)
	}
	p.Get(w.BattlePath("campaigns", w.Camp, "duel")).Send("form[action$='/duel']:has(select)", "first", "nobody")
	if p.Status != http.StatusUnprocessableEntity {
		t.Errorf("a side that is not there: %d", p.Status)
	}
}

// simulateInBrowser runs a simulation as a browser without a network does: with the data of the campaign, a few battles at a time.
func simulateInBrowser(t *testing.T, p *webtest.Browser, kitAt string, d engineapi.SimulateRequest, first, second campaign.ID) describe.SimulationText {
	t.Helper()
	var kit struct {
		Setup   rules.Setup
		Rosters map[campaign.ID]rules.Roster
		Fields  []json.RawMessage
		At      map[string]int
	}
	if status, body := p.Raw(kitAt); status != http.StatusOK || json.Unmarshal([]byte(body), &kit) != nil {
		t.Fatalf("the kit: status %d, %.200s", status, body)
	}
	native := engineapi.New(games.All)
	_, words := p.Raw("/pocket/fr/" + d.Game)
	native.Answer(engineapi.AddPhrases, []byte(words))
	d.Setup = kit.Setup
	d.Setup.Rosters, d.Setup.Field = []rules.Roster{kit.Rosters[first], kit.Rosters[second]}, kit.Fields[kit.At[first+" "+second]]
	var described engineapi.SimulateResult
	for d.More = 1; d.Tally.Battles < d.Total; d.More += 4 {
		question, err := json.Marshal(d)
		rulestest.Must(t, err)
		answer := native.Answer(engineapi.Simulate, question)
		if err := json.Unmarshal(answer, &described); err != nil || described.Tally.Battles <= d.Tally.Battles {
			t.Fatalf("after %d battles the engine says %s", d.Tally.Battles, answer)
		}
		d.Tally = described.Tally
	}
	return described.Text
}

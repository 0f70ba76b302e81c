package web_test

import (
	"net/http"
	"strings"
	"testing"

	"oriflamme/campaign"
	"oriflamme/rules"
	"oriflamme/rules/rulestest"
)

// playOut has both players press buttons until sel is on the first one's page.
func (w *tables) playOut(sel string) []*phone {
	w.t.Helper()
	phones := []*phone{w.phone(w.yanis), w.phone(w.odile)}
	at := w.at("battles", w.battle)
	for n := 0; n < 700 && phones[0].get(at).page.Find(sel).Length() == 0; n++ {
		p := phones[n%2].get(at)
		for k := range 9 {
			if !p.act(n*7 + k*3) {
				break
			}
		}
	}
	if phones[0].page.Find(sel).Length() == 0 {
		w.t.Fatalf("no end after %d steps: %s", w.steps(), phones[0].text(".ask"))
	}
	return phones
}

func TestPlayedBattleIsReportedConfirmedAndFinal(t *testing.T) {
	if rulestest.Raced {
		t.Skip("whole battles are played without the race detector")
	}
	settings := campaign.DefaultSettings("Les Marches de Sarle", "warcry")
	settings.Aftermath = true
	w := newTablesOf(t, settings)
	w.open(rules.Measured)
	at := w.at("battles", w.battle)
	promise := w.fought().Engine[0].SeedHash
	if text := w.phone(campaign.Session{}).get(at + "/dice").text("main"); !strings.Contains(text, promise) || !strings.Contains(text, "Montrée à la fin.") {
		t.Errorf("what is promised of the dice: %s", text)
	}
	phones := w.playOut("form[action$='/finish']")
	yanis, odile := phones[0], phones[1]
	yanis.send("form[action$='/finish']")
	if b := w.fought(); b.Phase != campaign.Reported || b.Engine[0].Seed == "" {
		t.Fatalf("reported: %s %+v", b.Phase, b.Engine)
	}
	if odile.get(at).page.Find(".oriflamme a[href$='/report']").Length() != 1 {
		t.Errorf("the other side is not asked for its word: %s", odile.text("main"))
	}
	if yanis.get(at).page.Find("a[href$='/record']").Length() != 1 {
		t.Error("no record to take away")
	}
	if text := yanis.get(yanis.page.Find("a[href$='/dice']").AttrOr("href", "")).text("main"); !strings.Contains(text, w.fought().Engine[0].Seed) || !strings.Contains(text, "celle qui était promise") || strings.Contains(text, "D’autres") {
		t.Errorf("how the promise was kept: %s", text)
	}
	if status, body := yanis.raw(at + "/record"); status != http.StatusOK || strings.Count(body, "\n") < 20 {
		t.Errorf("record: %d, %d lines", status, strings.Count(body, "\n"))
	}
	odile.get(at + "/report").send("form[action$='/confirm']")
	if b := w.fought(); b.Phase != campaign.Confirmed {
		t.Fatalf("confirmed: %s, %s", b.Phase, odile.text("main"))
	}
	// The aftermath is a battle of its own, on the same page.
	yanis.get(at).send("form[action$='/aftermath']")
	if yanis.page.Find(".duel").Length() != 1 {
		t.Fatalf("the aftermath: %d %s", yanis.status, yanis.text("main"))
	}
	w.playOut("form[action$='/finish']")[0].send("form[action$='/finish']")
	b := w.fought()
	if b.Phase != campaign.Final || len(b.Effects) == 0 {
		t.Fatalf("after the aftermath: %s, %d effects", b.Phase, len(b.Effects))
	}
	yanis.get(at)
	if yanis.page.Find(".stamp").Length() != 1 || yanis.page.Find(".honours li, .xp-line li").Length() == 0 {
		t.Errorf("the aftermath's page: %s", yanis.text("main"))
	}
	if roster := yanis.get(w.at("rosters", w.rYanis)); roster.page.Find(".service tbody tr").Length() == 0 {
		t.Error("no unit remembers the battle")
	}
}

func TestAftermathWithoutDiceIsClosedByBothSides(t *testing.T) {
	settings := campaign.DefaultSettings("Les Marches de Sarle", "warcry")
	settings.Aftermath = true
	w := newTablesOf(t, settings)
	w.report(w.yanis, 0, 0, 14, 11)
	w.report(w.odile, 1, 0, 14, 11)
	for _, p := range []*phone{w.phone(w.yanis), w.phone(w.odile)} {
		p.get(w.at("battles", w.battle)).send("form[action$='/aftermath']")
		if p.page.Find("form[action$='/aftermath']").Length() != 0 {
			t.Errorf("asked twice: %d %s", p.status, p.text("main"))
		}
	}
	if b := w.fought(); b.Phase != campaign.Final {
		t.Errorf("after both closed it: %s", b.Phase)
	}
}

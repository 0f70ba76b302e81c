package web_test

import (
	"net/http"
	"strings"
	"testing"

	"oriflamme/campaign"
	"oriflamme/rules"
	"oriflamme/rules/rulestest"
)

func TestPlayedBattleIsReportedConfirmedAndFinal(t *testing.T) {
	if rulestest.RaceDetector {
		t.Skip("whole battles are played without the race detector")
	}
	settings := campaign.DefaultSettings("Les Marches de Sarle", "warcry")
	settings.Aftermath = true
	w := newBattleFixtureWith(t, settings)
	w.openBattle(rules.Measured)
	at := w.battlePath("battles", w.battle)
	promise := w.foughtBattle().EngineParts[0].SeedHash
	if text := w.phone(campaign.Session{}).get(at + "/dice").text("main"); !strings.Contains(text, promise) || !strings.Contains(text, "Montrée à la fin.") {
		t.Errorf("what is promised of the dice: %s", text)
	}
	phones := w.playOut("form[action$='/finish']")
	yanis, odile := phones[0], phones[1]
	yanis.send("form[action$='/finish']")
	if b := w.foughtBattle(); b.Status != campaign.Reported || b.EngineParts[0].Seed == "" {
		t.Fatalf("reported: %s %+v", b.Status, b.EngineParts)
	}
	if odile.get(at).page.Find("form[action$='/confirm'] button").Length() != 1 || odile.page.Find("form[action$='/dispute']").Length() != 1 {
		t.Errorf("the other side is not asked for its word: %s", odile.text("main"))
	}
	if text := odile.text(".flow-lines"); !strings.Contains(text, "Yanis a donné le résultat.") || !strings.Contains(text, "À vous de répondre") {
		t.Errorf("what each side has to do: %s", text)
	}
	if text := yanis.get(at).text(".flow-lines"); !strings.Contains(text, "Vous avez donné le résultat.") || !strings.Contains(text, "On attend la réponse d’Odile.") {
		t.Errorf("what each side has to do: %s", text)
	}
	if yanis.get(at).page.Find("a[href$='/record']").Length() != 1 {
		t.Error("no record to take away")
	}
	if text := yanis.get(yanis.page.Find("a[href$='/dice']").AttrOr("href", "")).text("main"); !strings.Contains(text, w.foughtBattle().EngineParts[0].Seed) || !strings.Contains(text, "celle qui était promise") || strings.Contains(text, "D’autres") {
		t.Errorf("how the promise was kept: %s", text)
	}
	if status, body := yanis.raw(at + "/record"); status != http.StatusOK || strings.Count(body, "\n") < 20 {
		t.Errorf("record: %d, %d lines", status, strings.Count(body, "\n"))
	}
	odile.get(at).send("form[action$='/confirm']")
	if b := w.foughtBattle(); b.Status != campaign.Confirmed {
		t.Fatalf("confirmed: %s, %s", b.Status, odile.text("main"))
	}
	// The aftermath is a battle of its own, on the same page.
	yanis.get(at).send("form[action$='/aftermath']")
	if yanis.page.Find(".score-header").Length() != 1 {
		t.Fatalf("the aftermath: %d %s", yanis.status, yanis.text("main"))
	}
	if text := odile.get(at).text("main"); !strings.Contains(text, "Les suites ont commencé, ouvertes par Yanis.") {
		t.Errorf("the other side is not told that the aftermath began: %s", text)
	}
	yanis = w.playOut("form[action$='/finish']")[0]
	if text := yanis.text("main"); !strings.Contains(text, "Inscrire les suites") || strings.Contains(text, "Envoyer le résultat") {
		t.Errorf("after the aftermath: %s", text)
	}
	yanis.send("form[action$='/finish']")
	b := w.foughtBattle()
	if b.Status != campaign.Final || len(b.Effects) == 0 {
		t.Fatalf("after the aftermath: %s, %d effects", b.Status, len(b.Effects))
	}
	yanis.get(at)
	if yanis.page.Find(".stamp").Length() != 1 || yanis.page.Find(".honours li, .xp-line li").Length() == 0 {
		t.Errorf("the aftermath's page: %s", yanis.text("main"))
	}
	if roster := yanis.get(w.battlePath("rosters", w.rosterYanis)); roster.page.Find(".service tbody tr").Length() == 0 {
		t.Error("no unit remembers the battle")
	}
}

func TestAftermathWithoutDiceIsClosedByBothSides(t *testing.T) {
	settings := campaign.DefaultSettings("Les Marches de Sarle", "warcry")
	settings.Aftermath = true
	w := newBattleFixtureWith(t, settings)
	w.reportBattle(w.yanis, 0, 0, 14, 11)
	w.reportBattle(w.odile, 1, 0, 14, 11)
	for _, p := range []*phone{w.phone(w.yanis), w.phone(w.odile)} {
		p.get(w.battlePath("battles", w.battle)).send("form[action$='/aftermath']")
		if p.page.Find("form[action$='/aftermath']").Length() != 0 {
			t.Errorf("asked twice: %d %s", p.status, p.text("main"))
		}
	}
	if b := w.foughtBattle(); b.Status != campaign.Final {
		t.Errorf("after both closed it: %s", b.Status)
	}
}

// TestReportedBattleCannotBegin has one side report by hand while the other still looks at the page that begins the battle:
// no page, form or call begins it any more, and the page says who reported what, with the answers beside.
func TestReportedBattleCannotBegin(t *testing.T) {
	w := newBattleFixture(t)
	at := w.battlePath("battles", w.battle)
	odile := w.phone(w.odile).get(at)
	if odile.page.Find("form[action$='/open']").Length() != 1 || odile.page.Find("[data-events]").Length() != 1 {
		t.Fatalf("the page before the battle: %s", odile.text("main"))
	}
	moved := w.stateEvents(at)
	if got := moved(); got != "scheduled" {
		t.Errorf("the stream begins with %q", got)
	}
	w.reportBattle(w.yanis, 0, 0, 14, 11)
	if got := moved(); !strings.HasPrefix(got, "scheduled reported ") {
		t.Errorf("after the report the stream says %q", got)
	}
	odile.send("form[action$='/open']")
	if odile.status != http.StatusConflict || !strings.Contains(odile.text(".notice.bad"), "déjà donné") {
		t.Errorf("beginning it all the same: %d %s", odile.status, odile.text("main"))
	}
	odile.get(at)
	if odile.page.Find("form[action$='/open']").Length() != 0 || odile.page.Find("form[action$='/confirm'] button").Length() != 1 {
		t.Errorf("the page of the reported battle: %s", odile.text("main"))
	}
	if text := odile.text("main"); !strings.Contains(text, "Yanis a donné le résultat.") || !strings.Contains(text, "14 à 11 pour Garde de Hautecombe") {
		t.Errorf("who reported what: %s", text)
	}
	lists := w.foughtBattle().RosterSnapshots
	_, err := w.service.OpenBattle(t.Context(), actor(w.odile), w.club, w.battle, rules.Setup{Mode: rules.Measured, Rosters: lists, Field: []byte("{}")}, "late")
	if campaign.CodeOf(err) != campaign.Conflict {
		t.Errorf("the hall opens it: %v", err)
	}
	if _, err := w.service.LivePart(t.Context(), w.club, w.battle, campaign.PartBattle); campaign.CodeOf(err) != campaign.NotFound {
		t.Errorf("something of the refused battle was kept: %v", err)
	}
}

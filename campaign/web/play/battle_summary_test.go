package play_test

import (
	"net/http"
	"strings"
	"testing"

	"oriflamme/campaign"
	"oriflamme/campaign/web/webtest"
	"oriflamme/rules"
	"oriflamme/rules/rulestest"
)

func TestPlayedBattleIsReportedConfirmedAndFinal(t *testing.T) {
	if rulestest.RaceDetector {
		t.Skip("whole battles are played without the race detector")
	}
	settings := campaign.DefaultSettings("Les Marches de Sarle", "warcry")
	settings.Aftermath = true
	w := webtest.NewBattleFixtureWith(t, settings)
	w.OpenBattle(rules.Measured)
	at := w.BattlePath("battles", w.Battle)
	promise := w.FoughtBattle().EngineParts[0].SeedHash
	if text := w.Phone(campaign.Session{}).Get(at + "/dice").Text("main"); !strings.Contains(text, promise) || !strings.Contains(text, "Montrée à la fin.") {
		t.Errorf("what is promised of the dice: %s", text)
	}
	phones := w.PlayOut("form[action$='/finish']")
	yanis, odile := phones[0], phones[1]
	yanis.Send("form[action$='/finish']")
	if b := w.FoughtBattle(); b.Status != campaign.Reported || b.EngineParts[0].Seed == "" {
		t.Fatalf("reported: %s %+v", b.Status, b.EngineParts)
	}
	if odile.Get(at).Page.Find("form[action$='/confirm'] button").Length() != 1 || odile.Page.Find("form[action$='/dispute']").Length() != 1 {
		t.Errorf("the other side is not asked for its word: %s", odile.Text("main"))
	}
	if text := odile.Text(".flow-lines"); !strings.Contains(text, "Yanis a donné le résultat.") || !strings.Contains(text, "À vous de répondre") {
		t.Errorf("what each side has to do: %s", text)
	}
	if text := yanis.Get(at).Text(".flow-lines"); !strings.Contains(text, "Vous avez donné le résultat.") || !strings.Contains(text, "On attend la réponse d’Odile.") {
		t.Errorf("what each side has to do: %s", text)
	}
	if yanis.Get(at).Page.Find("a[href$='/record']").Length() != 1 {
		t.Error("no record to take away")
	}
	if text := yanis.Get(yanis.Page.Find("a[href$='/dice']").AttrOr("href", "")).Text("main"); !strings.Contains(text, w.FoughtBattle().EngineParts[0].Seed) || !strings.Contains(text, "celle qui était promise") || strings.Contains(text, "D’autres") {
		t.Errorf("how the dice are proved: %s", text)
	}
	if status, body := yanis.Raw(at + "/record"); status != http.StatusOK || strings.Count(body, "\n") < 20 {
		t.Errorf("record: %d, %d lines", status, strings.Count(body, "\n"))
	}
	odile.Get(at).Send("form[action$='/confirm']")
	if b := w.FoughtBattle(); b.Status != campaign.Confirmed {
		t.Fatalf("confirmed: %s, %s", b.Status, odile.Text("main"))
	}
	// The aftermath is played like a battle, on the same page.
	yanis.Get(at).Send("form[action$='/aftermath']")
	if yanis.Page.Find(".score-header").Length() != 1 {
		t.Fatalf("the aftermath: %d %s", yanis.Status, yanis.Text("main"))
	}
	if text := odile.Get(at).Text("main"); !strings.Contains(text, "Les suites ont commencé, ouvertes par Yanis.") {
		t.Errorf("the other side does not learn that the aftermath began: %s", text)
	}
	yanis = w.PlayOut("form[action$='/finish']")[0]
	if text := yanis.Text("main"); !strings.Contains(text, "Inscrire les suites") || strings.Contains(text, "Envoyer le résultat") {
		t.Errorf("after the aftermath: %s", text)
	}
	yanis.Send("form[action$='/finish']")
	b := w.FoughtBattle()
	if b.Status != campaign.Final || len(b.Effects) == 0 {
		t.Fatalf("after the aftermath: %s, %d effects", b.Status, len(b.Effects))
	}
	yanis.Get(at)
	if yanis.Page.Find(".stamp").Length() != 1 || yanis.Page.Find(".honours li, .xp-line li").Length() == 0 {
		t.Errorf("the aftermath's page: %s", yanis.Text("main"))
	}
	if roster := yanis.Get(w.BattlePath("rosters", w.RosterYanis)); roster.Page.Find(".service tbody tr").Length() == 0 {
		t.Error("no unit remembers the battle")
	}
}

func TestAftermathWithoutDiceIsClosedByBothSides(t *testing.T) {
	settings := campaign.DefaultSettings("Les Marches de Sarle", "warcry")
	settings.Aftermath = true
	w := webtest.NewBattleFixtureWith(t, settings)
	w.ReportBattle(w.Yanis, 0, 0, 14, 11)
	w.ReportBattle(w.Odile, 1, 0, 14, 11)
	for _, p := range []*webtest.Browser{w.Phone(w.Yanis), w.Phone(w.Odile)} {
		p.Get(w.BattlePath("battles", w.Battle)).Send("form[action$='/aftermath']")
		if p.Page.Find("form[action$='/aftermath']").Length() != 0 {
			t.Errorf("asked twice: %d %s", p.Status, p.Text("main"))
		}
	}
	if b := w.FoughtBattle(); b.Status != campaign.Final {
		t.Errorf("after both closed it: %s", b.Status)
	}
}

// TestReportedBattleCannotBegin: one side reports by hand while the other looks at the page that opens the battle. After that no
// page, form or call opens it, and the page shows the report and the possible answers.
func TestReportedBattleCannotBegin(t *testing.T) {
	w := webtest.NewBattleFixture(t)
	at := w.BattlePath("battles", w.Battle)
	odile := w.Phone(w.Odile).Get(at)
	if odile.Page.Find("form[action$='/open']").Length() != 1 || odile.Page.Find("[data-events]").Length() != 1 {
		t.Fatalf("the page before the battle: %s", odile.Text("main"))
	}
	moved := w.StateEvents(at)
	if got := moved(); got != "scheduled" {
		t.Errorf("the stream begins with %q", got)
	}
	w.ReportBattle(w.Yanis, 0, 0, 14, 11)
	if got := moved(); !strings.HasPrefix(got, "scheduled reported ") {
		t.Errorf("after the report the stream says %q", got)
	}
	odile.Send("form[action$='/open']")
	if odile.Status != http.StatusConflict || !strings.Contains(odile.Text(".notice.bad"), "déjà donné") {
		t.Errorf("beginning it all the same: %d %s", odile.Status, odile.Text("main"))
	}
	odile.Get(at)
	if odile.Page.Find("form[action$='/open']").Length() != 0 || odile.Page.Find("form[action$='/confirm'] button").Length() != 1 {
		t.Errorf("the page of the reported battle: %s", odile.Text("main"))
	}
	if text := odile.Text("main"); !strings.Contains(text, "Yanis a donné le résultat.") || !strings.Contains(text, "14 à 11 pour Garde de Hautecombe") {
		t.Errorf("who reported what: %s", text)
	}
	lists := w.FoughtBattle().RosterSnapshots
	_, err := w.Service.OpenBattle(t.Context(), webtest.Actor(w.Odile), w.Club, w.Battle, rules.Setup{Mode: rules.Measured, Rosters: lists, Field: []byte("{}")}, "late")
	if campaign.CodeOf(err) != campaign.Conflict {
		t.Errorf("the service opens it: %v", err)
	}
	if _, err := w.Service.LivePart(t.Context(), w.Club, w.Battle, campaign.PartBattle); campaign.CodeOf(err) != campaign.NotFound {
		t.Errorf("something of the refused battle was kept: %v", err)
	}
}

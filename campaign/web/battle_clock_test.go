package web_test

import (
	"net/http"
	"strings"
	"testing"

	"oriflamme/campaign"
	"oriflamme/rules"
)

// TestClockOnThePage sets a clock by its form and finds it, running or stopped, on both phones and before the room, without
// scripts; who only looks on cannot touch it.
func TestClockOnThePage(t *testing.T) {
	w := newBattleFixture(t)
	w.openBattle(rules.Measured)
	at := w.battlePath("battles", w.battle)
	yanis, odile, guest := w.phone(w.yanis), w.phone(w.odile), w.phone(campaign.Session{})
	if yanis.get(at).page.Find("[data-left]").Length() != 0 {
		t.Fatal("a clock that nobody set")
	}
	before := yanis.page.Find(".battle").AttrOr("data-step", "")
	yanis.send("form[action$='/clock']", "minutes", "45")
	if yanis.status != http.StatusOK || yanis.page.Find(".battle").AttrOr("data-step", "") == before {
		t.Errorf("status %d: pages are not told of the clock", yanis.status)
	}
	for who, p := range map[string]*phone{"Yanis": yanis, "Odile": odile, "a guest": guest} {
		face := p.get(at).page.Find("[data-left][data-runs]")
		if text := face.Text(); face.Length() != 1 || !strings.HasPrefix(text, "44:") && text != "45:00" {
			t.Errorf("%s sees %q", who, text)
		}
	}
	if guest.page.Find("form[action$='/clock']").Length() != 0 {
		t.Error("a guest may touch the clock")
	}
	if guest.get(at+"/screen").page.Find("[data-left][data-runs]").Length() != 1 {
		t.Error("no clock before the room")
	}
	odile.get(at).send("form[action$='/clock']:has(button:contains('Pause'))")
	if face := odile.page.Find("[data-left]"); face.Length() != 1 || odile.page.Find("[data-runs]").Length() != 0 {
		t.Errorf("stopped: %s", odile.text(".clock"))
	}
	odile.send("form[action$='/clock']:has(button:contains('Retirer'))")
	if odile.page.Find("[data-left]").Length() != 0 {
		t.Errorf("taken away: %s", odile.text(".clock"))
	}
	odile.send("form[action$='/clock']", "minutes", "10", "each", "1")
	if odile.page.Find("[data-left]").Length() != 2 || odile.page.Find("[data-runs]").Length() > 1 {
		t.Errorf("for each side: %s", odile.text(".clock"))
	}
	odile.send("form[action$='/clock']:has(button:contains('Retirer'))").send("form[action$='/clock']", "minutes", "9999")
	if odile.status < 400 || odile.page.Find("[data-left]").Length() != 0 {
		t.Errorf("9999 minutes: status %d, %s", odile.status, odile.text("main"))
	}
}

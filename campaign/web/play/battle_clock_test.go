package play_test

import (
	"net/http"
	"strings"
	"testing"

	"oriflamme/campaign"
	"oriflamme/campaign/web/webtest"
	"oriflamme/rules"
)

// TestClockOnThePage sets a clock by its form. It shows, running or stopped, on both phones and on the big screen, without
// scripts. Spectators cannot change it.
func TestClockOnThePage(t *testing.T) {
	w := webtest.NewBattleFixture(t)
	w.OpenBattle(rules.Measured)
	at := w.BattlePath("battles", w.Battle)
	yanis, odile, guest := w.Phone(w.Yanis), w.Phone(w.Odile), w.Phone(campaign.Session{})
	if yanis.Get(at).Page.Find("[data-left]").Length() != 0 {
		t.Fatal("a clock that nobody set")
	}
	before := yanis.Page.Find(".battle").AttrOr("data-step", "")
	yanis.Send("form[action$='/clock']", "minutes", "45")
	if yanis.Status != http.StatusOK || yanis.Page.Find(".battle").AttrOr("data-step", "") == before {
		t.Errorf("status %d: pages are not notified of the clock", yanis.Status)
	}
	for who, p := range map[string]*webtest.Browser{"Yanis": yanis, "Odile": odile, "a guest": guest} {
		face := p.Get(at).Page.Find("[data-left][data-runs]")
		if text := face.Text(); face.Length() != 1 || !strings.HasPrefix(text, "44:") && text != "45:00" {
			t.Errorf("%s sees %q", who, text)
		}
	}
	if guest.Page.Find("form[action$='/clock']").Length() != 0 {
		t.Error("a guest may touch the clock")
	}
	if guest.Get(at+"/screen").Page.Find("[data-left][data-runs]").Length() != 1 {
		t.Error("no clock before the room")
	}
	odile.Get(at).Send("form[action$='/clock']:has(button:contains('Pause'))")
	if face := odile.Page.Find("[data-left]"); face.Length() != 1 || odile.Page.Find("[data-runs]").Length() != 0 {
		t.Errorf("stopped: %s", odile.Text(".clock"))
	}
	odile.Send("form[action$='/clock']:has(button:contains('Retirer'))")
	if odile.Page.Find("[data-left]").Length() != 0 {
		t.Errorf("taken away: %s", odile.Text(".clock"))
	}
	odile.Send("form[action$='/clock']", "minutes", "10", "each", "1")
	if odile.Page.Find("[data-left]").Length() != 2 || odile.Page.Find("[data-runs]").Length() > 1 {
		t.Errorf("for each side: %s", odile.Text(".clock"))
	}
	odile.Send("form[action$='/clock']:has(button:contains('Retirer'))").Send("form[action$='/clock']", "minutes", "9999")
	if odile.Status < 400 || odile.Page.Find("[data-left]").Length() != 0 {
		t.Errorf("9999 minutes: status %d, %s", odile.Status, odile.Text("main"))
	}
	if odile.Send("form[action$='/clock']", "minutes", ""); odile.Status != http.StatusUnprocessableEntity || !strings.Contains(odile.Text(".wrong"), "Entre 0 et 600.") {
		t.Errorf("no minutes: status %d, %s", odile.Status, odile.Text(".wrong"))
	}
}

package play_test

import (
	"net/http"
	"strings"
	"testing"

	"oriflamme/campaign"
	"oriflamme/campaign/web/webtest"
)

// TestBigScreen: the big screen shows the battle as spectators see it, whoever opens it, with the hash of the seed and a QR
// code for following it, and changes with each step.
func TestBigScreen(t *testing.T) {
	w := webtest.NewBattleFixture(t)
	w.OpenBattle("measured")
	live := w.Live()
	screen := w.Phone(w.Yanis).Get(w.BattlePath("battles", w.Battle)).Page.Find("a[href$='/screen']").AttrOr("href", "")
	for _, who := range []campaign.Session{w.Yanis, {}} {
		p := w.Phone(who).Get(screen)
		if p.Status != http.StatusOK || p.Page.Find("form,nav").Length() != 0 || p.Page.Find(".score-header").Length() != 1 || p.Page.Find("svg.qr").Length() != 1 {
			t.Errorf("%d: %d forms, %s", p.Status, p.Page.Find("form,nav").Length(), p.Text("main"))
		}
		if !strings.Contains(p.Text("main"), live.SeedHash) {
			t.Error("the hash of the seed is not shown")
		}
		if p.Page.Find("[data-events][data-step]").Length() != 1 {
			t.Error("the screen does not follow the battle")
		}
	}
}

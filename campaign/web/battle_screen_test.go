package web_test

import (
	"net/http"
	"strings"
	"testing"

	"oriflamme/campaign"
)

// TestBigScreen: a room sees the battle as spectators do, whoever put it up, with the promise of the seed and a code to
// follow it by; it follows each step.
func TestBigScreen(t *testing.T) {
	w := newBattleFixture(t)
	w.openBattle("measured")
	live, err := w.service.Live(t.Context(), w.club, w.battle)
	if err != nil {
		t.Fatal(err)
	}
	screen := w.phone(w.yanis).get(w.battlePath("battles", w.battle)).page.Find("a[href$='/screen']").AttrOr("href", "")
	for _, who := range []campaign.Session{w.yanis, {}} {
		p := w.phone(who).get(screen)
		if p.status != http.StatusOK || p.page.Find("form,nav").Length() != 0 || p.page.Find(".score-header").Length() != 1 || p.page.Find("svg.qr").Length() != 1 {
			t.Errorf("%d: %d forms, %s", p.status, p.page.Find("form,nav").Length(), p.text("main"))
		}
		if !strings.Contains(p.text("main"), live.SeedHash) {
			t.Error("the promise of the seed is not shown")
		}
		if p.page.Find("[data-events][data-step]").Length() != 1 {
			t.Error("the screen does not follow the battle")
		}
	}
}

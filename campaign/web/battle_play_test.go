package web_test

import (
	"bufio"
	"net/http"
	"strings"
	"testing"

	"oriflamme/campaign"
	"oriflamme/rules"
	"oriflamme/rules/rulestest"
)

func TestBattleIsPlayedWithoutScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	if rulestest.RaceDetector {
		t.Skip("whole battles are played without the race detector")
	}
	for _, mode := range []rules.Mode{rules.Measured, rules.Board} {
		t.Run(string(mode), func(t *testing.T) {
			w := newBattleFixture(t)
			w.openBattle(mode)
			phones := []*phone{w.phone(w.yanis), w.phone(w.odile)}
			at := w.battlePath("battles", w.battle)
			idle := 0
			for n := 0; n < 260 && idle < 4; n++ {
				p := phones[n%2]
				p.get(at)
				moved := false
				for k := range 9 {
					before := p.text(".ask")
					if !p.act(n*7 + k*3) {
						break
					}
					moved = true
					if p.status >= http.StatusInternalServerError {
						t.Fatalf("step %d: %s after %q", w.steps(), p.text("main"), before)
					}
				}
				if idle++; moved {
					idle = 0
				}
			}
			if w.steps() < 25 {
				t.Errorf("the battle stuck after %d steps: %s", w.steps(), phones[0].get(at).text(".ask"))
			}
			w.checkWoundBars(phones[0].get(at))
			t.Logf("%d steps; %s", w.steps(), phones[0].get(at).text(".ask h2"))
			if mode == rules.Board && phones[0].page.Find(".board svg .b-piece").Length() == 0 {
				t.Error("no terrain on the board")
			}
		})
	}
}

func TestDiceTapByTapShowOnBothPhones(t *testing.T) {
	w := newBattleFixture(t)
	w.openBattle(rules.Measured)
	at := w.battlePath("battles", w.battle)
	yanis, odile, guest := w.phone(w.yanis), w.phone(w.odile), w.phone(campaign.Session{})
	yanis.get(at).send(".rolling", "face", "5")
	if w.steps() != 0 || yanis.page.Find(".slot .die").Length() != 1 || !strings.Contains(yanis.text(".ask"), "Odile") || !strings.Contains(yanis.text(".ask"), "Yanis : 5") {
		t.Fatalf("after one of two dice: %d steps, %s", w.steps(), yanis.text(".ask"))
	}
	if odile.get(at).page.Find(".die-btn").Length() != 6 || !strings.HasPrefix(odile.text(".ask h2"), "Odile, votre dé") {
		t.Errorf("the other player enters the second die: %s", odile.text(".ask"))
	}
	if guest.get(at).page.Find(".die-btn").Length() != 0 || guest.page.Find(".ask-wait").Length() != 1 {
		t.Errorf("a spectator only looks on: %s", guest.text(".ask"))
	}
	yanis.get(at).send(".rolling", "back", yanis.page.Find(".rolling p button[name=back]").AttrOr("value", ""))
	if got := yanis.page.Find(".slot.next").Index(); got != 0 {
		t.Errorf("after taking the die back slot %d is next, want 0", got)
	}
	odile.get(at)
	yanis.send(".rolling", "faces", "5") // as the script sends them
	odile.send(".rolling", "faces", "2") // from a page that is older than Yanis’s die
	yanis.get(at)
	if w.steps() == 0 && yanis.page.Find(".ask-question, .ask-wait").Length() == 0 {
		t.Errorf("two dice settle the roll-off: %s", yanis.text(".ask"))
	}
	// A page that is behind is refused and shows the battle as it stands.
	if w.steps() > 0 {
		odile.send(".rolling", "face", "3")
		if odile.status != http.StatusConflict {
			t.Errorf("a stale die: status %d", odile.status)
		}
	}
}

func TestFacesThatNoDieHasAreRefused(t *testing.T) {
	w := newBattleFixture(t)
	w.openBattle(rules.Measured)
	p := w.phone(w.yanis).get(w.battlePath("battles", w.battle))
	p.send(".rolling", "face", "7")
	if p.status != http.StatusUnprocessableEntity || p.page.Find(".ask .notice.bad").Length() != 1 || w.steps() != 0 {
		t.Errorf("a 7: status %d, %s", p.status, p.text(".ask"))
	}
}

func TestStreamSendsStateVersions(t *testing.T) {
	w := newBattleFixture(t)
	w.openBattle(rules.Measured)
	at := w.battlePath("battles", w.battle)
	req, err := http.NewRequest(http.MethodGet, w.server.URL+at+"/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	lines := bufio.NewScanner(answer.Body)
	// A moment may be told again: the stream says now and then that it is there.
	next := func(but string) string {
		for event := ""; lines.Scan(); {
			if line := lines.Text(); strings.HasPrefix(line, "event:") {
				event = line
			} else if line != "" && line != but {
				return event + "\n" + line
			}
		}
		t.Fatalf("the stream ends: %v", lines.Err())
		return ""
	}
	if got := next(""); got != "event: step\ndata: 0.000" {
		t.Fatalf("first event %q", got)
	}
	w.phone(w.yanis).get(at).send(".rolling", "face", "4")
	if got := next("data: 0.000"); got != "event: step\ndata: 0.001" && got != "event: step\ndata: 0.002" {
		t.Errorf("after a die: %q", got)
	}
}

func TestUndoTakesTheLastStepBack(t *testing.T) {
	w := newBattleFixture(t)
	w.openBattle(rules.Measured)
	at := w.battlePath("battles", w.battle)
	p := w.phone(w.yanis).get(at)
	p.send(".rolling", "faces", "6")
	p.send(".rolling", "faces", "1") // the other's die, typed on the same phone
	for range 3 {
		if w.steps() > 0 {
			break
		}
		if p.get(at).page.Find("button[name=choice]").Length() > 0 {
			p.act(0)
		} else if q := w.phone(w.odile).get(at); q.page.Find("button[name=choice]").Length() > 0 {
			q.act(0)
		}
	}
	was := w.steps()
	p.get(at)
	if p.page.Find("form[action$='/undo']").Length() == 0 {
		t.Fatalf("no way back after %d steps: %s", was, p.text(".ask"))
	}
	p.send("form[action$='/undo']")
	if w.steps() != was-1 {
		t.Errorf("%d steps after undo, want %d", w.steps(), was-1)
	}
}

// TestBattlePageTellsWhatHappened: above the question stands what was done last, the same on both phones; the log has each
// deed above what came of it; and what is not needed at every turn is folded away below it.
func TestBattlePageTellsWhatHappened(t *testing.T) {
	w := newBattleFixture(t)
	w.openBattle(rules.Measured)
	at := w.battlePath("battles", w.battle)
	yanis, odile := w.phone(w.yanis), w.phone(w.odile)
	if yanis.get(at).page.Find(".last-command").Length() != 0 {
		t.Errorf("something is told before anything was done: %s", yanis.text(".last-command"))
	}
	yanis.send(".rolling", "faces", "6")
	yanis.send(".rolling", "faces", "1") // the other’s die, typed on the same phone
	for range 3 {
		if w.steps() > 0 {
			break
		}
		if yanis.get(at).page.Find("button[name=choice]").Length() > 0 {
			yanis.act(0)
		} else if odile.get(at).page.Find("button[name=choice]").Length() > 0 {
			odile.act(0)
		}
	}
	deed := yanis.get(at).page.Find(".log .deed").First()
	described := yanis.text(".last-command")
	if deed.Length() == 0 || !strings.Contains(described, deed.Text()) || yanis.page.Find(".last-command .die").Length() != 2 {
		t.Errorf("the last deed %q with its two dice is not told: %s", deed.Text(), described)
	}
	if got := odile.get(at).text(".last-command"); got != described {
		t.Errorf("one phone tells %q, the other %q", described, got)
	}
	if ask := yanis.page.Find(".last-command ~ .ask"); ask.Length() != 1 {
		t.Error("what happened does not stand above the question")
	}
	if yanis.page.Find(".log li").First().Find(".deed").Length() != 1 || yanis.page.Find(".log").PrevAll().Find("h2#log").Length() != 1 {
		t.Errorf("the log begins with %q", yanis.page.Find(".log li").First().Text())
	}
	more := yanis.page.Find("details.more")
	if _, open := more.Attr("open"); open || more.Find("a[href$='/record'], a[href$='/screen'], a[href$='/dice']").Length() != 3 || yanis.page.Find(".mid > .btns a").Length() != 0 {
		t.Errorf("what is folded away: %s", yanis.text("details.more"))
	}
}

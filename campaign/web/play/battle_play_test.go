package play_test

import (
	"bufio"
	"net/http"
	"strings"
	"testing"

	"oriflamme/campaign"
	"oriflamme/campaign/web/webtest"
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
			w := webtest.NewBattleFixture(t)
			w.OpenBattle(mode)
			phones := []*webtest.Browser{w.Phone(w.Yanis), w.Phone(w.Odile)}
			at := w.BattlePath("battles", w.Battle)
			idle := 0
			for n := 0; n < 260 && idle < 4; n++ {
				p := phones[n%2]
				p.Get(at)
				moved := false
				for k := range 9 {
					before := p.Text(".ask")
					if !p.Act(n*7 + k*3) {
						break
					}
					moved = true
					if p.Status >= http.StatusInternalServerError {
						t.Fatalf("step %d: %s after %q", w.Steps(), p.Text("main"), before)
					}
				}
				if idle++; moved {
					idle = 0
				}
			}
			if w.Steps() < 25 {
				t.Errorf("the battle stuck after %d steps: %s", w.Steps(), phones[0].Get(at).Text(".ask"))
			}
			w.CheckWoundBars(phones[0].Get(at))
			t.Logf("%d steps; %s", w.Steps(), phones[0].Get(at).Text(".ask h2"))
			if mode == rules.Board && phones[0].Page.Find(".board svg .b-piece").Length() == 0 {
				t.Error("no terrain on the board")
			}
		})
	}
}

func TestDiceTapByTapShowOnBothPhones(t *testing.T) {
	w := webtest.NewBattleFixture(t)
	w.OpenBattle(rules.Measured)
	at := w.BattlePath("battles", w.Battle)
	yanis, odile, guest := w.Phone(w.Yanis), w.Phone(w.Odile), w.Phone(campaign.Session{})
	yanis.Get(at).Send(".rolling", "face", "5")
	if w.Steps() != 0 || yanis.Page.Find(".slot .die").Length() != 1 || !strings.Contains(yanis.Text(".ask"), "Odile") || !strings.Contains(yanis.Text(".ask"), "Yanis\u00a0: 5") {
		t.Fatalf("after one of two dice: %d steps, %s", w.Steps(), yanis.Text(".ask"))
	}
	if odile.Get(at).Page.Find(".die-btn").Length() != 6 || !strings.HasPrefix(odile.Text(".ask h2"), "Odile, votre dé") {
		t.Errorf("the other player enters the second die: %s", odile.Text(".ask"))
	}
	if guest.Get(at).Page.Find(".die-btn").Length() != 0 || guest.Page.Find(".ask-wait").Length() != 1 {
		t.Errorf("a spectator only looks on: %s", guest.Text(".ask"))
	}
	yanis.Get(at).Send(".rolling", "back", yanis.Page.Find(".rolling p button[name=back]").AttrOr("value", ""))
	if got := yanis.Page.Find(".slot.next").Index(); got != 0 {
		t.Errorf("after taking the die back slot %d is next, want 0", got)
	}
	odile.Get(at)
	yanis.Send(".rolling", "faces", "5") // as the script sends them
	odile.Send(".rolling", "faces", "2") // from a page that is older than Yanis’s die
	yanis.Get(at)
	if w.Steps() == 0 && yanis.Page.Find(".ask-question, .ask-wait").Length() == 0 {
		t.Errorf("two dice settle the roll-off: %s", yanis.Text(".ask"))
	}
	// An outdated page is refused, and shows the present battle.
	if w.Steps() > 0 {
		odile.Send(".rolling", "face", "3")
		if odile.Status != http.StatusConflict {
			t.Errorf("a stale die: status %d", odile.Status)
		}
	}
}

func TestFacesThatNoDieHasAreRefused(t *testing.T) {
	w := webtest.NewBattleFixture(t)
	w.OpenBattle(rules.Measured)
	p := w.Phone(w.Yanis).Get(w.BattlePath("battles", w.Battle))
	p.Send(".rolling", "face", "7")
	if p.Status != http.StatusUnprocessableEntity || p.Page.Find(".ask .notice.bad").Length() != 1 || w.Steps() != 0 {
		t.Errorf("a 7: status %d, %s", p.Status, p.Text(".ask"))
	}
}

func TestStreamSendsStateVersions(t *testing.T) {
	w := webtest.NewBattleFixture(t)
	w.OpenBattle(rules.Measured)
	at := w.BattlePath("battles", w.Battle)
	req, err := http.NewRequest(http.MethodGet, w.Server.URL+at+"/events", nil)
	rulestest.Must(t, err)
	answer, err := http.DefaultClient.Do(req)
	rulestest.Must(t, err)
	defer answer.Body.Close()
	lines := bufio.NewScanner(answer.Body)
	// An event may repeat the last one, because the stream sends it now and then to keep the connection open.
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
	w.Phone(w.Yanis).Get(at).Send(".rolling", "face", "4")
	if got := next("data: 0.000"); got != "event: step\ndata: 0.001" && got != "event: step\ndata: 0.002" {
		t.Errorf("after a die: %q", got)
	}
}

func TestUndoTakesTheLastStepBack(t *testing.T) {
	w := webtest.NewBattleFixture(t)
	w.OpenBattle(rules.Measured)
	at := w.BattlePath("battles", w.Battle)
	p := w.Phone(w.Yanis).Get(at)
	p.Send(".rolling", "faces", "6")
	p.Send(".rolling", "faces", "1") // the other player's die, typed on the same phone
	for range 3 {
		if w.Steps() > 0 {
			break
		}
		if p.Get(at).Page.Find("button[name=choice]").Length() > 0 {
			p.Act(0)
		} else if q := w.Phone(w.Odile).Get(at); q.Page.Find("button[name=choice]").Length() > 0 {
			q.Act(0)
		}
	}
	was := w.Steps()
	p.Get(at)
	if p.Page.Find("form[action$='/undo']").Length() == 0 {
		t.Fatalf("no way back after %d steps: %s", was, p.Text(".ask"))
	}
	p.Send("form[action$='/undo']")
	if w.Steps() != was-1 {
		t.Errorf("%d steps after undo, want %d", w.Steps(), was-1)
	}
}

// TestBattlePageTellsWhatHappened: above the question the page shows the last command, the same on both phones. The log has
// each command above its events, and what a player does not need every turn is folded away below.
func TestBattlePageTellsWhatHappened(t *testing.T) {
	w := webtest.NewBattleFixture(t)
	w.OpenBattle(rules.Measured)
	at := w.BattlePath("battles", w.Battle)
	yanis, odile := w.Phone(w.Yanis), w.Phone(w.Odile)
	if yanis.Get(at).Page.Find(".last-command").Length() != 0 {
		t.Errorf("the page reports something before anything was done: %s", yanis.Text(".last-command"))
	}
	yanis.Send(".rolling", "faces", "6")
	yanis.Send(".rolling", "faces", "1") // the other player’s die, typed on the same phone
	for range 3 {
		if w.Steps() > 0 {
			break
		}
		if yanis.Get(at).Page.Find("button[name=choice]").Length() > 0 {
			yanis.Act(0)
		} else if odile.Get(at).Page.Find("button[name=choice]").Length() > 0 {
			odile.Act(0)
		}
	}
	command := yanis.Get(at).Page.Find(".log .deed").First()
	described := yanis.Text(".last-command")
	if command.Length() == 0 || !strings.Contains(described, command.Text()) || yanis.Page.Find(".last-command .die").Length() != 2 {
		t.Errorf("the last command %q with its two dice is not shown: %s", command.Text(), described)
	}
	if got := odile.Get(at).Text(".last-command"); got != described {
		t.Errorf("one phone shows %q, the other %q", described, got)
	}
	if ask := yanis.Page.Find(".last-command ~ .ask"); ask.Length() != 1 {
		t.Error("what happened does not stand above the question")
	}
	if yanis.Page.Find(".log li").First().Find(".deed").Length() != 1 || yanis.Page.Find(".log").PrevAll().Find("h2#log").Length() != 1 {
		t.Errorf("the log begins with %q", yanis.Page.Find(".log li").First().Text())
	}
	more := yanis.Page.Find("details.more")
	if _, open := more.Attr("open"); open || more.Find("a[href$='/record'], a[href$='/screen'], a[href$='/dice']").Length() != 3 || yanis.Page.Find(".mid > .btns a").Length() != 0 {
		t.Errorf("what is folded away: %s", yanis.Text("details.more"))
	}
}

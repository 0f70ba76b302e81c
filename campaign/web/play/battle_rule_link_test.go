package play_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"oriflamme/campaign/web/webtest"
	"oriflamme/rules"
	"oriflamme/rules/warcry"
)

// TestChoicesOpenTheirRule: the cards that ask which unit acts, and what it does, show a rule with a link to its page. A fighter
// that can only be activated is activated by one press.
func TestChoicesOpenTheirRule(t *testing.T) {
	w := webtest.NewBattleFixture(t)
	w.ServeReference(warcry.Game)
	w.OpenBattle(rules.Board)
	owner := w.Yanis
	if w.PlayUntil("activate").Battle.Legal()[0].By() == 1 {
		owner = w.Odile
	}
	p := w.Phone(owner).Get(w.BattlePath("battles", w.Battle))
	open := func(links *goquery.Selection) {
		t.Helper()
		if links.Length() == 0 {
			t.Fatalf("no rule on the card: %s", p.Text(".ask"))
		}
		links.Each(func(_ int, a *goquery.Selection) {
			rule := w.Phone(owner).Get(a.AttrOr("href", ""))
			if at := rule.Page.Find("[id=\"" + a.Text() + "\"]"); rule.Status != http.StatusOK || at.Length() == 0 || !strings.Contains(at.Parent().Text(), a.Text()) {
				t.Errorf("%s leads to %s, status %d", a.Text(), rule.Path, rule.Status)
			}
		})
	}
	if got := p.Text(".ask h2"); got != "Qui agit\u202f?" {
		t.Fatalf("the card asks %q", got)
	}
	open(p.Page.Find(".ask .need .cite"))
	before := w.Steps()
	first := p.Page.Find(".ask .pickable button.fighter").First()
	p.Send(".ask .pickable form", "command", first.AttrOr("value", ""))
	if w.Steps() != before+1 {
		t.Fatalf("one press on a fighter: %d steps, want %d; %s", w.Steps(), before+1, p.Text(".ask"))
	}
	if got := p.Text(".ask h2"); got != "Que fait-il\u202f?" {
		t.Fatalf("after the press the card asks %q", got)
	}
	choices := p.Page.Find(".ask .options > li")
	if links := choices.Find(".cite"); links.Length() < choices.Length() {
		t.Errorf("%d rules for %d choices: %s", links.Length(), choices.Length(), p.Text(".ask"))
	}
	open(choices.Find(".cite"))
	p.Send("form[action$='/undo']")
	if w.Steps() != before {
		t.Errorf("taking the press back: %d steps, want %d", w.Steps(), before)
	}
}

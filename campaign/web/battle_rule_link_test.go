package web_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"oriflamme/campaign/web"
	"oriflamme/content"
	"oriflamme/content/packs"
	"oriflamme/content/reference"
	"oriflamme/rules"
	"oriflamme/rules/warcry"
)

// TestChoicesOpenTheirRule: the cards that ask who acts and what it does show a rule, and its
// link opens the page that has it; a fighter that can only be activated is activated by one press.
func TestChoicesOpenTheirRule(t *testing.T) {
	w := newBattleFixture(t)
	games := []*rules.Game{warcry.Game}
	site, err := reference.Build(content.FS, games, reference.Options{})
	if err != nil {
		t.Fatal(err)
	}
	all, _ := packs.Load(content.FS, warcry.Game)
	w.server.Close()
	w.server = httptest.NewServer(web.New(web.Config{Service: w.service, Catalogs: content.Catalogs(), Games: games, Packs: map[string][]rules.Pack{"warcry": all},
		Reference: func() *reference.Site { return site }, Now: func() time.Time { return fixtureStart }}))
	t.Cleanup(w.server.Close)
	w.openBattle(rules.Board)
	owner := w.yanis
	if w.playUntil("activate").Battle.Legal()[0].By() == 1 {
		owner = w.odile
	}
	p := w.phone(owner).get(w.battlePath("battles", w.battle))
	open := func(links *goquery.Selection) {
		t.Helper()
		if links.Length() == 0 {
			t.Fatalf("no rule on the card: %s", p.text(".ask"))
		}
		links.Each(func(_ int, a *goquery.Selection) {
			rule := w.phone(owner).get(a.AttrOr("href", ""))
			if at := rule.page.Find("[id=\"" + a.Text() + "\"]"); rule.status != http.StatusOK || at.Length() == 0 || !strings.Contains(at.Parent().Text(), a.Text()) {
				t.Errorf("%s leads to %s, status %d", a.Text(), rule.at, rule.status)
			}
		})
	}
	if got := p.text(".ask h2"); got != "Qui agit ?" {
		t.Fatalf("the card asks %q", got)
	}
	open(p.page.Find(".ask .need .cite"))
	before := w.steps()
	first := p.page.Find(".ask .pickable button.fighter").First()
	p.send(".ask .pickable form", "command", first.AttrOr("value", ""))
	if w.steps() != before+1 {
		t.Fatalf("one press on a fighter: %d steps, want %d; %s", w.steps(), before+1, p.text(".ask"))
	}
	if got := p.text(".ask h2"); got != "Que fait-il ?" {
		t.Fatalf("after the press the card asks %q", got)
	}
	choices := p.page.Find(".ask .options > li")
	if links := choices.Find(".cite"); links.Length() < choices.Length() {
		t.Errorf("%d rules for %d choices: %s", links.Length(), choices.Length(), p.text(".ask"))
	}
	open(choices.Find(".cite"))
	p.send("form[action$='/undo']")
	if w.steps() != before {
		t.Errorf("taking the press back: %d steps, want %d", w.steps(), before)
	}
}

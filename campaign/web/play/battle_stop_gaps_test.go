package play_test

import (
	"strings"
	"testing"

	"oriflamme/campaign"
	"oriflamme/campaign/web/webtest"
	"oriflamme/rules/warmachine"
)

// TestBattleNamesItsStopGaps: a battle with the combat module, which replaces a chapter that the book lacks, says so, folded, in
// both languages, with a link to the rule. A battle without the module says nothing.
func TestBattleNamesItsStopGaps(t *testing.T) {
	settings := campaign.DefaultSettings("La Côte d’airain", "warmachine")
	settings.Limit = 0
	w := webtest.NewGameFixture(t, warmachine.Game, "Les Chaudières", settings)
	w.ServeReference(warmachine.Game)
	w.RosterYanis = w.EnterRoster(w.Yanis, "spring-tide", "Grande Marée", "y")
	w.RosterOdile = w.EnterRoster(w.Odile, "sellembois-column", "La Colonne", "o")
	open := func(module string) *webtest.Browser {
		w.Schedule(campaign.Schedule{Seats: []campaign.ID{w.RosterYanis, w.RosterOdile}, Attacker: 0, At: webtest.FixtureStart})
		p := w.Phone(w.Yanis).Get(w.BattlePath("battles", w.Battle))
		p.Send("form[action$='/open']", "option.combat-module", module)
		if p.Page.Find(".score-header").Length() == 0 {
			t.Fatalf("opening: %d %s", p.Status, p.Text("main"))
		}
		return p
	}
	p := open("on")
	for lang, want := range map[string]string{
		"fr": "choix de la maison | Module de combat | jets d’attaque",
		"en": "stands on 1 house choice | Combat module | attack and damage rolls",
	} {
		p.Lang = lang
		p = p.Get(p.Path)
		fold := p.Page.Find("details.stop-gaps")
		for _, part := range strings.Split(want, " | ") {
			if !strings.Contains(fold.Text(), part) {
				t.Errorf("%s: no %q in %q", lang, part, fold.Text())
			}
		}
		if _, isOpen := fold.Attr("open"); isOpen || fold.Length() != 1 || fold.Find("li").Length() != 1 {
			t.Errorf("%s: %d folds with %d lines, open: %v", lang, fold.Length(), fold.Find("li").Length(), isOpen)
		}
		rule := w.Phone(w.Yanis).Get(fold.Find("a.cite").AttrOr("href", "none"))
		if rule.Page.Find("[id='WM-COMBAT-17']").Length() == 0 {
			t.Errorf("%s: the rule leads to %s", lang, rule.Path)
		}
	}
	if fold := open("off").Page.Find(".stop-gaps"); fold.Length() != 0 {
		t.Errorf("a battle by the book alone stands on %q", fold.Text())
	}
}

package web_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
)

func TestRosterShowsUnitsAndThatItIsLegal(t *testing.T) {
	w := newBattleFixture(t)
	p := w.phone(w.odile).get(w.battlePath("rosters", w.rosterYanis))
	if n := p.page.Find(".unit").Length(); n != 9 {
		t.Errorf("%d units, want 9", n)
	}
	if p.page.Find(".stamp").Length() != 1 || p.page.Find("a[href$='/edit']").Length() != 0 {
		t.Errorf("another's legal list: %s", p.text(".list-ok"))
	}
	if own := w.phone(w.yanis).get(w.battlePath("rosters", w.rosterYanis)); own.page.Find("a[href$='/edit']").Length() != 1 {
		t.Error("one's own list cannot be changed")
	}
	cards := w.phone(w.yanis).get(w.battlePath("rosters", w.rosterYanis, "print"))
	if n := cards.page.Find(".sheet-card .stats").Length(); n != 9 {
		t.Errorf("%d cards to print, want 9", n)
	}
}

func TestBuilderNamesEveryRuleThatAListBreaks(t *testing.T) {
	w := newBattleFixture(t)
	p := w.phone(w.yanis).get(w.battlePath("campaigns", w.camp, "rosters", "new"))
	if p.status != http.StatusOK || p.page.Find(".offer").Length() < 20 {
		t.Fatalf("builder: %d, %d profiles", p.status, p.page.Find(".offer").Length())
	}
	p.send("form.build-cols", "save", "1", "name", "Personne encore")
	if p.status != http.StatusUnprocessableEntity || p.page.Find(".fault-list li").Length() == 0 {
		t.Errorf("an empty list is refused without its reasons: %d %s", p.status, p.text("main"))
	}
	for range 4 { // four captains: too many heroes
		p.send("form.build-cols", "add", "lantern-captain", "name", "Trop de chefs")
	}
	if n := p.page.Find(".entry").Length(); n != 4 {
		t.Fatalf("%d entries, want 4: %d %s", n, p.status, p.text("main"))
	}
	p.send("form.build-cols", "save", "1")
	if p.status != http.StatusUnprocessableEntity {
		t.Errorf("an illegal list was taken: %d", p.status)
	}
	for _, rule := range []string{"WC-R-4"} {
		if !strings.Contains(p.text(".fault-list")+p.text(".entry .wrong"), rule) {
			t.Errorf("%s is not named: %s %s", rule, p.text(".fault-list"), p.text(".entry .wrong"))
		}
	}
	if v := p.page.Find("input[name=name]").AttrOr("value", ""); v != "Trop de chefs" {
		t.Errorf("the form forgot the name: %q", v)
	}
	p.send("form.build-cols", "draft", "1")
	if p.status != http.StatusOK || !strings.Contains(p.at, "/rosters/") || p.page.Find(".unit").Length() != 4 {
		t.Errorf("a draft: %d at %s", p.status, p.at)
	}
}

func TestBuilderKeepsUnitsByTheirIDs(t *testing.T) {
	w := newBattleFixture(t)
	p := w.phone(w.yanis).get(w.battlePath("rosters", w.rosterYanis, "edit"))
	p.send("form.build-cols", "u.2.name", "Brune l’Aiguiseuse", "drop", "8")
	if n := p.page.Find(".entry").Length(); n != 8 {
		t.Fatalf("%d entries after dropping one of nine", n)
	}
	p.send("form.build-cols", "save", "1")
	if p.status != http.StatusOK {
		t.Fatalf("saving: %d %s", p.status, p.text(".notice.bad"))
	}
	s, err := w.service.State(context.Background(), w.club)
	if err != nil {
		t.Fatal(err)
	}
	list := s.Rosters[w.rosterYanis].List
	if len(list.Units) != 8 || list.Units[2].ID != "y3" || list.Units[2].Name != "Brune l’Aiguiseuse" {
		t.Errorf("kept %d units, third %+v", len(list.Units), list.Units[2].Name)
	}
	if len(list.Units[2].Profile) == 0 {
		t.Error("the profile was lost")
	}
}

func TestReadyMadeBandFillsTheList(t *testing.T) {
	w := newBattleFixture(t)
	p := w.phone(w.odile).get(w.battlePath("campaigns", w.camp, "rosters", "new"))
	p.send("form.build-cols", "band", "low-tide")
	if n := p.page.Find(".entry").Length(); n != 9 {
		t.Fatalf("%d entries, want 9", n)
	}
	if p.page.Find(".stamp").Length() != 1 {
		t.Errorf("a ready-made list is not legal: %s", p.text(".fault-list"))
	}
	p.send("form.build-cols", "save", "1")
	if p.status != http.StatusOK || p.page.Find(".unit").Length() != 9 {
		t.Errorf("saving: %d at %s, %s", p.status, p.at, p.text(".notice"))
	}
}

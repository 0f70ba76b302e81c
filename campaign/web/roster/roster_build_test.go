package roster_test

import (
	"net/http"
	"strings"
	"testing"

	"oriflamme/campaign/web/webtest"
)

func TestRosterShowsUnitsAndThatItIsLegal(t *testing.T) {
	w := webtest.NewBattleFixture(t)
	p := w.Phone(w.Odile).Get(w.BattlePath("rosters", w.RosterYanis))
	if n := p.Page.Find(".unit").Length(); n != 9 {
		t.Errorf("%d units, want 9", n)
	}
	if p.Page.Find(".stamp").Length() != 1 || p.Page.Find("a[href$='/edit']").Length() != 0 {
		t.Errorf("another's legal list: %s", p.Text(".list-ok"))
	}
	if own := w.Phone(w.Yanis).Get(w.BattlePath("rosters", w.RosterYanis)); own.Page.Find("a[href$='/edit']").Length() != 1 {
		t.Error("one's own list cannot be changed")
	}
	cards := w.Phone(w.Yanis).Get(w.BattlePath("rosters", w.RosterYanis, "print"))
	if n := cards.Page.Find(".sheet-card .stats").Length(); n != 9 {
		t.Errorf("%d cards to print, want 9", n)
	}
}

func TestBuilderNamesEveryRuleThatAListBreaks(t *testing.T) {
	w := webtest.NewBattleFixture(t)
	p := w.Phone(w.Yanis).Get(w.BattlePath("campaigns", w.Camp, "rosters", "new"))
	if p.Status != http.StatusOK || p.Page.Find(".offer").Length() < 20 {
		t.Fatalf("builder: %d, %d profiles", p.Status, p.Page.Find(".offer").Length())
	}
	p.Send("form.build-cols", "save", "1", "name", "Personne encore")
	if p.Status != http.StatusUnprocessableEntity || p.Page.Find(".fault-list li").Length() == 0 {
		t.Errorf("an empty list is refused without its reasons: %d %s", p.Status, p.Text("main"))
	}
	for range 4 { // four captains: too many heroes
		p.Send("form.build-cols", "add", "lantern-captain", "name", "Trop de chefs")
	}
	if n := p.Page.Find(".entry").Length(); n != 4 {
		t.Fatalf("%d entries, want 4: %d %s", n, p.Status, p.Text("main"))
	}
	p.Send("form.build-cols", "save", "1")
	if p.Status != http.StatusUnprocessableEntity {
		t.Errorf("an illegal list was taken: %d", p.Status)
	}
	for _, rule := range []string{"WC-R-4"} {
		if !strings.Contains(p.Text(".fault-list")+p.Text(".entry .wrong"), rule) {
			t.Errorf("%s is not named: %s %s", rule, p.Text(".fault-list"), p.Text(".entry .wrong"))
		}
	}
	if v := p.Page.Find("input[name=name]").AttrOr("value", ""); v != "Trop de chefs" {
		t.Errorf("the form forgot the name: %q", v)
	}
	p.Send("form.build-cols", "draft", "1")
	if p.Status != http.StatusOK || !strings.Contains(p.Path, "/rosters/") || p.Page.Find(".unit").Length() != 4 {
		t.Errorf("a draft: %d at %s", p.Status, p.Path)
	}
}

func TestBuilderKeepsUnitsByTheirIDs(t *testing.T) {
	w := webtest.NewBattleFixture(t)
	p := w.Phone(w.Yanis).Get(w.BattlePath("rosters", w.RosterYanis, "edit"))
	p.Send("form.build-cols", "u.2.name", "Brune l’Aiguiseuse", "drop", "8")
	if n := p.Page.Find(".entry").Length(); n != 8 {
		t.Fatalf("%d entries after dropping one of nine", n)
	}
	p.Send("form.build-cols", "save", "1")
	if p.Status != http.StatusOK {
		t.Fatalf("saving: %d %s", p.Status, p.Text(".notice.bad"))
	}
	s := w.State()
	list := s.Rosters[w.RosterYanis].List
	if len(list.Units) != 8 || list.Units[2].ID != "y3" || list.Units[2].Name != "Brune l’Aiguiseuse" {
		t.Errorf("kept %d units, third %+v", len(list.Units), list.Units[2].Name)
	}
	if len(list.Units[2].Profile) == 0 {
		t.Error("the profile was lost")
	}
}

func TestReadyMadeBandFillsTheList(t *testing.T) {
	w := webtest.NewBattleFixture(t)
	p := w.Phone(w.Odile).Get(w.BattlePath("campaigns", w.Camp, "rosters", "new"))
	p.Send("form.build-cols", "band", "low-tide")
	if n := p.Page.Find(".entry").Length(); n != 9 {
		t.Fatalf("%d entries, want 9", n)
	}
	if p.Page.Find(".stamp").Length() != 1 {
		t.Errorf("a ready-made list is not legal: %s", p.Text(".fault-list"))
	}
	p.Send("form.build-cols", "save", "1")
	if p.Status != http.StatusOK || p.Page.Find(".unit").Length() != 9 {
		t.Errorf("saving: %d at %s, %s", p.Status, p.Path, p.Text(".notice"))
	}
}

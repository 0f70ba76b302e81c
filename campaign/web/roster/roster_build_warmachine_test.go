package roster_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"oriflamme/campaign"
	"oriflamme/campaign/web/webtest"
	"oriflamme/rules/rulestest"
	"oriflamme/rules/warmachine"
)

// newWarmachineFixture returns a club of three with a campaign of WARMACHINE without a points limit.
func newWarmachineFixture(t *testing.T) *webtest.BattleFixture {
	t.Helper()
	settings := campaign.DefaultSettings("La Côte d’airain", "warmachine")
	settings.Limit = 0
	return webtest.NewGameFixture(t, warmachine.Game, "Les Chaudières", settings)
}

// budgetOf returns the text of the builder's budget whose label begins with label.
func budgetOf(p *webtest.Browser, label string) string {
	for i := range p.Page.Find(".budgets li").Length() {
		li := p.Page.Find(".budgets li").Eq(i)
		if text := strings.Join(strings.Fields(li.Text()), " "); strings.HasPrefix(text, label) {
			return strings.Join(strings.Fields(li.Find("b.num").Text()), " ")
		}
	}
	return ""
}

// TestBuilderAsksForSizesAndControl builds an army of two warcasters without scripts: the size of a unit, who controls a warjack
// and the size of the encounter are fields, and the budgets follow.
func TestBuilderAsksForSizesAndControl(t *testing.T) {
	w := newWarmachineFixture(t)
	p := w.Phone(w.Yanis).Get(w.BattlePath("campaigns", w.Camp, "rosters", "new"))
	for _, id := range []string{"oriane-vaucreuse", "baudry-sellembois", "anvil", "gauge-pikes"} {
		p.Send("form.build-cols", "add", id, "name", "Deux maîtres")
	}
	entry := func(n int) string { return p.Page.Find(".entry").Eq(n).Find("input[name$='.id']").AttrOr("value", "") }
	second, jack, pikes := entry(1), entry(2), entry(3)
	control, size := "choice.control."+jack, "choice.options."+pikes
	if p.Page.Find("select[name='"+control+"'] option[value]").Length() != 3 || p.Page.Find("select[name='"+size+"'] option").Length() != 2 {
		t.Fatalf("the form does not ask: %s", p.Text(".entry-choices"))
	}
	p.Send("form.build-cols", "choice.encounter_size", "battle-royale")
	p.Send("form.build-cols", "choice.army_points", "100", control, second, size, "max")
	if got := budgetOf(p, "Points d’armée"); got != "9 / 100" { // 8 for the warjack less 5 of the captain, and 6
		t.Errorf("army points: %q in %s", got, p.Text(".budgets"))
	}
	var full string
	for i := range p.Page.Find(".budgets li").Length() {
		if text := p.Page.Find(".budgets li").Eq(i).Text(); strings.Contains(text, "Points de warjack") {
			full += strings.Join(strings.Fields(p.Page.Find(".budgets li").Eq(i).Find("b.num").Text()), " ") + ";"
		}
	}
	if full != "0 / 6;5 / 5;" {
		t.Errorf("warjack points: %s", full)
	}
	p.Send("form.build-cols", "drop", "1")
	if p.Page.Find("select[name='"+control+"'] option[selected]").AttrOr("value", "") == second || budgetOf(p, "Points d’armée") == "" {
		t.Errorf("the warjack keeps a warcaster that has left: %s", p.Text(".budgets"))
	}
	p.Send("form.build-cols", "save", "1")
	if p.Status != http.StatusOK || !strings.Contains(p.Path, "/rosters/") {
		t.Fatalf("saving: %d at %s: %s", p.Status, p.Path, p.Text(".fault-list"))
	}
	state := w.State()
	for _, r := range state.Rosters {
		var extra warmachine.Extra
		if err := json.Unmarshal(r.List.Extra, &extra); err != nil || extra.Options[pikes] != "max" || extra.EncounterSize != "battle-royale" || extra.ArmyPoints != 100 {
			t.Errorf("kept: %s", r.List.Extra)
		}
	}
}

// TestThreeFightEachOther arranges a battle of three sides, and begins it once as everyone for themselves and once as teams.
func TestThreeFightEachOther(t *testing.T) {
	w := newWarmachineFixture(t)
	w.RosterCamille = w.EnterRoster(w.Camille, "furnace-watch", "La Veille", "c")
	w.RosterYanis = w.EnterRoster(w.Yanis, "spring-tide", "Grande Marée", "y")
	w.RosterOdile = w.EnterRoster(w.Odile, "sellembois-column", "La Colonne", "o")
	for way, teams := range map[string][]int{"free-for-all": nil, "teams": {0, 1, 0}} {
		p := w.Phone(w.Camille).Get(w.BattlePath("campaigns", w.Camp, "schedule"))
		p.Send("form.form-page", "first", w.RosterCamille, "second", w.RosterYanis, "seat-3", w.RosterOdile)
		if p.Status != http.StatusOK || !strings.Contains(p.Path, "/battles/") {
			t.Fatalf("arranging: %d at %s: %s", p.Status, p.Path, p.Text("main"))
		}
		if p.Page.Find("input[name=play][value=two-player]").Length() != 0 || p.Page.Find("select[name^=team-]").Length() != 3 {
			t.Fatalf("the form of a battle of three: %s", p.Text("form.inputs"))
		}
		battle := strings.Split(strings.SplitAfter(p.Path, "/battles/")[1], "?")[0]
		p.Send("form[action$='/open']", "play", way, "mode", "board")
		if p.Status != http.StatusOK || p.Page.Find(".ask").Length() == 0 {
			t.Fatalf("%s: %d %s", way, p.Status, p.Text("main"))
		}
		live, err := w.Service.Live(context.Background(), w.Club, battle)
		rulestest.Must(t, err)
		var field warmachine.Field
		if err := json.Unmarshal(live.Setup.Field, &field); err != nil || field.Play != way || len(field.Teams) != len(teams) {
			t.Errorf("%s: begun as %s of %v, %v", way, field.Play, field.Teams, err)
		}
	}
}

// TestBuilderAsksForContractAndLiftedRules lifts a rule and names a contract in a form without scripts, and finds both again
// when the list is changed.
func TestBuilderAsksForContractAndLiftedRules(t *testing.T) {
	w := newWarmachineFixture(t)
	p := w.Phone(w.Yanis).Get(w.BattlePath("campaigns", w.Camp, "rosters", "new"))
	for range 2 {
		p.Send("form.build-cols", "add", "oriane-vaucreuse", "name", "Deux fois Oriane")
	}
	lifted, contract := "choice.waived_rules", "choice.contract"
	broken := func() int { return p.Page.Find(".entry .wrong").Length() + p.Page.Find(".fault-list li").Length() }
	if p.Page.Find("[name='"+lifted+"']").Length() > 0 || broken() == 0 {
		t.Fatalf("asked at once, or %d faults", broken())
	}
	before := broken()
	p.Send("form.build-cols", "rare", "1")
	p.Send("form.build-cols", lifted, "WM-ARMY-18")
	if now := broken(); now >= before {
		t.Errorf("%d faults with a rule lifted, %d before", now, before)
	}
	p.Send("form.build-cols", contract, " Quatre Étoiles ")
	if broken() == 0 {
		t.Error("an army under a contract is of mercenaries only")
	}
	p.Send("form.build-cols", "draft", "1")
	if p.Status != http.StatusOK || !strings.Contains(p.Path, "/rosters/") {
		t.Fatalf("keeping the draft: %d at %s", p.Status, p.Path)
	}
	p.Get(p.Path + "/edit")
	if got := p.Page.Find("input[name='"+contract+"']").AttrOr("value", ""); got != "Quatre Étoiles" {
		t.Errorf("the contract comes back as %q", got)
	}
	if p.Page.Find("input[name='"+lifted+"'][checked]").Length() != 1 || p.Page.Find("textarea[name=extra], input[name=extra]:not([type=hidden])").Length() > 0 {
		t.Errorf("lifted: %s", p.Text(".ticks"))
	}
	p.Send("form.build-cols", contract, "")
	if p.Page.Find("input[name='"+lifted+"'][checked]").Length() != 1 || p.Page.Find("input[name='"+contract+"']").AttrOr("value", "") != "" {
		t.Error("without the contract the rules stay lifted")
	}
}

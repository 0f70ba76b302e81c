package web_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"oriflamme/campaign"
	"oriflamme/rules"
)

func TestArbiterSettlesADispute(t *testing.T) {
	w := newBattleFixture(t)
	w.reportBattle(w.yanis, 0, 0, 14, 11)
	w.reportBattle(w.odile, 1, 1, 11, 14)
	p := w.phone(w.camille).get(w.battlePath("arbiter"))
	if p.page.Find(".dispute").Length() != 1 || p.page.Find(".differs").Length() != 1 {
		t.Fatalf("the desk: %s", p.text("main"))
	}
	if !strings.Contains(p.text(".dispute"), "inversés") {
		t.Error("nobody is told that the scores are the same the other way round")
	}
	p.send(".dispute form", "take", "0", "why", "")
	if p.status != http.StatusUnprocessableEntity || w.foughtBattle().Status != campaign.Disputed {
		t.Errorf("a ruling without a reason: %d", p.status)
	}
	p.send(".dispute form", "take", "0", "why", "La feuille de Yanis est complète.")
	b := w.foughtBattle()
	if b.Status != campaign.Final || b.Result.Winner != 0 || b.Result.Scores[0] != 14 {
		t.Errorf("after the ruling: %s %+v", b.Status, b.Result)
	}
	if !strings.Contains(p.text("main"), "La feuille de Yanis est complète.") {
		t.Errorf("the ruling is not read on the battle's page: %s", p.text("main"))
	}
}

func TestOnlyArbitersSeeTheDesk(t *testing.T) {
	w := newBattleFixture(t)
	if p := w.phone(w.yanis).get(w.battlePath("arbiter")); p.status != http.StatusForbidden {
		t.Errorf("a player: %d", p.status)
	}
	if p := w.phone(campaign.Session{}).get(w.battlePath("arbiter")); !strings.HasPrefix(p.at, "/sign-in") {
		t.Errorf("a visitor is sent to %s", p.at)
	}
}

func TestCorrectionRemakesTheTable(t *testing.T) {
	w := newBattleFixture(t)
	w.reportBattle(w.yanis, 0, 0, 14, 11)
	if _, err := w.service.Confirm(context.Background(), actor(w.odile), w.club, "yes", campaign.Confirm{Battle: w.battle, Seat: 1}); err != nil {
		t.Fatal(err)
	}
	p := w.phone(w.camille).get(w.battlePath("arbiter", "battles", w.battle))
	p.send(".dispute form", "take", "other", "winner", "1", "score.0", "4", "score.1", "7", "why", "Un round compté deux fois.")
	for _, want := range []string{"Correction du résultat", "14 à 11 pour Garde de Hautecombe", "7 à 4 pour Corbeaux d’Aigremont", "Hautecombeplace12", "Hautecombepoints30", "Yaniscote"} {
		if !strings.Contains(p.text("main"), want) {
			t.Errorf("the preview does not say %q: %s", want, p.text("main"))
		}
	}
	if s, err := w.service.State(context.Background(), w.club); err != nil || s.Battles[w.battle].Result.Winner != 0 {
		t.Error("the preview changed the battle")
	}
	p.send("form.part", "do", "correct")
	s, err := w.service.State(context.Background(), w.club)
	if err != nil {
		t.Fatal(err)
	}
	if b := s.Battles[w.battle]; b.Status != campaign.Final || b.Result.Winner != 1 || b.Result.Scores[1] != 7 {
		t.Fatalf("corrected: %d %s %+v %s", p.status, b.Status, b.Result, p.text(".notice"))
	}
	for _, row := range s.Standings(w.camp, 0) {
		if row.Roster == w.rosterOdile && row.Wins != 1 || row.Roster == w.rosterYanis && row.Losses != 1 {
			t.Errorf("the table still has %+v", row)
		}
	}
}

func TestVoidingShowsWhatBecomesImpossible(t *testing.T) {
	w := newBattleFixture(t)
	w.reportBattle(w.yanis, 0, 0, 14, 11)
	scheduled := w.foughtBattle().Acts[0]
	p := w.phone(w.camille).get(w.battlePath("arbiter") + "/void?act=" + formatInt(int(scheduled)))
	also := p.page.Find("input[name=also]")
	if also.Length() != 1 {
		t.Fatalf("voiding the schedule leaves a report without a battle: %s", p.text("main"))
	}
	p.send("form.panel", "why", "Saisie deux fois.")
	if p.status != http.StatusUnprocessableEntity || w.foughtBattle() == nil {
		t.Errorf("nothing was decided about the report, and yet: %d", p.status)
	}
	p.send("form.panel", "why", "Saisie deux fois.", "also", also.AttrOr("value", ""))
	if w.foughtBattle() != nil {
		t.Errorf("the battle is still there: %d %s", p.status, p.text(".notice"))
	}
}

func TestScoreSheetHasACodeOfTheBattle(t *testing.T) {
	w := newBattleFixture(t)
	p := w.phone(w.yanis).get(w.battlePath("battles", w.battle, "slip"))
	if p.page.Find(".score-sheet .qr").Length() != 2 || p.page.Find(".ss-side").Length() != 4 || !strings.Contains(p.text(".score-sheet"), "Lignes telluriques") {
		t.Errorf("slip: %s", p.text(".score-sheet"))
	}
}

// TestCorrectingWhatItBrought: lines of effects are changed, emptied and added, seen in the preview, and done by its button.
func TestCorrectingWhatItBrought(t *testing.T) {
	w := newBattleFixture(t)
	ctx := context.Background()
	st, err := w.service.State(ctx, w.club)
	if err != nil {
		t.Fatal(err)
	}
	units := st.Rosters[w.rosterYanis].List.Units
	effects := []rules.Effect{{Seat: 0, Unit: units[0].ID, Kind: "experience", Amount: 1, Rule: "WC-1"}, {Seat: 0, Unit: units[1].ID, Kind: "scar", Key: "limp"}}
	for seat, who := range []campaign.Session{w.yanis, w.odile} {
		if _, err := w.service.Report(ctx, actor(who), w.club, fmt.Sprint("r", seat), campaign.Report{Battle: w.battle, Seat: rules.Seat(seat), Result: campaign.Result{Winner: 0, Scores: []int{14, 11}, Effects: effects}}); err != nil {
			t.Fatal(err)
		}
	}
	after := func() map[string]campaign.ServiceRecord {
		st, err := w.service.State(ctx, w.club)
		if err != nil {
			t.Fatal(err)
		}
		if st.Battles[w.battle].Status != campaign.Final {
			if _, err := w.service.PostAftermath(ctx, actor(w.camille), w.club, "after", w.battle, []rules.Effect{}); err != nil {
				t.Fatal(err)
			}
			st, err = w.service.State(ctx, w.club)
			if err != nil {
				t.Fatal(err)
			}
		}
		return st.Rosters[w.rosterYanis].Records
	}
	if r := after(); r[units[0].ID].Experience != 1 || len(r[units[1].ID].Scars) != 1 {
		t.Fatalf("before: %+v", r)
	}
	p := w.phone(w.camille).get(w.battlePath("arbiter", "battles", w.battle))
	if got := p.page.Find(".effect-row").Length(); got != 5 {
		t.Fatalf("%d lines for two effects", got)
	}
	p.send(".dispute form", "why", "Mal lu.", "deed.0.amount", "4", "deed.1.who", "", "deed.2.who", "0 "+units[2].ID, "deed.2.what", "kill", "deed.2.amount", "2")
	for _, want := range []string{"Correction du résultat", "expérience14", "ennemis hors de combat02", "10"} {
		if !strings.Contains(p.text("main"), want) {
			t.Errorf("the preview does not say %q: %s", want, p.text("main"))
		}
	}
	if after()[units[0].ID].Experience != 1 {
		t.Error("the preview changed the record")
	}
	p.send("form.part", "do", "correct")
	if r := after(); r[units[0].ID].Experience != 4 || len(r[units[1].ID].Scars) != 0 || r[units[2].ID].Kills != 2 {
		t.Errorf("corrected: %d %+v %s", p.status, r, p.text(".notice"))
	}
	p.get(w.battlePath("arbiter", "battles", w.battle)).send(".dispute form", "why", "x", "deed.0.amount", "viele")
	if p.status != http.StatusUnprocessableEntity || !strings.Contains(p.text(".notice"), "nombre entier") {
		t.Errorf("no number: %d %s", p.status, p.text(".notice"))
	}
}

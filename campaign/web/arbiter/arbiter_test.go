package arbiter_test

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"oriflamme/campaign"
	"oriflamme/campaign/web/webtest"
	"oriflamme/rules"
)

func TestArbiterSettlesADispute(t *testing.T) {
	w := webtest.NewBattleFixture(t)
	w.ReportBattle(w.Yanis, 0, 0, 14, 11)
	w.ReportBattle(w.Odile, 1, 1, 11, 14)
	p := w.Phone(w.Camille).Get(w.BattlePath("arbiter"))
	if p.Page.Find(".dispute").Length() != 1 || p.Page.Find(".differs").Length() != 1 {
		t.Fatalf("the arbiter's page: %s", p.Text("main"))
	}
	if !strings.Contains(p.Text(".dispute"), "inversés") {
		t.Error("the page does not say that the scores match when swapped")
	}
	p.Send(".dispute form", "take", "0", "why", "")
	if p.Status != http.StatusUnprocessableEntity || w.FoughtBattle().Status != campaign.Disputed {
		t.Errorf("a ruling without a reason: %d", p.Status)
	}
	p.Send(".dispute form", "take", "0", "why", "La feuille de Yanis est complète.")
	b := w.FoughtBattle()
	if b.Status != campaign.Final || b.Result.Winner != 0 || b.Result.Scores[0] != 14 {
		t.Errorf("after the ruling: %s %+v", b.Status, b.Result)
	}
	if !strings.Contains(p.Text("main"), "La feuille de Yanis est complète.") {
		t.Errorf("the ruling is not read on the battle's page: %s", p.Text("main"))
	}
}

func TestOnlyArbitersSeeTheArbiterPage(t *testing.T) {
	w := webtest.NewBattleFixture(t)
	if p := w.Phone(w.Yanis).Get(w.BattlePath("arbiter")); p.Status != http.StatusForbidden {
		t.Errorf("a player: %d", p.Status)
	}
	if p := w.Phone(campaign.Session{}).Get(w.BattlePath("arbiter")); !strings.HasPrefix(p.Path, "/sign-in") {
		t.Errorf("a visitor is sent to %s", p.Path)
	}
}

func TestCorrectionRemakesTheTable(t *testing.T) {
	w := webtest.NewBattleFixture(t)
	w.ReportBattle(w.Yanis, 0, 0, 14, 11)
	if _, err := w.Service.Confirm(context.Background(), webtest.Actor(w.Odile), w.Club, "yes", campaign.Confirm{Battle: w.Battle, Seat: 1}); err != nil {
		t.Fatal(err)
	}
	p := w.Phone(w.Camille).Get(w.BattlePath("arbiter", "battles", w.Battle))
	p.Send(".dispute form", "take", "other", "winner", "1", "score.0", "4", "score.1", "7", "why", "Un round compté deux fois.")
	for _, want := range []string{"Correction du résultat", "14 à 11 pour Garde de Hautecombe", "7 à 4 pour Corbeaux d’Aigremont", "Hautecombeplace12", "Hautecombepoints30", "Yaniscote"} {
		if !strings.Contains(p.Text("main"), want) {
			t.Errorf("the preview does not say %q: %s", want, p.Text("main"))
		}
	}
	if s, err := w.Service.State(context.Background(), w.Club); err != nil || s.Battles[w.Battle].Result.Winner != 0 {
		t.Error("the preview changed the battle")
	}
	p.Send("form.part", "do", "correct")
	s := w.State()
	if b := s.Battles[w.Battle]; b.Status != campaign.Final || b.Result.Winner != 1 || b.Result.Scores[1] != 7 {
		t.Fatalf("corrected: %d %s %+v %s", p.Status, b.Status, b.Result, p.Text(".notice"))
	}
	for _, row := range s.Standings(w.Camp, 0) {
		if row.Roster == w.RosterOdile && row.Wins != 1 || row.Roster == w.RosterYanis && row.Losses != 1 {
			t.Errorf("the table still has %+v", row)
		}
	}
}

func TestVoidingShowsWhatBecomesImpossible(t *testing.T) {
	w := webtest.NewBattleFixture(t)
	w.ReportBattle(w.Yanis, 0, 0, 14, 11)
	scheduled := w.FoughtBattle().Acts[0]
	p := w.Phone(w.Camille).Get(w.BattlePath("arbiter") + "/void?act=" + strconv.Itoa(int(scheduled)))
	also := p.Page.Find("input[name=also]")
	if also.Length() != 1 {
		t.Fatalf("voiding the schedule leaves a report without a battle: %s", p.Text("main"))
	}
	p.Send("form.panel", "why", "Saisie deux fois.")
	if p.Status != http.StatusUnprocessableEntity || w.FoughtBattle() == nil {
		t.Errorf("nothing was decided about the report, and yet: %d", p.Status)
	}
	p.Send("form.panel", "why", "Saisie deux fois.", "also", also.AttrOr("value", ""))
	if w.FoughtBattle() != nil {
		t.Errorf("the battle is still there: %d %s", p.Status, p.Text(".notice"))
	}
}

func TestScoreSheetHasACodeOfTheBattle(t *testing.T) {
	w := webtest.NewBattleFixture(t)
	p := w.Phone(w.Yanis).Get(w.BattlePath("battles", w.Battle, "slip"))
	if p.Page.Find(".score-sheet .qr").Length() != 2 || p.Page.Find(".ss-side").Length() != 4 || !strings.Contains(p.Text(".score-sheet"), "Lignes telluriques") {
		t.Errorf("score sheet: %s", p.Text(".score-sheet"))
	}
}

// TestCorrectingWhatItBrought: the form of a correction changes, removes and adds effects; its preview shows them and its button applies them.
func TestCorrectingWhatItBrought(t *testing.T) {
	w := webtest.NewBattleFixture(t)
	ctx := context.Background()
	st := w.State()
	units := st.Rosters[w.RosterYanis].List.Units
	effects := []rules.Effect{{Seat: 0, Unit: units[0].ID, Kind: "experience", Amount: 1, Rule: "WC-1"}, {Seat: 0, Unit: units[1].ID, Kind: "scar", Key: "limp"},
		{Seat: 0, Unit: units[2].ID, Kind: "kill", Amount: 1, Rule: "WC-3"}}
	for seat, who := range []campaign.Session{w.Yanis, w.Odile} {
		if _, err := w.Service.Report(ctx, webtest.Actor(who), w.Club, fmt.Sprint("r", seat), campaign.Report{Battle: w.Battle, Seat: rules.Seat(seat), Result: campaign.Result{Winner: 0, Scores: []int{14, 11}, Effects: effects}}); err != nil {
			t.Fatal(err)
		}
	}
	after := func() map[string]campaign.ServiceRecord {
		st := w.State()
		if st.Battles[w.Battle].Status != campaign.Final {
			if _, err := w.Service.PostAftermath(ctx, webtest.Actor(w.Camille), w.Club, "after", w.Battle, []rules.Effect{}); err != nil {
				t.Fatal(err)
			}
			st = w.State()
		}
		return st.Rosters[w.RosterYanis].Records
	}
	if r := after(); r[units[0].ID].Experience != 1 || len(r[units[1].ID].Scars) != 1 {
		t.Fatalf("before: %+v", r)
	}
	p := w.Phone(w.Camille).Get(w.BattlePath("arbiter", "battles", w.Battle))
	if got := p.Page.Find(".effect-row").Length(); got != 6 {
		t.Fatalf("%d lines for three effects", got)
	}
	p.Send(".dispute form", "why", "Mal lu.", "deed.0.amount", "4", "deed.1.who", "", "deed.3.who", "0 "+units[3].ID, "deed.3.what", "kill", "deed.3.amount", "2")
	for _, want := range []string{"Correction du résultat", "expérience14", "ennemis hors de combat02", "10"} {
		if !strings.Contains(p.Text("main"), want) {
			t.Errorf("the preview does not say %q: %s", want, p.Text("main"))
		}
	}
	if after()[units[0].ID].Experience != 1 {
		t.Error("the preview changed the record")
	}
	p.Send("form.part", "do", "correct")
	if r := after(); r[units[0].ID].Experience != 4 || len(r[units[1].ID].Scars) != 0 || r[units[3].ID].Kills != 2 {
		t.Errorf("corrected: %d %+v %s", p.Status, r, p.Text(".notice"))
	}
	if e := w.State().Battles[w.Battle].Effects; len(e) != 3 || e[1].Unit != units[2].ID || e[1].Rule != "WC-3" {
		t.Errorf("an effect that follows a removed one has lost its rule: %+v", e)
	}
	other := "0 " + units[1].ID
	p.Get(w.BattlePath("arbiter", "battles", w.Battle)).Send(".dispute form", "why", "x", "deed.0.amount", "viele", "deed.1.who", other)
	if p.Status != http.StatusUnprocessableEntity || !strings.Contains(p.Text(".notice"), "nombre entier") {
		t.Errorf("no number: %d %s", p.Status, p.Text(".notice"))
	}
	if amount, who := p.Page.Find("[name='deed.0.amount']").AttrOr("value", ""), chosen(p.Page.Selection, "deed.1.who"); amount != "viele" || who != other {
		t.Errorf("after the refusal the amount is %q and the second effect is of %q", amount, who)
	}
	p.Get(w.BattlePath("arbiter", "battles", w.Battle)).Send(".dispute form", "why", "x", "deed.0.who", "")
	p.Send("form.part", "do", "correct", "why", "")
	if p.Status != http.StatusUnprocessableEntity || chosen(p.Page.Selection, "deed.1.who") != "0 "+units[3].ID || chosen(p.Page.Selection, "deed.2.who") != "" {
		t.Errorf("a refused preview: %d, the effects are of %q and %q", p.Status, chosen(p.Page.Selection, "deed.1.who"), chosen(p.Page.Selection, "deed.2.who"))
	}
	p.Send(".dispute form", "why", "Mal lu encore.").Send("form.part", "do", "correct")
	if r := after(); r[units[0].ID].Experience != 0 || r[units[2].ID].Kills != 1 || r[units[3].ID].Kills != 2 {
		t.Errorf("corrected after a refusal: %d %+v %s", p.Status, r, p.Text(".notice"))
	}
}

// chosen returns the value that a select of the page has.
func chosen(page *goquery.Selection, name string) string {
	return page.Find("select[name='"+name+"'] option[selected]").AttrOr("value", "none")
}

// TestRefusedPreviewKeepsRegions: a region that a correction leaves to the rules again stays so when the preview is refused.
func TestRefusedPreviewKeepsRegions(t *testing.T) {
	w := webtest.NewClubFixture(t)
	id := w.ScheduleBattle()
	report := "/clubs/" + w.ID + "/battles/" + id + "/report"
	w.Owner.Get(report).Submit("/report", "winner", "0", "score0", "9", "score1", "4")
	w.Player.Get(report).Submit("/report", "winner", "0", "score0", "9", "score1", "4")
	region := w.State().Battles[id].Stakes[0]
	path := "/arbiter/battles/" + id
	arbiter := w.NewMember("arbiter", "Juge")
	show := func() *webtest.Browser { return arbiter.Get("/clubs/" + w.ID + path).Want(http.StatusOK) }
	if got := chosen(show().Page.Selection, "land.0"); got != "rule" {
		t.Errorf("before a correction the region goes to %q", got)
	}
	show().Submit(path, "why", "x", "land.0", "").Want(http.StatusOK).Submit(path, "do", "correct").Want(http.StatusOK)
	if owner := w.State().Campaigns[w.Campaign].Map.Region(region).Owner; owner != "" {
		t.Fatalf("the region is of %q", owner)
	}
	if got := chosen(show().Page.Selection, "land.0"); got != "" {
		t.Errorf("after a correction the region goes to %q", got)
	}
	show().Submit(path, "why", "x", "land.0", "rule").Want(http.StatusOK).Submit(path, "do", "correct", "why", "").Want(http.StatusUnprocessableEntity)
	if got := chosen(arbiter.Page.Selection, "land.0"); got != "rule" {
		t.Errorf("after the refusal the region goes to %q", got)
	}
}

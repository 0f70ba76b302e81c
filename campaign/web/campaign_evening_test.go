package web_test

import (
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"oriflamme/campaign"
	"oriflamme/rules"
)

// TestFoundingOpensAtOnce: another formula than the form was drawn for opens with what that sets, at the first press; what
// the organiser typed is kept.
func TestCreateCampaignWithOtherPreset(t *testing.T) {
	w := newClubFixture(t)
	page := "/clubs/" + w.id + "/campaigns/new"
	for _, key := range campaign.PresetKeys[1:] {
		w.owner.get(page).submit("/campaigns", "name", "Essai "+key, "preset", key).want(200, "Essai "+key, "La campagne est ouverte")
		camp := w.state().Campaigns[w.owner.path[strings.LastIndex(w.owner.path, "/")+1:]]
		want := campaign.PresetOf(key)
		set := want.Settings("", "warmaster")
		if camp.Settings.Preset != key || camp.Settings.Rounds != set.Rounds || camp.Settings.Method != set.Method || (camp.Map != nil) != (want.Regions > 0) {
			t.Errorf("%s founds %+v", key, camp.Settings)
		}
	}
	w.owner.get(page).submit("/campaigns", "name", "Courte", "preset", "swiss", "rounds", "3", "limit", "1500").want(200, "Courte")
	camp := w.state().Campaigns[w.owner.path[strings.LastIndex(w.owner.path, "/")+1:]]
	if camp.Settings.Rounds != 3 || camp.Settings.Limit != 1500 || camp.Settings.Method != campaign.Swiss {
		t.Errorf("what was typed is lost: %+v", camp.Settings)
	}
}

// TestWinnerAndScore: a winner with fewer points is a question with two answers, not a report.
func TestWinnerAndScore(t *testing.T) {
	for _, c := range []struct {
		answer string
		winner rules.Seat
	}{{"score", 1}, {"winner", 0}} {
		w := newClubFixture(t)
		id := w.scheduleBattle()
		report := "/clubs/" + w.id + "/battles/" + id + "/report"
		w.owner.get(report).submit("/report", "winner", "0", "score0", "3", "score1", "9", "note", "Table 2").want(422, "Lequel des deux", "Victoire\u00a0: Ligue du Sel", "Victoire\u00a0: Garde de Hautecombe")
		checkPhrases(t, w.owner)
		if got := w.owner.page.Find("#score1").AttrOr("value", ""); got != "9" {
			t.Errorf("the score came back as %q", got)
		}
		if len(w.state().Battles[id].Reports) != 0 {
			t.Fatal("it was reported before the answer")
		}
		w.owner.submit("/report", "which", c.answer).want(200)
		if got := w.state().Battles[id].Reports; len(got) != 1 || got[0].Result.Winner != c.winner || got[0].Note != "Table 2" {
			t.Errorf("%s: reported %+v", c.answer, got)
		}
	}
	w := newClubFixture(t)
	report := "/clubs/" + w.id + "/battles/" + w.scheduleBattle() + "/report"
	w.owner.get(report).submit("/report", "winner", "-1", "score0", "3", "score1", "9").want(422, "Le nul est juste")
	w.owner.get(report).submit("/report", "winner", "0", "score0", "6", "score1", "6").want(200) // won on a tie-break of the scenario
}

// TestDisputedShowsNoScore: while the sides differ, nobody's figures stand as the result.
func TestDisputedShowsNoScore(t *testing.T) {
	w := newClubFixture(t)
	id := w.scheduleBattle()
	page := "/clubs/" + w.id + "/battles/" + id
	w.owner.get(page+"/report").submit("/report", "winner", "0", "score0", "9", "score1", "4").want(200)
	w.player.get(page+"/report").submit("/report", "winner", "1", "score0", "4", "score1", "9").want(200)
	if w.state().Battles[id].Status != campaign.Disputed {
		t.Fatal("no dispute")
	}
	w.player.get(page).want(200, "Litige")
	if got := strings.TrimSpace(w.player.page.Find(".outcome b.num").Text()); got != "" {
		t.Errorf("the head of the page says %q", got)
	}
}

// TestSlipsOfAPlayedRound says that there is nothing to print.
func TestScoreSheetsOfAPlayedRound(t *testing.T) {
	w := newClubFixture(t)
	id := w.playBattle(1, 0, 9, 4)
	w.owner.get("/clubs/"+w.id+"/battles/"+id+"/slip?round=1").want(200, "Toutes les batailles de la ronde 1 sont jouées")
	checkPhrases(t, w.owner)
}

// TestBattlesByTable: the battles of a round stand in the order of its tables, and a long list can be asked for one round or side.
func TestBattlesByTable(t *testing.T) {
	w := newClubFixture(t)
	owner := campaign.Actor{Member: w.state().Rosters[w.ownerSide].Member}
	for i, table := range []string{"10", "2", "1", "", "3", "9", "8", "7", "6", "5", "4", "11", "12"} {
		body := campaign.Schedule{Campaign: w.campaign, Round: 1, Table: table, Seats: []campaign.ID{w.ownerSide, w.playerSide}, Attacker: rules.Nobody}
		if _, err := w.service.Do(t.Context(), owner, w.id, "table "+formatInt(i), campaign.ActRequest{Body: body}); err != nil {
			t.Fatal(err)
		}
	}
	w.playBattle(2, 0, 9, 4)
	var got []string
	w.player.get(w.campaignPath("/battles?round=1")).want(200, "Ronde 1").page.Find("main .rows a").Each(func(_ int, s *goquery.Selection) {
		if _, table, ok := strings.Cut(s.Text(), "table\u00a0"); ok {
			got = append(got, strings.FieldsFunc(table, func(c rune) bool { return c < '0' || c > '9' })[0])
		}
	})
	if strings.Join(got, " ") != "1 2 3 4 5 6 7 8 9 10 11 12" {
		t.Errorf("the tables stand as %v", got)
	}
	checkPhrases(t, w.player)
	if strings.Contains(w.player.text("main .rows"), "bat") {
		t.Error("another round is listed too")
	}
	_, third := w.enterSide("Basile")
	w.player.get(w.campaignPath("/battles?side="+third)).want(200, "Aucune bataille")
}

// TestSeasonOver: after the last round the page of pairing says so, and leads to closing the campaign.
func TestSeasonOver(t *testing.T) {
	w := newClubFixture(t)
	for round := 1; round <= 4; round++ {
		w.owner.get(w.campaignPath("/draw")).submit("/draw").want(200)
	}
	w.owner.get(w.campaignPath("/draw")).want(200, "La saison est finie")
	if w.owner.page.Find("form[action$='/draw'][method=post]").Length() != 0 {
		t.Error("a round after the last can be posted")
	}
	checkPhrases(t, w.owner)
	w.owner.get(strings.TrimSuffix(w.owner.link("Terminer la campagne"), "#closed")).want(200)
	if w.owner.page.Find("input[name=closed]").Length() == 0 {
		t.Error("nothing closes the campaign there")
	}
}

// TestVoidIsToldWithWhatAndWhy, and each rating stands once in its preview.
func TestVoidIsToldWithWhatAndWhy(t *testing.T) {
	w := newClubFixture(t)
	w.owner.get("/clubs/"+w.id+"/campaigns/new").submit("/campaigns", "name", "Une autre").want(200)
	owner := campaign.Actor{Member: w.state().Rosters[w.ownerSide].Member}
	act, err := w.service.Do(t.Context(), owner, w.id, "one", campaign.ActRequest{Body: campaign.Schedule{Campaign: w.campaign, Round: 1, Table: "2", Seats: []campaign.ID{w.ownerSide, w.playerSide}, Attacker: rules.Nobody}})
	if err != nil {
		t.Fatal(err)
	}
	id := act.Body.(campaign.Schedule).Battle
	if _, err := w.service.Do(t.Context(), owner, w.id, "two", campaign.ActRequest{Why: "vu", Body: campaign.Rule{Battle: id, Result: campaign.Result{Winner: 0, Scores: []int{9, 4}}}}); err != nil {
		t.Fatal(err)
	}
	w.owner.get("/clubs/"+w.id+"/arbiter/void?battle="+id).want(200, "cote")
	if n := strings.Count(w.owner.text("main"), "cote"); n != 2 {
		t.Errorf("%d lines about two ratings", n)
	}
	if _, err := w.service.VoidBattle(t.Context(), owner, w.id, "three", id, nil, "saisie deux fois"); err != nil {
		t.Fatal(err)
	}
	w.player.get("/clubs/"+w.id+"/inbox").want(200, "Camille a annulé la bataille 1, table 2", "saisie deux fois")
	w.player.lang = "en"
	w.player.get("/clubs/"+w.id+"/inbox").want(200, "Camille has voided battle 1, table 2", "saisie deux fois")
}

// TestOwnTwoSides: nobody arranges a battle between two sides of their own, whose result nobody else could confirm.
func TestOwnTwoSides(t *testing.T) {
	w := newClubFixture(t)
	w.player.get(w.campaignPath("/rosters/new")).submit("/rosters/new", "name", "Seconde Ligue", "save", "1").want(200)
	var second campaign.ID
	for _, r := range w.state().RostersBy(w.member("Inès")) {
		if r.ID != w.playerSide {
			second = r.ID
		}
	}
	w.player.get(w.campaignPath("/schedule")).submit("/battles", "first", w.playerSide, "second", second).want(409, "personne ne pourrait confirmer")
	if len(w.state().BattlesOf(w.campaign)) != 0 {
		t.Error("it was arranged")
	}
	w.owner.get(w.campaignPath("/schedule")).submit("/battles", "first", w.playerSide, "second", second).want(200, "Bataille prévue")
}

// TestWhoPlays: the club tells its members from those who play.
func TestWhoPlays(t *testing.T) {
	w := newClubFixture(t)
	w.newMember("guest", "Zoé")
	w.owner.get("/clubs/"+w.id+"/members").want(200, "3 membres, 2 jouent en ce moment")
}

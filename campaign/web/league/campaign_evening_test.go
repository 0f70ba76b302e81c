package league_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"oriflamme/campaign"
	"oriflamme/campaign/web/webtest"
	"oriflamme/rules"
	"oriflamme/rules/rulestest"
)

// TestCreateCampaignWithOtherPreset: a form that was drawn for one preset creates a campaign of another at the first press, with
// that preset's settings and with what the organiser typed.
func TestCreateCampaignWithOtherPreset(t *testing.T) {
	w := webtest.NewClubFixture(t)
	page := "/clubs/" + w.ID + "/campaigns/new"
	for _, key := range campaign.PresetKeys[1:] {
		w.Owner.Get(page).Submit("/campaigns", "name", "Essai "+key, "preset", key).Want(200, "Essai "+key, "La campagne est ouverte")
		camp := w.State().Campaigns[w.Owner.Path[strings.LastIndex(w.Owner.Path, "/")+1:]]
		want := campaign.PresetOf(key)
		set := want.Settings("", "warmaster")
		if camp.Settings.Preset != key || camp.Settings.Rounds != set.Rounds || camp.Settings.Method != set.Method || (camp.Map != nil) != (want.Regions > 0) {
			t.Errorf("%s creates %+v", key, camp.Settings)
		}
	}
	w.Owner.Get(page).Submit("/campaigns", "name", "Courte", "preset", "swiss", "rounds", "3", "limit", "1500").Want(200, "Courte")
	camp := w.State().Campaigns[w.Owner.Path[strings.LastIndex(w.Owner.Path, "/")+1:]]
	if camp.Settings.Rounds != 3 || camp.Settings.Limit != 1500 || camp.Settings.Method != campaign.Swiss {
		t.Errorf("what was typed is lost: %+v", camp.Settings)
	}
}

// TestWinnerAndScore: a report whose winner has fewer points is answered with a question of two answers.
func TestWinnerAndScore(t *testing.T) {
	for _, c := range []struct {
		answer string
		winner rules.Seat
	}{{"score", 1}, {"winner", 0}} {
		w := webtest.NewClubFixture(t)
		id := w.ScheduleBattle()
		report := "/clubs/" + w.ID + "/battles/" + id + "/report"
		w.Owner.Get(report).Submit("/report", "winner", "0", "score0", "3", "score1", "9", "note", "Table 2").Want(422, "Lequel des deux", "Victoire\u00a0: Ligue du Sel", "Victoire\u00a0: Garde de Hautecombe")
		webtest.CheckPhrases(t, w.Owner)
		w.Owner.WantValue("#score1", "9")
		if len(w.State().Battles[id].Reports) != 0 {
			t.Fatal("it was reported before the answer")
		}
		w.Owner.Submit("/report", "which", c.answer).Want(200)
		if got := w.State().Battles[id].Reports; len(got) != 1 || got[0].Result.Winner != c.winner || got[0].Note != "Table 2" {
			t.Errorf("%s: reported %+v", c.answer, got)
		}
	}
	w := webtest.NewClubFixture(t)
	report := "/clubs/" + w.ID + "/battles/" + w.ScheduleBattle() + "/report"
	w.Owner.Get(report).Submit("/report", "winner", "-1", "score0", "3", "score1", "9").Want(422, "Le nul est juste")
	w.Owner.Get(report).Submit("/report", "winner", "0", "score0", "6", "score1", "6").Want(200) // won by a tie-break of the mission
}

// TestDisputedShowsNoScore: while the reports differ, no page shows either score as the result.
func TestDisputedShowsNoScore(t *testing.T) {
	w := webtest.NewClubFixture(t)
	id := w.ScheduleBattle()
	page := "/clubs/" + w.ID + "/battles/" + id
	w.Owner.Get(page+"/report").Submit("/report", "winner", "0", "score0", "9", "score1", "4").Want(200)
	w.Player.Get(page+"/report").Submit("/report", "winner", "1", "score0", "4", "score1", "9").Want(200)
	if w.State().Battles[id].Status != campaign.Disputed {
		t.Fatal("no dispute")
	}
	w.Player.Get(page).Want(200, "Litige")
	if got := strings.TrimSpace(w.Player.Page.Find(".outcome b.num").Text()); got != "" {
		t.Errorf("the head of the page says %q", got)
	}
}

// TestScoreSheetsOfAPlayedRound: the page says that there is nothing to print.
func TestScoreSheetsOfAPlayedRound(t *testing.T) {
	w := webtest.NewClubFixture(t)
	id := w.PlayBattle(1, 0, 9, 4)
	w.Owner.Get("/clubs/"+w.ID+"/battles/"+id+"/slip?round=1").Want(200, "Toutes les batailles de la ronde 1 sont jouées")
	webtest.CheckPhrases(t, w.Owner)
}

// TestBattlesByTable: the battles of a round are sorted by table, and a long list can be limited to one round or one side.
func TestBattlesByTable(t *testing.T) {
	w := webtest.NewClubFixture(t)
	for i, table := range []string{"10", "2", "1", "", "3", "9", "8", "7", "6", "5", "4", "11", "12"} {
		body := campaign.Schedule{Campaign: w.Campaign, Round: 1, Table: table, Seats: []campaign.ID{w.OwnerSide, w.PlayerSide}, Attacker: rules.Nobody}
		w.Do(w.OwnerID(), "table "+strconv.Itoa(i), campaign.ActRequest{Body: body})
	}
	w.PlayBattle(2, 0, 9, 4)
	var got []string
	w.Player.Get(w.CampaignPath("/battles?round=1")).Want(200, "Ronde 1").Page.Find("main .rows a").Each(func(_ int, s *goquery.Selection) {
		if _, table, ok := strings.Cut(s.Text(), "table\u00a0"); ok {
			got = append(got, strings.FieldsFunc(table, func(c rune) bool { return c < '0' || c > '9' })[0])
		}
	})
	if strings.Join(got, " ") != "1 2 3 4 5 6 7 8 9 10 11 12" {
		t.Errorf("the tables stand as %v", got)
	}
	webtest.CheckPhrases(t, w.Player)
	if strings.Contains(w.Player.Text("main .rows"), "bat") {
		t.Error("another round is listed too")
	}
	_, third := w.EnterSide("Basile")
	w.Player.Get(w.CampaignPath("/battles?side="+third)).Want(200, "Aucune bataille")
}

// TestSeasonOver: after the last round the page for drawing rounds says so, and leads to closing the campaign.
func TestSeasonOver(t *testing.T) {
	w := webtest.NewClubFixture(t)
	for round := 1; round <= 4; round++ {
		w.Owner.Get(w.CampaignPath("/draw")).Submit("/draw").Want(200)
	}
	w.Owner.Get(w.CampaignPath("/draw")).Want(200, "La saison est finie").WantCount("form[action$='/draw'][method=post]", 0, "a round after the last can be posted")
	webtest.CheckPhrases(t, w.Owner)
	w.Owner.Get(strings.TrimSuffix(w.Owner.Link("Terminer la campagne"), "#closed")).Want(200)
	if w.Owner.Page.Find("input[name=closed]").Length() == 0 {
		t.Error("nothing closes the campaign there")
	}
}

// TestVoidSaysWhatAndWhy: the preview of a void shows each rating once, and the inbox says which battle was voided and why.
func TestVoidSaysWhatAndWhy(t *testing.T) {
	w := webtest.NewClubFixture(t)
	w.Owner.Get("/clubs/"+w.ID+"/campaigns/new").Submit("/campaigns", "name", "Une autre").Want(200)
	act := w.Do(w.OwnerID(), "one", campaign.ActRequest{Body: campaign.Schedule{Campaign: w.Campaign, Round: 1, Table: "2", Seats: []campaign.ID{w.OwnerSide, w.PlayerSide}, Attacker: rules.Nobody}})
	id := act.Body.(campaign.Schedule).Battle
	w.Do(w.OwnerID(), "two", campaign.ActRequest{Why: "vu", Body: campaign.Rule{Battle: id, Result: campaign.Result{Winner: 0, Scores: []int{9, 4}}}})
	w.Owner.Get("/clubs/"+w.ID+"/arbiter/void?battle="+id).Want(200, "cote")
	if n := strings.Count(w.Owner.Text("main"), "cote"); n != 2 {
		t.Errorf("%d lines about two ratings", n)
	}
	_, err := w.Service.VoidBattle(t.Context(), campaign.Actor{Member: w.OwnerID()}, w.ID, "three", id, nil, "saisie deux fois")
	rulestest.Must(t, err)
	w.Player.Get("/clubs/"+w.ID+"/inbox").Want(200, "Camille a annulé la bataille 1, table 2", "saisie deux fois")
	w.Player.Lang = "en"
	w.Player.Get("/clubs/"+w.ID+"/inbox").Want(200, "Camille has voided battle 1, table 2", "saisie deux fois")
}

// TestOwnTwoSides: nobody arranges a battle between two sides of their own, because nobody else could confirm its result.
func TestOwnTwoSides(t *testing.T) {
	w := webtest.NewClubFixture(t)
	w.Player.Get(w.CampaignPath("/rosters/new")).Submit("/rosters/new", "name", "Seconde Ligue", "save", "1").Want(200)
	var second campaign.ID
	for _, r := range w.State().RostersBy(w.Member("Inès")) {
		if r.ID != w.PlayerSide {
			second = r.ID
		}
	}
	w.Player.Get(w.CampaignPath("/schedule")).Submit("/battles", "first", w.PlayerSide, "second", second).Want(409, "personne ne pourrait confirmer")
	if len(w.State().BattlesOf(w.Campaign)) != 0 {
		t.Error("it was arranged")
	}
	w.Owner.Get(w.CampaignPath("/schedule")).Submit("/battles", "first", w.PlayerSide, "second", second).Want(200, "Bataille prévue")
}

// TestWhoPlays: the club's page distinguishes members from those who play.
func TestWhoPlays(t *testing.T) {
	w := webtest.NewClubFixture(t)
	w.NewMember("guest", "Zoé")
	w.Owner.Get("/clubs/"+w.ID+"/members").Want(200, "3 membres, 2 jouent en ce moment")
}

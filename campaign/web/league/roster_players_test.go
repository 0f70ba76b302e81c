package league_test

import (
	"strings"
	"testing"

	"oriflamme/campaign"
	"oriflamme/campaign/web/webtest"
)

// TestSidePlayersPage adds a second player to a side: pages name both, and either may report.
func TestSidePlayersPage(t *testing.T) {
	w := webtest.NewClubFixture(t)
	ally := w.NewMember("player", "Basile")
	id := w.ScheduleBattle()
	report := "/clubs/" + w.ID + "/battles/" + id + "/report"
	if ally.Get(report); ally.Page.Find("form[action$='/report']").Length() != 0 {
		t.Fatal("a stranger may report")
	}
	page := "/clubs/" + w.ID + "/rosters/" + w.PlayerSide
	w.Player.Get(page).Get(w.Player.Link("Joueurs et provenance")).Want(200, "Qui joue avec Inès", "Basile")
	webtest.CheckPhrases(t, w.Player)
	w.Player.Submit("/company", "ally", w.Member("Camille"), "from", "Les Ours").Want(409, "joue déjà un camp")
	w.Player.WantValue("#from", "Les Ours")
	w.Player.Submit("/company", "ally", w.Member("Basile"), "from", "Les Ours", "travel", "la rouge").Want(200, "Inès, Basile", "Les Ours")
	if r := w.State().Rosters[w.PlayerSide]; len(r.Allies) != 1 || r.Club != "Les Ours" || r.Travel != "la rouge" {
		t.Fatalf("the company is %+v", r.Allies)
	}
	ally.Get(w.CampaignPath("")).Want(200, "Inès, Basile")
	w.Owner.Get(w.CampaignPath("/chronicle")).Want(200, "Ligue du Sel se joue désormais par Inès, Basile")
	ally.Get("/rosters").Want(200, "Ligue du Sel").WantCount("a[href$='/withdraw'], a[href$='/company']", 0, "an ally may withdraw the side")
	ally.Get(page + "/company").Want(403)
	w.Owner.Get(report).Submit("/report", "winner", "0", "score0", "9", "score1", "4").Want(200)
	ally.Get("/waiting").Want(200, "a donné le résultat")
	ally.Get(report).Submit("/confirm").Want(200)
	if got := w.State().Battles[id].Status; got != campaign.Final {
		t.Errorf("confirmed by the ally it is %s", got)
	}
	ally.Get("/clubs/"+w.ID+"/ratings/warmaster").Want(200, "Mêlées", "Basile", "2e sur 2")
	webtest.CheckPhrases(t, ally)
}

// TestAutoConfirmPage: the form says until when a report can be answered. After that the report can be confirmed without an answer.
func TestAutoConfirmPage(t *testing.T) {
	w := webtest.NewClubFixture(t)
	w.Owner.Get(w.CampaignPath("/settings")).Submit("/settings", "silence", "x").Want(422)
	w.Owner.Get(w.CampaignPath("/settings")).Submit("/settings", "silence", "5").Want(200)
	w.Player.Get(w.CampaignPath("/chronicle")).Want(200, "Jours de silence\u00a0: 0 → 5")
	id := w.ScheduleBattle()
	report := "/clubs/" + w.ID + "/battles/" + id + "/report"
	w.Player.Get(report).Submit("/report", "winner", "1", "score0", "2", "score1", "7")
	w.Owner.Get(report).Want(200, "Sans réponse avant le")
	webtest.CheckPhrases(t, w.Owner)
	w.Player.Get(report).WantCount("form[action$='/silence']", 0, "silence is offered at once")
	w.Player.Post("/clubs/"+w.ID+"/battles/"+id+"/silence", map[string][]string{"_csrf": {webtest.CSRFOf(w.Player)}, "_key": {"early"}}).Want(409, "a 5 jours pour répondre")
	w.SetClock(w.Clock().AddDate(0, 0, 6))
	w.Player.Get(report).Want(200, "Personne n’a répondu avant le").Submit("/silence").Want(200)
	if b := w.State().Battles[id]; b.Status != campaign.Final || b.Result.Winner != 1 {
		t.Errorf("the battle is %s", b.Status)
	}
	w.Owner.Get(w.CampaignPath("/chronicle")).Want(200, "Personne n’a répondu en 5 jours")
	w.Owner.Get("/clubs/"+w.ID+"/inbox").Want(200, "Le silence a valu accord")
	webtest.CheckPhrases(t, w.Owner)
}

// TestMeleesPage arranges a battle of three sides by the form, and shows the melee ratings.
func TestMeleesPage(t *testing.T) {
	w := webtest.NewClubFixture(t)
	w.Owner.Get(w.CampaignPath("/schedule")).WantCount("#seat-3", 0, "two sides are offered a third seat")
	_, third := w.EnterSide("Basile")
	w.Owner.Get(w.CampaignPath("/schedule")).Submit("/battles", "first", w.OwnerSide, "second", w.PlayerSide, "seat-3", third).Want(200)
	battles := w.State().BattlesOf(w.Campaign)
	b := battles[len(battles)-1]
	if len(b.Seats) != 3 {
		t.Fatalf("%d sides", len(b.Seats))
	}
	base := "/clubs/" + w.ID + "/battles/" + b.ID
	w.Owner.Get(base).Want(200, "Bande de Basile").WantCount("form[action$='/open']", 0, "three are offered a game of two")
	w.Owner.Get(base+"/report").Submit("/report", "seat", "-1", "winner", "2", "score0", "3", "score1", "1", "score2", "8").Want(200)
	w.Owner.Get("/clubs/"+w.ID+"/arbiter/battles/"+b.ID).Submit("/arbiter/battles/"+b.ID, "take", "0", "why", "vu").Want(200)
	w.Owner.Get(w.CampaignPath("/chronicle")).Want(200, "Victoire\u00a0: Bande de Basile, contre Garde de Hautecombe, Ligue du Sel.")
	w.Owner.Get("/clubs/"+w.ID+"/ratings/warmaster?player="+w.State().Rosters[third].Member).Want(200, "Mêlées", "L’histoire de Basile", "1er sur 3", "Chance d’être premier\u00a0: 33")
	webtest.CheckPhrases(t, w.Owner)
	if row := w.Owner.Page.Find("#melees tbody tr").First().Text(); !strings.Contains(row, "Basile") {
		t.Errorf("first stands %s", row)
	}
	w.Browser().Get("/clubs/"+w.ID+"/ratings/warmaster").Want(200, "Mêlées")
}

// TestTablesInDraws: a drawn round uses the tables of the settings, and says which missions and tables are repeated.
func TestTablesInDraws(t *testing.T) {
	w := webtest.NewClubFixture(t)
	w.Owner.Get(w.CampaignPath("/settings")).Submit("/settings", "tables", "1: Le gué\n1: Le pont").Want(422, "y est deux fois")
	if got := w.Owner.Page.Find("#tables").Text(); !strings.Contains(got, "Le pont") {
		t.Errorf("the tables came back as %q", got)
	}
	w.Owner.Submit("/settings", "tables", "Fenêtre: Le gué\n\n Poêle ").Want(200)
	if got := w.State().Campaigns[w.Campaign].Settings.Tables; len(got) != 2 || got[0] != (campaign.Table{Name: "Fenêtre", Mission: "Le gué"}) || got[1].Name != "Poêle" {
		t.Fatalf("tables %+v", got)
	}
	w.EnterSide("Basile")
	w.EnterSide("Odile")
	w.Owner.Get(w.CampaignPath("/draw")).Want(200, "Table Fenêtre.", "Le gué.", "Table Poêle.").Submit("/draw").Want(200)
	for _, b := range w.State().BattlesOf(w.Campaign) {
		if b.Round == 1 && b.Table == "Fenêtre" && b.Mission != "Le gué" {
			t.Errorf("battle %d is of mission %q", b.Number, b.Mission)
		}
	}
	w.Owner.Get(w.CampaignPath("/draw?round=2")).Want(200, "Table Fenêtre.")
	if text := w.Owner.Text(".drawn"); !strings.Contains(text, "mission déjà jouée") || !strings.Contains(text, "table déjà tenue") {
		t.Errorf("each has sat at one of two tables: %s", text)
	}
	webtest.CheckPhrases(t, w.Owner)
}

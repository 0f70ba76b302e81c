package web_test

import (
	"strings"
	"testing"

	"oriflamme/campaign"
)

// TestCompanyPage has a second player join a side: it is named with both, and either reports.
func TestSidePlayersPage(t *testing.T) {
	w := newClubFixture(t)
	ally := w.newMember("player", "Basile")
	id := w.scheduleBattle()
	report := "/clubs/" + w.id + "/battles/" + id + "/report"
	if ally.get(report); ally.page.Find("form[action$='/report']").Length() != 0 {
		t.Fatal("a stranger may report")
	}
	page := "/clubs/" + w.id + "/rosters/" + w.playerSide
	w.player.get(page).get(w.player.link("Joueurs et provenance")).want(200, "Qui joue avec Inès", "Basile")
	checkPhrases(t, w.player)
	member := func(name string) string {
		for _, m := range w.state().AllMembers() {
			if m.Name == name {
				return m.ID
			}
		}
		t.Fatalf("no %s", name)
		return ""
	}
	w.player.submit("/company", "ally", member("Camille"), "from", "Les Ours").want(409, "joue déjà un camp")
	if got := w.player.page.Find("#from").AttrOr("value", ""); got != "Les Ours" {
		t.Errorf("the club came back as %q", got)
	}
	w.player.submit("/company", "ally", member("Basile"), "from", "Les Ours", "travel", "la rouge").want(200, "Inès, Basile", "Les Ours")
	if r := w.state().Rosters[w.playerSide]; len(r.Allies) != 1 || r.Club != "Les Ours" || r.Travel != "la rouge" {
		t.Fatalf("the company is %+v", r.Allies)
	}
	ally.get(w.campaignPath("")).want(200, "Inès, Basile")
	w.owner.get(w.campaignPath("/chronicle")).want(200, "Ligue du Sel se joue désormais par Inès, Basile")
	ally.get("/rosters").want(200, "Ligue du Sel")
	if ally.page.Find("a[href$='/withdraw'], a[href$='/company']").Length() != 0 {
		t.Error("an ally may withdraw the side")
	}
	ally.get(page + "/company").want(403)
	w.owner.get(report).submit("/report", "winner", "0", "score0", "9", "score1", "4").want(200)
	ally.get("/waiting").want(200, "a donné le résultat")
	ally.get(report).submit("/confirm").want(200)
	if got := w.state().Battles[id].Status; got != campaign.Final {
		t.Errorf("confirmed by the ally it is %s", got)
	}
	ally.get("/clubs/"+w.id+"/ratings/warmaster").want(200, "Mêlées", "Basile", "2e sur 2")
	checkPhrases(t, ally)
}

// TestSilencePage: the form says until when an answer counts; then the report may be let hold.
func TestAutoConfirmPage(t *testing.T) {
	w := newClubFixture(t)
	w.owner.get(w.campaignPath("/settings")).submit("/settings", "silence", "x").want(422)
	w.owner.get(w.campaignPath("/settings")).submit("/settings", "silence", "5").want(200)
	w.player.get(w.campaignPath("/chronicle")).want(200, "Jours de silence\u00a0: 0 → 5")
	id := w.scheduleBattle()
	report := "/clubs/" + w.id + "/battles/" + id + "/report"
	w.player.get(report).submit("/report", "winner", "1", "score0", "2", "score1", "7")
	w.owner.get(report).want(200, "Sans réponse avant le")
	checkPhrases(t, w.owner)
	if w.player.get(report).page.Find("form[action$='/silence']").Length() != 0 {
		t.Error("silence is offered at once")
	}
	w.player.post("/clubs/"+w.id+"/battles/"+id+"/silence", map[string][]string{"_csrf": {csrfOf(w.player)}, "_key": {"early"}}).want(409, "a 5 jours pour répondre")
	w.setClock(w.clock().AddDate(0, 0, 6))
	w.player.get(report).want(200, "Personne n’a répondu avant le").submit("/silence").want(200)
	if b := w.state().Battles[id]; b.Status != campaign.Final || b.Result.Winner != 1 {
		t.Errorf("the battle is %s", b.Status)
	}
	w.owner.get(w.campaignPath("/chronicle")).want(200, "Personne n’a répondu en 5 jours")
	w.owner.get("/clubs/"+w.id+"/inbox").want(200, "Le silence a valu accord")
	checkPhrases(t, w.owner)
}

// TestMeleesPage arranges a battle of three by the form, and shows who is how strong in such.
func TestMeleesPage(t *testing.T) {
	w := newClubFixture(t)
	if w.owner.get(w.campaignPath("/schedule")); w.owner.page.Find("#seat-3").Length() != 0 {
		t.Error("two sides are offered a third seat")
	}
	_, third := w.enterSide("Basile")
	w.owner.get(w.campaignPath("/schedule")).submit("/battles", "first", w.ownerSide, "second", w.playerSide, "seat-3", third).want(200)
	battles := w.state().BattlesOf(w.campaign)
	b := battles[len(battles)-1]
	if len(b.Seats) != 3 {
		t.Fatalf("%d sides", len(b.Seats))
	}
	base := "/clubs/" + w.id + "/battles/" + b.ID
	if w.owner.get(base).want(200, "Bande de Basile"); w.owner.page.Find("form[action$='/open']").Length() != 0 {
		t.Error("three are offered a game of two")
	}
	w.owner.get(base+"/report").submit("/report", "seat", "-1", "winner", "2", "score0", "3", "score1", "1", "score2", "8").want(200)
	w.owner.get("/clubs/"+w.id+"/arbiter/battles/"+b.ID).submit("/arbiter/battles/"+b.ID, "take", "0", "why", "vu").want(200)
	w.owner.get(w.campaignPath("/chronicle")).want(200, "Victoire\u00a0: Bande de Basile, contre Garde de Hautecombe, Ligue du Sel.")
	w.owner.get("/clubs/"+w.id+"/ratings/warmaster?player="+w.state().Rosters[third].Member).want(200, "Mêlées", "L’histoire de Basile", "1er sur 3", "Chance d’être premier\u00a0: 33")
	checkPhrases(t, w.owner)
	if row := w.owner.page.Find("#melees tbody tr").First().Text(); !strings.Contains(row, "Basile") {
		t.Errorf("first stands %s", row)
	}
	w.browser().get("/clubs/"+w.id+"/ratings/warmaster").want(200, "Mêlées")
}

// TestTablesInDraws: rounds are laid out on the tables of the settings, and say what is repeated there.
func TestTablesInDraws(t *testing.T) {
	w := newClubFixture(t)
	w.owner.get(w.campaignPath("/settings")).submit("/settings", "tables", "1: Le gué\n1: Le pont").want(422, "y est deux fois")
	if got := w.owner.page.Find("#tables").Text(); !strings.Contains(got, "Le pont") {
		t.Errorf("the tables came back as %q", got)
	}
	w.owner.submit("/settings", "tables", "Fenêtre: Le gué\n\n Poêle ").want(200)
	if got := w.state().Campaigns[w.campaign].Settings.Tables; len(got) != 2 || got[0] != (campaign.Table{Name: "Fenêtre", Mission: "Le gué"}) || got[1].Name != "Poêle" {
		t.Fatalf("tables %+v", got)
	}
	w.enterSide("Basile")
	w.enterSide("Odile")
	w.owner.get(w.campaignPath("/draw")).want(200, "Table Fenêtre.", "Le gué.", "Table Poêle.").submit("/draw").want(200)
	for _, b := range w.state().BattlesOf(w.campaign) {
		if b.Round == 1 && b.Table == "Fenêtre" && b.Mission != "Le gué" {
			t.Errorf("battle %d is of mission %q", b.Number, b.Mission)
		}
	}
	w.owner.get(w.campaignPath("/draw?round=2")).want(200, "Table Fenêtre.")
	if text := w.owner.text(".drawn"); !strings.Contains(text, "mission déjà jouée") || !strings.Contains(text, "table déjà tenue") {
		t.Errorf("each has sat at one of two tables: %s", text)
	}
	checkPhrases(t, w.owner)
}

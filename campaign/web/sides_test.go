package web_test

import (
	"strings"
	"testing"

	"oriflamme/campaign"
)

// TestCompanyPage has a second player join a side: it is named with both, and either reports.
func TestCompanyPage(t *testing.T) {
	w := found(t)
	ally := w.joined("player", "Basile")
	id := w.battle()
	report := "/clubs/" + w.id + "/battles/" + id + "/report"
	if ally.get(report); ally.page.Find("form[action$='/report']").Length() != 0 {
		t.Fatal("a stranger may report")
	}
	page := "/clubs/" + w.id + "/rosters/" + w.hisOwn
	w.player.get(page).get(w.player.link("Joueurs et provenance")).want(200, "Qui joue avec Inès", "Basile")
	complete(t, w.player)
	member := func(name string) string {
		for _, m := range w.state().AllMembers() {
			if m.Name == name {
				return m.ID
			}
		}
		t.Fatalf("no %s", name)
		return ""
	}
	w.player.send("/company", "ally", member("Camille"), "from", "Les Ours").want(409, "joue déjà un camp")
	if got := w.player.page.Find("#from").AttrOr("value", ""); got != "Les Ours" {
		t.Errorf("the club came back as %q", got)
	}
	w.player.send("/company", "ally", member("Basile"), "from", "Les Ours", "travel", "la rouge").want(200, "Inès, Basile", "Les Ours")
	if r := w.state().Rosters[w.hisOwn]; len(r.Allies) != 1 || r.Club != "Les Ours" || r.Travel != "la rouge" {
		t.Fatalf("the company is %+v", r.Allies)
	}
	ally.get(w.at("")).want(200, "Inès, Basile")
	w.owner.get(w.at("/chronicle")).want(200, "Ligue du Sel se joue désormais par Inès, Basile")
	ally.get("/rosters").want(200, "Ligue du Sel")
	if ally.page.Find("a[href$='/withdraw'], a[href$='/company']").Length() != 0 {
		t.Error("an ally may withdraw the side")
	}
	ally.get(page + "/company").want(403)
	w.owner.get(report).send("/report", "winner", "0", "score0", "9", "score1", "4").want(200)
	ally.get("/waiting").want(200, "a donné le résultat")
	ally.get(report).send("/confirm").want(200)
	if got := w.state().Battles[id].Phase; got != campaign.Final {
		t.Errorf("confirmed by the ally it is %s", got)
	}
	ally.get("/clubs/"+w.id+"/ratings/warmaster").want(200, "Mêlées", "Basile", "2e sur 2")
	complete(t, ally)
}

// TestSilencePage: the form says until when an answer counts; then the report may be let hold.
func TestSilencePage(t *testing.T) {
	w := found(t)
	w.owner.get(w.at("/settings")).send("/settings", "silence", "x").want(422)
	w.owner.get(w.at("/settings")).send("/settings", "silence", "5").want(200)
	w.player.get(w.at("/chronicle")).want(200, "Jours de silence\u00a0: 0 → 5")
	id := w.battle()
	report := "/clubs/" + w.id + "/battles/" + id + "/report"
	w.player.get(report).send("/report", "winner", "1", "score0", "2", "score1", "7")
	w.owner.get(report).want(200, "Sans réponse avant le")
	complete(t, w.owner)
	if w.player.get(report).page.Find("form[action$='/silence']").Length() != 0 {
		t.Error("silence is offered at once")
	}
	w.player.post("/clubs/"+w.id+"/battles/"+id+"/silence", map[string][]string{"_csrf": {csrfOf(w.player)}, "_key": {"early"}}).want(409, "a 5 jours pour répondre")
	w.goTo(w.clock().AddDate(0, 0, 6))
	w.player.get(report).want(200, "Personne n’a répondu avant le").send("/silence").want(200)
	if b := w.state().Battles[id]; b.Phase != campaign.Final || b.Result.Winner != 1 {
		t.Errorf("the battle is %s", b.Phase)
	}
	w.owner.get(w.at("/chronicle")).want(200, "Personne n’a répondu en 5 jours")
	w.owner.get("/clubs/"+w.id+"/inbox").want(200, "Le silence a valu accord")
	complete(t, w.owner)
}

// TestMeleesPage arranges a battle of three by the form, and shows who is how strong in such.
func TestMeleesPage(t *testing.T) {
	w := found(t)
	if w.owner.get(w.at("/schedule")); w.owner.page.Find("#seat-3").Length() != 0 {
		t.Error("two sides are offered a third seat")
	}
	_, third := w.enter("Basile")
	w.owner.get(w.at("/schedule")).send("/battles", "first", w.ownerSide, "second", w.hisOwn, "seat-3", third).want(200)
	battles := w.state().BattlesOf(w.campaign)
	b := battles[len(battles)-1]
	if len(b.Seats) != 3 {
		t.Fatalf("%d sides", len(b.Seats))
	}
	base := "/clubs/" + w.id + "/battles/" + b.ID
	if w.owner.get(base).want(200, "Bande de Basile"); w.owner.page.Find("form[action$='/open']").Length() != 0 {
		t.Error("three are offered a game of two")
	}
	w.owner.get(base+"/report").send("/report", "seat", "-1", "winner", "2", "score0", "3", "score1", "1", "score2", "8").want(200)
	w.owner.get("/clubs/"+w.id+"/arbiter/battles/"+b.ID).send("/arbiter/battles/"+b.ID, "take", "0", "why", "vu").want(200)
	w.owner.get(w.at("/chronicle")).want(200, "Victoire\u00a0: Bande de Basile, contre Garde de Hautecombe, Ligue du Sel.")
	w.owner.get("/clubs/"+w.id+"/ratings/warmaster?player="+w.state().Rosters[third].Member).want(200, "Mêlées", "L’histoire de Basile", "1er sur 3", "Chance d’être premier\u00a0: 33")
	complete(t, w.owner)
	if row := w.owner.page.Find("#melees tbody tr").First().Text(); !strings.Contains(row, "Basile") {
		t.Errorf("first stands %s", row)
	}
	w.reader().get("/clubs/"+w.id+"/ratings/warmaster").want(200, "Mêlées")
}

// TestTablesInDraws: rounds are laid out on the tables of the settings, and say what is repeated there.
func TestTablesInDraws(t *testing.T) {
	w := found(t)
	w.owner.get(w.at("/settings")).send("/settings", "tables", "1: Le gué\n1: Le pont").want(422, "y est deux fois")
	if got := w.owner.page.Find("#tables").Text(); !strings.Contains(got, "Le pont") {
		t.Errorf("the tables came back as %q", got)
	}
	w.owner.send("/settings", "tables", "Fenêtre: Le gué\n\n Poêle ").want(200)
	if got := w.state().Campaigns[w.campaign].Settings.Tables; len(got) != 2 || got[0] != (campaign.Place{Name: "Fenêtre", Mission: "Le gué"}) || got[1].Name != "Poêle" {
		t.Fatalf("tables %+v", got)
	}
	w.enter("Basile")
	w.enter("Odile")
	w.owner.get(w.at("/draw")).want(200, "Table Fenêtre.", "Le gué.", "Table Poêle.").send("/draw").want(200)
	for _, b := range w.state().BattlesOf(w.campaign) {
		if b.Round == 1 && b.Table == "Fenêtre" && b.Mission != "Le gué" {
			t.Errorf("battle %d is of mission %q", b.Number, b.Mission)
		}
	}
	w.owner.get(w.at("/draw?round=2")).want(200, "Table Fenêtre.")
	if text := w.owner.text(".drawn"); !strings.Contains(text, "mission déjà jouée") || !strings.Contains(text, "table déjà tenue") {
		t.Errorf("each has sat at one of two tables: %s", text)
	}
	complete(t, w.owner)
}

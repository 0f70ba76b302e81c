package web_test

import (
	"strings"
	"testing"
)

// TestMemberWithoutPhone goes from the members' page to a battle of somebody who has no device: added, entered, revised and
// reported for by others, who are named each time.
func TestMemberWithoutPhone(t *testing.T) {
	w := newClubFixture(t)
	members := "/clubs/" + w.id + "/members"
	if w.player.get(members); strings.Contains(w.player.text("main"), "Ajouter quelqu’un") {
		t.Error("a player may add members")
	}
	w.owner.get(members).get(w.owner.link("Ajouter quelqu’un")).want(200, "Sans téléphone")
	checkPhrases(t, w.owner)
	w.owner.submit("/members/new", "name", " ").want(422, "Ce champ est à remplir")
	w.owner.submit("/members/new", "name", "inès").want(422, "Est-ce quelqu’un d’autre")
	if got := w.owner.page.Find("#name").AttrOr("value", ""); got != "inès" {
		t.Errorf("the name came back as %q", got)
	}
	w.owner.submit("/members/new", "name", "Loïc", "campaign", w.campaign).want(200, "pour Loïc, par Camille")
	if got := w.owner.page.Find("#member option[selected]").Text(); got != "Loïc" {
		t.Errorf("the side is for %q", got)
	}
	if strings.Contains(w.owner.body, "JSON") || strings.Contains(w.owner.text("main"), "Précisions") {
		t.Error("the builder shows what the game keeps besides as text")
	}
	w.owner.submit("/rosters/new", "name", "Les Corbeaux", "save", "1").want(200, "Les Corbeaux", "Liste inscrite pour Loïc, par Camille.")
	checkPhrases(t, w.owner)
	side := w.sideOf("Loïc")
	w.player.get(w.campaignPath("/chronicle")).want(200, "Désormais de la campagne\u00a0: Les Corbeaux, pour Loïc, par Camille.")
	w.owner.get("/clubs/"+w.id+"/rosters/"+side).get(w.owner.link("Modifier")).submit("/edit", "name", "Les Corneilles", "save", "1").want(200, "Les Corneilles")
	w.player.get(w.campaignPath("/chronicle")).want(200, "La liste des Corneilles est revue, pour Loïc, par Camille.")

	w.owner.get(w.campaignPath("/schedule")).submit("/battles", "first", side, "second", w.playerSide).want(200)
	battles := w.state().BattlesOf(w.campaign)
	report := "/clubs/" + w.id + "/battles/" + battles[len(battles)-1].ID + "/report"
	w.owner.get(report).submit("/report", "seat", "0", "winner", "0", "score0", "9", "score1", "4").want(200, "Les Corneilles", "pour Loïc, par Camille")
	checkPhrases(t, w.owner)
	w.player.get(report).want(200, "pour Loïc, par Camille").submit("/confirm").want(200)
	w.browser().get(w.campaignPath("/chronicle")).want(200, "Saisi pour Loïc, par Camille.")
	w.owner.lang = "en"
	w.owner.get(strings.TrimSuffix(report, "/report")).want(200, "for Loïc, by Camille")
	w.owner.lang = "fr"

	// From the member's own page, for somebody who is in the club already.
	w.owner.get(members).get(w.owner.link("Ajouter quelqu’un")).submit("/members/new", "name", "Odile").want(200, "Odile", "cette personne est du club")
	w.owner.get(w.owner.link("Inscrire dans Les Marches de Sarle")).want(200, "pour Odile, par Camille")
	checkPhrases(t, w.owner)

	// A player enters nobody else.
	w.player.get(w.campaignPath("/rosters/new?member=" + w.member("Odile"))).want(403)
	if w.player.get(w.campaignPath("/rosters/new")); w.player.page.Find("select[name=member]").Length() != 0 {
		t.Error("a player is asked for whom a side is")
	}
	w.player.get(members + "/" + w.member("Odile"))
	if strings.Contains(w.player.text("main"), "Inscrire dans") {
		t.Error("a player may enter sides for others")
	}
	arbiter := w.newMember("arbiter", "Maud")
	arbiter.get(members+"/"+w.member("Odile")).get(arbiter.link("Inscrire dans")).submit("/rosters/new", "name", "Les Pies", "save", "1").want(200, "Liste inscrite pour Odile, par Maud.")
}

package club_test

import (
	"strings"
	"testing"

	"oriflamme/campaign/web/webtest"
)

// TestMemberWithoutPhone: somebody without a device is added on the members' page. Others enter and revise their roster and
// report their battle, and each act names its author.
func TestMemberWithoutPhone(t *testing.T) {
	w := webtest.NewClubFixture(t)
	members := "/clubs/" + w.ID + "/members"
	if w.Player.Get(members); strings.Contains(w.Player.Text("main"), "Ajouter quelqu’un") {
		t.Error("a player may add members")
	}
	w.Owner.Get(members).Get(w.Owner.Link("Ajouter quelqu’un")).Want(200, "Sans téléphone")
	webtest.CheckPhrases(t, w.Owner)
	w.Owner.Submit("/members/new", "name", " ").Want(422, "Ce champ est à remplir")
	w.Owner.Submit("/members/new", "name", "inès").Want(422, "Est-ce quelqu’un d’autre")
	w.Owner.WantValue("#name", "inès")
	w.Owner.Submit("/members/new", "name", "Loïc", "campaign", w.Campaign).Want(200, "pour Loïc, par Camille")
	if got := w.Owner.Page.Find("#member option[selected]").Text(); got != "Loïc" {
		t.Errorf("the side is for %q", got)
	}
	if strings.Contains(w.Owner.Body, "JSON") || strings.Contains(w.Owner.Text("main"), "Précisions") {
		t.Error("the builder shows what the game keeps besides as text")
	}
	w.Owner.Submit("/rosters/new", "name", "Les Corbeaux", "save", "1").Want(200, "Les Corbeaux", "Liste inscrite pour Loïc, par Camille.")
	webtest.CheckPhrases(t, w.Owner)
	side := w.SideOf("Loïc")
	w.Player.Get(w.CampaignPath("/chronicle")).Want(200, "Désormais de la campagne\u00a0: Les Corbeaux, pour Loïc, par Camille.")
	w.Owner.Get("/clubs/"+w.ID+"/rosters/"+side).Get(w.Owner.Link("Modifier")).Submit("/edit", "name", "Les Corneilles", "save", "1").Want(200, "Les Corneilles")
	w.Player.Get(w.CampaignPath("/chronicle")).Want(200, "La liste des Corneilles est revue, pour Loïc, par Camille.")

	w.Owner.Get(w.CampaignPath("/schedule")).Submit("/battles", "first", side, "second", w.PlayerSide).Want(200)
	battles := w.State().BattlesOf(w.Campaign)
	report := "/clubs/" + w.ID + "/battles/" + battles[len(battles)-1].ID + "/report"
	w.Owner.Get(report).Submit("/report", "seat", "0", "winner", "0", "score0", "9", "score1", "4").Want(200, "Les Corneilles", "pour Loïc, par Camille")
	webtest.CheckPhrases(t, w.Owner)
	w.Player.Get(report).Want(200, "pour Loïc, par Camille").Submit("/confirm").Want(200)
	w.Browser().Get(w.CampaignPath("/chronicle")).Want(200, "Saisi pour Loïc, par Camille.")
	w.Owner.Lang = "en"
	w.Owner.Get(strings.TrimSuffix(report, "/report")).Want(200, "for Loïc, by Camille")
	w.Owner.Lang = "fr"

	// On the member's own page, for somebody who is already in the club.
	w.Owner.Get(members).Get(w.Owner.Link("Ajouter quelqu’un")).Submit("/members/new", "name", "Odile").Want(200, "Odile", "cette personne est du club")
	w.Owner.Get(w.Owner.Link("Inscrire dans Les Marches de Sarle")).Want(200, "pour Odile, par Camille")
	webtest.CheckPhrases(t, w.Owner)

	// A player cannot enter a roster for others.
	w.Player.Get(w.CampaignPath("/rosters/new?member=" + w.Member("Odile"))).Want(403)
	w.Player.Get(w.CampaignPath("/rosters/new")).WantCount("select[name=member]", 0, "a player is asked for whom a side is")
	w.Player.Get(members + "/" + w.Member("Odile"))
	if strings.Contains(w.Player.Text("main"), "Inscrire dans") {
		t.Error("a player may enter sides for others")
	}
	arbiter := w.NewMember("arbiter", "Maud")
	arbiter.Get(members+"/"+w.Member("Odile")).Get(arbiter.Link("Inscrire dans")).Submit("/rosters/new", "name", "Les Pies", "save", "1").Want(200, "Liste inscrite pour Odile, par Maud.")
}

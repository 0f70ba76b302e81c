package web_test

import (
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"oriflamme/campaign"
)

// places are the sides on the ladder's page, from the top.
func ladderSides(r *browser) string {
	var names []string
	r.page.Find(".ladder li .who b").Each(func(_ int, s *goquery.Selection) { names = append(names, s.Text()) })
	return strings.Join(names, ", ")
}

// TestLadderPage challenges, accepts, fights and voids with forms alone.
func TestLadderPage(t *testing.T) {
	w := newClubFixture(t)
	page := w.campaignPath("/ladder")
	w.owner.get(page).want(404)
	w.owner.get(w.campaignPath("/settings")).submit("/settings", "ladder", "yes", "reach", "many").want(422, "Entre 1 et 50")
	if got := w.owner.page.Find("#reach").AttrOr("value", ""); got != "many" {
		t.Errorf("the reach came back as %q", got)
	}
	w.owner.submit("/settings", "reach", "2", "answer", "5").want(200)
	w.player.get(w.campaignPath("")).get(w.player.link("Échelle")).want(200, "On défie jusqu’à 2 places plus haut", "Aucun défi en cours")
	checkPhrases(t, w.player)
	const start, after = "Garde de Hautecombe, Ligue du Sel", "Ligue du Sel, Garde de Hautecombe"
	if got := ladderSides(w.player); got != start {
		t.Errorf("the ladder begins as %s", got)
	}
	w.player.submit("/ladder/challenges", "note", "Jeudi ?").want(200, "Défi lancé", "Ligue du Sel défie Garde de Hautecombe", "Jeudi ?")
	w.player.submit("/ladder/challenges").want(409, "Un défi est déjà lancé")
	w.owner.get("/").want(200, "Ligue du Sel vous défie").get(page)
	challenge := w.owner.page.Find(".challenge-line form").AttrOr("action", "")
	if w.player.get(page).page.Find(".challenge-line button[value=accept]").Length() != 0 {
		t.Error("the challenger is offered to accept")
	}
	w.owner.submit(challenge, "do", "accept", "at", "tomorrow").want(422, "La date n’est pas lisible")
	w.owner.get(page).submit(challenge, "do", "accept", "at", "2026-11-20T20:00").want(200, "Défi accepté", "Accepté, à jouer")
	st := w.state()
	b := st.BattlesOf(w.campaign)[0]
	report := "/clubs/" + w.id + "/battles/" + b.ID + "/report"
	w.player.get(report).submit("/report", "winner", "0", "score0", "9", "score1", "4")
	w.owner.get(report).submit("/confirm")
	w.player.get(page).want(200, "Ligue du Sel monte de 2 à 1, devant Garde de Hautecombe", "Bataille 1")
	if got := ladderSides(w.player); got != after {
		t.Errorf("after the battle %s", got)
	}
	if first := w.player.get(w.campaignPath("/standings")).page.Find("table.standings tbody tr th").First().Text(); !strings.Contains(first, "Ligue du Sel") {
		t.Errorf("the table begins with %s", first)
	}
	w.player.get(w.campaignPath("/standings?why="+w.playerSide)).want(200, "est à la place 1 de l’échelle")
	w.player.get(w.campaignPath("/chronicle")).want(200, "Ligue du Sel défie Garde de Hautecombe", "Camille accepte le défi")
	checkPhrases(t, w.player)
	void := "/clubs/" + w.id + "/arbiter/void?battle=" + b.ID
	w.owner.get(void).want(200, "place sur l’échelle").submit(void[strings.Index(void, "/arbiter"):strings.Index(void, "?")]+"?act=&battle="+b.ID, "why", "Perdu au dé.").want(200)
	if got := ladderSides(w.player.get(page)); got != start {
		t.Errorf("after the void %s", got)
	}
	w.player.want(200, "Accepté, à jouer", "Personne n’a encore changé de place")
}

// TestDecline: a challenge declined is told and leaves the places where it does not yield.
func TestDecline(t *testing.T) {
	w := newClubFixture(t)
	w.owner.get(w.campaignPath("/settings")).submit("/settings", "ladder", "yes").want(200)
	page := w.campaignPath("/ladder")
	w.player.get(page).submit("/ladder/challenges").want(200)
	w.owner.get(page)
	w.owner.submit(w.owner.page.Find(".challenge-line form").AttrOr("action", ""), "do", "decline").want(200, "Défi refusé", "Aucun défi en cours")
	w.player.get(page).submit("/ladder/challenges").want(200)
	w.setClock(w.clock().AddDate(0, 0, 9))
	w.player.get(page).want(200, "Sans réponse depuis")
	w.player.submit(w.player.page.Find(".challenge-line form").AttrOr("action", ""), "do", "close").want(200, "Défi clos")
	dares := w.state().Campaigns[w.campaign].Challenges
	if dares[0].State != campaign.Declined || dares[1].State != campaign.Lapsed {
		t.Errorf("challenges %+v", dares)
	}
}

// TestGroupsInTheTable: a league in groups has a table for each.
func TestGroupsInTheTable(t *testing.T) {
	w := newClubFixture(t)
	w.owner.get(w.campaignPath("/settings")).submit("/settings", "groups", "2", "method", "pools").want(200)
	for _, page := range []string{"/standings", ""} {
		w.player.get(w.campaignPath(page)).want(200, "Poule 1", "Poule 2")
		checkPhrases(t, w.player)
	}
	w.owner.get(w.campaignPath("/draw")).want(200)
	if got := w.owner.page.Find("#method option[selected]").AttrOr("value", ""); got != "pools" {
		t.Errorf("the draw begins with %q", got)
	}
}

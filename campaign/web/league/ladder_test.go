package league_test

import (
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"oriflamme/campaign"
	"oriflamme/campaign/web/webtest"
)

// ladderSides returns the sides on the ladder's page, from the top.
func ladderSides(r *webtest.Browser) string {
	var names []string
	r.Page.Find(".ladder li .who b").Each(func(_ int, s *goquery.Selection) { names = append(names, s.Text()) })
	return strings.Join(names, ", ")
}

// TestLadderPage raises, accepts, plays and voids a challenge with forms only.
func TestLadderPage(t *testing.T) {
	w := webtest.NewClubFixture(t)
	page := w.CampaignPath("/ladder")
	w.Owner.Get(page).Want(404)
	w.Owner.Get(w.CampaignPath("/settings")).Submit("/settings", "ladder", "yes", "reach", "many").Want(422, "Entre 1 et 50")
	w.Owner.WantValue("#reach", "many")
	w.Owner.Submit("/settings", "reach", "2", "answer", "5").Want(200)
	w.Player.Get(w.CampaignPath("")).Get(w.Player.Link("Échelle")).Want(200, "On défie jusqu’à 2 places plus haut", "Aucun défi en cours")
	webtest.CheckPhrases(t, w.Player)
	const start, after = "Garde de Hautecombe, Ligue du Sel", "Ligue du Sel, Garde de Hautecombe"
	if got := ladderSides(w.Player); got != start {
		t.Errorf("the ladder begins as %s", got)
	}
	w.Player.Submit("/ladder/challenges", "note", "Jeudi ?").Want(200, "Défi lancé", "Ligue du Sel défie Garde de Hautecombe", "Jeudi ?")
	w.Player.Submit("/ladder/challenges").Want(409, "Un défi est déjà lancé")
	w.Owner.Get("/").Want(200, "Ligue du Sel vous défie").Get(page)
	challenge := w.Owner.Page.Find(".challenge-line form").AttrOr("action", "")
	w.Player.Get(page).WantCount(".challenge-line button[value=accept]", 0, "the challenger is offered to accept")
	w.Owner.Submit(challenge, "do", "accept", "at", "tomorrow").Want(422, "La date n’est pas lisible")
	w.Owner.Get(page).Submit(challenge, "do", "accept", "at", "2026-11-20T20:00").Want(200, "Défi accepté", "Accepté, à jouer")
	st := w.State()
	b := st.BattlesOf(w.Campaign)[0]
	report := "/clubs/" + w.ID + "/battles/" + b.ID + "/report"
	w.Player.Get(report).Submit("/report", "winner", "0", "score0", "9", "score1", "4")
	w.Owner.Get(report).Submit("/confirm")
	w.Player.Get(page).Want(200, "Ligue du Sel monte de 2 à 1, devant Garde de Hautecombe", "Bataille 1")
	if got := ladderSides(w.Player); got != after {
		t.Errorf("after the battle %s", got)
	}
	if first := w.Player.Get(w.CampaignPath("/standings")).Page.Find("table.standings tbody tr th").First().Text(); !strings.Contains(first, "Ligue du Sel") {
		t.Errorf("the table begins with %s", first)
	}
	w.Player.Get(w.CampaignPath("/standings?why="+w.PlayerSide)).Want(200, "est à la place 1 de l’échelle")
	w.Player.Get(w.CampaignPath("/chronicle")).Want(200, "Ligue du Sel défie Garde de Hautecombe", "Camille accepte le défi")
	webtest.CheckPhrases(t, w.Player)
	void := "/clubs/" + w.ID + "/arbiter/void?battle=" + b.ID
	w.Owner.Get(void).Want(200, "place sur l’échelle").Submit(void[strings.Index(void, "/arbiter"):strings.Index(void, "?")]+"?act=&battle="+b.ID, "why", "Perdu au dé.").Want(200)
	if got := ladderSides(w.Player.Get(page)); got != start {
		t.Errorf("after the void %s", got)
	}
	w.Player.Want(200, "Accepté, à jouer", "Personne n’a encore changé de place")
}

// TestDecline: a declined challenge is shown as such, and changes no places if the rules of the ladder do not say so.
func TestDecline(t *testing.T) {
	w := webtest.NewClubFixture(t)
	w.Owner.Get(w.CampaignPath("/settings")).Submit("/settings", "ladder", "yes").Want(200)
	page := w.CampaignPath("/ladder")
	w.Player.Get(page).Submit("/ladder/challenges").Want(200)
	w.Owner.Get(page)
	w.Owner.Submit(w.Owner.Page.Find(".challenge-line form").AttrOr("action", ""), "do", "decline").Want(200, "Défi refusé", "Aucun défi en cours")
	w.Player.Get(page).Submit("/ladder/challenges").Want(200)
	w.SetClock(w.Clock().AddDate(0, 0, 9))
	w.Player.Get(page).Want(200, "Sans réponse depuis")
	w.Player.Submit(w.Player.Page.Find(".challenge-line form").AttrOr("action", ""), "do", "close").Want(200, "Défi clos")
	dares := w.State().Campaigns[w.Campaign].Challenges
	if dares[0].State != campaign.Declined || dares[1].State != campaign.Lapsed {
		t.Errorf("challenges %+v", dares)
	}
}

// TestGroupsInTheTable: a league in groups has standings for each group.
func TestGroupsInTheTable(t *testing.T) {
	w := webtest.NewClubFixture(t)
	w.Owner.Get(w.CampaignPath("/settings")).Submit("/settings", "groups", "2", "method", "pools").Want(200)
	for _, page := range []string{"/standings", ""} {
		w.Player.Get(w.CampaignPath(page)).Want(200, "Poule 1", "Poule 2")
		webtest.CheckPhrases(t, w.Player)
	}
	w.Owner.Get(w.CampaignPath("/draw")).Want(200)
	if got := w.Owner.Page.Find("#method option[selected]").AttrOr("value", ""); got != "pools" {
		t.Errorf("the draw begins with %q", got)
	}
}

package play_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"oriflamme/campaign"
	"oriflamme/campaign/web/webtest"
)

// TestAppealPages: the arbiter's page lists an appeal against the ruling of a league's battle with its text and a photograph,
// and dismisses it with a reason of which both sides are notified. The battle's page shows all steps in order.
func TestAppealPages(t *testing.T) {
	w := webtest.NewClubFixture(t)
	id, page := w.DisputedBattle()
	if w.Player.Get(page).Want(200, "Une belle soirée.", "rien n’est décidé"); strings.TrimSpace(w.Player.Text(".outcome .num")) != "" {
		t.Errorf("a disputed battle shows a result: %s", w.Player.Text(".outcome"))
	}
	arbiter := w.NewMember("arbiter", "Odile")
	arbiter.Get("/clubs/"+w.ID+"/arbiter").Submit("/battles/"+id, "take", "0", "why", "La feuille signée le dit.").Want(200)
	if got := w.State().Battles[id].Status; got != campaign.Final {
		t.Fatalf("ruled, the battle is %s", got)
	}
	arbiter.Get("/clubs/"+w.ID+"/arbiter").Want(200, "Aucun litige")
	w.Player.Get(page).Submit("/appeal", "reason", "La feuille est celle d’hier.").Want(200, "La feuille est celle d’hier.")
	w.Player.Upload("/exhibits", webtest.Photograph(t, 99), "alt", "La bonne feuille").Want(200, "La bonne feuille")
	arbiter.Get("/waiting").Want(200, "Un appel à entendre")
	arbiter.Get(arbiter.Page.Find("main a[href$='/arbiter']").AttrOr("href", "")).Want(200, "Inès fait appel", "La feuille est celle d’hier.", "La bonne feuille", "La feuille signée le dit.")
	arbiter.Submit("/dismiss", "dismiss-why", " ").Want(422)
	arbiter.Submit("/dismiss", "dismiss-why", "Elle porte la date du jour.").Want(200, "L’appel est rejeté", "Elle porte la date du jour.")
	webtest.CheckOrder(t, webtest.HistorySteps(arbiter), "Camille annonce : 9 à 4 … Une belle soirée.", "Inès annonce : 9 à 4 pour Ligue du Sel … rien n’est décidé", "Odile tranche : 9 à 4 … La feuille signée le dit.",
		"Inès fait appel … La feuille est celle d’hier.", "Inès montre une photo", "Odile rejette l’appel … Elle porte la date du jour.")
	if w.Player.Get(page); w.Player.Page.Find("form[action$='/appeal'], form[action$='/exhibits']").Length() > 0 || strings.Contains(w.Player.Text(".outcome"), "Corrigé") {
		t.Error("a dismissed appeal is still open")
	}
	arbiter.Get("/clubs/"+w.ID+"/arbiter").Want(200, "Aucun litige")
	for _, r := range []*webtest.Browser{w.Owner, w.Player} {
		r.Get("/clubs/"+w.ID+"/inbox").Want(200, "Odile a rejeté l’appel")
	}
	w.Player.Get(w.CampaignPath("/chronicle")).Want(200, "Inès fait appel", "Odile rejette l’appel")
	for _, r := range []*webtest.Browser{w.Player, arbiter} {
		r.Lang = "en"
		r.Get(page).Want(200, "What happened", "Odile dismisses the appeal")
		webtest.CheckPhrases(t, r)
	}
}

// TestCorrectedBattleTellsItsStory: after an appeal was granted, the page marks the result in force, shows the first result and
// every step in order. Earlier lines of the chronicle stay as they were, and link to what followed.
func TestCorrectedBattleTellsItsStory(t *testing.T) {
	w := webtest.NewClubFixture(t)
	id, page := w.DisputedBattle()
	arbiter := w.NewMember("arbiter", "Odile")
	arbiter.Get("/clubs/"+w.ID+"/arbiter").Submit("/battles/"+id, "take", "0", "why", "La feuille signée le dit.").Want(200)
	ruling := w.State().No
	w.Player.Get(page).Submit("/appeal", "reason", "La feuille est celle d’hier.").Want(200)
	arbiter.Get("/clubs/"+w.ID+"/arbiter").Want(200, "L’appel est fondé")
	arbiter.Submit("/battles/"+id, "take", "1", "why", "C’était bien celle d’hier.").Want(200, "9 à 4 pour Garde de Hautecombe", "9 à 4 pour Ligue du Sel")
	arbiter.Submit("/battles/"+id, "do", "correct").Want(200)
	correction := w.State().No

	visitor := w.Browser().Get(page).Want(200, "Le résultat a changé une fois. D’abord\u00a0: 9 à 4", "C’était bien celle d’hier.")
	if text := visitor.Text(".outcome"); !strings.Contains(text, "Corrigé") || !strings.Contains(text, "4 à 9") {
		t.Errorf("the head says %q", text)
	}
	webtest.CheckOrder(t, webtest.HistorySteps(visitor), "Camille annonce : 9 à 4", "Inès annonce : 9 à 4 pour Ligue du Sel", "Odile tranche : 9 à 4 … La feuille signée le dit.",
		"Inès fait appel … La feuille est celle d’hier.", "Odile corrige : 9 à 4 pour Ligue du Sel … C’était bien celle d’hier.")
	if holds := visitor.Page.Find(".past > li.holds"); holds.Length() != 1 || !strings.Contains(holds.Text(), "corrige") {
		t.Errorf("%d steps hold: %s", holds.Length(), holds.Text())
	}
	arbiter.Get("/clubs/"+w.ID+"/arbiter").Want(200, "Aucun litige")

	visitor.Get(w.CampaignPath("/chronicle")).Want(200)
	var ruled, now []string
	visitor.Page.Find("article.chronicle-event").Each(func(_ int, ev *goquery.Selection) {
		text := strings.Join(strings.Fields(ev.Text()), " ")
		switch ev.AttrOr("id", "") {
		case fmt.Sprint("act-", ruling):
			ruled = append(ruled, text)
		case fmt.Sprint("act-", correction):
			now = append(now, text)
		}
	})
	has := func(lines []string, text string) bool {
		return slices.ContainsFunc(lines, func(s string) bool { return strings.Contains(s, text) })
	}
	if !has(ruled, "Camille bat Inès") || has(ruled, "Inès bat") || !has(ruled, "Corrigé depuis") {
		t.Errorf("the line of the first ruling: %q", ruled)
	}
	if !has(now, "Inès bat Camille") || !has(now, "celle d’hier") {
		t.Errorf("the line of the correction: %q", now)
	}
	visitor.Get(visitor.Link("Corrigé depuis")).Want(200)
	if visitor.Page.Find(fmt.Sprintf("#act-%d", correction)).Length() == 0 {
		t.Error("what followed is not where the link leads")
	}
}

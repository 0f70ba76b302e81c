package web_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"oriflamme/campaign"
)

// TestAppealPages: an appeal against the ruling of a league's battle comes onto the arbiter's desk with its words, takes a
// photograph, and is dismissed with a reason that both sides are told; the battle's page tells all of it in order.
func TestAppealPages(t *testing.T) {
	w := newClubFixture(t)
	id, page := w.disputedBattle()
	if w.player.get(page).want(200, "Une belle soirée.", "rien n’est décidé"); strings.TrimSpace(w.player.text(".outcome .num")) != "" {
		t.Errorf("a disputed battle shows a result: %s", w.player.text(".outcome"))
	}
	arbiter := w.newMember("arbiter", "Odile")
	arbiter.get("/clubs/"+w.id+"/arbiter").submit("/battles/"+id, "take", "0", "why", "La feuille signée le dit.").want(200)
	if got := w.state().Battles[id].Status; got != campaign.Final {
		t.Fatalf("ruled, the battle is %s", got)
	}
	arbiter.get("/clubs/"+w.id+"/arbiter").want(200, "Aucun litige")
	w.player.get(page).submit("/appeal", "reason", "La feuille est celle d’hier.").want(200, "La feuille est celle d’hier.")
	w.player.upload("/exhibits", photograph(t, 99), "alt", "La bonne feuille").want(200, "La bonne feuille")
	arbiter.get("/waiting").want(200, "Un appel à entendre")
	arbiter.get(arbiter.page.Find("main a[href$='/arbiter']").AttrOr("href", "")).want(200, "Inès fait appel", "La feuille est celle d’hier.", "La bonne feuille", "La feuille signée le dit.")
	arbiter.submit("/dismiss", "dismiss-why", " ").want(422)
	arbiter.submit("/dismiss", "dismiss-why", "Elle porte la date du jour.").want(200, "L’appel est rejeté", "Elle porte la date du jour.")
	checkOrder(t, historySteps(arbiter), "Camille annonce : 9 à 4 … Une belle soirée.", "Inès annonce : 9 à 4 pour Ligue du Sel … rien n’est décidé", "Odile tranche : 9 à 4 … La feuille signée le dit.",
		"Inès fait appel … La feuille est celle d’hier.", "Inès montre une photo", "Odile rejette l’appel … Elle porte la date du jour.")
	if w.player.get(page); w.player.page.Find("form[action$='/appeal'], form[action$='/exhibits']").Length() > 0 || strings.Contains(w.player.text(".outcome"), "Corrigé") {
		t.Error("a dismissed appeal is still open")
	}
	arbiter.get("/clubs/"+w.id+"/arbiter").want(200, "Aucun litige")
	for _, r := range []*browser{w.owner, w.player} {
		r.get("/clubs/"+w.id+"/inbox").want(200, "Odile a rejeté l’appel")
	}
	w.player.get(w.campaignPath("/chronicle")).want(200, "Inès fait appel", "Odile rejette l’appel")
	for _, r := range []*browser{w.player, arbiter} {
		r.lang = "en"
		r.get(page).want(200, "What happened", "Odile dismisses the appeal")
		checkPhrases(t, r)
	}
}

// TestCorrectedBattleTellsItsStory: after an appeal that is granted the page shows the result that holds, tagged, what it was at
// first, and every step in order; lines of the chronicle from before keep what they said, and lead to what followed.
func TestCorrectedBattleTellsItsStory(t *testing.T) {
	w := newClubFixture(t)
	id, page := w.disputedBattle()
	arbiter := w.newMember("arbiter", "Odile")
	arbiter.get("/clubs/"+w.id+"/arbiter").submit("/battles/"+id, "take", "0", "why", "La feuille signée le dit.").want(200)
	ruling := w.state().No
	w.player.get(page).submit("/appeal", "reason", "La feuille est celle d’hier.").want(200)
	arbiter.get("/clubs/"+w.id+"/arbiter").want(200, "L’appel est fondé")
	arbiter.submit("/battles/"+id, "take", "1", "why", "C’était bien celle d’hier.").want(200, "9 à 4 pour Garde de Hautecombe", "9 à 4 pour Ligue du Sel")
	arbiter.submit("/battles/"+id, "do", "correct").want(200)
	correction := w.state().No

	visitor := w.browser().get(page).want(200, "Le résultat a changé une fois. D’abord\u00a0: 9 à 4", "C’était bien celle d’hier.")
	if text := visitor.text(".outcome"); !strings.Contains(text, "Corrigé") || !strings.Contains(text, "4 à 9") {
		t.Errorf("the head says %q", text)
	}
	checkOrder(t, historySteps(visitor), "Camille annonce : 9 à 4", "Inès annonce : 9 à 4 pour Ligue du Sel", "Odile tranche : 9 à 4 … La feuille signée le dit.",
		"Inès fait appel … La feuille est celle d’hier.", "Odile corrige : 9 à 4 pour Ligue du Sel … C’était bien celle d’hier.")
	if holds := visitor.page.Find(".past > li.holds"); holds.Length() != 1 || !strings.Contains(holds.Text(), "corrige") {
		t.Errorf("%d steps hold: %s", holds.Length(), holds.Text())
	}
	arbiter.get("/clubs/"+w.id+"/arbiter").want(200, "Aucun litige")

	visitor.get(w.campaignPath("/chronicle")).want(200)
	var ruled, now []string
	visitor.page.Find("article.chronicle-event").Each(func(_ int, ev *goquery.Selection) {
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
	visitor.get(visitor.link("Corrigé depuis")).want(200)
	if visitor.page.Find(fmt.Sprintf("#act-%d", correction)).Length() == 0 {
		t.Error("what followed is not where the link leads")
	}
}

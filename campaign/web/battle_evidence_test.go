package web_test

import (
	"strings"
	"testing"

	"oriflamme/campaign"
)

// TestExhibitPages: each side of a disputed battle shows a photograph without script; the arbiter sees it beside what that
// side has said, both sides on the battle's page, nobody else anywhere.
func TestEvidencePages(t *testing.T) {
	w := newClubFixture(t)
	id := w.scheduleBattle()
	page := "/clubs/" + w.id + "/battles/" + id
	if w.player.get(page); w.player.page.Find("form[action$='/exhibits']").Length() > 0 {
		t.Error("a photograph can be shown before anything is disputed")
	}
	w.owner.get(page+"/report").submit("/report", "winner", "0", "score0", "9", "score1", "4").want(200)
	w.player.get(page+"/report").submit("/dispute", "objection", "La troisième ronde manque.").want(200, "L’arbitre est saisi", "Montrer une photo à l’arbitre")
	w.player.upload("/exhibits", photograph(t, 80), "alt", " ").want(422, "est à remplir")
	w.player.upload("/exhibits", []byte("<svg/>"), "alt", "La table").want(422, "n’est pas une image")
	if alt := w.player.page.Find("#alt").AttrOr("value", ""); alt != "La table" {
		t.Errorf("the words came back as %q", alt)
	}
	w.owner.get(page).upload("/exhibits", photograph(t, 83), "alt", " ").want(422, "Une image est déjà jointe")
	if r := w.browser(); r.get(w.owner.page.Find("input[name=held] ~ .hint a").AttrOr("href", "")).status == 200 && r.page.Find("img").Length() > 0 {
		t.Error("a visitor sees what was not shown yet")
	}
	w.player.upload("/exhibits", photograph(t, 80), "alt", "La  table, vue d’en haut").want(200, "L’arbitre verra cette photo", "La table, vue d’en haut")
	w.owner.get(page).upload("/exhibits", photograph(t, 81), "alt", "Ma feuille").want(200)

	arbiter := w.newMember("arbiter", "Odile")
	arbiter.get("/clubs/"+w.id+"/arbiter").want(200, "La table, vue d’en haut", "Ma feuille")
	shots := arbiter.page.Find(".dispute .reports .shots")
	if shots.Length() != 2 || shots.First().Find("img").AttrOr("alt", "") != "Ma feuille" { // his side has reported, hers has not
		t.Errorf("%d groups of photographs, the first %q", shots.Length(), shots.First().Text())
	}
	image := shots.Last().Find("img").AttrOr("src", "")
	arbiter.get(image).want(200)
	arbiter.get("/clubs/"+w.id+"/arbiter/battles/"+id).want(200, "Ma feuille")
	arbiter.get(w.campaignPath("/chronicle")).want(200, "montre une photo à l’arbitre")

	stranger := w.browser()
	if stranger.get(page).want(200); stranger.page.Find(".shots").Length() > 0 {
		t.Error("a visitor sees the photographs")
	}
	stranger.get(image).want(200, "Entrer")
	stranger.get(w.campaignPath("/images/") + image[len(image)-64:]).want(404)
	guest := w.newMember("guest", "Luc")
	if guest.get(page).want(200); guest.page.Find(".shots").Length() > 0 || strings.Contains(guest.body, "Ma feuille") {
		t.Error("who plays no side of it sees the photographs")
	}
	other := w.newMember("player", "Basile")
	for _, r := range []*browser{guest, other} {
		hash := image[len(image)-64:]
		r.get(image).want(404)
		r.get(w.campaignPath("/images/") + hash).want(404)
		r.get("/clubs/" + w.id + "/images").want(200)
		if strings.Contains(r.body, hash) {
			t.Error("the club's album shows what was laid before the arbiter")
		}
		r.get(page)
	}
	for _, r := range []*browser{w.owner, w.player, arbiter} {
		r.get(w.campaignPath("/images/") + image[len(image)-64:]).want(200)
		r.get(page)
	}
	if guest.page.Find("form[action$='/exhibits']").Length() > 0 {
		t.Error("who plays no side of it may show a photograph")
	}
	if n := len(w.state().Battles[id].Evidence); n != 2 {
		t.Errorf("%d exhibits", n)
	}

	w.player.get("/clubs/"+w.id+"/images").submit(image[len(image)-64:]+"/remove").want(200, "Retirée")
	arbiter.get("/clubs/"+w.id+"/arbiter").want(200, "Photo retirée", "La table, vue d’en haut")
	arbiter.submit("/battles/"+id, "take", "0", "why", "La feuille fait foi.").want(200, "La feuille fait foi", "Ma feuille")
	if got := w.state().Battles[id].Status; got != campaign.Final && got != campaign.Ruled {
		t.Errorf("ruled: %s", got)
	}
}

// TestDisputeWithPhotograph: the form that objects takes a photograph along, without script; refused it comes back with
// both, and sent ten times it is one objection with one photograph.
func TestDisputeWithPhotograph(t *testing.T) {
	w := newClubFixture(t)
	id := w.scheduleBattle()
	page := "/clubs/" + w.id + "/battles/" + id
	w.owner.get(page+"/report").submit("/report", "winner", "0", "score0", "9", "score1", "4").want(200)
	r := w.player.get(page + "/report")
	before := w.state().No
	r.upload("/dispute", []byte("<svg/>"), "objection", "La ronde manque.", "alt", "").want(422, "n’est pas une image", "La ronde manque.")
	r.upload("/dispute", photograph(t, 84), "objection", "La ronde manque.", "alt", " ").want(422, "est à remplir", "La ronde manque.", "Une image est déjà jointe")
	if _, open := r.page.Find("details:has(form[action$='/dispute'])").Attr("open"); !open {
		t.Error("the form that was refused is folded away")
	}
	held := r.page.Find("form[action$='/dispute'] input[name=held]").AttrOr("value", "")
	r.upload("/dispute", nil, "objection", " ", "alt", "La feuille").want(422)
	if got := r.page.Find("form[action$='/dispute'] input[name=held]").AttrOr("value", ""); got != held || r.page.Find("#alt").AttrOr("value", "") != "La feuille" {
		t.Errorf("came back with %q and %q", got, r.page.Find("#alt").AttrOr("value", ""))
	}
	if n := w.state().No; n != before {
		t.Fatalf("%d acts of what was refused", n-before)
	}
	to, values := r.fill("/dispute", "objection", "La ronde manque.", "alt", "La feuille")
	for range 10 {
		r.uploadTo(to, nil, values).want(200, "L’arbitre est saisi", "La feuille")
	}
	b := w.state().Battles[id]
	if n := w.state().No - before; n != 2 || b.Status != campaign.Disputed || len(b.Evidence) != 1 || b.Evidence[0].Image != held {
		t.Errorf("%d acts, %s, shown %v, want an objection and %s", n, b.Status, b.Evidence, held)
	}
	values.Set("_key", "typed-without-a-network") // the same side objects from another phone, which had no network
	values.Set("_late", "2026-11-19T20:00:00Z")
	for range 10 {
		r.uploadTo(to, photograph(t, 85), values).want(200, "Votre version est notée")
	}
	st := w.state()
	if b := st.Battles[id]; len(b.Evidence) != 2 || len(st.Comments) != 1 || !strings.Contains(st.Comments[0].Text, "La ronde manque.") {
		t.Errorf("what came late: shown %d, remarks %v", len(b.Evidence), st.Comments)
	}
}

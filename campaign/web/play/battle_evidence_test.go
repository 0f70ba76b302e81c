package play_test

import (
	"strings"
	"testing"

	"oriflamme/campaign"
	"oriflamme/campaign/web/webtest"
)

// TestEvidencePages: each side of a disputed battle submits a photograph without scripts. The arbiter sees it beside that side's
// report, both sides see it on the battle's page, and nobody else sees it.
func TestEvidencePages(t *testing.T) {
	w := webtest.NewClubFixture(t)
	id := w.ScheduleBattle()
	page := "/clubs/" + w.ID + "/battles/" + id
	w.Player.Get(page).WantCount("form[action$='/exhibits']", 0, "a photograph can be shown before anything is disputed")
	w.Owner.Get(page+"/report").Submit("/report", "winner", "0", "score0", "9", "score1", "4").Want(200)
	w.Player.Get(page+"/report").Submit("/dispute", "objection", "La troisième ronde manque.").Want(200, "L’arbitre est saisi", "Montrer une photo à l’arbitre")
	w.Player.Upload("/exhibits", webtest.Photograph(t, 80), "alt", " ").Want(422, "est à remplir")
	w.Player.Upload("/exhibits", []byte("<svg/>"), "alt", "La table").Want(422, "n’est pas une image")
	w.Player.WantValue("#alt", "La table")
	w.Owner.Get(page).Upload("/exhibits", webtest.Photograph(t, 83), "alt", " ").Want(422, "Une image est déjà jointe")
	if r := w.Browser(); r.Get(w.Owner.Page.Find("input[name=held] ~ .hint a").AttrOr("href", "")).Status == 200 && r.Page.Find("img").Length() > 0 {
		t.Error("a visitor sees what was not shown yet")
	}
	w.Player.Upload("/exhibits", webtest.Photograph(t, 80), "alt", "La  table, vue d’en haut").Want(200, "L’arbitre verra cette photo", "La table, vue d’en haut")
	w.Owner.Get(page).Upload("/exhibits", webtest.Photograph(t, 81), "alt", "Ma feuille").Want(200)

	arbiter := w.NewMember("arbiter", "Odile")
	arbiter.Get("/clubs/"+w.ID+"/arbiter").Want(200, "La table, vue d’en haut", "Ma feuille")
	shots := arbiter.Page.Find(".dispute .reports .shots")
	if shots.Length() != 2 || shots.First().Find("img").AttrOr("alt", "") != "Ma feuille" { // his side has reported, hers has not
		t.Errorf("%d groups of photographs, the first %q", shots.Length(), shots.First().Text())
	}
	image := shots.Last().Find("img").AttrOr("src", "")
	arbiter.Get(image).Want(200)
	arbiter.Get("/clubs/"+w.ID+"/arbiter/battles/"+id).Want(200, "Ma feuille")
	arbiter.Get(w.CampaignPath("/chronicle")).Want(200, "montre une photo à l’arbitre")

	stranger := w.Browser()
	stranger.Get(page).Want(200).WantCount(".shots", 0, "a visitor sees the photographs")
	stranger.Get(image).Want(200, "Entrer")
	stranger.Get(w.CampaignPath("/images/") + image[len(image)-64:]).Want(404)
	guest := w.NewMember("guest", "Luc")
	if guest.Get(page).Want(200); guest.Page.Find(".shots").Length() > 0 || strings.Contains(guest.Body, "Ma feuille") {
		t.Error("who plays no side of it sees the photographs")
	}
	other := w.NewMember("player", "Basile")
	for _, r := range []*webtest.Browser{guest, other} {
		hash := image[len(image)-64:]
		r.Get(image).Want(404)
		r.Get(w.CampaignPath("/images/") + hash).Want(404)
		r.Get("/clubs/"+w.ID+"/images").Want(200).WantNot("the club's album shows what was laid before the arbiter", hash)
		r.Get(page)
	}
	for _, r := range []*webtest.Browser{w.Owner, w.Player, arbiter} {
		r.Get(w.CampaignPath("/images/") + image[len(image)-64:]).Want(200)
		r.Get(page)
	}
	guest.WantCount("form[action$='/exhibits']", 0, "who plays no side of it may show a photograph")
	if n := len(w.State().Battles[id].Evidence); n != 2 {
		t.Errorf("%d exhibits", n)
	}

	w.Player.Get("/clubs/"+w.ID+"/images").Submit(image[len(image)-64:]+"/remove").Want(200, "Retirée")
	arbiter.Get("/clubs/"+w.ID+"/arbiter").Want(200, "Photo retirée", "La table, vue d’en haut")
	arbiter.Submit("/battles/"+id, "take", "0", "why", "La feuille fait foi.").Want(200, "La feuille fait foi", "Ma feuille")
	if got := w.State().Battles[id].Status; got != campaign.Final && got != campaign.Ruled {
		t.Errorf("ruled: %s", got)
	}
}

// TestDisputeWithPhotograph: the form of an objection takes a photograph, without scripts. If it is refused, it keeps the text
// and the photograph. Sent ten times, it is one objection with one photograph.
func TestDisputeWithPhotograph(t *testing.T) {
	w := webtest.NewClubFixture(t)
	id := w.ScheduleBattle()
	page := "/clubs/" + w.ID + "/battles/" + id
	w.Owner.Get(page+"/report").Submit("/report", "winner", "0", "score0", "9", "score1", "4").Want(200)
	r := w.Player.Get(page + "/report")
	before := w.State().No
	r.Upload("/dispute", []byte("<svg/>"), "objection", "La ronde manque.", "alt", "").Want(422, "n’est pas une image", "La ronde manque.")
	r.Upload("/dispute", webtest.Photograph(t, 84), "objection", "La ronde manque.", "alt", " ").Want(422, "est à remplir", "La ronde manque.", "Une image est déjà jointe")
	if _, open := r.Page.Find("details:has(form[action$='/dispute'])").Attr("open"); !open {
		t.Error("the form that was refused is folded away")
	}
	held := r.Page.Find("form[action$='/dispute'] input[name=held]").AttrOr("value", "")
	r.Upload("/dispute", nil, "objection", " ", "alt", "La feuille").Want(422)
	if got := r.Page.Find("form[action$='/dispute'] input[name=held]").AttrOr("value", ""); got != held || r.Page.Find("#alt").AttrOr("value", "") != "La feuille" {
		t.Errorf("came back with %q and %q", got, r.Page.Find("#alt").AttrOr("value", ""))
	}
	if n := w.State().No; n != before {
		t.Fatalf("%d acts of what was refused", n-before)
	}
	to, values := r.Fill("/dispute", "objection", "La ronde manque.", "alt", "La feuille")
	for range 10 {
		r.UploadTo(to, nil, values).Want(200, "L’arbitre est saisi", "La feuille")
	}
	b := w.State().Battles[id]
	if n := w.State().No - before; n != 2 || b.Status != campaign.Disputed || len(b.Evidence) != 1 || b.Evidence[0].Image != held {
		t.Errorf("%d acts, %s, shown %v, want an objection and %s", n, b.Status, b.Evidence, held)
	}
	values.Set("_key", "typed-without-a-network") // the same side objects from another phone, which had no network
	values.Set("_late", "2026-11-19T20:00:00Z")
	for range 10 {
		r.UploadTo(to, webtest.Photograph(t, 85), values).Want(200, "Votre version est notée")
	}
	st := w.State()
	if b := st.Battles[id]; len(b.Evidence) != 2 || len(st.Comments) != 1 || !strings.Contains(st.Comments[0].Text, "La ronde manque.") {
		t.Errorf("what came late: shown %d, remarks %v", len(b.Evidence), st.Comments)
	}
}

package web_test

import (
	"testing"

	"oriflamme/campaign"
)

// TestExhibitPages: each side of a disputed battle shows a photograph without script; the arbiter sees it beside what that
// side has said, members on the battle's page, visitors nowhere.
func TestExhibitPages(t *testing.T) {
	w := found(t)
	id := w.battle()
	page := "/clubs/" + w.id + "/battles/" + id
	if w.player.get(page); w.player.page.Find("form[action$='/exhibits']").Length() > 0 {
		t.Error("a photograph can be shown before anything is disputed")
	}
	w.owner.get(page+"/report").send("/report", "winner", "0", "score0", "9", "score1", "4").want(200)
	w.player.get(page+"/report").send("/dispute", "objection", "La troisième ronde manque.").want(200, "L’arbitre est saisi", "Montrer une photo à l’arbitre")
	w.player.upload("/exhibits", photograph(t, 80), "alt", " ").want(422, "est à remplir")
	w.player.upload("/exhibits", []byte("<svg/>"), "alt", "La table").want(422, "n’est pas une image")
	if alt := w.player.page.Find("#alt").AttrOr("value", ""); alt != "La table" {
		t.Errorf("the words came back as %q", alt)
	}
	w.player.upload("/exhibits", photograph(t, 80), "alt", "La  table, vue d’en haut").want(200, "L’arbitre verra cette photo", "La table, vue d’en haut")
	w.owner.get(page).upload("/exhibits", photograph(t, 81), "alt", "Ma feuille").want(200)

	arbiter := w.joined("arbiter", "Odile")
	arbiter.get("/clubs/"+w.id+"/arbiter").want(200, "La table, vue d’en haut", "Ma feuille")
	shots := arbiter.page.Find(".dispute .reports .shots")
	if shots.Length() != 2 || shots.First().Find("img").AttrOr("alt", "") != "Ma feuille" { // his side has reported, hers has not
		t.Errorf("%d groups of photographs, the first %q", shots.Length(), shots.First().Text())
	}
	image := shots.Last().Find("img").AttrOr("src", "")
	arbiter.get(image).want(200)
	arbiter.get("/clubs/"+w.id+"/arbiter/battles/"+id).want(200, "Ma feuille")
	arbiter.get(w.at("/chronicle")).want(200, "montre une photo à l’arbitre")

	stranger := w.reader()
	if stranger.get(page).want(200); stranger.page.Find(".shots").Length() > 0 {
		t.Error("a visitor sees the photographs")
	}
	stranger.get(image).want(200, "Entrer")
	stranger.get(w.at("/images/") + image[len(image)-64:]).want(404)
	guest := w.joined("guest", "Luc")
	guest.get(page).want(200, "Ma feuille")
	if guest.page.Find("form[action$='/exhibits']").Length() > 0 {
		t.Error("who plays no side of it may show a photograph")
	}
	if n := len(w.state().Battles[id].Exhibits); n != 2 {
		t.Errorf("%d exhibits", n)
	}

	w.player.get("/clubs/"+w.id+"/images").send(image[len(image)-64:]+"/remove").want(200, "Retirée")
	arbiter.get("/clubs/"+w.id+"/arbiter").want(200, "Photo retirée", "La table, vue d’en haut")
	arbiter.send("/battles/"+id, "take", "0", "why", "La feuille fait foi.").want(200, "La feuille fait foi", "Ma feuille")
	if got := w.state().Battles[id].Phase; got != campaign.Final && got != campaign.Ruled {
		t.Errorf("ruled: %s", got)
	}
}

package web_test

import (
	"encoding/xml"
	"regexp"
	"strings"
	"testing"

	"oriflamme/campaign"
)

var namedImage = regexp.MustCompile(`image:([0-9a-f]{64})`)

// TestStoryImages: an image goes into a story without script, is shown with its words and strict headers to whoever may
// read the campaign, and to nobody else.
func TestStoryImages(t *testing.T) {
	w := newClubFixture(t)
	r := w.player.get(w.campaignPath("/stories/new")).want(200, "Joindre une image", "lieu et appareil")
	r.upload("/stories", photograph(t, 90), "title", "Le pont", "text", "On tint le pont.", "do", "image", "alt", "Le [vieux] pont").want(200, "Le (vieux) pont")
	hash := namedImage.FindStringSubmatch(r.page.Find("textarea[name=text]").Text())[1]
	own := w.campaignPath("/images/") + hash
	if src := r.page.Find(".image-list img").AttrOr("src", ""); src != own {
		t.Errorf("the form shows %q, want %q", src, own)
	}
	stranger := w.browser()
	stranger.get(own).want(404) // nothing shows it yet
	r.submit("/stories").want(200, "Récit publié")
	img := r.page.Find(".story .prose img")
	if img.AttrOr("src", "") != own || img.AttrOr("alt", "") != "Le (vieux) pont" {
		t.Errorf("in the story: %q, %q", img.AttrOr("src", ""), img.AttrOr("alt", ""))
	}

	stranger.get(own).want(200)
	for name, want := range map[string]string{"Content-Type": "image/jpeg", "X-Content-Type-Options": "nosniff", "Cache-Control": "private, max-age=31536000, immutable",
		"Cross-Origin-Resource-Policy": "same-origin"} {
		if got := stranger.header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if got := stranger.header.Get("Content-Security-Policy"); !strings.Contains(got, "default-src 'none'") || !strings.HasSuffix(got, "sandbox") {
		t.Errorf("policy %q", got)
	}
	if strings.Contains(stranger.body, "48.8566") || strings.Contains(stranger.body, "script") {
		t.Error("more than pixels was kept")
	}
	// Neither another club nor a campaign that does not show it gives it out, nor a private one.
	other := newClubFixtureOn(w.testSite)
	stranger.get("/clubs/" + other.id + "/campaigns/" + other.campaign + "/images/" + hash).want(404)
	stranger.get("/clubs/"+other.id+"/images/"+hash).want(200, "Entrer")
	other.owner.get("/clubs/"+w.id+"/images/"+hash).want(200, "Entrer")
	camp := w.state().Campaigns[w.campaign]
	set := camp.Settings
	set.Private = true
	if _, err := w.service.Do(t.Context(), campaign.Actor{Member: w.state().Rosters[w.ownerSide].Member}, w.id, "private", campaign.ActRequest{Body: campaign.EditCampaign{Campaign: w.campaign, Settings: set}}); err != nil {
		t.Fatal(err)
	}
	stranger.get(own).want(404)
	w.player.get(own).want(200)

	var feed struct {
		Entries []struct {
			Content string `xml:"content"`
		} `xml:"entry"`
	}
	if err := xml.Unmarshal([]byte(w.player.get(w.campaignPath("/feed/fr")).body), &feed); err != nil || !strings.Contains(feed.Entries[1].Content, `src="`+w.server.URL+own) {
		t.Errorf("the feed: %v %+v", err, feed.Entries)
	}

	t.Run("the album", func(t *testing.T) {
		w.owner.get("/clubs/"+w.id+"/settings").get(w.owner.link("Images du club")).want(200, "Inès", "montrée")
		w.owner.submit("/remove").want(200, "Retirée", "Aucune image")
		w.player.get(own).want(404)
		w.player.get(w.campaignPath("/chronicle")).want(200, "On tint le pont")
	})
}

// TestRefusedImages: what is wrong with an upload is said beside its field, and what was written stays.
func TestRefusedImages(t *testing.T) {
	w := newClubFixture(t)
	w.player.get(w.campaignPath("/stories/new"))
	for _, c := range []struct {
		what string
		file []byte
		alt  string
		want string
	}{
		{"a page", []byte("<html><script>alert(1)</script>"), "a", "n’est pas une image"},
		{"a drawing that could run", []byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>`), "a", "n’est pas une image"},
		{"too many bytes", append(photograph(t, 1), make([]byte, 6<<20)...), "a", "6 Mo"},
		{"no file", nil, "a", "est à remplir"},
		{"no words", photograph(t, 2), " ", "Dites en quelques mots"},
	} {
		w.player.upload("/stories", c.file, "title", "Le pont", "text", "On tint le pont.", "do", "image", "alt", c.alt).want(422, c.want, "On tint le pont")
	}
	w.player.submit("/stories", "do", "").want(422, "Dites en quelques mots") // the one without words stands in the text
	if n := len(w.state().Stories); n != 0 {
		t.Errorf("%d stories", n)
	}
	text := "![là](https://elsewhere.example/a.png) ![ici](image:" + strings.Repeat("0", 64) + ")"
	w.player.get(w.campaignPath("/stories/new")).submit("/stories", "title", "x", "text", text).want(422, "n’est pas dans l’album")
	w.player.submit("/stories", "title", "x", "text", strings.Split(text, " ")[0]).want(200, "Récit publié")
	if w.player.page.Find(".story img").Length() != 0 || w.player.page.Find(`.story a[href="https://elsewhere.example/a.png"]`).Text() != "là" {
		t.Error("an image of another site is not a link")
	}
}

// TestPictureBeneath lays an image beneath the map without script, moves it, undoes, saves, and finds it on every map.
func TestMapPicture(t *testing.T) {
	w := newClubFixture(t)
	edit := w.campaignPath("/map/edit")
	w.player.get(edit).want(403)
	picture := func() *campaign.Backdrop { return w.state().Campaigns[w.campaign].Map.Backdrop }
	r := w.owner.get(edit).want(200, "Mettre une image sous la carte")
	to, values := r.fill("/map/edit", "do", "picture", "strokes", "[]")
	r.uploadTo(to, []byte("no image"), values).want(422, "n’est pas une image")
	r.uploadTo(to, photograph(t, 120), values).want(200, "Enregistrer 1 trait", "Retirer l’image")
	if r.page.Find("svg.map.over image.beneath").Length() != 1 {
		t.Fatal("the picture is not beneath the map")
	}
	for _, how := range []string{"left", "larger", "fainter", "fainter"} {
		r.submit("/map/edit", "picture", how).want(200)
	}
	before := r.page.Find("image.beneath").AttrOr("opacity", "")
	r.submit("/map/edit", "do", "undo").want(200, "Enregistrer 4 traits")
	if after := r.page.Find("image.beneath").AttrOr("opacity", ""); before != "0.50" || after != "0.60" {
		t.Errorf("opacity %s, after undo %s", before, after)
	}
	// Turned in steps and by numbers, each one stroke that can be undone.
	turned := func() string { return r.page.Find("image.beneath").AttrOr("transform", "") }
	x, y := r.page.Find("[name='picture.x']").AttrOr("value", ""), r.page.Find("[name='picture.y']").AttrOr("value", "")
	r.submit("/map/edit", "picture", "back").want(200)
	if got := r.page.Find("[name='picture.turn']").AttrOr("value", ""); got != "355" || !strings.HasPrefix(turned(), "rotate(355 ") {
		t.Errorf("turned back to %q, %q", got, turned())
	}
	r.submit("/map/edit", "picture", "place", "picture.turn", "much").want(422, "nombre")
	r.submit("/map/edit", "picture", "place", "picture.turn", "370", "picture.width", "900").want(200, "Enregistrer 6 traits")
	for name, want := range map[string]string{"x": x, "y": y, "width": "900", "turn": "10"} {
		if got := r.page.Find("[name='picture."+name+"']").AttrOr("value", ""); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
	r.submit("/map/edit", "do", "undo").submit("/map/edit", "do", "undo").want(200, "Enregistrer 4 traits")
	if turned() != "" {
		t.Errorf("still turned after undo: %s", turned())
	}
	r.submit("/map/edit", "picture", "on").want(200)
	r.submit("/map/edit", "do", "save").want(200, "Enregistré")
	p := picture()
	if p == nil || p.Opacity != 60 || p.Turn != 5 || p.Width*2 < p.Height*3-p.Height/10 || p.Width*2 > p.Height*3+p.Height/10 {
		t.Fatalf("saved %+v", p)
	}
	own := w.campaignPath("/images/") + p.Image
	stranger := w.browser()
	for _, page := range []string{"", "/map/print", "/yearbook"} {
		if src := stranger.get(w.campaignPath(page)).page.Find("image.beneath").AttrOr("href", ""); src != own {
			t.Errorf("%q shows %q", page, src)
		}
	}
	stranger.get(own).want(200)
	if file := stranger.get(w.campaignPath("/map.svg")).want(200).body; !strings.Contains(file, `href="data:image/jpeg;base64,/9j/`) || !strings.Contains(file, "rotate(5 ") {
		t.Error("the map file does not hold its picture")
	}
	// Other strokes leave it alone; it goes by a stroke of its own.
	r.get(edit).submit("/map/edit", "do", "title", "title", "Pays de Sarle").submit("/map/edit", "do", "save").want(200)
	if picture() == nil {
		t.Fatal("the picture went with another stroke")
	}
	r.get(edit).submit("/map/edit", "picture", "away").submit("/map/edit", "do", "save").want(200)
	if picture() != nil {
		t.Error("the picture is still there")
	}
}

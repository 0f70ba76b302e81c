package club_test

import (
	"encoding/xml"
	"regexp"
	"strings"
	"testing"

	"oriflamme/campaign"
	"oriflamme/campaign/web/webtest"
)

var namedImage = regexp.MustCompile(`image:([0-9a-f]{64})`)

// TestStoryImages: a member puts an image into a story without scripts. Everybody who may read the campaign gets it, with its
// text alternative and strict headers, and nobody else does.
func TestStoryImages(t *testing.T) {
	w := webtest.NewClubFixture(t)
	r := w.Player.Get(w.CampaignPath("/stories/new")).Want(200, "Joindre une image", "lieu et appareil")
	r.Upload("/stories", webtest.Photograph(t, 90), "title", "Le pont", "text", "On tint le pont.", "do", "image", "alt", "Le [vieux] pont").Want(200, "Le (vieux) pont")
	hash := namedImage.FindStringSubmatch(r.Page.Find("textarea[name=text]").Text())[1]
	own := w.CampaignPath("/images/") + hash
	if src := r.Page.Find(".image-list img").AttrOr("src", ""); src != own {
		t.Errorf("the form shows %q, want %q", src, own)
	}
	stranger := w.Browser()
	stranger.Get(own).Want(404) // no story shows it yet
	r.Submit("/stories").Want(200, "Récit publié")
	img := r.Page.Find(".story .prose img")
	if img.AttrOr("src", "") != own || img.AttrOr("alt", "") != "Le (vieux) pont" {
		t.Errorf("in the story: %q, %q", img.AttrOr("src", ""), img.AttrOr("alt", ""))
	}

	stranger.Get(own).Want(200)
	for name, want := range map[string]string{"Content-Type": "image/jpeg", "X-Content-Type-Options": "nosniff", "Cache-Control": "private, max-age=31536000, immutable",
		"Cross-Origin-Resource-Policy": "same-origin"} {
		if got := stranger.Header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if got := stranger.Header.Get("Content-Security-Policy"); !strings.Contains(got, "default-src 'none'") || !strings.HasSuffix(got, "sandbox") {
		t.Errorf("policy %q", got)
	}
	if strings.Contains(stranger.Body, "48.8566") || strings.Contains(stranger.Body, "script") {
		t.Error("more than pixels was kept")
	}
	// Another club, a campaign that does not show it, and a private campaign do not give it out.
	other := webtest.NewClubFixtureOn(w.TestSite)
	stranger.Get("/clubs/" + other.ID + "/campaigns/" + other.Campaign + "/images/" + hash).Want(404)
	stranger.Get("/clubs/"+other.ID+"/images/"+hash).Want(200, "Entrer")
	other.Owner.Get("/clubs/"+w.ID+"/images/"+hash).Want(200, "Entrer")
	camp := w.State().Campaigns[w.Campaign]
	set := camp.Settings
	set.Private = true
	w.Do(w.OwnerID(), "private", campaign.ActRequest{Body: campaign.EditCampaign{Campaign: w.Campaign, Settings: set}})
	stranger.Get(own).Want(404)
	w.Player.Get(own).Want(200)

	var feed struct {
		Entries []struct {
			Content string `xml:"content"`
		} `xml:"entry"`
	}
	if err := xml.Unmarshal([]byte(w.Player.Get(w.CampaignPath("/feed/fr")).Body), &feed); err != nil || !strings.Contains(feed.Entries[1].Content, `src="`+w.Server.URL+own) {
		t.Errorf("the feed: %v %+v", err, feed.Entries)
	}

	t.Run("the album", func(t *testing.T) {
		w.Owner.Get("/clubs/"+w.ID+"/settings").Get(w.Owner.Link("Images du club")).Want(200, "Inès", "montrée")
		w.Owner.Submit("/remove").Want(200, "Retirée", "Aucune image")
		w.Player.Get(own).Want(404)
		w.Player.Get(w.CampaignPath("/chronicle")).Want(200, "On tint le pont")
	})
}

// TestRefusedImages: the form says beside the field why an upload is refused, and keeps what was written.
func TestRefusedImages(t *testing.T) {
	w := webtest.NewClubFixture(t)
	w.Player.Get(w.CampaignPath("/stories/new"))
	for _, c := range []struct {
		what string
		file []byte
		alt  string
		want string
	}{
		{"a page", []byte("<html><script>alert(1)</script>"), "a", "n’est pas une image"},
		{"a drawing that could run", []byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>`), "a", "n’est pas une image"},
		{"too many bytes", append(webtest.Photograph(t, 1), make([]byte, 6<<20)...), "a", "6 Mo"},
		{"no file", nil, "a", "est à remplir"},
		{"no words", webtest.Photograph(t, 2), " ", "Dites en quelques mots"},
	} {
		w.Player.Upload("/stories", c.file, "title", "Le pont", "text", "On tint le pont.", "do", "image", "alt", c.alt).Want(422, c.want, "On tint le pont")
	}
	w.Player.Submit("/stories", "do", "").Want(422, "Dites en quelques mots") // the image without a text alternative is in the text
	if n := len(w.State().Stories); n != 0 {
		t.Errorf("%d stories", n)
	}
	text := "![là](https://elsewhere.example/a.png) ![ici](image:" + strings.Repeat("0", 64) + ")"
	w.Player.Get(w.CampaignPath("/stories/new")).Submit("/stories", "title", "x", "text", text).Want(422, "n’est pas dans l’album")
	w.Player.Submit("/stories", "title", "x", "text", strings.Split(text, " ")[0]).Want(200, "Récit publié")
	if w.Player.Page.Find(".story img").Length() != 0 || w.Player.Page.Find(`.story a[href="https://elsewhere.example/a.png"]`).Text() != "là" {
		t.Error("an image of another site is not a link")
	}
}

// TestMapPicture puts a backdrop beneath the map without scripts, moves it, undoes, saves, and finds it on every map.
func TestMapPicture(t *testing.T) {
	w := webtest.NewClubFixture(t)
	edit := w.CampaignPath("/map/edit")
	w.Player.Get(edit).Want(403)
	picture := func() *campaign.Backdrop { return w.State().Campaigns[w.Campaign].Map.Backdrop }
	r := w.Owner.Get(edit).Want(200, "Mettre une image sous la carte")
	to, values := r.Fill("/map/edit", "do", "picture", "strokes", "[]")
	r.UploadTo(to, []byte("no image"), values).Want(422, "n’est pas une image")
	r.UploadTo(to, webtest.Photograph(t, 120), values).Want(200, "Enregistrer 1 trait", "Retirer l’image")
	if r.Page.Find("svg.map.over image.beneath").Length() != 1 {
		t.Fatal("the picture is not beneath the map")
	}
	for _, how := range []string{"left", "larger", "fainter", "fainter"} {
		r.Submit("/map/edit", "picture", how).Want(200)
	}
	before := r.Page.Find("image.beneath").AttrOr("opacity", "")
	r.Submit("/map/edit", "do", "undo").Want(200, "Enregistrer 4 traits")
	if after := r.Page.Find("image.beneath").AttrOr("opacity", ""); before != "0.50" || after != "0.60" {
		t.Errorf("opacity %s, after undo %s", before, after)
	}
	// It is rotated in steps and by a number of degrees; each is one stroke that can be undone.
	turned := func() string { return r.Page.Find("image.beneath").AttrOr("transform", "") }
	x, y := r.Page.Find("[name='picture.x']").AttrOr("value", ""), r.Page.Find("[name='picture.y']").AttrOr("value", "")
	r.Submit("/map/edit", "picture", "back").Want(200)
	if got := r.Page.Find("[name='picture.turn']").AttrOr("value", ""); got != "355" || !strings.HasPrefix(turned(), "rotate(355 ") {
		t.Errorf("turned back to %q, %q", got, turned())
	}
	r.Submit("/map/edit", "picture", "place", "picture.turn", "much").Want(422, "nombre")
	r.Submit("/map/edit", "picture", "place", "picture.turn", "370", "picture.width", "900").Want(200, "Enregistrer 6 traits")
	for name, want := range map[string]string{"x": x, "y": y, "width": "900", "turn": "10"} {
		if got := r.Page.Find("[name='picture."+name+"']").AttrOr("value", ""); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
	r.Submit("/map/edit", "do", "undo").Submit("/map/edit", "do", "undo").Want(200, "Enregistrer 4 traits")
	if turned() != "" {
		t.Errorf("still turned after undo: %s", turned())
	}
	r.Submit("/map/edit", "picture", "on").Want(200)
	r.Submit("/map/edit", "do", "save").Want(200, "Enregistré")
	p := picture()
	if p == nil || p.Opacity != 60 || p.Turn != 5 || p.Width*2 < p.Height*3-p.Height/10 || p.Width*2 > p.Height*3+p.Height/10 {
		t.Fatalf("saved %+v", p)
	}
	own := w.CampaignPath("/images/") + p.Image
	stranger := w.Browser()
	for _, page := range []string{"", "/map/print", "/yearbook"} {
		if src := stranger.Get(w.CampaignPath(page)).Page.Find("image.beneath").AttrOr("href", ""); src != own {
			t.Errorf("%q shows %q", page, src)
		}
	}
	stranger.Get(own).Want(200)
	if file := stranger.Get(w.CampaignPath("/map.svg")).Want(200).Body; !strings.Contains(file, `href="data:image/jpeg;base64,/9j/`) || !strings.Contains(file, "rotate(5 ") {
		t.Error("the map file does not hold its picture")
	}
	// Other strokes do not change it; a stroke of its own removes it.
	r.Get(edit).Submit("/map/edit", "do", "title", "title", "Pays de Sarle").Submit("/map/edit", "do", "save").Want(200)
	if picture() == nil {
		t.Fatal("the picture went with another stroke")
	}
	r.Get(edit).Submit("/map/edit", "picture", "away").Submit("/map/edit", "do", "save").Want(200)
	if picture() != nil {
		t.Error("the picture is still there")
	}
}

package club_test

import (
	"encoding/xml"
	"strings"
	"testing"

	"oriflamme/campaign/web/webtest"
	"oriflamme/rules/rulestest"
)

// TestRemarks comments on an act of the chronicle: members read the comment, and visitors cannot comment.
func TestRemarks(t *testing.T) {
	w := webtest.NewClubFixture(t)
	page := w.CampaignPath("/chronicle")
	w.Owner.Get(w.CampaignPath("/stories/new")).Submit("/stories", "title", "La veille", "text", "On **attend** la pluie.").Want(200)
	form := w.Player.Get(page).Page.Find(".story form").AttrOr("action", "")
	if form == "" {
		t.Fatal("a story has no room for remarks")
	}
	w.Player.Submit(form[strings.Index(form, "/chronicle/"):], "remark", "Bien dit, <b>capitaine</b>.").Want(200, "Bien dit, <b>capitaine</b>.")
	w.Player.WantNot("a remark is not escaped", "<b>capitaine")
	webtest.CheckPhrases(t, w.Player)
	w.Player.Submit(form[strings.Index(form, "/chronicle/"):], "remark", "  ").Want(422)
	w.Player.Post(w.CampaignPath("/chronicle/9999/comments"), map[string][]string{"_csrf": {webtest.CSRFOf(w.Player)}, "remark": {"x"}}).Want(404)
	stranger := w.Browser().Get(page)
	stranger.Want(200, "Bien dit").WantCount(".remark", 0, "a visitor is offered to comment")
}

// TestFeed reads the chronicle as an Atom feed, in both languages and by kind.
func TestFeed(t *testing.T) {
	w := webtest.NewClubFixture(t)
	w.Owner.Get(w.CampaignPath("/stories/new")).Submit("/stories", "title", "La veille", "text", "On **attend** la pluie.").Want(200)
	type feed struct {
		XMLName xml.Name `xml:"http://www.w3.org/2005/Atom feed"`
		Updated string   `xml:"updated"`
		Entries []struct {
			ID      string `xml:"id"`
			Title   string `xml:"title"`
			Updated string `xml:"updated"`
			Content string `xml:"content"`
		} `xml:"entry"`
	}
	read := func(path string) (f feed) {
		r := w.Browser().Get(w.CampaignPath(path)).Want(200)
		rulestest.Must(t, xml.Unmarshal([]byte(r.Body), &f))
		return f
	}
	all := read("/feed/fr")
	if len(all.Entries) < 3 || all.Entries[0].Title != "La veille" || !strings.Contains(all.Entries[0].Content, "<strong>attend</strong>") || all.Updated != all.Entries[0].Updated {
		t.Errorf("the feed is %+v", all)
	}
	ids := map[string]bool{}
	for _, e := range all.Entries {
		if ids[e.ID] || e.Title == "" {
			t.Errorf("entry %q %q", e.ID, e.Title)
		}
		ids[e.ID] = true
	}
	if stories := read("/feed/en?only=stories"); len(stories.Entries) != 1 {
		t.Errorf("%d stories", len(stories.Entries))
	}
	if en := read("/feed/en"); en.Entries[len(en.Entries)-1].Title == all.Entries[len(all.Entries)-1].Title {
		t.Error("both languages are one")
	}
	w.Browser().Get(w.CampaignPath("/feed/de")).Want(404)
	w.Player.Get(w.CampaignPath("/yearbook")).Want(200, "La veille", "Les terres aujourd’hui", "Garde de Hautecombe")
	webtest.CheckPhrases(t, w.Player)
	w.Player.Get(w.CampaignPath("/chronicle")).Want(200, "Livre de la saison", "Fil Atom")
}

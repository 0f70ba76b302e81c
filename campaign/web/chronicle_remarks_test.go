package web_test

import (
	"encoding/xml"
	"strings"
	"testing"
)

// TestRemarks says something about an act of the chronicle, where members read it and visitors cannot write.
func TestRemarks(t *testing.T) {
	w := newClubFixture(t)
	page := w.campaignPath("/chronicle")
	w.owner.get(w.campaignPath("/stories/new")).submit("/stories", "title", "La veille", "text", "On **attend** la pluie.").want(200)
	form := w.player.get(page).page.Find(".story form").AttrOr("action", "")
	if form == "" {
		t.Fatal("a story has no room for remarks")
	}
	w.player.submit(form[strings.Index(form, "/chronicle/"):], "remark", "Bien dit, <b>capitaine</b>.").want(200, "Bien dit, <b>capitaine</b>.")
	if strings.Contains(w.player.body, "<b>capitaine") {
		t.Error("a remark is not escaped")
	}
	checkPhrases(t, w.player)
	w.player.submit(form[strings.Index(form, "/chronicle/"):], "remark", "  ").want(422)
	w.player.post(w.campaignPath("/chronicle/9999/comments"), map[string][]string{"_csrf": {csrfOf(w.player)}, "remark": {"x"}}).want(404)
	stranger := w.browser().get(page)
	if stranger.want(200, "Bien dit").page.Find(".remark").Length() != 0 {
		t.Error("a visitor is offered to comment")
	}
}

// TestFeed reads the chronicle as Atom, in both languages and by kind.
func TestFeed(t *testing.T) {
	w := newClubFixture(t)
	w.owner.get(w.campaignPath("/stories/new")).submit("/stories", "title", "La veille", "text", "On **attend** la pluie.").want(200)
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
		r := w.browser().get(w.campaignPath(path)).want(200)
		if err := xml.Unmarshal([]byte(r.body), &f); err != nil {
			t.Fatal(err)
		}
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
	w.browser().get(w.campaignPath("/feed/de")).want(404)
	w.player.get(w.campaignPath("/yearbook")).want(200, "La veille", "Les terres aujourd’hui", "Garde de Hautecombe")
	checkPhrases(t, w.player)
	w.player.get(w.campaignPath("/chronicle")).want(200, "Livre de la saison", "Fil Atom")
}

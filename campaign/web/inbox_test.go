package web_test

import (
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"oriflamme/campaign"
)

// event is the part of a calendar about a battle, unfolded.
func calendarEvent(t *testing.T, r *browser, path, battle string) string {
	t.Helper()
	r.get(path)
	if r.status != 200 || !strings.HasPrefix(r.header.Get("Content-Type"), "text/calendar") {
		t.Fatalf("%s: %d %s", path, r.status, r.header.Get("Content-Type"))
	}
	for _, line := range strings.SplitAfter(r.body, "\r\n") {
		if len(line) > 77 || line != "" && !strings.HasSuffix(line, "\r\n") {
			t.Errorf("a line of %d bytes: %q", len(line), line)
		}
	}
	all := strings.ReplaceAll(r.body, "\r\n ", "")
	for _, e := range strings.Split(all, "BEGIN:VEVENT")[1:] {
		if strings.Contains(e, "UID:"+battle+"@oriflamme\r\n") {
			return e
		}
	}
	return ""
}

var sequence = regexp.MustCompile(`SEQUENCE:(\d+)`)

// TestCalendars: a battle has one identity in the feeds of its club, its campaign and its players; a change raises its
// sequence, a void cancels it; a private one shows in the players' own feeds alone.
func TestCalendars(t *testing.T) {
	w := newClubFixture(t)
	battle := w.scheduleBattle()
	w.player.get("/clubs/"+w.id+"/keys").submit("/keys", "name", "Agenda", "until", "300").want(200)
	own := strings.TrimPrefix(w.player.page.Find("#feed").AttrOr("value", ""), w.server.URL)
	feeds := []string{"/clubs/" + w.id + "/calendar.ics", w.campaignPath("/calendar.ics"), own}
	visitor := w.browser()
	last := ""
	see := func(want ...string) {
		t.Helper()
		for _, path := range feeds {
			e := calendarEvent(t, visitor, path, battle)
			for _, text := range want {
				if !strings.Contains(e, text) {
					t.Errorf("%s: no %q in %s", path, text, e)
				}
			}
			last = sequence.FindStringSubmatch(e)[1]
		}
	}
	see("DTSTART:20261126T194500Z", "DTEND:20261126T224500Z", "STATUS:CONFIRMED", "SUMMARY:Garde de Hautecombe – Ligue du Sel", "SEQUENCE:0")
	st, _ := w.service.State(t.Context(), w.id)
	owner := campaign.Actor{Member: st.Rosters[w.ownerSide].Member}
	if _, err := w.service.Do(t.Context(), owner, w.id, "move", campaign.ActRequest{Body: campaign.Reschedule{Battle: battle, Table: "7", Mission: "Pluie; et, vent",
		At: time.Date(2026, 12, 3, 19, 0, 0, 0, time.UTC)}}); err != nil {
		t.Fatal(err)
	}
	see("DTSTART:20261203T190000Z", "SEQUENCE:1", `Pluie\; et\, vent`)
	tag := visitor.header.Get("ETag")
	if tag == "" {
		t.Error("a feed has no ETag")
	}
	if _, err := w.service.VoidBattle(t.Context(), owner, w.id, "void", battle, nil, "La salle est prise."); err != nil {
		t.Fatal(err)
	}
	see("STATUS:CANCELLED", "DTSTART:20261203T190000Z")
	if last <= "1" {
		t.Errorf("a void leaves the sequence at %s", last)
	}
	w.owner.get(w.campaignPath("/settings")).submit("/settings", "private", "yes").want(200)
	if calendarEvent(t, visitor, feeds[0], battle) != "" || calendarEvent(t, visitor, own, battle) == "" {
		t.Error("a private battle shows in the wrong feeds")
	}
	if visitor.get(w.campaignPath("/calendar.ics")).status != 404 || visitor.get("/calendar/guessed").status != 404 {
		t.Error("a stranger reads a private feed")
	}
}

// TestInbox: a member is told once of what others did that concerns them, never of their own acts, and of no topic that
// they turned off.
func TestInbox(t *testing.T) {
	w := newClubFixture(t)
	w.scheduleBattle()
	inbox := "/clubs/" + w.id + "/inbox"
	w.player.get("/waiting").get(w.player.link("Nouvelles")).want(200, "Camille a fixé une bataille")
	if w.player.page.Find(".tag.alert").Length() != 1 {
		t.Errorf("what is new is not marked: %s", w.player.text("main"))
	}
	if strings.Contains(w.player.text("main"), "Inès") {
		t.Error("a member is told of an act of their own")
	}
	if w.player.get(inbox).page.Find(".tag.alert").Length() != 0 {
		t.Error("the same is new again")
	}
	if strings.Contains(w.owner.get(inbox).text("main .rows"), "fixé") {
		t.Error("who did it is told of it")
	}
	w.owner.get(w.campaignPath("/stories/new")).submit("/stories", "title", "La digue", "text", "Il pleuvait.").want(200)
	w.player.get(inbox).want(200, "Camille a publié un récit")
	w.player.get(w.player.link("Choisir")).post("/clubs/"+w.id+"/notices", url.Values{"_csrf": {csrfOf(w.player)}, "language": {"fr"}, "inbox": {"stories"}}).want(200, "Enregistré")
	w.player.get(inbox).want(200, "Camille a publié un récit")
	if strings.Contains(w.player.text("main .rows"), "a fixé une bataille") {
		t.Error("a topic that was turned off is told")
	}
	w.browser().get(inbox).want(200, "Lien ou code")
	for _, lang := range []string{"fr", "en"} {
		for _, topic := range campaign.Topics {
			w.player.lang = lang
			if body := w.player.get("/clubs/" + w.id + "/notices").body; strings.Contains(body, "⟨") || !strings.Contains(body, `value="`+string(topic)+`"`) {
				t.Errorf("%s in %s: a phrase is missing", topic, lang)
			}
		}
	}
}

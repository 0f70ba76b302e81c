package club_test

import (
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/web/webtest"
)

// calendarEvent returns the event of a battle in a calendar, unfolded.
func calendarEvent(t *testing.T, r *webtest.Browser, path, battle string) string {
	t.Helper()
	r.Get(path)
	if r.Status != 200 || !strings.HasPrefix(r.Header.Get("Content-Type"), "text/calendar") {
		t.Fatalf("%s: %d %s", path, r.Status, r.Header.Get("Content-Type"))
	}
	for _, line := range strings.SplitAfter(r.Body, "\r\n") {
		if len(line) > 77 || line != "" && !strings.HasSuffix(line, "\r\n") {
			t.Errorf("a line of %d bytes: %q", len(line), line)
		}
	}
	all := strings.ReplaceAll(r.Body, "\r\n ", "")
	for _, e := range strings.Split(all, "BEGIN:VEVENT")[1:] {
		if strings.Contains(e, "UID:"+battle+"@oriflamme\r\n") {
			return e
		}
	}
	return ""
}

var sequence = regexp.MustCompile(`SEQUENCE:(\d+)`)

// TestCalendars: a battle has the same identity in the feeds of its club, its campaign and its players. A change raises its
// sequence number, and a void cancels it. A battle of a private campaign appears in its players' own feeds only.
func TestCalendars(t *testing.T) {
	w := webtest.NewClubFixture(t)
	battle := w.ScheduleBattle()
	w.Player.Get("/clubs/"+w.ID+"/keys").Submit("/keys", "name", "Agenda", "until", "300").Want(200)
	own := strings.TrimPrefix(w.Player.Page.Find("#feed").AttrOr("value", ""), w.Server.URL)
	feeds := []string{"/clubs/" + w.ID + "/calendar.ics", w.CampaignPath("/calendar.ics"), own}
	visitor := w.Browser()
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
	st, _ := w.Service.State(t.Context(), w.ID)
	owner := campaign.Actor{Member: st.Rosters[w.OwnerSide].Member}
	if _, err := w.Service.Do(t.Context(), owner, w.ID, "move", campaign.ActRequest{Body: campaign.Reschedule{Battle: battle, Table: "7", Mission: "Pluie; et, vent",
		At: time.Date(2026, 12, 3, 19, 0, 0, 0, time.UTC)}}); err != nil {
		t.Fatal(err)
	}
	see("DTSTART:20261203T190000Z", "SEQUENCE:1", `Pluie\; et\, vent`)
	tag := visitor.Header.Get("ETag")
	if tag == "" {
		t.Error("a feed has no ETag")
	}
	if _, err := w.Service.VoidBattle(t.Context(), owner, w.ID, "void", battle, nil, "La salle est prise."); err != nil {
		t.Fatal(err)
	}
	see("STATUS:CANCELLED", "DTSTART:20261203T190000Z")
	if last <= "1" {
		t.Errorf("a void leaves the sequence at %s", last)
	}
	w.Owner.Get(w.CampaignPath("/settings")).Submit("/settings", "private", "yes").Want(200)
	if calendarEvent(t, visitor, feeds[0], battle) != "" || calendarEvent(t, visitor, own, battle) == "" {
		t.Error("a private battle shows in the wrong feeds")
	}
	if visitor.Get(w.CampaignPath("/calendar.ics")).Status != 404 || visitor.Get("/calendar/guessed").Status != 404 {
		t.Error("a stranger reads a private feed")
	}
}

// TestInbox: a member is notified once of acts of others that concern them, never of their own acts or of muted topics.
func TestInbox(t *testing.T) {
	w := webtest.NewClubFixture(t)
	w.ScheduleBattle()
	inbox := "/clubs/" + w.ID + "/inbox"
	w.Player.Get("/waiting").Get(w.Player.Link("Nouvelles")).Want(200, "Camille a fixé une bataille")
	if w.Player.Page.Find(".tag.alert").Length() != 1 {
		t.Errorf("what is new is not marked: %s", w.Player.Text("main"))
	}
	if strings.Contains(w.Player.Text("main"), "Inès") {
		t.Error("a member is notified of an act of their own")
	}
	w.Player.Get(inbox).WantCount(".tag.alert", 0, "the same is new again")
	if strings.Contains(w.Owner.Get(inbox).Text("main .rows"), "fixé") {
		t.Error("the author is notified of the act")
	}
	w.Owner.Get(w.CampaignPath("/stories/new")).Submit("/stories", "title", "La digue", "text", "Il pleuvait.").Want(200)
	w.Player.Get(inbox).Want(200, "Camille a publié un récit")
	w.Player.Get(w.Player.Link("Choisir")).Post("/clubs/"+w.ID+"/notices", url.Values{"_csrf": {webtest.CSRFOf(w.Player)}, "language": {"fr"}, "inbox": {"stories"}}).Want(200, "Enregistré")
	w.Player.Get(inbox).Want(200, "Camille a publié un récit")
	if strings.Contains(w.Player.Text("main .rows"), "a fixé une bataille") {
		t.Error("a muted topic is delivered")
	}
	w.Browser().Get(inbox).Want(200, "Lien ou code")
	for _, lang := range []string{"fr", "en"} {
		for _, topic := range campaign.Topics {
			w.Player.Lang = lang
			if body := w.Player.Get("/clubs/" + w.ID + "/notices").Body; strings.Contains(body, "⟨") || !strings.Contains(body, `value="`+string(topic)+`"`) {
				t.Errorf("%s in %s: a phrase is missing", topic, lang)
			}
		}
	}
}

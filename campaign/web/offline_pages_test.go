package web_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"oriflamme/campaign"
)

// TestLateReportTenTimes: a report typed without a network that comes after the battle was settled otherwise, sent ten
// times, is one objection; one that says what holds is nothing.
func TestLateReportTenTimes(t *testing.T) {
	w := newClubFixture(t)
	id := w.playBattle(1, 0, 3, 1)
	before, _ := w.service.State(t.Context(), w.id)
	path := "/clubs/" + w.id + "/battles/" + id + "/report"
	w.player.get(w.campaignPath(""))
	late := func(winner string) {
		w.player.post(path, url.Values{"_csrf": {csrfOf(w.player)}, "_key": {"k1"}, "_late": {"2026-11-19T20:00:00Z"}, "winner": {winner}, "score0": {"3"}, "score1": {"1"}, "note": {"Le pont."}})
		if w.player.status != 200 || !strings.HasSuffix(w.player.path, "/battles/"+id) {
			t.Fatalf("%d %s %s", w.player.status, w.player.path, w.player.text("main"))
		}
	}
	late("0") // what holds
	for range 10 {
		late("1")
	}
	after, _ := w.service.State(t.Context(), w.id)
	if after.No != before.No+1 {
		t.Fatalf("%d acts, want one", after.No-before.No)
	}
	text := ""
	switch body := after.Acts[len(after.Acts)-1].Body.(type) {
	case campaign.RaiseDispute:
		text = body.Reason
	case campaign.Comment:
		text = body.Text
	}
	if !strings.Contains(text, "Ligue du Sel") || !strings.Contains(text, "3–1") || !strings.Contains(text, "Le pont.") {
		t.Errorf("the objection says %q", text)
	}
}

// TestWhatIsKept names the reader's own pages, all of which are there, and is for members only.
func TestOfflineList(t *testing.T) {
	w := newClubFixture(t)
	battle := w.scheduleBattle()
	var list struct{ Pages, Assets []string }
	if err := json.Unmarshal([]byte(w.player.get("/offline.json").body), &list); err != nil {
		t.Fatal(err)
	}
	all := strings.Join(list.Pages, " ")
	for _, want := range []string{"/rosters/" + w.playerSide, "/battles/" + battle + "/report", w.campaignPath("/stories/new"), "/offline"} {
		if !strings.Contains(all, want) {
			t.Errorf("%s is not kept: %s", want, all)
		}
	}
	for _, path := range append(list.Pages, list.Assets...) {
		if strings.HasPrefix(path, "/odds") {
			continue // this club's only game has none
		}
		if r := w.player.get(path); r.status != 200 {
			t.Errorf("%s: %d", path, r.status)
		}
	}
	if w.player.get(w.campaignPath("/stories/new")).page.Find("form[data-queue=story]").Length() != 1 || w.player.page.Find("body[data-reader]").Length() != 1 {
		t.Error("a story cannot wait")
	}
	if r := w.browser().get("/offline.json"); strings.Contains(r.body, "pages") {
		t.Errorf("a visitor is told %s", r.body)
	}
}

// TestNoticeIsForTheReader: a page that the worker keeps beforehand takes no notice away from the page that is looked at.
func TestNoticeIsNotTakenByPrefetch(t *testing.T) {
	w := newClubFixture(t)
	for _, purpose := range []string{"prefetch", ""} {
		req, err := http.NewRequest(http.MethodGet, w.server.URL+w.campaignPath(""), nil)
		if err != nil {
			t.Fatal(err)
		}
		req.AddCookie(&http.Cookie{Name: "notice", Value: "saved"})
		if purpose != "" {
			req.Header.Set("Purpose", purpose)
		}
		described := strings.Contains(w.player.do(req).want(200).body, "Enregistré")
		if described != (purpose == "") {
			t.Errorf("for %q the notice is there: %v", purpose, described)
		}
	}
}

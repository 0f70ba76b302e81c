package club_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"oriflamme/campaign"
	"oriflamme/campaign/web/webtest"
	"oriflamme/rules/rulestest"
)

// TestLateReportTenTimes: a report that was written without a network, and arrives ten times after the battle was settled
// otherwise, is one objection. If it agrees with the result, nothing happens.
func TestLateReportTenTimes(t *testing.T) {
	w := webtest.NewClubFixture(t)
	id := w.PlayBattle(1, 0, 3, 1)
	before, _ := w.Service.State(t.Context(), w.ID)
	path := "/clubs/" + w.ID + "/battles/" + id + "/report"
	w.Player.Get(w.CampaignPath(""))
	late := func(winner string) {
		w.Player.Post(path, url.Values{"_csrf": {webtest.CSRFOf(w.Player)}, "_key": {"k1"}, "_late": {"2026-11-19T20:00:00Z"}, "winner": {winner}, "score0": {"3"}, "score1": {"1"}, "note": {"Le pont."}})
		if w.Player.Status != 200 || !strings.HasSuffix(w.Player.Path, "/battles/"+id) {
			t.Fatalf("%d %s %s", w.Player.Status, w.Player.Path, w.Player.Text("main"))
		}
	}
	late("0") // the result in force
	for range 10 {
		late("1")
	}
	after, _ := w.Service.State(t.Context(), w.ID)
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

// TestOfflineList: the list of pages to keep names the reader's own pages, which all exist, and is for members only.
func TestOfflineList(t *testing.T) {
	w := webtest.NewClubFixture(t)
	battle := w.ScheduleBattle()
	var list struct{ Pages, Assets []string }
	rulestest.Must(t, json.Unmarshal([]byte(w.Player.Get("/offline.json").Body), &list))
	all := strings.Join(list.Pages, " ")
	for _, want := range []string{"/rosters/" + w.PlayerSide, "/battles/" + battle + "/report", w.CampaignPath("/stories/new"), "/offline"} {
		if !strings.Contains(all, want) {
			t.Errorf("%s is not kept: %s", want, all)
		}
	}
	for _, path := range append(list.Pages, list.Assets...) {
		if strings.HasPrefix(path, "/odds") {
			continue // the only game of this club has none
		}
		if r := w.Player.Get(path); r.Status != 200 {
			t.Errorf("%s: %d", path, r.Status)
		}
	}
	if w.Player.Get(w.CampaignPath("/stories/new")).Page.Find("form[data-queue=story]").Length() != 1 || w.Player.Page.Find("body[data-reader]").Length() != 1 {
		t.Error("a story cannot wait")
	}
	if r := w.Browser().Get("/offline.json"); strings.Contains(r.Body, "pages") {
		t.Errorf("a visitor is told %s", r.Body)
	}
}

// TestNoticeIsNotTakenByPrefetch: a page that the service worker fetches in advance does not use up the notice for the page that the reader opens.
func TestNoticeIsNotTakenByPrefetch(t *testing.T) {
	w := webtest.NewClubFixture(t)
	for _, purpose := range []string{"prefetch", ""} {
		req, err := http.NewRequest(http.MethodGet, w.Server.URL+w.CampaignPath(""), nil)
		rulestest.Must(t, err)
		req.AddCookie(&http.Cookie{Name: "notice", Value: "saved"})
		if purpose != "" {
			req.Header.Set("Purpose", purpose)
		}
		described := strings.Contains(w.Player.Do(req).Want(200).Body, "Enregistré")
		if described != (purpose == "") {
			t.Errorf("for %q the notice is there: %v", purpose, described)
		}
	}
}

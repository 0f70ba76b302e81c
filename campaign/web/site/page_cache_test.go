package site_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/web/webtest"
	"oriflamme/rules/rulestest"
)

// TestPageCache: visitors get pages from the cache, each with their own token, compressed or not, with an ETag that saves the body
// the second time, and never a page from before an act.
func TestPageCache(t *testing.T) {
	w := webtest.NewClubFixture(t)
	w.PlayBattle(1, 0, 3, 1)
	one, two := strings.Repeat("1", 32), strings.Repeat("2", 32)
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for _, path := range []string{"/clubs/" + w.ID, "/clubs/" + w.ID + "/campaigns", w.CampaignPath(""), w.CampaignPath("/standings"), w.CampaignPath("/chronicle"), w.CampaignPath("/rosters"), w.CampaignPath("/battles"),
		"/clubs/" + w.ID + "/rosters/" + w.PlayerSide, "/clubs/" + w.ID + "/ratings/warmaster"} {
		address := w.Server.URL + path
		first, text := webtest.GetPage(t, client, address, one, "", "")
		tag := first.Header.Get("ETag")
		if first.StatusCode != 200 || tag == "" || !strings.Contains(text, one) {
			t.Fatalf("%s: %d, tag %q, own token %v", path, first.StatusCode, tag, strings.Contains(text, one))
		}
		for range 2 {
			if again, same := webtest.GetPage(t, client, address, one, "", ""); same != text || again.Header.Get("ETag") != tag {
				t.Errorf("%s: another page the second time", path)
			}
		}
		if again, same := webtest.GetPage(t, client, address, one, "gzip, br", ""); same != text || again.Header.Get("Content-Encoding") != "gzip" {
			t.Errorf("%s: another page when packed (%s)", path, again.Header.Get("Content-Encoding"))
		}
		other, theirs := webtest.GetPage(t, client, address, two, "gzip", "")
		if theirs != strings.ReplaceAll(text, one, two) || other.Header.Get("ETag") == tag {
			t.Errorf("%s: the other visitor gets another's token or tag", path)
		}
		if spared, nothing := webtest.GetPage(t, client, address, one, "gzip", tag); spared.StatusCode != http.StatusNotModified || nothing != "" {
			t.Errorf("%s with its tag: %d", path, spared.StatusCode)
		}
		if cookies := first.Header.Values("Set-Cookie"); len(cookies) > 0 {
			t.Errorf("%s: sets %v", path, cookies)
		}
		// Members, readers of English and those who chose the dark theme do not get the pages of others.
		if w.Owner.Get(path); !strings.Contains(w.Owner.Body, "/me") || w.Owner.Header.Get("ETag") != "" {
			t.Errorf("%s: the owner gets a visitor's page", path)
		}
		req, _ := http.NewRequest(http.MethodGet, address, nil)
		req.Header.Set("Cookie", "seed="+one+"; lang=en; theme=dark")
		answer, err := client.Do(req)
		rulestest.Must(t, err)
		english, _ := io.ReadAll(answer.Body)
		answer.Body.Close()
		if !strings.Contains(string(english), `lang="en"`) || !strings.Contains(string(english), "dark") {
			t.Errorf("%s: in French or light", path)
		}
	}
	// The next visitor after an act sees it.
	page := w.Server.URL + "/clubs/" + w.ID
	old, _ := webtest.GetPage(t, client, page, one, "", "")
	st := w.State()
	by := campaign.Actor{Member: st.Rosters[w.OwnerSide].Member}
	for i := range 5 {
		name := fmt.Sprint("Les Dragons ", i)
		if _, err := w.Service.Do(t.Context(), by, w.ID, name, campaign.ActRequest{Body: campaign.EditClub{Name: name, Lang: "fr"}}); err != nil {
			t.Fatal(err)
		}
		now, text := webtest.GetPage(t, client, page, one, "gzip", old.Header.Get("ETag"))
		if now.StatusCode != 200 || !strings.Contains(text, name) {
			t.Fatalf("after an act: %d without %s", now.StatusCode, name)
		}
		old = now
	}
	// A minute later relative times are rendered again, and another host gets its own page.
	before, _ := webtest.GetPage(t, client, page, one, "", "")
	w.Advance(time.Minute)
	if spared, _ := webtest.GetPage(t, client, page, one, "", before.Header.Get("ETag")); spared.StatusCode != http.StatusNotModified {
		t.Errorf("a minute later nothing has changed: %d", spared.StatusCode)
	}
	if after, text := webtest.GetPage(t, client, page, one, "", ""); after.StatusCode != 200 || !strings.Contains(text, "Dragons") || before.StatusCode != 200 {
		t.Errorf("a minute later: %d", after.StatusCode)
	}
	req, _ := http.NewRequest(http.MethodGet, page, nil)
	req.Host = "evil.example"
	answer, err := client.Do(req)
	rulestest.Must(t, err)
	answer.Body.Close()
	if _, text := webtest.GetPage(t, client, page, one, "", ""); strings.Contains(text, "evil.example") {
		t.Error("the name that one visitor gave the site is shown to another")
	}
	// A private campaign is not shown from the cache.
	w.Owner.Get(w.CampaignPath("/settings")).Submit("/settings", "private", "yes")
	if hidden, _ := webtest.GetPage(t, client, w.Server.URL+w.CampaignPath(""), one, "", ""); hidden.StatusCode != http.StatusNotFound && w.Owner.Status == 200 {
		t.Errorf("a campaign made private: %d", hidden.StatusCode)
	}
}

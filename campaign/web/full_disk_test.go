package web_test

import (
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/web"
	"oriflamme/campaign/web/webtest"
	"oriflamme/rules"
	"oriflamme/rules/rulestest"
)

// A fullStore is a store whose disk may have no space for acts.
type fullStore struct {
	campaign.Store
	isFull atomic.Bool
}

func (f *fullStore) Append(a campaign.Act) <-chan error {
	if !f.isFull.Load() {
		return f.Store.Append(a)
	}
	answer := make(chan error, 1)
	answer <- &campaign.Error{Code: campaign.Unavailable, Key: "disk-full", Err: errors.New("ENOSPC on /var/lib/oriflamme")}
	return answer
}

// TestFullDiskIsReported: a form that cannot be stored is shown again with what was typed and a sentence in the reader's
// language, and a program gets JSON. Pages can still be read. The same form, sent again once there is space, counts once.
func TestFullDiskIsReported(t *testing.T) {
	w := webtest.NewTestSite(t)
	disk := &fullStore{Store: w.Store}
	service := campaign.NewService(disk, []*rules.Game{webtest.NoEngineGame}, w.Clock)
	w = webtest.NewTestSiteWith(t, func(c *web.Config) { c.Service, c.Now = service, time.Now })
	w.Service = service
	site := webtest.NewClubFixtureOn(w)
	form := site.Owner.Get("/clubs/" + site.ID + "/settings").Page.Find("form[action$='/settings']")
	key := form.Find("[name=_key]").AttrOr("value", "")
	before, err := service.State(t.Context(), site.ID)
	rulestest.Must(t, err)
	disk.isFull.Store(true)
	for lang, words := range map[string]string{"fr": "Le disque du serveur est plein", "en": "The disk of the server is full"} {
		site.Owner.Lang = lang
		site.Owner.Get("/clubs/" + site.ID + "/settings").Want(200)
		site.Owner.Submit("/settings", "name", "Les Dragons").Want(503, words)
		if name := site.Owner.Page.Find("[name=name]").AttrOr("value", ""); name != "Les Dragons" {
			t.Errorf("what was typed is lost: %q", name)
		}
		site.Owner.WantNot("the page reveals internal details", "ENOSPC")
	}
	req, err := http.NewRequest(http.MethodPost, w.Server.URL+"/clubs/"+site.ID+"/settings",
		strings.NewReader("name=x&language=fr&_csrf="+webtest.CSRFOf(site.Owner)))
	rulestest.Must(t, err)
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Accept", "application/json")
	if site.Owner.Do(req).Status != 503 {
		t.Errorf("JSON: %d %s", site.Owner.Status, site.Owner.Body)
	}
	site.Owner.Lang = "fr"
	site.Owner.Get("/clubs/"+site.ID+"/members").Want(200, "Camille")
	disk.isFull.Store(false)
	for range 2 {
		site.Owner.Get("/clubs/"+site.ID+"/settings").Submit("/settings", "name", "Les Dragons", "_key", key)
	}
	after, err := service.State(t.Context(), site.ID)
	if err != nil || after.Club.Name != "Les Dragons" || after.No != before.No+1 {
		t.Errorf("after: %q, %d acts more, %v", after.Club.Name, after.No-before.No, err)
	}
}

package notify_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/notify"
	"oriflamme/campaign/store"
	"oriflamme/campaign/store/pgtest"
	"oriflamme/campaign/web/site"
	"oriflamme/content"
)

// childEnv is the environment variable that names the database to the copy of this test that is killed.
const childEnv = "ORIFLAMME_TEST_COURIER"

func TestMain(m *testing.M) {
	if path := os.Getenv(childEnv); path != "" {
		if err := deliverUntilKilled(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	code := m.Run()
	pgtest.Stop()
	os.Exit(code)
}

// deliverUntilKilled does acts and delivers their notifications.
func deliverUntilKilled(path string) error {
	db, err := store.Open(path)
	if err != nil {
		return err
	}
	ctx := context.Background()
	service := campaign.NewService(db, nil, time.Now)
	deliverer, err := notify.New(ctx, notify.Config{Service: service, Outbox: db, Catalogs: content.Catalogs(), Now: time.Now, Summarise: site.NotificationLine, Private: true})
	if err != nil {
		return err
	}
	clubs, err := service.Clubs(ctx)
	if err != nil {
		return err
	}
	for {
		act, err := service.Do(ctx, campaign.Actor{Member: "ines"}, clubs[0], campaign.NewToken(), campaign.ActRequest{Body: campaign.Comment{On: 1, Text: "encore"}})
		if err != nil {
			return err
		}
		fmt.Println(act.No)
		if err := deliverer.RunOnce(ctx, clubs[0]); err != nil {
			return err
		}
	}
}

// TestKilledDeliverer: a Deliverer that is killed at any moment still delivers every notification in the end, and one that
// comes twice has the same number.
func TestKilledDeliverer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "club.db")
	var mu sync.Mutex
	received := map[int64]map[string]bool{} // numbers of deliveries, by act
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var notifications notify.WebhookMessage
		if err := json.NewDecoder(r.Body).Decode(&notifications); err != nil {
			return // the caller was killed before the end of the call
		}
		mu.Lock()
		defer mu.Unlock()
		for _, n := range notifications.Notices {
			if received[n.No] == nil {
				received[n.No] = map[string]bool{}
			}
			received[n.No][r.Header.Get("webhook-id")] = true
		}
	}))
	defer server.Close()
	last := int64(0)
	func() {
		c := newClubIn(t, path, func(*notify.Config) {})
		_, err := c.service.AddWebhook(t.Context(), c.owner, c.id, campaign.Webhook{Name: "Salon", URL: server.URL, Format: campaign.WebhookJSON, Lang: "fr", Private: true, Topics: campaign.Topics})
		must(t, err)
	}()
	for kill := range 3 {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), childEnv+"="+path)
		out, err := child.StdoutPipe()
		must(t, err)
		must(t, child.Start())
		for range 15 + 7*kill {
			_, err := fmt.Fscan(out, &last)
			must(t, err)
		}
		must(t, child.Process.Kill())
		_, _ = io.Copy(io.Discard, out)
		_ = child.Wait() // it was killed
	}
	db, err := store.Open(path)
	must(t, err)
	defer db.Close()
	service := campaign.NewService(db, nil, func() time.Time { return time.Now().Add(48 * time.Hour) })
	deliverer, err := notify.New(t.Context(), notify.Config{Service: service, Outbox: db, Catalogs: content.Catalogs(), Now: func() time.Time { return time.Now().Add(48 * time.Hour) }, Summarise: site.NotificationLine, Private: true})
	must(t, err)
	clubs, err := service.Clubs(t.Context())
	must(t, err)
	must(t, deliverer.RunOnce(t.Context(), clubs...))
	s, err := service.State(t.Context(), clubs[0])
	if err != nil || s.No < last {
		t.Fatalf("%d acts of %d acknowledged, %v", s.No, last, err)
	}
	server.Close() // and the connections that a killed process left open
	mu.Lock()
	defer mu.Unlock()
	missing := 0
	for _, a := range s.Acts {
		if a.Kind == campaign.KindComment && len(received[a.No]) == 0 {
			missing++
		}
	}
	if missing > 0 {
		t.Errorf("%d of %d acts were not delivered", missing, s.No)
	}
}

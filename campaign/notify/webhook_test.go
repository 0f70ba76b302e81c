package notify_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/notify"
)

// webhookServer is a site that receives webhook calls.
type webhookServer struct {
	server *httptest.Server
	answer atomic.Pointer[http.HandlerFunc]

	mu       sync.Mutex
	received []call
}

// call is one request that a webhookServer received.
type call struct {
	header http.Header
	body   string
}

func newListener(t *testing.T) *webhookServer {
	l := &webhookServer{}
	l.answers(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	l.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		l.mu.Lock()
		l.received = append(l.received, call{r.Header.Clone(), string(body)})
		l.mu.Unlock()
		(*l.answer.Load())(w, r)
	}))
	t.Cleanup(l.server.Close)
	return l
}

// answers sets the answer to later calls.
func (s *webhookServer) answers(f http.HandlerFunc) { s.answer.Store(&f) }

// calls returns the calls so far, in order.
func (s *webhookServer) calls() []call {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.received)
}

// addWebhook adds a webhook to the club.
func (c *club) addWebhook(url string, form campaign.WebhookFormat) campaign.Webhook {
	c.t.Helper()
	h, err := c.service.AddWebhook(c.t.Context(), c.owner, c.id, campaign.Webhook{Name: "Salon", URL: url, Format: form, Lang: "fr", Private: true, Topics: campaign.Topics})
	must(c.t, err)
	return h
}

// TestWebhook: a webhook gets acts in order, ten in a message, the organiser's own included, signed so that it can check the
// sender and the time. A retry has the same number.
func TestWebhook(t *testing.T) {
	c := newClub(t)
	l := newListener(t)
	l.answers(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) })
	h := c.addWebhook(l.server.URL+"/hook?x=1", campaign.WebhookJSON)
	c.remark(c.owner, "une")
	c.round()
	l.answers(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) })
	for range 11 {
		c.remark(c.player, "encore")
	}
	c.advance(2 * time.Minute)
	calls := l.calls()
	if len(calls) != 3 {
		t.Fatalf("called %d times", len(calls))
	}
	var nos []int64
	for i, made := range calls {
		head, body := made.header, made.body
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(h.Secret, "whsec_"))
		must(t, err)
		mac := hmac.New(sha256.New, key)
		_, _ = mac.Write([]byte(head.Get("webhook-id") + "." + head.Get("webhook-timestamp") + "." + body))
		if want := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)); head.Get("webhook-signature") != want {
			t.Errorf("signature %q, want %q", head.Get("webhook-signature"), want)
		}
		if i > 0 && head.Get("webhook-timestamp") != strconv.FormatInt(c.clock().Unix(), 10) {
			t.Errorf("at %s", head.Get("webhook-timestamp"))
		}
		var notifications notify.WebhookMessage
		if err := json.Unmarshal([]byte(body), &notifications); err != nil || notifications.Club != c.id || notifications.ID != head.Get("webhook-id") {
			t.Fatalf("body %s %v", body, err)
		}
		for _, n := range notifications.Notices {
			if i > 0 {
				nos = append(nos, n.No)
			}
			if n.Kind != "comment" || n.URL != "https://club.example/clubs/"+c.id || !strings.HasSuffix(n.Title, "fait une remarque") {
				t.Errorf("notified of %+v", n)
			}
		}
	}
	if calls[0].header.Get("webhook-id") != calls[1].header.Get("webhook-id") {
		t.Error("the same notice has another number the second time")
	}
	if len(nos) != 12 {
		t.Fatalf("notified of acts %v", nos)
	}
	for i := range nos[1:] {
		if nos[i+1] != nos[i]+1 {
			t.Errorf("delivered out of order: %v", nos)
		}
	}
}

// TestDiscord: the message has the form that Discord accepts, mentions nobody, and shows names as they are.
func TestDiscord(t *testing.T) {
	c := newClub(t)
	l := newListener(t)
	c.addWebhook(l.server.URL, campaign.WebhookDiscord)
	c.do(c.player, campaign.ActRequest{Body: campaign.EditMember{Member: "ines", Name: "@everyone **[x](y)**", Role: campaign.Player}})
	c.remark(c.player, "une")
	c.round()
	var m struct {
		Content string
		Embeds  []struct{ Title, URL, Timestamp string }
		Allowed struct{ Parse []string } `json:"allowed_mentions"`
	}
	calls := l.calls()
	if len(calls) != 1 {
		t.Fatalf("called %d times", len(calls))
	}
	must(t, json.Unmarshal([]byte(calls[0].body), &m))
	want := "@\u200beveryone \\*\\*\\[x\\](y)\\*\\* a fait une remarque"
	if m.Content != "Les Hussards" || len(m.Embeds) != 1 || m.Embeds[0].Title != want || !strings.HasPrefix(m.Embeds[0].URL, "https://club.example/clubs/") || m.Allowed.Parse == nil || len(m.Allowed.Parse) != 0 {
		t.Errorf("message %s", calls[0].body)
	}
}

// TestWebhookAnswers: each answer is classified; redirects are not followed, and a slow answer is not waited for.
func TestWebhookAnswers(t *testing.T) {
	c := newClub(t)
	l := newListener(t)
	h := c.addWebhook(l.server.URL, campaign.WebhookJSON)
	var followed atomic.Bool
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { followed.Store(true) }))
	defer other.Close()
	s, err := c.service.State(t.Context(), c.id)
	must(t, err)
	for _, test := range []struct {
		name   string
		answer http.HandlerFunc
		status int
		lost   bool
	}{
		{"taken", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, strings.Repeat("x", 1<<20)) }, 200, false},
		{"refused", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "nothing here", 404) }, 404, true},
		{"elsewhere", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, other.URL, http.StatusTemporaryRedirect)
		}, 307, true},
		{"broken", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) }, 500, false},
	} {
		l.answers(test.answer)
		answer, err := c.deliverer.TestWebhook(t.Context(), s, h)
		if answer.Status != test.status || len(answer.Text) > 4<<10 || (err == nil) != (test.status == 200) {
			t.Errorf("%s, tried: %d with %d bytes, %v", test.name, answer.Status, len(answer.Text), err)
		}
		c.remark(c.player, test.name)
		c.round()
		if n := len(c.failed()); (n == 1) != test.lost {
			t.Errorf("%s: %d lost", test.name, n)
		}
		for _, p := range c.failed() {
			must(t, c.service.DropDelivery(t.Context(), c.owner, c.id, p.ID))
		}
	}
	if followed.Load() {
		t.Error("a redirect was followed")
	}
	// The caller is cancelled once the request has arrived, which closes the connection.
	short, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan struct{})
	l.answers(func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
		close(ended)
	})
	if _, err := c.deliverer.TestWebhook(short, s, h); !errors.Is(err, context.Canceled) {
		t.Fatalf("who does not answer: %v", err)
	}
	<-ended
	// A server that asks to wait an hour gets no call for an hour.
	l.answers(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "3600")
		w.WriteHeader(http.StatusTooManyRequests)
	})
	c.advance(48 * time.Hour)
	c.remark(c.player, "plus tard")
	c.round()
	called := len(l.calls())
	c.advance(59 * time.Minute)
	if len(l.calls()) != called {
		t.Error("who asked for peace was called")
	}
	c.advance(2 * time.Minute)
	if len(l.calls()) != called+1 {
		t.Error("after the hour nobody called")
	}
}

// TestPrivateCampaigns: a webhook gets what visitors cannot read only if it is set to.
func TestPrivateCampaigns(t *testing.T) {
	c := newClub(t)
	l := newListener(t)
	_, err := c.service.AddWebhook(t.Context(), c.owner, c.id, campaign.Webhook{Name: "Salon", URL: l.server.URL, Format: campaign.WebhookJSON, Lang: "fr", Topics: campaign.Topics})
	must(t, err)
	c.remark(c.player, "entre nous")
	c.round()
	if calls := l.calls(); len(calls) != 0 || c.waiting() != 0 {
		t.Errorf("notified %v", calls)
	}
	for _, by := range []campaign.Actor{c.player, {}} {
		if _, err := c.service.Webhooks(t.Context(), by, c.id); err == nil {
			t.Errorf("%q sees the hooks", by.Member)
		}
		if _, err := c.service.AddWebhook(t.Context(), by, c.id, campaign.Webhook{Name: "x", URL: l.server.URL, Format: campaign.WebhookJSON, Lang: "fr", Topics: campaign.Topics}); err == nil {
			t.Errorf("%q adds a hook", by.Member)
		}
	}
}

package web_test

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"oriflamme/campaign/web"
	"oriflamme/campaign/web/webtest"
	"oriflamme/rules"
	"oriflamme/rules/rulestest"
)

// A logBuffer keeps what the site logs.
type logBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *logBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// TestProbes: the site is alive as long as the process runs, and ready as long as the database answers.
func TestProbes(t *testing.T) {
	book := &logBuffer{}
	w := webtest.NewTestSiteWith(t, func(c *web.Config) { c.Log = slog.New(slog.NewTextHandler(book, nil)) })
	ask := func(path string, status int, text string) {
		t.Helper()
		if r := w.Browser().Get(path); r.Status != status || r.Body != text || r.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: got %d %q %q", path, r.Status, r.Body, r.Header.Get("Cache-Control"))
		}
	}
	ask("/healthz", 200, "ok\n")
	ask("/readyz", 200, "ready\n")
	if strings.Contains(book.String(), "healthz") {
		t.Error("every probe fills the log")
	}
	rulestest.Must(t, w.Store.Close())
	ask("/healthz", 200, "ok\n")
	ask("/readyz", 503, "database\n")
	if !strings.Contains(book.String(), "not ready") {
		t.Error("the log does not say why the server is not ready")
	}
}

// metricLine matches one number in the text format.
var metricLine = regexp.MustCompile(`^[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? ([0-9.e+-]+|\+Inf)$`)

// TestMetrics reads the metrics after a battle: all documented metrics are there, and none names a person.
func TestMetrics(t *testing.T) {
	gauges := web.NewMetrics()
	w := webtest.NewClubFixtureOn(webtest.NewTestSiteWith(t, func(c *web.Config) { c.Metrics = gauges }))
	w.PlayBattle(1, 0, 3, 1)
	const unknown = `oriflamme_http_requests_total{method="GET",route="unknown",status="404"} 2`
	w.Browser().Get("/no/such/page").Get("/clubs/" + w.ID + "/nor/this")
	text := ""
	// A request is counted when its answer is on its way.
	for end := time.Now().Add(2 * time.Minute); !strings.Contains(text, unknown) && time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		answer := httptest.NewRecorder()
		gauges.Handler().ServeHTTP(answer, nil)
		text = answer.Body.String()
	}
	for _, l := range strings.Split(strings.TrimSpace(text), "\n") {
		if !strings.HasPrefix(l, "# ") && !metricLine.MatchString(l) {
			t.Errorf("not the text format: %s", l)
		}
	}
	for _, want := range []string{
		`oriflamme_http_requests_total{method="POST",route="/clubs",status="303"} 1`,
		`oriflamme_http_request_seconds_count{method="GET",route="/clubs/:club"}`,
		unknown,
		`oriflamme_task_seconds_count{task="act"}`, `oriflamme_task_seconds_count{task="store"}`, `oriflamme_task_seconds_count{task="fold"} 1`,
		"oriflamme_store_waiting 0", "oriflamme_live_streams 0", "process_start_time_seconds", "oriflamme_backup_last_timestamp_seconds 0",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	for _, private := range []string{w.ID, w.Campaign, "Camille", "Hussards", "/no/such/page"} {
		if strings.Contains(text, private) {
			t.Errorf("the gauges name %s", private)
		}
	}
	if r := w.Browser().Get("/metrics"); r.Status != http.StatusNotFound {
		t.Errorf("the public reads the gauges: %d", r.Status)
	}
}

// TestStreamsAreCounted: a phone that follows a battle counts as one stream until it stops.
func TestStreamsAreCounted(t *testing.T) {
	w := webtest.NewBattleFixture(t)
	w.OpenBattle(rules.Measured)
	if n := w.Service.WatcherCount(); n != 0 {
		t.Fatalf("%d streams", n)
	}
	answer, err := http.Get(w.Server.URL + w.BattlePath("battles", w.Battle) + "/events")
	rulestest.Must(t, err)
	if _, err := io.ReadFull(answer.Body, make([]byte, 10)); err != nil {
		t.Fatal(err)
	}
	if n := w.Service.WatcherCount(); n != 1 {
		t.Errorf("%d streams, want 1", n)
	}
	answer.Body.Close()
	for w.Service.WatcherCount() != 0 { // the server notices after a while
		time.Sleep(5 * time.Millisecond)
	}
}

// TestStatusPage: the page is for organisers, in both languages, and its figures change.
func TestStatusPage(t *testing.T) {
	w := webtest.NewClubFixture(t)
	page := "/clubs/" + w.ID + "/status"
	w.Owner.Get("/clubs/"+w.ID+"/settings").Get(w.Owner.Link("état du serveur")).Want(200, "répond en", "Actes du club", "Décider un acte", "aucune depuis le démarrage")
	w.Owner.Lang = "en"
	w.Owner.Get(page).Want(200, "answers in", "Deciding an act")
	w.Owner.WantNot("a phrase is missing", "⟨")
	w.Player.Get(page).Want(403)
	w.Browser().Get(page).Want(200, "Lien ou code")
}

// TestLogsArePrivate: after an evening of play the log has nobody's name, address, secret or text, and every line has its
// fields.
func TestLogsArePrivate(t *testing.T) {
	book := &logBuffer{}
	w := webtest.NewClubFixtureOn(webtest.NewTestSiteWith(t, func(c *web.Config) {
		c.Log = slog.New(slog.NewTextHandler(book, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}))
	w.PlayBattle(1, 0, 3, 1)
	w.Owner.Get("/clubs/" + w.ID + "/members").Get(w.Owner.Link("Inès")).Want(200).Submit("/link").Want(200)
	secret := w.Owner.Page.Find("#address").AttrOr("value", "")
	secret = secret[strings.LastIndex(secret, "/")+1:]
	phone := w.Browser()
	phone.Get("/enter/" + secret).Submit("/enter").Want(200)
	phone.Get("/rules/search?q=monsecret").Get("/enter/" + secret)
	text := book.String()
	if n := strings.Count(text, "\n"); n < 15 {
		t.Fatalf("only %d lines", n)
	}
	for _, private := range []string{"Camille", "Inès", "Hussards", "127.0.0.1", secret, "monsecret", w.ID, w.Campaign, "session="} {
		if strings.Contains(text, private) {
			t.Errorf("the log contains %q", private)
		}
	}
	for _, l := range strings.Split(strings.TrimSpace(text), "\n") {
		for _, field := range []string{"level=", "msg=request", "method=", "route=", "status=", "took="} {
			if !strings.Contains(l, field) {
				t.Errorf("no %s in %s", field, l)
			}
		}
	}
}

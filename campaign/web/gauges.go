package web

import (
	"context"
	"math"
	"net/http"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/labstack/echo/v4"

	"oriflamme/campaign"
	"oriflamme/campaign/web/gauge"
)

// Gauges count and time what a server does. They hold no name, no address and no
// content: routes are told by their pattern.
type Gauges struct {
	set      gauge.Set
	started  time.Time
	requests *gauge.Counter   // method, route, status
	times    *gauge.Histogram // method, route; streams are left out
	tasks    *gauge.Histogram // task
	notices  *gauge.Counter   // channel, result
	backups  *gauge.Counter   // result
	backup   atomic.Int64     // seconds since 1970 of the last good one; 0 for none
	failed   atomic.Bool      // the last one was not good
	hall     atomic.Pointer[campaign.Hall]
	routes   map[string]bool // the patterns there are, written before the first request
}

// bounds of the buckets of times, in seconds.
var bounds = []float64{.0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10}

// NewGauges returns gauges of a server that starts now.
func NewGauges() *Gauges {
	g := &Gauges{started: time.Now()}
	g.requests = g.set.Counter("oriflamme_http_requests_total", "Requests answered.", "method", "route", "status")
	g.times = g.set.Histogram("oriflamme_http_request_seconds", "Time to answer a request, streams left out.", bounds, "method", "route")
	g.tasks = g.set.Histogram("oriflamme_task_seconds",
		"Time of work: fold of a history, one act, storing an act durably, one command in the engine, replay of a battle.", bounds, "task")
	g.set.Func("oriflamme_store_waiting", "Writes that wait for the disk.", "gauge", g.ofHall((*campaign.Hall).Waiting))
	g.set.Func("oriflamme_live_streams", "Pages that are told of every move as it happens.", "gauge", g.ofHall((*campaign.Hall).Streams))
	g.set.Func("oriflamme_outbox_waiting", "Notices on their way out, those held back among them.", "gauge", g.ofOutbox(func(waiting, _ int) int { return waiting }))
	g.set.Func("oriflamme_outbox_lost", "Notices that were given up.", "gauge", g.ofOutbox(func(_, lost int) int { return lost }))
	g.notices = g.set.Counter("oriflamme_notices_total", "Notices brought out, or not, by how: mail, push, hook.", "channel", "result")
	g.backups = g.set.Counter("oriflamme_backups_total", "Scheduled backups.", "result")
	g.set.Func("oriflamme_backup_last_timestamp_seconds", "When the last proven backup was made; 0 for never.", "gauge",
		func() float64 { return float64(g.backup.Load()) })
	g.set.Func("process_start_time_seconds", "When the server started.", "gauge", func() float64 { return float64(g.started.UnixNano()) / 1e9 })
	g.set.Func("go_goroutines", "Goroutines.", "gauge", func() float64 { return float64(runtime.NumGoroutine()) })
	g.set.Func("go_memory_bytes", "Memory taken from the system by the Go runtime.", "gauge", func() float64 { return float64(memory()) })
	return g
}

// Handler answers with the gauges in the text format of Prometheus. It is for an
// address of its own, which the public cannot reach.
func (g *Gauges) Handler() http.Handler { return &g.set }

// BackedUp tells of a scheduled backup: when it was made, or why it was not.
func (g *Gauges) BackedUp(at time.Time, err error) {
	g.failed.Store(err != nil)
	if err != nil {
		g.backups.Add(1, "failed")
		return
	}
	g.backups.Add(1, "proven")
	g.backup.Store(at.Unix())
}

// hear has the hall of a site tell its times, and learns the site's routes.
func (g *Gauges) hear(h *campaign.Hall, routes []*echo.Route) {
	g.routes = map[string]bool{}
	for _, r := range routes {
		g.routes[r.Path] = true
	}
	g.hall.Store(h)
	if h != nil {
		h.Time(func(t campaign.Task, took time.Duration) { g.tasks.Observe(took.Seconds(), string(t)) })
	}
}

func (g *Gauges) ofHall(ask func(*campaign.Hall) int) func() float64 {
	return func() float64 {
		if h := g.hall.Load(); h != nil {
			return float64(ask(h))
		}
		return 0
	}
}

// ofOutbox asks the database, for no longer than a moment; NaN says that it did not answer.
func (g *Gauges) ofOutbox(pick func(waiting, lost int) int) func() float64 {
	return func() float64 {
		h := g.hall.Load()
		if h == nil {
			return 0
		}
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		waiting, lost, err := h.Parcels(ctx)
		if err != nil {
			return math.NaN()
		}
		return float64(pick(waiting, lost))
	}
}

// Brought tells of notices that were brought to where they go, or were not.
func (g *Gauges) Brought(c campaign.Channel, result string, n int) {
	g.notices.Add(uint64(n), string(c), result)
}

// asked counts a request. Unknown addresses are counted as one route, and unknown
// methods as one method, so that nobody fills the memory by asking.
func (g *Gauges) asked(c echo.Context, status int, took time.Duration) {
	method, route := c.Request().Method, c.Path()
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost:
	default:
		method = "other"
	}
	if !g.routes[route] {
		route = "unknown"
	}
	g.requests.Add(1, method, route, strconv.Itoa(status))
	if !streamed(c) || under(c.Request().URL.Path, "/public/") {
		g.times.Observe(took.Seconds(), method, route)
	}
}

// memory is asked for at most once a second: asking stops the program for a moment.
var memory = func() func() uint64 {
	var mu sync.Mutex
	var at time.Time
	var stats runtime.MemStats
	return func() uint64 {
		mu.Lock()
		defer mu.Unlock()
		if time.Since(at) > time.Second {
			runtime.ReadMemStats(&stats)
			at = time.Now()
		}
		return stats.Sys - stats.HeapReleased
	}
}()

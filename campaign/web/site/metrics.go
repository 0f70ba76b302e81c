package site

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
	"oriflamme/campaign/web/metrics"
)

// Metrics count and time what a server does. They hold no name, no address and no content: routes are named by their pattern.
type Metrics struct {
	set           metrics.Registry
	Started       time.Time
	Requests      *metrics.Counter   // method, route, status
	Times         *metrics.Histogram // method, route; streams are left out
	Tasks         *metrics.Histogram // task
	notifications *metrics.Counter   // channel, result
	backups       *metrics.Counter   // result
	LastBackup    atomic.Int64       // seconds since 1970 of the last successful backup; 0 for none
	BackupFailed  atomic.Bool        // the last backup failed
	service       atomic.Pointer[campaign.Service]
	routes        map[string]bool // the patterns of all routes, written before the first request
}

// timeBuckets are the upper bounds of the buckets of durations, in seconds.
var timeBuckets = []float64{.0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10}

// NewMetrics returns the metrics of a server that starts now.
func NewMetrics() *Metrics {
	g := &Metrics{Started: time.Now()}
	g.Requests = g.set.Counter("oriflamme_http_requests_total", "Requests answered.", "method", "route", "status")
	g.Times = g.set.Histogram("oriflamme_http_request_seconds", "Time to answer a request, streams left out.", timeBuckets, "method", "route")
	g.Tasks = g.set.Histogram("oriflamme_task_seconds",
		"Time of work: fold of a history, one act, storing an act durably, one command in the engine, replay of a battle.", timeBuckets, "task")
	g.set.Func("oriflamme_store_waiting", "Writes that wait for the disk.", "gauge", g.serviceValue((*campaign.Service).Waiting))
	g.set.Func("oriflamme_live_streams", "Pages that are told of every move as it happens.", "gauge", g.serviceValue((*campaign.Service).WatcherCount))
	g.set.Func("oriflamme_outbox_waiting", "Notices on their way out, those held back among them.", "gauge", g.outboxValue(func(waiting, _ int) int { return waiting }))
	g.set.Func("oriflamme_outbox_lost", "Notices that were given up.", "gauge", g.outboxValue(func(_, lost int) int { return lost }))
	g.notifications = g.set.Counter("oriflamme_notices_total", "Notices brought out, or not, by how: mail, push, hook.", "channel", "result")
	g.backups = g.set.Counter("oriflamme_backups_total", "Scheduled backups.", "result")
	g.set.Func("oriflamme_backup_last_timestamp_seconds", "When the last proven backup was made; 0 for never.", "gauge",
		func() float64 { return float64(g.LastBackup.Load()) })
	g.set.Func("process_start_time_seconds", "When the server started.", "gauge", func() float64 { return float64(g.Started.UnixNano()) / 1e9 })
	g.set.Func("go_goroutines", "Goroutines.", "gauge", func() float64 { return float64(runtime.NumGoroutine()) })
	g.set.Func("go_memory_bytes", "Memory taken from the system by the Go runtime.", "gauge", func() float64 { return float64(ReadMemory()) })
	return g
}

// Handler serves the metrics in the text format of Prometheus. It needs an address of its own that the public cannot reach.
func (m *Metrics) Handler() http.Handler { return &m.set }

// BackedUp records a scheduled backup: when it was made, or that it failed.
func (m *Metrics) BackedUp(at time.Time, err error) {
	m.BackupFailed.Store(err != nil)
	if err != nil {
		m.backups.Add(1, "failed")
		return
	}
	m.backups.Add(1, "proven")
	m.LastBackup.Store(at.Unix())
}

// Observe connects the metrics to the service of a site, and stores the site's routes.
func (m *Metrics) Observe(h *campaign.Service, routes []*echo.Route) {
	m.routes = map[string]bool{}
	for _, r := range routes {
		m.routes[r.Path] = true
	}
	m.service.Store(h)
	if h != nil {
		h.OnTask(func(t campaign.Task, took time.Duration) { m.Tasks.Observe(took.Seconds(), string(t)) })
	}
}

func (m *Metrics) serviceValue(ask func(*campaign.Service) int) func() float64 {
	return func() float64 {
		if h := m.service.Load(); h != nil {
			return float64(ask(h))
		}
		return 0
	}
}

// outboxValue returns a function that reads a count from the database within a short time, or NaN when the database does not answer.
func (m *Metrics) outboxValue(pick func(waiting, lost int) int) func() float64 {
	return func() float64 {
		h := m.service.Load()
		if h == nil {
			return 0
		}
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		waiting, lost, err := h.DeliveryCounts(ctx)
		if err != nil {
			return math.NaN()
		}
		return float64(pick(waiting, lost))
	}
}

// Delivered counts notifications that were delivered or failed.
func (m *Metrics) Delivered(c campaign.Channel, result string, n int) {
	m.notifications.Add(uint64(n), string(c), result)
}

// countRequest counts a request. Unknown addresses count as one route and unknown methods as one method, so that requests
// cannot fill the memory.
func (m *Metrics) countRequest(c echo.Context, status int, took time.Duration, timed bool) {
	method, route := c.Request().Method, c.Path()
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost:
	default:
		method = "other"
	}
	if !m.routes[route] {
		route = "unknown"
	}
	m.Requests.Add(1, method, route, strconv.Itoa(status))
	if timed {
		m.Times.Observe(took.Seconds(), method, route)
	}
}

// ReadMemory reads the memory in use at most once a second, because reading stops the program for a moment.
var ReadMemory = func() func() uint64 {
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

package metrics_test

import (
	"math"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"oriflamme/campaign/web/metrics"
)

// TestText compares the output with the text format that Prometheus documents.
func TestText(t *testing.T) {
	var s metrics.Registry
	c := s.Counter("asked_total", "Requests.\nAll of them.", "route", "status")
	h := s.Histogram("took_seconds", "Time.", []float64{0.1, 1}, "route")
	s.Func("waiting", `Back\slash.`, "gauge", func() float64 { return 2.5 })
	c.Add(2, "/b", "200")
	c.Add(1, `/"a"\`+"\n", "404")
	h.Observe(0.05, "/b")
	h.Observe(0.1, "/b") // a bound belongs to its bucket
	h.Observe(5, "/b")
	answer := httptest.NewRecorder()
	s.ServeHTTP(answer, nil)
	want := `# HELP asked_total Requests.\nAll of them.
# TYPE asked_total counter
asked_total{route="/\"a\"\\\n",status="404"} 1
asked_total{route="/b",status="200"} 2
# HELP took_seconds Time.
# TYPE took_seconds histogram
took_seconds_bucket{route="/b",le="0.1"} 2
took_seconds_bucket{route="/b",le="1"} 2
took_seconds_bucket{route="/b",le="+Inf"} 3
took_seconds_sum{route="/b"} 5.15
took_seconds_count{route="/b"} 3
# HELP waiting Back\\slash.
# TYPE waiting gauge
waiting 2.5
`
	if got := answer.Body.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if kind := answer.Header().Get("Content-Type"); !strings.HasPrefix(kind, "text/plain; version=0.0.4") {
		t.Errorf("content type %s", kind)
	}
}

func TestQuantile(t *testing.T) {
	var s metrics.Registry
	h := s.Histogram("t", "", []float64{1, 2, 3}, "kind")
	for range 50 {
		h.Observe(0.5, "a")
		h.Observe(2.5, "a")
		h.Observe(99, "b")
	}
	for _, c := range []struct {
		kinds string
		q     float64
		want  float64
		n     uint64
	}{{"a", 0.25, 0.5, 100}, {"a", 0.75, 2.5, 100}, {"ab", 1, 3, 150}, {"", 0.5, 0, 0}} {
		got, n := h.Quantile(c.q, func(v []string) bool { return strings.Contains(c.kinds, v[0]) })
		if math.Abs(got-c.want) > 1e-9 || n != c.n {
			t.Errorf("%s at %v: %v of %d, want %v of %d", c.kinds, c.q, got, n, c.want, c.n)
		}
	}
}

func TestManyAtOnce(t *testing.T) {
	var s metrics.Registry
	c := s.Counter("n", "", "of")
	h := s.Histogram("t", "", []float64{1}, "of")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for i := range 1000 {
				of := []string{"a", "b", "c"}[i%3]
				c.Add(1, of)
				h.Observe(0.5, of)
			}
		})
	}
	wg.Wait()
	all := func([]string) bool { return true }
	if _, n := h.Quantile(0.5, all); c.Total(all) != 8000 || n != 8000 {
		t.Errorf("%d counted, %d timed", c.Total(all), n)
	}
}

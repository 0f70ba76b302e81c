// Package metrics counts and times what a server does, and writes the numbers in the text format that Prometheus reads. It
// holds numbers only: the caller decides what is counted, and must not name a person in a label. Everything is in metrics.go.
package metrics

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// A Registry is the set of metrics of one server. The zero value is empty. All metrics must be added before the first is
// read; many goroutines may then count.
type Registry struct{ metrics []metric }

type metric interface{ write(w *bufio.Writer) }

// WriteTo writes all metrics in the order in which they were added.
func (r *Registry) WriteTo(w io.Writer) (int64, error) {
	counted := &countingWriter{w: w}
	b := bufio.NewWriter(counted)
	for _, f := range r.metrics {
		f.write(b)
	}
	err := b.Flush()
	return counted.n, err
}

type countingWriter struct {
	w io.Writer
	n int64
}

func (c *countingWriter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}

// ServeHTTP responds with the text format, version 0.0.4.
func (r *Registry) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = r.WriteTo(w)
}

func writeHead(w *bufio.Writer, name, help, kind string) {
	fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s %s\n", name, strings.NewReplacer("\\", `\\`, "\n", `\n`).Replace(help), name, kind)
}

func formatNumber(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// Func adds a metric whose value f returns at each read; kind is "gauge" or "counter".
func (r *Registry) Func(name, help, kind string, read func() float64) {
	r.metrics = append(r.metrics, funcMetric{name, help, kind, read})
}

type funcMetric struct {
	name, help, kind string
	read             func() float64
}

func (m funcMetric) write(w *bufio.Writer) {
	writeHead(w, m.name, m.help, m.kind)
	fmt.Fprintf(w, "%s %s\n", m.name, formatNumber(m.read()))
}

// A Counter counts events separately for each combination of label values.
type Counter struct {
	name, help string
	series[atomic.Uint64]
}

// Counter adds a counter with the names of its labels.
func (r *Registry) Counter(name, help string, labels ...string) *Counter {
	c := &Counter{name, help, series[atomic.Uint64]{labels: labels}}
	r.metrics = append(r.metrics, c)
	return c
}

// Add counts n events with these values of the labels.
func (c *Counter) Add(n uint64, values ...string) {
	c.sample(values, func() *atomic.Uint64 { return new(atomic.Uint64) }).Add(n)
}

// Total returns the sum over the rows whose label values keep accepts.
func (c *Counter) Total(keep func(values []string) bool) uint64 {
	var sum uint64
	for _, r := range c.sorted() {
		if keep(r.values) {
			sum += r.value.Load()
		}
	}
	return sum
}

func (c *Counter) write(w *bufio.Writer) {
	writeHead(w, c.name, c.help, "counter")
	for _, r := range c.sorted() {
		fmt.Fprintf(w, "%s%s %d\n", c.name, c.labelled(r.values, ""), r.value.Load())
	}
}

// A Histogram counts durations by how long they took, in seconds.
type Histogram struct {
	name, help string
	bounds     []float64
	series[bucketCounts]
}

type bucketCounts struct {
	under []atomic.Uint64 // count of each bucket; the last is for values above all bounds
	sum   atomic.Uint64   // nanoseconds
}

// Histogram adds a histogram with the upper bounds of its buckets, in seconds and
// in rising order, and the names of its labels.
func (r *Registry) Histogram(name, help string, bounds []float64, labels ...string) *Histogram {
	h := &Histogram{name, help, bounds, series[bucketCounts]{labels: labels}}
	r.metrics = append(r.metrics, h)
	return h
}

// Observe counts an event that took the given number of seconds.
func (h *Histogram) Observe(seconds float64, values ...string) {
	t := h.sample(values, func() *bucketCounts { return &bucketCounts{under: make([]atomic.Uint64, len(h.bounds)+1)} })
	i, _ := slices.BinarySearch(h.bounds, seconds)
	t.under[i].Add(1)
	t.sum.Add(uint64(max(0, seconds) * 1e9))
}

// Quantile returns an estimate of the q-quantile of the durations over the rows whose label values keep accepts, and the
// number of these durations. It is exact to a bucket; above the last bound it returns that bound.
func (h *Histogram) Quantile(q float64, keep func(values []string) bool) (seconds float64, n uint64) {
	under := make([]uint64, len(h.bounds)+1)
	for _, r := range h.sorted() {
		if keep(r.values) {
			for i := range under {
				c := r.value.under[i].Load()
				under[i] += c
				n += c
			}
		}
	}
	if n == 0 {
		return 0, 0
	}
	want, low := q*float64(n), 0.0
	for i, bound := range h.bounds {
		if have := float64(under[i]); want <= have {
			return low + (bound-low)*want/have, n
		}
		want -= float64(under[i])
		low = bound
	}
	return low, n
}

func (h *Histogram) write(w *bufio.Writer) {
	writeHead(w, h.name, h.help, "histogram")
	for _, r := range h.sorted() {
		var sum uint64
		for i := range r.value.under {
			sum += r.value.under[i].Load()
			bound := math.Inf(1)
			if i < len(h.bounds) {
				bound = h.bounds[i]
			}
			le := formatNumber(bound)
			fmt.Fprintf(w, "%s_bucket%s %d\n", h.name, h.labelled(r.values, le), sum)
		}
		fmt.Fprintf(w, "%s_sum%s %s\n", h.name, h.labelled(r.values, ""), formatNumber(float64(r.value.sum.Load())/1e9))
		fmt.Fprintf(w, "%s_count%s %d\n", h.name, h.labelled(r.values, ""), sum)
	}
}

// series holds the rows of one metric by the values of its labels.
type series[T any] struct {
	labels []string
	all    sync.Map // joined values -> *row[T]
}

type sample[T any] struct {
	values []string
	value  *T
}

func (s *series[T]) sample(values []string, fresh func() *T) *T {
	if len(values) != len(s.labels) {
		panic(fmt.Sprintf("gauge: %d values for the labels %v", len(values), s.labels))
	}
	key := strings.Join(values, "\xff")
	if found, ok := s.all.Load(key); ok {
		return found.(*sample[T]).value
	}
	found, _ := s.all.LoadOrStore(key, &sample[T]{slices.Clone(values), fresh()})
	return found.(*sample[T]).value
}

func (s *series[T]) sorted() []*sample[T] {
	var all []*sample[T]
	s.all.Range(func(_, v any) bool {
		all = append(all, v.(*sample[T]))
		return true
	})
	slices.SortFunc(all, func(a, b *sample[T]) int { return slices.Compare(a.values, b.values) })
	return all
}

// labelled returns {name="value",...}, with the bound of a bucket if le is not "".
func (s *series[T]) labelled(values []string, le string) string {
	var parts []string
	for i, name := range s.labels {
		parts = append(parts, name+`="`+escape.Replace(values[i])+`"`)
	}
	if le != "" {
		parts = append(parts, `le="`+le+`"`)
	}
	if len(parts) == 0 {
		return ""
	}
	return "{" + strings.Join(parts, ",") + "}"
}

var escape = strings.NewReplacer("\\", `\\`, "\n", `\n`, `"`, `\"`)

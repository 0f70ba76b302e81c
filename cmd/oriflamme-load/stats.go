package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
)

// stats is what the phones measured.
type stats struct {
	mu        sync.Mutex
	began     time.Time
	kinds     map[string]durations
	errors    map[string]int
	events    int
	perSecond []int // answers in each second of the day
}

// durations are the times that answers took.
type durations []time.Duration

func newStats() *stats {
	return &stats{began: time.Now(), kinds: map[string]durations{}, errors: map[string]int{}}
}

func (s *stats) add(kind string, took time.Duration, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil {
		s.errors[err.Error()]++
		return
	}
	s.kinds[kind] = append(s.kinds[kind], took)
	at := int(time.Since(s.began) / time.Second)
	for len(s.perSecond) <= at {
		s.perSecond = append(s.perSecond, 0)
	}
	s.perSecond[at]++
}

// addEvent counts an event of a stream.
func (s *stats) addEvent() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.events++
}

func (s *stats) failed() int {
	n := 0
	for _, count := range s.errors {
		n += count
	}
	return n
}

func (s *stats) allDurations() durations {
	var all durations
	for _, some := range s.kinds {
		all = append(all, some...)
	}
	return all
}

// quantile returns the time within which a share q of the answers came, 0 when there are none.
func (d durations) quantile(q float64) time.Duration {
	if len(d) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(d))
	return sorted[min(len(sorted)-1, int(q*float64(len(sorted))))]
}

// bounds are the upper bounds of the bars, each twice the one before.
var bounds = []time.Duration{time.Millisecond, 2 * time.Millisecond, 4 * time.Millisecond, 8 * time.Millisecond, 16 * time.Millisecond,
	32 * time.Millisecond, 64 * time.Millisecond, 128 * time.Millisecond, 256 * time.Millisecond, 512 * time.Millisecond, 1024 * time.Millisecond}

const maxBarWidth = 50 // of a bar, in characters

func (s *stats) print(out io.Writer) {
	fmt.Fprintf(out, "\n%-8s %8s %10s %10s %10s\n", "", "answers", "p50", "p99", "longest")
	row := func(name string, ts durations) {
		fmt.Fprintf(out, "%-8s %8d %10s %10s %10s\n", name, len(ts), short(ts.quantile(0.5)), short(ts.quantile(0.99)), short(ts.quantile(1)))
	}
	for _, name := range slices.Sorted(maps.Keys(s.kinds)) {
		row(name, s.kinds[name])
	}
	row("all", s.allDurations())
	fmt.Fprintf(out, "\n%d events on the live streams, %d failures\n", s.events, s.failed())
	for what, n := range s.errors {
		fmt.Fprintf(out, "  %d times: %s\n", n, what)
	}
	fmt.Fprintf(out, "\nhow long answers took\n")
	counts := make([]int, len(bounds)+1)
	for _, took := range s.allDurations() {
		i, _ := slices.BinarySearch(bounds, took)
		counts[i]++
	}
	most := slices.Max(counts)
	for i, n := range counts {
		label := "more"
		if i < len(bounds) {
			label = "≤ " + bounds[i].String()
		}
		fmt.Fprintf(out, "%9s %7d %s\n", label, n, bar(n, most))
	}
	fmt.Fprintf(out, "\nanswers in each second\n")
	if len(s.perSecond) > 0 {
		most = slices.Max(s.perSecond)
	}
	for i, n := range s.perSecond {
		fmt.Fprintf(out, "%8ds %7d %s\n", i+1, n, bar(n, most))
	}
}

func bar(n, most int) string {
	if n == 0 || most == 0 {
		return ""
	}
	return strings.Repeat("█", max(1, n*maxBarWidth/most))
}

func short(d time.Duration) string { return d.Round(10 * time.Microsecond).String() }

package store_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/store"
)

// TestRateLimit: however many processes count at once, no more tries pass than the limit, and one more after each period, for
// each person separately. A copy of the database has the counts.
func TestRateLimit(t *testing.T) {
	eachBackend(t, func(t *testing.T, name string) {
		now := time.UnixMilli(1_790_000_000_123)
		one := open(t, name)
		services := []*campaign.Service{campaign.NewService(one, nil, func() time.Time { return now })}
		if store.Remote(name) {
			services = append(services, campaign.NewService(open(t, name), nil, func() time.Time { return now }))
		}
		try := func(h *campaign.Service, what, who string) bool {
			ok, err := h.Allow(ctx, what, who, 10, time.Minute)
			if err != nil {
				t.Error(err)
			}
			return ok
		}
		var passed atomic.Int64
		var wg sync.WaitGroup
		for i := range 16 {
			wg.Go(func() {
				if try(services[i%len(services)], "guess", "thief") {
					passed.Add(1)
				}
			})
		}
		wg.Wait()
		if passed.Load() != 10 {
			t.Errorf("%d of 16 passed, not 10", passed.Load())
		}
		if !try(services[0], "guess", "another") || !try(services[0], "found", "thief") {
			t.Error("one is counted for another")
		}
		copied := open(t, t.TempDir()+"/copy.db")
		must(t, store.Copy(ctx, copied, one))
		services = append(services, campaign.NewService(copied, nil, func() time.Time { return now }))
		for _, after := range []struct {
			wait time.Duration
			pass int
		}{{59 * time.Second, 0}, {time.Second, 1}, {3 * time.Minute, 3}, {time.Hour, 10}} {
			now = now.Add(after.wait)
			for i, h := range []*campaign.Service{services[0], services[len(services)-1]} {
				got := 0
				for try(h, "guess", "thief") {
					got++
				}
				if got != after.pass {
					t.Errorf("hall %d: %d more pass after %v, not %d", i, got, after.wait, after.pass)
				}
			}
		}
		var stored []string
		rows, err := openRaw(t, name).Query("SELECT who FROM tries")
		must(t, err)
		defer rows.Close()
		for rows.Next() {
			var who string
			must(t, rows.Scan(&who))
			stored = append(stored, who)
		}
		if want := fmt.Sprint([]string{campaign.HashToken("guess thief")}); fmt.Sprint(stored) != want {
			t.Errorf("kept are %v, not %s alone", stored, want)
		}
	})
}

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

// TestTries: however many processes count at once, no more than so many pass, one more each time one is forgotten, each
// person for themselves; another database takes the count along.
func TestTries(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		now := time.UnixMilli(1_790_000_000_123)
		one := open(t, name)
		halls := []*campaign.Hall{campaign.NewHall(one, nil, func() time.Time { return now })}
		if store.Remote(name) {
			halls = append(halls, campaign.NewHall(open(t, name), nil, func() time.Time { return now }))
		}
		try := func(h *campaign.Hall, what, who string) bool {
			ok, err := h.Try(ctx, what, who, 10, time.Minute)
			if err != nil {
				t.Error(err)
			}
			return ok
		}
		var passed atomic.Int64
		var wg sync.WaitGroup
		for i := range 16 {
			wg.Go(func() {
				if try(halls[i%len(halls)], "guess", "thief") {
					passed.Add(1)
				}
			})
		}
		wg.Wait()
		if passed.Load() != 10 {
			t.Errorf("%d of 16 passed, not 10", passed.Load())
		}
		if !try(halls[0], "guess", "another") || !try(halls[0], "found", "thief") {
			t.Error("one is counted for another")
		}
		copied := open(t, t.TempDir()+"/copy.db")
		if err := store.Copy(ctx, copied, one); err != nil {
			t.Fatal(err)
		}
		halls = append(halls, campaign.NewHall(copied, nil, func() time.Time { return now }))
		for _, after := range []struct {
			wait time.Duration
			pass int
		}{{59 * time.Second, 0}, {time.Second, 1}, {3 * time.Minute, 3}, {time.Hour, 10}} {
			now = now.Add(after.wait)
			for i, h := range []*campaign.Hall{halls[0], halls[len(halls)-1]} {
				got := 0
				for try(h, "guess", "thief") {
					got++
				}
				if got != after.pass {
					t.Errorf("hall %d: %d more pass after %v, not %d", i, got, after.wait, after.pass)
				}
			}
		}
		var kept []string
		rows, err := raw(t, name).Query("SELECT who FROM tries")
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		for rows.Next() {
			var who string
			if err := rows.Scan(&who); err != nil {
				t.Fatal(err)
			}
			kept = append(kept, who)
		}
		if want := fmt.Sprint([]string{campaign.HashToken("guess thief")}); fmt.Sprint(kept) != want {
			t.Errorf("kept are %v, not %s alone", kept, want)
		}
	})
}

package store_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/store"
	"oriflamme/campaign/store/pgtest"
)

// refused checks that an error is an Unavailable with a key.
func refused(t *testing.T, err error, key string) {
	t.Helper()
	var e *campaign.Error
	if !errors.As(err, &e) || e.Code != campaign.Unavailable || e.Key != key || e.Err == nil {
		t.Fatalf("got %v, want %s", err, key)
	}
}

// TestFileFull: a database that may not grow refuses acts with the reason, still serves readers, and continues as soon as it
// may grow again. Refused acts are not stored, acknowledged ones are.
func TestFileFull(t *testing.T) {
	for _, c := range []struct{ name, worse, better, key string }{
		{"full", "max_page_count = 1", "max_page_count = 1000000", "disk-full"},
		{"read-only", "query_only = 1", "query_only = 0", "disk-read-only"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := open(t, filepath.Join(t.TempDir(), "x.db"))
			h := campaign.NewService(s, nil, time.Now)
			club, by := foundClub(t, h)
			// Enough acts that the next ones need another page.
			for i := range 20 {
				_, err := h.Do(ctx, by, club, fmt.Sprint("before", i), remark(i))
				must(t, err)
			}
			must(t, s.Pragma(c.worse))
			var last int64
			var failed error
			long := campaign.ActRequest{Body: campaign.Comment{On: 1, Text: strings.Repeat("x", 3000)}}
			for i := 0; failed == nil && i < 20; i++ {
				var a campaign.Act
				if a, failed = h.Do(ctx, by, club, fmt.Sprint("while", i), long); failed == nil {
					last = a.No
				}
			}
			refused(t, failed, c.key)
			if state, err := h.State(ctx, club); err != nil || state.No < 21 || state.No < last {
				t.Errorf("reading meanwhile: %v", err)
			}
			// Many at once are all refused: none waits for ever, none is stored.
			var wg sync.WaitGroup
			for i := range 32 {
				wg.Go(func() {
					if _, err := h.Do(ctx, by, club, fmt.Sprint("many", i), long); campaign.CodeOf(err) != campaign.Unavailable {
						t.Errorf("one of many: %v", err)
					}
				})
			}
			wg.Wait()
			must(t, s.Pragma(c.better))
			if _, err := h.Do(ctx, by, club, "while0", long); err != nil {
				t.Fatalf("after: %v", err)
			}
			a, err := h.Do(ctx, by, club, "after", remark(1))
			if err != nil {
				t.Fatalf("after: %v", err)
			}
			acts, err := s.Acts(ctx, club, 0)
			if err != nil || int64(len(acts)) != a.No {
				t.Errorf("%d acts, the last is %d: %v", len(acts), a.No, err)
			}
			clean(t, h)
		})
	}
}

// TestReadingASessionNeedsNoDisk: a signed-in member can read although the session's last use cannot be stored.
func TestReadingASessionNeedsNoDisk(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "x.db"))
	now := time.Date(2026, 11, 21, 20, 0, 0, 0, time.UTC)
	h := campaign.NewService(s, nil, func() time.Time { return now })
	session, err := h.FoundClub(ctx, campaign.FoundClub{Name: "Club", Lang: "en", Owner: "Anne"})
	must(t, err)
	must(t, s.Pragma("query_only = 1"))
	now = now.Add(2 * time.Hour)
	if _, err := h.Session(ctx, session.Cookie); err != nil {
		t.Errorf("the session on a read-only disk: %v", err)
	}
	_, err = h.IssueLink(ctx, campaign.Actor{Member: session.Member}, session.Club, session.Member)
	refused(t, err, "disk-read-only")
}

// TestServerAway: a PostgreSQL server that is gone gives another error than a bad request, and is used again when it is back.
func TestServerAway(t *testing.T) {
	name := pgtest.Fresh(t)
	s := open(t, name)
	h := campaign.NewService(s, nil, time.Now)
	club, by := foundClub(t, h)
	must(t, s.Ready(ctx))
	db := openRaw(t, name)
	cut := func(allow bool) {
		t.Helper()
		for _, statement := range []string{
			fmt.Sprintf("DO $$ BEGIN EXECUTE format('ALTER DATABASE %%I CONNECTION LIMIT %d', current_database()); END $$", map[bool]int{true: -1, false: 0}[allow]),
			"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
		} {
			_, err := db.Exec(statement)
			must(t, err)
		}
		// A backend that was terminated runs on until it handles the signal.
		wait(t, func() bool {
			left := -1
			err := db.QueryRow("SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()").Scan(&left)
			return err == nil && left == 0
		}, "connections do not end")
	}
	_, err := db.Exec("DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on', current_database()); END $$")
	must(t, err)
	cut(true)
	_, err = db.Exec("SELECT 1")
	must(t, err)
	for i := 0; i < 3; i++ { // the first may meet the broken connection
		if _, err = h.Do(ctx, by, club, fmt.Sprint("k", i), remark(i)); campaign.CodeOf(err) != campaign.Unavailable {
			t.Fatalf("a read-only server: %v", err)
		}
	}
	refused(t, err, "disk-read-only")
	if _, err := h.State(ctx, club); err != nil {
		t.Errorf("reading meanwhile: %v", err)
	}
	_, err = db.Exec("SET default_transaction_read_only = off; DO $$ BEGIN EXECUTE format('ALTER DATABASE %I RESET default_transaction_read_only', current_database()); END $$")
	must(t, err)
	cut(true)
	for i := 0; ; i++ {
		if _, err = h.Do(ctx, by, club, "back", remark(1)); err == nil || i == 5 {
			break
		}
	}
	if err != nil {
		t.Errorf("the server is back: %v", err)
	}
	for i := 0; ; i++ { // each connection kept from before breaks once
		if err = s.Ready(ctx); err == nil || i == 10 {
			break
		}
	}
	if err != nil {
		t.Error(err)
	}
}

// TestReady: a database of another version is not served.
func TestReady(t *testing.T) {
	eachBackend(t, func(t *testing.T, name string) {
		s := open(t, name)
		must(t, s.Ready(ctx))
		statement := "PRAGMA user_version = 999"
		if store.Remote(name) {
			statement = "INSERT INTO oriflamme VALUES (999)"
		}
		_, err := openRaw(t, name).Exec(statement)
		must(t, err)
		if err := s.Ready(ctx); err == nil || !strings.Contains(err.Error(), "version 999") {
			t.Errorf("ready for a database of the future: %v", err)
		}
		gone, cancel := context.WithCancel(ctx)
		cancel()
		if err := s.Ready(gone); campaign.CodeOf(err) == campaign.Unavailable {
			t.Errorf("who hangs up blames the database: %v", err)
		}
	})
}

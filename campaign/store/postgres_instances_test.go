package store_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/store"
	"oriflamme/campaign/store/pgtest"
)

// instance returns a service and store like those of one of several processes on a database.
func instance(t *testing.T, name string) (*campaign.Service, *store.Store) {
	t.Helper()
	s := open(t, name)
	h := campaign.NewService(s, nil, time.Now)
	follow, stop := context.WithCancel(ctx)
	var ended sync.WaitGroup
	ended.Go(func() { _ = h.Follow(follow) })
	t.Cleanup(func() { stop(); ended.Wait() })
	return h, s
}

// TestInstances: several processes on one PostgreSQL database behave like one.
func TestInstances(t *testing.T) {
	name := pgtest.Fresh(t)
	one, s := instance(t, name)
	two, _ := instance(t, name)
	club, by := foundClub(t, one)
	_, err := two.State(ctx, club)
	must(t, err)
	notified, stop := two.WatchClub(club)
	defer stop()
	waitForNews(t, one, two, notified, club, by)

	first, err := one.Do(ctx, by, club, "same", remark(7))
	must(t, err)
	if again, err := two.Do(ctx, by, club, "same", remark(7)); err != nil || again.Hash != first.Hash {
		t.Errorf("a key sent to both: %v, %s and %s", err, first.Hash, again.Hash)
	}

	const phones, each = 16, 10
	var wg sync.WaitGroup
	for phone := range phones {
		for i, h := range []*campaign.Service{one, two} {
			wg.Go(func() {
				for n := range each {
					if _, err := h.Do(ctx, by, club, fmt.Sprint(i, "-", phone, "-", n), remark(n)); err != nil {
						t.Error(err)
					}
				}
			})
		}
	}
	wg.Wait()
	acts, err := s.Acts(ctx, club, 0)
	must(t, err)
	if err := campaign.Verify(acts); err != nil {
		t.Error(err)
	}
	last := acts[len(acts)-1].No
	for i, h := range []*campaign.Service{one, two} {
		wait(t, func() bool {
			state, err := h.State(ctx, club)
			return err == nil && state.No == last
		}, "instance %d does not come to act %d", i+1, last)
		if state, _ := h.State(ctx, club); len(state.Comments) < 2*phones*each {
			t.Errorf("instance %d shows %d remarks", i+1, len(state.Comments))
		}
	}
	a, _ := one.State(ctx, club)
	b, _ := two.State(ctx, club)
	if a.Hash() != b.Hash() {
		t.Error("the states differ")
	}
}

// waitForNews does acts on one instance until the other's watcher is notified, because it
// takes a moment until that listens.
func waitForNews(t *testing.T, one, two *campaign.Service, notified <-chan int64, club campaign.ID, by campaign.Actor) {
	t.Helper()
	for i := range 100 {
		act, err := one.Do(ctx, by, club, fmt.Sprint("hear", i), remark(i))
		must(t, err)
		select {
		case no := <-notified:
			if state, err := two.State(ctx, club); err != nil || state.No < no {
				t.Errorf("told of act %d, shown %v %v", no, state.No, err)
			}
			if no > act.No {
				t.Errorf("notified of act %d when %d was the last", no, act.No)
			}
			return
		case <-time.After(time.Second):
		}
	}
	t.Fatal("an instance does not hear of the other's acts")
}

func wait(t *testing.T, done func() bool, format string, args ...any) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if done() {
			return
		}
	}
	t.Fatalf(format, args...)
}

// TestMissed: a process that starts to listen learns that it may have missed acts, also in clubs that it has never read.
func TestMissed(t *testing.T) {
	name := pgtest.Fresh(t)
	foundClub(t, campaign.NewService(open(t, name), nil, time.Now))
	late := campaign.NewService(open(t, name), nil, time.Now)
	changes := late.Changes()
	defer changes.Stop()
	follow, stop := context.WithCancel(ctx)
	var ended sync.WaitGroup
	defer ended.Wait()
	defer stop()
	ended.Go(func() { _ = late.Follow(follow) })
	select {
	case <-changes.C:
	case <-time.After(2 * time.Minute):
		t.Fatal("nothing stirs")
	}
	if clubs, missed := changes.Take(); !missed || len(clubs) > 0 {
		t.Errorf("clubs %v, missed %t", clubs, missed)
	}
	if _, missed := changes.Take(); missed {
		t.Error("missed twice")
	}
}

// TestElected: one of several processes has a role; when it ends, another gets it.
func TestElected(t *testing.T) {
	name := pgtest.Fresh(t)
	var working, limit, terms atomic.Int32
	work := func(ctx context.Context) {
		terms.Add(1)
		if now := working.Add(1); now > limit.Load() {
			limit.Store(now)
		}
		<-ctx.Done()
		working.Add(-1)
	}
	term, resign := context.WithCancel(ctx)
	var ended sync.WaitGroup
	defer ended.Wait()
	defer resign()
	for range 3 {
		s := open(t, name)
		ended.Go(func() { _ = s.Elected(term, "backup", work) })
		wait(t, func() bool { return working.Load() == 1 }, "nobody is elected")
	}
	if working.Load() != 1 || limit.Load() != 1 || terms.Load() != 1 {
		t.Errorf("%d work at once, %d terms", limit.Load(), terms.Load())
	}
	// The elected process loses its connection: its work ends, and another process is elected.
	_, err := openRaw(t, name).Exec("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted")
	must(t, err)
	wait(t, func() bool { return terms.Load() >= 2 && working.Load() == 1 }, "nobody follows in office")
}

// TestSecondServer: only one process can serve an SQLite file, but any number a PostgreSQL
// database. A process that only reads or copies is not refused.
func TestSecondServer(t *testing.T) {
	eachBackend(t, func(t *testing.T, name string) {
		one, two := open(t, name), open(t, name)
		must(t, one.Claim())
		err := two.Claim()
		if store.Remote(name) {
			if err != nil {
				t.Error(err)
			}
			return
		}
		if err == nil || !strings.Contains(err.Error(), "served by another process") {
			t.Errorf("the second server: %v", err)
		}
		if err := two.Backup(ctx, filepath.Join(t.TempDir(), "copy.db")); err != nil {
			t.Error(err)
		}
		must(t, one.Close())
		if err := two.Claim(); err != nil {
			t.Errorf("after the first has ended: %v", err)
		}
	})
}

// TestServerMigrations: a database of every older version is migrated and keeps its data.
func TestServerMigrations(t *testing.T) {
	for version := 1; version < len(store.Schemas); version++ {
		name := pgtest.Fresh(t)
		db := openRaw(t, name)
		statements := append([]string{"CREATE TABLE oriflamme (version INTEGER NOT NULL)"}, store.Schemas[:version]...)
		statements = append(statements, fmt.Sprintf("INSERT INTO oriflamme VALUES (%d)", version), "INSERT INTO caches VALUES ('club', 7, 'hash')")
		for _, statement := range statements {
			_, err := db.Exec(statement)
			must(t, err)
		}
		s := open(t, name)
		if err := s.Ready(ctx); err != nil {
			t.Errorf("from version %d: %v", version, err)
		}
		if no, hash, err := s.Cache(ctx, "club"); err != nil || no != 7 || hash != "hash" {
			t.Errorf("from version %d: %d %q %v", version, no, hash, err)
		}
		foundClub(t, campaign.NewService(s, nil, time.Now))
	}
}

// TestNewer: a database of a newer version is refused.
func TestNewer(t *testing.T) {
	name := pgtest.Fresh(t)
	open(t, name)
	_, err := openRaw(t, name).Exec("INSERT INTO oriflamme VALUES (999)")
	must(t, err)
	if _, err := store.Open(name); err == nil || !strings.Contains(err.Error(), "use a newer one") {
		t.Errorf("a database of the future: %v", err)
	}
}

// TestCopy: a copy to the other kind of database and back is the same, byte for byte, sessions included.
func TestCopy(t *testing.T) {
	dir := t.TempDir()
	names := []string{filepath.Join(dir, "a.db"), pgtest.Fresh(t), filepath.Join(dir, "b.db")}
	var archives, hashes []string
	var club campaign.ID
	var cookie string
	for i, name := range names {
		s := open(t, name)
		h := campaign.NewService(s, nil, time.Now)
		if i == 0 {
			session, err := h.FoundClub(ctx, campaign.FoundClub{Name: "Été « 1 » \\x00 🛡", Lang: "fr", Owner: "Zoé"})
			must(t, err)
			club, cookie = session.Club, session.Cookie
			for n := range 450 {
				_, err := h.Do(ctx, campaign.Actor{Member: session.Member}, club, fmt.Sprint(n), remark(n))
				must(t, err)
			}
		} else {
			from := open(t, names[i-1])
			must(t, store.Copy(ctx, s, from))
			if err := store.Copy(ctx, s, from); err == nil || !strings.Contains(err.Error(), "not empty") {
				t.Errorf("copied over another: %v", err)
			}
		}
		if _, err := h.Session(ctx, cookie); err != nil {
			t.Errorf("the session in %s: %v", name, err)
		}
		clean(t, h)
		state, err := h.State(ctx, club)
		must(t, err)
		var archive strings.Builder
		must(t, h.Export(ctx, campaign.Actor{}, club, &archive))
		archives, hashes = append(archives, archive.String()), append(hashes, state.Hash())
	}
	for i := range names {
		if archives[i] != archives[0] || hashes[i] != hashes[0] {
			t.Errorf("copy %d differs", i)
		}
	}
}

package store_test

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/store"
	"oriflamme/campaign/store/pgtest"
	"oriflamme/rules/rulestest"
)

var ctx = context.Background()

var must = rulestest.Must

func open(t testing.TB, path string) *store.Store {
	t.Helper()
	s, err := store.Open(path)
	must(t, err)
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// foundClub founds a club and returns it with its owner.
func foundClub(t testing.TB, h *campaign.Service) (campaign.ID, campaign.Actor) {
	t.Helper()
	s, err := h.FoundClub(ctx, campaign.FoundClub{Name: "Club", Lang: "en", Owner: "Anne"})
	must(t, err)
	return s.Club, campaign.Actor{Member: s.Member}
}

// clean checks that Check finds nothing wrong.
func clean(t *testing.T, h *campaign.Service) {
	t.Helper()
	if wrong, err := h.Check(ctx); err != nil || len(wrong) > 0 {
		t.Errorf("check: %v %v", wrong, err)
	}
}

func remark(n int) campaign.ActRequest {
	return campaign.ActRequest{Body: campaign.Comment{On: 1, Text: fmt.Sprint("remark ", n)}}
}

// eachBackend runs a test on a new, empty database of each kind.
func eachBackend(t *testing.T, test func(t *testing.T, name string)) {
	t.Run("sqlite", func(t *testing.T) {
		test(t, filepath.Join(t.TempDir(), "a b?#.db")) // a path with characters that are special in a connection string
	})
	t.Run("postgres", func(t *testing.T) { test(t, pgtest.Fresh(t)) })
}

// openRaw opens the database without this package.
func openRaw(t *testing.T, name string) *sql.DB {
	t.Helper()
	driver := "pgx"
	if !store.Remote(name) {
		driver, name = store.Driver, "file:"+strings.NewReplacer("?", "%3f", "#", "%23").Replace(name)
	}
	db, err := sql.Open(driver, name)
	must(t, err)
	t.Cleanup(func() { db.Close() })
	return db
}

func TestActsAreGuarded(t *testing.T) {
	eachBackend(t, func(t *testing.T, name string) {
		s := open(t, name)
		h := campaign.NewService(s, nil, time.Now)
		club, by := foundClub(t, h)
		_, err := h.Do(ctx, by, club, "k", remark(1))
		must(t, err)
		db := openRaw(t, name)
		drop := "DROP TRIGGER acts_stay"
		if store.Remote(name) {
			drop += " ON acts"
			if _, err := db.Exec("TRUNCATE acts"); err == nil || !strings.Contains(err.Error(), "never deleted") {
				t.Errorf("truncate: %v", err)
			}
		}
		for _, c := range []struct{ statement, want string }{
			{"UPDATE acts SET why = 'x'", "never changed"},
			{"DELETE FROM acts", "never deleted"},
			{"INSERT INTO acts SELECT club, 9, author, at, kind, body, why, amends, 'z', hash, hash FROM acts WHERE no = 2", "must follow"},
			{"INSERT INTO acts SELECT club, 3, author, at, kind, body, why, amends, 'z', '', hash FROM acts WHERE no = 2", "must follow"},
			{"INSERT INTO acts SELECT club, 3, author, at, kind, body, why, amends, 'k', hash, hash FROM acts WHERE no = 2", "UNIQUE"},
			{"INSERT INTO acts SELECT club, 3, author, at, kind, '{', why, amends, 'z', hash, hash FROM acts WHERE no = 2", "CHECK"},
		} {
			_, err := db.Exec(c.statement)
			if store.Remote(name) {
				c.want = map[string]string{"UNIQUE": "unique constraint", "CHECK": "invalid input syntax for type json"}[c.want] + strings.Trim(c.want, "UNIQECHK")
			}
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: got %v, want %q", c.statement, err, c.want)
			}
		}
		if err := s.Check(ctx); err != nil {
			t.Error(err)
		}
		_, err = db.Exec(drop)
		must(t, err)
		if err := s.Check(ctx); err == nil {
			t.Error("the check does not miss a dropped trigger")
		}
	})
}

// TestSettings: a setting that the driver did not apply is noticed.
func TestSettings(t *testing.T) {
	for _, c := range []struct{ old, other, want string }{
		{"", "", ""},
		{"FULL", "NORMAL", `synchronous is "1"`},
		{"WAL", "DELETE", `journal_mode is "delete"`},
		{"foreign_keys", "foreing_keys", `foreign_keys is "0"`},
		{"10000", "50", `busy_timeout is "50"`},
	} {
		err := store.Probe(filepath.Join(t.TempDir(), "x.db"), c.old, c.other)
		if (c.want == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s -> %s: got %v, want %s", c.old, c.other, err, c.want)
		}
	}
}

// TestCheckNamesTampering: changes made by another program are found.
func TestCheckNamesTampering(t *testing.T) {
	for _, c := range []struct{ name, statement, want string }{
		{"body", `UPDATE acts SET body = replace(body, 'remark', 'lies') WHERE no = 3`, "chain: act 3: was changed"},
		{"author", `UPDATE acts SET author = 'x' WHERE no = 2`, "chain: act 2: was changed"},
		{"tail", `DELETE FROM acts WHERE no = 4`, "act 4 was there and is gone"},
		{"cache", `UPDATE caches SET hash = hash || 'x'`, "state: after act 4 the state hash is"},
	} {
		t.Run(c.name, func(t *testing.T) {
			eachBackend(t, func(t *testing.T, name string) {
				h := campaign.NewService(open(t, name), nil, time.Now)
				club, by := foundClub(t, h)
				for i := range 3 {
					_, err := h.Do(ctx, by, club, fmt.Sprint(i), remark(i))
					must(t, err)
				}
				clean(t, h)
				drop := "DROP TRIGGER acts_stay%[1]s; DROP TRIGGER acts_last%[1]s;"
				if store.Remote(name) {
					drop = fmt.Sprintf(drop, " ON acts")
				} else {
					drop = fmt.Sprintf(drop, "")
				}
				_, err := openRaw(t, name).Exec(drop + c.statement)
				must(t, err)
				wrong, err := h.Check(ctx)
				must(t, err)
				text := fmt.Sprint(wrong)
				if !strings.Contains(text, c.want) || !strings.Contains(text, "trigger is missing") {
					t.Errorf("got %s, want %q", text, c.want)
				}
			})
		})
	}
}

// TestMigrations: a database of every older version opens, keeps its acts, and is copied
// before the migration; one of a newer version is refused.
func TestMigrations(t *testing.T) {
	for version := 1; version <= store.Latest; version++ {
		t.Run(fmt.Sprint(version), func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "old.db")
			script, err := os.ReadFile(fmt.Sprintf("testdata/version-%d.sql", version))
			must(t, err)
			_, err = openRaw(t, path).Exec(string(script))
			must(t, err)
			s := open(t, path)
			h := campaign.NewService(s, nil, time.Now)
			clubs, err := h.Clubs(ctx)
			if err != nil || len(clubs) != 1 {
				t.Fatalf("clubs %v %v", clubs, err)
			}
			state, err := h.State(ctx, clubs[0])
			if err != nil || state.Club.Name != "Les Anciens" || state.No != 2 {
				t.Fatalf("state %+v %v", state, err)
			}
			clean(t, h)
			_, err = os.Stat(fmt.Sprintf("%s.before-%d", path, version+1))
			if want := version < store.Latest; want != (err == nil) {
				t.Errorf("copy before migration: %v, wanted: %v", err, want)
			}
		})
	}
	path := filepath.Join(t.TempDir(), "future.db")
	_, err := openRaw(t, path).Exec("PRAGMA user_version = 999")
	must(t, err)
	if _, err := store.Open(path); err == nil || !strings.Contains(err.Error(), "use a newer one") {
		t.Errorf("a database of the future: %v", err)
	}
}

// TestManyAtOnce: acts sent at once are all stored, in one chain.
func TestManyAtOnce(t *testing.T) {
	eachBackend(t, func(t *testing.T, name string) {
		s := open(t, name)
		h := campaign.NewService(s, nil, time.Now)
		club, by := foundClub(t, h)
		var wg sync.WaitGroup
		for phone := range 128 {
			wg.Go(func() {
				for i := range 5 {
					if _, err := h.Do(ctx, by, club, fmt.Sprint(phone, "-", i), remark(i)); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		acts, err := s.Acts(ctx, club, 0)
		if err != nil || len(acts) != 1+128*5 {
			t.Fatalf("%d acts, %v", len(acts), err)
		}
		if err := campaign.Verify(acts); err != nil {
			t.Error(err)
		}
	})
}

func TestBackup(t *testing.T) { eachBackend(t, backsUp) }

func backsUp(t *testing.T, name string) {
	dir := t.TempDir()
	s := open(t, name)
	h := campaign.NewService(s, nil, time.Now)
	club, by := foundClub(t, h)
	stop := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
			}
			if _, err := h.Do(ctx, by, club, fmt.Sprint(i), remark(i)); err != nil {
				t.Error(err)
				return
			}
		}
	})
	to := filepath.Join(dir, "copy.db")
	err := s.Backup(ctx, to)
	close(stop)
	wg.Wait()
	must(t, err)
	if info, err := os.Stat(to); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the copy: %v %v", info.Mode(), err)
	}
	if err := s.Backup(ctx, to); err == nil {
		t.Error("a backup overwrote another")
	}
	copied := campaign.NewService(open(t, to), nil, time.Now)
	clean(t, copied)
	if st, err := copied.State(ctx, club); err != nil || st.No < 1 {
		t.Errorf("state of the copy: %v", err)
	}
}

// TestRestore: a backup replaces a database that nobody uses; the old write-ahead log does
// not leak into it.
func TestRestore(t *testing.T) {
	dir := t.TempDir()
	path, copied := filepath.Join(dir, "x.db"), filepath.Join(dir, "copy.db")
	s, err := store.Open(path)
	must(t, err)
	h := campaign.NewService(s, nil, time.Now)
	club, by := foundClub(t, h)
	must(t, s.Backup(ctx, copied))
	_, err = h.Do(ctx, by, club, "k", remark(1))
	must(t, err)
	if _, err := store.RestoreFile(path, copied); err == nil || !strings.Contains(err.Error(), "in use") {
		t.Errorf("restored under a running server: %v", err)
	}
	must(t, s.Close())
	broken := filepath.Join(dir, "broken.db")
	must(t, os.WriteFile(broken, []byte("SQLite format 3\x00 and no more"), 0o600))
	if _, err := store.RestoreFile(path, broken); err == nil {
		t.Error("restored a broken backup")
	}
	stored, err := store.RestoreFile(path, copied)
	must(t, err)
	for _, c := range []struct {
		path string
		acts int64
	}{{path, 1}, {stored, 2}} {
		state, err := campaign.NewService(open(t, c.path), nil, time.Now).State(ctx, club)
		if err != nil || state.No != c.acts {
			t.Errorf("%s: %v, want %d acts", filepath.Base(c.path), err, c.acts)
		}
	}
}

func TestClosed(t *testing.T) { eachBackend(t, staysClosed) }

func staysClosed(t *testing.T, name string) {
	s, err := store.Open(name)
	must(t, err)
	h := campaign.NewService(s, nil, time.Now)
	club, by := foundClub(t, h)
	must(t, s.Close())
	must(t, s.Close())
	if _, err := h.Do(ctx, by, club, "k", remark(1)); err == nil {
		t.Error("an act was acknowledged by a closed store")
	}
}

// BenchmarkAppend stores durable acts of one club from many goroutines.
func BenchmarkAppend(b *testing.B) {
	b.Run("sqlite", func(b *testing.B) { appends(b, filepath.Join(b.TempDir(), "x.db")) })
	b.Run("postgres", func(b *testing.B) { appends(b, pgtest.Fresh(b)) })
}

func appends(b *testing.B, name string) {
	h := campaign.NewService(open(b, name), nil, time.Now)
	club, by := foundClub(b, h)
	b.SetParallelism(64)
	b.ResetTimer()
	b.RunParallel(func(p *testing.PB) {
		for p.Next() {
			if _, err := h.Do(ctx, by, club, campaign.NewToken(), remark(1)); err != nil {
				b.Error(err)
				return
			}
		}
	})
}

package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/store"
)

// TestScheduledBackups makes copies while a club goes on, wants the right number of them kept, and compares state
// hashes to check that each copy restores the club as it was.
func TestScheduledBackups(t *testing.T) {
	dir := t.TempDir()
	db := filepath.Join(dir, "club.db")
	service, s, err := openService(db, true)
	must(t, err)
	begun, err := service.FoundClub(t.Context(), campaign.FoundClub{Name: "Club", Lang: "fr", Owner: "Anne"})
	must(t, err)
	b := &backups{folder: filepath.Join(dir, "copies"), every: time.Hour, keep: 3}
	must(t, b.validate())
	other := filepath.Join(b.folder, "oriflamme-of-mine.db")
	must(t, os.WriteFile(other, nil, 0o600))
	at := time.Date(2026, 11, 21, 3, 0, 0, 0, time.UTC)
	hashes := map[string]string{}
	for i := range 5 {
		act := campaign.ActRequest{Body: campaign.Comment{On: 1, Text: strings.Repeat("a", i+1)}}
		_, err = service.Do(t.Context(), campaign.Actor{Member: begun.Member}, begun.Club, campaign.NewToken(), act)
		must(t, err)
		state, err := service.State(t.Context(), begun.Club)
		must(t, err)
		path, err := b.create(t.Context(), s, service, at.Add(time.Duration(i)*time.Hour))
		must(t, err)
		hashes[path] = state.Hash()
		if _, err := os.Stat(path + "-wal"); err == nil {
			t.Error("the copy is not one file")
		}
	}
	all := b.list()
	if len(all) != 3 || !b.newest().Equal(at.Add(4*time.Hour)) {
		t.Fatalf("kept %v, the newest of %v", all, b.newest())
	}
	if _, err := os.Stat(other); err != nil {
		t.Error("a file of somebody else was removed")
	}
	wantCall(t, 1, "in use", "restore", "--db", db, all[0])
	must(t, s.Close())
	for _, path := range all {
		code, out, errs := call(t, "", "restore", "--db", db, path)
		if code != 0 || !strings.Contains(out, "state "+hashes[path]+": sound") || !strings.Contains(out, "is now") {
			t.Errorf("%s: exit %d\n%s%s", path, code, out, errs)
		}
	}
}

// TestBackupIsProven: a copy whose acts differ from those of the club is not kept.
func TestBackupIsProven(t *testing.T) {
	dir := t.TempDir()
	clubs := make([]*campaign.Service, 2)
	stores := make([]*store.Store, 2)
	archive := filepath.Join(dir, "club.json")
	for i := range clubs {
		service, s, err := openService(filepath.Join(dir, string(rune('a'+i))+".db"), true)
		must(t, err)
		defer s.Close()
		clubs[i], stores[i] = service, s
	}
	begun, err := clubs[0].FoundClub(t.Context(), campaign.FoundClub{Name: "Club", Lang: "fr", Owner: "Anne"})
	must(t, err)
	file, err := os.Create(archive)
	must(t, err)
	must(t, errors.Join(clubs[0].Export(t.Context(), campaign.Actor{}, begun.Club, file), file.Close()))
	file, err = os.Open(archive)
	must(t, err)
	defer file.Close()
	_, err = clubs[1].Import(t.Context(), file)
	must(t, err)
	for i, text := range []string{"one", "another"} {
		act := campaign.ActRequest{Body: campaign.Comment{On: 1, Text: text}}
		_, err = clubs[i].Do(t.Context(), campaign.Actor{Member: begun.Member}, begun.Club, "k", act)
		must(t, err)
	}
	b := &backups{folder: dir, every: time.Hour, keep: 3}
	if path, err := b.create(t.Context(), stores[1], clubs[0], time.Now().UTC()); err == nil || !strings.Contains(err.Error(), "no true copy") {
		t.Errorf("a copy of another club's acts: %q %v", path, err)
	}
	if left := b.list(); len(left) > 0 {
		t.Errorf("kept %v", left)
	}
}

// TestBackupsRun: the first copy is made at once when there is no recent one, the next when it is due, and copying
// ends with the server.
func TestBackupsRun(t *testing.T) {
	dir := t.TempDir()
	service, s, err := openService(filepath.Join(dir, "club.db"), true)
	must(t, err)
	defer s.Close()
	_, err = service.FoundClub(t.Context(), campaign.FoundClub{Name: "Club", Lang: "fr", Owner: "Anne"})
	must(t, err)
	b := &backups{folder: dir, every: 50 * time.Millisecond, keep: 2}
	ctx, end := context.WithCancel(t.Context())
	made := make(chan error)
	var ended sync.WaitGroup
	defer ended.Wait()
	defer end()
	ended.Go(func() {
		b.run(ctx, s, service, slog.New(slog.DiscardHandler), func(_ time.Time, err error) {
			select {
			case made <- err:
			case <-ctx.Done(): // the test is over
			}
		})
	})
	for range 3 {
		must(t, <-made)
	}
	end()
	ended.Wait()
	if n := len(b.list()); n != 2 {
		t.Errorf("%d copies kept", n)
	}
}

// TestBackupFlags checks that senseless settings are refused.
func TestBackupFlags(t *testing.T) {
	for _, args := range [][]string{{"--backup-keep", "0"}, {"--backup-every", "1ms"}} {
		db := filepath.Join(t.TempDir(), "x.db")
		wantCall(t, 2, args[0], append([]string{"serve", "--db", db, "--backup-dir", t.TempDir()}, args...)...)
	}
}

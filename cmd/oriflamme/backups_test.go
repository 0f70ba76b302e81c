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
	if err != nil {
		t.Fatal(err)
	}
	begun, err := service.FoundClub(t.Context(), campaign.FoundClub{Name: "Club", Lang: "fr", Owner: "Anne"})
	if err != nil {
		t.Fatal(err)
	}
	b := &backups{folder: filepath.Join(dir, "copies"), every: time.Hour, keep: 3}
	if err := b.validate(); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(b.folder, "oriflamme-of-mine.db")
	if err := os.WriteFile(other, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 11, 21, 3, 0, 0, 0, time.UTC)
	hashes := map[string]string{}
	for i := range 5 {
		act := campaign.ActRequest{Body: campaign.Comment{On: 1, Text: strings.Repeat("a", i+1)}}
		if _, err := service.Do(t.Context(), campaign.Actor{Member: begun.Member}, begun.Club, campaign.NewToken(), act); err != nil {
			t.Fatal(err)
		}
		state, err := service.State(t.Context(), begun.Club)
		if err != nil {
			t.Fatal(err)
		}
		path, err := b.create(t.Context(), s, service, at.Add(time.Duration(i)*time.Hour))
		if err != nil {
			t.Fatal(err)
		}
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
	if code, _, errs := call(t, "", "restore", "--db", db, all[0]); code != 1 || !strings.Contains(errs, "in use") {
		t.Errorf("restored under a server: %d %s", code, errs)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
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
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		clubs[i], stores[i] = service, s
	}
	begun, err := clubs[0].FoundClub(t.Context(), campaign.FoundClub{Name: "Club", Lang: "fr", Owner: "Anne"})
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(archive)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(clubs[0].Export(t.Context(), campaign.Actor{}, begun.Club, file), file.Close()); err != nil {
		t.Fatal(err)
	}
	if file, err = os.Open(archive); err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := clubs[1].Import(t.Context(), file); err != nil {
		t.Fatal(err)
	}
	for i, text := range []string{"one", "another"} {
		act := campaign.ActRequest{Body: campaign.Comment{On: 1, Text: text}}
		if _, err := clubs[i].Do(t.Context(), campaign.Actor{Member: begun.Member}, begun.Club, "k", act); err != nil {
			t.Fatal(err)
		}
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
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := service.FoundClub(t.Context(), campaign.FoundClub{Name: "Club", Lang: "fr", Owner: "Anne"}); err != nil {
		t.Fatal(err)
	}
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
		if err := <-made; err != nil {
			t.Fatal(err)
		}
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
		if code, _, errs := call(t, "", append([]string{"serve", "--db", db, "--backup-dir", t.TempDir()}, args...)...); code != 2 || !strings.Contains(errs, args[0]) {
			t.Errorf("%v: exit %d, %s", args, code, errs)
		}
	}
}

package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/store"
)

// backups are the settings of the copies that a server makes by itself.
type backups struct {
	folder string
	every  time.Duration
	keep   int
}

func backupFlags(f *flag.FlagSet) *backups {
	b := &backups{}
	f.StringVar(&b.folder, "backup-dir", "", "`folder` for copies of the database that the server makes by itself; empty makes none")
	f.DurationVar(&b.every, "backup-every", 24*time.Hour, "`time` between two copies")
	f.IntVar(&b.keep, "backup-keep", 14, "`number` of copies to keep")
	return b
}

func (b *backups) validate() error {
	if b.folder == "" {
		return nil
	}
	if b.every < time.Second {
		return usagef("--backup-every: at least 1s")
	}
	if b.keep < 1 {
		return usagef("--backup-keep: at least 1")
	}
	return os.MkdirAll(b.folder, 0o700)
}

// The names of copies sort by time. Other files in the folder are left alone.
const (
	backupPrefix = "oriflamme-"
	backupForm   = "20060102T150405.000Z"
	backupSuffix = ".db"
)

// run makes copies when they are due until ctx is done; the first at once when the newest copy is too old. Of several
// processes that share a database one makes them.
func (b *backups) run(ctx context.Context, s *store.Store, service *campaign.Service, log *slog.Logger, tell func(time.Time, error)) {
	_ = s.Elected(ctx, "backup", func(ctx context.Context) {
		for wait := b.every - time.Since(b.newest()); ; {
			select {
			case <-ctx.Done():
				return
			case <-time.After(wait):
			}
			now := time.Now().UTC()
			path, err := b.create(ctx, s, service, now)
			if ctx.Err() != nil {
				return
			}
			tell(now, err)
			if err != nil {
				log.Error("backup failed", "error", err)
				wait = min(b.every, 10*time.Minute) // try again soon: a full disk may have room by then
				continue
			}
			log.Info("backup made and proven", "file", filepath.Base(path), "took", time.Since(now))
			wait = b.every - time.Since(b.newest())
		}
	})
}

// create makes a copy, verifies it, and removes the oldest copies beyond the number to keep. A copy that fails its
// verification is removed.
func (b *backups) create(ctx context.Context, s *store.Store, service *campaign.Service, now time.Time) (path string, err error) {
	path = filepath.Join(b.folder, backupPrefix+now.Format(backupForm)+backupSuffix)
	if err := s.Backup(ctx, path); err != nil {
		return "", err
	}
	if err := verifyBackup(ctx, path, service); err != nil {
		return "", errors.Join(fmt.Errorf("%s is no true copy: %w", filepath.Base(path), err), os.Remove(path))
	}
	return path, b.prune()
}

// verifyBackup reads a copy from the disk and checks the pages of the database, the chain, state and battles of each
// club, and that its acts are those of the service.
func verifyBackup(ctx context.Context, path string, service *campaign.Service) (err error) {
	copied, s, err := openService(path, false)
	if err != nil {
		return err
	}
	// Leaving WAL mode makes the copy a single file again.
	defer func() { err = errors.Join(err, s.Close(), store.Compact(path)) }()
	found, err := copied.Check(ctx)
	if err != nil {
		return err
	}
	for _, f := range found {
		return f
	}
	states, err := clubStates(ctx, copied)
	if err != nil {
		return err
	}
	for _, then := range states {
		now, err := service.State(ctx, then.Club.ID)
		if err != nil {
			return err
		}
		if a, ok := now.Act(then.No); !ok || a.Hash != then.Head {
			return fmt.Errorf("club %s: act %d is another", then.Club.ID, then.No)
		}
	}
	return nil
}

// list returns the paths of the copies, oldest first.
func (b *backups) list() []string {
	found, _ := filepath.Glob(filepath.Join(b.folder, backupPrefix+"*"+backupSuffix)) // only a malformed pattern is an error
	found = slices.DeleteFunc(found, func(path string) bool { return backupTime(path).IsZero() })
	slices.Sort(found)
	return found
}

// newest returns when the newest copy was made, the zero time when there is none.
func (b *backups) newest() time.Time {
	all := b.list()
	if len(all) == 0 {
		return time.Time{}
	}
	return backupTime(all[len(all)-1])
}

func backupTime(path string) time.Time {
	name := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(path), backupPrefix), backupSuffix)
	at, err := time.Parse(backupForm, name)
	if err != nil {
		return time.Time{}
	}
	return at
}

func (b *backups) prune() error {
	all := b.list()
	for len(all) > b.keep {
		if err := os.Remove(all[0]); err != nil {
			return err
		}
		all = all[1:]
	}
	return nil
}

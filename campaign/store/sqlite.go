package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"gorm.io/driver/sqlite"
	"gorm.io/gorm"

	"oriflamme/campaign"
)

// file is the backend for one SQLite file.
type file struct {
	path    string
	serving *gorm.DB // holds the lock next to the file while it is served
}

// openFile opens or creates the SQLite file at a path. Before it migrates an older version
// N, it copies the file to path.before-N.
func openFile(path string) (*Store, error) {
	// Created here so that only its owner can read it; SQLite would use the umask.
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	if err := f.Close(); err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	write, err := connect(path, writing, 1)
	if err != nil {
		return nil, err
	}
	return start(&file{path: path}, write, func() (*gorm.DB, error) { return connect(path, reading, 8) })
}

func connect(path, settings string, limit int) (*gorm.DB, error) {
	name := "file:" + strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(path) + "?" + settings
	return openPool(limit, sqlite.New(sqlite.Config{DriverName: driver, DSN: name}))
}

func (f *file) prepare(write *gorm.DB) error {
	if err := checkSettings(write); err != nil {
		return err
	}
	return f.migrate(write)
}

func (f *file) lock(*gorm.DB) error { return nil }

// snapshot returns the default: any reading transaction of SQLite sees one state.
func (f *file) snapshot() *sql.TxOptions { return nil }

// listen returns at once: only one process serves the file.
func (f *file) listen(context.Context, func(campaign.News)) error { return nil }

func (f *file) elected(ctx context.Context, _ string, work func(context.Context)) error {
	work(ctx)
	return ctx.Err()
}

// claim locks a small database next to the file with SQLite's own locks. They work on every
// system, and a process that is killed loses them.
func (f *file) claim() error {
	real, err := filepath.EvalSymlinks(f.path)
	if err != nil {
		return fmt.Errorf("claim: %w", err)
	}
	if f.serving, err = openLocked(real + ".serving"); err != nil && strings.Contains(err.Error(), "locked") {
		return fmt.Errorf("%s is served by another process already: stop it first, or move to PostgreSQL to run several", f.path)
	}
	return err
}

// openLocked opens a database and locks it until it is closed.
func openLocked(path string) (*gorm.DB, error) {
	db, err := connect(path, probing, 1)
	if err != nil {
		return nil, fmt.Errorf("claim: %w", err)
	}
	for _, statement := range []string{"PRAGMA locking_mode = EXCLUSIVE", "BEGIN EXCLUSIVE"} {
		if err := db.Exec(statement).Error; err != nil {
			return nil, errors.Join(fmt.Errorf("claim: %w", err), disconnect(db))
		}
	}
	return db, nil
}

func (f *file) release() error {
	if f.serving == nil {
		return nil
	}
	return disconnect(f.serving)
}

// checkSettings reads the settings of the writing connection back and returns an error if
// one was not applied.
func checkSettings(db *gorm.DB) error {
	for _, want := range []struct{ pragma, value string }{
		{"journal_mode", "wal"}, {"synchronous", "2"}, {"foreign_keys", "1"}, {"busy_timeout", "10000"},
	} {
		var got string
		if err := db.Raw("PRAGMA " + want.pragma).Scan(&got).Error; err != nil {
			return fmt.Errorf("database setting %s: %w", want.pragma, err)
		}
		if got != want.value {
			return fmt.Errorf("database setting %s is %q, not %q", want.pragma, got, want.value)
		}
	}
	version, err := libraryVersion(db)
	if err != nil {
		return err
	}
	if !atLeast(version, "3.51.3") {
		// In older versions a checkpoint that races with a write can lose committed pages.
		return fmt.Errorf("SQLite %s is too old: 3.51.3 is needed", version)
	}
	return nil
}

// libraryVersion returns the version of the SQLite library in use.
func libraryVersion(db *gorm.DB) (string, error) {
	var v string
	err := db.Raw("SELECT sqlite_version()").Scan(&v).Error
	return v, err
}

func atLeast(version, want string) bool {
	v, w := strings.Split(version, "."), strings.Split(want, ".")
	for i := range w {
		if i >= len(v) {
			return false
		}
		a, _ := strconv.Atoi(v[i])
		b, _ := strconv.Atoi(w[i])
		if a != b {
			return a > b
		}
	}
	return true
}

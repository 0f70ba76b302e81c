package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"

	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"oriflamme/campaign"
)

// A Store is one database file. It implements campaign.Store.
type Store struct {
	path  string
	write *gorm.DB // one connection, used by the writer alone
	read  *gorm.DB
	queue chan op
	ended chan struct{} // closed when the writer has stopped

	mu     sync.RWMutex // guards closed against sends to the queue
	closed bool
}

var _ campaign.Store = (*Store)(nil)

// Open opens the database at a path, or makes it, and brings it up to date; a
// copy of an older one is kept beside it as path.before-N. It refuses a database
// of a newer program, and settings that did not take.
func Open(path string) (*Store, error) {
	// Made here so that nobody else can read it; SQLite would use the umask.
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	if err := file.Close(); err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	s := &Store{path: path, queue: make(chan op, 1024), ended: make(chan struct{})}
	if s.write, err = connect(path, writing, 1); err != nil {
		return nil, err
	}
	if err = settingsTook(s.write); err == nil {
		err = s.migrate()
	}
	if err == nil {
		s.read, err = connect(path, reading, 8)
	}
	if err != nil {
		return nil, errors.Join(err, disconnect(s.write))
	}
	go s.writer()
	return s, nil
}

func connect(path, settings string, most int) (*gorm.DB, error) {
	name := "file:" + strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(path) + "?" + settings
	db, err := gorm.Open(sqlite.New(sqlite.Config{DriverName: driver, DSN: name}), &gorm.Config{
		SkipDefaultTransaction: true,
		PrepareStmt:            true,
		DisableAutomaticPing:   true,
		Logger:                 logger.Discard, // errors are returned; logging them is the caller's affair
	})
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	pool, err := db.DB()
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	pool.SetMaxOpenConns(most)
	pool.SetMaxIdleConns(most)
	return db, nil
}

func disconnect(db *gorm.DB) error {
	pool, err := db.DB()
	if err != nil {
		return err
	}
	return pool.Close()
}

// settingsTook asks the writing connection for what it was told.
func settingsTook(db *gorm.DB) error {
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
		// Before it, a checkpoint racing a write could lose committed pages.
		return fmt.Errorf("SQLite %s is too old: 3.51.3 is needed", version)
	}
	return nil
}

// libraryVersion is the version of the SQLite in use.
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

// Close lets what is queued be stored and closes the database.
func (s *Store) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	close(s.queue)
	s.mu.Unlock()
	<-s.ended
	return errors.Join(disconnect(s.read), disconnect(s.write))
}

// from returns the reading database under a context.
func (s *Store) from(ctx context.Context) *gorm.DB { return s.read.WithContext(ctx) }

package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"

	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"oriflamme/campaign"
)

// A Store is one database. It implements campaign.Store.
type Store struct {
	backend backend
	write   *gorm.DB // one connection, used only by the writer
	read    *gorm.DB
	queue   chan writeOp
	ended   chan struct{} // closed when the writer has stopped

	mu     sync.RWMutex // guards closed against sends to the queue
	closed bool
}

var _ campaign.Store = (*Store)(nil)

// A backend is what differs between SQLite and PostgreSQL.
type backend interface {
	// prepare checks the settings of the writing connection and migrates the database to
	// this program's version.
	prepare(write *gorm.DB) error
	// lock takes the lock with which every writing transaction starts.
	lock(tx *gorm.DB) error
	// snapshot returns the options of a transaction that sees one state of the database.
	snapshot() *sql.TxOptions
	// backup writes a copy of the database to a new SQLite file.
	backup(ctx context.Context, s *Store, path string) error
	// version returns the schema versions of the database and of this program.
	version(read *gorm.DB) (version, latest int, err error)
	// examine runs the database's integrity checks.
	examine(db *gorm.DB) error
	// claim returns an error if another process serves the database and only one may.
	claim() error
	// listen calls notify with what other processes store, until ctx is done.
	listen(ctx context.Context, notify func(campaign.News)) error
	// elected runs work while this process is the one that has a role.
	elected(ctx context.Context, role string, work func(context.Context)) error
	// release undoes claim.
	release() error
}

// Remote reports whether a name is the address of a PostgreSQL database, not a file.
func Remote(name string) bool {
	return strings.HasPrefix(name, "postgres://") || strings.HasPrefix(name, "postgresql://")
}

// Open opens a database and migrates it to this program's version. The name is the path of
// an SQLite file, which is created if it does not exist, or the address of a PostgreSQL
// database: postgres://user:password@host/database. It returns an error if the database is
// of a newer program, or has settings under which acts could be lost.
func Open(name string) (*Store, error) {
	if Remote(name) {
		return openServer(name)
	}
	return openFile(name)
}

// start prepares a database and starts the writer.
func start(b backend, write *gorm.DB, reader func() (*gorm.DB, error)) (*Store, error) {
	s := &Store{backend: b, write: write, queue: make(chan writeOp, 1024), ended: make(chan struct{})}
	err := b.prepare(write)
	if err == nil {
		s.read, err = reader()
	}
	if err != nil {
		return nil, errors.Join(err, disconnect(write))
	}
	go s.writer()
	return s, nil
}

// openPool opens a pool of connections. gorm's own prepared statements are off: the drivers
// cache statements, gorm would prepare them again in every transaction.
func openPool(limit int, dialect gorm.Dialector) (*gorm.DB, error) {
	db, err := gorm.Open(dialect, &gorm.Config{
		SkipDefaultTransaction: true,
		DisableAutomaticPing:   true,
		Logger:                 logger.Discard, // errors are returned; the caller logs them
	})
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	pool, err := db.DB()
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	pool.SetMaxOpenConns(limit)
	pool.SetMaxIdleConns(limit)
	return db, nil
}

func disconnect(db *gorm.DB) error {
	pool, err := db.DB()
	if err != nil {
		return err
	}
	return pool.Close()
}

// Claim declares that this process serves the database. Only one process at a time can serve
// an SQLite file; for a second one Claim returns an error. Close ends the claim.
func (s *Store) Claim() error { return s.backend.claim() }

// Listen implements campaign.Store.
func (s *Store) Listen(ctx context.Context, notify func(campaign.News)) error {
	return s.backend.listen(ctx, notify)
}

// Elected waits until this process is the only one of those that share the database with a
// role, and then calls work with a context that ends when the role is lost. It does so
// again until ctx is done.
func (s *Store) Elected(ctx context.Context, role string, work func(context.Context)) error {
	return s.backend.elected(ctx, role, work)
}

// Ready implements campaign.Store.
func (s *Store) Ready(ctx context.Context) error {
	version, latest, err := s.backend.version(s.reader(ctx))
	if err != nil {
		return wrapFault("ready", err)
	}
	if version != latest {
		return fmt.Errorf("ready: the database is of version %d, this program of %d", version, latest)
	}
	return nil
}

// Check implements campaign.Store. It checks the database's integrity and that the triggers
// that protect the acts exist.
func (s *Store) Check(ctx context.Context) error { return s.backend.examine(s.reader(ctx)) }

// Backup writes a consistent copy to a new SQLite file while others write. The copy is
// checked before it gets its name. The file must not exist.
func (s *Store) Backup(ctx context.Context, path string) error {
	if _, err := os.Stat(path); err == nil {
		return fmt.Errorf("backup: %s is there already", path)
	}
	if err := s.backend.backup(ctx, s, path); err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	return nil
}

// Close stores what is queued and closes the database.
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
	return errors.Join(disconnect(s.read), disconnect(s.write), s.backend.release())
}

// reader returns the read-only connections with a context.
func (s *Store) reader(ctx context.Context) *gorm.DB { return s.read.WithContext(ctx) }

// Waiting implements campaign.Store.
func (s *Store) Waiting() int { return len(s.queue) }

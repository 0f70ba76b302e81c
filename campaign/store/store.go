package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync"

	"gorm.io/gorm"
	"gorm.io/gorm/logger"

	"oriflamme/campaign"
)

// A Store is one database. It implements campaign.Store.
type Store struct {
	backend backend
	write   *gorm.DB // one connection, used by the writer alone
	read    *gorm.DB
	queue   chan writeOp
	ended   chan struct{} // closed when the writer has stopped

	mu     sync.RWMutex // guards closed against sends to the queue
	closed bool
}

var _ campaign.Store = (*Store)(nil)

// A backend is what SQLite and PostgreSQL do each in their own way.
type backend interface {
	// prepare checks the settings of the writing connection and brings the
	// database up to date.
	prepare(write *gorm.DB) error
	// lock is what a writing transaction begins with.
	lock(tx *gorm.DB) error
	// snapshot is the kind of transaction that sees one moment of the database.
	snapshot() *sql.TxOptions
	// backup writes a copy of the database to a new SQLite file.
	backup(ctx context.Context, s *Store, path string) error
	// version is that of the database, and latest that of this program.
	version(read *gorm.DB) (version, latest int, err error)
	// examine has the database look for faults in itself.
	examine(db *gorm.DB) error
	// claim keeps out whoever else would serve the database, where only one may.
	claim() error
	// listen tells of what other processes store until ctx is done.
	listen(ctx context.Context, notify func(campaign.News)) error
	// elected does work while this process is the one that has a role.
	elected(ctx context.Context, role string, work func(context.Context)) error
	// release ends what claim began.
	release() error
}

// Remote reports whether a name is the address of a PostgreSQL server rather
// than a file.
func Remote(name string) bool {
	return strings.HasPrefix(name, "postgres://") || strings.HasPrefix(name, "postgresql://")
}

// Open opens a database and brings it up to date. The name is the path of an
// SQLite file, made when it is not there, or the address of a database on a
// PostgreSQL server: postgres://user:password@host/database. It refuses a
// database of a newer program, and settings under which acts could be lost.
func Open(name string) (*Store, error) {
	if Remote(name) {
		return openServer(name)
	}
	return openFile(name)
}

// start finishes a store whose connections are there.
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

// openPool opens a pool of connections. The drivers keep prepared statements, where
// gorm would prepare them anew in every transaction.
func openPool(limit int, dialect gorm.Dialector) (*gorm.DB, error) {
	db, err := gorm.Open(dialect, &gorm.Config{
		SkipDefaultTransaction: true,
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

// Claim says that this process is about to serve the database. An SQLite file
// is served by one process at a time: the second is refused. Close ends it.
func (s *Store) Claim() error { return s.backend.claim() }

// Listen implements campaign.Store.
func (s *Store) Listen(ctx context.Context, notify func(campaign.News)) error {
	return s.backend.listen(ctx, notify)
}

// Elected waits until this process alone has a role among all that share the
// database, then does its work, whose context ends when the role is lost. It
// returns when ctx is done.
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

// Check implements campaign.Store: the database's own integrity, and that the
// triggers that guard the acts are still there.
func (s *Store) Check(ctx context.Context) error { return s.backend.examine(s.reader(ctx)) }

// Backup writes a consistent copy as an SQLite file, taken
// while others write, that has examined itself before it gets its name. The file
// must not exist.
func (s *Store) Backup(ctx context.Context, path string) error { return s.backend.backup(ctx, s, path) }

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
	return errors.Join(disconnect(s.read), disconnect(s.write), s.backend.release())
}

// reader returns the reading database under a context.
func (s *Store) reader(ctx context.Context) *gorm.DB { return s.read.WithContext(ctx) }

// Waiting implements campaign.Store.
func (s *Store) Waiting() int { return len(s.queue) }

package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
)

// server is the backend for a database on a PostgreSQL server.
type server struct {
	config *pgx.ConnConfig
	name   string // identifies this process among those that share the database
}

// openServer opens the database at an address.
func openServer(address string) (*Store, error) {
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", withoutSecret(err))
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = 10 * time.Second
	}
	b := &server{config: config, name: "oriflamme-" + rand.Text()[:12]}
	write, err := b.connect(1, map[string]string{
		"synchronous_commit": "on",
		// A process that stalls in a transaction must not block the others.
		"idle_in_transaction_session_timeout": "10s",
	})
	if err != nil {
		return nil, err
	}
	return start(b, write, func() (*gorm.DB, error) {
		return b.connect(8, map[string]string{"default_transaction_read_only": "on"})
	})
}

// withoutSecret removes the address, which may contain a password, from an error.
func withoutSecret(err error) error {
	var parse *pgconn.ParseConfigError
	if errors.As(err, &parse) {
		return errors.New("the address of the database cannot be read: postgres://user:password@host/database")
	}
	return err
}

func (s *server) connect(limit int, settings map[string]string) (*gorm.DB, error) {
	c := s.config.Copy()
	c.RuntimeParams["application_name"] = s.name
	maps.Copy(c.RuntimeParams, settings)
	return openPool(limit, postgres.New(postgres.Config{Conn: stdlib.OpenDB(*c)}))
}

func (s *server) prepare(write *gorm.DB) error {
	for _, want := range []struct{ setting, value, lost string }{
		{"synchronous_commit", "on", "an answer would not mean that the disk has it"},
		{"fsync", "on", "a power cut could lose everything"},
		{"full_page_writes", "on", "a power cut could tear pages"},
		{"server_encoding", "UTF8", "names could not be kept"},
	} {
		var got string
		if err := write.Raw("SELECT current_setting(?)", want.setting).Scan(&got).Error; err != nil {
			return fmt.Errorf("database: %w", err)
		}
		if got != want.value {
			return fmt.Errorf("database setting %s is %q, not %q: %s", want.setting, got, want.value, want.lost)
		}
	}
	return migrateServer(write)
}

// The numbers of advisory locks. They are local to the database and do not affect others on
// the same server.
var (
	writers   = lockNumber("write")
	migrators = lockNumber("migrate")
)

func lockNumber(what string) int64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte("oriflamme " + what))
	return int64(h.Sum64())
}

// lock makes the processes that share the database write one after the other: the
// transaction of each is complete before that of the next starts.
func (s *server) lock(tx *gorm.DB) error {
	return tx.Exec("SELECT pg_advisory_xact_lock(?)", writers).Error
}

func (s *server) snapshot() *sql.TxOptions {
	return &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}
}

// claim allows any number of processes.
func (s *server) claim() error   { return nil }
func (s *server) release() error { return nil }

func (s *server) examine(db *gorm.DB) error {
	var guards int
	err := db.Raw(`SELECT COUNT(*) FROM pg_trigger WHERE tgrelid = 'acts'::regclass AND tgenabled <> 'D'
		AND tgname IN ('acts_stay', 'acts_last', 'acts_empty', 'acts_follow', 'acts_told')`).Scan(&guards).Error
	if err == nil && guards != 5 {
		err = errors.New("the acts are not guarded: a trigger is missing")
	}
	return err
}

// backup writes an SQLite file, which serves, restores and copies back like any other.
func (s *server) backup(ctx context.Context, store *Store, path string) error {
	return newDatabase(path, func(unfinished string) error {
		copied, err := openFile(unfinished)
		if err != nil {
			return err
		}
		return errors.Join(Copy(ctx, copied, store), copied.Close())
	})
}

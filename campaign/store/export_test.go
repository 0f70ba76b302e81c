package store

import (
	"errors"
	"strings"
)

// Driver is the name of the database driver in this build.
const Driver = driver

// Latest is the schema version of a new database.
var Latest = len(migrations)

// Schemas are the migrations of a PostgreSQL database, oldest first.
var Schemas = schemas

// Probe opens a database with the writer's settings, one of them replaced, and checks whether
// they were applied.
func Probe(path, old, other string) error {
	db, err := connect(path, strings.Replace(writing, old, other, 1), 1)
	if err != nil {
		return err
	}
	return errors.Join(checkSettings(db), disconnect(db))
}

// Pragma runs a PRAGMA on the writing connection of an SQLite file.
func (s *Store) Pragma(statement string) error { return s.write.Exec("PRAGMA " + statement).Error }

package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"gorm.io/gorm"
)

func (f *file) backup(ctx context.Context, _ *Store, path string) error {
	// A connection of its own: readers refuse VACUUM, and the writer is busy.
	db, err := connect(f.path, common, 1)
	if err != nil {
		return err
	}
	return errors.Join(vacuumInto(db.WithContext(ctx), path), disconnect(db))
}

// vacuumInto copies the database to a file that only its owner may read.
func vacuumInto(db *gorm.DB, path string) error {
	return newDatabase(path, func(unfinished string) error {
		file, err := os.OpenFile(unfinished, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
		if err != nil {
			return err
		}
		return errors.Join(db.Exec("VACUUM INTO ?", unfinished).Error, file.Close())
	})
}

// newDatabase has fill make a database file, which gets its name once it is complete, checked
// and on the disk. After an error no file is left.
func newDatabase(path string, fill func(unfinished string) error) error {
	unfinished := path + ".part"
	if err := removeFile(unfinished); err != nil {
		return err
	}
	err := fill(unfinished)
	if err == nil {
		err = errors.Join(syncFile(unfinished), examineFile(unfinished))
	}
	if err == nil {
		err = os.Rename(unfinished, path)
	}
	if err != nil {
		return errors.Join(err, removeFile(unfinished))
	}
	return syncFolder(path)
}

// removeFile removes a file, if there is one.
func removeFile(path string) error {
	if err := os.Remove(path); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

func examineFile(path string) error {
	db, err := connect(path, reading, 1)
	if err != nil {
		return err
	}
	return errors.Join(examine(db), disconnect(db))
}

func (f *file) examine(db *gorm.DB) error { return examine(db) }

// examine checks the file's integrity, its foreign keys, and that the triggers exist.
func examine(db *gorm.DB) error {
	var lines []string
	if err := db.Raw("PRAGMA integrity_check").Scan(&lines).Error; err != nil {
		return fmt.Errorf("integrity check: %w", err)
	}
	if len(lines) != 1 || lines[0] != "ok" {
		return fmt.Errorf("integrity check: %s", strings.Join(lines, "; "))
	}
	var broken int
	if err := db.Raw("SELECT COUNT(*) FROM pragma_foreign_key_check").Scan(&broken).Error; err != nil {
		return fmt.Errorf("reference check: %w", err)
	}
	if broken > 0 {
		return fmt.Errorf("reference check: %d rows refer to nothing", broken)
	}
	var guards int
	err := db.Raw("SELECT COUNT(*) FROM sqlite_schema WHERE type = 'trigger' AND name IN ('acts_stay', 'acts_last', 'acts_follow')").Scan(&guards).Error
	if err == nil && guards != 3 {
		err = errors.New("the acts are not guarded: a trigger is missing")
	}
	return err
}

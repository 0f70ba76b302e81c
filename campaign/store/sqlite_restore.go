package store

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// RestoreFile puts a backup in the place of the database at a path. It refuses a
// backup that does not pass its examination and a database that anybody has
// open. The database that was there is kept and its new name returned; "" when
// there was none.
func RestoreFile(path, backup string) (stored string, err error) {
	fresh := path + ".part"
	if err := copyFile(fresh, backup); err != nil {
		return "", fmt.Errorf("restore: %w", err)
	}
	if err := examineFile(fresh); err != nil {
		return "", errors.Join(fmt.Errorf("restore: %s: %w", backup, err), os.Remove(fresh))
	}
	if _, err := os.Stat(path); err == nil {
		if err := checkpoint(path); err != nil {
			return "", errors.Join(fmt.Errorf("restore: %w", err), os.Remove(fresh))
		}
		stored = path + ".before-restore-" + time.Now().UTC().Format("20060102T150405.000")
		if err := os.Rename(path, stored); err != nil {
			return "", fmt.Errorf("restore: %w", err)
		}
	}
	if err := os.Rename(fresh, path); err != nil {
		return stored, fmt.Errorf("restore: %w", err)
	}
	return stored, syncFolder(path)
}

// Compact makes one file again of a database that nobody has open: what its log
// holds is in it, and the log is gone.
func Compact(path string) error { return checkpoint(path) }

// checkpoint empties the write-ahead log into the database and leaves WAL mode,
// which SQLite allows only to who is alone with the file. A log left beside
// would otherwise be replayed into the restored database.
func checkpoint(path string) error {
	db, err := connect(path, probing, 1)
	if err != nil {
		return err
	}
	var mode string
	err = db.Raw("PRAGMA journal_mode = DELETE").Scan(&mode).Error
	if err = errors.Join(err, disconnect(db)); err != nil || mode != "delete" {
		return fmt.Errorf("%s is in use: stop the server first", path)
	}
	return nil
}

func copyFile(to, from string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Sync(), out.Close())
}

// syncFolder makes a rename in the folder of a path durable.
func syncFolder(path string) error {
	folder, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

package store

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// RestoreFile replaces the database at a path by a backup. It returns an error if the backup
// fails its check or a process has the database open. It keeps the old database and returns
// its new name, "" if there was none.
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

// Compact moves the write-ahead log of a database into its file and removes the log. No
// process may have the database open.
func Compact(path string) error { return checkpoint(path) }

// checkpoint moves the write-ahead log into the database and leaves WAL mode, which SQLite
// allows only if no other process has the file open. Otherwise the log would be replayed
// into the restored database.
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

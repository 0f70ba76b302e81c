//go:build cgo

package store

import (
	"errors"

	"github.com/mattn/go-sqlite3" // the driver that gorm.io/driver/sqlite registers
)

// driver is the name of the driver registered by gorm.io/driver/sqlite.
const driver = "sqlite3"

// settings of the connection string, as mattn/go-sqlite3 spells them.
const (
	common  = "_busy_timeout=10000&_foreign_keys=1&_stmt_cache_size=64"
	writing = common + "&_journal_mode=WAL&_synchronous=FULL&_txlock=immediate"
	probing = "_busy_timeout=100" // for checking whether another process uses the file
	reading = common + "&_query_only=1"
)

// resultCode returns SQLite's extended result code in an error, or 0. Its lowest byte is the primary code.
func resultCode(err error) int {
	var e sqlite3.Error
	if errors.As(err, &e) {
		return int(e.ExtendedCode)
	}
	return 0
}

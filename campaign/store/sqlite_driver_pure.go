//go:build !cgo

package store

import (
	"errors"

	"modernc.org/sqlite"
)

// driver is the name under which modernc.org/sqlite registers itself.
const driver = "sqlite"

// settings of the connection string, as modernc.org/sqlite spells them.
const (
	common  = "_pragma=busy_timeout(10000)&_pragma=foreign_keys(1)"
	writing = common + "&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_txlock=immediate"
	probing = "_pragma=busy_timeout(100)" // for checking whether another process uses the file
	reading = common + "&_pragma=query_only(1)"
)

// resultCode returns SQLite's extended result code in an error, or 0. Its lowest byte is the primary code.
func resultCode(err error) int {
	var e *sqlite.Error
	if errors.As(err, &e) {
		return e.Code()
	}
	return 0
}

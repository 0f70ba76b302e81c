package store

import (
	"context"
	"errors"
	"fmt"
	"net"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"

	"oriflamme/campaign"
)

// wrapFault adds to an error what could not be done; nil stays nil. If the cause is the disk
// or the connection to the server, not the request, it returns an Unavailable: the same
// request with the same key may work later and never counts twice.
func wrapFault(what string, err error) error {
	if err == nil {
		return nil
	}
	err = fmt.Errorf("%s: %w", what, err)
	if key := faultKey(err); key != "" {
		return &campaign.Error{Code: campaign.Unavailable, Key: key, Err: err}
	}
	return err
}

// faultKey returns the key of the sentence that describes a fault of the disk or of the
// connection, "" for every other error.
func faultKey(err error) string {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return "" // the caller is gone, or its deadline has passed
	}
	if key := fileFaults[resultCode(err)&0xff]; key != "" {
		return key
	}
	var answer *pgconn.PgError
	if errors.As(err, &answer) {
		return serverFaultKey(answer.Code)
	}
	var dial *pgconn.ConnectError
	var network net.Error
	switch {
	case errors.Is(err, syscall.ENOSPC):
		return "disk-full"
	case errors.Is(err, syscall.EROFS):
		return "disk-read-only"
	case errors.As(err, &dial), errors.As(err, &network), pgconn.SafeToRetry(err):
		return "database-away"
	}
	return ""
}

// fileFaults maps SQLite's primary result codes that are about the disk to keys.
var fileFaults = map[int]string{
	5:  "database-busy",  // SQLITE_BUSY: another process writes for longer than the busy timeout
	8:  "disk-read-only", // SQLITE_READONLY
	10: "disk-broken",    // SQLITE_IOERR
	13: "disk-full",      // SQLITE_FULL
	14: "disk-broken",    // SQLITE_CANTOPEN
}

// isUniqueViolation reports whether a row was refused because another has its unique key.
func isUniqueViolation(err error) bool {
	switch resultCode(err) {
	case 1555, 2067, 2579: // SQLITE_CONSTRAINT_PRIMARYKEY, _UNIQUE, _ROWID
		return true
	}
	var answer *pgconn.PgError
	return errors.As(err, &answer) && answer.Code == "23505" // unique_violation
}

// serverFaultKey returns the key for a SQLSTATE of PostgreSQL by its class.
func serverFaultKey(state string) string {
	switch {
	case len(state) < 2:
		return ""
	case state == "53100":
		return "disk-full"
	case state == "25006":
		return "disk-read-only" // a server in recovery, or made read-only
	case state[:2] == "58":
		return "disk-broken"
	case state[:2] == "53", state[:2] == "57", state[:2] == "08":
		return "database-away"
	}
	return ""
}

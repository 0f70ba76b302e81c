// Package store implements campaign.Store with gorm, in one SQLite file or in a database
// of a PostgreSQL server that several processes may share. It is the only package that
// imports gorm.
//
// One goroutine writes. It takes all writes that wait, stores them in one transaction and
// answers after the commit. With synchronous FULL an answer means that the data is on the
// disk. Readers have connections of their own. Acts can only be appended: triggers in the
// database refuse to change or delete them.
//
// With a C compiler the driver uses SQLite itself (mattn/go-sqlite3), without one a
// translation to Go (modernc.org/sqlite). At start the store reads the settings of the
// connection back and refuses to open if one was not applied, because both drivers ignore
// settings that they do not know. A PostgreSQL server must also sync before it answers.
// Processes that share a server write in turn and learn of each other's acts by NOTIFY.
//
// Begin with store.go and writer.go. sqlite*.go and postgres*.go are the two backends; each
// other file implements the interfaces of package campaign on one subject.
package store

// Package store keeps clubs in one SQLite file, or in a database of a PostgreSQL
// server that several processes may share, through gorm. It is the only package
// that knows of gorm.
//
// One goroutine writes. It takes whatever waits, stores all of it in one
// transaction and answers after the commit: with synchronous FULL an answer
// means that the disk has it. Readers have connections of their own. Acts can be
// appended only; triggers in the database refuse the rest.
//
// With a C compiler the driver's own SQLite is used (mattn/go-sqlite3), without
// one a translation to Go (modernc.org/sqlite). Both are asked at start whether
// the settings took, because both ignore what they do not understand. Of a
// PostgreSQL server the same is asked: it must sync before it answers. Processes
// that share one write in turn and hear of each other's acts by NOTIFY.
package store

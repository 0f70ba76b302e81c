package store

import (
	"fmt"

	"gorm.io/gorm"
)

// migrations bring an SQLite file from one version to the next. A released migration is never
// changed; a correction is a new one. A file has version n after the first n.
var migrations = []string{
	// 1: acts, battles in the engine, tokens.
	`CREATE TABLE acts (
		club   TEXT    NOT NULL,
		no     INTEGER NOT NULL CHECK (no > 0),
		author TEXT    NOT NULL,
		at     INTEGER NOT NULL,
		kind   TEXT    NOT NULL,
		body   TEXT    NOT NULL CHECK (json_valid(body)),
		why    TEXT    NOT NULL,
		amends INTEGER NOT NULL,
		idem   TEXT    NOT NULL,
		prev   TEXT    NOT NULL,
		hash   TEXT    NOT NULL CHECK (length(hash) = 64),
		PRIMARY KEY (club, no),
		UNIQUE (club, author, idem)
	) WITHOUT ROWID;
	CREATE TRIGGER acts_stay BEFORE UPDATE ON acts BEGIN SELECT RAISE(ABORT, 'an act is never changed'); END;
	CREATE TRIGGER acts_last BEFORE DELETE ON acts BEGIN SELECT RAISE(ABORT, 'an act is never deleted'); END;
	CREATE TRIGGER acts_follow BEFORE INSERT ON acts
		WHEN NEW.no <> 1 + COALESCE((SELECT MAX(no) FROM acts WHERE club = NEW.club), 0)
			OR NEW.prev <> COALESCE((SELECT hash FROM acts WHERE club = NEW.club AND no = NEW.no - 1), '')
		BEGIN SELECT RAISE(ABORT, 'an act must follow the last'); END;
	CREATE TABLE lives (
		club   TEXT NOT NULL,
		battle TEXT NOT NULL,
		part   TEXT NOT NULL,
		setup  TEXT NOT NULL,
		seed   TEXT NOT NULL,
		PRIMARY KEY (club, battle, part)
	) WITHOUT ROWID;
	CREATE TABLE steps (
		club   TEXT    NOT NULL,
		battle TEXT    NOT NULL,
		part   TEXT    NOT NULL,
		number INTEGER NOT NULL CHECK (number > 0),
		author TEXT    NOT NULL,
		at     INTEGER NOT NULL,
		roll   TEXT    NOT NULL,
		idem   TEXT    NOT NULL,
		line   TEXT    NOT NULL,
		PRIMARY KEY (club, battle, part, number),
		UNIQUE (club, battle, part, author, idem),
		FOREIGN KEY (club, battle, part) REFERENCES lives
	) WITHOUT ROWID;
	CREATE TABLE tokens (
		hash    TEXT    NOT NULL PRIMARY KEY,
		id      TEXT    NOT NULL,
		kind    TEXT    NOT NULL,
		club    TEXT    NOT NULL,
		member  TEXT    NOT NULL,
		role    TEXT    NOT NULL,
		uses    INTEGER NOT NULL CHECK (uses >= 0),
		note    TEXT    NOT NULL,
		created INTEGER NOT NULL,
		seen    INTEGER NOT NULL,
		expires INTEGER NOT NULL,
		UNIQUE (club, id)
	) WITHOUT ROWID;`,
	// 2: state hashes, with which Check verifies the fold.
	`CREATE TABLE caches (
		club TEXT    NOT NULL PRIMARY KEY,
		no   INTEGER NOT NULL,
		hash TEXT    NOT NULL
	) WITHOUT ROWID;`,
	// 3: API keys, and choices of members.
	`ALTER TABLE tokens ADD COLUMN scopes TEXT NOT NULL DEFAULT '';
	CREATE TABLE choices (
		club   TEXT NOT NULL,
		member TEXT NOT NULL,
		name   TEXT NOT NULL,
		value  TEXT NOT NULL,
		PRIMARY KEY (club, member, name)
	) WITHOUT ROWID;`,
	// 4: pending moves.
	`CREATE TABLE pending (
		club   TEXT    NOT NULL,
		battle TEXT    NOT NULL,
		part   TEXT    NOT NULL,
		number INTEGER NOT NULL CHECK (number >= 0),
		stamp  TEXT    NOT NULL,
		turn   INTEGER NOT NULL,
		author TEXT    NOT NULL,
		said   TEXT    NOT NULL,
		move   TEXT    NOT NULL,
		PRIMARY KEY (club, battle, part),
		FOREIGN KEY (club, battle, part) REFERENCES lives
	) WITHOUT ROWID;`,
	// 5: passkeys.
	`CREATE TABLE passkeys (
		credential TEXT    NOT NULL PRIMARY KEY,
		id         TEXT    NOT NULL,
		club       TEXT    NOT NULL,
		member     TEXT    NOT NULL,
		site       TEXT    NOT NULL,
		record     TEXT    NOT NULL,
		name       TEXT    NOT NULL,
		created    INTEGER NOT NULL,
		seen       INTEGER NOT NULL,
		UNIQUE (club, id)
	) WITHOUT ROWID;
	CREATE INDEX passkeys_member ON passkeys (club, member);`,
	// 6: deliveries and their targets. Nobody is notified of earlier acts.
	`CREATE TABLE told (
		club TEXT    NOT NULL PRIMARY KEY,
		no   INTEGER NOT NULL
	) WITHOUT ROWID;
	INSERT INTO told SELECT club, MAX(no) FROM acts GROUP BY club;
	CREATE TABLE parcels (
		club    TEXT    NOT NULL,
		id      TEXT    NOT NULL,
		member  TEXT    NOT NULL,
		channel TEXT    NOT NULL,
		target  TEXT    NOT NULL,
		act     INTEGER NOT NULL,
		made    INTEGER NOT NULL,
		due     INTEGER NOT NULL,
		tries   INTEGER NOT NULL,
		lost    INTEGER NOT NULL CHECK (lost IN (0, 1)),
		trouble TEXT    NOT NULL,
		PRIMARY KEY (club, id),
		UNIQUE (club, member, channel, target, act)
	) WITHOUT ROWID;
	CREATE INDEX parcels_due ON parcels (lost, due);
	CREATE TABLE devices (
		club     TEXT    NOT NULL,
		id       TEXT    NOT NULL,
		member   TEXT    NOT NULL,
		endpoint TEXT    NOT NULL,
		p256dh   TEXT    NOT NULL,
		auth     TEXT    NOT NULL,
		label    TEXT    NOT NULL,
		made     INTEGER NOT NULL,
		PRIMARY KEY (club, id),
		UNIQUE (club, endpoint)
	) WITHOUT ROWID;
	CREATE TABLE hooks (
		club    TEXT    NOT NULL,
		id      TEXT    NOT NULL,
		author  TEXT    NOT NULL,
		name    TEXT    NOT NULL,
		url     TEXT    NOT NULL,
		secret  TEXT    NOT NULL,
		form    TEXT    NOT NULL,
		topics  TEXT    NOT NULL,
		lang    TEXT    NOT NULL,
		private INTEGER NOT NULL CHECK (private IN (0, 1)),
		made    INTEGER NOT NULL,
		PRIMARY KEY (club, id)
	) WITHOUT ROWID;
	CREATE TABLE secrets (
		name  TEXT NOT NULL PRIMARY KEY,
		value TEXT NOT NULL
	) WITHOUT ROWID;`,
	// 7: passwords.
	`CREATE TABLE passwords (
		club    TEXT    NOT NULL,
		member  TEXT    NOT NULL,
		name    TEXT    NOT NULL UNIQUE,
		hash    TEXT    NOT NULL,
		changed INTEGER NOT NULL,
		PRIMARY KEY (club, member)
	) WITHOUT ROWID;`,
	// 8: images. The table has rowids: its rows are large.
	`CREATE TABLE images (
		club   TEXT    NOT NULL,
		hash   TEXT    NOT NULL CHECK (length(hash) = 64),
		kind   TEXT    NOT NULL,
		width  INTEGER NOT NULL,
		height INTEGER NOT NULL,
		size   INTEGER NOT NULL CHECK (size = length(data)),
		author TEXT    NOT NULL,
		at     INTEGER NOT NULL,
		data   BLOB    NOT NULL,
		PRIMARY KEY (club, hash)
	);`,
	// 9: counts of the rate limiter.
	`CREATE TABLE tries (
		who   TEXT    NOT NULL PRIMARY KEY CHECK (length(who) = 64),
		until INTEGER NOT NULL
	) WITHOUT ROWID;
	CREATE INDEX tries_until ON tries (until);`,
}

func (f *file) version(db *gorm.DB) (version, latest int, err error) {
	err = db.Raw("PRAGMA user_version").Scan(&version).Error
	return version, len(migrations), err
}

// migrate brings the file to the latest version, each migration in a transaction.
func (f *file) migrate(write *gorm.DB) error {
	version, latest, err := f.version(write)
	if err != nil {
		return fmt.Errorf("database version: %w", err)
	}
	if err := checkVersion(version, latest); err != nil {
		return err
	}
	if version > 0 && version < latest {
		if err := vacuumInto(write, fmt.Sprintf("%s.before-%d", f.path, version+1)); err != nil {
			return fmt.Errorf("copy before migration: %w", err)
		}
	}
	for n := version; n < latest; n++ {
		if err := migrateTo(write, n+1); err != nil {
			return fmt.Errorf("migration %d: %w", n+1, err)
		}
	}
	return nil
}

// checkVersion returns an error for a database of a newer program.
func checkVersion(version, latest int) error {
	if version > latest {
		return fmt.Errorf("the database is of version %d, this program knows %d: use a newer one", version, latest)
	}
	return nil
}

// migrateTo runs a migration without gorm, whose prepared statements take one statement each.
func migrateTo(write *gorm.DB, version int) error {
	pool, err := write.DB()
	if err != nil {
		return err
	}
	tx, err := pool.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.Exec(migrations[version-1]); err != nil {
		return err
	}
	if _, err := tx.Exec(fmt.Sprintf("PRAGMA user_version = %d", version)); err != nil {
		return err
	}
	return tx.Commit()
}

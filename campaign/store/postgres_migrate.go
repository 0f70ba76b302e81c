package store

import (
	"fmt"

	"gorm.io/gorm"
)

// schemas bring a PostgreSQL database from one version to the next, as migrations do with an
// SQLite file. Text is ordered by its bytes, as in SQLite.
var schemas = []string{
	`CREATE TABLE acts (
		club   TEXT COLLATE "C" NOT NULL,
		no     BIGINT  NOT NULL CHECK (no > 0),
		author TEXT COLLATE "C" NOT NULL,
		at     BIGINT  NOT NULL,
		kind   TEXT    NOT NULL,
		body   TEXT    NOT NULL CHECK (body::json IS NOT NULL),
		why    TEXT    NOT NULL,
		amends BIGINT  NOT NULL,
		idem   TEXT COLLATE "C" NOT NULL,
		prev   TEXT    NOT NULL,
		hash   TEXT    NOT NULL CHECK (length(hash) = 64),
		PRIMARY KEY (club, no),
		UNIQUE (club, author, idem)
	);
	CREATE FUNCTION acts_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
		BEGIN RAISE EXCEPTION '%', TG_ARGV[0]; END $$;
	CREATE TRIGGER acts_stay BEFORE UPDATE ON acts FOR EACH STATEMENT EXECUTE FUNCTION acts_refuse('an act is never changed');
	CREATE TRIGGER acts_last BEFORE DELETE ON acts FOR EACH STATEMENT EXECUTE FUNCTION acts_refuse('an act is never deleted');
	CREATE TRIGGER acts_empty BEFORE TRUNCATE ON acts FOR EACH STATEMENT EXECUTE FUNCTION acts_refuse('an act is never deleted');
	CREATE FUNCTION acts_chain() RETURNS trigger LANGUAGE plpgsql AS $$
		DECLARE last RECORD;
		BEGIN
			SELECT no, hash INTO last FROM acts WHERE club = NEW.club ORDER BY no DESC LIMIT 1;
			IF NEW.no <> 1 + COALESCE(last.no, 0) OR NEW.prev <> COALESCE(last.hash, '') THEN
				RAISE EXCEPTION 'an act must follow the last';
			END IF;
			RETURN NEW;
		END $$;
	CREATE TRIGGER acts_follow BEFORE INSERT ON acts FOR EACH ROW EXECUTE FUNCTION acts_chain();
	CREATE FUNCTION acts_tell() RETURNS trigger LANGUAGE plpgsql AS $$
		BEGIN
			PERFORM pg_notify('oriflamme', json_build_array(current_setting('application_name'), NEW.club, NEW.no)::text);
			RETURN NULL;
		END $$;
	CREATE TRIGGER acts_told AFTER INSERT ON acts FOR EACH ROW EXECUTE FUNCTION acts_tell();
	CREATE TABLE lives (
		club   TEXT COLLATE "C" NOT NULL,
		battle TEXT COLLATE "C" NOT NULL,
		part   TEXT COLLATE "C" NOT NULL,
		setup  TEXT NOT NULL,
		seed   TEXT NOT NULL,
		PRIMARY KEY (club, battle, part)
	);
	CREATE TABLE steps (
		club   TEXT COLLATE "C" NOT NULL,
		battle TEXT COLLATE "C" NOT NULL,
		part   TEXT COLLATE "C" NOT NULL,
		number INTEGER NOT NULL CHECK (number > 0),
		author TEXT COLLATE "C" NOT NULL,
		at     BIGINT  NOT NULL,
		roll   TEXT    NOT NULL,
		idem   TEXT COLLATE "C" NOT NULL,
		line   TEXT    NOT NULL,
		PRIMARY KEY (club, battle, part, number),
		UNIQUE (club, battle, part, author, idem),
		FOREIGN KEY (club, battle, part) REFERENCES lives
	);
	CREATE FUNCTION steps_tell() RETURNS trigger LANGUAGE plpgsql AS $$
		DECLARE row RECORD;
		BEGIN
			IF TG_OP = 'DELETE' THEN row := OLD; ELSE row := NEW; END IF;
			PERFORM pg_notify('oriflamme', json_build_array(current_setting('application_name'), row.club, 0, row.battle, row.part)::text);
			RETURN NULL;
		END $$;
	CREATE TRIGGER steps_told AFTER INSERT OR DELETE ON steps FOR EACH ROW EXECUTE FUNCTION steps_tell();
	CREATE TRIGGER lives_told AFTER INSERT OR UPDATE ON lives FOR EACH ROW EXECUTE FUNCTION steps_tell();
	CREATE TABLE tokens (
		hash    TEXT COLLATE "C" NOT NULL PRIMARY KEY,
		id      TEXT COLLATE "C" NOT NULL,
		kind    TEXT    NOT NULL,
		club    TEXT COLLATE "C" NOT NULL,
		member  TEXT    NOT NULL,
		role    TEXT    NOT NULL,
		uses    INTEGER NOT NULL CHECK (uses >= 0),
		note    TEXT    NOT NULL,
		created BIGINT  NOT NULL,
		seen    BIGINT  NOT NULL,
		expires BIGINT  NOT NULL,
		UNIQUE (club, id)
	);
	CREATE TABLE caches (
		club TEXT COLLATE "C" NOT NULL PRIMARY KEY,
		no   BIGINT NOT NULL,
		hash TEXT   NOT NULL
	);`,
	`ALTER TABLE tokens ADD COLUMN scopes TEXT NOT NULL DEFAULT '';
	CREATE TABLE choices (
		club   TEXT COLLATE "C" NOT NULL,
		member TEXT COLLATE "C" NOT NULL,
		name   TEXT COLLATE "C" NOT NULL,
		value  TEXT NOT NULL,
		PRIMARY KEY (club, member, name)
	);`,
	`CREATE TABLE pending (
		club   TEXT COLLATE "C" NOT NULL,
		battle TEXT COLLATE "C" NOT NULL,
		part   TEXT COLLATE "C" NOT NULL,
		number INTEGER NOT NULL CHECK (number >= 0),
		stamp  TEXT    NOT NULL,
		turn   INTEGER NOT NULL,
		author TEXT COLLATE "C" NOT NULL,
		said   TEXT    NOT NULL,
		move   TEXT    NOT NULL,
		PRIMARY KEY (club, battle, part),
		FOREIGN KEY (club, battle, part) REFERENCES lives
	);
	CREATE TRIGGER pending_told AFTER INSERT OR UPDATE OR DELETE ON pending FOR EACH ROW EXECUTE FUNCTION steps_tell();`,
	`CREATE TABLE passkeys (
		credential TEXT COLLATE "C" NOT NULL PRIMARY KEY,
		id         TEXT COLLATE "C" NOT NULL,
		club       TEXT COLLATE "C" NOT NULL,
		member     TEXT COLLATE "C" NOT NULL,
		site       TEXT    NOT NULL,
		record     TEXT    NOT NULL,
		name       TEXT    NOT NULL,
		created    BIGINT NOT NULL,
		seen       BIGINT NOT NULL,
		UNIQUE (club, id)
	);
	CREATE INDEX passkeys_member ON passkeys (club, member);`,
	`CREATE TABLE told (
		club TEXT COLLATE "C" NOT NULL PRIMARY KEY,
		no   BIGINT  NOT NULL
	);
	INSERT INTO told SELECT club, MAX(no) FROM acts GROUP BY club;
	CREATE TABLE parcels (
		club    TEXT COLLATE "C" NOT NULL,
		id      TEXT COLLATE "C" NOT NULL,
		member  TEXT COLLATE "C" NOT NULL,
		channel TEXT    NOT NULL,
		target  TEXT COLLATE "C" NOT NULL,
		act     BIGINT  NOT NULL,
		made    BIGINT  NOT NULL,
		due     BIGINT  NOT NULL,
		tries   INTEGER NOT NULL,
		lost    INTEGER NOT NULL CHECK (lost IN (0, 1)),
		trouble TEXT    NOT NULL,
		PRIMARY KEY (club, id),
		UNIQUE (club, member, channel, target, act)
	);
	CREATE INDEX parcels_due ON parcels (lost, due);
	CREATE TABLE devices (
		club     TEXT COLLATE "C" NOT NULL,
		id       TEXT COLLATE "C" NOT NULL,
		member   TEXT COLLATE "C" NOT NULL,
		endpoint TEXT COLLATE "C" NOT NULL,
		p256dh   TEXT    NOT NULL,
		auth     TEXT    NOT NULL,
		label    TEXT    NOT NULL,
		made     BIGINT  NOT NULL,
		PRIMARY KEY (club, id),
		UNIQUE (club, endpoint)
	);
	CREATE TABLE hooks (
		club    TEXT COLLATE "C" NOT NULL,
		id      TEXT COLLATE "C" NOT NULL,
		author  TEXT    NOT NULL,
		name    TEXT COLLATE "C" NOT NULL,
		url     TEXT    NOT NULL,
		secret  TEXT    NOT NULL,
		form    TEXT    NOT NULL,
		topics  TEXT    NOT NULL,
		lang    TEXT    NOT NULL,
		private INTEGER NOT NULL CHECK (private IN (0, 1)),
		made    BIGINT  NOT NULL,
		PRIMARY KEY (club, id)
	);
	CREATE TABLE secrets (
		name  TEXT COLLATE "C" NOT NULL PRIMARY KEY,
		value TEXT NOT NULL
	);`,
	`CREATE TABLE passwords (
		club    TEXT COLLATE "C" NOT NULL,
		member  TEXT COLLATE "C" NOT NULL,
		name    TEXT COLLATE "C" NOT NULL UNIQUE,
		hash    TEXT    NOT NULL,
		changed BIGINT  NOT NULL,
		PRIMARY KEY (club, member)
	);`,
	`CREATE TABLE images (
		club   TEXT COLLATE "C" NOT NULL,
		hash   TEXT COLLATE "C" NOT NULL CHECK (length(hash) = 64),
		kind   TEXT    NOT NULL,
		width  INTEGER NOT NULL,
		height INTEGER NOT NULL,
		size   INTEGER NOT NULL CHECK (size = octet_length(data)),
		author TEXT    NOT NULL,
		at     BIGINT  NOT NULL,
		data   BYTEA   NOT NULL,
		PRIMARY KEY (club, hash)
	);
	ALTER TABLE images ALTER COLUMN data SET STORAGE EXTERNAL;`,
	`CREATE TABLE tries (
		who   TEXT COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(who) = 64),
		until BIGINT NOT NULL
	);
	CREATE INDEX tries_until ON tries (until);`,
}

func (s *server) version(db *gorm.DB) (version, latest int, err error) {
	err = db.Raw("SELECT COALESCE(MAX(version), 0) FROM oriflamme").Scan(&version).Error
	return version, len(schemas), err
}

// migrateServer brings the database to the latest version in one transaction. If several
// processes start together, the first does it.
func migrateServer(write *gorm.DB) error {
	pool, err := write.DB()
	if err != nil {
		return err
	}
	tx, err := pool.Begin()
	if err != nil {
		return fmt.Errorf("open database: %w", err)
	}
	defer tx.Rollback()
	if _, err := tx.Exec("SELECT pg_advisory_xact_lock($1)", migrators); err != nil {
		return fmt.Errorf("database version: %w", err)
	}
	if _, err := tx.Exec("CREATE TABLE IF NOT EXISTS oriflamme (version INTEGER NOT NULL)"); err != nil {
		return fmt.Errorf("database version: %w", err)
	}
	var version int
	if err := tx.QueryRow("SELECT COALESCE(MAX(version), 0) FROM oriflamme").Scan(&version); err != nil {
		return fmt.Errorf("database version: %w", err)
	}
	if err := checkVersion(version, len(schemas)); err != nil {
		return err
	}
	for n := version; n < len(schemas); n++ {
		if _, err := tx.Exec(schemas[n]); err != nil {
			return fmt.Errorf("migration %d: %w", n+1, err)
		}
		if _, err := tx.Exec("INSERT INTO oriflamme VALUES ($1)", n+1); err != nil {
			return fmt.Errorf("migration %d: %w", n+1, err)
		}
	}
	return tx.Commit()
}

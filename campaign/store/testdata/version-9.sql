-- A club as version 2 of the database kept it. Never changed: old databases are not.
CREATE TABLE acts (
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
) WITHOUT ROWID;
CREATE TABLE caches (
	club TEXT    NOT NULL PRIMARY KEY,
	no   INTEGER NOT NULL,
	hash TEXT    NOT NULL
) WITHOUT ROWID;

INSERT INTO acts VALUES ('1kgjhg430f572a6p', 1, '1kgjhg430aqk48fv', 1770148860000, 'found', '{"name":"Les Anciens","lang":"fr","place":"","owner":"Anne"}', '', 0, 'found', '', '860dff3369d95205b4a5edc3fc2f4e6bc13eaa3397e359f81bb98ee2a859d832');
INSERT INTO acts VALUES ('1kgjhg430f572a6p', 2, '1kgjhg430aqk48fv', 1770149040000, 'comment', '{"on":1,"text":"bienvenue"}', '', 0, 'k1', '860dff3369d95205b4a5edc3fc2f4e6bc13eaa3397e359f81bb98ee2a859d832', '1577f4582ecb6b2dbb5e5ba530880af7b291c11a398fe8c15343163de5bde84f');
INSERT INTO tokens VALUES ('b0e9feaa6b4ac96654b870a9a65eb241d770344bd4a9a07b67e68b2df35c03ae', '1kgjhhyp01krnkwg', 'session', '1kgjhg430f572a6p', '1kgjhg430aqk48fv', '', 1, '', 1770148920000, 1770148920000, 1772740920000);
INSERT INTO caches VALUES ('1kgjhg430f572a6p', 2, '1:3c062cfb883e9dedc7bfc3c7000147d267aafc9175e2a8a371be79e4e6ef5ddb');
ALTER TABLE tokens ADD COLUMN scopes TEXT NOT NULL DEFAULT '';
CREATE TABLE choices (
		club   TEXT NOT NULL,
		member TEXT NOT NULL,
		name   TEXT NOT NULL,
		value  TEXT NOT NULL,
		PRIMARY KEY (club, member, name)
	) WITHOUT ROWID;
INSERT INTO choices VALUES ('1kgjhg430f572a6p', '1kgjhg430aqk48fv', 'seen', '2');
INSERT INTO lives VALUES ('1kgjhg430f572a6p', '1kgjhk430f572a6q', 'battle', '{}', 'seed');
CREATE TABLE pending (
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
	) WITHOUT ROWID;
INSERT INTO pending VALUES ('1kgjhg430f572a6p', '1kgjhk430f572a6q', 'battle', 0, 'STAMP', 1, '1kgjhg430aqk48fv', '', '{}');
CREATE TABLE passkeys (
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
	CREATE INDEX passkeys_member ON passkeys (club, member);
INSERT INTO passkeys VALUES ('cred', '1kgjhk430f572a6r', '1kgjhg430f572a6p', '1kgjhg430aqk48fv', 'club.example', '{}', 'phone', 1770148920000, 1770148920000);
CREATE TABLE told (
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
) WITHOUT ROWID;
CREATE TABLE passwords (
	club    TEXT    NOT NULL,
	member  TEXT    NOT NULL,
	name    TEXT    NOT NULL UNIQUE,
	hash    TEXT    NOT NULL,
	changed INTEGER NOT NULL,
	PRIMARY KEY (club, member)
) WITHOUT ROWID;
CREATE TABLE images (
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
);
INSERT INTO images VALUES ('1kgjhg430f572a6p', 'a1abfd410973b0111c215baa879b9edcd739e601659ba44168269767cc2e9108', 'image/png', 1, 1, 67, 'm1', 1790000000000, X'89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a49444154789c636800000082008177cd72b60000000049454e44ae426082');
CREATE TABLE tries (
	who   TEXT    NOT NULL PRIMARY KEY CHECK (length(who) = 64),
	until INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX tries_until ON tries (until);
INSERT INTO tries VALUES ('a1abfd410973b0111c215baa879b9edcd739e601659ba44168269767cc2e9108', 1790000060000);
PRAGMA user_version = 9;

package campaign

import (
	"context"
	"encoding/json"
	"time"
)

// A Store stores everything that a Service works with: acts and data that is not an act.
// Package campaign/store implements it on SQLite and PostgreSQL. Each interface is declared
// in the file that uses it.
type Store interface {
	ActLog
	StepLog
	MoveStore
	TokenStore
	PasskeyStore
	PasswordStore
	ChoiceStore
	Outbox
	DeviceStore
	WebhookStore
	ImageStore
	RateLimiter
	HashCache
	Database
	ArchiveStore
	NewsSource
}

// A LiveHead is what a part of a battle in the engine starts from, as stored.
type LiveHead struct {
	Club   ID              `json:"club"`
	Battle ID              `json:"battle"`
	Part   Part            `json:"part"`
	Setup  json.RawMessage `json:"setup"` // a rules.Setup; the act Open names the hash of these bytes
	Seed   string          `json:"seed"`  // seed of the dice that the program throws; secret until the part is finished
}

// A StepRow is one step of a part of a battle, as stored.
type StepRow struct {
	Club   ID              `json:"club"`
	Battle ID              `json:"battle"`
	Part   Part            `json:"part"`
	Number int             `json:"number"` // from 1
	By     ID              `json:"by"`
	At     time.Time       `json:"at"`
	Roll   Roll            `json:"roll"`
	Key    string          `json:"key"`
	Line   json.RawMessage `json:"line"` // rules.EncodeStep
	After  string          `json:"-"`    // key that the step before must have; "" skips the check
	Stamp  string          `json:"-"`    // stamp of the pending move that it carries out; "" skips the check
}

// A PendingRow is a move that waits for dice or a choice, as stored. It is not part of the
// battle's record.
type PendingRow struct {
	Club       ID
	Battle     ID
	Part       Part
	Number     int             // number of steps before it
	Stamp      string          // changes with each answer
	Turn       int             // Pending.Turn
	By         ID              // the member who offered it
	LastAnswer string          // answerID of the last answer
	Move       json.RawMessage // the Move as JSON, with all answers so far
}

// News reports what another process has stored: an act, or a step or pending move of a part
// of a battle.
type News struct {
	Club   ID
	No     int64 // number of the act
	Battle ID    // "" if an act was stored
	Part   Part
}

// A Roll says who threw the dice of a step.
type Roll string

const (
	RollTable Roll = "table" // the players, who type the faces
	RollApp   Roll = "app"   // the program, from the seed whose hash was published before the first die
)

// A TokenKind says what a token is for.
type TokenKind string

const (
	TokenLink    TokenKind = "link"    // signs a member in, once
	TokenInvite  TokenKind = "invite"  // lets others join
	TokenSession TokenKind = "session" // a signed-in browser
	TokenKey     TokenKind = "key"     // an API key: a program that acts for a member

	TokenPasskeyChallenge TokenKind = "challenge" // a challenge that a passkey signs, once
)

// A Token is a secret link, cookie or key as stored. The secret itself is not stored, only
// its hash.
type Token struct {
	ID      ID     // names the token in lists
	Hash    string // HashToken of the secret
	Kind    TokenKind
	Club    ID
	Member  ID     // for an invitation the member who made it, else the member it belongs to
	Role    Role   // for an invitation the role of new members
	Scopes  string // for an API key, separated by spaces
	Uses    int    // uses left
	Note    string
	Created time.Time
	Seen    time.Time
	Expires time.Time
}

// A RateLimiter limits how often something may be tried. All processes on a database share
// its counts.
type RateLimiter interface {
	// Allow counts one try for who, which it stores as it is. The count falls by one after
	// each period while. If the count has reached limit, Allow counts and writes nothing,
	// and ok is false.
	Allow(ctx context.Context, who string, limit int, while time.Duration, now time.Time) (ok bool, err error)
}

// Allow counts one try of the kind what for who, and reports whether it is within the limit.
// The count falls by one after each period while. Only a hash of what and who is stored,
// until the count is 0. It checks no permission.
func (s *Service) Allow(ctx context.Context, what, who string, limit int, while time.Duration) (bool, error) {
	return s.rateLimiter.Allow(ctx, HashToken(what+" "+who), limit, while, s.now())
}

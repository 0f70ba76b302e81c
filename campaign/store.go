package campaign

import (
	"context"
	"encoding/json"
	"time"
)

// A Store keeps acts and what is no act: everything that a Service works with. Package
// campaign/store has one on SQLite and PostgreSQL. Each interface stands beside the code
// that uses it.
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

// A LiveHead is what a part of a battle in the engine starts from.
type LiveHead struct {
	Club   ID              `json:"club"`
	Battle ID              `json:"battle"`
	Part   Part            `json:"part"`
	Setup  json.RawMessage `json:"setup"` // rules.Setup, the bytes whose hash the act of opening names
	Seed   string          `json:"seed"`  // of dice thrown by the program; secret until the part is finished
}

// A StepRow is one step of a part of a battle.
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
	After  string          `json:"-"`    // key of the step before; "" does not ask
	Stamp  string          `json:"-"`    // of the pending move that it carries out; "" does not ask
}

// A PendingRow is a move that waits for dice or a choice, as stored. It is no
// part of the battle's record.
type PendingRow struct {
	Club       ID
	Battle     ID
	Part       Part
	Number     int             // of steps before it
	Stamp      string          // a new one whenever something is said about it
	Turn       int             // Pending.Turn
	By         ID              // who offered it
	LastAnswer string          // who said the last thing about it, and the key they said it with
	Move       json.RawMessage // Move, with what was answered so far
}

// News is word of what another process has stored: an act, or that a part of a
// battle has moved.
type News struct {
	Club   ID
	No     int64 // of the act
	Battle ID    // "" for an act
	Part   Part
}

// A Roll says who threw the dice of a step.
type Roll string

const (
	RollTable Roll = "table" // the players, who enter the faces
	RollApp   Roll = "app"   // the program, from the seed promised before the first die
)

// A TokenKind says what a token is good for.
type TokenKind string

const (
	TokenLink    TokenKind = "link"    // signs a member in, once
	TokenInvite  TokenKind = "invite"  // lets others join
	TokenSession TokenKind = "session" // a signed-in browser
	TokenKey     TokenKind = "key"     // a program that acts for a member

	TokenPasskeyChallenge TokenKind = "challenge" // what a passkey is asked to sign, once
)

// A Token is a secret link or cookie as stored: its hash, never itself.
type Token struct {
	ID      ID     // to list and end it by
	Hash    string // HashToken of the secret
	Kind    TokenKind
	Club    ID
	Member  ID     // who made an invitation; else whom it signs in
	Role    Role   // of an invitation
	Scopes  string // of a key, separated by spaces
	Uses    int    // left
	Note    string
	Created time.Time
	Seen    time.Time
	Expires time.Time
}

// A RateLimiter counts what may not be done too often, for all processes on a database
// together.
type RateLimiter interface {
	// Try counts one for somebody, of whom it keeps what it is given and no more. One
	// is forgotten after each while; when so many are not, nothing is counted or written
	// and ok is false.
	Allow(ctx context.Context, who string, limit int, while time.Duration, now time.Time) (ok bool, err error)
}

// Allow counts one try of a kind for somebody, and reports whether that was no more than
// so many, of which one is forgotten after each while. Only a hash of who it was is
// kept, and that until the last try is forgotten. No permission is asked.
func (h *Service) Allow(ctx context.Context, what, who string, limit int, while time.Duration) (bool, error) {
	return h.rateLimiter.Allow(ctx, HashToken(what+" "+who), limit, while, h.now())
}

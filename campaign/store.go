package campaign

import (
	"context"
	"encoding/json"
	"time"
)

// A Store keeps acts and what is no act: steps of live battles, tokens, and
// caches that can be thrown away. Package campaign/store has one on
// SQLite and PostgreSQL.
type Store interface {
	// Append queues an act and sends nil once it is durable. Acts queued one
	// after the other are stored in that order. An act whose number is not the
	// next of its club, or whose key its author has used, is a Conflict.
	Append(a Act) <-chan error
	// Acts returns a club's acts after a number, in order.
	Acts(ctx context.Context, club ID, after int64) ([]Act, error)
	// Clubs returns the IDs of all clubs, oldest first.
	Clubs(ctx context.Context) ([]ID, error)

	// SaveLive stores the head of a battle's part. One with steps is a Conflict.
	SaveLive(ctx context.Context, h LiveHead) error
	// Lives returns the heads of a club in order of battle and part.
	Lives(ctx context.Context, club ID) ([]LiveHead, error)
	// Live returns one head, or NotFound.
	Live(ctx context.Context, club, battle ID, part Part) (LiveHead, error)
	// AppendStep stores a step and drops the move that waited; a number that is
	// not the next is Stale.
	AppendStep(ctx context.Context, s StepRow) error
	// DropStep removes the last step if it has that number, and what waits after
	// it; else Stale.
	DropStep(ctx context.Context, club, battle ID, part Part, number int) error
	// Steps returns the steps of a part in order.
	Steps(ctx context.Context, club, battle ID, part Part) ([]StepRow, error)

	// SavePending stores the move that waits for dice or a choice in place of the
	// one that has a stamp, "" for none; one without a move drops it. When another
	// waits by now, or the number of steps is another, it is Stale.
	SavePending(ctx context.Context, p PendingRow, was string) error
	// Pending returns the move that waits in a part; one without a stamp for none.
	Pending(ctx context.Context, club, battle ID, part Part) (PendingRow, error)

	// SaveToken stores a new token.
	SaveToken(ctx context.Context, t Token) error
	// Token returns the token of a hash, or NotFound. It may have expired.
	Token(ctx context.Context, hash string) (Token, error)
	// SpendToken takes one use of a token that is in force at a moment and
	// returns it as it was before; Unauthenticated when it is not.
	SpendToken(ctx context.Context, hash string, now time.Time) (Token, error)
	// TouchToken notes that a token was seen and moves its expiry.
	TouchToken(ctx context.Context, hash string, seen, expires time.Time) error
	// Tokens returns the tokens of a kind in a club, oldest first.
	Tokens(ctx context.Context, club ID, kind TokenKind) ([]Token, error)
	// DropToken removes a token; one that is not there is no error.
	DropToken(ctx context.Context, club ID, id ID) error

	// SavePasskey stores a new passkey; a credential that is known is a Conflict.
	SavePasskey(ctx context.Context, p Passkey) error
	// ChangePasskey stores a passkey's name, record and last use anew.
	ChangePasskey(ctx context.Context, p Passkey) error
	// Passkey returns the passkey of a credential, or NotFound.
	Passkey(ctx context.Context, credential string) (Passkey, error)
	// Passkeys returns those of a member, oldest first.
	Passkeys(ctx context.Context, club, member ID) ([]Passkey, error)
	// DropPasskey removes one; one that is not there is no error.
	DropPasskey(ctx context.Context, club, id ID) error

	// SavePassword stores a member's password in place of the one before; a name
	// that another has is a Conflict on "login".
	SavePassword(ctx context.Context, p Password) error
	// Password returns the password of a name, or NotFound.
	Password(ctx context.Context, name string) (Password, error)
	// PasswordOf returns the password of a member, or NotFound.
	PasswordOf(ctx context.Context, club, member ID) (Password, error)
	// DropPassword removes a member's; none is no error.
	DropPassword(ctx context.Context, club, member ID) error

	// SaveChoice remembers something about a member that is no act, such as how
	// far they have read; it replaces what had that name.
	SaveChoice(ctx context.Context, club, member ID, name, value string) error
	// Choices returns everything remembered about a member, by name.
	Choices(ctx context.Context, club, member ID) (map[string]string, error)

	Outbox
	Album
	Turnstile

	// SaveCache remembers the state hash after an act.
	SaveCache(ctx context.Context, club ID, no int64, hash string) error
	// Cache returns what SaveCache remembered last; 0 and "" for nothing.
	Cache(ctx context.Context, club ID) (no int64, hash string, err error)

	// Restore stores a whole archive in one transaction. A club that is there
	// already is a Conflict.
	Restore(ctx context.Context, a Archive) error
	// Backup writes a copy of the database to a new file.
	Backup(ctx context.Context, path string) error
	// Listen tells of what other processes store in the same database, until ctx
	// is done; at once nil when there can be no others. tell is called by one
	// goroutine; an empty News says that anything may have happened.
	Listen(ctx context.Context, tell func(News)) error
	// Ready returns nil when the database answers and is of this program's version.
	Ready(ctx context.Context) error
	// Waiting is how many writes wait to be stored.
	Waiting() int
	// Check has the database examine itself.
	Check(ctx context.Context) error
	Close() error
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
	Club   ID
	Battle ID
	Part   Part
	Number int             // of steps before it
	Stamp  string          // a new one whenever something is said about it
	Turn   int             // Pending.Turn
	By     ID              // who offered it
	Said   string          // who said the last thing about it, and the key they said it with
	Move   json.RawMessage // Move, with what was answered so far
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

	TokenChallenge TokenKind = "challenge" // what a passkey is asked to sign, once
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

package campaign

import (
	"context"
	"slices"
	"strings"
	"time"
)

// A Scope is something that a program may do with a key, beyond reading what
// its member may read.
type Scope string

const (
	ScopeResults Scope = "results" // report, confirm and dispute battles, or let a report hold
	ScopePlay    Scope = "play"    // give commands in live battles
	ScopeStories Scope = "stories" // tell stories
	ScopeSides   Scope = "sides"   // say who plays a side, and with whom it comes
)

// Scopes are all scopes, in the order in which they are offered.
var Scopes = []Scope{ScopeResults, ScopePlay, ScopeStories, ScopeSides}

// KeyLongest is how long a key may last.
const KeyLongest = 366 * 24 * time.Hour

// mostKeys is how many keys a member may have at a time.
const mostKeys = 20

// A Key lets a program act for the member who made it, within its scopes and
// never beyond the member's role. Secret is set only when it is made: the store
// keeps its hash alone.
type Key struct {
	ID           ID
	Club, Member ID
	Name         string // what it is for
	Scopes       []Scope
	Created      time.Time
	Seen         time.Time
	Expires      time.Time
	Secret       string
}

// Has reports whether the key allows a scope; every key allows "", reading.
func (k Key) Has(s Scope) bool { return s == "" || slices.Contains(k.Scopes, s) }

// IssueKey makes a key for the actor until a moment. Permission: view.
func (h *Hall) IssueKey(ctx context.Context, by Actor, club ID, name string, scopes []Scope, until time.Time) (Key, error) {
	if _, err := h.allowed(ctx, by, club, ActionView); err != nil {
		return Key{}, err
	}
	now := h.now()
	if err := first(text("name", name, 1, 80), legible("name", name)); err != nil {
		return Key{}, err
	}
	if !until.After(now) || until.After(now.Add(KeyLongest)) {
		return Key{}, refuse(Invalid, "until", "range", "CAMP-CLUB-2", "from", "1", "to", "366")
	}
	var words []string
	for _, scope := range scopes {
		if !slices.Contains(Scopes, scope) {
			return Key{}, refuse(Invalid, "scopes", "unknown-scope", "", "scope", string(scope))
		}
		words = append(words, string(scope))
	}
	own, err := h.Keys(ctx, by, club)
	if err != nil {
		return Key{}, err
	}
	if len(own) >= mostKeys {
		return Key{}, refuse(Conflict, "", "too-many-keys", "", "most", "20")
	}
	secret := NewToken()
	t := Token{ID: NewID(now), Hash: HashToken(secret), Kind: TokenKey, Club: club, Member: by.Member, Scopes: strings.Join(words, " "),
		Uses: 1, Note: name, Created: now, Seen: now, Expires: until}
	if err := h.tokens.SaveToken(ctx, t); err != nil {
		return Key{}, err
	}
	k := keyOf(t)
	k.Secret = secret
	return k, nil
}

func keyOf(t Token) Key {
	k := Key{ID: t.ID, Club: t.Club, Member: t.Member, Name: t.Note, Created: t.Created, Seen: t.Seen, Expires: t.Expires}
	for _, word := range strings.Fields(t.Scopes) {
		k.Scopes = append(k.Scopes, Scope(word))
	}
	return k
}

// Keys lists the actor's own keys in force, oldest first.
func (h *Hall) Keys(ctx context.Context, by Actor, club ID) ([]Key, error) {
	tokens, err := h.tokens.Tokens(ctx, club, TokenKey)
	if err != nil {
		return nil, err
	}
	var own []Key
	for _, t := range tokens {
		if t.Member == by.Member && t.Expires.After(h.now()) {
			own = append(own, keyOf(t))
		}
	}
	return own, nil
}

// RevokeKey ends one of the actor's own keys.
func (h *Hall) RevokeKey(ctx context.Context, by Actor, club, id ID) error {
	own, err := h.Keys(ctx, by, club)
	if err != nil {
		return err
	}
	for _, k := range own {
		if k.ID == id {
			return h.tokens.DropToken(ctx, club, id)
		}
	}
	return missing("key", "key", id)
}

// Key returns the key of a secret. Unauthenticated when it has ended or its
// member has left.
func (h *Hall) Key(ctx context.Context, secret string) (Key, error) {
	t, _, err := h.holder(ctx, secret, TokenKey)
	if err != nil {
		return Key{}, err
	}
	if now := h.now(); now.Sub(t.Seen) > time.Hour {
		t.Seen = now
		if err := h.tokens.TouchToken(ctx, t.Hash, t.Seen, t.Expires); err != nil && CodeOf(err) != Unavailable {
			return Key{}, err
		}
	}
	return keyOf(t), nil
}

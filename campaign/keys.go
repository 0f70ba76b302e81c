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

// MaxAPIKeyLife is how long a key may last.
const MaxAPIKeyLife = 366 * 24 * time.Hour

// maxAPIKeys is how many keys a member may have at a time.
const maxAPIKeys = 20

// A APIKey lets a program act for the member who made it, within its scopes and
// never beyond the member's role. Secret is set only when it is made: the store
// keeps its hash alone.
type APIKey struct {
	ID           ID
	Club, Member ID
	Name         string // what it is for
	Scopes       []Scope
	Created      time.Time
	Seen         time.Time
	Expires      time.Time
	Secret       string
}

// Allows reports whether the key allows a scope; every key allows "", reading.
func (k APIKey) Allows(s Scope) bool { return s == "" || slices.Contains(k.Scopes, s) }

// IssueAPIKey makes a key for the actor until a moment. Permission: view.
func (h *Service) IssueAPIKey(ctx context.Context, by Actor, club ID, name string, scopes []Scope, until time.Time) (APIKey, error) {
	if _, err := h.stateFor(ctx, by, club, ActionView); err != nil {
		return APIKey{}, err
	}
	now := h.now()
	if err := firstError(checkLength("name", name, 1, 80), checkReadable("name", name)); err != nil {
		return APIKey{}, err
	}
	if !until.After(now) || until.After(now.Add(MaxAPIKeyLife)) {
		return APIKey{}, refuse(Invalid, "until", "range", "CAMP-CLUB-2", "from", "1", "to", "366")
	}
	var words []string
	for _, scope := range scopes {
		if !slices.Contains(Scopes, scope) {
			return APIKey{}, refuse(Invalid, "scopes", "unknown-scope", "", "scope", string(scope))
		}
		words = append(words, string(scope))
	}
	own, err := h.APIKeys(ctx, by, club)
	if err != nil {
		return APIKey{}, err
	}
	if len(own) >= maxAPIKeys {
		return APIKey{}, refuse(Conflict, "", "too-many-keys", "", "most", "20")
	}
	secret := NewToken()
	t := Token{ID: NewID(now), Hash: HashToken(secret), Kind: TokenKey, Club: club, Member: by.Member, Scopes: strings.Join(words, " "),
		Uses: 1, Note: name, Created: now, Seen: now, Expires: until}
	if err := h.tokens.SaveToken(ctx, t); err != nil {
		return APIKey{}, err
	}
	k := apiKeyOf(t)
	k.Secret = secret
	return k, nil
}

func apiKeyOf(t Token) APIKey {
	k := APIKey{ID: t.ID, Club: t.Club, Member: t.Member, Name: t.Note, Created: t.Created, Seen: t.Seen, Expires: t.Expires}
	for _, word := range strings.Fields(t.Scopes) {
		k.Scopes = append(k.Scopes, Scope(word))
	}
	return k
}

// APIKeys lists the actor's own keys in force, oldest first.
func (h *Service) APIKeys(ctx context.Context, by Actor, club ID) ([]APIKey, error) {
	tokens, err := h.tokens.Tokens(ctx, club, TokenKey)
	if err != nil {
		return nil, err
	}
	var own []APIKey
	for _, t := range tokens {
		if t.Member == by.Member && t.Expires.After(h.now()) {
			own = append(own, apiKeyOf(t))
		}
	}
	return own, nil
}

// RevokeAPIKey ends one of the actor's own keys.
func (h *Service) RevokeAPIKey(ctx context.Context, by Actor, club, id ID) error {
	own, err := h.APIKeys(ctx, by, club)
	if err != nil {
		return err
	}
	for _, k := range own {
		if k.ID == id {
			return h.tokens.DropToken(ctx, club, id)
		}
	}
	return notFound("key", "key", id)
}

// APIKeyBySecret returns the key of a secret. Unauthenticated when it has ended or its
// member has left.
func (h *Service) APIKeyBySecret(ctx context.Context, secret string) (APIKey, error) {
	t, _, err := h.tokenHolder(ctx, secret, TokenKey)
	if err != nil {
		return APIKey{}, err
	}
	if now := h.now(); now.Sub(t.Seen) > time.Hour {
		t.Seen = now
		if err := h.tokens.TouchToken(ctx, t.Hash, t.Seen, t.Expires); err != nil && CodeOf(err) != Unavailable {
			return APIKey{}, err
		}
	}
	return apiKeyOf(t), nil
}

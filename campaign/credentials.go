package campaign

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"oriflamme/campaign/password"
)

// A PasskeyStore stores passkeys.
type PasskeyStore interface {
	// SavePasskey stores a new passkey. It returns a Conflict if the credential is known.
	SavePasskey(ctx context.Context, p Passkey) error
	// ChangePasskey updates a passkey's name, record and last use.
	ChangePasskey(ctx context.Context, p Passkey) error
	// Passkey returns the passkey of a credential, or NotFound.
	Passkey(ctx context.Context, credential string) (Passkey, error)
	// Passkeys returns a member's passkeys, oldest first.
	Passkeys(ctx context.Context, club, member ID) ([]Passkey, error)
	// DropPasskey removes a passkey. It is no error if there is none.
	DropPasskey(ctx context.Context, club, id ID) error
}

// A Passkey is a key pair in a member's phone or computer with which they sign in without
// a link (WebAuthn). The club stores the public key only.
type Passkey struct {
	ID           ID
	Club, Member ID
	Site         string          // the domain for which it was made; it is valid for no other
	Credential   string          // the device's ID of it, base64url
	Record       json.RawMessage // the public key and the counter of signatures
	Name         string          // the member's name for it
	Created      time.Time
	Seen         time.Time // when it was last used
}

// PasskeyChallengeLife is how long a device may take to sign a challenge.
const PasskeyChallengeLife = 5 * time.Minute

// maxPasskeys is how many passkeys a member may have.
const maxPasskeys = 10

// SavePasskeyChallenge stores a challenge that a device is asked to sign, with a note for
// TakePasskeyChallenge. Club and member are set when the member adds a passkey, and empty
// when somebody signs in.
func (s *Service) SavePasskeyChallenge(ctx context.Context, club, member ID, challenge, note string) error {
	now := s.now()
	return s.tokens.SaveToken(ctx, Token{ID: NewID(now), Hash: HashToken(challenge), Kind: TokenPasskeyChallenge, Club: club, Member: member, Note: note,
		Uses: 1, Created: now, Seen: now, Expires: now.Add(PasskeyChallengeLife)})
}

// TakePasskeyChallenge removes a challenge that was signed and returns its note. It returns
// Unauthenticated if the challenge was used before, is too old, or was made for another
// club or member.
func (s *Service) TakePasskeyChallenge(ctx context.Context, club, member ID, challenge string) (note string, err error) {
	t, err := s.tokenInForce(ctx, challenge, TokenPasskeyChallenge)
	if err == nil {
		t, err = s.tokens.SpendToken(ctx, t.Hash, s.now())
	}
	switch {
	case CodeOf(err) == Unauthenticated, err == nil && (t.Club != club || t.Member != member):
		return "", refuse(Unauthenticated, "", "passkey-late", "")
	}
	return t.Note, err
}

// AddPasskey adds a passkey of the actor. Permission: view.
func (s *Service) AddPasskey(ctx context.Context, by Actor, club ID, p Passkey) (Passkey, error) {
	st, err := s.State(ctx, club)
	if err != nil {
		return Passkey{}, err
	}
	if err := firstError(st.require(by, ActionView), checkLength("passkey", p.Name, 1, 60), checkReadable("passkey", p.Name)); err != nil {
		return Passkey{}, err
	}
	own, err := s.passkeys.Passkeys(ctx, club, by.Member)
	if err != nil {
		return Passkey{}, err
	}
	if len(own) >= maxPasskeys {
		return Passkey{}, refuse(Conflict, "", "too-many-passkeys", "", "most", "10")
	}
	now := s.now()
	p.ID, p.Club, p.Member, p.Created, p.Seen = NewID(now), club, by.Member, now, now
	return p, s.passkeys.SavePasskey(ctx, p)
}

// Passkeys returns the actor's own passkeys, oldest first.
func (s *Service) Passkeys(ctx context.Context, by Actor, club ID) ([]Passkey, error) {
	return s.passkeys.Passkeys(ctx, club, by.Member)
}

// RenamePasskey renames one of the actor's own passkeys.
func (s *Service) RenamePasskey(ctx context.Context, by Actor, club, id ID, name string) error {
	p, err := s.ownPasskey(ctx, by, club, id)
	if err != nil {
		return err
	}
	if err := firstError(checkLength("passkey", name, 1, 60), checkReadable("passkey", name)); err != nil {
		return err
	}
	p.Name = name
	return s.passkeys.ChangePasskey(ctx, p)
}

// RemovePasskey removes one of the actor's own passkeys.
func (s *Service) RemovePasskey(ctx context.Context, by Actor, club, id ID) error {
	p, err := s.ownPasskey(ctx, by, club, id)
	if err != nil {
		return err
	}
	return s.passkeys.DropPasskey(ctx, club, p.ID)
}

func (s *Service) ownPasskey(ctx context.Context, by Actor, club, id ID) (Passkey, error) {
	own, err := s.passkeys.Passkeys(ctx, club, by.Member)
	return pick(own, err, func(p Passkey) bool { return p.ID == id }, notFound("", "passkey", id))
}

// dropPasskeys removes all passkeys of a member.
func (s *Service) dropPasskeys(ctx context.Context, club, member ID) error {
	own, err := s.passkeys.Passkeys(ctx, club, member)
	for _, p := range own {
		if err == nil {
			err = s.passkeys.DropPasskey(ctx, club, p.ID)
		}
	}
	return err
}

// PasskeyByCredential returns the passkey of a credential. It returns Unauthenticated if
// nobody has it or its member has left.
func (s *Service) PasskeyByCredential(ctx context.Context, credential string) (Passkey, error) {
	unknown := refuse(Unauthenticated, "", "passkey-unknown", "")
	p, err := s.passkeys.Passkey(ctx, credential)
	if CodeOf(err) == NotFound {
		return Passkey{}, unknown
	}
	if err != nil {
		return Passkey{}, err
	}
	st, err := s.State(ctx, p.Club)
	if err != nil {
		return Passkey{}, err
	}
	if m := st.Members[p.Member]; m == nil || m.HasLeft {
		return Passkey{}, unknown
	}
	return p, nil
}

// SignInWithPasskey signs a passkey's member in and stores the passkey's new record. The
// caller has verified the signature.
func (s *Service) SignInWithPasskey(ctx context.Context, p Passkey) (Session, error) {
	p.Seen = s.now()
	if err := s.passkeys.ChangePasskey(ctx, p); err != nil {
		return Session{}, err
	}
	return s.startSession(ctx, p.Club, p.Member, string(SignInByPasskey))
}

// A PasswordStore stores passwords as hashes.
type PasswordStore interface {
	// SavePassword stores a member's login name and password in place of earlier ones.
	// It returns a Conflict on "login" if another member has the name.
	SavePassword(ctx context.Context, p Password) error
	// Password returns the password of a login name, or NotFound.
	Password(ctx context.Context, name string) (Password, error)
	// PasswordOf returns the password of a member, or NotFound.
	PasswordOf(ctx context.Context, club, member ID) (Password, error)
	// DropPassword removes a member's password. It is no error if there is none.
	DropPassword(ctx context.Context, club, member ID) error
}

// A Password lets a member sign in with a name and a password. It is optional: links and
// passkeys work without it.
type Password struct {
	Club, Member ID
	Name         string // login name; unique among all clubs of the server, without regard to case
	Hash         string // argon2id
	Changed      time.Time
}

// NormaliseLogin returns a login name in the form in which it is looked up, without regard
// to case and extra spaces.
func NormaliseLogin(name string) string {
	return strings.ToLower(norm.NFKC.String(strings.Join(strings.Fields(name), " ")))
}

// freshSignInLife is how long after a sign-in by a link or a passkey a member may change
// their password without entering the old one, which they may have forgotten.
const freshSignInLife = 15 * time.Minute

// SetPassword sets or replaces the login name and password of a session's member. A member
// who has a password must give the current one, unless they have just signed in without
// it. It returns a Conflict on "login" if the name is taken, and Invalid on "current" if
// the current password is wrong. Permission: view.
func (s *Service) SetPassword(ctx context.Context, in Session, name, current, fresh string) error {
	if _, err := s.stateFor(ctx, Actor{Member: in.Member}, in.Club, ActionView); err != nil {
		return err
	}
	name = NormaliseLogin(name)
	if err := firstError(checkLength("login", name, 3, 60), checkLength("password", fresh, password.Shortest, password.Longest)); err != nil {
		return err
	}
	if password.Common(fresh) || NormaliseLogin(fresh) == name {
		return refuse(Invalid, "password", "password-common", "")
	}
	if err := s.checkPassword(ctx, in, current); err != nil {
		return err
	}
	hash, err := password.Hash(ctx, fresh)
	if err != nil {
		return err
	}
	return s.passwords.SavePassword(ctx, Password{Club: in.Club, Member: in.Member, Name: name, Hash: hash, Changed: s.now()})
}

// RemovePassword removes the password of a session's member. They must give the current one
// as for SetPassword.
func (s *Service) RemovePassword(ctx context.Context, in Session, current string) error {
	if err := s.checkPassword(ctx, in, current); err != nil {
		return err
	}
	return s.passwords.DropPassword(ctx, in.Club, in.Member)
}

// NeedsPassword reports whether the member of a session must give their current password
// to change it.
func (s *Service) NeedsPassword(in Session) bool {
	return in.Method == SignInByPassword || s.now().Sub(in.Created) > freshSignInLife
}

// checkPassword refuses a member who has a password and has not given it correctly.
func (s *Service) checkPassword(ctx context.Context, in Session, current string) error {
	p, err := s.passwords.PasswordOf(ctx, in.Club, in.Member)
	if CodeOf(err) == NotFound || err == nil && !s.NeedsPassword(in) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := checkLength("current", current, 1, password.Longest); err != nil {
		return err
	}
	right, _, err := password.Verify(ctx, p.Hash, current)
	if err == nil && !right {
		err = refuse(Invalid, "current", "password-wrong", "")
	}
	return err
}

// PasswordName returns the actor's login name, "" if they have no password.
func (s *Service) PasswordName(ctx context.Context, by Actor, club ID) (string, error) {
	p, err := s.passwords.PasswordOf(ctx, club, by.Member)
	if CodeOf(err) == NotFound {
		return "", nil
	}
	return p.Name, err
}

// SignInWithPassword signs a member in by login name and password. It returns
// Unauthenticated if nobody has the name, the password is wrong or the member has left, and
// takes the same time in all these cases.
func (s *Service) SignInWithPassword(ctx context.Context, name, entered string) (Session, error) {
	unknown := refuse(Unauthenticated, "", "password-unknown", "")
	name = NormaliseLogin(name)
	if firstError(checkLength("login", name, 1, 60), checkLength("password", entered, 1, password.Longest)) != nil {
		return Session{}, unknown
	}
	p, err := s.passwords.Password(ctx, name)
	if CodeOf(err) == NotFound {
		return Session{}, firstError(password.Dummy(ctx, entered), error(unknown))
	}
	if err != nil {
		return Session{}, err
	}
	right, old, err := password.Verify(ctx, p.Hash, entered)
	switch {
	case err != nil:
		return Session{}, err
	case !right:
		return Session{}, unknown
	}
	if old {
		if p.Hash, err = password.Hash(ctx, entered); err != nil {
			return Session{}, err
		}
		if err := s.passwords.SavePassword(ctx, p); err != nil {
			return Session{}, err
		}
	}
	return s.startSession(ctx, p.Club, p.Member, string(SignInByPassword))
}

// A Scope is something that a program may do with an API key, besides reading what its
// member may read.
type Scope string

const (
	ScopeResults Scope = "results" // report, confirm and dispute battles, or let a report hold
	ScopePlay    Scope = "play"    // give commands in live battles
	ScopeStories Scope = "stories" // publish stories
	ScopeSides   Scope = "sides"   // say who plays a side, and with whom its players travel
)

// Scopes lists all scopes in display order.
var Scopes = []Scope{ScopeResults, ScopePlay, ScopeStories, ScopeSides}

// MaxAPIKeyLife is the longest time for which a key can be made.
const MaxAPIKeyLife = 366 * 24 * time.Hour

// maxAPIKeys is how many keys a member may have at a time.
const maxAPIKeys = 20

// An APIKey lets a program act for the member who made it, within its scopes and never
// beyond the member's role. Secret is set only by IssueAPIKey: the store has its hash
// only.
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

// Allows reports whether the key allows a scope. Every key allows "", which is reading.
func (k APIKey) Allows(s Scope) bool { return s == "" || slices.Contains(k.Scopes, s) }

// IssueAPIKey makes a key for the actor that is valid until a time. Permission: view.
func (s *Service) IssueAPIKey(ctx context.Context, by Actor, club ID, name string, scopes []Scope, until time.Time) (APIKey, error) {
	if _, err := s.stateFor(ctx, by, club, ActionView); err != nil {
		return APIKey{}, err
	}
	now := s.now()
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
	own, err := s.APIKeys(ctx, by, club)
	if err != nil {
		return APIKey{}, err
	}
	if len(own) >= maxAPIKeys {
		return APIKey{}, refuse(Conflict, "", "too-many-keys", "", "most", "20")
	}
	secret := NewToken()
	t := Token{ID: NewID(now), Hash: HashToken(secret), Kind: TokenKey, Club: club, Member: by.Member, Scopes: strings.Join(words, " "),
		Uses: 1, Note: name, Created: now, Seen: now, Expires: until}
	if err := s.tokens.SaveToken(ctx, t); err != nil {
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

// APIKeys returns the actor's own valid keys, oldest first.
func (s *Service) APIKeys(ctx context.Context, by Actor, club ID) ([]APIKey, error) {
	tokens, err := s.tokens.Tokens(ctx, club, TokenKey)
	if err != nil {
		return nil, err
	}
	var own []APIKey
	for _, t := range tokens {
		if t.Member == by.Member && t.Expires.After(s.now()) {
			own = append(own, apiKeyOf(t))
		}
	}
	return own, nil
}

// RevokeAPIKey revokes one of the actor's own keys.
func (s *Service) RevokeAPIKey(ctx context.Context, by Actor, club, id ID) error {
	own, err := s.APIKeys(ctx, by, club)
	if _, err := pick(own, err, func(k APIKey) bool { return k.ID == id }, notFound("key", "key", id)); err != nil {
		return err
	}
	return s.tokens.DropToken(ctx, club, id)
}

// APIKeyBySecret returns the key of a secret. It returns Unauthenticated if the key is not
// valid any more or its member has left.
func (s *Service) APIKeyBySecret(ctx context.Context, secret string) (APIKey, error) {
	t, _, err := s.tokenHolder(ctx, secret, TokenKey)
	if err != nil {
		return APIKey{}, err
	}
	if now := s.now(); now.Sub(t.Seen) > time.Hour {
		t.Seen = now
		if err := s.tokens.TouchToken(ctx, t.Hash, t.Seen, t.Expires); err != nil && CodeOf(err) != Unavailable {
			return APIKey{}, err
		}
	}
	return apiKeyOf(t), nil
}

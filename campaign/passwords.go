package campaign

import (
	"context"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"oriflamme/campaign/password"
)

// A PasswordStore keeps passwords, as their hashes.
type PasswordStore interface {
	// SavePassword stores a member's password in place of the one before; a name
	// that another has is a Conflict on "login".
	SavePassword(ctx context.Context, p Password) error
	// Password returns the password of a name, or NotFound.
	Password(ctx context.Context, name string) (Password, error)
	// PasswordOf returns the password of a member, or NotFound.
	PasswordOf(ctx context.Context, club, member ID) (Password, error)
	// DropPassword removes a member's; none is no error.
	DropPassword(ctx context.Context, club, member ID) error
}

// A Password lets a member in by a name and a password, beside links and
// passkeys. It is there only for those who want one.
type Password struct {
	Club, Member ID
	Name         string // to enter with; another's in no club of this server, whatever the case
	Hash         string // argon2id
	Changed      time.Time
}

// NormaliseLogin is a name to enter with as it is looked up: whatever is typed for it, in
// capitals or with more spaces, is one name.
func NormaliseLogin(name string) string {
	return strings.ToLower(norm.NFKC.String(strings.Join(strings.Fields(name), " ")))
}

// freshSignInLife is how long an entry by a link or a passkey stands for the password
// that its member may have forgotten.
const freshSignInLife = 15 * time.Minute

// SetPassword gives the member of a session a name and a password to enter with,
// or others in their place. Who has a password says it, or has just entered
// without it. A name that is taken is a Conflict on "login", a wrong password
// Invalid on "current". Permission: view.
func (h *Service) SetPassword(ctx context.Context, in Session, name, current, fresh string) error {
	if _, err := h.stateFor(ctx, Actor{Member: in.Member}, in.Club, ActionView); err != nil {
		return err
	}
	name = NormaliseLogin(name)
	if err := firstError(checkLength("login", name, 3, 60), checkLength("password", fresh, password.Shortest, password.Longest)); err != nil {
		return err
	}
	if password.Common(fresh) || NormaliseLogin(fresh) == name {
		return refuse(Invalid, "password", "password-common", "")
	}
	if err := h.checkPassword(ctx, in, current); err != nil {
		return err
	}
	hash, err := password.Hash(ctx, fresh)
	if err != nil {
		return err
	}
	return h.passwords.SavePassword(ctx, Password{Club: in.Club, Member: in.Member, Name: name, Hash: hash, Changed: h.now()})
}

// RemovePassword has the password of a session's member open nothing any more;
// they say it as for SetPassword.
func (h *Service) RemovePassword(ctx context.Context, in Session, current string) error {
	if err := h.checkPassword(ctx, in, current); err != nil {
		return err
	}
	return h.passwords.DropPassword(ctx, in.Club, in.Member)
}

// NeedsPassword reports whether the member of a session must say their password to
// change it.
func (h *Service) NeedsPassword(in Session) bool {
	return in.Method == SignInByPassword || h.now().Sub(in.Created) > freshSignInLife
}

// checkPassword refuses who has a password and does not know it.
func (h *Service) checkPassword(ctx context.Context, in Session, current string) error {
	p, err := h.passwords.PasswordOf(ctx, in.Club, in.Member)
	if CodeOf(err) == NotFound || err == nil && !h.NeedsPassword(in) {
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

// PasswordName is the name that the actor enters with; empty without a password.
func (h *Service) PasswordName(ctx context.Context, by Actor, club ID) (string, error) {
	p, err := h.passwords.PasswordOf(ctx, club, by.Member)
	if CodeOf(err) == NotFound {
		return "", nil
	}
	return p.Name, err
}

// SignInWithPassword signs the member of a name and a password in. Unauthenticated,
// after the same time, when the name is nobody's, the password another, or the
// member has left.
func (h *Service) SignInWithPassword(ctx context.Context, name, entered string) (Session, error) {
	unknown := refuse(Unauthenticated, "", "password-unknown", "")
	name = NormaliseLogin(name)
	if firstError(checkLength("login", name, 1, 60), checkLength("password", entered, 1, password.Longest)) != nil {
		return Session{}, unknown
	}
	p, err := h.passwords.Password(ctx, name)
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
		if err := h.passwords.SavePassword(ctx, p); err != nil {
			return Session{}, err
		}
	}
	return h.startSession(ctx, p.Club, p.Member, string(SignInByPassword))
}

package campaign

import (
	"context"
	"encoding/json"
	"time"
)

// A PasskeyStore keeps passkeys.
type PasskeyStore interface {
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
}

// A Passkey is a key in a member's phone or computer by which they enter without
// a link (WebAuthn). The club holds the public half alone.
type Passkey struct {
	ID           ID
	Club, Member ID
	Site         string          // the domain for which it was made: it opens no other
	Credential   string          // what the device calls it, base64url
	Record       json.RawMessage // the public key and the counter of signatures
	Name         string          // what its member calls it
	Created      time.Time
	Seen         time.Time // when it last opened
}

// PasskeyChallengeLife is how long a device may take to sign what it is asked.
const PasskeyChallengeLife = 5 * time.Minute

// maxPasskeys is how many passkeys a member may have.
const maxPasskeys = 10

// SavePasskeyChallenge remembers what a device is asked to sign, with a note for the answer.
// Club and member are those who make a passkey; empty for somebody at the door.
func (h *Service) SavePasskeyChallenge(ctx context.Context, club, member ID, challenge, note string) error {
	now := h.now()
	return h.tokens.SaveToken(ctx, Token{ID: NewID(now), Hash: HashToken(challenge), Kind: TokenPasskeyChallenge, Club: club, Member: member, Note: note,
		Uses: 1, Created: now, Seen: now, Expires: now.Add(PasskeyChallengeLife)})
}

// TakePasskeyChallenge takes a challenge that was signed and returns its note. Each counts
// once, in time, and for whom it was made: else Unauthenticated.
func (h *Service) TakePasskeyChallenge(ctx context.Context, club, member ID, challenge string) (note string, err error) {
	t, err := h.tokenInForce(ctx, challenge, TokenPasskeyChallenge)
	if err == nil {
		t, err = h.tokens.SpendToken(ctx, t.Hash, h.now())
	}
	switch {
	case CodeOf(err) == Unauthenticated, err == nil && (t.Club != club || t.Member != member):
		return "", refuse(Unauthenticated, "", "passkey-late", "")
	}
	return t.Note, err
}

// AddPasskey gives the actor one more passkey, made for a site. Permission: view.
func (h *Service) AddPasskey(ctx context.Context, by Actor, club ID, p Passkey) (Passkey, error) {
	s, err := h.State(ctx, club)
	if err != nil {
		return Passkey{}, err
	}
	if err := firstError(s.require(by, ActionView), checkLength("passkey", p.Name, 1, 60), checkReadable("passkey", p.Name)); err != nil {
		return Passkey{}, err
	}
	own, err := h.passkeys.Passkeys(ctx, club, by.Member)
	if err != nil {
		return Passkey{}, err
	}
	if len(own) >= maxPasskeys {
		return Passkey{}, refuse(Conflict, "", "too-many-passkeys", "", "most", "10")
	}
	now := h.now()
	p.ID, p.Club, p.Member, p.Created, p.Seen = NewID(now), club, by.Member, now, now
	return p, h.passkeys.SavePasskey(ctx, p)
}

// Passkeys lists the actor's own, oldest first.
func (h *Service) Passkeys(ctx context.Context, by Actor, club ID) ([]Passkey, error) {
	return h.passkeys.Passkeys(ctx, club, by.Member)
}

// RenamePasskey calls one of the actor's own passkeys otherwise.
func (h *Service) RenamePasskey(ctx context.Context, by Actor, club, id ID, name string) error {
	p, err := h.ownPasskey(ctx, by, club, id)
	if err != nil {
		return err
	}
	if err := firstError(checkLength("passkey", name, 1, 60), checkReadable("passkey", name)); err != nil {
		return err
	}
	p.Name = name
	return h.passkeys.ChangePasskey(ctx, p)
}

// RemovePasskey has one of the actor's own passkeys open nothing any more.
func (h *Service) RemovePasskey(ctx context.Context, by Actor, club, id ID) error {
	p, err := h.ownPasskey(ctx, by, club, id)
	if err != nil {
		return err
	}
	return h.passkeys.DropPasskey(ctx, club, p.ID)
}

func (h *Service) ownPasskey(ctx context.Context, by Actor, club, id ID) (Passkey, error) {
	own, err := h.passkeys.Passkeys(ctx, club, by.Member)
	if err != nil {
		return Passkey{}, err
	}
	for _, p := range own {
		if p.ID == id {
			return p, nil
		}
	}
	return Passkey{}, notFound("", "passkey", id)
}

// dropPasskeys removes all of a member's.
func (h *Service) dropPasskeys(ctx context.Context, club, member ID) error {
	own, err := h.passkeys.Passkeys(ctx, club, member)
	for _, p := range own {
		if err == nil {
			err = h.passkeys.DropPasskey(ctx, club, p.ID)
		}
	}
	return err
}

// PasskeyByCredential returns the passkey of a credential. Unauthenticated when nobody has
// it, or its member has left.
func (h *Service) PasskeyByCredential(ctx context.Context, credential string) (Passkey, error) {
	unknown := refuse(Unauthenticated, "", "passkey-unknown", "")
	p, err := h.passkeys.Passkey(ctx, credential)
	if CodeOf(err) == NotFound {
		return Passkey{}, unknown
	}
	if err != nil {
		return Passkey{}, err
	}
	s, err := h.State(ctx, p.Club)
	if err != nil {
		return Passkey{}, err
	}
	if m := s.Members[p.Member]; m == nil || m.HasLeft {
		return Passkey{}, unknown
	}
	return p, nil
}

// SignInWithPasskey signs the member of a passkey in, which has just proved itself
// and has a new record.
func (h *Service) SignInWithPasskey(ctx context.Context, p Passkey) (Session, error) {
	p.Seen = h.now()
	if err := h.passkeys.ChangePasskey(ctx, p); err != nil {
		return Session{}, err
	}
	return h.startSession(ctx, p.Club, p.Member, string(SignInByPasskey))
}

package campaign

import (
	"context"
	"slices"
	"strconv"
	"time"
)

// A TokenStore keeps secret links, cookies and keys, as their hashes.
type TokenStore interface {
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
}

// How long secrets last.
const (
	LinkLife        = 24 * time.Hour      // a sign-in link, used once
	SessionIdleLife = 30 * 24 * time.Hour // a session that nobody uses
	SessionLife     = 90 * 24 * time.Hour // any session
	MaxInviteLife   = 90 * 24 * time.Hour
)

// A Session is a signed-in browser. Cookie is set only when it begins: the
// store keeps its hash alone.
type Session struct {
	ID           ID
	Club, Member ID
	Cookie       string
	Method       SignInMethod
	Created      time.Time
	Seen         time.Time
	Expires      time.Time
}

// An Invitation lets others join a club. Token is set only when it is made.
type Invitation struct {
	ID      ID
	Club    ID
	By      ID
	Role    Role
	Uses    int // left
	Note    string
	Expires time.Time
	Token   string
}

// FoundClub founds a club and signs its owner in. Anyone may, where the caller
// offers it.
func (h *Service) FoundClub(ctx context.Context, f FoundClub) (Session, error) {
	return h.FoundClubOnce(ctx, NewToken(), f)
}

// FoundClubOnce is Found for a form that may be sent twice: the club's ID follows
// from the key, and the second time is a Conflict.
func (h *Service) FoundClubOnce(ctx context.Context, key string, f FoundClub) (Session, error) {
	if err := firstError(checkLength("key", key, 1, 100), EmptyState().checkNames(f)); err != nil {
		return Session{}, err
	}
	now := h.now()
	club, owner := HashToken("club " + key)[:16], NewID(now)
	act, err := NewAct(nil, club, owner, now, key, ActRequest{Body: f})
	if err != nil {
		return Session{}, err
	}
	if _, err := EmptyState().next(act); err != nil {
		return Session{}, err
	}
	if err := <-h.acts.Append(act); err != nil {
		return Session{}, err
	}
	return h.startSession(ctx, club, owner, string(SignInByFounding))
}

// Invite makes a link by which others join with a role, up to a number of times
// and until a moment. Permission: invite; not for a role above one's own.
func (h *Service) Invite(ctx context.Context, by Actor, club ID, role Role, uses int, until time.Time, note string) (Invitation, error) {
	s, err := h.stateFor(ctx, by, club, ActionInvite)
	if err != nil {
		return Invitation{}, err
	}
	now := h.now()
	switch {
	case !role.valid():
		return Invitation{}, refuse(Invalid, "role", "unknown-role", "")
	case role.outranks(s.Members[by.Member].Role):
		return Invitation{}, refuse(Forbidden, "role", "above-you", "CAMP-ROLE-2")
	case uses < 1 || uses > 500:
		return Invitation{}, refuse(Invalid, "uses", "range", "", "from", "1", "to", "500")
	case !until.After(now) || until.After(now.Add(MaxInviteLife)):
		return Invitation{}, refuse(Invalid, "until", "range", "CAMP-CLUB-2", "from", "1", "to", strconv.Itoa(int(MaxInviteLife/(24*time.Hour))))
	}
	if err := checkLength("note", note, 0, 200); err != nil {
		return Invitation{}, err
	}
	token := NewToken()
	t := Token{ID: NewID(now), Hash: HashToken(token), Kind: TokenInvite, Club: club, Member: by.Member, Role: role,
		Uses: uses, Note: note, Created: now, Seen: now, Expires: until}
	if err := h.tokens.SaveToken(ctx, t); err != nil {
		return Invitation{}, err
	}
	i := invitationOf(t)
	i.Token = token
	return i, nil
}

func invitationOf(t Token) Invitation {
	return Invitation{ID: t.ID, Club: t.Club, By: t.Member, Role: t.Role, Uses: t.Uses, Note: t.Note, Expires: t.Expires}
}

// Invitations lists those of a club, oldest first. Permission: invite.
func (h *Service) Invitations(ctx context.Context, by Actor, club ID) ([]Invitation, error) {
	if _, err := h.stateFor(ctx, by, club, ActionInvite); err != nil {
		return nil, err
	}
	tokens, err := h.tokens.Tokens(ctx, club, TokenInvite)
	if err != nil {
		return nil, err
	}
	var all []Invitation
	for _, t := range tokens {
		all = append(all, invitationOf(t))
	}
	return all, nil
}

// RevokeInvitation ends an invitation. Permission: invite.
func (h *Service) RevokeInvitation(ctx context.Context, by Actor, club, invitation ID) error {
	if _, err := h.stateFor(ctx, by, club, ActionInvite); err != nil {
		return err
	}
	return h.tokens.DropToken(ctx, club, invitation)
}

// Invitation returns what a link offers, for the page that asks whether to accept.
func (h *Service) Invitation(ctx context.Context, token string) (Invitation, error) {
	t, err := h.tokenInForce(ctx, token, TokenInvite)
	if err != nil {
		return Invitation{}, err
	}
	return invitationOf(t), nil
}

// AcceptInvitation joins a club by invitation and signs the new member in. One use is
// taken even if the disk then fails, never two members for one use.
func (h *Service) AcceptInvitation(ctx context.Context, token, name string) (Session, error) {
	t, err := h.tokenInForce(ctx, token, TokenInvite)
	if err != nil {
		return Session{}, err
	}
	if err := firstError(checkLength("name", name, 1, 60), checkReadable("name", name)); err != nil {
		return Session{}, err
	}
	if _, err := h.tokens.SpendToken(ctx, t.Hash, h.now()); err != nil {
		return Session{}, err
	}
	member := NewID(h.now())
	join := Join{Member: member, Name: name, Role: t.Role, Invite: t.ID}
	if _, err := h.do(ctx, member, t.Club, "join "+member, ActRequest{Body: join}, true); err != nil {
		return Session{}, err
	}
	return h.startSession(ctx, t.Club, member, string(SignInByInvitation))
}

// IssueLink makes a link that signs a member in once: one's own for another
// device, or for somebody who lost theirs. Permission for others: sign-for, and
// nobody above oneself. With an empty actor, as on the command line, any.
func (h *Service) IssueLink(ctx context.Context, by Actor, club, member ID) (token string, err error) {
	s, err := h.State(ctx, club)
	if err != nil {
		return "", err
	}
	m := s.Members[member]
	if m == nil || m.HasLeft {
		return "", notFound("member", "member", member)
	}
	if by.Member != "" && by.Member != member {
		if err := s.require(by, ActionSignFor); err != nil {
			return "", err
		}
		if m.Role.outranks(s.Members[by.Member].Role) {
			return "", refuse(Forbidden, "member", "above-you", "CAMP-ROLE-2")
		}
	}
	how := string(SignInByLink)
	if by.Member != member {
		how = by.Member
	}
	token = NewToken()
	now := h.now()
	return token, h.tokens.SaveToken(ctx, Token{ID: NewID(now), Hash: HashToken(token), Kind: TokenLink, Club: club, Member: member, Note: how,
		Uses: 1, Created: now, Seen: now, Expires: now.Add(LinkLife)})
}

// SignIn trades a sign-in link for a session; the link is spent.
func (h *Service) SignIn(ctx context.Context, token string) (Session, error) {
	t, err := h.tokenInForce(ctx, token, TokenLink)
	if err != nil {
		return Session{}, err
	}
	if _, err := h.tokens.SpendToken(ctx, t.Hash, h.now()); err != nil {
		return Session{}, err
	}
	return h.startSession(ctx, t.Club, t.Member, t.Note)
}

// startSession starts a session under a new secret. It notes how it came about and the
// member's role: one that rises gets a new secret.
func (h *Service) startSession(ctx context.Context, club, member ID, how string) (Session, error) {
	s, err := h.State(ctx, club)
	if err != nil {
		return Session{}, err
	}
	m := s.Members[member]
	if m == nil || m.HasLeft {
		return Session{}, refuse(Unauthenticated, "", "sign-in", "")
	}
	now := h.now()
	t := Token{Kind: TokenSession, Club: club, Member: member, Role: m.Role, Note: how,
		Uses: 1, Created: now, Seen: now, Expires: now.Add(SessionIdleLife)}
	return h.saveSession(ctx, t)
}

// saveSession stores a session under a new ID and a new secret.
func (h *Service) saveSession(ctx context.Context, t Token) (Session, error) {
	cookie := NewToken()
	t.ID, t.Hash = NewID(h.now()), HashToken(cookie)
	if err := h.tokens.SaveToken(ctx, t); err != nil {
		return Session{}, err
	}
	s := sessionOf(t)
	s.Cookie = cookie
	return s, nil
}

func sessionOf(t Token) Session {
	how, _ := parseSignInNote(t.Note)
	return Session{ID: t.ID, Club: t.Club, Member: t.Member, Method: how, Created: t.Created, Seen: t.Seen, Expires: t.Expires}
}

// tokenHolder returns a token of a kind and the member it belongs to. Unauthenticated
// when it has ended or its member has left.
func (h *Service) tokenHolder(ctx context.Context, secret string, kind TokenKind) (Token, *Member, error) {
	t, err := h.tokenInForce(ctx, secret, kind)
	if err != nil {
		return Token{}, nil, err
	}
	s, err := h.State(ctx, t.Club)
	if err != nil {
		return Token{}, nil, err
	}
	m := s.Members[t.Member]
	if m == nil || m.HasLeft {
		return Token{}, nil, refuse(Unauthenticated, "", "sign-in", "")
	}
	return t, m, nil
}

// Session returns the session of a cookie and keeps it alive. Unauthenticated
// when it has ended or its member has left.
func (h *Service) Session(ctx context.Context, cookie string) (Session, error) {
	t, m, err := h.tokenHolder(ctx, cookie, TokenSession)
	if err != nil {
		return Session{}, err
	}
	now := h.now()
	if t.Role != "" && m.Role.outranks(t.Role) {
		return h.rotateSession(ctx, t, m.Role)
	}
	// Once an hour is enough to know that it is in use, and spares the disk.
	if now.Sub(t.Seen) > time.Hour {
		t.Seen, t.Expires = now, now.Add(SessionIdleLife)
		if last := t.Created.Add(SessionLife); t.Expires.After(last) {
			t.Expires = last
		}
		// A disk that is full must not keep people from reading.
		if err := h.tokens.TouchToken(ctx, t.Hash, t.Seen, t.Expires); err != nil && CodeOf(err) != Unavailable {
			return Session{}, err
		}
	}
	return sessionOf(t), nil
}

// rotationGrace is how long the old secret still works, for what a browser asked with
// it at the same moment.
const rotationGrace = time.Minute

// rotateSession gives a session a new secret because its member may do more than when
// it began: whoever may have seen the old one gains nothing. It ends when it
// would have.
func (h *Service) rotateSession(ctx context.Context, t Token, role Role) (Session, error) {
	now := h.now()
	old := t.Hash
	t.Role, t.Seen = role, now
	s, err := h.saveSession(ctx, t)
	if err != nil {
		return Session{}, err
	}
	if end := now.Add(rotationGrace); end.Before(t.Expires) {
		err = h.tokens.TouchToken(ctx, old, now, end)
	}
	return s, err
}

// SignOut ends the session of a cookie; one that has ended is no error.
func (h *Service) SignOut(ctx context.Context, cookie string) error {
	t, err := h.tokenInForce(ctx, cookie, TokenSession)
	if CodeOf(err) == Unauthenticated {
		return nil
	}
	if err != nil {
		return err
	}
	return h.endToken(ctx, t)
}

// endToken ends a session now. It stays in the list of sign-ins for a while.
func (h *Service) endToken(ctx context.Context, t Token) error {
	now := h.now()
	return h.tokens.TouchToken(ctx, t.Hash, now, now)
}

// Sessions lists the actor's own sessions in force, oldest first.
func (h *Service) Sessions(ctx context.Context, by Actor, club ID) ([]Session, error) {
	tokens, err := h.sessions(ctx, by, club)
	if err != nil {
		return nil, err
	}
	var own []Session
	for _, t := range tokens {
		own = append(own, sessionOf(t))
	}
	return own, nil
}

func (h *Service) sessions(ctx context.Context, by Actor, club ID) ([]Token, error) {
	tokens, err := h.tokens.Tokens(ctx, club, TokenSession)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(tokens, func(t Token) bool { return t.Member != by.Member || !t.Expires.After(h.now()) }), nil
}

// EndSession ends one of the actor's own sessions.
func (h *Service) EndSession(ctx context.Context, by Actor, club, id ID) error {
	own, err := h.sessions(ctx, by, club)
	if err != nil {
		return err
	}
	for _, t := range own {
		if t.ID == id {
			return h.endToken(ctx, t)
		}
	}
	return notFound("session", "session", id)
}

// EndSessions ends all of the actor's own sessions, wherever they are, and their
// sign-in links that nobody has used yet.
func (h *Service) EndSessions(ctx context.Context, by Actor, club ID) error {
	own, err := h.sessions(ctx, by, club)
	if err != nil {
		return err
	}
	for _, t := range own {
		if err := h.endToken(ctx, t); err != nil {
			return err
		}
	}
	links, err := h.tokens.Tokens(ctx, club, TokenLink)
	if err != nil {
		return err
	}
	for _, t := range links {
		if t.Member != by.Member {
			continue
		}
		if err := h.tokens.DropToken(ctx, club, t.ID); err != nil {
			return err
		}
	}
	return nil
}

// tokenInForce finds a tokenInForce in force by its secret.
func (h *Service) tokenInForce(ctx context.Context, secret string, kind TokenKind) (Token, error) {
	t, err := h.tokens.Token(ctx, HashToken(secret))
	if err != nil && CodeOf(err) != NotFound {
		return Token{}, err
	}
	if err != nil || t.Kind != kind || t.Uses < 1 || !t.Expires.After(h.now()) {
		return Token{}, refuse(Unauthenticated, "token", "link-spent", "CAMP-CLUB-2")
	}
	return t, nil
}

// A SignIn is one entry into the club: how, when, and until when.
type SignIn struct {
	ID     ID           `json:"id"`
	Method SignInMethod `json:"how"`
	By     ID           `json:"by"` // who made the link, when it was another
	At     time.Time    `json:"at"`
	Seen   time.Time    `json:"seen"`
	Ended  time.Time    `json:"ended"` // zero while it lasts
}

// An SignInMethod is a way into the club.
type SignInMethod string

const (
	SignInByFounding   SignInMethod = "founded"
	SignInByInvitation SignInMethod = "invited"
	SignInByLink       SignInMethod = "link"  // made by oneself
	SignInByOther      SignInMethod = "other" // a link that somebody else made
	SignInByPasskey    SignInMethod = "passkey"
	SignInByPassword   SignInMethod = "password"
)

// SignIns lists the actor's entries of the last months, the newest first, also
// those that have ended: whoever finds one that was not theirs ends it.
func (h *Service) SignIns(ctx context.Context, by Actor, club ID) ([]SignIn, error) {
	tokens, err := h.tokens.Tokens(ctx, club, TokenSession)
	if err != nil {
		return nil, err
	}
	all := []SignIn{}
	for i := len(tokens) - 1; i >= 0; i-- {
		t := tokens[i]
		if t.Member != by.Member {
			continue
		}
		one := SignIn{ID: t.ID, Method: SignInByLink, At: t.Created, Seen: t.Seen}
		one.Method, one.By = parseSignInNote(t.Note)
		if !t.Expires.After(h.now()) {
			one.Ended = t.Expires
		}
		all = append(all, one)
	}
	return all, nil
}

// parseSignInNote reads what begin has noted.
func parseSignInNote(note string) (SignInMethod, ID) {
	switch e := SignInMethod(note); e {
	case SignInByFounding, SignInByInvitation, SignInByLink, SignInByPasskey, SignInByPassword:
		return e, ""
	case "":
		return SignInByLink, "" // of an older program, which noted nothing
	}
	return SignInByOther, note
}

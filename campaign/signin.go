package campaign

import (
	"context"
	"slices"
	"strconv"
	"time"
)

// A TokenStore stores links, cookies and API keys as hashes.
type TokenStore interface {
	// SaveToken stores a new token.
	SaveToken(ctx context.Context, t Token) error
	// Token returns the token of a hash, or NotFound. The token may have expired.
	Token(ctx context.Context, hash string) (Token, error)
	// SpendToken takes one use of a token and returns the token as it was before. It
	// returns Unauthenticated if the token is expired or used up.
	SpendToken(ctx context.Context, hash string, now time.Time) (Token, error)
	// TouchToken updates when a token was last seen and when it expires.
	TouchToken(ctx context.Context, hash string, seen, expires time.Time) error
	// Tokens returns the tokens of a kind in a club, oldest first.
	Tokens(ctx context.Context, club ID, kind TokenKind) ([]Token, error)
	// DropToken removes a token. It is no error if there is none.
	DropToken(ctx context.Context, club ID, id ID) error
}

// The lifetimes of secrets.
const (
	LinkLife        = 24 * time.Hour      // a sign-in link, used once
	SessionIdleLife = 30 * 24 * time.Hour // a session that nobody uses
	SessionLife     = 90 * 24 * time.Hour // any session
	MaxInviteLife   = 90 * 24 * time.Hour
)

// A Session is a signed-in browser. Cookie is set only when the session starts or gets a
// new secret: the store has its hash only.
type Session struct {
	ID           ID
	Club, Member ID
	Cookie       string
	Method       SignInMethod
	Created      time.Time
	Seen         time.Time
	Expires      time.Time
}

// An Invitation lets others join a club. Token is set only by Invite.
type Invitation struct {
	ID      ID
	Club    ID
	By      ID
	Role    Role
	Uses    int // uses left
	Note    string
	Expires time.Time
	Token   string
}

// FoundClub founds a club and signs its owner in. It checks no permission: the caller decides
// who may found a club.
func (s *Service) FoundClub(ctx context.Context, f FoundClub) (Session, error) {
	return s.FoundClubOnce(ctx, NewToken(), f)
}

// FoundClubOnce is FoundClub for a form that may be sent twice: the club's ID is derived from
// the key, and the second call returns a Conflict.
func (s *Service) FoundClubOnce(ctx context.Context, key string, f FoundClub) (Session, error) {
	if err := firstError(checkLength("key", key, 1, 100), EmptyState().checkNames(f)); err != nil {
		return Session{}, err
	}
	now := s.now()
	club, owner := HashToken("club " + key)[:16], NewID(now)
	act, err := NewAct(nil, club, owner, now, key, ActRequest{Body: f})
	if err != nil {
		return Session{}, err
	}
	if _, err := EmptyState().next(act); err != nil {
		return Session{}, err
	}
	if err := <-s.acts.Append(act); err != nil {
		return Session{}, err
	}
	return s.startSession(ctx, club, owner, string(SignInByFounding))
}

// Invite makes a link with which others can join with a role, for a number of uses and until
// a time. Permission: invite; not for a role above one's own.
func (s *Service) Invite(ctx context.Context, by Actor, club ID, role Role, uses int, until time.Time, note string) (Invitation, error) {
	st, err := s.stateFor(ctx, by, club, ActionInvite)
	if err != nil {
		return Invitation{}, err
	}
	now := s.now()
	switch {
	case !role.valid():
		return Invitation{}, refuse(Invalid, "role", "unknown-role", "")
	case role.outranks(st.Members[by.Member].Role):
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
	if err := s.tokens.SaveToken(ctx, t); err != nil {
		return Invitation{}, err
	}
	i := invitationOf(t)
	i.Token = token
	return i, nil
}

func invitationOf(t Token) Invitation {
	return Invitation{ID: t.ID, Club: t.Club, By: t.Member, Role: t.Role, Uses: t.Uses, Note: t.Note, Expires: t.Expires}
}

// Invitations returns the invitations of a club, oldest first. Permission: invite.
func (s *Service) Invitations(ctx context.Context, by Actor, club ID) ([]Invitation, error) {
	if _, err := s.stateFor(ctx, by, club, ActionInvite); err != nil {
		return nil, err
	}
	tokens, err := s.tokens.Tokens(ctx, club, TokenInvite)
	return convert(tokens, invitationOf), err
}

// RevokeInvitation revokes an invitation. Permission: invite.
func (s *Service) RevokeInvitation(ctx context.Context, by Actor, club, invitation ID) error {
	if _, err := s.stateFor(ctx, by, club, ActionInvite); err != nil {
		return err
	}
	return s.tokens.DropToken(ctx, club, invitation)
}

// Invitation returns the invitation of a link, for the page that asks whether to accept it.
func (s *Service) Invitation(ctx context.Context, token string) (Invitation, error) {
	t, err := s.tokenInForce(ctx, token, TokenInvite)
	if err != nil {
		return Invitation{}, err
	}
	return invitationOf(t), nil
}

// AcceptInvitation joins a club by invitation and signs the new member in. A use is taken
// even if the disk then fails, so that no use ever lets in two members.
func (s *Service) AcceptInvitation(ctx context.Context, token, name string) (Session, error) {
	t, err := s.tokenInForce(ctx, token, TokenInvite)
	if err != nil {
		return Session{}, err
	}
	if err := firstError(checkLength("name", name, 1, 60), checkReadable("name", name)); err != nil {
		return Session{}, err
	}
	if _, err := s.tokens.SpendToken(ctx, t.Hash, s.now()); err != nil {
		return Session{}, err
	}
	member := NewID(s.now())
	join := Join{Member: member, Name: name, Role: t.Role, Invite: t.ID}
	if _, err := s.do(ctx, member, t.Club, "join "+member, ActRequest{Body: join}, true); err != nil {
		return Session{}, err
	}
	return s.startSession(ctx, t.Club, member, string(SignInByInvitation))
}

// IssueLink makes a link that signs a member in once: for the actor's own other device, or
// for a member who cannot sign in any more. Permission for others: sign-for, and only for
// members whose role is not above the actor's. An empty actor, as on the command line, may
// make a link for every member.
func (s *Service) IssueLink(ctx context.Context, by Actor, club, member ID) (token string, err error) {
	st, err := s.State(ctx, club)
	if err != nil {
		return "", err
	}
	m := st.Members[member]
	if m == nil || m.HasLeft {
		return "", notFound("member", "member", member)
	}
	if by.Member != "" && by.Member != member {
		if err := st.require(by, ActionSignFor); err != nil {
			return "", err
		}
		if m.Role.outranks(st.Members[by.Member].Role) {
			return "", refuse(Forbidden, "member", "above-you", "CAMP-ROLE-2")
		}
	}
	how := string(SignInByLink)
	if by.Member != member {
		how = by.Member
	}
	token = NewToken()
	now := s.now()
	return token, s.tokens.SaveToken(ctx, Token{ID: NewID(now), Hash: HashToken(token), Kind: TokenLink, Club: club, Member: member, Note: how,
		Uses: 1, Created: now, Seen: now, Expires: now.Add(LinkLife)})
}

// SignIn starts a session with a sign-in link, which is then used up.
func (s *Service) SignIn(ctx context.Context, token string) (Session, error) {
	t, err := s.tokenInForce(ctx, token, TokenLink)
	if err != nil {
		return Session{}, err
	}
	if _, err := s.tokens.SpendToken(ctx, t.Hash, s.now()); err != nil {
		return Session{}, err
	}
	return s.startSession(ctx, t.Club, t.Member, t.Note)
}

// startSession starts a session with a new secret. It stores how the member signed in and
// their role: see rotateSession.
func (s *Service) startSession(ctx context.Context, club, member ID, how string) (Session, error) {
	st, err := s.State(ctx, club)
	if err != nil {
		return Session{}, err
	}
	m := st.Members[member]
	if m == nil || m.HasLeft {
		return Session{}, refuse(Unauthenticated, "", "sign-in", "")
	}
	now := s.now()
	t := Token{Kind: TokenSession, Club: club, Member: member, Role: m.Role, Note: how,
		Uses: 1, Created: now, Seen: now, Expires: now.Add(SessionIdleLife)}
	return s.saveSession(ctx, t)
}

// saveSession stores a session with a new ID and a new secret.
func (s *Service) saveSession(ctx context.Context, t Token) (Session, error) {
	cookie := NewToken()
	t.ID, t.Hash = NewID(s.now()), HashToken(cookie)
	if err := s.tokens.SaveToken(ctx, t); err != nil {
		return Session{}, err
	}
	session := sessionOf(t)
	session.Cookie = cookie
	return session, nil
}

func sessionOf(t Token) Session {
	how, _ := parseSignInNote(t.Note)
	return Session{ID: t.ID, Club: t.Club, Member: t.Member, Method: how, Created: t.Created, Seen: t.Seen, Expires: t.Expires}
}

// tokenHolder returns a token of a kind and the member it belongs to. It returns
// Unauthenticated if the token is not valid any more or the member has left.
func (s *Service) tokenHolder(ctx context.Context, secret string, kind TokenKind) (Token, *Member, error) {
	t, err := s.tokenInForce(ctx, secret, kind)
	if err != nil {
		return Token{}, nil, err
	}
	st, err := s.State(ctx, t.Club)
	if err != nil {
		return Token{}, nil, err
	}
	m := st.Members[t.Member]
	if m == nil || m.HasLeft {
		return Token{}, nil, refuse(Unauthenticated, "", "sign-in", "")
	}
	return t, m, nil
}

// Session returns the session of a cookie and keeps it alive. It returns Unauthenticated if
// the session has ended or its member has left.
func (s *Service) Session(ctx context.Context, cookie string) (Session, error) {
	t, m, err := s.tokenHolder(ctx, cookie, TokenSession)
	if err != nil {
		return Session{}, err
	}
	now := s.now()
	if t.Role != "" && m.Role.outranks(t.Role) {
		return s.rotateSession(ctx, t, m.Role)
	}
	// The use is stored at most once an hour, to spare the disk.
	if now.Sub(t.Seen) > time.Hour {
		t.Seen, t.Expires = now, now.Add(SessionIdleLife)
		if last := t.Created.Add(SessionLife); t.Expires.After(last) {
			t.Expires = last
		}
		// If the disk is full, people must still be able to read.
		if err := s.tokens.TouchToken(ctx, t.Hash, t.Seen, t.Expires); err != nil && CodeOf(err) != Unavailable {
			return Session{}, err
		}
	}
	return sessionOf(t), nil
}

// rotationGrace is how long the old secret still works, for requests that the browser sent
// at the same time.
const rotationGrace = time.Minute

// rotateSession gives a session a new secret because its member's role has risen since it
// started, so that somebody who has seen the old secret gains no rights. The end of the
// session does not change.
func (s *Service) rotateSession(ctx context.Context, t Token, role Role) (Session, error) {
	now := s.now()
	old := t.Hash
	t.Role, t.Seen = role, now
	session, err := s.saveSession(ctx, t)
	if err != nil {
		return Session{}, err
	}
	if end := now.Add(rotationGrace); end.Before(t.Expires) {
		err = s.tokens.TouchToken(ctx, old, now, end)
	}
	return session, err
}

// SignOut ends the session of a cookie. It is no error if the session has ended before.
func (s *Service) SignOut(ctx context.Context, cookie string) error {
	t, err := s.tokenInForce(ctx, cookie, TokenSession)
	if CodeOf(err) == Unauthenticated {
		return nil
	}
	if err != nil {
		return err
	}
	return s.endToken(ctx, t)
}

// endToken ends a session now. The session stays in the list of sign-ins for a while.
func (s *Service) endToken(ctx context.Context, t Token) error {
	now := s.now()
	return s.tokens.TouchToken(ctx, t.Hash, now, now)
}

// Sessions returns the actor's own sessions that have not ended, oldest first.
func (s *Service) Sessions(ctx context.Context, by Actor, club ID) ([]Session, error) {
	tokens, err := s.sessions(ctx, by, club)
	return convert(tokens, sessionOf), err
}

func (s *Service) sessions(ctx context.Context, by Actor, club ID) ([]Token, error) {
	tokens, err := s.tokens.Tokens(ctx, club, TokenSession)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(tokens, func(t Token) bool { return t.Member != by.Member || !t.Expires.After(s.now()) }), nil
}

// EndSession ends one of the actor's own sessions.
func (s *Service) EndSession(ctx context.Context, by Actor, club, id ID) error {
	own, err := s.sessions(ctx, by, club)
	t, err := pick(own, err, func(t Token) bool { return t.ID == id }, notFound("session", "session", id))
	if err != nil {
		return err
	}
	return s.endToken(ctx, t)
}

// EndSessions ends all of the actor's own sessions on all devices, and their unused sign-in
// links.
func (s *Service) EndSessions(ctx context.Context, by Actor, club ID) error {
	own, err := s.sessions(ctx, by, club)
	if err != nil {
		return err
	}
	for _, t := range own {
		if err := s.endToken(ctx, t); err != nil {
			return err
		}
	}
	return s.dropTokens(ctx, club, by.Member, TokenLink)
}

// dropTokens removes the tokens of some kinds that belong to a member.
func (s *Service) dropTokens(ctx context.Context, club, member ID, kinds ...TokenKind) error {
	for _, kind := range kinds {
		tokens, err := s.tokens.Tokens(ctx, club, kind)
		if err != nil {
			return err
		}
		for _, t := range tokens {
			if t.Member != member {
				continue
			}
			if err := s.tokens.DropToken(ctx, club, t.ID); err != nil {
				return err
			}
		}
	}
	return nil
}

// tokenInForce returns a token of a kind that has not expired by its secret.
func (s *Service) tokenInForce(ctx context.Context, secret string, kind TokenKind) (Token, error) {
	t, err := s.tokens.Token(ctx, HashToken(secret))
	if err != nil && CodeOf(err) != NotFound {
		return Token{}, err
	}
	if err != nil || t.Kind != kind || t.Uses < 1 || !t.Expires.After(s.now()) {
		return Token{}, refuse(Unauthenticated, "token", "link-spent", "CAMP-CLUB-2")
	}
	return t, nil
}

// A SignIn records one sign-in of a member: how, when, and until when the session lasts.
type SignIn struct {
	ID     ID           `json:"id"`
	Method SignInMethod `json:"how"`
	By     ID           `json:"by"` // the member who made the link, if it was another
	At     time.Time    `json:"at"`
	Seen   time.Time    `json:"seen"`
	Ended  time.Time    `json:"ended"` // zero while the session lasts
}

// A SignInMethod is a way of signing in.
type SignInMethod string

const (
	SignInByFounding   SignInMethod = "founded"
	SignInByInvitation SignInMethod = "invited"
	SignInByLink       SignInMethod = "link"  // a link that the member made
	SignInByOther      SignInMethod = "other" // a link that another member made
	SignInByPasskey    SignInMethod = "passkey"
	SignInByPassword   SignInMethod = "password"
)

// SignIns returns the actor's sign-ins of the last months, newest first, including those
// whose session has ended, so that members can find sign-ins that were not theirs.
func (s *Service) SignIns(ctx context.Context, by Actor, club ID) ([]SignIn, error) {
	tokens, err := s.tokens.Tokens(ctx, club, TokenSession)
	if err != nil {
		return nil, err
	}
	all := []SignIn{}
	for _, t := range slices.Backward(tokens) {
		if t.Member != by.Member {
			continue
		}
		one := SignIn{ID: t.ID, At: t.Created, Seen: t.Seen}
		one.Method, one.By = parseSignInNote(t.Note)
		if !t.Expires.After(s.now()) {
			one.Ended = t.Expires
		}
		all = append(all, one)
	}
	return all, nil
}

// parseSignInNote parses the note that startSession stores.
func parseSignInNote(note string) (SignInMethod, ID) {
	switch e := SignInMethod(note); e {
	case SignInByFounding, SignInByInvitation, SignInByLink, SignInByPasskey, SignInByPassword:
		return e, ""
	case "":
		return SignInByLink, "" // an older version of the program stored no note
	}
	return SignInByOther, note
}

package campaign

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"
)

// Forget ends a membership and removes the member's name from everything that is shown.
// What they did stays under the name of a former player: acts are never changed, and the
// battles of others depend on them.
type Forget struct {
	Member ID     `json:"member"`
	Name   string `json:"name,omitempty"` // what the club calls them from now on; "" in old acts, see formerMemberNames
}

// Kind returns "forget".
func (Forget) Kind() Kind { return KindForget }

func (b Forget) subject() Subject { return Subject{Member: b.Member, staleKey: neverStale} }

func (b Forget) ownedBy(s *State, by ID) bool { return s.isSelf(by, b.Member) }

func (b Forget) guard(s *State, by *Member) error { return s.checkRemoval(by, b.Member) }

// formerMemberNames are the names, by the club's language, of members who were forgotten when
// the act did not yet carry a name; clubs of other languages used the English one. Old
// histories need exactly these values.
var formerMemberNames = map[string]string{"fr": "Ancien joueur", "en": "Former player"}

func (b Forget) apply(f *fold, a *Act) error {
	m := f.Members[b.Member]
	switch {
	case m == nil || m.Forgotten:
		return notFound("member", "member", b.Member)
	case m.Role == Owner && !m.HasLeft && f.owners() == 1:
		return refuse(Conflict, "member", "last-owner", "CAMP-CLUB-1")
	}
	if err := checkLength("name", b.Name, 0, 60); err != nil {
		return err
	}
	m = f.editMember(b.Member)
	m.Name, m.HasLeft, m.Forgotten = cmp.Or(b.Name, formerMemberNames[f.Club.Lang], formerMemberNames["en"]), true, true
	return nil
}

// redactForgotten replaces the names of forgotten members in an earlier state.
func (s *State) redactForgotten(past *State) {
	for id, m := range past.Members {
		if now := s.Members[id]; now != nil && now.Forgotten {
			m.Name = now.Name
		}
	}
}

// Forget does the act Forget and deletes everything else about the member: sessions, links,
// API keys, passkeys, password, e-mail address, devices, preferences, and the images that
// they uploaded and no act names. called is the name for a former player in the club's
// language. Permission: forget, for oneself; for others as for Leave.
func (s *Service) Forget(ctx context.Context, by Actor, club ID, key string, member ID, called string) error {
	if _, err := s.Do(ctx, by, club, key, ActRequest{Body: Forget{Member: member, Name: called}}); err != nil {
		return err
	}
	if err := s.dropTokens(ctx, club, member, TokenSession, TokenLink, TokenInvite, TokenKey); err != nil {
		return err
	}
	if err := firstError(s.dropPasskeys(ctx, club, member), s.passwords.DropPassword(ctx, club, member)); err != nil {
		return err
	}
	st, err := s.State(ctx, club)
	if err != nil {
		return err
	}
	if err := s.dropUnusedImages(ctx, st, func(i Image) bool { return i.By == member }); err != nil {
		return err
	}
	return s.choices.ForgetMember(ctx, club, member)
}

// AccountFormat is the name and version of the format that Account writes.
const AccountFormat = "oriflamme-account-1"

// Account writes, as JSON, everything that the club stores about the actor: the member, each
// act by or about them (with all their lists, reports and stories), their images, their
// sign-ins, API keys, passkeys and password without the secrets, their preferences with
// their e-mail address, and the devices that get push notifications. Permission: view.
func (s *Service) Account(ctx context.Context, by Actor, club ID, w io.Writer) error {
	st, err := s.stateFor(ctx, by, club, ActionView)
	if err != nil {
		return err
	}
	m := st.Members[by.Member]
	a := account{Format: AccountFormat, Club: st.Club.Name, Member: m.ID, Name: m.Name, Role: m.Role, Joined: m.Joined, Acts: []Act{}}
	for _, act := range st.Acts {
		if act.By == by.Member || act.Body.subject().Member == by.Member {
			a.Acts = append(a.Acts, act)
		}
	}
	if a.SignIns, err = s.SignIns(ctx, by, club); err != nil {
		return err
	}
	keys, err := s.APIKeys(ctx, by, club)
	if err != nil {
		return err
	}
	a.Keys = convert(keys, func(k APIKey) accountKey { return accountKey{k.Name, k.Scopes, k.Created, k.Expires} })
	passkeys, err := s.passkeys.Passkeys(ctx, club, by.Member)
	if err != nil {
		return err
	}
	a.Passkeys = convert(passkeys, func(p Passkey) accountPasskey { return accountPasskey{p.Name, p.Site, p.Created, p.Seen} })
	if a.Login, err = s.PasswordName(ctx, by, club); err != nil {
		return err
	}
	if a.Choices, err = s.choices.Choices(ctx, club, by.Member); err != nil {
		return err
	}
	devices, err := s.Devices(ctx, by, club)
	if err != nil {
		return err
	}
	a.Devices = convert(devices, func(d Device) accountDevice { return accountDevice{d.Label, d.Endpoint, d.Made} })
	if a.Images, err = s.imagesBy(ctx, club, by.Member); err != nil {
		return err
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(a); err != nil {
		return fmt.Errorf("account: %w", err)
	}
	return nil
}

type account struct {
	Format   string            `json:"format"`
	Club     string            `json:"club"`
	Member   ID                `json:"member"`
	Name     string            `json:"name"`
	Role     Role              `json:"role"`
	Joined   time.Time         `json:"joined"`
	Acts     []Act             `json:"acts"`
	SignIns  []SignIn          `json:"sign_ins"`
	Keys     []accountKey      `json:"keys"`
	Passkeys []accountPasskey  `json:"passkeys"`
	Login    string            `json:"login,omitempty"` // login name of the password
	Choices  map[string]string `json:"choices"`
	Devices  []accountDevice   `json:"devices"`
	Images   []Image           `json:"images"`
}

type accountDevice struct {
	Label    string    `json:"label"`
	Endpoint string    `json:"endpoint"`
	Made     time.Time `json:"made"`
}

type accountKey struct {
	Name    string    `json:"name"`
	Scopes  []Scope   `json:"scopes"`
	Created time.Time `json:"created"`
	Expires time.Time `json:"expires"`
}

type accountPasskey struct {
	Name    string    `json:"name"`
	Site    string    `json:"site"`
	Created time.Time `json:"created"`
	Seen    time.Time `json:"seen"`
}

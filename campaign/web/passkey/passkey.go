// Package passkey asks devices to make and to prove passkeys (WebAuthn): what a
// browser is asked, and whether its answer holds. It keeps nothing: what was
// asked, once, and the public keys are the caller's to store.
package passkey

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
)

// A Site is an address for which passkeys are made. It refuses those of others.
type Site struct {
	Name string // the domain
	wa   *webauthn.WebAuthn
}

// NewSite returns the site of an address such as https://club.example: browsers make
// passkeys for domains alone, under HTTPS or on the machine itself.
func NewSite(address string) (Site, error) {
	u, err := url.Parse(address)
	if err != nil {
		return Site{}, fmt.Errorf("passkey: %w", err)
	}
	wa, err := webauthn.New(&webauthn.Config{
		RPID: u.Hostname(), RPDisplayName: "Oriflamme", RPOrigins: []string{u.Scheme + "://" + u.Host},
		AttestationPreference: protocol.PreferNoAttestation,
		// The device asks for a finger, a face or a code: a passkey is two factors in one.
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(),
			UserVerification: protocol.VerificationRequired,
		},
	})
	if err == nil {
		err = protocol.ValidateRPID(u.Hostname())
	}
	if err != nil {
		return Site{}, fmt.Errorf("passkey: %w", err)
	}
	return Site{u.Hostname(), wa}, nil
}

// A Person is whose passkeys are meant.
type Person struct {
	Handle  string // at most 64 bytes, under which the device keeps the passkey
	Name    string // shown by the device
	Records []json.RawMessage
}

// A Question is what a browser is asked.
type Question struct {
	Options   any    // for the browser, as JSON
	Challenge string // what the device signs: to be accepted once
	Session   string // needed to judge the answer
}

// user is a Person as the library wants it.
type user struct {
	Person
	credentials []webauthn.Credential
}

func (u user) WebAuthnID() []byte                         { return []byte(u.Handle) }
func (u user) WebAuthnName() string                       { return u.Name }
func (u user) WebAuthnDisplayName() string                { return u.Name }
func (u user) WebAuthnCredentials() []webauthn.Credential { return u.credentials }

func (p Person) user() (user, error) {
	u := user{Person: p, credentials: make([]webauthn.Credential, len(p.Records))}
	for i, r := range p.Records {
		if err := json.Unmarshal(r, &u.credentials[i]); err != nil {
			return u, fmt.Errorf("passkey: record: %w", err)
		}
	}
	return u, nil
}

// BeginRegistration asks a device to make a passkey for a person who has none in it yet.
func (s Site) BeginRegistration(p Person) (Question, error) {
	u, err := p.user()
	if err != nil {
		return Question{}, err
	}
	options, session, err := s.wa.BeginRegistration(u, webauthn.WithExclusions(webauthn.Credentials(u.credentials).CredentialDescriptors()))
	if err != nil {
		return Question{}, fmt.Errorf("passkey: %w", err)
	}
	return question(options, session)
}

// BeginLogin asks any device to prove a passkey of anybody.
func (s Site) BeginLogin() (Question, error) {
	options, session, err := s.wa.BeginDiscoverableLogin()
	if err != nil {
		return Question{}, fmt.Errorf("passkey: %w", err)
	}
	return question(options, session)
}

func question(options any, session *webauthn.SessionData) (Question, error) {
	q := Question{Options: options, Challenge: session.Challenge}
	session.Challenge = "" // it comes back with the answer, and is kept as a hash alone
	kept, err := json.Marshal(session)
	q.Session = string(kept)
	return q, err
}

// session is what Kept holds, for a challenge that was accepted.
func session(challenge, kept string) (s webauthn.SessionData, err error) {
	if err := json.Unmarshal([]byte(kept), &s); err != nil {
		return s, fmt.Errorf("passkey: %w", err)
	}
	s.Challenge = challenge
	return s, nil
}

// Challenge reads which question a browser answers; "" when it is no answer. It
// proves nothing yet.
func Challenge(answer []byte) string {
	var a struct {
		Response struct {
			ClientDataJSON protocol.URLEncodedBase64 `json:"clientDataJSON"`
		} `json:"response"`
	}
	var client struct {
		Challenge string `json:"challenge"`
	}
	if json.Unmarshal(answer, &a) != nil || json.Unmarshal(a.Response.ClientDataJSON, &client) != nil {
		return ""
	}
	return client.Challenge
}

// FinishRegistration judges the answer to Make. The credential is what the device calls the
// new passkey; the record is to be stored with it.
func (s Site) FinishRegistration(p Person, challenge, kept string, answer []byte) (credential string, record json.RawMessage, err error) {
	u, err := p.user()
	if err != nil {
		return "", nil, err
	}
	asked, err := session(challenge, kept)
	if err != nil {
		return "", nil, err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(answer)
	if err != nil {
		return "", nil, fmt.Errorf("passkey: %w", err)
	}
	made, err := s.wa.CreateCredential(u, asked, parsed)
	if err != nil {
		return "", nil, fmt.Errorf("passkey: %w", err)
	}
	record, err = credentialRecord(made)
	return encodeID(made.ID), record, err
}

// FinishLogin judges the answer to Ask. The holder is found by what the device calls
// the passkey and by the handle it keeps it under; the record is to be stored in
// place of the one before.
func (s Site) FinishLogin(challenge, kept string, answer []byte, holder func(credential, handle string) (Person, error)) (record json.RawMessage, err error) {
	asked, err := session(challenge, kept)
	if err != nil {
		return nil, err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(answer)
	if err != nil {
		return nil, fmt.Errorf("passkey: %w", err)
	}
	_, proved, err := s.wa.ValidatePasskeyLogin(func(id, handle []byte) (webauthn.User, error) {
		p, err := holder(encodeID(id), string(handle))
		if err != nil {
			return nil, err
		}
		return p.user()
	}, asked, parsed)
	if err != nil {
		return nil, fmt.Errorf("passkey: %w", err)
	}
	if proved.Authenticator.CloneWarning {
		return nil, errors.New("passkey: the counter of signatures goes back: there may be a copy of it")
	}
	return credentialRecord(proved)
}

// credentialRecord leaves out what a device says of its maker: nobody asked.
func credentialRecord(c *webauthn.Credential) (json.RawMessage, error) {
	kept := *c
	kept.Attestation = webauthn.CredentialAttestation{}
	kept.Authenticator.AAGUID = nil
	return json.Marshal(kept)
}

func encodeID(id []byte) string { return base64.RawURLEncoding.EncodeToString(id) }

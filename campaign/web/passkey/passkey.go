// Package passkey registers and verifies passkeys (WebAuthn): it makes the options for a browser and checks its response. It
// stores nothing: the caller stores the public keys, and the sessions, each of which may be used once. Everything is in
// passkey.go.
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

// A Site is an origin for which passkeys are made. It refuses passkeys of other origins.
type Site struct {
	Name string // the domain
	wa   *webauthn.WebAuthn
}

// NewSite returns the site of an address such as https://club.example: browsers make
// passkeys only for domains, over HTTPS or on localhost.
func NewSite(address string) (Site, error) {
	u, err := url.Parse(address)
	if err != nil {
		return Site{}, fmt.Errorf("passkey: %w", err)
	}
	wa, err := webauthn.New(&webauthn.Config{
		RPID: u.Hostname(), RPDisplayName: "Oriflamme", RPOrigins: []string{u.Scheme + "://" + u.Host},
		AttestationPreference: protocol.PreferNoAttestation,
		// The device verifies the person by fingerprint, face or code, so that a passkey counts as two factors.
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

// A Person is the owner of passkeys.
type Person struct {
	Handle  string // identifies the person to the device; at most 64 bytes
	Name    string // shown by the device
	Records []json.RawMessage
}

// A Question is a challenge with the options for the browser.
type Question struct {
	Options   any    // for the browser, as JSON
	Challenge string // signed by the device; may be accepted only once
	Session   string // state of the challenge, needed to check the response
}

// user adapts a Person to the interface of the library.
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

// BeginRegistration asks a device to make a passkey for a person who has none on it yet.
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

// BeginLogin asks for a signature by any passkey of the site.
func (s Site) BeginLogin() (Question, error) {
	options, session, err := s.wa.BeginDiscoverableLogin()
	if err != nil {
		return Question{}, fmt.Errorf("passkey: %w", err)
	}
	return question(options, session)
}

func question(options any, session *webauthn.SessionData) (Question, error) {
	q := Question{Options: options, Challenge: session.Challenge}
	session.Challenge = "" // it comes back with the response; the caller stores only its hash
	kept, err := json.Marshal(session)
	q.Session = string(kept)
	return q, err
}

// session returns the session that Question.Session holds, for a challenge that was accepted.
func session(challenge, kept string) (s webauthn.SessionData, err error) {
	if err := json.Unmarshal([]byte(kept), &s); err != nil {
		return s, fmt.Errorf("passkey: %w", err)
	}
	s.Challenge = challenge
	return s, nil
}

// Challenge returns the challenge in a browser's response, or "" if the response is malformed. It proves nothing by itself.
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

// FinishRegistration checks the response to BeginRegistration. It returns the new passkey's credential ID and the record to
// store with it.
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

// FinishLogin checks the response to BeginLogin. It finds the person by the credential ID and the handle, and returns the
// record to store in place of the earlier one.
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

// credentialRecord omits the attestation of the device's maker, because it was not requested.
func credentialRecord(c *webauthn.Credential) (json.RawMessage, error) {
	kept := *c
	kept.Attestation = webauthn.CredentialAttestation{}
	kept.Authenticator.AAGUID = nil
	return json.Marshal(kept)
}

func encodeID(id []byte) string { return base64.RawURLEncoding.EncodeToString(id) }

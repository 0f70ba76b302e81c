package passkey_test

import (
	"errors"
	"testing"

	"oriflamme/campaign/web/passkey"
)

// TestNewSite checks that passkeys are made for domains and not for IP addresses.
func TestNewSite(t *testing.T) {
	for address, name := range map[string]string{"https://club.example": "club.example", "https://club.example:8443/x": "club.example", "http://localhost:8080": "localhost",
		"http://127.0.0.1:8080": "", "http://[::1]": "", "": "", "https://": "", "%": ""} {
		at, err := passkey.NewSite(address)
		if (err == nil) != (name != "") || err == nil && at.Name != name {
			t.Errorf("%q: %q, %v", address, at.Name, err)
		}
	}
}

// FuzzAnswers sends arbitrary responses: none is accepted and none panics.
func FuzzAnswers(f *testing.F) {
	for _, seed := range []string{"", "{}", `{"id":"AA","rawId":"AA","type":"public-key","response":{"clientDataJSON":"eyJjaGFsbGVuZ2UiOiJBQSJ9","attestationObject":"oWNmbXRkbm9uZQ"}}`,
		`{"id":"AA","rawId":"AA","type":"public-key","response":{"clientDataJSON":"e30","authenticatorData":"AA","signature":"AA","userHandle":"AA"}}`} {
		f.Add([]byte(seed))
	}
	at, err := passkey.NewSite("https://club.example")
	if err != nil {
		f.Fatal(err)
	}
	who := passkey.Person{Handle: "club/member", Name: "Inès"}
	made, err := at.BeginRegistration(who)
	if err != nil {
		f.Fatal(err)
	}
	asked, err := at.BeginLogin()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, answer []byte) {
		if c := passkey.Challenge(answer); c == made.Challenge || c == asked.Challenge {
			t.Errorf("guessed %q", c)
		}
		if _, _, err := at.FinishRegistration(who, made.Challenge, made.Session, answer); err == nil {
			t.Error("a passkey was made")
		}
		_, err := at.FinishLogin(asked.Challenge, asked.Session, answer, func(string, string) (passkey.Person, error) { return passkey.Person{}, errors.New("nobody") })
		if err == nil {
			t.Error("somebody came in")
		}
	})
}

package auth_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"net/url"
	"strings"
	"testing"
	"time"

	"oriflamme/campaign/web/webtest"
	"oriflamme/rules/rulestest"
)

// A testDevice makes passkeys and signs challenges as a phone does.
type testDevice struct {
	key          *ecdsa.PrivateKey
	id           []byte
	handle       string
	origin, site string // the address that the browser states, and the domain that the device signs for
	count        uint32
	userVerified bool // the device has verified its user
}

func newDevice(t *testing.T, home string) *testDevice {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	rulestest.Must(t, err)
	return &testDevice{key: key, id: []byte(rand.Text()), origin: home, site: "localhost", userVerified: true}
}

func base64URL(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

// requestChallenge asks the server for a challenge.
func (d *testDevice) requestChallenge(r *webtest.Browser, address string) string {
	r.T.Helper()
	r.Post(address, url.Values{"_csrf": {webtest.CSRFOf(r)}})
	var options struct {
		PublicKey struct {
			Challenge string
			User      struct{ ID string }
		}
	}
	if err := json.Unmarshal([]byte(r.Body), &options); err != nil || r.Status != 200 || options.PublicKey.Challenge == "" {
		r.T.Fatalf("asked at %s: %d %v\n%s", address, r.Status, err, r.Body)
	}
	if id := options.PublicKey.User.ID; id != "" {
		handle, err := base64.RawURLEncoding.DecodeString(id)
		rulestest.Must(r.T, err)
		d.handle = string(handle)
	}
	return options.PublicKey.Challenge
}

func (d *testDevice) clientData(kind, challenge string) []byte {
	text, _ := json.Marshal(map[string]any{"type": kind, "challenge": challenge, "origin": d.origin, "crossOrigin": false})
	return text
}

// authenticatorData returns what the device signs: the domain, what it verified, and its counter of signatures.
func (d *testDevice) authenticatorData(flags byte) []byte {
	site := sha256.Sum256([]byte(d.site))
	if d.userVerified {
		flags |= 4
	}
	d.count++
	return binary.BigEndian.AppendUint32(append(site[:], flags|1), d.count)
}

// createPasskey returns the response to a request to make a passkey (attestation "none", in CBOR).
func (d *testDevice) createPasskey(challenge string) string {
	point, err := d.key.PublicKey.Bytes()
	if err != nil {
		panic(err)
	}
	data := append(d.authenticatorData(0x40), make([]byte, 16)...)
	data = append(binary.BigEndian.AppendUint16(data, uint16(len(d.id))), d.id...)
	data = append(data, 0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32)
	data = append(append(data, point[1:33]...), 0x22, 0x58, 32)
	data = append(data, point[33:]...)
	object := append([]byte("\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58"), byte(len(data)))
	return d.answer(map[string]string{"clientDataJSON": base64URL(d.clientData("webauthn.create", challenge)), "attestationObject": base64URL(append(object, data...))})
}

// signChallenge returns the response to a request to sign in.
func (d *testDevice) signChallenge(challenge string) string {
	client, data := d.clientData("webauthn.get", challenge), d.authenticatorData(0)
	hash := sha256.Sum256(client)
	digest := sha256.Sum256(append(bytes.Clone(data), hash[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, d.key, digest[:])
	if err != nil {
		panic(err)
	}
	return d.answer(map[string]string{"clientDataJSON": base64URL(client), "authenticatorData": base64URL(data), "signature": base64URL(signature), "userHandle": base64URL([]byte(d.handle))})
}

func (d *testDevice) answer(response map[string]string) string {
	text, _ := json.Marshal(map[string]any{"id": base64URL(d.id), "rawId": base64URL(d.id), "type": "public-key", "clientExtensionResults": map[string]any{}, "response": response})
	return string(text)
}

// register adds a passkey on a member's own page.
func (d *testDevice) register(r *webtest.Browser, club, name string) *webtest.Browser {
	r.T.Helper()
	r.Get("/clubs/" + club + "/me").Want(200)
	challenge := d.requestChallenge(r, r.Path+"/passkeys/make")
	return r.Get("/clubs/"+club+"/me").Submit("/passkeys", "credential", d.createPasskey(challenge), "passkey", name)
}

// enter signs in with the passkey. change, unless nil, replaces the challenge before it is signed.
func (d *testDevice) enter(r *webtest.Browser, change func(challenge string) string) *webtest.Browser {
	r.T.Helper()
	r.Get("/sign-in").Want(200, "Entrer avec une clé d’accès")
	challenge := d.requestChallenge(r, "/passkey")
	if change != nil {
		challenge = change(challenge)
	}
	return r.Get("/sign-in").Submit("/passkey/enter", "credential", d.signChallenge(challenge))
}

// newNamedClubFixture returns a club on a site whose address is a name, not a number.
func newNamedClubFixture(t *testing.T) *webtest.ClubFixture {
	site := webtest.NewTestSite(t)
	site.Server.URL = strings.Replace(site.Server.URL, "127.0.0.1", "localhost", 1)
	return webtest.NewClubFixtureOn(site)
}

// TestPasskeys: a member makes, uses, names, exports and removes passkeys, and sees their sign-ins. Links still work beside them.
func TestPasskeys(t *testing.T) {
	w := newNamedClubFixture(t)
	phone, laptop := newDevice(t, w.Server.URL), newDevice(t, w.Server.URL)
	phone.register(w.Player, w.ID, "Téléphone").Want(200, "Clé d’accès ajoutée")
	w.Advance(time.Minute) // ids and their order depend on the clock
	laptop.register(w.Player, w.ID, "Portable").Want(200, "Clé d’accès ajoutée")
	if phone.handle != laptop.handle || strings.Contains(phone.handle, "Inès") {
		t.Errorf("handles %q and %q", phone.handle, laptop.handle)
	}
	for name, d := range map[string]*testDevice{"phone": phone, "laptop": laptop} {
		r := w.Browser()
		if d.enter(r, nil).Want(200, "Vous voici"); !strings.HasPrefix(r.Path, "/clubs/"+w.ID) {
			t.Errorf("%s: led to %s", name, r.Path)
		}
		r.Get("/clubs/"+w.ID+"/me").Want(200, "Inès", "par une clé d’accès")
	}
	w.Player.Get("/clubs/" + w.ID + "/me").Want(200)
	own, id := w.Player.Path, w.Player.Page.Find("form[action$='/remove']").First().AttrOr("action", "")
	first := strings.TrimSuffix(id, "/remove")
	w.Player.Submit(first, "passkey", "Vieux téléphone").Want(200)
	if account := w.Player.Get(own + "/account").Body; !strings.Contains(account, "Vieux téléphone") || strings.Contains(account, base64URL(phone.id)) {
		t.Errorf("the account:\n%s", account)
	}
	// Nobody else can see, rename, add or remove it.
	w.Owner.Get(own).Want(200)
	if strings.Contains(w.Owner.Body, "Vieux téléphone") || strings.Contains(w.Owner.Body, "data-passkey") {
		t.Error("the owner sees another's passkeys")
	}
	for _, address := range []string{own + "/passkeys/make", own + "/passkeys", first, id} {
		if w.Owner.Post(address, url.Values{"_csrf": {webtest.CSRFOf(w.Owner)}, "passkey": {"x"}}).Status != 404 {
			t.Errorf("%s by the owner: %d", address, w.Owner.Status)
		}
	}
	w.Player.Get(own).Submit(id).Want(200, "Clé d’accès retirée")
	phone.enter(w.Browser(), nil).Want(401, "Cette clé d’accès n’ouvre rien ici")
	laptop.enter(w.Browser(), nil).Want(200, "Vous voici")
	w.Player.Get(own).Submit("/forget", "sure", "yes").Want(200)
	laptop.enter(w.Browser(), nil).Want(401, "Cette clé d’accès n’ouvre rien ici")
}

// TestPasskeysRefused: a signed challenge is accepted once, in time, and only for this site, this club and this member.
func TestPasskeysRefused(t *testing.T) {
	w := newNamedClubFixture(t)
	d := newDevice(t, w.Server.URL)
	d.register(w.Player, w.ID, "Téléphone").Want(200)
	t.Run("a question signed twice", func(t *testing.T) {
		used := ""
		d.enter(w.Browser(), func(challenge string) string { used = challenge; return challenge }).Want(200)
		d.enter(w.Browser(), func(string) string { return used }).Want(401, "venue trop tard, ou a déjà servi")
	})
	t.Run("a question of nobody", func(t *testing.T) {
		d.enter(w.Browser(), func(string) string { return base64URL(make([]byte, 32)) }).Want(401, "venue trop tard")
	})
	t.Run("too late", func(t *testing.T) {
		d.enter(w.Browser(), func(challenge string) string { w.Advance(6 * time.Minute); return challenge }).Want(401, "venue trop tard")
	})
	refused := func(name string, change, back func()) {
		t.Run(name, func(t *testing.T) {
			change()
			defer back()
			d.enter(w.Browser(), nil).Want(401, "n’ouvre rien ici")
		})
	}
	own, handle := d.key, d.handle
	refused("from another site", func() { d.origin += ".evil.test" }, func() { d.origin = w.Server.URL })
	refused("from another port", func() { d.origin = "http://localhost" }, func() { d.origin = w.Server.URL })
	refused("signed for another domain", func() { d.site = "evil.test" }, func() { d.site = "localhost" })
	refused("without asking for a finger", func() { d.userVerified = false }, func() { d.userVerified = true })
	refused("by another key", func() { d.key = newDevice(t, w.Server.URL).key }, func() { d.key = own })
	refused("by a copy that has signed less", func() { d.count = 0 }, func() { d.count = 100 })
	refused("for the owner", func() { d.handle = strings.Replace(handle, handle[17:], w.OwnerID(), 1) }, func() { d.handle = handle })
	refused("for another club", func() { d.handle = "0000000000000000" + handle[16:] }, func() { d.handle = handle })
	d.enter(w.Browser(), nil).Want(200, "Vous voici")

	t.Run("made with another's question", func(t *testing.T) {
		other := newDevice(t, w.Server.URL)
		w.Owner.Get("/clubs/" + w.ID + "/me")
		challenge := other.requestChallenge(w.Owner, w.Owner.Path+"/passkeys/make")
		w.Player.Get("/clubs/"+w.ID+"/me").Submit("/passkeys", "credential", other.createPasskey(challenge), "passkey", "x").Want(422, "n’a pas pu être ajoutée")
		w.Owner.Get("/clubs/"+w.ID+"/me").Submit("/passkeys", "credential", other.createPasskey(challenge), "passkey", "x").Want(422, "n’a pas pu être ajoutée")
	})
	t.Run("made with the question of another club", func(t *testing.T) {
		w.Player.Get("/clubs/new").Submit("/clubs", "name", "Autre club", "owner", "Inès").Want(200)
		second := strings.TrimPrefix(w.Player.Path, "/clubs/")
		other := newDevice(t, w.Server.URL)
		w.Player.Get("/clubs/" + second + "/me")
		challenge := other.requestChallenge(w.Player, w.Player.Path+"/passkeys/make")
		w.Player.Get("/clubs/"+w.ID+"/me").Submit("/passkeys", "credential", other.createPasskey(challenge), "passkey", "x").Want(422, "n’a pas pu être ajoutée")
	})
	t.Run("made with the question of the door", func(t *testing.T) {
		other := newDevice(t, w.Server.URL)
		challenge := other.requestChallenge(w.Browser().Get("/sign-in"), "/passkey")
		w.Player.Get("/clubs/"+w.ID+"/me").Submit("/passkeys", "credential", other.createPasskey(challenge), "passkey", "x").Want(422, "n’a pas pu être ajoutée")
	})
	t.Run("no answer at all", func(t *testing.T) {
		for _, junk := range []string{"", "{}", "null", "[]", `{"response":{"clientDataJSON":"e30"}}`, strings.Repeat("[", 10_000)} {
			w.Browser().Get("/sign-in").Submit("/passkey/enter", "credential", junk).Want(401)
			w.Player.Get("/clubs/"+w.ID+"/me").Submit("/passkeys", "credential", junk, "passkey", "x").Want(422)
		}
	})
	t.Run("the same passkey twice", func(t *testing.T) {
		d.register(w.Owner, w.ID, "à moi").Want(409)
	})
}

// TestPasskeysNeedAName: a site whose address is a number says that it has no passkeys, and links still sign in.
func TestPasskeysNeedAName(t *testing.T) {
	w := webtest.NewClubFixture(t)
	r := w.Browser().Get("/sign-in").Want(200)
	r.WantCount("form[data-passkey][hidden]", 1, "without a script the form must stay hidden")
	r.Post("/passkey", url.Values{"_csrf": {webtest.CSRFOf(r)}})
	if r.Status != 409 {
		t.Errorf("status %d", r.Status)
	}
}

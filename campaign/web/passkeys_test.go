package web_test

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
)

// device makes and proves passkeys as a phone does.
type device struct {
	key          *ecdsa.PrivateKey
	id           []byte
	handle       string
	origin, site string // what the browser says of where it is, and the domain it signs for
	count        uint32
	seen         bool // whether it asked for a finger
}

func newDevice(t *testing.T, home string) *device {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return &device{key: key, id: []byte(rand.Text()), origin: home, site: "localhost", seen: true}
}

func web64(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

// ask has the server ask something and returns the challenge.
func (d *device) ask(r *reader, address string) string {
	r.t.Helper()
	r.post(address, url.Values{"_csrf": {csrfOf(r)}})
	var options struct {
		PublicKey struct {
			Challenge string
			User      struct{ ID string }
		}
	}
	if err := json.Unmarshal([]byte(r.body), &options); err != nil || r.status != 200 || options.PublicKey.Challenge == "" {
		r.t.Fatalf("asked at %s: %d %v\n%s", address, r.status, err, r.body)
	}
	if id := options.PublicKey.User.ID; id != "" {
		handle, err := base64.RawURLEncoding.DecodeString(id)
		if err != nil {
			r.t.Fatal(err)
		}
		d.handle = string(handle)
	}
	return options.PublicKey.Challenge
}

func (d *device) client(kind, challenge string) []byte {
	text, _ := json.Marshal(map[string]any{"type": kind, "challenge": challenge, "origin": d.origin, "crossOrigin": false})
	return text
}

// data is what the device signs: the domain, what it checked, how often it has signed.
func (d *device) data(flags byte) []byte {
	site := sha256.Sum256([]byte(d.site))
	if d.seen {
		flags |= 4
	}
	d.count++
	return binary.BigEndian.AppendUint32(append(site[:], flags|1), d.count)
}

// make answers the question to make a passkey (attestation "none", in CBOR).
func (d *device) make(challenge string) string {
	point, err := d.key.PublicKey.Bytes()
	if err != nil {
		panic(err)
	}
	data := append(d.data(0x40), make([]byte, 16)...)
	data = append(binary.BigEndian.AppendUint16(data, uint16(len(d.id))), d.id...)
	data = append(data, 0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32)
	data = append(append(data, point[1:33]...), 0x22, 0x58, 32)
	data = append(data, point[33:]...)
	object := append([]byte("\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58"), byte(len(data)))
	return d.answer(map[string]string{"clientDataJSON": web64(d.client("webauthn.create", challenge)), "attestationObject": web64(append(object, data...))})
}

// prove answers the question to prove one.
func (d *device) prove(challenge string) string {
	client, data := d.client("webauthn.get", challenge), d.data(0)
	hash := sha256.Sum256(client)
	digest := sha256.Sum256(append(bytes.Clone(data), hash[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, d.key, digest[:])
	if err != nil {
		panic(err)
	}
	return d.answer(map[string]string{"clientDataJSON": web64(client), "authenticatorData": web64(data), "signature": web64(signature), "userHandle": web64([]byte(d.handle))})
}

func (d *device) answer(response map[string]string) string {
	text, _ := json.Marshal(map[string]any{"id": web64(d.id), "rawId": web64(d.id), "type": "public-key", "clientExtensionResults": map[string]any{}, "response": response})
	return string(text)
}

// register makes a passkey of a reader's own.
func (d *device) register(r *reader, club, name string) *reader {
	r.t.Helper()
	r.get("/clubs/" + club + "/me").want(200)
	challenge := d.ask(r, r.path+"/passkeys/make")
	return r.get("/clubs/"+club+"/me").send("/passkeys", "credential", d.make(challenge), "passkey", name)
}

// enter comes to the door and proves the passkey; the answer may be changed on its way.
func (d *device) enter(r *reader, change func(challenge string) string) *reader {
	r.t.Helper()
	r.get("/sign-in").want(200, "Entrer avec une clé d’accès")
	challenge := d.ask(r, "/passkey")
	if change != nil {
		challenge = change(challenge)
	}
	return r.get("/sign-in").send("/passkey/enter", "credential", d.prove(challenge))
}

// foundAtHome is a club that is called by a name.
func foundAtHome(t *testing.T) *founded {
	site := newClub(t)
	site.server.URL = strings.Replace(site.server.URL, "127.0.0.1", "localhost", 1)
	return foundIn(site)
}

// TestPasskeys: made, used, named, seen among the entries, taken along, removed; links go on working beside them.
func TestPasskeys(t *testing.T) {
	w := foundAtHome(t)
	phone, laptop := newDevice(t, w.server.URL), newDevice(t, w.server.URL)
	phone.register(w.player, w.id, "Téléphone").want(200, "Clé d’accès ajoutée")
	w.later(time.Minute) // ids and their order follow the clock
	laptop.register(w.player, w.id, "Portable").want(200, "Clé d’accès ajoutée")
	if phone.handle != laptop.handle || strings.Contains(phone.handle, "Inès") {
		t.Errorf("handles %q and %q", phone.handle, laptop.handle)
	}
	for name, d := range map[string]*device{"phone": phone, "laptop": laptop} {
		r := w.reader()
		if d.enter(r, nil).want(200, "Vous voici"); !strings.HasPrefix(r.path, "/clubs/"+w.id) {
			t.Errorf("%s: led to %s", name, r.path)
		}
		r.get("/clubs/"+w.id+"/me").want(200, "Inès", "par une clé d’accès")
	}
	w.player.get("/clubs/" + w.id + "/me").want(200)
	own, id := w.player.path, w.player.page.Find("form[action$='/remove']").First().AttrOr("action", "")
	first := strings.TrimSuffix(id, "/remove")
	w.player.send(first, "passkey", "Vieux téléphone").want(200)
	if account := w.player.get(own + "/account").body; !strings.Contains(account, "Vieux téléphone") || strings.Contains(account, web64(phone.id)) {
		t.Errorf("the account:\n%s", account)
	}
	// Nobody else sees, renames, adds or removes it.
	w.owner.get(own).want(200)
	if strings.Contains(w.owner.body, "Vieux téléphone") || strings.Contains(w.owner.body, "data-passkey") {
		t.Error("the owner sees another's passkeys")
	}
	for _, address := range []string{own + "/passkeys/make", own + "/passkeys", first, id} {
		if w.owner.post(address, url.Values{"_csrf": {csrfOf(w.owner)}, "passkey": {"x"}}).status != 404 {
			t.Errorf("%s by the owner: %d", address, w.owner.status)
		}
	}
	w.player.get(own).send(id).want(200, "Clé d’accès retirée")
	phone.enter(w.reader(), nil).want(401, "Cette clé d’accès n’ouvre rien ici")
	laptop.enter(w.reader(), nil).want(200, "Vous voici")
	w.player.get(own).send("/forget", "sure", "yes").want(200)
	laptop.enter(w.reader(), nil).want(401, "Cette clé d’accès n’ouvre rien ici")
}

// TestPasskeysRefused: what was signed counts once, in time, for this site, this club and this member.
func TestPasskeysRefused(t *testing.T) {
	w := foundAtHome(t)
	d := newDevice(t, w.server.URL)
	d.register(w.player, w.id, "Téléphone").want(200)
	t.Run("a question signed twice", func(t *testing.T) {
		used := ""
		d.enter(w.reader(), func(challenge string) string { used = challenge; return challenge }).want(200)
		d.enter(w.reader(), func(string) string { return used }).want(401, "venue trop tard, ou a déjà servi")
	})
	t.Run("a question of nobody", func(t *testing.T) {
		d.enter(w.reader(), func(string) string { return web64(make([]byte, 32)) }).want(401, "venue trop tard")
	})
	t.Run("too late", func(t *testing.T) {
		d.enter(w.reader(), func(challenge string) string { w.later(6 * time.Minute); return challenge }).want(401, "venue trop tard")
	})
	refused := func(name string, change, back func()) {
		t.Run(name, func(t *testing.T) {
			change()
			defer back()
			d.enter(w.reader(), nil).want(401, "n’ouvre rien ici")
		})
	}
	own, handle := d.key, d.handle
	refused("from another site", func() { d.origin += ".evil.test" }, func() { d.origin = w.server.URL })
	refused("from another port", func() { d.origin = "http://localhost" }, func() { d.origin = w.server.URL })
	refused("signed for another domain", func() { d.site = "evil.test" }, func() { d.site = "localhost" })
	refused("without asking for a finger", func() { d.seen = false }, func() { d.seen = true })
	refused("by another key", func() { d.key = newDevice(t, w.server.URL).key }, func() { d.key = own })
	refused("by a copy that has signed less", func() { d.count = 0 }, func() { d.count = 100 })
	refused("for the owner", func() { d.handle = strings.Replace(handle, handle[17:], ownerOf(t, w), 1) }, func() { d.handle = handle })
	refused("for another club", func() { d.handle = "0000000000000000" + handle[16:] }, func() { d.handle = handle })
	d.enter(w.reader(), nil).want(200, "Vous voici")

	t.Run("made with another's question", func(t *testing.T) {
		other := newDevice(t, w.server.URL)
		w.owner.get("/clubs/" + w.id + "/me")
		challenge := other.ask(w.owner, w.owner.path+"/passkeys/make")
		w.player.get("/clubs/"+w.id+"/me").send("/passkeys", "credential", other.make(challenge), "passkey", "x").want(422, "n’a pas pu être ajoutée")
		w.owner.get("/clubs/"+w.id+"/me").send("/passkeys", "credential", other.make(challenge), "passkey", "x").want(422, "n’a pas pu être ajoutée")
	})
	t.Run("made with the question of another club", func(t *testing.T) {
		w.player.get("/clubs/new").send("/clubs", "name", "Autre club", "owner", "Inès").want(200)
		second := strings.TrimPrefix(w.player.path, "/clubs/")
		other := newDevice(t, w.server.URL)
		w.player.get("/clubs/" + second + "/me")
		challenge := other.ask(w.player, w.player.path+"/passkeys/make")
		w.player.get("/clubs/"+w.id+"/me").send("/passkeys", "credential", other.make(challenge), "passkey", "x").want(422, "n’a pas pu être ajoutée")
	})
	t.Run("made with the question of the door", func(t *testing.T) {
		other := newDevice(t, w.server.URL)
		challenge := other.ask(w.reader().get("/sign-in"), "/passkey")
		w.player.get("/clubs/"+w.id+"/me").send("/passkeys", "credential", other.make(challenge), "passkey", "x").want(422, "n’a pas pu être ajoutée")
	})
	t.Run("no answer at all", func(t *testing.T) {
		for _, junk := range []string{"", "{}", "null", "[]", `{"response":{"clientDataJSON":"e30"}}`, strings.Repeat("[", 10_000)} {
			w.reader().get("/sign-in").send("/passkey/enter", "credential", junk).want(401)
			w.player.get("/clubs/"+w.id+"/me").send("/passkeys", "credential", junk, "passkey", "x").want(422)
		}
	})
	t.Run("the same passkey twice", func(t *testing.T) {
		d.register(w.owner, w.id, "à moi").want(409)
	})
}

func ownerOf(t *testing.T, w *founded) string {
	t.Helper()
	st, err := w.hall.State(t.Context(), w.id)
	if err != nil {
		t.Fatal(err)
	}
	return st.Rosters[w.ownerSide].Member
}

// TestPasskeysNeedAName: a site that is called by a number says so, and the door stays open to links.
func TestPasskeysNeedAName(t *testing.T) {
	w := found(t)
	r := w.reader().get("/sign-in").want(200)
	if r.page.Find("form[data-passkey][hidden]").Length() != 1 {
		t.Error("without a script the form must stay hidden")
	}
	r.post("/passkey", url.Values{"_csrf": {csrfOf(r)}})
	if r.status != 409 {
		t.Errorf("status %d", r.status)
	}
}

package notify_test

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/notify"
)

// pushService is a browser and its push service in one.
type pushService struct {
	t      *testing.T
	key    *ecdh.PrivateKey
	auth   []byte
	server *httptest.Server
	site   string // public key that the site must sign with

	mu     sync.Mutex
	status int
	pushed []notify.PushMessage
	header http.Header // of the last push
}

func newPhone(t *testing.T, site string) *pushService {
	t.Helper()
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	must(t, err)
	p := &pushService{t: t, key: key, auth: make([]byte, 16), site: site, status: http.StatusCreated}
	_, _ = rand.Read(p.auth)
	p.server = httptest.NewServer(p)
	t.Cleanup(p.server.Close)
	return p
}

func (p *pushService) device() campaign.Device {
	return campaign.Device{Endpoint: p.server.URL + "/send/1", Key: base64.RawURLEncoding.EncodeToString(p.key.PublicKey().Bytes()), Auth: base64.RawURLEncoding.EncodeToString(p.auth), Label: "Firefox"}
}

func (p *pushService) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		p.t.Error(err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.header = r.Header.Clone()
	p.checkSender(r.Header.Get("Authorization"))
	if p.status == http.StatusCreated {
		var m notify.PushMessage
		if err := json.Unmarshal(p.open(body), &m); err != nil {
			p.t.Error(err)
		}
		p.pushed = append(p.pushed, m)
	}
	w.WriteHeader(p.status)
}

// answers sets the status of later answers.
func (p *pushService) answers(status int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.status = status
}

// messages returns what was pushed so far, in order.
func (p *pushService) messages() []notify.PushMessage {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.pushed)
}

// last returns the header of the last push.
func (p *pushService) last() http.Header {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.header
}

// open decrypts a push as the browser does (RFC 8291).
func (p *pushService) open(body []byte) []byte {
	fail := func(err error) {
		if err != nil {
			p.t.Error(err)
		}
	}
	salt, size, idLen := body[:16], binary.BigEndian.Uint32(body[16:20]), int(body[20])
	theirs := body[21 : 21+idLen]
	sender, err := ecdh.P256().NewPublicKey(theirs)
	fail(err)
	shared, err := p.key.ECDH(sender)
	fail(err)
	ikm, err := hkdf.Key(sha256.New, shared, p.auth, "WebPush: info\x00"+string(p.key.PublicKey().Bytes())+string(theirs), 32)
	fail(err)
	key, err := hkdf.Key(sha256.New, ikm, salt, "Content-Encoding: aes128gcm\x00", 16)
	fail(err)
	nonce, err := hkdf.Key(sha256.New, ikm, salt, "Content-Encoding: nonce\x00", 12)
	fail(err)
	block, err := aes.NewCipher(key)
	fail(err)
	seal, err := cipher.NewGCM(block)
	fail(err)
	record := body[21+idLen:]
	if len(record) > int(size) || size != 4096 {
		p.t.Errorf("a record of %d bytes where %d were announced", len(record), size)
	}
	text, err := seal.Open(nil, nonce, record, nil)
	fail(err)
	if len(text) == 0 || text[len(text)-1] != 2 {
		p.t.Error("not the last record")
		return nil
	}
	return text[:len(text)-1]
}

// checkSender verifies the token of RFC 8292.
func (p *pushService) checkSender(header string) {
	rest, ok := strings.CutPrefix(header, "vapid t=")
	token, key, ok2 := strings.Cut(rest, ", k=")
	parts := strings.Split(token, ".")
	if !ok || !ok2 || len(parts) != 3 || key != p.site {
		p.t.Errorf("authorization %q", header)
		return
	}
	raw, err1 := base64.RawURLEncoding.DecodeString(key)
	signature, err2 := base64.RawURLEncoding.DecodeString(parts[2])
	claims, err3 := base64.RawURLEncoding.DecodeString(parts[1])
	public, err4 := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), raw)
	for _, err := range []error{err1, err2, err3, err4} {
		if err != nil {
			p.t.Error(err)
			return
		}
	}
	sum := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	if len(signature) != 64 || !ecdsa.Verify(public, sum[:], new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])) {
		p.t.Error("the token is not signed by the site")
	}
	var claim struct {
		Aud, Sub string
		Exp      int64
	}
	if err := json.Unmarshal(claims, &claim); err != nil || claim.Aud != p.server.URL || claim.Sub != "https://club.example" || claim.Exp < time.Now().Unix() || claim.Exp > time.Now().Add(24*time.Hour).Unix() {
		p.t.Errorf("the token says %s %v", claims, err)
	}
}

// TestPush: a browser that was added gets messages, can decrypt them and check the sender, and is removed when its push
// service says that it is gone.
func TestPush(t *testing.T) {
	c := newClub(t)
	p := newPhone(t, c.deliverer.PushKey())
	must(t, c.service.AddDevice(t.Context(), c.owner, c.id, p.device()))
	c.remark(c.owner, "à moi-même")
	c.remark(c.player, "une")
	c.round()
	pushed := p.messages()
	if len(pushed) != 1 || pushed[0].Title != "Inès a fait une remarque" || pushed[0].Path != "/clubs/"+c.id || pushed[0].Lang != "fr" || pushed[0].Tag == "" {
		t.Fatalf("pushed %+v", pushed)
	}
	if head := p.last(); head.Get("Content-Encoding") != "aes128gcm" || head.Get("TTL") != "86400" {
		t.Errorf("headers %v", head)
	}
	for range 60 {
		c.remark(c.player, "encore")
	}
	c.round()
	pushed = p.messages()
	if n := len(pushed); n != 3 || !strings.HasPrefix(pushed[1].Title, "50 nouvelles") || !strings.HasPrefix(pushed[2].Title, "10 nouvelles") || pushed[1].Path != "/clubs/"+c.id+"/inbox" {
		t.Errorf("pushed %d times, at last %+v", n, pushed[n-1])
	}
	p.answers(http.StatusServiceUnavailable)
	c.remark(c.player, "plus tard")
	c.round()
	if own, _ := c.service.Devices(t.Context(), c.owner, c.id); len(own) != 1 || c.waiting() != 1 {
		t.Errorf("a push service that is away: %d devices, %d wait", len(own), c.waiting())
	}
	p.answers(http.StatusGone)
	c.advance(2 * time.Minute)
	if own, _ := c.service.Devices(t.Context(), c.owner, c.id); len(own) != 0 || c.waiting() != 0 || len(c.failed()) != 0 {
		t.Errorf("a browser that is gone: %d devices, %d wait, %v lost", len(own), c.waiting(), c.failed())
	}
}

// TestPushKey: the key is made once and kept. With another key no subscription would work any more.
func TestPushKey(t *testing.T) {
	c := newClub(t)
	again := c.delivererOn(c.db, func(*notify.Config) {})
	raw, err := base64.RawURLEncoding.DecodeString(again.PushKey())
	if again.PushKey() != c.deliverer.PushKey() || err != nil || len(raw) != 65 {
		t.Errorf("keys %q and %q", c.deliverer.PushKey(), again.PushKey())
	}
}

// TestDevices: a subscription that no browser would make is refused.
func TestDevices(t *testing.T) {
	c := newClub(t)
	right := newPhone(t, "").device()
	for name, change := range map[string]func(*campaign.Device){
		"no point":    func(d *campaign.Device) { d.Key = base64.RawURLEncoding.EncodeToString(make([]byte, 65)) },
		"no key":      func(d *campaign.Device) { d.Key = "" },
		"short auth":  func(d *campaign.Device) { d.Auth = "AAAA" },
		"no address":  func(d *campaign.Device) { d.Endpoint = "push" },
		"a file":      func(d *campaign.Device) { d.Endpoint = "file:///etc/passwd" },
		"with a name": func(d *campaign.Device) { d.Endpoint = "https://a:b@push.example/" },
		"endless":     func(d *campaign.Device) { d.Endpoint = "https://push.example/" + strings.Repeat("x", 1000) },
	} {
		wrong := right
		change(&wrong)
		if err := c.service.AddDevice(t.Context(), c.owner, c.id, wrong); campaign.CodeOf(err) != campaign.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	must(t, c.service.AddDevice(t.Context(), c.owner, c.id, right))
	must(t, c.service.AddDevice(t.Context(), c.player, c.id, right))
	if own, err := c.service.Devices(t.Context(), c.owner, c.id); err != nil || len(own) != 0 {
		t.Errorf("the browser is still the owner's: %v %v", own, err)
	}
}

package notify

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"oriflamme/campaign"
)

// A PushMessage is what the site's service worker receives.
type PushMessage struct {
	Title string `json:"title"`
	Body  string `json:"body"`
	Path  string `json:"path"` // path of the page to open
	Tag   string `json:"tag"`  // a message replaces an earlier one with the same tag
	Lang  string `json:"lang"`
}

const pushLife = 24 * time.Hour // how long a push service keeps a message for a browser that is not running

// push sends notifications to a device. It removes a device that its push service does not know any more.
func (d *Deliverer) push(ctx context.Context, s *campaign.State, w campaign.NotificationPrefs, device campaign.Device, notifications []campaign.Notification, id campaign.ID) error {
	b := d.catalog(w.Lang, s)
	line := d.Summarise(b, s, notifications[0])
	m := PushMessage{Title: line.Title, Body: line.Text, Path: line.Path, Tag: id, Lang: b.Lang}
	if len(notifications) > 1 {
		var titles []string
		for _, t := range notifications[:min(4, len(notifications))] {
			titles = append(titles, d.Summarise(b, s, t).Title)
		}
		m.Title, m.Body, m.Path = b.Say("letter.several", "n", len(notifications), "club", s.Club.Name), strings.Join(titles, "\n"), "/clubs/"+s.Club.ID+"/inbox"
	}
	m.Title, m.Body = truncate(m.Title, 120), truncate(m.Body, 400)
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	body, err := encrypt(device, text)
	if err != nil {
		return &PermanentError{err}
	}
	authorization, err := d.vapid(device.Endpoint)
	if err != nil {
		return &PermanentError{err}
	}
	answer, err := d.http.post(ctx, device.Endpoint, map[string]string{"Authorization": authorization, "Content-Encoding": "aes128gcm",
		"Content-Type": "application/octet-stream", "TTL": strconv.Itoa(int(pushLife.Seconds())), "Urgency": "normal"}, body)
	if answer.Status == http.StatusNotFound || answer.Status == http.StatusGone {
		if err := d.Outbox.DropDevice(ctx, device.Club, device.ID); err != nil {
			return err
		}
		return errNoTarget
	}
	return err
}

const recordSize = 4096 // octets, RFC 8188

// encrypt encrypts a text for one browser: RFC 8291 over RFC 8188, in one record.
func encrypt(d campaign.Device, text []byte) ([]byte, error) {
	theirs, err1 := base64URL.DecodeString(strings.TrimRight(d.Key, "="))
	auth, err2 := base64URL.DecodeString(strings.TrimRight(d.Auth, "="))
	peer, err3 := ecdh.P256().NewPublicKey(theirs)
	mine, err4 := ecdh.P256().GenerateKey(rand.Reader)
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		return nil, fmt.Errorf("push: %w", err)
	}
	shared, err := mine.ECDH(peer)
	if err != nil {
		return nil, fmt.Errorf("push: %w", err)
	}
	ours := mine.PublicKey().Bytes()
	salt := make([]byte, 16)
	_, _ = rand.Read(salt)
	ikm, err1 := hkdf.Key(sha256.New, shared, auth, "WebPush: info\x00"+string(theirs)+string(ours), 32)
	key, err2 := hkdf.Key(sha256.New, ikm, salt, "Content-Encoding: aes128gcm\x00", 16)
	nonce, err3 := hkdf.Key(sha256.New, ikm, salt, "Content-Encoding: nonce\x00", 12)
	if err := errors.Join(err1, err2, err3); err != nil {
		return nil, fmt.Errorf("push: %w", err)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("push: %w", err)
	}
	seal, err := cipher.NewGCM(block)
	if err != nil {
		return nil, fmt.Errorf("push: %w", err)
	}
	out := binary.BigEndian.AppendUint32(salt, recordSize)
	out = append(append(out, byte(len(ours))), ours...)
	if len(text)+1+seal.Overhead() > recordSize-len(out) {
		return nil, errors.New("push: too long for one record")
	}
	return seal.Seal(out, nonce, append(text, 2), nil), nil // 2 marks the last record
}

// vapid returns the Authorization header that identifies the site to a push service: RFC 8292, a JWT signed with ES256.
func (d *Deliverer) vapid(endpoint string) (string, error) {
	u, err := url.Parse(endpoint)
	if err != nil {
		return "", fmt.Errorf("push: %w", err)
	}
	subject := d.Base
	if !strings.HasPrefix(subject, "https://") {
		subject = "mailto:oriflamme@" + d.host()
	}
	claims, err := json.Marshal(map[string]any{"aud": u.Scheme + "://" + u.Host, "exp": time.Now().Add(12 * time.Hour).Unix(), "sub": subject})
	if err != nil {
		return "", fmt.Errorf("push: %w", err)
	}
	text := base64URL.EncodeToString([]byte(`{"typ":"JWT","alg":"ES256"}`)) + "." + base64URL.EncodeToString(claims)
	sum := sha256.Sum256([]byte(text))
	r, s, err := ecdsa.Sign(rand.Reader, d.keys.vapid, sum[:])
	if err != nil {
		return "", fmt.Errorf("push: %w", err)
	}
	signature := append(r.FillBytes(make([]byte, 32)), s.FillBytes(make([]byte, 32))...)
	return "vapid t=" + text + "." + base64URL.EncodeToString(signature) + ", k=" + d.PushKey(), nil
}

package notify

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"time"

	"oriflamme/campaign"
)

var base64URL = base64.RawURLEncoding

// keys are the site's own keys: one signs links in e-mails, the other identifies the site
// to push services (VAPID, RFC 8292).
type keys struct {
	link  []byte
	vapid *ecdsa.PrivateKey
}

// loadKeys returns the keys of the database. It makes keys; the database keeps the first
// that are offered to it.
func loadKeys(ctx context.Context, box Outbox) (keys, error) {
	var k keys
	fresh, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return k, fmt.Errorf("keys: %w", err)
	}
	raw, err := fresh.Bytes()
	if err != nil {
		return k, fmt.Errorf("keys: %w", err)
	}
	stored, err := box.Secret(ctx, "vapid", base64URL.EncodeToString(raw))
	if err != nil {
		return k, err
	}
	if raw, err = base64URL.DecodeString(stored); err == nil {
		k.vapid, err = ecdsa.ParseRawPrivateKey(elliptic.P256(), raw)
	}
	if err != nil {
		return k, fmt.Errorf("keys: vapid: %w", err)
	}
	link, err := box.Secret(ctx, "link", rand.Text()+rand.Text())
	k.link = []byte(link)
	return k, err
}

// PushKey returns the site's public key in the form that browsers need for a push subscription.
func (d *Deliverer) PushKey() string {
	raw, err := d.keys.vapid.PublicKey.Bytes()
	if err != nil {
		return "" // cannot happen: the key was made from bytes
	}
	return base64URL.EncodeToString(raw)
}

// A Purpose says what a link in an e-mail does.
type Purpose string

const (
	PurposeConfirm     Purpose = "confirm" // confirms an address
	PurposeUnsubscribe Purpose = "end"     // ends the e-mails
)

// confirmLife is how long a link can confirm an address. A link to unsubscribe never expires.
const confirmLife = 7 * 24 * time.Hour

// An EmailLink is the content of a link in an e-mail. It is signed, not stored.
type EmailLink struct {
	Purpose      Purpose
	Club, Member campaign.ID
	Address      string
}

// signLink returns the secret of a link: its content and a signature.
func (d *Deliverer) signLink(p EmailLink) string {
	until := int64(0)
	if p.Purpose == PurposeConfirm {
		until = d.Now().Add(confirmLife).Unix()
	}
	text := strings.Join([]string{string(p.Purpose), p.Club, p.Member, strconv.FormatInt(until, 10), p.Address}, "\n")
	return base64URL.EncodeToString(append(d.mac(text), text...))
}

func (d *Deliverer) mac(text string) []byte {
	h := hmac.New(sha256.New, d.keys.link)
	_, _ = h.Write([]byte(text))
	return h.Sum(nil)
}

// VerifyLink returns the content of a link's secret. It returns Unauthenticated if the
// signature is wrong, or the link has another purpose or has expired.
func (d *Deliverer) VerifyLink(secret string, purpose Purpose) (EmailLink, error) {
	spent := &campaign.Error{Code: campaign.Unauthenticated, Field: "token", Key: "link-spent", Rule: "CAMP-CLUB-2"}
	raw, err := base64URL.DecodeString(secret)
	if err != nil || len(raw) < sha256.Size || len(raw) > 2000 {
		return EmailLink{}, spent
	}
	text := string(raw[sha256.Size:])
	parts := strings.SplitN(text, "\n", 5)
	if !hmac.Equal(raw[:sha256.Size], d.mac(text)) || len(parts) != 5 || parts[0] != string(purpose) {
		return EmailLink{}, spent
	}
	until, err := strconv.ParseInt(parts[3], 10, 64)
	if err != nil || until != 0 && d.Now().Unix() >= until {
		return EmailLink{}, spent
	}
	return EmailLink{purpose, parts[1], parts[2], parts[4]}, nil
}

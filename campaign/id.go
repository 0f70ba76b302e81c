package campaign

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"time"
)

// An ID names a club, a member, a campaign, a roster, a region or a battle: 16
// letters and digits that sort by the time they were made and cannot be guessed
// from one another.
type ID = string

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz" // Crockford's base 32

// NewID returns an ID made at a moment.
func NewID(at time.Time) ID {
	var b [16]byte
	ms := uint64(at.UnixMilli())
	for i := 8; i >= 0; i-- {
		b[i] = alphabet[ms&31]
		ms >>= 5
	}
	rand.Read(b[9:])
	for i := 9; i < 16; i++ {
		b[i] = alphabet[b[i]&31]
	}
	return string(b[:])
}

// NewToken returns a secret of at least 128 random bits, for links and cookies.
func NewToken() string { return rand.Text() }

// HashToken returns what is stored of a token: its SHA-256 in hexadecimal. A
// token is found by the hash, so no comparison of secrets takes place.
func HashToken(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

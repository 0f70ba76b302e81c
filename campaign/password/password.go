// Package password hashes passwords with argon2id, in the PHC string format, and
// compares entered passwords with the hashes.
//
// The cost is that of OWASP ASVS 5, appendix C: two passes over 19 MiB, about a
// hundredth of a second. At most four hashes are computed at once, so that people who
// try to sign in cannot exhaust the memory of the server.
package password

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	_ "embed"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"sync"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"
)

// Shortest and Longest are the allowed lengths of a password, in characters.
const (
	Shortest = 8
	Longest  = 128
)

const (
	saltSize    = 16 // bytes
	hashSize    = 32 // bytes
	maxParallel = 4
)

// currentCost is the cost of new hashes.
var currentCost = cost{memory: 19 * 1024, passes: 2, threads: 1}

// The highest costs that a stored hash may have. A hash of higher cost was not made by this package.
const (
	maxPasses = 16
	maxMemory = 256 * 1024
)

var errHash = errors.New("password: not an argon2id hash")

var slots = make(chan struct{}, maxParallel)

// Hash returns the hash of a password to be stored. It waits for a free slot until ctx is done.
func Hash(ctx context.Context, password string) (string, error) {
	salt := make([]byte, saltSize)
	if _, err := rand.Read(salt); err != nil {
		return "", fmt.Errorf("password: %w", err)
	}
	sum, err := currentCost.sum(ctx, password, salt, hashSize)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("$argon2id$v=%d$%s$%s$%s", argon2.Version, currentCost, base64.RawStdEncoding.EncodeToString(salt), base64.RawStdEncoding.EncodeToString(sum)), nil
}

// Verify reports whether a password matches a hash, and whether the hash has another cost
// than new ones and should be replaced. It waits for a free slot until ctx is done. It
// returns an error if ctx is done or hash is not an argon2id hash.
func Verify(ctx context.Context, hash, password string) (right, old bool, err error) {
	c, salt, want, err := parse(hash)
	if err != nil {
		return false, false, err
	}
	sum, err := c.sum(ctx, password, salt, len(want))
	if err != nil {
		return false, false, err
	}
	return subtle.ConstantTimeCompare(sum, want) == 1, c != currentCost || len(want) != hashSize, nil
}

// Dummy takes as long as Verify. It is called for an unknown login name, so that the time of
// the answer does not reveal whether the name exists.
func Dummy(ctx context.Context, password string) error {
	_, err := currentCost.sum(ctx, password, make([]byte, saltSize), hashSize)
	return err
}

// cost is the cost of a hash: KiB of memory, passes over it, lanes.
type cost struct {
	memory, passes uint32
	threads        uint8
}

func (c cost) String() string { return fmt.Sprintf("m=%d,t=%d,p=%d", c.memory, c.passes, c.threads) }

// sum hashes a password after Unicode normalisation, because keyboards encode accents in two ways.
func (c cost) sum(ctx context.Context, password string, salt []byte, length int) ([]byte, error) {
	select {
	case slots <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-slots }()
	return argon2.IDKey([]byte(norm.NFC.String(password)), salt, c.passes, c.memory, c.threads, uint32(length)), nil
}

func parse(hash string) (c cost, salt, sum []byte, err error) {
	parts := strings.Split(hash, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return c, nil, nil, errHash
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &c.memory, &c.passes, &c.threads); err != nil || c.String() != parts[3] {
		return c, nil, nil, errHash
	}
	if c.passes < 1 || c.passes > maxPasses || c.threads < 1 || c.memory < 8*uint32(c.threads) || c.memory > maxMemory {
		return c, nil, nil, errHash
	}
	salt, err1 := base64.RawStdEncoding.DecodeString(parts[4])
	sum, err2 := base64.RawStdEncoding.DecodeString(parts[5])
	if err1 != nil || err2 != nil || len(salt) < 8 || len(salt) > 64 || len(sum) < 16 || len(sum) > 64 {
		return c, nil, nil, errHash
	}
	return c, salt, sum, nil
}

// commonFile lists common passwords of at least eight characters, commonest first, from the
// lists of zxcvbn (MIT, common.LICENSE).
//
//go:embed common.txt
var commonFile string

var common = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for word := range strings.Lines(commonFile) {
		all[strings.TrimSpace(word)] = true
	}
	return all
})

// Common reports whether a password is among the three thousand commonest, which attackers
// try first.
func Common(password string) bool { return common()[strings.ToLower(password)] }

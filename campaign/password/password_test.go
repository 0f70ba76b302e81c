package password

import (
	"context"
	"encoding/base64"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/argon2"
)

func TestHash(t *testing.T) {
	hash, err := Hash(t.Context(), "été à Rocroi")
	if err != nil {
		t.Fatal(err)
	}
	other, err := Hash(t.Context(), "été à Rocroi")
	if err != nil {
		t.Fatal(err)
	}
	if hash == other || !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("%s, then %s", hash, other)
	}
	for _, c := range []struct {
		entered string
		right   bool
	}{{"été à Rocroi", true}, {"e\u0301te\u0301 a\u0300 Rocroi", true}, {"été à rocroi", false}, {"", false}} {
		right, old, err := Verify(t.Context(), hash, c.entered)
		if err != nil || right != c.right || old {
			t.Errorf("%q: %v, old %v, %v", c.entered, right, old, err)
		}
	}
}

// TestOldCost: a hash of a lower cost still matches, and should be replaced.
func TestOldCost(t *testing.T) {
	salt := []byte("0123456789abcdef")
	sum := argon2.IDKey([]byte("Bassompierre"), salt, 1, 64, 1, 32)
	hash := "$argon2id$v=19$m=64,t=1,p=1$" + base64.RawStdEncoding.EncodeToString(salt) + "$" + base64.RawStdEncoding.EncodeToString(sum)
	if right, old, err := Verify(t.Context(), hash, "Bassompierre"); err != nil || !right || !old {
		t.Errorf("right %v, old %v, %v", right, old, err)
	}
}

func TestNotAHash(t *testing.T) {
	good := "$argon2id$v=19$m=64,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$MDEyMzQ1Njc4OWFiY2RlZg"
	if _, _, err := Verify(t.Context(), good, "x"); err != nil {
		t.Fatal(err)
	}
	for _, hash := range []string{"", "x", good[1:], strings.Replace(good, "2id", "2i", 1), strings.Replace(good, "v=19", "v=16", 1),
		strings.Replace(good, "m=64", "m=99999999", 1), strings.Replace(good, "t=1", "t=0", 1), strings.Replace(good, "p=1", "p=0", 1),
		strings.Replace(good, "t=1", "t=01", 1), strings.Replace(good, "MDEy", "!DEy", 1), good + "$", good[:len(good)-18]} {
		if _, _, err := Verify(t.Context(), hash, "x"); err == nil {
			t.Errorf("%q is no hash", hash)
		}
	}
}

// TestParallelLimit: while four hashes are computed, the next caller waits until its context is done.
func TestParallelLimit(t *testing.T) {
	for range maxParallel {
		slots <- struct{}{}
	}
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer stop()
	if err := Dummy(ctx, "x"); ctx.Err() == nil || err == nil {
		t.Errorf("a fifth was worked out: %v", err)
	}
	for range maxParallel {
		<-slots
	}
	if err := Dummy(t.Context(), "x"); err != nil {
		t.Error(err)
	}
}

func TestCommon(t *testing.T) {
	if len(common()) != 3000 {
		t.Errorf("%d", len(common()))
	}
	if !Common("PassWord") || !Common("12345678") || Common("été à Rocroi") {
		t.Error("not what is common")
	}
}

func FuzzVerify(f *testing.F) {
	f.Add("$argon2id$v=19$m=64,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$MDEyMzQ1Njc4OWFiY2RlZg")
	f.Add("$argon2id$v=19$m=19456,t=2,p=1$$")
	f.Fuzz(func(t *testing.T, hash string) {
		if c, salt, sum, err := parse(hash); err == nil && (c.memory > maxMemory || len(salt) > 64 || len(sum) > 64) {
			t.Errorf("%q costs %v", hash, c)
		}
	})
}

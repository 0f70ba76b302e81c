package store_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/store"
)

// TestSecretsAreNotStored: the database, its log, a backup and an archive contain no usable cookie, link, invitation or key,
// only hashes of secrets that are too long to guess.
func TestSecretsAreNotStored(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.db")
	s, err := store.Open(path)
	must(t, err)
	h := campaign.NewService(s, nil, time.Now)
	session, err := h.FoundClub(ctx, campaign.FoundClub{Name: "Club", Lang: "en", Owner: "Anne"})
	must(t, err)
	by := campaign.Actor{Member: session.Member}
	link, err := h.IssueLink(ctx, by, session.Club, session.Member)
	must(t, err)
	invitation, err := h.Invite(ctx, by, session.Club, campaign.Player, 3, time.Now().Add(time.Hour), "note")
	must(t, err)
	key, err := h.IssueAPIKey(ctx, by, session.Club, "table", nil, time.Now().Add(time.Hour))
	must(t, err)
	secrets := map[string]string{"cookie": session.Cookie, "link": link, "invitation": invitation.Token, "key": key.Secret}
	must(t, s.Backup(ctx, filepath.Join(dir, "copy.db")))
	archive, err := os.Create(filepath.Join(dir, "club.json"))
	must(t, err)
	must(t, h.Export(ctx, campaign.Actor{}, session.Club, archive))
	read := func() (found int) {
		files, err := filepath.Glob(filepath.Join(dir, "*"))
		if err != nil || len(files) < 3 {
			t.Fatalf("files %v %v", files, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			must(t, err)
			for name, secret := range secrets {
				if bytes.Contains(text, []byte(secret)) {
					t.Errorf("%s holds the %s", filepath.Base(file), name)
				}
				if bytes.Contains(text, []byte(campaign.HashToken(secret))) {
					found++
				}
			}
		}
		return found
	}
	if found := read(); found < len(secrets) {
		t.Errorf("only %d hashes were seen: the test shows little", found)
	}
	must(t, s.Close())
	read()
	for name, secret := range secrets {
		// crypto/rand.Text: 26 letters of 5 bits.
		if len(secret) < 26 || strings.ToUpper(secret) != secret {
			t.Errorf("the %s %q is not what it should be", name, secret)
		}
	}
	seen := map[string]bool{}
	for range 10_000 {
		if t := campaign.NewToken(); seen[t] {
			panic("the same secret twice")
		} else {
			seen[t] = true
		}
	}
	// The hash of a secret, or half of it, gives no access.
	again := campaign.NewService(open(t, path), nil, time.Now)
	for _, wrong := range []string{campaign.HashToken(session.Cookie), session.Cookie[:25], session.Cookie + " ", strings.ToLower(session.Cookie), "", "%", "' OR 1=1 --", link} {
		if _, err := again.Session(ctx, wrong); campaign.CodeOf(err) != campaign.Unauthenticated {
			t.Errorf("%q as a cookie: %v", wrong, err)
		}
	}
	if _, err := again.Session(ctx, session.Cookie); err != nil {
		t.Errorf("the cookie itself: %v", err)
	}
}

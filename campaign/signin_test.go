package campaign_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"oriflamme/campaign"
)

func TestSignIn(t *testing.T) {
	c := newClub(t, false)
	token, err := c.IssueLink(ctx, c.bob, c.id, c.bob.Member)
	must(t, err)
	s, err := c.SignIn(ctx, token)
	must(t, err)
	_, err = c.SignIn(ctx, token)
	wantError(t, err, campaign.Unauthenticated, "token", "link-spent", "CAMP-CLUB-2")
	if got, err := c.Session(ctx, s.Cookie); err != nil || got.Member != c.bob.Member {
		t.Errorf("session %+v %v", got, err)
	}
	if _, err := c.Session(ctx, token); campaign.CodeOf(err) != campaign.Unauthenticated {
		t.Errorf("a link as cookie: %v", err)
	}
	c.clock.pass(29 * 24 * time.Hour)
	if _, err := c.Session(ctx, s.Cookie); err != nil {
		t.Errorf("used within 30 days: %v", err)
	}
	c.clock.pass(31 * 24 * time.Hour)
	if _, err := c.Session(ctx, s.Cookie); campaign.CodeOf(err) != campaign.Unauthenticated {
		t.Errorf("unused for 31 days: %v", err)
	}
	if _, err := c.IssueLink(ctx, c.bob, c.id, c.anne.Member); campaign.CodeOf(err) != campaign.Forbidden {
		t.Errorf("a player made a link for the owner: %v", err)
	}
}

func TestSignOut(t *testing.T) {
	c := newClub(t, false)
	token, err := c.IssueLink(ctx, c.anne, c.id, c.bob.Member)
	must(t, err)
	s, err := c.SignIn(ctx, token)
	must(t, err)
	for range 2 {
		must(t, c.SignOut(ctx, s.Cookie))
	}
	if _, err := c.Session(ctx, s.Cookie); campaign.CodeOf(err) != campaign.Unauthenticated {
		t.Errorf("after signing out: %v", err)
	}
}

func TestInvitation(t *testing.T) {
	c := newClub(t, false)
	inv, err := c.Invite(ctx, c.anne, c.id, campaign.Guest, 3, c.clock.now().Add(time.Hour), "Saturday")
	must(t, err)
	var wg sync.WaitGroup
	var mu sync.Mutex
	in := 0
	for i := range 10 {
		wg.Go(func() {
			if _, err := c.AcceptInvitation(ctx, inv.Token, fmt.Sprint("Guest ", i)); err == nil {
				mu.Lock()
				in++
				mu.Unlock()
			} else if campaign.CodeOf(err) != campaign.Unauthenticated {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if in != 3 {
		t.Errorf("%d joined by an invitation for 3", in)
	}
	inv, err = c.Invite(ctx, c.anne, c.id, campaign.Guest, 3, c.clock.now().Add(time.Hour), "")
	must(t, err)
	c.clock.pass(2 * time.Hour)
	_, err = c.AcceptInvitation(ctx, inv.Token, "Late")
	wantError(t, err, campaign.Unauthenticated, "token", "link-spent", "CAMP-CLUB-2")
	if _, err := c.Invite(ctx, c.bob, c.id, campaign.Player, 1, c.clock.now().Add(time.Hour), ""); campaign.CodeOf(err) != campaign.Forbidden {
		t.Errorf("a player invited: %v", err)
	}
}

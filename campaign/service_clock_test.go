package campaign_test

import (
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/rules"
)

// TestClockJumps sets the clock of the server a year ahead, then two days back, then right: acts keep their order, fold to the
// same state from the disk, and nobody is signed out who should not be.
func TestClockJumps(t *testing.T) {
	c := newClub(t, false)
	right := c.clock.now()
	token, err := c.IssueLink(ctx, c.anne, c.id, c.anne.Member)
	must(t, err)
	session, err := c.SignIn(ctx, token)
	must(t, err)
	first := c.state().No
	var numbers []int64
	for _, jump := range []time.Duration{0, 365 * 24 * time.Hour, -367 * 24 * time.Hour, 2 * 24 * time.Hour} {
		c.clock.pass(jump)
		b := c.schedule()
		c.do(c.bob, campaign.Report{Battle: b, Seat: 0, Result: won(0, 2, 0)})
		numbers = append(numbers, c.do(c.cleo, campaign.Confirm{Battle: b, Seat: 1}).No)
	}
	if gone := c.clock.now().Sub(right); gone < 0 || gone > time.Hour {
		t.Fatalf("the clock is off by %v", gone)
	}
	s := c.state()
	for i, no := range numbers {
		if want := first + int64(3*(i+1)); no != want {
			t.Errorf("confirmation %d is act %d, want %d", i+1, no, want)
		}
	}
	for i, a := range s.Acts {
		if a.No != int64(i)+1 {
			t.Fatalf("act %d stands at %d", a.No, i+1)
		}
	}
	if err := campaign.Verify(s.Acts); err != nil {
		t.Error(err)
	}
	again, err := campaign.NewService(c.store, []*rules.Game{toy}, c.clock.now).State(ctx, c.id)
	if err != nil || again.Hash() != s.Hash() {
		t.Errorf("read from the disk the state is another: %v", err)
	}
	if _, err := c.Session(ctx, session.Cookie); err != nil {
		t.Errorf("signed out by a clock that is right again: %v", err)
	}
	if events := s.Chronicle(c.campaign); len(events) > 1 {
		for i := 1; i < len(events); i++ {
			if events[i-1].Act.No < events[i].Act.No {
				t.Errorf("the chronicle lists act %d before act %d", events[i-1].Act.No, events[i].Act.No)
			}
		}
	} else {
		t.Error("the chronicle is empty")
	}
	c.clean()
}

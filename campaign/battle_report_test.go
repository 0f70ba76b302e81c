package campaign_test

import (
	"testing"
	"time"

	"oriflamme/campaign"
)

// TestAutoConfirm: a report that nobody answers is confirmed after the days of the settings,
// by hand or automatically, and only once. An answer in time still counts.
func TestAutoConfirm(t *testing.T) {
	c := newClub(t, false)
	try := func(by campaign.Actor, b campaign.ID) error {
		_, err := c.try(by, campaign.AutoConfirm{Battle: b})
		return err
	}
	report := func() campaign.ID {
		b := c.schedule()
		c.do(c.bob, campaign.Report{Battle: b, Seat: 0, Result: won(0, 2, 1)})
		return b
	}
	first := report()
	c.clock.pass(400 * 24 * time.Hour)
	wantError(t, try(c.bob, first), campaign.Conflict, "battle", "nothing-to-confirm", "CAMP-BAT-10")
	c.set(func(s *campaign.Settings) { s.AutoConfirmDays = 3 })
	must(t, try(c.bob, first))
	if b := c.state().Battles[first]; b.Status != campaign.Final || b.SettledAs != campaign.Confirmed || len(b.ConfirmedBy) != 1 || b.ConfirmedBy[0] != 1 {
		t.Errorf("after the silence: %+v", b)
	}

	second, answered := report(), report()
	wantError(t, try(c.bob, second), campaign.Conflict, "battle", "not-silent-yet", "CAMP-BAT-10")
	c.do(c.cleo, campaign.RaiseDispute{Battle: answered, Reason: "no"})
	stranger := campaign.Actor{Member: c.do(c.anne, campaign.Join{Name: "Dan", Role: campaign.Player}).Body.(campaign.Join).Member}
	must(t, c.AutoConfirmDue(ctx))
	if got := c.state().Battles[second].Status; got != campaign.Reported {
		t.Fatalf("before its time it is %s", got)
	}
	c.clock.pass(4 * 24 * time.Hour)
	wantError(t, try(stranger, second), campaign.Forbidden, "", "not-yours", "CAMP-ROLE-2")
	before := c.state().No
	for range 2 {
		must(t, c.AutoConfirmDue(ctx))
	}
	s := c.state()
	if s.No != before+1 || s.Battles[second].Status != campaign.Final || s.Battles[answered].Status != campaign.Disputed {
		t.Errorf("%d acts; %s and %s", s.No-before, s.Battles[second].Status, s.Battles[answered].Status)
	}
	act, _ := s.Act(s.No)
	if act.Kind != campaign.KindAutoConfirm || act.By != c.bob.Member {
		t.Errorf("the act is %s by %s", act.Kind, act.By)
	}
	c.clean()
}

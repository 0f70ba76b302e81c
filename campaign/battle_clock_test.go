package campaign_test

import (
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/rules"
)

// TestBattleClock sets a clock, lets it run, stops it and removes it; it never prevents a result.
func TestBattleClock(t *testing.T) {
	c := newClub(t, true)
	b := c.schedule()
	set := func(minutes int, each, runs bool) campaign.SetClock {
		return campaign.SetClock{Battle: b, Minutes: minutes, Each: each, Runs: runs}
	}
	clock := func() *campaign.BattleClock { return c.state().Battles[b].Clock }
	c.refused(c.bob, set(601, false, true), campaign.Invalid, "minutes", "clock-length", "")
	c.refused(c.bob, set(-1, false, true), campaign.Invalid, "minutes", "clock-length", "")
	c.refused(c.bob, campaign.SetClock{Battle: "none", Minutes: 5}, campaign.NotFound, "battle", "no-battle", "")

	moves, stop := c.Watch(c.id, b)
	defer stop()
	must(t, c.SetClock(ctx, c.bob, c.id, "clock", set(90, false, true)))
	select {
	case <-moves:
	default:
		t.Error("watchers of the battle are not notified")
	}
	started := clock().Switches[0]
	if !clock().Runs() || clock().Elapsed(time.Time{}, started.Add(time.Hour)) != time.Hour {
		t.Errorf("the clock is %+v", clock())
	}
	head := c.state().No
	c.clock.pass(10 * time.Minute)
	c.do(c.cleo, set(90, false, false))
	c.clock.pass(time.Hour)
	c.do(c.cleo, set(90, false, false)) // stopped already: nothing happens
	c.do(c.bob, set(90, false, true))
	if turned := clock().Switches; len(turned) != 3 {
		t.Fatalf("turned %v", turned)
	} else if spent := clock().Elapsed(time.Time{}, turned[2]); spent != turned[1].Sub(started) || spent < 10*time.Minute || spent > 20*time.Minute {
		t.Errorf("spent %v", spent)
	}
	c.do(c.bob, set(30, true, true))
	if got := clock(); len(got.Switches) != 1 || !got.Each {
		t.Errorf("a new clock is %+v", got)
	}
	if _, err := c.Do(ctx, c.bob, c.id, "report", campaign.ActRequest{LastSeen: head, Body: campaign.Report{Battle: b, Seat: 0, Result: won(0, 2, 0)}}); err != nil {
		t.Errorf("a report that was begun before somebody touched the clock: %v", err)
	}
	c.refused(c.bob, set(30, true, false), campaign.Conflict, "battle", "clock-over", "")
	c.clean()
}

// TestClockOfEachSide divides the time of a battle among its sides.
func TestClockOfEachSide(t *testing.T) {
	c := newClub(t, true)
	b := c.schedule()
	live := c.open(b)
	c.do(c.bob, campaign.SetClock{Battle: b, Minutes: 30, Each: true, Runs: true})
	clock := c.state().Battles[b].Clock
	start := clock.Switches[0]
	left := func(at time.Duration) []time.Duration { return clock.Remaining(live, 2, start.Add(at)) }
	acts := live.Battle.View(rules.Nobody).ToAct
	if got := left(5 * time.Minute); got[acts] != 25*time.Minute || got[1-acts] != 30*time.Minute {
		t.Errorf("seat %d thinks for 5 minutes: %v left", acts, got)
	}
	c.clock.pass(10 * time.Minute)
	live, err := send(c, c.bob, b, 0, 0, campaign.RollTable, 1, 5)
	must(t, err)
	took := live.Rows[0].At.Sub(start)
	acts = live.Battle.View(rules.Nobody).ToAct
	got := left(took + 40*time.Minute)
	want := []time.Duration{30*time.Minute - took, 30 * time.Minute}
	want[acts] -= 40 * time.Minute
	if got[0] != want[0] || got[1] != want[1] || got[acts] > 0 {
		t.Errorf("after a step of %v: %v left, want %v", took, got, want)
	}
}

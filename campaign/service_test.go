package campaign_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/rules"
)

func TestBattleByHand(t *testing.T) {
	c := newClub(t, false)
	b := c.schedule("A2")
	if got := c.state().Contested(c.campaign)["A2"]; len(got) != 1 {
		t.Errorf("A2 is contested by %v", got)
	}
	c.do(c.bob, campaign.Report{Battle: b, Seat: 0, Result: campaign.Result{Winner: 0, Scores: []int{3, 1},
		Effects: []rules.Effect{{Seat: 0, Unit: "u1-0", Kind: "kill", Amount: 2}, {Seat: 1, Unit: "u2-1", Kind: "lost"}}}})
	if got := c.state().Battles[b].Status; got != campaign.Reported {
		t.Errorf("after one report: %s", got)
	}
	c.do(c.cleo, campaign.Confirm{Battle: b, Seat: 1})
	s := c.state()
	if got := s.Battles[b].Status; got != campaign.Final {
		t.Fatalf("after both: %s", got)
	}
	rec := s.Rosters[c.rBob].Records["u1-0"]
	if rec.Kills != 2 || rec.Battles != 1 || rec.Fights[0].Kills != 2 || rec.Fights[0].ActNo != s.Battles[b].FinalActNo {
		t.Errorf("record %+v", rec)
	}
	if !s.Rosters[c.rCleo].Lost("u2-1") || len(s.Rosters[c.rCleo].BattleList().Units) != 2 {
		t.Error("the lost unit is still fielded")
	}
	if got := s.Campaigns[c.campaign].Map.Region("A2").Owner; got != c.rBob {
		t.Errorf("A2 belongs to %q", got)
	}
	rows := s.Standings(c.campaign, 0)
	if rows[0].Roster != c.rBob || rows[0].Points != 3 || rows[0].Rank != 1 || rows[1].Losses != 1 || rows[1].Rank != 2 {
		t.Errorf("standings %+v", rows)
	}
	act := c.do(c.anne, campaign.Void{Acts: s.ActsOf(b)})
	s = c.state()
	if s.Battles[b] != nil || s.Rosters[c.rCleo].Lost("u2-1") || s.Campaigns[c.campaign].Map.Region("A2").Owner != "" || s.Standings(c.campaign, 0)[0].Points != 0 {
		t.Error("the void battle left a trace")
	}
	c.do(c.anne, campaign.Void{Acts: []int64{act.No}})
	if c.state().Battles[b].Status != campaign.Final {
		t.Error("the void of the void did not restore the battle")
	}
	c.clean()
}

func TestDispute(t *testing.T) {
	c := newClub(t, false)
	b := c.schedule()
	c.do(c.bob, campaign.Report{Battle: b, Seat: 0, Result: won(0, 14, 11)})
	c.do(c.cleo, campaign.Report{Battle: b, Seat: 1, Result: won(1, 11, 14)})
	d := c.state().Battles[b]
	if d.Status != campaign.Disputed || !d.Dispute.Unequal || !d.Dispute.Deadline.Equal(d.Dispute.At.AddDate(0, 0, 7)) {
		t.Fatalf("unequal reports: %s %+v", d.Status, d.Dispute)
	}
	c.refused(c.bob, campaign.Rule{Battle: b, Result: won(0, 14, 11)}, campaign.Forbidden, "", "not-allowed", "CAMP-ROLE-1")
	ruling := c.do(c.anne, campaign.Rule{Battle: b, Result: won(0, 14, 11)})
	if s := c.state(); s.Battles[b].Status != campaign.Final || s.Battles[b].SettledAs != campaign.Ruled {
		t.Fatalf("ruled: %s", s.Battles[b].Status)
	}
	c.do(c.cleo, campaign.Appeal{Battle: b, Reason: "sides were swapped"})
	c.ok(c.Do(ctx, c.anne, c.id, "amend", campaign.ActRequest{Body: campaign.Rule{Battle: b, Result: won(1, 11, 14)}, Amends: ruling.No, Why: "appeal granted"}))
	s := c.state()
	if s.Battles[b].Result.Winner != 1 || s.Standings(c.campaign, 0)[0].Roster != c.rCleo {
		t.Error("the amended ruling does not hold")
	}
	if got := s.ActsOf(b); len(got) != 6 {
		t.Errorf("acts of the battle: %v", got)
	}
	c.clean()
}

func TestBadInput(t *testing.T) {
	c := newClub(t, false)
	open := c.schedule("A2")
	seats := []campaign.ID{c.rBob, c.rCleo}
	for _, w := range []struct {
		name string
		by   campaign.Actor
		body campaign.Body
		code campaign.Code
		at   string // field, key, rule
	}{
		{"no border", c.bob, campaign.Schedule{Campaign: c.campaign, Seats: seats, Stakes: []string{"A4"}}, campaign.Invalid, "stakes[0] no-border CAMP-MAP-2"},
		{"contested", c.bob, campaign.Schedule{Campaign: c.campaign, Seats: seats, Stakes: []string{"A2"}}, campaign.Conflict, "stakes[0] contested-already CAMP-MAP-3"},
		{"own land", c.bob, campaign.Schedule{Campaign: c.campaign, Seats: seats, Stakes: []string{"A1"}}, campaign.Invalid, "stakes[0] own-land CAMP-MAP-2"},
		{"not attacker", c.bob, campaign.Schedule{Campaign: c.campaign, Seats: seats, Attacker: 1, Stakes: []string{"A4"}}, campaign.Forbidden, " not-yours CAMP-ROLE-2"},
		{"taken home", c.bob, campaign.NewRoster{Campaign: c.campaign, Member: c.bob.Member, List: list(3, 2), Home: "A5"}, campaign.Conflict, "home region-taken CAMP-MAP-1"},
		{"game's fault", c.bob, campaign.NewRoster{Campaign: c.campaign, Member: c.bob.Member, List: list(3, 1)}, campaign.Invalid, "list.units roster-fault TOY-3"},
		{"other's roster", c.bob, campaign.ReviseRoster{Roster: c.rCleo, List: list(2, 2)}, campaign.Forbidden, " not-yours CAMP-ROLE-2"},
		{"other's seat", c.bob, campaign.Report{Battle: open, Seat: 1, Result: won(0, 1, 0)}, campaign.Forbidden, " not-yours CAMP-ROLE-2"},
		{"winner", c.bob, campaign.Report{Battle: open, Seat: 0, Result: won(2, 1, 0)}, campaign.Invalid, "result.winner no-seat "},
		{"scores", c.bob, campaign.Report{Battle: open, Seat: 0, Result: campaign.Result{Scores: []int{1}}}, campaign.Invalid, "result.scores seats-differ "},
		{"effect", c.bob, campaign.Report{Battle: open, Seat: 0, Result: campaign.Result{Effects: []rules.Effect{{Unit: "u2-0", Kind: "kill"}}}}, campaign.Invalid, "result.effects[0].unit unit-not-there CAMP-LED-1"},
		{"nothing reported", c.cleo, campaign.Confirm{Battle: open, Seat: 1}, campaign.Conflict, "battle nothing-to-confirm CAMP-BAT-3"},
		{"aftermath first", c.bob, campaign.Aftermath{Battle: open}, campaign.Conflict, "battle not-settled CAMP-BAT-5"},
		{"option", c.anne, campaign.NewCampaign{Settings: campaign.Settings{Name: "X", Game: "toy", Options: map[string]string{"fog": "thick"}}}, campaign.Invalid, "settings.options.fog unknown-option "},
		{"game", c.anne, campaign.NewCampaign{Settings: campaign.Settings{Name: "X", Game: "chess"}}, campaign.Invalid, "settings.game unknown-game "},
		{"founding", c.anne, campaign.Void{Acts: []int64{1}}, campaign.Invalid, "acts[0] founding CAMP-ACT-1"},
		{"last owner", c.anne, campaign.Leave{Member: c.anne.Member}, campaign.Conflict, "member last-owner CAMP-CLUB-1"},
		{"own promotion", c.bob, campaign.EditMember{Member: c.bob.Member, Name: "Bob", Role: campaign.Owner}, campaign.Forbidden, "role above-you CAMP-ROLE-2"},
		{"long name", c.anne, campaign.EditClub{Name: strings.Repeat("é", 81), Lang: "fr"}, campaign.Invalid, "name length "},
		{"stranger", campaign.Actor{Member: "x"}, campaign.Comment{On: 1, Text: "hi"}, campaign.Forbidden, " not-allowed CAMP-ROLE-1"},
		{"nobody", campaign.Actor{}, campaign.Comment{On: 1, Text: "hi"}, campaign.Unauthenticated, " sign-in "},
	} {
		t.Run(w.name, func(t *testing.T) {
			head := c.state().Head
			_, err := c.try(w.by, w.body)
			at := strings.Split(w.at, " ")
			wantError(t, err, w.code, at[0], at[1], at[2])
			if c.state().Head != head {
				t.Error("a refused act was stored")
			}
		})
	}
}

func TestExactlyOnce(t *testing.T) {
	c := newClub(t, false)
	b := c.schedule()
	request := campaign.ActRequest{Body: campaign.Report{Battle: b, Seat: 0, Result: won(0, 2, 1)}}
	before := c.state().No
	var wg sync.WaitGroup
	hashes := make([]string, 20)
	for i := range hashes {
		wg.Go(func() {
			a, err := c.Do(ctx, c.bob, c.id, "once", request)
			if err != nil {
				t.Error(err)
			}
			hashes[i] = a.Hash
		})
	}
	wg.Wait()
	for _, h := range hashes {
		if h != hashes[0] {
			t.Error("the same key gave two acts")
		}
	}
	if got := c.state().No; got != before+1 {
		t.Errorf("%d acts were stored", got-before)
	}
	request.Body = campaign.Report{Battle: b, Seat: 0, Result: won(1, 1, 2)}
	_, err := c.Do(ctx, c.bob, c.id, "once", request)
	wantError(t, err, campaign.Conflict, "key", "key-reused", "CAMP-ACT-4")
	// After a restart the key still finds the act.
	again := campaign.NewService(c.store, []*rules.Game{toy}, c.clock.now)
	a, err := again.Do(ctx, c.bob, c.id, "once", campaign.ActRequest{Body: campaign.Report{Battle: b, Seat: 0, Result: won(0, 2, 1)}})
	if err != nil || a.Hash != hashes[0] {
		t.Errorf("after a restart: %v %v", a.Hash, err)
	}
}

// TestHundredReports: both sides send their report a hundred times at once, from fifty phones
// each. Equal reports settle the battle once; unequal ones open one dispute.
func TestHundredReports(t *testing.T) {
	for _, equal := range []bool{true, false} {
		c := newClub(t, false)
		b := c.schedule("A2")
		before := c.state().No
		var wg sync.WaitGroup
		for i := range 100 {
			seat := i % 2
			r := won(0, 14, 11)
			if seat == 1 && !equal {
				r = won(1, 11, 14)
			}
			by := []campaign.Actor{c.bob, c.cleo}[seat]
			wg.Go(func() {
				_, err := c.Do(ctx, by, c.id, fmt.Sprint("phone", i), campaign.ActRequest{Body: campaign.Report{Battle: b, Seat: rules.Seat(seat), Result: r}})
				if err != nil && campaign.CodeOf(err) != campaign.Conflict {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		s := c.state()
		got := s.Battles[b]
		if s.No != before+2 || len(got.Reports) != 2 {
			t.Errorf("equal %t: %d acts, %d reports", equal, s.No-before, len(got.Reports))
		}
		if equal && (got.Status != campaign.Final || s.Campaigns[c.campaign].Map.Region("A2").Owner != c.rBob || s.Standings(c.campaign, 0)[0].Points != 3) {
			t.Errorf("the battle is %s", got.Status)
		}
		if !equal && (got.Status != campaign.Disputed || !got.Dispute.Unequal) {
			t.Errorf("the battle is %s", got.Status)
		}
		c.clean()
	}
}

// TestTwoServices: two processes on one database never fork a chain.
func TestTwoServices(t *testing.T) {
	c := newClub(t, false)
	other := campaign.NewService(c.store, []*rules.Game{toy}, c.clock.now)
	for i := range 6 {
		h := c.Service
		if i%2 == 1 {
			h = other
		}
		_, err := h.Do(ctx, c.anne, c.id, fmt.Sprint("two", i), campaign.ActRequest{Body: campaign.Comment{On: 1, Text: "hi"}})
		must(t, err)
	}
	c.clean()
}

func TestStale(t *testing.T) {
	c := newClub(t, false)
	b := c.schedule()
	head := c.state().No
	c.do(c.cleo, campaign.Reschedule{Battle: b, Table: "2"})
	_, err := c.Do(ctx, c.bob, c.id, "late", campaign.ActRequest{Body: campaign.Reschedule{Battle: b, Table: "3"}, LastSeen: head})
	wantError(t, err, campaign.Stale, "head", "changed-since", "CAMP-ACT-5")
	other := c.schedule()
	if _, err := c.Do(ctx, c.bob, c.id, "fine", campaign.ActRequest{Body: campaign.Reschedule{Battle: other, Table: "3"}, LastSeen: head}); err != nil {
		t.Errorf("another battle: %v", err)
	}
}

// TestWhatIf: the state that a ruling would make is returned, and nothing is stored.
func TestWhatIf(t *testing.T) {
	c := newClub(t, false)
	b := c.schedule("A2")
	head := c.state().Head
	s, bad, err := c.WhatIf(ctx, c.anne, c.id, campaign.ActRequest{Body: campaign.Rule{Battle: b, Result: won(0, 2, 1)}, Why: "late"})
	if err != nil || len(bad) > 0 || s.Standings(c.campaign, 0)[0].Points != 3 || s.Battles[b].Status != campaign.Final {
		t.Errorf("what if: %v %v", bad, err)
	}
	s, bad, err = c.WhatIf(ctx, c.anne, c.id, campaign.ActRequest{Body: campaign.Void{Acts: []int64{int64(c.state().Rosters[c.rCleo].ActNo)}}, Why: "cheat"})
	if err != nil || len(bad) != 1 || bad[0].Act.Kind != campaign.KindSchedule || s.Rosters[c.rCleo] != nil {
		t.Errorf("what if void: %v %v", bad, err)
	}
	if c.state().Head != head || c.state().Battles[b].Status != campaign.Scheduled {
		t.Error("a what-if was stored")
	}
	_, _, err = c.WhatIf(ctx, c.bob, c.id, campaign.ActRequest{Body: campaign.Rule{Battle: b}, Why: "x"})
	wantError(t, err, campaign.Forbidden, "", "not-allowed", "CAMP-ROLE-1")
}

func TestWatchClub(t *testing.T) {
	c := newClub(t, false)
	acts, stop := c.WatchClub(c.id)
	var last int64
	for range 5 {
		last = c.do(c.anne, campaign.Comment{On: 1, Text: "hi"}).No
	}
	got := int64(0)
	for got < last {
		select {
		case got = <-acts:
		case <-time.After(60 * time.Second):
			t.Fatalf("got the number %d, not %d", got, last)
		}
	}
	stop()
	stop()
	if _, open := <-acts; open {
		t.Error("the channel is still open")
	}
}

package campaign_test

import (
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/rating/melee"
	"oriflamme/rules"
)

// TestCompany: allies play a side as its own player does, but neither withdraw it nor
// choose its company; nobody plays two sides of a campaign.
func TestCompany(t *testing.T) {
	c := newClub(t, false)
	with := func(allies ...campaign.ID) campaign.SetCompany {
		return campaign.SetCompany{Roster: c.rBob, Allies: allies, Club: "Lys"}
	}
	refused := func(by campaign.Actor, body campaign.Body, code campaign.Code, field, key, rule string) {
		t.Helper()
		_, err := c.try(by, body)
		wantError(t, err, code, field, key, rule)
	}
	refused(c.bob, with(c.cleo.Member), campaign.Conflict, "allies[0]", "plays-already", "CAMP-SIDE-1")
	refused(c.bob, with(c.bob.Member), campaign.Conflict, "allies[0]", "plays-already", "CAMP-SIDE-1")
	refused(c.bob, with(c.anne.Member, c.anne.Member), campaign.Conflict, "allies[1]", "plays-already", "CAMP-SIDE-1")
	refused(c.bob, with("nobody"), campaign.NotFound, "allies[0]", "no-member", "")
	refused(c.cleo, with(), campaign.Forbidden, "", "not-yours", "CAMP-ROLE-2")

	dan := c.do(c.anne, campaign.Join{Name: "Dan", Role: campaign.Player}).Body.(campaign.Join).Member
	ally := campaign.Actor{Member: dan}
	b := c.schedule()
	if c.state().Seat(c.state().Battles[b], dan) != rules.Nobody {
		t.Fatal("a stranger has a seat")
	}
	c.do(c.bob, with(dan))
	if s := c.state(); s.Seat(s.Battles[b], dan) != 0 || !s.Plays(s.Battles[b], 0, dan) || s.Plays(s.Battles[b], 1, dan) || len(s.RostersBy(dan)) != 1 {
		t.Error("the ally has no seat")
	}
	refused(c.cleo, campaign.SetCompany{Roster: c.rCleo, Allies: []campaign.ID{dan}}, campaign.Conflict, "allies[0]", "plays-already", "CAMP-SIDE-1")
	refused(ally, campaign.RetireRoster{Roster: c.rBob}, campaign.Forbidden, "", "not-yours", "CAMP-ROLE-2")
	refused(ally, with(), campaign.Forbidden, "", "not-yours", "CAMP-ROLE-2")
	refused(ally, campaign.Report{Battle: b, Seat: 1, Result: won(0, 2, 1)}, campaign.Forbidden, "", "not-yours", "CAMP-ROLE-2")
	c.do(ally, campaign.Garrison{Campaign: c.camp, Region: "A1", Units: []campaign.ID{"u1-0"}})
	c.do(ally, campaign.Report{Battle: b, Seat: 0, Result: won(0, 2, 1)})
	refused(c.bob, campaign.Confirm{Battle: b, Seat: 0}, campaign.Conflict, "seat", "reported-already", "CAMP-BAT-3")
	c.do(c.cleo, campaign.Confirm{Battle: b, Seat: 1})

	s := c.state()
	if got := s.Ratings("toy"); len(got) != 0 {
		t.Errorf("a battle of two against one is rated as a duel: %+v", got)
	}
	list := s.Melees("toy")
	if len(list) != 3 || list[2].Member != c.cleo.Member || list[2].Past[0].Place != 2 || list[0].Now != list[1].Now {
		t.Errorf("melees: %+v", list)
	}
	told := 0
	for _, n := range s.Notices(dan, 10) {
		if n.Act.Kind == campaign.KindConfirm {
			told++
		}
	}
	if told != 1 {
		t.Errorf("the ally is told of the confirmation %d times", told)
	}
	c.do(c.anne, campaign.Void{Acts: s.ActsOf(b)})
	if got := c.state().Melees("toy"); len(got) != 0 {
		t.Errorf("the void battle left %+v", got)
	}
	c.clean()
}

// TestSilence: a report that nobody answers holds after the days of the settings, by
// hand or by itself and once only; whoever speaks in time is heard.
func TestSilence(t *testing.T) {
	c := newClub(t, false)
	try := func(by campaign.Actor, b campaign.ID) error {
		_, err := c.try(by, campaign.Silence{Battle: b})
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
	set := c.state().Campaigns[c.camp].Settings
	set.Silence = 3
	c.do(c.anne, campaign.EditCampaign{Campaign: c.camp, Settings: set})
	if err := try(c.bob, first); err != nil {
		t.Fatal(err)
	}
	if b := c.state().Battles[first]; b.Phase != campaign.Final || b.Settled != campaign.Confirmed || len(b.Confirmed) != 1 || b.Confirmed[0] != 1 {
		t.Errorf("after the silence: %+v", b)
	}

	second, heard := report(), report()
	wantError(t, try(c.bob, second), campaign.Conflict, "battle", "not-silent-yet", "CAMP-BAT-10")
	c.do(c.cleo, campaign.RaiseDispute{Battle: heard, Reason: "no"})
	stranger := campaign.Actor{Member: c.do(c.anne, campaign.Join{Name: "Dan", Role: campaign.Player}).Body.(campaign.Join).Member}
	if err := c.EndSilences(ctx); err != nil {
		t.Fatal(err)
	}
	if got := c.state().Battles[second].Phase; got != campaign.Reported {
		t.Fatalf("before its time it is %s", got)
	}
	c.clock.pass(4 * 24 * time.Hour)
	wantError(t, try(stranger, second), campaign.Forbidden, "", "not-yours", "CAMP-ROLE-2")
	before := c.state().No
	for range 2 {
		if err := c.EndSilences(ctx); err != nil {
			t.Fatal(err)
		}
	}
	s := c.state()
	if s.No != before+1 || s.Battles[second].Phase != campaign.Final || s.Battles[heard].Phase != campaign.Disputed {
		t.Errorf("%d acts; %s and %s", s.No-before, s.Battles[second].Phase, s.Battles[heard].Phase)
	}
	act, _ := s.Act(s.No)
	if act.Kind != campaign.KindSilence || act.By != c.bob.Member {
		t.Errorf("the act is %s by %s", act.Kind, act.By)
	}
	c.clean()
}

// TestMelees: battles of three are rated one after the other, as a book kept by hand
// rates them; friendly ones are not, and the order is by what is sure.
func TestMelees(t *testing.T) {
	h := newHistory(1, 0)
	fight := func(id string, winner rules.Seat, scores ...int) {
		h.must(ownerID, campaign.Schedule{Battle: id, Campaign: "c", Number: 1, Seats: []campaign.ID{"r0", "r1", "r2"}, Attacker: rules.Nobody})
		h.must(ownerID, campaign.Rule{Battle: id, Result: campaign.Result{Winner: winner, Scores: scores}})
	}
	fight("a", 1, 4, 9, 2)
	fight("b", rules.Nobody, 5, 3, 5)
	fight("c", 2)
	s := h.State()
	for id, want := range map[string][3]int{"a": {2, 1, 3}, "b": {1, 3, 1}, "c": {2, 2, 1}} {
		if got := s.Battles[id].Places(); [3]int(got) != want {
			t.Errorf("places of %s: %v, want %v", id, got, want)
		}
	}
	byHand(t, s)
	if got := s.Ratings("toy"); len(got) != 0 {
		t.Errorf("melees are rated as duels: %+v", got)
	}
	before := len(s.Melees("toy")[0].Past)
	set := s.Campaigns["c"].Settings
	set.Unrated = true
	h.must(ownerID, campaign.EditCampaign{Campaign: "c", Settings: set})
	if got := h.State().Melees("toy"); before != 3 || len(got) != 0 {
		t.Errorf("%d battles were rated, %d of friends are", before, len(got))
	}
}

// byHand rates the battles in the order in which they became final, each with what the
// ones before had made of the ratings.
func byHand(t *testing.T, s *campaign.State) {
	t.Helper()
	book := map[campaign.ID]melee.Rating{}
	for _, a := range s.Acts {
		for _, b := range s.BattlesOf("c") {
			if int64(b.Closed) != a.No {
				continue
			}
			sides := make([][]melee.Rating, len(b.Seats))
			for i, id := range b.Seats {
				m := s.Rosters[id].Member
				if _, ok := book[m]; !ok {
					book[m] = melee.New()
				}
				sides[i] = []melee.Rating{book[m]}
			}
			for i, after := range melee.Rate(sides, b.Places()) {
				book[s.Rosters[b.Seats[i]].Member] = after[0]
			}
		}
	}
	list := s.Melees("toy")
	if len(list) != len(book) {
		t.Fatalf("%d rated, want %d", len(list), len(book))
	}
	for i, p := range list {
		if p.Now != book[p.Member] || p.Past[len(p.Past)-1].After != p.Now {
			t.Errorf("%s is at %v, by hand %v", p.Member, p.Now, book[p.Member])
		}
		if i > 0 && list[i-1].Surely() < p.Surely() {
			t.Errorf("%s stands below somebody less sure", p.Member)
		}
	}
}

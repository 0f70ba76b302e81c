package campaign_test

import (
	"testing"

	"oriflamme/campaign"
	"oriflamme/rules"
)

// TestCompany: allies play a side as its own player does, but neither withdraw it nor
// choose its company; nobody plays two sides of a campaign.
func TestSidePlayers(t *testing.T) {
	c := newClub(t, false)
	with := func(allies ...campaign.ID) campaign.SetSidePlayers {
		return campaign.SetSidePlayers{Roster: c.rBob, Allies: allies, Club: "Lys"}
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
	refused(c.cleo, campaign.SetSidePlayers{Roster: c.rCleo, Allies: []campaign.ID{dan}}, campaign.Conflict, "allies[0]", "plays-already", "CAMP-SIDE-1")
	refused(ally, campaign.RetireRoster{Roster: c.rBob}, campaign.Forbidden, "", "not-yours", "CAMP-ROLE-2")
	refused(ally, with(), campaign.Forbidden, "", "not-yours", "CAMP-ROLE-2")
	refused(ally, campaign.Report{Battle: b, Seat: 1, Result: won(0, 2, 1)}, campaign.Forbidden, "", "not-yours", "CAMP-ROLE-2")
	c.do(ally, campaign.Garrison{Campaign: c.campaign, Region: "A1", Units: []campaign.ID{"u1-0"}})
	c.do(ally, campaign.Report{Battle: b, Seat: 0, Result: won(0, 2, 1)})
	refused(c.bob, campaign.Confirm{Battle: b, Seat: 0}, campaign.Conflict, "seat", "reported-already", "CAMP-BAT-3")
	c.do(c.cleo, campaign.Confirm{Battle: b, Seat: 1})

	s := c.state()
	if got := s.Ratings("toy"); len(got) != 0 {
		t.Errorf("a battle of two against one is rated as a duel: %+v", got)
	}
	list := s.MeleeRatings("toy")
	if len(list) != 3 || list[2].Member != c.cleo.Member || list[2].Past[0].Rank != 2 || list[0].Now != list[1].Now {
		t.Errorf("melees: %+v", list)
	}
	notified := 0
	for _, n := range s.InboxOf(dan, 10) {
		if n.Act.Kind == campaign.KindConfirm {
			notified++
		}
	}
	if notified != 1 {
		t.Errorf("the ally is told of the confirmation %d times", notified)
	}
	c.do(c.anne, campaign.Void{Acts: s.ActsOf(b)})
	if got := c.state().MeleeRatings("toy"); len(got) != 0 {
		t.Errorf("the void battle left %+v", got)
	}
	c.clean()
}

package campaign_test

import (
	"testing"

	"oriflamme/campaign"
	"oriflamme/rules"
)

// TestSidePlayers: allies play a side as its own player does, but may neither withdraw it nor
// change its players; nobody plays two sides of a campaign.
func TestSidePlayers(t *testing.T) {
	c := newClub(t, false)
	with := func(allies ...campaign.ID) campaign.SetSidePlayers {
		return campaign.SetSidePlayers{Roster: c.rBob, Allies: allies, Club: "Lys"}
	}
	c.refused(c.bob, with(c.cleo.Member), campaign.Conflict, "allies[0]", "plays-already", "CAMP-SIDE-1")
	c.refused(c.bob, with(c.bob.Member), campaign.Conflict, "allies[0]", "plays-already", "CAMP-SIDE-1")
	c.refused(c.bob, with(c.anne.Member, c.anne.Member), campaign.Conflict, "allies[1]", "plays-already", "CAMP-SIDE-1")
	c.refused(c.bob, with("nobody"), campaign.NotFound, "allies[0]", "no-member", "")
	c.refused(c.cleo, with(), campaign.Forbidden, "", "not-yours", "CAMP-ROLE-2")

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
	c.refused(c.cleo, campaign.SetSidePlayers{Roster: c.rCleo, Allies: []campaign.ID{dan}}, campaign.Conflict, "allies[0]", "plays-already", "CAMP-SIDE-1")
	c.refused(ally, campaign.RetireRoster{Roster: c.rBob}, campaign.Forbidden, "", "not-yours", "CAMP-ROLE-2")
	c.refused(ally, with(), campaign.Forbidden, "", "not-yours", "CAMP-ROLE-2")
	c.refused(ally, campaign.Report{Battle: b, Seat: 1, Result: won(0, 2, 1)}, campaign.Forbidden, "", "not-yours", "CAMP-ROLE-2")
	c.do(ally, campaign.Garrison{Campaign: c.campaign, Region: "A1", Units: []campaign.ID{"u1-0"}})
	c.do(ally, campaign.Report{Battle: b, Seat: 0, Result: won(0, 2, 1)})
	c.refused(c.bob, campaign.Confirm{Battle: b, Seat: 0}, campaign.Conflict, "seat", "reported-already", "CAMP-BAT-3")
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
		t.Errorf("the ally is notified of the confirmation %d times", notified)
	}
	c.do(c.anne, campaign.Void{Acts: s.ActsOf(b)})
	if got := c.state().MeleeRatings("toy"); len(got) != 0 {
		t.Errorf("the void battle left %+v", got)
	}
	c.clean()
}

// TestLend: while a seat is lent, the opponent plays it, and nobody else. Each side still reports the result itself.
func TestLend(t *testing.T) {
	c := newClub(t, true)
	b := c.schedule()
	live := c.open(b)
	live, err := send(c, c.bob, b, live.Number, 0, campaign.RollTable, 5, 1)
	must(t, err)
	forCleo := func() error {
		_, err := send(c, c.bob, b, live.Number, 1, campaign.RollTable, 1, 5)
		return err
	}
	lend := func(seat rules.Seat, to campaign.ID, back bool) campaign.LendSeat {
		return campaign.LendSeat{Battle: b, Seat: seat, To: to, Back: back}
	}
	if campaign.CodeOf(forCleo()) != campaign.Forbidden {
		t.Fatal("Bob plays for Cleo who has lent nothing")
	}
	c.refused(c.bob, lend(1, c.bob.Member, false), campaign.Forbidden, "", "not-yours", "CAMP-ROLE-2")
	c.refused(c.cleo, lend(1, c.anne.Member, false), campaign.Invalid, "to", "not-opposite", "")
	c.refused(c.cleo, lend(1, c.cleo.Member, false), campaign.Invalid, "to", "not-opposite", "")
	c.do(c.cleo, lend(1, c.bob.Member, false))
	if now := c.state(); !now.PlaysAllSeats(now.Battles[b], c.bob.Member) || now.PlaysAllSeats(now.Battles[b], c.cleo.Member) {
		t.Error("who plays for both is not known")
	}
	c.do(c.cleo, lend(1, c.bob.Member, true))
	if campaign.CodeOf(forCleo()) != campaign.Forbidden {
		t.Error("Bob plays for Cleo who took her side back")
	}
	c.do(c.cleo, lend(1, c.bob.Member, false))
	if err := forCleo(); err != nil {
		t.Errorf("Bob plays the side that was lent to him: %v", err)
	}
	c.refused(c.bob, campaign.Report{Battle: b, Seat: 1, Result: won(0, 2, 0)}, campaign.Forbidden, "", "not-yours", "CAMP-ROLE-2")
	c.do(c.bob, campaign.Report{Battle: b, Seat: 0, Result: won(0, 2, 0)})
	c.refused(c.cleo, lend(1, c.bob.Member, true), campaign.Conflict, "battle", "finished", "CAMP-BAT-8")
	c.clean()
}

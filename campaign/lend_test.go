package campaign_test

import (
	"testing"

	"oriflamme/campaign"
	"oriflamme/rules"
)

// TestLend has a player's side played by the player opposite while it is lent, and by nobody else; the result is still for
// each side to tell.
func TestLend(t *testing.T) {
	c := newClub(t, true)
	b := c.schedule()
	s := c.state()
	live, err := c.OpenBattle(ctx, c.bob, c.id, b, rules.Setup{Mode: rules.Measured, Rosters: []rules.Roster{s.Rosters[c.rBob].BattleList(), s.Rosters[c.rCleo].BattleList()}}, "open")
	if err != nil {
		t.Fatal(err)
	}
	if live, err = send(c, c.bob, b, live.Number, 0, campaign.RollTable, 5, 1); err != nil {
		t.Fatal(err)
	}
	forCleo := func() error {
		_, err := send(c, c.bob, b, live.Number, 1, campaign.RollTable, 1, 5)
		return err
	}
	lend := func(seat rules.Seat, to campaign.ID, back bool) campaign.LendSeat {
		return campaign.LendSeat{Battle: b, Seat: seat, To: to, Back: back}
	}
	refused := func(by campaign.Actor, body campaign.Body, code campaign.Code, field, key, rule string) {
		t.Helper()
		_, err := c.try(by, body)
		wantError(t, err, code, field, key, rule)
	}
	if campaign.CodeOf(forCleo()) != campaign.Forbidden {
		t.Fatal("Bob plays for Cleo who has lent nothing")
	}
	refused(c.bob, lend(1, c.bob.Member, false), campaign.Forbidden, "", "not-yours", "CAMP-ROLE-2")
	refused(c.cleo, lend(1, c.anne.Member, false), campaign.Invalid, "to", "not-opposite", "")
	refused(c.cleo, lend(1, c.cleo.Member, false), campaign.Invalid, "to", "not-opposite", "")
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
	refused(c.bob, campaign.Report{Battle: b, Seat: 1, Result: won(0, 2, 0)}, campaign.Forbidden, "", "not-yours", "CAMP-ROLE-2")
	c.do(c.bob, campaign.Report{Battle: b, Seat: 0, Result: won(0, 2, 0)})
	refused(c.cleo, lend(1, c.bob.Member, true), campaign.Conflict, "battle", "finished", "CAMP-BAT-8")
	c.clean()
}

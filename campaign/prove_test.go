package campaign_test

import (
	"testing"

	"oriflamme/campaign"
)

// TestProveDice: once a part is finished anybody can throw its dice again; before that the seed is nobody's.
func TestProveDice(t *testing.T) {
	c := newClub(t, true)
	b := playDuel(t, c)
	after, err := c.ProveDice(ctx, c.id, b, campaign.PartAftermath)
	if err != nil || !after.Kept() || len(after.Thrown) != 1 || !after.Thrown[0].Same() || len(after.Thrown[0].Dice) == 0 {
		t.Fatalf("of the aftermath: %+v %v", after, err)
	}
	forged := after.Thrown[0]
	forged.Again[0]++
	if forged.Same() {
		t.Error("another face is the same")
	}
	fought, err := c.ProveDice(ctx, c.id, b, campaign.PartBattle)
	if err != nil || !fought.Kept() || len(fought.Thrown) != 0 || fought.Entered != 3 {
		t.Errorf("of the battle: %+v %v", fought, err)
	}
	fought.Seed += "x"
	if fought.Kept() {
		t.Error("another seed keeps the promise")
	}
	if _, err := c.ProveDice(ctx, c.id, "none", campaign.PartBattle); campaign.CodeOf(err) != campaign.NotFound {
		t.Errorf("of no battle: %v", err)
	}
}

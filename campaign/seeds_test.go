package campaign_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"oriflamme/campaign"
)

// TestArchiveKeepsLiveSeedsBack: no member's archive has the seed of a battle that goes on, and
// what is restored from it goes on with dice of the table.
func TestArchiveKeepsLiveSeedsBack(t *testing.T) {
	c := newClub(t, false)
	b := opened(t, c)
	var whole, remaining bytes.Buffer
	if err := c.Export(ctx, campaign.Actor{}, c.id, &whole); err != nil {
		t.Fatal(err)
	}
	if err := c.Export(ctx, c.anne, c.id, &remaining); err != nil {
		t.Fatal(err)
	}
	a, err := campaign.ReadArchive(bytes.NewReader(whole.Bytes()))
	if err != nil || len(a.Lives) != 1 || a.Lives[0].Seed == "" {
		t.Fatalf("who holds the machine gets all: %+v, %v", a.Lives, err)
	}
	if strings.Contains(remaining.String(), a.Lives[0].Seed) {
		t.Error("a member's archive has the seed of a battle that goes on")
	}
	other := newClub(t, false)
	if _, err := other.Import(ctx, &remaining); err != nil {
		t.Fatal(err)
	}
	move := campaign.Move{Command: json.RawMessage(`{"kind":"strike","seat":0}`), Roll: campaign.RollApp, Key: "app"}
	if _, err := other.Play(ctx, c.bob, c.id, b, move); campaign.CodeOf(err) != campaign.Conflict {
		t.Errorf("the program throws dice without a seed: %v", err)
	}
	move.Roll, move.Dice, move.Key = campaign.RollTable, []int{6, 1}, "table"
	if live, err := other.Play(ctx, c.bob, c.id, b, move); err != nil || live.Number != 1 {
		t.Errorf("dice of the table: %v", err)
	}
	if proof, err := other.ProveDice(ctx, c.id, b, campaign.PartBattle); err != nil || !proof.SeedLost || proof.SeedMatches() {
		t.Errorf("the proof says %+v, %v", proof, err)
	}
	if found, err := other.Check(ctx); err != nil || len(found) > 0 {
		t.Errorf("check finds %v, %v", found, err)
	}
}

package campaign_test

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"oriflamme/campaign"
	"oriflamme/campaign/store"
	"oriflamme/rules"
)

func TestArchive(t *testing.T) {
	c := newClub(t, true)
	playDuel(t, c)
	var one, two bytes.Buffer
	must(t, c.Export(ctx, c.anne, c.id, &one))
	if err := c.Export(ctx, c.bob, c.id, &two); campaign.CodeOf(err) != campaign.Forbidden {
		t.Errorf("a player exported: %v", err)
	}
	s, err := store.Open(filepath.Join(t.TempDir(), "new.db"))
	must(t, err)
	defer s.Close()
	h := campaign.NewService(s, []*rules.Game{toy}, c.clock.now)
	id, err := h.Import(ctx, bytes.NewReader(one.Bytes()))
	must(t, err)
	must(t, h.Export(ctx, campaign.Actor{}, id, &two))
	if !bytes.Equal(one.Bytes(), two.Bytes()) {
		t.Error("the archive of the restored club differs")
	}
	got, err := h.State(ctx, id)
	if err != nil || got.Hash() != c.state().Hash() {
		t.Errorf("the restored state differs: %v", err)
	}
	if found, err := h.Check(ctx); err != nil || len(found) > 0 {
		t.Errorf("check of the restored club: %v %v", found, err)
	}
	if _, err := h.Import(ctx, bytes.NewReader(one.Bytes())); campaign.CodeOf(err) != campaign.Conflict {
		t.Errorf("imported twice: %v", err)
	}
	forged := bytes.Replace(one.Bytes(), []byte("Les Marches"), []byte("Les Plaines"), 1)
	if _, err := campaign.ReadArchive(bytes.NewReader(forged)); err == nil || !strings.Contains(err.Error(), "was changed") {
		t.Errorf("a forged archive: %v", err)
	}
}

// FuzzArchive: reading any bytes as an archive gives a club that verifies or an error, never a panic.
func FuzzArchive(f *testing.F) {
	act := `{"no":1,"club":"c","by":"b","at":"2026-11-21T10:00:00.000Z","kind":"found","body":{"name":"C","lang":"fr","place":"","owner":"A"},"why":"","amends":0,"key":"k","prev":"","hash":""}`
	f.Add(`{"format":"oriflamme-club-1","club":"c","acts":[` + act + `],"lives":[],"steps":[]}`)
	f.Add(`{"format":"oriflamme-club-1","club":"c","acts":[` + act + `],"lives":[{"club":"c","battle":"b","part":"battle","setup":{},"seed":"s"}],"steps":[{"club":"c","number":1}]}`)
	f.Add(strings.Repeat(`{"acts":[`, 20000))
	f.Add(`null`)
	f.Fuzz(func(t *testing.T, text string) {
		a, err := campaign.ReadArchive(strings.NewReader(text))
		if err != nil {
			return
		}
		if err := campaign.Verify(a.Acts); err != nil {
			t.Errorf("read without an error: %v", err)
		}
	})
}

// TestArchiveKeepsLiveSeedsBack: the archive that a member downloads has no seeds of unfinished
// battles, and after an import these continue with dice thrown at the table.
func TestArchiveKeepsLiveSeedsBack(t *testing.T) {
	c := newClub(t, false)
	b := opened(t, c)
	var whole, remaining bytes.Buffer
	must(t, c.Export(ctx, campaign.Actor{}, c.id, &whole))
	must(t, c.Export(ctx, c.anne, c.id, &remaining))
	a, err := campaign.ReadArchive(bytes.NewReader(whole.Bytes()))
	if err != nil || len(a.Lives) != 1 || a.Lives[0].Seed == "" {
		t.Fatalf("who holds the machine gets all: %+v, %v", a.Lives, err)
	}
	if strings.Contains(remaining.String(), a.Lives[0].Seed) {
		t.Error("a member's archive has the seed of a battle that goes on")
	}
	other := newClub(t, false)
	_, err = other.Import(ctx, &remaining)
	must(t, err)
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

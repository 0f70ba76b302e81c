package campaign_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"oriflamme/campaign"
	"oriflamme/rules"
)

// TestProveDice: once a part is finished anybody can throw its dice again; before that nobody can see the seed.
func TestProveDice(t *testing.T) {
	c := newClub(t, true)
	b := playDuel(t, c)
	after, err := c.ProveDice(ctx, c.id, b, campaign.PartAftermath)
	if err != nil || !after.SeedMatches() || len(after.Steps) != 1 || !after.Steps[0].Matches() || len(after.Steps[0].Dice) == 0 {
		t.Fatalf("of the aftermath: %+v %v", after, err)
	}
	forged := after.Steps[0]
	forged.Replayed[0]++
	if forged.Matches() {
		t.Error("another face is the same")
	}
	fought, err := c.ProveDice(ctx, c.id, b, campaign.PartBattle)
	if err != nil || !fought.SeedMatches() || len(fought.Steps) != 0 || fought.TypedSteps != 3 {
		t.Errorf("of the battle: %+v %v", fought, err)
	}
	fought.Seed += "x"
	if fought.SeedMatches() {
		t.Error("another seed has the published hash")
	}
	if _, err := c.ProveDice(ctx, c.id, "none", campaign.PartBattle); campaign.CodeOf(err) != campaign.NotFound {
		t.Errorf("of no battle: %v", err)
	}
}

// TestMixedDiceAreProved: a battle with rolls of which one die was typed and the other thrown by the program replays from
// record and archive to the same end, during the battle and after it. The proof throws again only the dice that the
// program threw.
func TestMixedDiceAreProved(t *testing.T) {
	c := newClub(t, false)
	b := opened(t, c)
	mixed := func(h *campaign.Service, n int) *campaign.LiveSnapshot {
		t.Helper()
		by := []campaign.Actor{c.bob, c.cleo}[n%2]
		raw, err := rules.EncodeCommand(attack{rules.Seat(n % 2)})
		must(t, err)
		m := campaign.Move{Number: n, Command: raw, Roll: campaign.RollApp, Key: fmt.Sprint("mixed ", n)}
		if n%3 < 2 { // the program throws all dice of every third roll
			m.DiceBySeat = map[rules.Seat][]int{rules.Seat(n % 2): {5}}
		}
		live, err := h.Play(ctx, by, c.id, b, m)
		must(t, err)
		return live
	}
	live := mixed(c.Service, 0)
	if got := live.Rows[0].Roll.Thrown(2); len(live.Steps[0].Dice) != 2 || got[0] || !got[1] || live.Steps[0].Dice[0].Value != 5 {
		t.Fatalf("%v, thrown by %q", live.Steps[0].Dice, live.Rows[0].Roll)
	}
	// During the battle: a full archive has the seeds, so the battle goes on elsewhere with the same dice.
	elsewhere := restored(t, c)
	for n := 1; !live.Over; n++ {
		live = mixed(c.Service, n)
		if there := mixed(elsewhere.Service, n); !slices.Equal(rules.Faces(there.Steps[n].Dice), rules.Faces(live.Steps[n].Dice)) || there.Over != live.Over {
			t.Fatalf("step %d: %v here, %v there", n+1, live.Steps[n].Dice, there.Steps[n].Dice)
		}
	}
	if live.Number < 3 {
		t.Fatalf("over after %d steps, none of them the program's alone", live.Number)
	}
	for name, h := range map[string]*club{"here": c, "elsewhere": elsewhere} {
		_, err := h.FinishBattle(ctx, c.bob, c.id, b, "finish")
		must(t, err)
		proof, err := h.ProveDice(ctx, c.id, b, campaign.PartBattle)
		if err != nil || !proof.SeedMatches() || len(proof.Steps) != live.Number || proof.TypedSteps != 0 {
			t.Fatalf("%s: the proof says %+v, %v", name, proof, err)
		}
		for n, p := range proof.Steps {
			if typed := map[bool]int{true: 1}[n%3 < 2]; !p.Matches() || p.Typed != typed || len(p.Dice) != 2-typed || p.Dice[0] != live.Steps[n].Dice[typed] {
				t.Errorf("%s, step %d: %+v of %v", name, n+1, p, live.Steps[n].Dice)
			}
		}
		h.clean()
	}
	// The record that members can download.
	var text bytes.Buffer
	must(t, rules.WriteRecord(&text, live.Record()))
	if sum := fmt.Sprintf("%x", sha256.Sum256(text.Bytes())); sum != c.state().Battles[b].EngineParts[0].Record {
		t.Errorf("the record handed out is %s, the act names %s", sum, c.state().Battles[b].EngineParts[0].Record)
	}
	g, record, err := rules.ReadRecord(&text, func(string) *rules.Game { return toy })
	must(t, err)
	end, err := rules.Replay(g, record)
	must(t, err)
	if o, over := end.Outcome(); !over || !reflect.DeepEqual(o, live.Outcome) {
		t.Errorf("replayed: %+v, want %+v", o, live.Outcome)
	}
	// The archive of the finished battle.
	again := restored(t, c)
	if proof, err := again.ProveDice(ctx, c.id, b, campaign.PartBattle); err != nil || !proof.SeedMatches() || len(proof.Steps) != live.Number || slices.ContainsFunc(proof.Steps, func(p campaign.StepProof) bool { return !p.Matches() }) {
		t.Errorf("restored: %+v, %v", proof, err)
	}
	if there, err := again.Live(ctx, c.id, b); err != nil || !reflect.DeepEqual(there.Outcome, live.Outcome) {
		t.Errorf("restored: %+v, %v", there, err)
	}
	again.clean()
	// A record that claims that the program threw a typed die fails the proof.
	var whole bytes.Buffer
	must(t, c.Export(ctx, campaign.Actor{}, c.id, &whole))
	forged := newClub(t, false)
	_, err = forged.Import(ctx, bytes.NewReader(bytes.ReplaceAll(whole.Bytes(), []byte(`"mixed:ta"`), []byte(`"app"`))))
	must(t, err)
	if proof, err := forged.ProveDice(ctx, c.id, b, campaign.PartBattle); err != nil || !slices.ContainsFunc(proof.Steps, func(p campaign.StepProof) bool { return !p.Matches() }) {
		t.Errorf("typed dice pass for the program's: %+v, %v", proof, err)
	}
}

// restored returns the club in another database, from an archive with all seeds.
func restored(t *testing.T, c *club) *club {
	t.Helper()
	var whole bytes.Buffer
	must(t, c.Export(ctx, campaign.Actor{}, c.id, &whole))
	there := newClub(t, false)
	_, err := there.Import(ctx, &whole)
	must(t, err)
	there.id = c.id
	return there
}

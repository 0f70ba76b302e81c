package campaign_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"

	"oriflamme/campaign"
	"oriflamme/rules"
	"oriflamme/rules/dice"
)

func send(c *club, by campaign.Actor, b campaign.ID, n int, seat rules.Seat, roll campaign.Roll, faces ...int) (*campaign.LiveSnapshot, error) {
	raw, _ := json.Marshal(map[string]any{"kind": "strike", "seat": seat})
	return c.Play(ctx, by, c.id, b, campaign.Move{Number: n, Command: raw, Dice: faces, Roll: roll, Key: fmt.Sprint("s", n)})
}

// playDuel plays a battle with A2 at stake through the engine. Bob wins; the aftermath is
// played and the battle is final.
func playDuel(t *testing.T, c *club) campaign.ID {
	t.Helper()
	b := c.schedule("A2")
	live := c.open(b)
	if live.SeedHash == "" || live.SeedHash != c.state().Battles[b].EngineParts[0].SeedHash {
		t.Error("the seed is not promised")
	}
	var err error
	for _, m := range []struct {
		by    campaign.Actor
		seat  rules.Seat
		faces []int
	}{{c.bob, 0, []int{5, 6}}, {c.cleo, 1, []int{1, 5}}, {c.bob, 0, []int{5, 1}}} {
		live, err = send(c, m.by, b, live.Number, m.seat, campaign.RollTable, m.faces...)
		must(t, err)
	}
	if !live.Over {
		t.Fatal("the duel goes on")
	}
	c.ok(c.FinishBattle(ctx, c.bob, c.id, b, "finish"))
	c.do(c.cleo, campaign.Confirm{Battle: b, Seat: 1})
	c.ok(c.OpenAftermath(ctx, c.bob, c.id, b, "after"))
	raw := json.RawMessage(`{"kind":"strike","seat":0}`)
	c.ok(c.Play(ctx, c.bob, c.id, b, campaign.Move{Command: raw, Roll: campaign.RollApp, Key: "fate"}))
	c.ok(c.FinishBattle(ctx, c.bob, c.id, b, "finish after"))
	return b
}

func TestLiveBattle(t *testing.T) {
	c := newClub(t, true)
	b := playDuel(t, c)
	s := c.state()
	battle := s.Battles[b]
	if battle.Status != campaign.Final || s.Campaigns[c.campaign].Map.Region("A2").Owner != c.rBob {
		t.Errorf("phase %s", battle.Status)
	}
	for _, p := range battle.EngineParts {
		if campaign.HashToken(p.Seed) != p.SeedHash || p.Record == "" {
			t.Errorf("%s: the dice are not proved: %+v", p.Part, p)
		}
	}
	if got := s.Rosters[c.rBob].Records["u1-1"].Kills; got != 3 {
		t.Errorf("kills %d", got)
	}
	marked := 0
	for _, r := range s.Rosters[c.rCleo].Records {
		if len(r.Scars) == 1 || r.Lost != nil {
			marked++
		}
	}
	if marked != 3 {
		t.Errorf("the aftermath marked %d of 3", marked)
	}
	// A new service replays the same battle from the store.
	again := campaign.NewService(c.store, []*rules.Game{toy}, c.clock.now)
	live, err := again.LivePart(ctx, c.id, b, campaign.PartBattle)
	if err != nil || live.Number != 3 || !live.Over {
		t.Errorf("replayed: %+v %v", live, err)
	}
	c.clean()
}

func TestLiveRefusals(t *testing.T) {
	c := newClub(t, true)
	b := c.schedule()
	c.open(b)
	numbers, stop := c.Watch(c.id, b)
	defer stop()
	var need *dice.MissingError
	if _, err := send(c, c.bob, b, 0, 0, campaign.RollTable, 5); !errors.As(err, &need) || need.Roll.N != 2 {
		t.Errorf("too few dice: %v", err)
	}
	var fault *rules.Fault
	if _, err := send(c, c.cleo, b, 0, 1, campaign.RollTable, 5, 5); !errors.As(err, &fault) || fault.Rule != "TOY-1" {
		t.Errorf("out of turn: %v", err)
	}
	_, err := send(c, c.cleo, b, 0, 0, campaign.RollTable, 5, 5)
	wantError(t, err, campaign.Forbidden, "command", "not-your-seat", "CAMP-ROLE-2")
	c.ok(send(c, c.bob, b, 0, 0, campaign.RollTable, 1, 1))
	if n := <-numbers; n != 1 {
		t.Errorf("watched %d", n)
	}
	if again, err := send(c, c.bob, b, 0, 0, campaign.RollTable, 1, 1); err != nil || again.Number != 1 {
		t.Errorf("the same key again: %v", err)
	}
	_, err = send(c, c.cleo, b, 0, 1, campaign.RollTable, 1, 1)
	wantError(t, err, campaign.Stale, "number", "changed-since", "CAMP-BAT-8")
	_, err = c.Undo(ctx, c.cleo, c.id, b, 1)
	wantError(t, err, campaign.Forbidden, "number", "not-undoable", "CAMP-BAT-9")
	if l, err := c.Undo(ctx, c.bob, c.id, b, 1); err != nil || l.Number != 0 {
		t.Fatalf("undo: %v", err)
	}
	l, err := send(c, c.bob, b, 0, 0, campaign.RollApp)
	must(t, err)
	_, err = c.Undo(ctx, c.bob, c.id, b, 1)
	wantError(t, err, campaign.Forbidden, "number", "not-undoable", "CAMP-BAT-9")
	c.ok(c.Undo(ctx, c.anne, c.id, b, 1))
	m, err := send(c, c.bob, b, 0, 0, campaign.RollApp)
	if err != nil || fmt.Sprint(m.Steps[0].Dice) != fmt.Sprint(l.Steps[0].Dice) {
		t.Errorf("the seed gave other dice after an undo: %v", err)
	}
	_, err = c.FinishBattle(ctx, c.bob, c.id, b, "f")
	wantError(t, err, campaign.Conflict, "battle", "not-over", "CAMP-BAT-5")
	c.clean()
}

// TestAftermathByHand: each side posts only its own effects; the battle is final after the
// last.
func TestAftermathByHand(t *testing.T) {
	c := newClub(t, true)
	b := c.schedule()
	c.do(c.bob, campaign.Report{Battle: b, Seat: 0, Result: won(0, 2, 0)})
	c.do(c.cleo, campaign.Confirm{Battle: b, Seat: 1})
	glory := []rules.Effect{{Seat: 0, Kind: "resource", Key: "glory", Amount: 3}}
	c.refused(c.bob, campaign.Aftermath{Battle: b, Seat: rules.Nobody, Effects: glory}, campaign.Forbidden, "", "not-yours", "CAMP-ROLE-2")
	c.refused(c.bob, campaign.Aftermath{Battle: b, Seat: rules.Nobody, Effects: glory, Record: "forged", Seed: "guessed"}, campaign.Conflict, "record", "not-open", "CAMP-BAT-7")
	c.refused(c.cleo, campaign.Aftermath{Battle: b, Seat: 1, Effects: glory}, campaign.Invalid, "effects[0].seat", "not-yours", "CAMP-ROLE-2")
	c.do(c.bob, campaign.Aftermath{Battle: b, Seat: 0, Effects: glory})
	if got := c.state().Battles[b].Status; got != campaign.Confirmed {
		t.Errorf("after one side: %s", got)
	}
	if got := c.state().Rosters[c.rBob].Resources["glory"]; got != 0 {
		t.Errorf("glory %d before the battle is final", got)
	}
	c.ok(c.PostAftermath(ctx, c.cleo, c.id, "mine", b, nil))
	s := c.state()
	if s.Battles[b].Status != campaign.Final || s.Rosters[c.rBob].Resources["glory"] != 3 {
		t.Errorf("after both: %s %v", s.Battles[b].Status, s.Rosters[c.rBob].Resources)
	}
	c.clean()
}

// TestDiceCanBeProved: the revealed seed gives the dice that the
// program threw.
func TestDiceCanBeProved(t *testing.T) {
	c := newClub(t, true)
	b := playDuel(t, c)
	p := c.state().Battles[b].EngineParts[1]
	live, err := c.Live(ctx, c.id, b)
	if err != nil || live.Part != campaign.PartAftermath || live.Number != 1 {
		t.Fatalf("%+v %v", live, err)
	}
	src := dice.Seeded(p.Seed + "/1")
	for i, d := range live.Steps[0].Dice {
		want, err := src.Roll(dice.Roll{Why: "fate", N: 1, Sides: 6})
		if err != nil || want[0] != d.Value {
			t.Errorf("die %d shows %d, the seed gives %v", i, d.Value, want)
		}
	}
}

// TestOpenedTwice: two players who open a battle at once get the same battle with the same
// seed.
func TestOpenedTwice(t *testing.T) {
	c := newClub(t, true)
	b := c.schedule()
	setup := c.setup()
	var wg sync.WaitGroup
	for i, by := range []campaign.Actor{c.bob, c.cleo, c.bob, c.cleo} {
		wg.Go(func() {
			if _, err := c.OpenBattle(ctx, by, c.id, b, setup, fmt.Sprint("open", i)); err != nil && campaign.CodeOf(err) != campaign.Conflict {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	live, err := c.Live(ctx, c.id, b)
	if err != nil || live.SeedHash != c.state().Battles[b].EngineParts[0].SeedHash {
		t.Errorf("another seed than promised: %v", err)
	}
	c.clean()
}

// TestDeadDoNotFight: a unit that was lost cannot be in a setup.
func TestDeadDoNotFight(t *testing.T) {
	c := newClub(t, true)
	s := c.state()
	setup := rules.Setup{Mode: rules.Measured, Rosters: []rules.Roster{s.Rosters[c.rBob].List, s.Rosters[c.rCleo].List}}
	c.do(c.anne, campaign.Grant{Roster: c.rBob, Unit: "u1-2", What: "lost"})
	b := c.schedule()
	_, err := c.OpenBattle(ctx, c.bob, c.id, b, setup, "open")
	wantError(t, err, campaign.Invalid, "rosters[0].units[2].id", "unit-lost", "CAMP-ROS-2")
}

// TestScoreResourceCounts: a resource that aftermaths give counts as campaign points if the
// settings name it, and only then.
func TestScoreResourceCounts(t *testing.T) {
	c := newClub(t, true)
	b := c.schedule()
	c.do(c.bob, campaign.Report{Battle: b, Seat: 0, Result: won(0, 2, 0)})
	c.do(c.cleo, campaign.Confirm{Battle: b, Seat: 1})
	c.do(c.bob, campaign.Aftermath{Battle: b, Seat: 0, Effects: []rules.Effect{
		{Seat: 0, Kind: "resource", Key: "glory", Amount: 4}, {Seat: 0, Kind: "resource", Key: "renown", Amount: 2},
	}})
	c.do(c.cleo, campaign.Aftermath{Battle: b, Seat: 1, Effects: []rules.Effect{{Seat: 1, Kind: "resource", Key: "glory", Amount: 1}}})
	set := c.state().Campaigns[c.campaign].Settings
	for resource, more := range map[string][2]int{"": {0, 0}, "glory": {4, 1}, "renown": {2, 0}} {
		set.ScoreResource = resource
		c.do(c.anne, campaign.EditCampaign{Campaign: c.campaign, Settings: set})
		points := map[campaign.ID]int{}
		for _, r := range c.state().Standings(c.campaign, 0) {
			points[r.Roster] = r.Points
		}
		if points[c.rBob] != set.Win+more[0] || points[c.rCleo] != set.Loss+more[1] {
			t.Errorf("counting %q: %v, want %d and %d", resource, points, set.Win+more[0], set.Loss+more[1])
		}
	}
	c.clean()
}

// TestOnlyTheSeatChooses: the author of a command cannot answer a question that it asks the other seat.
func TestOnlyTheSeatChooses(t *testing.T) {
	s := rules.Question{Seat: 1}
	c := newClub(t, false)
	b := opened(t, c)
	c.ok(offer(c, b, "o1", 5))
	n := 0
	if _, err := c.Answer(ctx, c.cleo, c.id, b, 0, campaign.Answer{Choice: &rules.Reply{Option: n}}); campaign.CodeOf(err) != campaign.Stale {
		t.Errorf("an answer to seat %d before the question: %v", s.Seat, err)
	}
}

package campaign_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"oriflamme/campaign"
	"oriflamme/campaign/diff"
	"oriflamme/rules"
)

// TestCorrectionEqualsHistory: a corrected battle gives the standings, land and ladder of the history in which it had ended so
// from the start, however it was settled. Voiding the correction restores the state before.
func TestCorrectionEqualsHistory(t *testing.T) {
	corrected := 0
	for seed := range uint64(30) {
		s, err := campaign.Fold(newHistory(seed, 40).State().Acts)
		must(t, err)
		for n := 38; n > 30; n-- {
			b := s.Battles[fmt.Sprint("b", n)]
			if b.Result == nil {
				continue
			}
			other := campaign.Result{Winner: 1 - max(b.Result.Winner, 0), Scores: []int{1, 1}}
			after, err := s.Next(actAfter(t, s, campaign.ActRequest{Body: campaign.Correct{Battle: b.ID, Result: other}, Why: "typed wrongly"}))
			if campaign.CodeOf(err) == campaign.Conflict {
				continue // land that changed hands was fought over later
			}
			must(t, err)
			corrected++
			notified := slices.Clone(s.Acts)
			for i := range notified {
				switch body := notified[i].Body.(type) {
				case campaign.Report:
					if body.Battle == b.ID && b.SettledAs != campaign.Ruled {
						body.Result.Winner, body.Result.Scores = other.Winner, other.Scores
						notified[i].Body = body
					}
				case campaign.Rule:
					if body.Battle == b.ID {
						body.Result.Winner, body.Result.Scores = other.Winner, other.Scores
						notified[i].Body = body
					}
				}
			}
			want := refoldWithout(t, notified, nil)
			if changes := diff.OfStates(after, want, "c"); len(changes) > 0 {
				t.Errorf("seed %d, %s: the correction differs from the history with that result: %v", seed, b.ID, changes)
			}
			if after.Battles[b.ID].Corrected == nil || after.Battles[b.ID].Corrected.Note != "typed wrongly" {
				t.Error("the battle does not say that it was corrected")
			}
			if back := next(t, after, campaign.ActRequest{Body: campaign.Void{Acts: []int64{after.No}}, Why: "it was not"}); back.Hash() != s.Hash() {
				t.Errorf("seed %d: voiding the correction does not restore the state", seed)
			}
			break
		}
	}
	if corrected < 20 {
		t.Errorf("only %d histories were corrected", corrected)
	}
}

// TestPreviewAct: the preview of a correction shows exactly what the correction then changes.
func TestPreviewAct(t *testing.T) {
	c := newClub(t, false)
	b := c.schedule("A2")
	c.do(c.bob, campaign.Report{Battle: b, Seat: 0, Result: won(0, 3, 1)})
	c.do(c.cleo, campaign.Report{Battle: b, Seat: 1, Result: won(0, 3, 1)})
	inland := c.do(c.bob, campaign.Schedule{Campaign: c.campaign, Seats: []campaign.ID{c.rBob, c.rCleo}, Stakes: []campaign.ID{"A3"}})
	body := campaign.Correct{Battle: b, Result: won(rules.Nobody, 2, 2)}
	s := c.state()
	then, bad, err := s.PreviewAct(c.anne.Member, c.clock.now(), campaign.ActRequest{Body: body, Why: "seen"})
	if err != nil || len(bad) != 1 || bad[0].Act.No != inland.No || !strings.Contains(bad[0].Err.Error(), "CAMP-MAP-2") {
		t.Fatalf("impossible then: %v %v", bad, err)
	}
	notified := diff.OfStates(s, then, c.campaign)
	for _, want := range []string{"points " + c.rBob + ": 3 -> 1", "points " + c.rCleo + ": 0 -> 1", "region A2: " + c.rBob + " -> ", "phase " + inland.Body.(campaign.Schedule).Battle + ": scheduled -> "} {
		if !slices.ContainsFunc(notified, func(d diff.StateChange) bool { return d.String() == want }) {
			t.Errorf("%q is not foretold: %v", want, notified)
		}
	}
	if s.Hash() != c.state().Hash() {
		t.Error("foreseeing changed the state")
	}
	_, err = c.Correct(ctx, c.anne, c.id, "c1", body, nil, "seen")
	wantError(t, err, campaign.Conflict, "acts", "others-depend", "CAMP-ACT-3")
	c.ok(c.Correct(ctx, c.anne, c.id, "c2", body, []int64{inland.No}, "seen"))
	if got := diff.OfStates(s, c.state(), c.campaign); fmt.Sprint(got) != fmt.Sprint(notified) {
		t.Errorf("changed %v, foretold %v", got, notified)
	}
	if _, err = c.Correct(ctx, c.anne, c.id, "c2", body, []int64{inland.No}, "seen"); err != nil {
		t.Errorf("sent again: %v", err)
	}
	open := c.schedule()
	c.refused(c.anne, campaign.Correct{Battle: open, Result: won(0, 1, 0)}, campaign.Conflict, "battle", "not-settled", "CAMP-COR-1")
	c.refused(c.bob, campaign.Correct{Battle: b, Result: won(0, 1, 0)}, campaign.Forbidden, "", "not-allowed", "CAMP-ROLE-1")
	c.clean()
}

// TestCorrectAForfeit: a result that nobody reported can be corrected too.
func TestCorrectAForfeit(t *testing.T) {
	c := newClub(t, false)
	b := c.schedule()
	c.do(c.cleo, campaign.Concede{Battle: b, Seat: 1})
	c.do(c.anne, campaign.Correct{Battle: b, Result: won(1, 0, 4)})
	s := c.state()
	if got := s.Battles[b]; got.Result.Winner != 1 || got.Result.Forfeit || got.Status != campaign.Final || s.Rosters[c.rCleo].Records["u2-0"].Battles != 1 {
		t.Errorf("corrected: %+v", got)
	}
	if got := s.ActsOf(b); len(got) != 3 {
		t.Errorf("acts about the battle: %v", got)
	}
	c.do(c.anne, campaign.Void{Acts: s.ActsOf(b)})
	c.clean()
}

// TestCorrectWhatItBrought: effects and land are corrected as if from the start, the preview shows it, and voiding the
// correction restores them.
func TestCorrectWhatItBrought(t *testing.T) {
	c := newClub(t, true)
	b := c.schedule("A2")
	stated := []rules.Effect{{Seat: 0, Unit: "u1-0", Kind: "experience", Amount: 2, Rule: "TOY-1"}, {Seat: 1, Unit: "u2-0", Kind: "scar", Key: "limp"}}
	c.do(c.bob, campaign.Report{Battle: b, Seat: 0, Result: won(0, 3, 1)})
	c.do(c.cleo, campaign.Report{Battle: b, Seat: 1, Result: won(0, 3, 1)})
	early := campaign.Correct{Battle: b, Result: won(0, 3, 1), Effects: []rules.Effect{}}
	c.refused(c.anne, early, campaign.Conflict, "battle", "not-final", "CAMP-COR-2")
	c.do(c.anne, campaign.Aftermath{Battle: b, Seat: rules.Nobody, Effects: stated})
	before := c.state()
	if r := before.Rosters[c.rBob].Records["u1-0"]; r.Experience != 2 || before.Campaigns[c.campaign].Map.Region("A2").Owner != c.rBob {
		t.Fatalf("before: %+v", r)
	}
	// The scarred unit still fights, which a lost unit could not.
	again := c.schedule()
	later := c.do(c.cleo, campaign.Report{Battle: again, Seat: 1, Result: campaign.Result{Winner: 1, Scores: []int{0, 2}, Effects: []rules.Effect{{Seat: 1, Unit: "u2-0", Kind: "experience", Amount: 1}}}})
	before = c.state()

	fixed := campaign.Correct{Battle: b, Result: won(0, 3, 1), Lands: []campaign.RegionAward{{Region: "A2", To: ""}}, Effects: []rules.Effect{
		{Seat: 0, Unit: "u1-0", Kind: "experience", Amount: 5}, {Seat: 0, Unit: "u1-1", Kind: "honour", Key: "brave"}, {Seat: 1, Unit: "u2-0", Kind: "lost"}}}
	then, bad, err := before.PreviewAct(c.anne.Member, c.clock.now(), campaign.ActRequest{Body: fixed, Why: "read aloud wrongly"})
	if err != nil || len(bad) != 1 || bad[0].Act.No != later.No || !strings.Contains(bad[0].Err.Error(), "CAMP-LED-1") {
		t.Fatalf("impossible then: %v %v", bad, err)
	}
	notified := diff.OfStates(before, then, c.campaign)
	for _, want := range []string{"region A2: " + c.rBob + " -> ", "experience u1-0: 2 -> 5", "honour u1-1: 0 -> 1", "scar u2-0: 1 -> 0", "lost u2-0: 0 -> 1"} {
		if !slices.ContainsFunc(notified, func(d diff.StateChange) bool { return d.String() == want }) {
			t.Errorf("%q is not foretold: %v", want, notified)
		}
	}
	c.ok(c.Correct(ctx, c.anne, c.id, "fx", fixed, []int64{later.No}, "read aloud wrongly"))
	after := c.state()
	if got := diff.OfStates(before, after, c.campaign); fmt.Sprint(got) != fmt.Sprint(notified) {
		t.Errorf("changed %v, foretold %v", got, notified)
	}
	// The state is as if the aftermath had said so at once.
	acts := slices.Clone(before.Acts)
	for i := range acts {
		if body, ok := acts[i].Body.(campaign.Aftermath); ok {
			body.Effects = fixed.Effects
			acts[i].Body = body
		}
	}
	want := refoldWithout(t, slices.DeleteFunc(acts, func(a campaign.Act) bool { return a.No == later.No }), nil)
	for _, d := range diff.OfStates(after, want, c.campaign) {
		if d.What != diff.DiffersRegion { // the correction gives the land to another roster than the rules
			t.Errorf("the correction differs from the history with these effects: %v", d)
		}
	}
	var own []int64
	for _, a := range after.Acts[len(before.Acts):] {
		own = append(own, a.No)
	}
	slices.Reverse(own)
	c.do(c.anne, campaign.Void{Acts: own})
	if c.state().Hash() != before.Hash() {
		t.Error("voiding the correction does not restore the state")
	}
	for field, body := range map[string]campaign.Correct{
		"effects[0].unit": {Effects: []rules.Effect{{Seat: 0, Unit: "u2-0", Kind: "lost"}}},
		"lands[0].region": {Lands: []campaign.RegionAward{{Region: "A3", To: c.rBob}}},
		"lands[0].to":     {Lands: []campaign.RegionAward{{Region: "A2", To: "nobody"}}},
		"lands[1].region": {Lands: []campaign.RegionAward{{Region: "A2"}, {Region: "A2"}}},
	} {
		body.Battle, body.Result = b, won(0, 3, 1)
		_, err := c.try(c.anne, body)
		var e *campaign.Error
		if !errors.As(err, &e) || e.Field != field {
			t.Errorf("%s: %v", field, err)
		}
	}
	c.clean()
}

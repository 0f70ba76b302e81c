package campaign_test

import (
	"slices"
	"testing"
	"time"

	"oriflamme/campaign"
)

// ladder is a club with four rosters on a ladder: Bob, Cléo, Anne, Anne's second.
func ladder(t *testing.T, set campaign.LadderRules) (c *club, rungs []campaign.ID) {
	t.Helper()
	c = newClub(t, false)
	settings := c.state().Campaigns[c.camp].Settings
	settings.Ladder = &set
	c.do(c.anne, campaign.EditCampaign{Campaign: c.camp, Settings: settings})
	for side := 3; side < 5; side++ {
		c.do(c.anne, campaign.NewRoster{Campaign: c.camp, Member: c.anne.Member, List: list(side, 3)})
	}
	return c, c.rungs()
}

func (c *club) rungs() []campaign.ID { return slices.Clone(c.state().Campaigns[c.camp].Rungs) }

func (c *club) dare(by campaign.Actor, from, to campaign.ID) campaign.ID {
	c.t.Helper()
	return c.do(by, campaign.RaiseDare{Campaign: c.camp, From: from, To: to}).Body.(campaign.RaiseDare).Dare
}

func TestLadder(t *testing.T) {
	c, start := ladder(t, campaign.LadderRules{Reach: 2, Days: 5})
	if len(start) != 4 || start[0] != c.rBob || start[1] != c.rCleo {
		t.Fatalf("the ladder begins as %v", start)
	}
	third, last := start[2], start[3]
	refused := func(by campaign.Actor, body campaign.Body, code campaign.Code, field, key, rule string) {
		t.Helper()
		_, err := c.try(by, body)
		wantError(t, err, code, field, key, rule)
	}
	up := func(from, to campaign.ID) campaign.RaiseDare {
		return campaign.RaiseDare{Campaign: c.camp, From: from, To: to}
	}
	refused(c.anne, up(last, c.rBob), campaign.Invalid, "to", "out-of-reach", "CAMP-LAD-1")
	refused(c.bob, up(c.rBob, c.rCleo), campaign.Invalid, "to", "not-above", "CAMP-LAD-1")
	refused(c.bob, up(third, c.rBob), campaign.Forbidden, "", "not-yours", "CAMP-ROLE-2")
	dare := c.dare(c.anne, third, c.rBob)
	refused(c.anne, up(third, c.rCleo), campaign.Conflict, "from", "dares-already", "CAMP-LAD-2")
	refused(c.cleo, up(c.rCleo, c.rBob), campaign.Conflict, "to", "dared-already", "CAMP-LAD-2")
	refused(c.cleo, campaign.AnswerDare{Campaign: c.camp, Dare: dare, Accept: true}, campaign.Forbidden, "", "not-yours", "CAMP-ROLE-2")
	battle := c.do(c.bob, campaign.AnswerDare{Campaign: c.camp, Dare: dare, Accept: true}).Body.(campaign.AnswerDare).Battle
	refused(c.bob, campaign.AnswerDare{Campaign: c.camp, Dare: dare}, campaign.Conflict, "dare", "dare-over", "CAMP-LAD-3")
	if got := c.state().Battles[battle]; got.Dare != dare || got.Number != 1 || got.Seats[0] != third {
		t.Fatalf("accepted: %+v", got)
	}
	c.do(c.bob, campaign.Report{Battle: battle, Seat: 1, Result: won(0, 7, 2)})
	c.do(c.anne, campaign.Confirm{Battle: battle, Seat: 0})
	if got, want := c.rungs(), []campaign.ID{third, c.rCleo, c.rBob, last}; !slices.Equal(got, want) {
		t.Fatalf("after the battle %v, want %v", got, want)
	}
	s := c.state()
	if rows := s.Standings(c.camp, 0); rows[0].Roster != third || rows[1].Roster != c.rCleo || rows[1].Points != 0 || rows[2].Rank != 3 {
		t.Errorf("the table does not follow the ladder: %+v", rows)
	}
	climb := s.Campaigns[c.camp].Climbs[0]
	if climb.Up != third || climb.From != 3 || climb.To != 1 || climb.Battle != battle || climb.Cause != s.Battles[battle].Closed {
		t.Errorf("climb %+v", climb)
	}

	// A later challenge was possible only by the new places: it is named before the battle is voided.
	next := c.dare(c.bob, c.rBob, third)
	bad := c.state().Preview(c.state().ActsOf(battle)...)
	if len(bad) != 1 || bad[0].Act.Kind != campaign.KindChallenge {
		t.Fatalf("impossible without the battle: %v", bad)
	}
	void := append(c.state().ActsOf(battle), bad[0].Act.No)
	act := c.do(c.anne, campaign.Void{Acts: void})
	if got := c.rungs(); !slices.Equal(got, start) {
		t.Errorf("after the void %v, want %v", got, start)
	}
	if got := c.state().Battles[battle]; got == nil || got.Phase != campaign.Scheduled {
		t.Errorf("the challenge is not to be fought again: %+v", got)
	}
	c.do(c.anne, campaign.Void{Acts: []int64{act.No}})
	c.do(c.bob, campaign.CloseDare{Campaign: c.camp, Dare: next})
	if got := c.state().Campaigns[c.camp].Dares[1].State; got != campaign.Withdrawn {
		t.Errorf("the challenge is %s", got)
	}
	c.do(c.anne, campaign.RetireRoster{Roster: third})
	if got, want := c.rungs(), []campaign.ID{c.rCleo, c.rBob, last}; !slices.Equal(got, want) {
		t.Errorf("without the first %v, want %v", got, want)
	}
	c.clean()
}

// TestLadderYields: who declines or is silent gives the place up, and those between move down.
func TestLadderYields(t *testing.T) {
	c, start := ladder(t, campaign.LadderRules{Reach: 3, Days: 5, Yield: true, Climb: true})
	dare := c.dare(c.anne, start[3], c.rBob)
	c.do(c.bob, campaign.AnswerDare{Campaign: c.camp, Dare: dare})
	want := []campaign.ID{start[3], c.rBob, c.rCleo, start[2]}
	if got := c.rungs(); !slices.Equal(got, want) {
		t.Fatalf("after the refusal %v, want %v", got, want)
	}
	dare = c.dare(c.cleo, c.rCleo, c.rBob)
	c.clock.pass(6 * 24 * time.Hour)
	_, err := c.try(c.bob, campaign.AnswerDare{Campaign: c.camp, Dare: dare, Accept: true})
	wantError(t, err, campaign.Conflict, "dare", "dare-over", "CAMP-LAD-3")
	if d := c.state().Campaigns[c.camp].Dares[1]; c.state().Open(d, c.clock.now()) {
		t.Error("an expired challenge is open")
	}
	c.do(c.cleo, campaign.CloseDare{Campaign: c.camp, Dare: dare})
	want = []campaign.ID{start[3], c.rCleo, c.rBob, start[2]}
	if got := c.rungs(); !slices.Equal(got, want) {
		t.Errorf("after the silence %v, want %v", got, want)
	}
	dare = c.dare(c.bob, c.rBob, c.rCleo)
	battle := c.do(c.cleo, campaign.AnswerDare{Campaign: c.camp, Dare: dare, Accept: true}).Body.(campaign.AnswerDare).Battle
	c.do(c.anne, campaign.Rule{Battle: battle, Result: won(1, 1, 3)})
	if got := c.rungs(); !slices.Equal(got, want) {
		t.Errorf("a challenge that is lost moved places: %v", got)
	}
	whole, err := campaign.Fold(c.state().Acts)
	if err != nil || whole.Hash() != c.state().Hash() {
		t.Errorf("folded again it differs: %v", err)
	}
}

// TestGroups: a league in groups is drawn group by group, to the end; nobody meets another group.
func TestGroups(t *testing.T) {
	h := newHistory(1, 0)
	for i := 4; i < 11; i++ {
		m := "m" + string(rune('a'+i))
		h.must(m, campaign.Join{Member: m, Name: m, Role: campaign.Player})
		h.must(m, campaign.NewRoster{Roster: "r" + m, Campaign: "c", Member: m, List: list(i, 3)})
	}
	set := h.State().Campaigns["c"].Settings
	set.Rounds, set.Groups = 0, 3
	h.must(ownerID, campaign.EditCampaign{Campaign: "c", Settings: set})
	groups := h.State().GroupsOf("c")
	met := map[[2]campaign.ID]int{}
	for round := 1; round <= 3; round++ {
		drawn, err := h.State().Draw("c", round, campaign.Pools, nil, 9)
		if err != nil {
			t.Fatal(err)
		}
		for i := range drawn.Games {
			if g := &drawn.Games[i]; g.B != "" {
				if groups[g.A] != groups[g.B] {
					t.Errorf("round %d: %s meets %s of another group", round, g.A, g.B)
				}
				g.Battle, g.Number = string(rune('a'+round))+string(rune('a'+i)), 100*round+i
				met[[2]campaign.ID{min(g.A, g.B), max(g.A, g.B)}]++
			}
		}
		h.must(ownerID, drawn)
		for _, g := range drawn.Games {
			if g.B != "" {
				h.must(ownerID, campaign.Rule{Battle: g.Battle, Result: won(0, 2, 1)})
			}
		}
	}
	if len(met) != 6+6+3 { // groups of 4, 4 and 3
		t.Errorf("%d pairs met, want 15", len(met))
	}
	if _, err := h.State().Draw("c", 4, campaign.Pools, []campaign.Wish{{A: "r0", B: "r1"}}, 9); groups["r0"] == groups["r1"] || campaign.CodeOf(err) != campaign.Invalid {
		t.Errorf("a wish across groups: %v", err)
	}
	first := map[int]int{}
	last := 0
	for _, row := range h.State().Standings("c", 0) {
		if row.Group < last || row.Group != groups[row.Roster] {
			t.Errorf("%s stands in group %d after %d", row.Roster, row.Group, last)
		}
		last = row.Group
		if row.Rank == 1 {
			first[row.Group]++
		}
	}
	for g := 1; g <= 3; g++ {
		if first[g] == 0 {
			t.Errorf("group %d has no first", g)
		}
	}
}

// TestMargins: clear victories give other points, a forfeit takes some.
func TestMargins(t *testing.T) {
	set := campaign.DefaultSettings("x", "toy")
	set.Margins, set.Penalty = []campaign.Margin{{Least: 5, Win: 4, Loss: 1}, {Least: 10, Win: 6}}, 2
	for _, c := range []struct {
		r         campaign.Result
		win, loss int
	}{
		{won(0, 7, 3), 3, 0}, {won(0, 7, 2), 4, 1}, {won(1, 0, 10), 6, 0}, {campaign.Result{Winner: 0, Forfeit: true}, 3, -2},
		{campaign.Result{Winner: 0, Scores: []int{20, 1, 3}}, 3, 0},
	} {
		if win, loss := set.Award(c.r); win != c.win || loss != c.loss {
			t.Errorf("%v: %d and %d, want %d and %d", c.r, win, loss, c.win, c.loss)
		}
	}
	if set.Best() != 6 {
		t.Errorf("best %d", set.Best())
	}
	cl := newClub(t, false)
	set = cl.state().Campaigns[cl.camp].Settings
	set.Margins = []campaign.Margin{{Least: 5, Win: 4}, {Least: 5, Win: 6}}
	_, err := cl.try(cl.anne, campaign.EditCampaign{Campaign: cl.camp, Settings: set})
	wantError(t, err, campaign.Invalid, "margins[1].least", "not-rising", "")
	set.Margins, set.Ladder = nil, &campaign.LadderRules{Reach: 0, Days: 3}
	_, err = cl.try(cl.anne, campaign.EditCampaign{Campaign: cl.camp, Settings: set})
	wantError(t, err, campaign.Invalid, "reach", "range", "CAMP-LAD-1")
}

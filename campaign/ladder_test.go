package campaign_test

import (
	"slices"
	"testing"
	"time"

	"oriflamme/campaign"
)

// ladder returns a club with four rosters on a ladder: Bob's, Cléo's, Anne's and Anne's second.
func ladder(t *testing.T, set campaign.LadderRules) (c *club, places []campaign.ID) {
	t.Helper()
	c = newClub(t, false)
	c.set(func(s *campaign.Settings) { s.Ladder = &set })
	for side := 3; side < 5; side++ {
		c.do(c.anne, campaign.NewRoster{Campaign: c.campaign, Member: c.anne.Member, List: list(side, 3)})
	}
	return c, c.ladder()
}

func (c *club) ladder() []campaign.ID { return slices.Clone(c.state().Campaigns[c.campaign].Ladder) }

func (c *club) challenge(by campaign.Actor, from, to campaign.ID) campaign.ID {
	c.t.Helper()
	return c.do(by, campaign.RaiseChallenge{Campaign: c.campaign, From: from, To: to}).Body.(campaign.RaiseChallenge).Challenge
}

func TestLadder(t *testing.T) {
	c, start := ladder(t, campaign.LadderRules{Reach: 2, Days: 5})
	if len(start) != 4 || start[0] != c.rBob || start[1] != c.rCleo {
		t.Fatalf("the ladder begins as %v", start)
	}
	third, last := start[2], start[3]
	up := func(from, to campaign.ID) campaign.RaiseChallenge {
		return campaign.RaiseChallenge{Campaign: c.campaign, From: from, To: to}
	}
	c.refused(c.anne, up(last, c.rBob), campaign.Invalid, "to", "out-of-reach", "CAMP-LAD-1")
	c.refused(c.bob, up(c.rBob, c.rCleo), campaign.Invalid, "to", "not-above", "CAMP-LAD-1")
	c.refused(c.bob, up(third, c.rBob), campaign.Forbidden, "", "not-yours", "CAMP-ROLE-2")
	challenge := c.challenge(c.anne, third, c.rBob)
	c.refused(c.anne, up(third, c.rCleo), campaign.Conflict, "from", "dares-already", "CAMP-LAD-2")
	c.refused(c.cleo, up(c.rCleo, c.rBob), campaign.Conflict, "to", "dared-already", "CAMP-LAD-2")
	c.refused(c.cleo, campaign.AnswerChallenge{Campaign: c.campaign, Challenge: challenge, Accept: true}, campaign.Forbidden, "", "not-yours", "CAMP-ROLE-2")
	battle := c.do(c.bob, campaign.AnswerChallenge{Campaign: c.campaign, Challenge: challenge, Accept: true}).Body.(campaign.AnswerChallenge).Battle
	c.refused(c.bob, campaign.AnswerChallenge{Campaign: c.campaign, Challenge: challenge}, campaign.Conflict, "dare", "dare-over", "CAMP-LAD-3")
	if got := c.state().Battles[battle]; got.Challenge != challenge || got.Number != 1 || got.Seats[0] != third {
		t.Fatalf("accepted: %+v", got)
	}
	c.do(c.bob, campaign.Report{Battle: battle, Seat: 1, Result: won(0, 7, 2)})
	c.do(c.anne, campaign.Confirm{Battle: battle, Seat: 0})
	if got, want := c.ladder(), []campaign.ID{third, c.rCleo, c.rBob, last}; !slices.Equal(got, want) {
		t.Fatalf("after the battle %v, want %v", got, want)
	}
	s := c.state()
	if rows := s.Standings(c.campaign, 0); rows[0].Roster != third || rows[1].Roster != c.rCleo || rows[1].Points != 0 || rows[2].Rank != 3 {
		t.Errorf("the table does not follow the ladder: %+v", rows)
	}
	change := s.Campaigns[c.campaign].RankChanges[0]
	if change.Up != third || change.From != 3 || change.To != 1 || change.Battle != battle || change.ActNo != s.Battles[battle].FinalActNo {
		t.Errorf("change %+v", change)
	}

	// A later challenge depends on the new places, so voiding the battle lists it.
	next := c.challenge(c.bob, c.rBob, third)
	bad := c.state().Preview(c.state().ActsOf(battle)...)
	if len(bad) != 1 || bad[0].Act.Kind != campaign.KindChallenge {
		t.Fatalf("impossible without the battle: %v", bad)
	}
	void := append(c.state().ActsOf(battle), bad[0].Act.No)
	act := c.do(c.anne, campaign.Void{Acts: void})
	if got := c.ladder(); !slices.Equal(got, start) {
		t.Errorf("after the void %v, want %v", got, start)
	}
	if got := c.state().Battles[battle]; got == nil || got.Status != campaign.Scheduled {
		t.Errorf("the challenge is not to be fought again: %+v", got)
	}
	c.do(c.anne, campaign.Void{Acts: []int64{act.No}})
	c.do(c.bob, campaign.CloseChallenge{Campaign: c.campaign, Challenge: next})
	if got := c.state().Campaigns[c.campaign].Challenges[1].State; got != campaign.Withdrawn {
		t.Errorf("the challenge is %s", got)
	}
	c.do(c.anne, campaign.RetireRoster{Roster: third})
	if got, want := c.ladder(), []campaign.ID{c.rCleo, c.rBob, last}; !slices.Equal(got, want) {
		t.Errorf("without the first %v, want %v", got, want)
	}
	c.clean()
}

// TestLadderYields: a roster that declines or does not answer loses its place, and those between move down.
func TestLadderYields(t *testing.T) {
	c, start := ladder(t, campaign.LadderRules{Reach: 3, Days: 5, Yield: true, Shift: true})
	challenge := c.challenge(c.anne, start[3], c.rBob)
	c.do(c.bob, campaign.AnswerChallenge{Campaign: c.campaign, Challenge: challenge})
	want := []campaign.ID{start[3], c.rBob, c.rCleo, start[2]}
	if got := c.ladder(); !slices.Equal(got, want) {
		t.Fatalf("after the refusal %v, want %v", got, want)
	}
	challenge = c.challenge(c.cleo, c.rCleo, c.rBob)
	c.clock.pass(6 * 24 * time.Hour)
	c.refused(c.bob, campaign.AnswerChallenge{Campaign: c.campaign, Challenge: challenge, Accept: true}, campaign.Conflict, "dare", "dare-over", "CAMP-LAD-3")
	if d := c.state().Campaigns[c.campaign].Challenges[1]; c.state().ChallengeOpen(d, c.clock.now()) {
		t.Error("an expired challenge is open")
	}
	c.do(c.cleo, campaign.CloseChallenge{Campaign: c.campaign, Challenge: challenge})
	want = []campaign.ID{start[3], c.rCleo, c.rBob, start[2]}
	if got := c.ladder(); !slices.Equal(got, want) {
		t.Errorf("after the silence %v, want %v", got, want)
	}
	challenge = c.challenge(c.bob, c.rBob, c.rCleo)
	battle := c.do(c.cleo, campaign.AnswerChallenge{Campaign: c.campaign, Challenge: challenge, Accept: true}).Body.(campaign.AnswerChallenge).Battle
	c.do(c.anne, campaign.Rule{Battle: battle, Result: won(1, 1, 3)})
	if got := c.ladder(); !slices.Equal(got, want) {
		t.Errorf("a challenge that is lost moved places: %v", got)
	}
	c.replays()
}

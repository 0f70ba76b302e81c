package campaign_test

import (
	"testing"

	"oriflamme/campaign"
)

func TestChronicle(t *testing.T) {
	c := newClub(t, false)
	b := c.schedule()
	r := c.do(c.bob, campaign.Report{Battle: b, Seat: 0, Result: won(0, 2, 0)})
	remark := c.do(c.anne, campaign.Comment{On: r.No, Text: "bien joué"})
	void := c.do(c.anne, campaign.Void{Acts: append(c.state().ActsOf(b), remark.No)})
	s := c.state()
	got := s.ChronicleOf(b)
	if len(got) != 4 || got[0].Act.No != void.No || got[2].Act.No != r.No || got[2].VoidedBy != void.No || got[1].Battle != b {
		t.Errorf("chronicle of the battle: %+v", got)
	}
	for _, e := range s.Chronicle(c.campaign) {
		if e.Campaign != c.campaign {
			t.Errorf("act %d is not of the campaign", e.Act.No)
		}
	}
	if s.InForce(r.No) || !s.InForce(void.No) {
		t.Error("in force")
	}
	past, err := c.StateAt(ctx, c.id, r.No)
	if err != nil || past.Battles[b] != nil || past.No != r.No {
		t.Errorf("the past by today's knowledge: %v", err)
	}
}

// TestRuleUses: the finished battles whose events name a rule are returned, newest first and
// no more than asked for.
func TestRuleUses(t *testing.T) {
	c := newClub(t, true)
	uses := func(n int, rules ...string) []campaign.RuleUse {
		t.Helper()
		list, err := c.RuleUses(ctx, c.id, c.state().Campaigns[c.campaign].Settings.Game, n, func(rule string) bool {
			for _, r := range rules {
				if r == rule {
					return true
				}
			}
			return false
		})
		must(t, err)
		return list
	}
	if got := uses(5, "TOY-1"); len(got) != 0 {
		t.Errorf("before any battle: %v", got)
	}
	b := playDuel(t, c)
	for range 2 { // the second answer comes from the cache
		got := uses(5, "TOY-1", "TOY-9")
		if len(got) != 1 || got[0].Battle.ID != b || len(got[0].Rules) != 1 || got[0].Rules[0] != "TOY-1" {
			t.Errorf("got %v, want the duel by TOY-1", got)
		}
	}
	if got := uses(5, "TOY-9"); len(got) != 0 {
		t.Errorf("a rule that no log names: %v", got)
	}
	if got := uses(0, "TOY-1"); len(got) != 0 {
		t.Errorf("no more than none: %v", got)
	}
}

package campaign_test

import (
	"testing"

	"oriflamme/campaign"
)

// TestUses asks which battles used a rule: those that are closed, by the events of
// their logs, the newest first and no more than asked for.
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
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	if got := uses(5, "TOY-1"); len(got) != 0 {
		t.Errorf("before any battle: %v", got)
	}
	b := playDuel(t, c)
	for range 2 { // the second answer is remembered
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

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

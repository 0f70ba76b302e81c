package campaign_test

import (
	"testing"

	"oriflamme/campaign"
)

// TestMargins: clear victories give other points, a forfeit takes some.
func TestMargins(t *testing.T) {
	set := campaign.DefaultSettings("x", "toy")
	set.Margins, set.Penalty = []campaign.Margin{{MinLead: 5, Win: 4, Loss: 1}, {MinLead: 10, Win: 6}}, 2
	for _, c := range []struct {
		r         campaign.Result
		win, loss int
	}{
		{won(0, 7, 3), 3, 0}, {won(0, 7, 2), 4, 1}, {won(1, 0, 10), 6, 0}, {campaign.Result{Winner: 0, Forfeit: true}, 3, -2},
		{campaign.Result{Winner: 0, Scores: []int{20, 1, 3}}, 3, 0},
	} {
		if win, loss := set.PointsFor(c.r); win != c.win || loss != c.loss {
			t.Errorf("%v: %d and %d, want %d and %d", c.r, win, loss, c.win, c.loss)
		}
	}
	if set.MaxPoints() != 6 {
		t.Errorf("best %d", set.MaxPoints())
	}
	cl := newClub(t, false)
	set = cl.state().Campaigns[cl.campaign].Settings
	set.Margins = []campaign.Margin{{MinLead: 5, Win: 4}, {MinLead: 5, Win: 6}}
	_, err := cl.try(cl.anne, campaign.EditCampaign{Campaign: cl.campaign, Settings: set})
	wantError(t, err, campaign.Invalid, "margins[1].least", "not-rising", "")
	set.Margins, set.Ladder = nil, &campaign.LadderRules{Reach: 0, Days: 3}
	_, err = cl.try(cl.anne, campaign.EditCampaign{Campaign: cl.campaign, Settings: set})
	wantError(t, err, campaign.Invalid, "reach", "range", "CAMP-LAD-1")
}

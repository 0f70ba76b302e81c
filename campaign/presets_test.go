package campaign_test

import (
	"testing"

	"oriflamme/campaign"
)

// TestPresets: every manner is a campaign that can be begun as it is.
func TestPresets(t *testing.T) {
	c := newClub(t, false)
	kinds := map[campaign.DrawMethod]bool{}
	for _, key := range campaign.PresetKeys {
		set := campaign.PresetOf(key).Settings("Preset "+key, "toy")
		id := c.do(c.anne, campaign.NewCampaign{Settings: set}).Body.(campaign.NewCampaign).Campaign
		got := c.state().Campaigns[id].Settings
		if got.Preset != key {
			t.Errorf("%s begins as %s", key, got.Preset)
		}
		kinds[got.Method] = true
		if got.Ladder != nil {
			kinds["a ladder"] = true
		}
	}
	for _, want := range []campaign.DrawMethod{campaign.Swiss, campaign.RoundRobin, campaign.GroupRoundRobin, "a ladder"} {
		if !kinds[want] {
			t.Errorf("no manner has %s", want)
		}
	}
	if campaign.PresetOf("unheard of").Key != campaign.PresetKeys[0] {
		t.Error("an unknown manner is not the first")
	}
}

package campaign_test

import (
	"testing"

	"oriflamme/campaign"
)

// TestGarrison: which units may garrison which region, what it pays, and how it ends.
func TestGarrison(t *testing.T) {
	c := newClub(t, false)
	c.set(func(s *campaign.Settings) { s.Income = map[string]int{"plain": 2} })
	post := func(by campaign.Actor, region campaign.ID, units ...campaign.ID) error {
		_, err := c.try(by, campaign.Garrison{Campaign: c.campaign, Region: region, Units: units})
		return err
	}
	wantError(t, post(c.anne, "A2", "u1-0"), campaign.Invalid, "region", "garrison-of-nobody", "CAMP-MAP-8")
	c.do(c.anne, campaign.SetRegion{Campaign: c.campaign, Region: "A2", Owner: c.rBob})
	c.do(c.anne, campaign.SetRegion{Campaign: c.campaign, Region: "A3", Owner: c.rBob})
	if campaign.CodeOf(post(c.cleo, "A3", "u2-0")) != campaign.Forbidden {
		t.Error("a side garrisons the land of another")
	}
	wantError(t, post(c.bob, "A3", "u2-0"), campaign.Invalid, "units[0]", "unit-not-listed", "CAMP-ROS-2")
	wantError(t, post(c.bob, "A3", "u1-0", "u1-0"), campaign.Invalid, "units[1]", "unit-twice", "CAMP-ROS-1")
	must(t, post(c.bob, "A3", "u1-0", "u1-1"))
	must(t, post(c.bob, "A2", "u1-0"))
	stands := func(region campaign.ID) int { return len(c.state().Garrison(c.campaign, region)) }
	if stands("A2") != 1 || stands("A3") != 1 {
		t.Errorf("%d and %d: a unit stands in two places", stands("A2"), stands("A3"))
	}

	c.do(c.anne, campaign.SetRegion{Campaign: c.campaign, Region: "A2"})
	if stands("A2") != 0 {
		t.Error("a garrison stays in land that was lost")
	}
	if got := c.state().IncomeOf(c.rBob); got != 4 {
		t.Errorf("land that is cut off and has a garrison pays %d of 4", got)
	}
	wantError(t, post(c.bob, "A3", "u1-1", "u1-2"), campaign.Conflict, "region", "garrison-cut", "CAMP-MAP-8")

	fell := c.do(c.anne, campaign.Grant{Roster: c.rBob, Unit: "u1-1", What: "lost"})
	if stands("A3") != 0 || c.state().IncomeOf(c.rBob) != 2 {
		t.Error("the fallen stand garrison")
	}
	wantError(t, post(c.bob, "A3", "u1-1"), campaign.Invalid, "units[0]", "unit-lost", "CAMP-ROS-2")
	c.do(c.anne, campaign.Void{Acts: []int64{fell.No}})
	if stands("A3") != 1 {
		t.Error("who did not fall after all is not back at the post")
	}

	c.do(c.anne, campaign.SetRegion{Campaign: c.campaign, Region: "A4", Owner: c.rCleo})
	fight := c.do(c.cleo, campaign.Schedule{Campaign: c.campaign, Seats: []campaign.ID{c.rCleo, c.rBob}, Stakes: []campaign.ID{"A3"}})
	wantError(t, post(c.bob, "A3"), campaign.Conflict, "region", "garrison-fights", "CAMP-MAP-8")
	wantError(t, post(c.bob, "A1", "u1-1"), campaign.Conflict, "units[0]", "garrison-fights", "CAMP-MAP-8")
	c.do(c.anne, campaign.Void{Acts: []int64{fight.No}})
	if err := post(c.bob, "A3"); err != nil || stands("A3") != 0 {
		t.Errorf("withdrawn: %v, %d", err, stands("A3"))
	}
	c.clean()
}

// TestMayChallenge: MayChallenge refuses exactly what Schedule refuses.
func TestMayChallenge(t *testing.T) {
	c := newClub(t, false)
	for region, key := range map[campaign.ID]string{"A1": "own-land", "A2": "", "A3": "no-border", "A5": "no-border"} {
		err := c.state().MayChallenge(c.rBob, region)
		if key == "" && err != nil {
			t.Errorf("%s: %v", region, err)
		} else if key != "" {
			wantError(t, err, campaign.Invalid, "stakes[0]", key, "CAMP-MAP-2")
		}
	}
}

// TestFreeLand: the seed gives free regions their shape, and a new map may not change it under land with an owner.
func TestFreeLand(t *testing.T) {
	c := newClub(t, false)
	m, err := c.state().Campaigns[c.campaign].Map.WithStrokes([]campaign.Stroke{{Tool: "title", Text: "Strip"}}, "fr")
	must(t, err)
	m.Shape = campaign.FreeShape
	c.refused(c.anne, campaign.DrawMap{Campaign: c.campaign, Map: m}, campaign.Conflict, "map", "map-in-use", "CAMP-MAP-5")
	m.Shape = "round"
	c.refused(c.anne, campaign.NewCampaign{Settings: campaign.DefaultSettings("Rond", "toy"), Map: m}, campaign.Invalid, "map.shape", "unknown-shape", "")

	island, err := campaign.GenerateFreeIsland("sarle", 19, "fr")
	must(t, err)
	grown, err := island.WithStrokes([]campaign.Stroke{{Tool: "add", Q: island.FreePlaces()[0][0], R: island.FreePlaces()[0][1], Text: campaign.Sea}}, "fr")
	if err != nil || len(grown.Neighbours("N1")) == 0 {
		t.Errorf("a sea beside the island: %v, %+v", err, grown)
	}
	anew, err := island.WithStrokes([]campaign.Stroke{{Tool: "free", Q: 7, Text: "other"}}, "en")
	if err != nil || anew.Shape != campaign.FreeShape || len(anew.Regions) != 7 {
		t.Errorf("a new island: %v, %+v", err, anew)
	}
}

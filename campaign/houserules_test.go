package campaign_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"oriflamme/campaign"
	"oriflamme/rules"
)

func TestHouseRules(t *testing.T) {
	c := newClub(t, false)
	set := c.state().Campaigns[c.campaign].Settings
	was := set
	set.Options, set.OptionReasons = map[string]string{"fog": "on"}, map[string]string{"fog": "We play at night."}
	set.HouseRules = []campaign.HouseRule{{Name: "Cold", Was: "nothing", Now: "one die less", Why: "winter"}}
	set.Win = 4
	act := c.do(c.anne, campaign.EditCampaign{Campaign: c.campaign, Settings: set})
	set.Rounds = 9
	c.do(c.anne, campaign.EditCampaign{Campaign: c.campaign, Settings: set})
	s := c.state()
	changes := s.OptionChanges(s.Campaigns[c.campaign], toy)
	if len(changes) != 1 || changes[0].Option.ID != "fog" || changes[0].Now != "on" || changes[0].Why != "We play at night." || changes[0].ActNo != campaign.ActNo(act.No) {
		t.Errorf("options changed: %+v", changes)
	}
	if got, want := fmt.Sprint(campaign.OfSettings(was, s.Acts[act.No-1].Body.(campaign.EditCampaign).Settings)), "[{win 3 4} {options.fog  on} {house.Cold  one die less}]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := s.SettingsBefore(act.No, c.campaign); got.Win != 3 || len(campaign.OfSettings(got, was)) != 0 {
		t.Errorf("settings before: %+v", got)
	}
	set.HouseRules[0].Now = ""
	_, err := c.try(c.anne, campaign.EditCampaign{Campaign: c.campaign, Settings: set})
	wantError(t, err, campaign.Invalid, "house[0].now", "required", "")
}

// TestCloned: settings, house rules, honours and map are taken over, land and results are not.
func TestCloned(t *testing.T) {
	c := newClub(t, false)
	set := c.state().Campaigns[c.campaign].Settings
	set.Options = map[string]string{"fog": "on"}
	c.do(c.anne, campaign.EditCampaign{Campaign: c.campaign, Settings: set, Closed: true})
	c.do(c.anne, campaign.SetHonours{Campaign: c.campaign, Honours: []campaign.Honour{{Key: "own", Name: "Ours"}}})
	from := c.state().Campaigns[c.campaign]
	id := c.do(c.anne, campaign.CloneCampaign(from, "Again")).Body.(campaign.NewCampaign).Campaign
	s := c.state()
	n := s.Campaigns[id]
	if n.Settings.Name != "Again" || n.Settings.ClonedFrom != c.campaign || n.Settings.Options["fog"] != "on" || len(n.Honours) != 1 || n.Closed || len(s.RostersOf(id)) != 0 {
		t.Errorf("cloned %+v", n)
	}
	if len(n.Map.Regions) != 5 || n.Map.RegionCount(c.rBob) != 0 || n.Map.Regions[0].Capital || n.Map.Regions[0].Owners != nil {
		t.Errorf("land %+v", n.Map.Regions)
	}
	if from.Map.Regions[0].Owner != c.rBob {
		t.Error("cloning took the land of the old campaign")
	}
}

func TestDiffLists(t *testing.T) {
	was := list(1, 3)
	now := list(1, 3)
	now.Name = "Renamed"
	now.Units[0].Name = "Brune"
	was.Units[1].Profile, now.Units[1].Profile = json.RawMessage(`{"wounds":8,"weapons":[{"attacks":3}]}`), json.RawMessage(`{"wounds":8,"weapons":[{"attacks":4}],"fly":true}`)
	now.Units[2] = rules.Unit{ID: "new", Name: "New", Profile: json.RawMessage(`{}`)}
	got := fmt.Sprint(campaign.OfLists(was, now))
	want := "[{named    Side 1 Renamed} {renamed u1-0 Brune  Unit 0 Brune} {changed u1-1 Unit 1 fly  true} {changed u1-1 Unit 1 weapons[0].attacks 3 4} {dropped u1-2 Unit 2  Unit 2 } {added new New   New}]"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if same := campaign.OfLists(was, was); same != nil {
		t.Errorf("a list differs from itself: %v", same)
	}
}

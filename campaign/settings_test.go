package campaign_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"oriflamme/campaign"
	"oriflamme/campaign/diff"
	"oriflamme/rules"
)

// TestMargins: clear victories give other points, and a forfeit costs points.
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
	cl.refused(cl.anne, campaign.EditCampaign{Campaign: cl.campaign, Settings: set}, campaign.Invalid, "margins[1].least", "not-rising", "")
	set.Margins, set.Ladder = nil, &campaign.LadderRules{Reach: 0, Days: 3}
	cl.refused(cl.anne, campaign.EditCampaign{Campaign: cl.campaign, Settings: set}, campaign.Invalid, "reach", "range", "CAMP-LAD-1")
}

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
	if got, want := fmt.Sprint(diff.OfSettings(was, s.Acts[act.No-1].Body.(campaign.EditCampaign).Settings)), "[{win 3 4} {options.fog  on} {house.Cold  one die less}]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := s.SettingsBefore(act.No, c.campaign); got.Win != 3 || len(diff.OfSettings(got, was)) != 0 {
		t.Errorf("settings before: %+v", got)
	}
	set.HouseRules[0].Now = ""
	c.refused(c.anne, campaign.EditCampaign{Campaign: c.campaign, Settings: set}, campaign.Invalid, "house[0].now", "required", "")
}

// TestCloned: settings, house rules, honours and map are copied, owners of land and results are not.
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
	got := fmt.Sprint(diff.OfLists(was, now))
	want := "[{named    Side 1 Renamed} {renamed u1-0 Brune  Unit 0 Brune} {changed u1-1 Unit 1 fly  true} {changed u1-1 Unit 1 weapons[0].attacks 3 4} {dropped u1-2 Unit 2  Unit 2 } {added new New   New}]"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if same := diff.OfLists(was, was); same != nil {
		t.Errorf("a list differs from itself: %v", same)
	}
}

// TestPresets: every preset gives a campaign that can be created as it is.
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

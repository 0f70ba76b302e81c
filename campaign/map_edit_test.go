package campaign_test

import (
	"testing"

	"oriflamme/campaign"
)

func TestStrokes(t *testing.T) {
	m := strip()
	drawn, err := m.WithStrokes([]campaign.Stroke{
		{Tool: "title", Text: " Les Gués "},
		{Tool: "paint", At: "A3", Text: campaign.Sea},
		{Tool: "name", At: "A2", Text: "Bac"},
		{Tool: "add", Q: 5, R: 0, Text: "ruin"},
		{Tool: "route", At: "A2", To: "A4", Text: "crossing"},
		{Tool: "route", At: "A1", To: "N1", Text: "road"},
		{Tool: "route", At: "N1", To: "A1", Text: "road"},
	}, "fr")
	must(t, err)
	if drawn.Name != "Les Gués" || drawn.Region("A3").Terrain != campaign.Sea || drawn.Region("A2").Name != "Bac" || drawn.Region("N1").Terrain != "ruin" || len(drawn.Routes) != 1 {
		t.Errorf("drawn %+v", drawn)
	}
	if m.Name != "Strip" || len(m.Regions) != 5 || len(m.Routes) != 0 {
		t.Errorf("the old map changed: %+v", m)
	}
	var names []string
	for _, n := range drawn.Neighbours("A2") {
		names = append(names, n.ID)
	}
	if len(names) != 3 || names[2] != "A4" {
		t.Errorf("A2 borders %v", names)
	}
	gone, err := drawn.WithStrokes([]campaign.Stroke{{Tool: "remove", At: "A4"}}, "fr")
	if err != nil || len(gone.Routes) != 0 || gone.Region("A4") != nil {
		t.Errorf("after the removal %+v, %v", gone, err)
	}
	for _, bad := range []struct {
		stroke     campaign.Stroke
		code       campaign.Code
		field, key string
	}{
		{campaign.Stroke{Tool: "smear", At: "A1"}, campaign.Invalid, "strokes[0].tool", "unknown-tool"},
		{campaign.Stroke{Tool: "paint", At: "Z9", Text: "hill"}, campaign.NotFound, "strokes[0].at", "no-region"},
		{campaign.Stroke{Tool: "paint", At: "A1", Text: "lava"}, campaign.Invalid, "strokes[0].text", "unknown-terrain"},
		{campaign.Stroke{Tool: "name", At: "A1", Text: "  "}, campaign.Invalid, "strokes[0].text", "required"},
		{campaign.Stroke{Tool: "add", Q: 9, R: 9, Text: "hill"}, campaign.Invalid, "strokes[0].q", "no-place-there"},
		{campaign.Stroke{Tool: "route", At: "A1", To: "A1", Text: "road"}, campaign.Invalid, "strokes[0].to", "route-to-itself"},
		{campaign.Stroke{Tool: "route", At: "A1", To: "A2", Text: "tunnel"}, campaign.Invalid, "strokes[0].text", "unknown-route"},
	} {
		_, err := m.WithStrokes([]campaign.Stroke{bad.stroke}, "fr")
		wantError(t, err, bad.code, bad.field, bad.key, "")
	}
}

// TestNewMapKeepsLand replaces the map during a campaign: land with an owner stays where it is.
func TestNewMapKeepsLand(t *testing.T) {
	c := newClub(t, false)
	without := strip()
	without.Regions = without.Regions[1:]
	c.refused(c.anne, campaign.DrawMap{Campaign: c.campaign, Map: without}, campaign.Conflict, "map", "map-in-use", "CAMP-MAP-5")
	wet := strip()
	wet.Regions[0].Terrain = campaign.Sea
	c.refused(c.anne, campaign.DrawMap{Campaign: c.campaign, Map: wet}, campaign.Conflict, "map", "nobody-holds-sea", "CAMP-MAP-6")

	ferry := strip()
	ferry.Regions[2].Terrain = campaign.Sea
	ferry.Regions[0].Name = "Home"
	ferry.Routes = []campaign.Route{{From: "A2", To: "A4", Kind: "crossing"}}
	c.do(c.anne, campaign.DrawMap{Campaign: c.campaign, Map: ferry})
	m := c.state().Campaigns[c.campaign].Map
	if home := m.Region("A1"); home.Owner != c.rBob || !home.Capital || home.Name != "Home" || len(home.Owners) != 1 {
		t.Errorf("home is %+v", home)
	}
	c.refused(c.anne, campaign.SetRegion{Campaign: c.campaign, Region: "A3", Owner: c.rBob}, campaign.Invalid, "region", "nobody-holds-sea", "CAMP-MAP-6")
	c.do(c.anne, campaign.SetRegion{Campaign: c.campaign, Region: "A2", Owner: c.rBob})
	seats := []campaign.ID{c.rBob, c.rCleo}
	c.refused(c.bob, campaign.Schedule{Campaign: c.campaign, Seats: seats, Stakes: []campaign.ID{"A3"}}, campaign.Invalid, "stakes[0]", "nobody-holds-sea", "CAMP-MAP-6")
	c.do(c.bob, campaign.Schedule{Campaign: c.campaign, Seats: seats, Stakes: []campaign.ID{"A4"}}) // a route joins the two regions
}

// TestIncome: supplied land that is not fought over pays once a round, and only a void takes the income back.
func TestIncome(t *testing.T) {
	c := newClub(t, false)
	set := c.state().Campaigns[c.campaign].Settings
	set.Income = map[string]int{campaign.Sea: 1}
	c.refused(c.anne, campaign.EditCampaign{Campaign: c.campaign, Settings: set}, campaign.Invalid, "income.sea", "unknown-terrain", "")
	set.Income = map[string]int{"plain": 2}
	c.do(c.anne, campaign.EditCampaign{Campaign: c.campaign, Settings: set})
	c.do(c.anne, campaign.SetRegion{Campaign: c.campaign, Region: "A2", Owner: c.rBob})
	c.do(c.anne, campaign.SetRegion{Campaign: c.campaign, Region: "A3", Owner: c.rBob})
	purse := func() [2]int {
		st := c.state()
		return [2]int{st.Rosters[c.rBob].Resources[campaign.IncomeResource], st.Rosters[c.rCleo].Resources[campaign.IncomeResource]}
	}
	c.do(c.anne, campaign.SetRound{Campaign: c.campaign, Round: 1})
	if got := purse(); got != [2]int{6, 2} {
		t.Errorf("the first round pays %v", got)
	}
	cut := c.do(c.anne, campaign.SetRegion{Campaign: c.campaign, Region: "A2"})
	if got := c.state().IncomeOf(c.rBob); got != 2 {
		t.Errorf("cut off from A3, land pays %d", got)
	}
	c.do(c.anne, campaign.SetRound{Campaign: c.campaign, Round: 1})
	second := c.do(c.anne, campaign.SetRound{Campaign: c.campaign, Round: 2})
	if got := purse(); got != [2]int{8, 4} {
		t.Errorf("after the second round %v", got)
	}
	c.do(c.anne, campaign.Void{Acts: []int64{cut.No}})
	if got := purse(); got != [2]int{12, 4} {
		t.Errorf("with its road back %v", got)
	}
	c.do(c.anne, campaign.Void{Acts: []int64{second.No}})
	if got := purse(); got != [2]int{6, 2} {
		t.Errorf("without the second round %v", got)
	}
	c.do(c.anne, campaign.SetRegion{Campaign: c.campaign, Region: "A4", Owner: c.rCleo})
	if got := c.state().IncomeOf(c.rCleo); got != 4 {
		t.Errorf("two regions pay %d", got)
	}
	c.do(c.bob, campaign.Schedule{Campaign: c.campaign, Seats: []campaign.ID{c.rBob, c.rCleo}, Stakes: []campaign.ID{"A4"}})
	if got := c.state().IncomeOf(c.rCleo); got != 2 {
		t.Errorf("with one of them fought over, land pays %d", got)
	}
}

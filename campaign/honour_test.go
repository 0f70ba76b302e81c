package campaign_test

import (
	"slices"
	"testing"

	"oriflamme/campaign"
	"oriflamme/rules"
)

func (c *club) honours(roster campaign.ID, unit string) []string {
	var keys []string
	for _, m := range c.state().Rosters[roster].Records[unit].Honours {
		keys = append(keys, m.Key)
	}
	return keys
}

// TestHonoursOfTheCatalogue: honours are granted with the battle that earns them, name it, and are removed when it is voided.
func TestHonoursOfTheCatalogue(t *testing.T) {
	c := newClub(t, false)
	none := 0
	c.do(c.anne, campaign.SetHonours{Campaign: c.campaign, Honours: []campaign.Honour{
		{Key: "reaper", To: campaign.HonourEach, When: []campaign.Condition{{Fact: "kills", Least: 2}}},
		{Key: "best", To: campaign.HonourBest, When: []campaign.Condition{{Fact: "won", Least: 1}, {Fact: "fallen", Most: &none}}},
		{Key: "taker", To: campaign.HonourBest, When: []campaign.Condition{{Fact: "taken", Least: 1}}},
		{Key: "avenger", To: campaign.HonourEach, When: []campaign.Condition{{Fact: "revenge", Least: 1}}},
		{Key: "silent", To: campaign.HonourEach, Disabled: true, When: []campaign.Condition{{Fact: "won", Least: 1}}},
		{Key: "arbiter"},
	}})
	fight := func(r campaign.Result, stakes ...campaign.ID) campaign.ID {
		b := c.schedule(stakes...)
		c.do(c.anne, campaign.Rule{Battle: b, Result: r})
		return b
	}
	r := won(0, 3, 1)
	r.Effects = []rules.Effect{{Seat: 0, Unit: "u1-1", Kind: "kill", Amount: 2}, {Seat: 1, Unit: "u2-0", Kind: "kill", Amount: 5}, {Seat: 1, Unit: "u2-0", Kind: "lost"},
		{Seat: 0, Unit: "u1-2", Kind: "honour", Key: "silent"}}
	first := fight(r, "A2")
	want := func(roster campaign.ID, unit string, keys ...string) {
		t.Helper()
		if got := c.honours(roster, unit); !slices.Equal(got, keys) {
			t.Errorf("%s has %v, want %v", unit, got, keys)
		}
	}
	want(c.rBob, "u1-1", "reaper", "best", "taker")
	want(c.rBob, "u1-0")
	want(c.rBob, "u1-2")  // an honour of the game can be switched off too
	want(c.rCleo, "u2-0") // a lost unit wins nothing
	s := c.state()
	mark := s.Rosters[c.rBob].Records["u1-1"].Honours[0]
	if mark.Battle != first || mark.ActNo != s.Battles[first].FinalActNo || mark.Rule != "CAMP-HON-1" {
		t.Errorf("the honour comes from %+v", mark)
	}
	if row := s.Standings(c.campaign, 0)[0]; row.Results[0].Honours != 4 { // an honour that is switched off still counts as reported
		t.Errorf("%d honours in the table", row.Results[0].Honours)
	}
	second := fight(won(1, 1, 3))
	want(c.rCleo, "u2-1", "best", "avenger")
	want(c.rCleo, "u2-2", "avenger")
	fight(r2())
	want(c.rBob, "u1-1", "reaper", "best", "taker", "avenger") // once each
	c.refused(c.anne, campaign.Grant{Roster: c.rBob, Unit: "u1-0", What: "honour", Key: "silent"}, campaign.Conflict, "key", "honour-off", "CAMP-HON-2")
	c.do(c.anne, campaign.Grant{Roster: c.rBob, Unit: "u1-0", What: "honour", Key: "arbiter"})

	// An honour that is switched off stays on the unit but has no effect in battles.
	catalogue := slices.Clone(c.state().Campaigns[c.campaign].Honours)
	catalogue[0].Disabled = true
	c.do(c.anne, campaign.SetHonours{Campaign: c.campaign, Honours: catalogue})
	s = c.state()
	fielded := s.BattleList(s.Rosters[c.rBob])
	if got := fielded.Units[1].Marks; slices.Contains(got, "reaper") || !slices.Contains(got, "taker") {
		t.Errorf("fielded with %v", got)
	}
	want(c.rBob, "u1-1", "reaper", "best", "taker", "avenger")

	// Voiding the first battle removes its honours, and the honour for revenge.
	c.do(c.anne, campaign.Void{Acts: c.state().ActsOf(first)})
	want(c.rBob, "u1-1", "avenger")
	want(c.rBob, "u1-0", "best", "avenger", "arbiter")
	want(c.rCleo, "u2-0", "best") // the unit is not lost any more
	want(c.rCleo, "u2-1")
	c.do(c.anne, campaign.Void{Acts: c.state().ActsOf(second)})
	want(c.rBob, "u1-0", "best", "arbiter")
	want(c.rCleo, "u2-0")
	c.clean()
}

func r2() campaign.Result { return won(0, 2, 0) }

func TestHonoursRefused(t *testing.T) {
	c := newClub(t, false)
	for _, x := range []struct {
		list       []campaign.Honour
		field, key string
	}{
		{[]campaign.Honour{{Key: "a"}, {Key: "a"}}, "honours[1].key", "honour-twice"},
		{[]campaign.Honour{{Key: "a", To: "all"}}, "honours[0].to", "unknown-honour"},
		{[]campaign.Honour{{Key: "a", To: "each"}}, "honours[0].to", "unknown-honour"},
		{[]campaign.Honour{{Key: "a", To: "each", When: []campaign.Condition{{Fact: "luck"}}}}, "honours[0].when", "unknown-fact"},
		{[]campaign.Honour{{Key: ""}}, "honours[0].key", "required"},
	} {
		c.refused(c.anne, campaign.SetHonours{Campaign: c.campaign, Honours: x.list}, campaign.Invalid, x.field, x.key, "")
	}
}

// TestFacts checks every fact of one battle against values computed by hand.
func TestFacts(t *testing.T) {
	c, places := ladder(t, campaign.LadderRules{Reach: 3, Days: 5})
	r := campaign.Result{Winner: 0, Scores: []int{12, 5}, Effects: []rules.Effect{
		{Seat: 0, Unit: "u3-0", Kind: "kill", Amount: 3}, {Seat: 0, Unit: "u3-1", Kind: "kill"}, {Seat: 0, Unit: "u3-0", Kind: "experience", Amount: 4},
		{Seat: 0, Unit: "u3-0", Kind: "scar", Key: "limp"}, {Seat: 0, Unit: "u3-2", Kind: "lost"}, {Seat: 1, Unit: "u1-0", Kind: "lost"},
		{Seat: 1, Unit: "u1-1", Kind: "lost"}, {Seat: 0, Kind: "resource", Key: "glory", Amount: 6}}}
	want := map[string]int{"kills": 3, "experience": 4, "career": 3, "battles": 1, "scars": 1, "mark": 1, "won": 1, "drawn": 0, "lost": 0, "score": 12, "margin": 7,
		"toll": 4, "fallen": 1, "slain": 2, "resource": 6, "outnumbered": 0, "taken": 0, "capital": 0, "held": 0, "streak": 1, "revenge": 0, "rungs": 2}
	var list []campaign.Honour
	for _, fact := range campaign.Facts {
		n, ok := want[fact]
		if !ok {
			t.Fatalf("nothing is known of %s", fact)
		}
		key := map[string]string{"resource": "glory", "mark": "limp"}[fact]
		list = append(list, campaign.Honour{Key: "is-" + fact, To: campaign.HonourEach, When: []campaign.Condition{{Fact: fact, Key: key, Least: n, Most: &n}}},
			campaign.Honour{Key: "over-" + fact, To: campaign.HonourEach, When: []campaign.Condition{{Fact: fact, Key: key, Least: n + 1}}})
	}
	c.do(c.anne, campaign.SetHonours{Campaign: c.campaign, Honours: list})
	challenge := c.challenge(c.anne, places[2], c.rBob)
	b := c.do(c.bob, campaign.AnswerChallenge{Campaign: c.campaign, Challenge: challenge, Accept: true}).Body.(campaign.AnswerChallenge).Battle
	c.do(c.anne, campaign.Rule{Battle: b, Result: r})
	got := c.honours(places[2], "u3-0")
	for _, fact := range campaign.Facts {
		if !slices.Contains(got, "is-"+fact) || slices.Contains(got, "over-"+fact) {
			t.Errorf("%s is not %d", fact, want[fact])
		}
	}
}

package campaign_test

import (
	"slices"
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/rules"
)

// TestSitOut: a roster sits a round out before it is drawn, by an act of its player or of an organiser, for the points of the settings.
func TestSitOut(t *testing.T) {
	c := newClub(t, false)
	c.set(func(s *campaign.Settings) { s.AbsencePoints = 1 })
	out := func(roster campaign.ID, round int) campaign.SitOut {
		return campaign.SitOut{Campaign: c.campaign, Roster: roster, Round: round}
	}
	back := func(roster campaign.ID, round int) campaign.SitOut {
		return campaign.SitOut{Campaign: c.campaign, Roster: roster, Round: round, Back: true}
	}
	c.refused(c.cleo, out(c.rBob, 1), campaign.Forbidden, "", "not-yours", "CAMP-ROLE-2")
	c.refused(c.bob, out(c.rBob, 0), campaign.Invalid, "round", "range", "")
	c.refused(c.bob, back(c.rBob, 1), campaign.Conflict, "round", "not-absent", "CAMP-ABS-1")
	c.do(c.bob, out(c.rBob, 1))
	c.refused(c.bob, out(c.rBob, 1), campaign.Conflict, "round", "absent-already", "CAMP-ABS-1")
	draw, err := c.state().Draw(c.campaign, 1, campaign.Swiss, nil, 1)
	if err != nil || len(draw.Games) != 1 || draw.Games[0].A != c.rCleo || draw.Games[0].B != "" {
		t.Fatalf("round 1 without Bob: %+v %v", draw.Games, err)
	}
	c.do(c.bob, back(c.rBob, 1))
	if draw, _ = c.state().Draw(c.campaign, 1, campaign.Swiss, nil, 1); len(draw.Games) != 1 || draw.Games[0].B == "" {
		t.Errorf("round 1 with Bob: %+v", draw.Games)
	}
	c.do(c.anne, out(c.rBob, 1))
	draw, _ = c.state().Draw(c.campaign, 1, campaign.Swiss, nil, 1)
	c.do(c.anne, draw)
	c.refused(c.cleo, out(c.rCleo, 1), campaign.Conflict, "round", "drawn-already", "CAMP-ABS-1")
	for _, row := range c.state().Standings(c.campaign, 0) {
		if row.Roster == c.rBob && (row.Points != 1 || row.Losses+row.Byes+row.Played != 0 || row.Results[0].Outcome != "absent") {
			t.Errorf("Bob stands with %+v", row)
		}
	}
	// A roster that plays a battle of the round after all is not absent.
	c.do(c.anne, out(c.rCleo, 2))
	c.do(c.anne, campaign.Schedule{Campaign: c.campaign, Round: 2, Seats: []campaign.ID{c.rBob, c.rCleo}, Attacker: rules.Nobody})
	if c.state().Campaigns[c.campaign].Absent(c.rCleo, 2) {
		t.Error("Cléo is away and plays")
	}
	if n := c.state().NextRound(c.campaign); n != 3 {
		t.Errorf("the next round is %d", n)
	}
	c.replays()
}

// TestReturn: a withdrawn roster comes back with its results.
func TestReturn(t *testing.T) {
	c := newClub(t, false)
	b := c.schedule()
	c.do(c.anne, campaign.Rule{Battle: b, Result: won(0, 7, 2)})
	c.refused(c.bob, campaign.ReturnRoster{Roster: c.rBob}, campaign.Conflict, "roster", "not-retired", "CAMP-ABS-2")
	c.do(c.bob, campaign.RetireRoster{Roster: c.rBob})
	c.refused(c.cleo, campaign.ReturnRoster{Roster: c.rBob}, campaign.Forbidden, "", "not-yours", "CAMP-ROLE-2")
	c.do(c.bob, campaign.ReturnRoster{Roster: c.rBob})
	s := c.state()
	if s.Rosters[c.rBob].Retired {
		t.Error("still gone")
	}
	for _, row := range s.Standings(c.campaign, 0) {
		if row.Roster == c.rBob && row.Wins != 1 {
			t.Errorf("came back with %+v", row)
		}
	}
	draw, err := s.Draw(c.campaign, 2, campaign.Swiss, nil, 1)
	if err != nil || len(draw.Games) != 1 || draw.Games[0].B == "" {
		t.Errorf("drawn: %+v %v", draw.Games, err)
	}
	c.do(c.bob, campaign.RetireRoster{Roster: c.rBob})
	c.do(c.anne, campaign.ReturnRoster{Roster: c.rBob})
	c.replays()
}

// TestForfeitScore: the winner of a forfeit gets the settings' battle points, and no tie-break punishes them for the absent
// opponent. Without the setting everything counts as before.
func TestForfeitScore(t *testing.T) {
	for _, score := range []int{0, 10} {
		c := newClub(t, false)
		c.set(func(s *campaign.Settings) {
			s.ForfeitScore, s.TieBreaks = score, []string{"for", "difference", "opposition", "sonneborn", "strength"}
		})
		b := c.schedule()
		c.do(c.cleo, campaign.Concede{Battle: b, Seat: 1})
		s := c.state()
		want := map[bool][]int{true: {10, 10, 3, 6, 0}, false: {0, 0, 0, 0, 1500}}[score > 0]
		for _, row := range s.Standings(c.campaign, 0) {
			if row.Roster != c.rBob {
				continue
			}
			for i, tie := range row.TieBreaks {
				if tie.Value != want[i] {
					t.Errorf("with %d a forfeit gives %s %d, want %d", score, tie.Key, tie.Value, want[i])
				}
			}
		}
		if got := s.Battles[b].Result; score > 0 && !slices.Equal(got.Scores, []int{10, 0}) || score == 0 && got.Scores != nil || !got.Forfeit {
			t.Errorf("with %d it ended %+v", score, got)
		}
		if len(s.Ratings("toy")) != 0 {
			t.Error("a forfeit is rated")
		}
		c.replays()
	}
}

// TestNoShowWithoutHour: for a battle without an hour a side claims after the deadline, or a day after it was arranged; an
// arbiter who does not play need not wait.
func TestNoShowWithoutHour(t *testing.T) {
	c := newClub(t, false)
	arrange := func(deadline time.Time) campaign.ID {
		return c.do(c.anne, campaign.Schedule{Campaign: c.campaign, Round: 1, Seats: []campaign.ID{c.rBob, c.rCleo}, Attacker: rules.Nobody, Deadline: deadline}).Body.(campaign.Schedule).Battle
	}
	claim := func(b campaign.ID) campaign.RaiseClaim {
		return campaign.RaiseClaim{Battle: b, Seat: 0, What: campaign.NoShow, Reason: "alone at the table"}
	}
	plain, due := arrange(time.Time{}), arrange(c.state().Acts[0].At.Add(72*time.Hour))
	for _, b := range []campaign.ID{plain, due} {
		c.refused(c.bob, claim(b), campaign.Conflict, "what", "not-yet-without-hour", "CAMP-LEA-2")
	}
	c.clock.pass(25 * time.Hour)
	c.do(c.bob, claim(plain))
	c.refused(c.bob, claim(due), campaign.Conflict, "what", "not-yet-without-hour", "CAMP-LEA-2")
	c.do(c.anne, claim(due))
	c.replays()
}

// TestLandOfWhoLeaves: the land of a withdrawn roster becomes free or stays, as the settings say; nobody may fight for land that stays.
func TestLandOfWhoLeaves(t *testing.T) {
	for _, rule := range campaign.LandPolicies {
		c := newClub(t, false)
		c.set(func(s *campaign.Settings) { s.LandLeft = rule })
		held := func() (ids []campaign.ID) {
			for _, r := range c.state().Campaigns[c.campaign].Map.Regions {
				if r.Owner == c.rCleo {
					ids = append(ids, r.ID)
				}
			}
			return ids
		}
		lands := held()
		if len(lands) == 0 {
			t.Fatal("Cléo holds no land")
		}
		// Bob gets land next to it.
		near := c.state().Campaigns[c.campaign].Map.Neighbours(lands[0])[0]
		c.do(c.anne, campaign.SetRegion{Campaign: c.campaign, Region: near.ID, Owner: c.rBob})
		a := c.do(c.cleo, campaign.RetireRoster{Roster: c.rCleo})
		s := c.state()
		freed := s.Campaigns[c.campaign].RegionsFreedBy(a.No)
		if rule == campaign.LandFree {
			if len(held()) != 0 || len(freed) != len(lands) || len(s.WithdrawnLand(c.campaign)) != 0 {
				t.Errorf("%q: still held %v, freed %v", rule, held(), freed)
			}
			if err := s.MayChallenge(c.rBob, lands[0]); err != nil {
				t.Errorf("free land may not be fought for: %v", err)
			}
		} else {
			if len(held()) != len(lands) || len(freed) != 0 || len(s.WithdrawnLand(c.campaign)) != len(lands) {
				t.Errorf("%q: held %v of %v", rule, held(), lands)
			}
			wantError(t, s.MayChallenge(c.rBob, lands[0]), campaign.Conflict, "stakes[0]", "owner-left", "CAMP-MAP-9")
		}
		c.replays()
	}
	if set := campaign.DefaultSettings("x", "toy"); set.LandLeft != campaign.LandFree {
		t.Error("land of who leaves does not become free by default")
	}
}

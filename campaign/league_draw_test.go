package campaign_test

import (
	"testing"

	"oriflamme/campaign"
)

// TestGroups: a league in groups is drawn group by group, to the end; nobody meets another group.
func TestGroups(t *testing.T) {
	h := newHistory(1, 0)
	for i := 4; i < 11; i++ {
		m := "m" + string(rune('a'+i))
		h.must(m, campaign.Join{Member: m, Name: m, Role: campaign.Player})
		h.must(m, campaign.NewRoster{Roster: "r" + m, Campaign: "c", Member: m, List: list(i, 3)})
	}
	set := h.State().Campaigns["c"].Settings
	set.Rounds, set.Groups = 0, 3
	h.must(ownerID, campaign.EditCampaign{Campaign: "c", Settings: set})
	groups := h.State().GroupsOf("c")
	met := map[[2]campaign.ID]int{}
	for round := 1; round <= 3; round++ {
		drawn, err := h.State().Draw("c", round, campaign.GroupRoundRobin, nil, 9)
		if err != nil {
			t.Fatal(err)
		}
		for i := range drawn.Games {
			if g := &drawn.Games[i]; g.B != "" {
				if groups[g.A] != groups[g.B] {
					t.Errorf("round %d: %s meets %s of another group", round, g.A, g.B)
				}
				g.Battle, g.Number = string(rune('a'+round))+string(rune('a'+i)), 100*round+i
				met[[2]campaign.ID{min(g.A, g.B), max(g.A, g.B)}]++
			}
		}
		h.must(ownerID, drawn)
		for _, g := range drawn.Games {
			if g.B != "" {
				h.must(ownerID, campaign.Rule{Battle: g.Battle, Result: won(0, 2, 1)})
			}
		}
	}
	if len(met) != 6+6+3 { // groups of 4, 4 and 3
		t.Errorf("%d pairs met, want 15", len(met))
	}
	if _, err := h.State().Draw("c", 4, campaign.GroupRoundRobin, []campaign.RequestedGame{{A: "r0", B: "r1"}}, 9); groups["r0"] == groups["r1"] || campaign.CodeOf(err) != campaign.Invalid {
		t.Errorf("a wish across groups: %v", err)
	}
	first := map[int]int{}
	last := 0
	for _, row := range h.State().Standings("c", 0) {
		if row.Group < last || row.Group != groups[row.Roster] {
			t.Errorf("%s stands in group %d after %d", row.Roster, row.Group, last)
		}
		last = row.Group
		if row.Rank == 1 {
			first[row.Group]++
		}
	}
	for g := 1; g <= 3; g++ {
		if first[g] == 0 {
			t.Errorf("group %d has no first", g)
		}
	}
}

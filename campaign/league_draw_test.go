package campaign_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"oriflamme/campaign"
	"oriflamme/rules"
)

// TestGroups: all rounds of a league in groups are drawn group by group; nobody meets another group.
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
		must(t, err)
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

// TestDrawLeague plays leagues of drawn rounds with drops and late entries: there is no
// avoidable rematch, everybody is in each round once, and the same seed draws the same
// round.
func TestDrawLeague(t *testing.T) {
	for _, method := range campaign.DrawMethods {
		t.Run(string(method), func(t *testing.T) {
			h := newHistory(1, 0)
			dice := rand.New(rand.NewPCG(1, uint64(len(method))))
			s := h.State()
			entered := len(s.RostersOf("c"))
			set := s.Campaigns["c"].Settings
			set.Rounds = 0
			h.must(ownerID, campaign.EditCampaign{Campaign: "c", Settings: set})
			rounds := entered - 1 + entered%2
			if method == campaign.DoubleRoundRobin {
				rounds *= 2
			}
			met := map[[2]campaign.ID]int{}
			for round := 1; round <= rounds; round++ {
				drawn, err := h.State().Draw("c", round, method, nil, dice.Uint64())
				must(t, err)
				again, err := h.State().Draw("c", round, method, nil, drawn.Seed)
				if err != nil || fmt.Sprint(again) != fmt.Sprint(drawn) {
					t.Fatalf("%v, then %v (%v)", drawn, again, err)
				}
				in := 0
				for i := range drawn.Games {
					g := &drawn.Games[i]
					in++
					if g.B == "" {
						continue
					}
					in++
					g.Battle, g.Number = fmt.Sprint("r", round, "g", i), 100*round+i
					met[[2]campaign.ID{min(g.A, g.B), max(g.A, g.B)}]++
				}
				if in != entered {
					t.Fatalf("round %d: %d of %d play", round, in, entered)
				}
				h.must(ownerID, drawn)
				for _, g := range drawn.Games {
					if g.B != "" {
						h.must(ownerID, campaign.Rule{Battle: g.Battle, Result: won(rules.Seat(dice.IntN(2)), 2, 1)})
					}
				}
				if got := h.State().Campaigns["c"].Round; got != round {
					t.Errorf("the campaign is in round %d", got)
				}
				if more, err := h.State().Draw("c", round, method, nil, 1); err != nil || len(more.Games) != 0 {
					t.Errorf("a full round is drawn again: %v %v", more, err)
				}
			}
			times := 1
			if method == campaign.DoubleRoundRobin {
				times = 2
			}
			for pair, n := range met {
				if n != times {
					t.Errorf("%v meet %d times", pair, n)
				}
			}
			if want := entered * (entered - 1) / 2; len(met) != want {
				t.Errorf("%d pairs met, of %d", len(met), want)
			}
		})
	}
}

func TestDrawRequestedGames(t *testing.T) {
	h := newHistory(1, 0)
	drawn, err := h.State().Draw("c", 1, campaign.Swiss, []campaign.RequestedGame{{A: "r0", B: "r3"}}, 5)
	must(t, err)
	found := false
	for _, g := range drawn.Games {
		found = found || g.Fixed && g.A == "r0" && g.B == "r3"
	}
	if !found {
		t.Errorf("the wish is not granted: %v", drawn.Games)
	}
	for _, wrong := range [][]campaign.RequestedGame{{{A: "r0", B: "r0"}}, {{A: "r0", B: "nobody"}}, {{A: "r0", B: "r1"}, {A: "r1", B: "r2"}}, {{A: "", B: ""}}} {
		if _, err := h.State().Draw("c", 1, campaign.Swiss, wrong, 5); err == nil {
			t.Errorf("%v is granted", wrong)
		}
	}
}

// TestVoidBattleOfDraw: the result of a drawn battle is voided without the rest of its round.
func TestVoidBattleOfDraw(t *testing.T) {
	h := newHistory(1, 0)
	drawn, err := h.State().Draw("c", 1, campaign.Swiss, nil, 5)
	must(t, err)
	for i := range drawn.Games {
		drawn.Games[i].Battle, drawn.Games[i].Number = fmt.Sprint("g", i), i+1
	}
	h.must(ownerID, drawn)
	h.must(ownerID, campaign.Rule{Battle: "g0", Result: won(0, 2, 1)})
	acts := h.State().ActsOf("g0")
	if len(acts) != 1 {
		t.Fatalf("%d acts about the battle", len(acts))
	}
	s, err := campaign.Fold(h.State().Acts)
	must(t, err)
	s = next(t, s, campaign.ActRequest{Body: campaign.Void{Acts: acts}, Why: "entered twice"})
	if b := s.Battles["g0"]; b == nil || b.Status != campaign.Scheduled || s.Battles["g1"] == nil {
		t.Errorf("after the void: %+v", b)
	}
}

package campaign_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"oriflamme/campaign"
	"oriflamme/rules"
)

// TestTieBreaks compares standings of the quartet with values computed by hand. A win gives 3 points, a draw 1.
func TestTieBreaks(t *testing.T) {
	h := quartet()
	set := campaign.DefaultSettings("Marches", "toy")
	for _, c := range []struct {
		ties []string
		want string
	}{
		// opposition: r0 3+4=7, r2 3+4=7, r1 4+3=7, r3 4+3=7: all are level.
		{[]string{"opposition"}, "1:r0 1:r2 3:r1 3:r3"},
		// head: r0 and r2 drew, 1 each; r1 beat r3, 3 to 0.
		{[]string{"head"}, "1:r0 1:r2 3:r1 4:r3"},
		// battle points for: r0 5, r2 3, r1 6, r3 0.
		{[]string{"for"}, "1:r0 2:r2 3:r1 4:r3"},
		// sonneborn, doubled: r0 2*3+4=10, r2 2*3+4=10, r1 2*3=6, r3 0; then difference r0 +3, r2 +2.
		{[]string{"sonneborn", "difference"}, "1:r0 2:r2 3:r1 4:r3"},
	} {
		set.TieBreaks = c.ties
		h.must(ownerID, campaign.EditCampaign{Campaign: "c", Settings: set})
		var got []string
		for _, r := range h.State().Standings("c", 0) {
			got = append(got, fmt.Sprintf("%d:%s", r.Rank, r.Roster))
			for _, f := range r.TieBreaks {
				sum := 0
				for _, p := range f.Parts {
					sum += p.Value
				}
				if f.Parts != nil && sum != f.Value {
					t.Errorf("%v of %s: terms give %d, not %d", f.Key, r.Roster, sum, f.Value)
				}
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%v: got %v, want %s", c.ties, got, c.want)
		}
	}
}

// quartet returns a season of four players: r0 beats r1 4-1, r2 beats r3 2-0, r0 draws r2
// 1-1, r1 beats r3 5-0, r3 has a bye. Points: r0 4, r2 4, r1 3, r3 3.
func quartet() *history {
	h := newHistory(1, 0)
	play := func(id string, one, two int, winner rules.Seat, round, a, b int) {
		h.must(ownerID, campaign.Schedule{Battle: id, Campaign: "c", Number: 1, Round: round,
			Seats: []campaign.ID{fmt.Sprint("r", one), fmt.Sprint("r", two)}, Attacker: rules.Nobody})
		h.must(ownerID, campaign.Rule{Battle: id, Result: won(winner, a, b)})
	}
	play("a", 0, 1, 0, 1, 4, 1)
	play("b", 2, 3, 0, 1, 2, 0)
	play("c", 0, 2, rules.Nobody, 2, 1, 1)
	play("d", 1, 3, 0, 2, 5, 0)
	h.must(ownerID, campaign.Bye{Campaign: "c", Roster: "r3", Round: 3})
	return h
}

// TestEveryTieBreak compares each tie-break score of the quartet with its value computed by hand.
func TestEveryTieBreak(t *testing.T) {
	h := quartet()
	want := map[string]map[campaign.ID]int{
		"wins":        {"r0": 1, "r1": 1, "r2": 1, "r3": 0},
		"draws":       {"r0": 1, "r1": 0, "r2": 1, "r3": 0},
		"losses":      {"r0": 0, "r1": 1, "r2": 0, "r3": 2},
		"played":      {"r0": 2, "r1": 2, "r2": 2, "r3": 2},
		"byes":        {"r0": 0, "r1": 0, "r2": 0, "r3": 1},
		"opposition":  {"r0": 3 + 4, "r1": 4 + 3, "r2": 3 + 4, "r3": 4 + 3 + 0},
		"cut1":        {"r0": 4, "r1": 4, "r2": 4, "r3": 4 + 3}, // for r3 the bye is cut
		"median":      {"r0": 0, "r1": 0, "r2": 0, "r3": 3},
		"deep":        {"r0": 14, "r1": 14, "r2": 14, "r3": 14},
		"head":        {"r0": 1, "r1": 3, "r2": 1, "r3": 0},
		"sonneborn":   {"r0": 2*3 + 4, "r1": 2 * 3, "r2": 2*3 + 4, "r3": 0},
		"koya":        {"r0": 3 + 1, "r1": 0, "r2": 1, "r3": 0}, // r3 has 3 of 9 points, less than half
		"progressive": {"r0": 3 + 4, "r1": 0 + 3, "r2": 3 + 4, "r3": 0 + 0 + 3},
		"for":         {"r0": 5, "r1": 6, "r2": 3, "r3": 0},
		"against":     {"r0": 2, "r1": 4, "r2": 1, "r3": 7},
		"difference":  {"r0": 3, "r1": 2, "r2": 2, "r3": -7},
		"share":       {"r0": 80 + 50, "r1": 20 + 100, "r2": 100 + 50, "r3": 0},
		"kills":       {"r0": 0, "r1": 0, "r2": 0, "r3": 0},
		"honours":     {"r0": 0, "r1": 0, "r2": 0, "r3": 0},
		"lands":       {"r0": 1, "r1": 1, "r2": 1, "r3": 1}, // their homes
	}
	set := campaign.DefaultSettings("Marches", "toy")
	for _, key := range campaign.TieBreakKeys {
		set.TieBreaks = []string{key}
		h.must(ownerID, campaign.EditCampaign{Campaign: "c", Settings: set})
		for _, r := range h.State().Standings("c", 0) {
			if w, ok := want[key]; ok && r.TieBreaks[0].Value != w[r.Roster] {
				t.Errorf("%s of %s: got %d, want %d", key, r.Roster, r.TieBreaks[0].Value, w[r.Roster])
			}
		}
	}
	if n := len(campaign.TieBreakKeys); n < 15 || n != len(want)+1 { // strength is not in want
		t.Errorf("%d tie-breaks, %d by hand", n, len(want))
	}
	set.TieBreaks = []string{"losses"}
	h.must(ownerID, campaign.EditCampaign{Campaign: "c", Settings: set})
	if rows := h.State().Standings("c", 0); rows[2].Roster != "r1" || rows[3].Roster != "r3" {
		t.Errorf("fewer losses do not stand before more: %v %v", rows[2].Roster, rows[3].Roster)
	}
	set.TieBreaks = append([]string{"wins"}, campaign.TieBreakKeys[:campaign.MaxTieBreaks]...)
	wantError(t, h.add(ownerID, campaign.EditCampaign{Campaign: "c", Settings: set}), campaign.Invalid, "ties", "too-long", "")
}

// TestTermsAddUp: in random seasons with byes and forfeits the terms of every tie-break score add up to it.
func TestTermsAddUp(t *testing.T) {
	figures := 0
	for seed := range uint64(12) {
		h := newHistory(seed, 30)
		h.must(ownerID, campaign.Bye{Campaign: "c", Roster: "r1", Round: 2})
		set := campaign.DefaultSettings("Marches", "toy")
		for from := 0; from < len(campaign.TieBreakKeys); from += campaign.MaxTieBreaks {
			set.TieBreaks = campaign.TieBreakKeys[from:min(from+campaign.MaxTieBreaks, len(campaign.TieBreakKeys))]
			h.must(ownerID, campaign.EditCampaign{Campaign: "c", Settings: set})
			for _, r := range h.State().Standings("c", 0) {
				points := 0
				for _, p := range r.Results {
					points += p.Points
				}
				if points != r.Points {
					t.Errorf("seed %d, %s: results give %d points, not %d", seed, r.Roster, points, r.Points)
				}
				for _, f := range r.TieBreaks {
					figures++
					sum := 0
					for _, p := range f.Parts {
						if !p.Cut {
							sum += p.Value
						}
					}
					if f.Of > 0 {
						sum = int(math.Round(float64(sum) / float64(f.Of)))
					}
					if sum != f.Value {
						t.Errorf("seed %d, %s of %s: terms give %d, not %d", seed, f.Key, r.Roster, sum, f.Value)
					}
				}
			}
		}
	}
	if figures != 12*4*len(campaign.TieBreakKeys) {
		t.Errorf("%d figures seen", figures)
	}
}

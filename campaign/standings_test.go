package campaign_test

import (
	"fmt"
	"strings"
	"testing"

	"oriflamme/campaign"
	"oriflamme/rules"
)

// TestTieBreaks: four players, the sums done by hand. Points: win 3, draw 1.
//
//	r0 beats r1 4-1, r2 beats r3 2-0, r0 draws r2 1-1, r1 beats r3 5-0, r3 has a bye.
//	r0 4, r2 4, r1 3, r3 3 (the bye).
func TestTieBreaks(t *testing.T) {
	h := newHistory(1, 0)
	play := func(id string, one, two int, winner rules.Seat, a, b int) {
		h.must(ownerID, campaign.Schedule{Battle: id, Campaign: "c", Number: 1, Round: 1,
			Seats: []campaign.ID{fmt.Sprint("r", one), fmt.Sprint("r", two)}, Attacker: rules.Nobody})
		h.must(ownerID, campaign.Rule{Battle: id, Result: won(winner, a, b)})
	}
	play("a", 0, 1, 0, 4, 1)
	play("b", 2, 3, 0, 2, 0)
	play("c", 0, 2, rules.Nobody, 1, 1)
	play("d", 1, 3, 0, 5, 0)
	h.must(ownerID, campaign.Bye{Campaign: "c", Roster: "r3", Round: 3})
	set := campaign.DefaultSettings("Marches", "toy")
	for _, c := range []struct {
		ties []string
		want string
	}{
		// opposition: r0 3+4=7, r2 3+4=7, r1 4+3=7, r3 4+3=7: nothing is separated.
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

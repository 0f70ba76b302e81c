package campaign_test

import (
	"fmt"
	"slices"
	"testing"

	"oriflamme/campaign"
	"oriflamme/rules"
)

// fideEvent is an event of FIDE's exercises in tie-breaking (C.07, 2023): the number of
// players and one list for each round. In "1-9" 1 beats 9, "3=11" is a draw, "12+14" a
// forfeit of 14. Half points count as points here: a win gives 2, a draw 1.
type fideEvent struct {
	players int
	rounds  [][]string
	byes    map[int][]int // rounds of full-point byes, by player
	halves  map[int][]int // rounds of half-point byes, by player
}

var fideSwiss = fideEvent{16, [][]string{
	{"2-10", "1-9", "3=11", "4-12", "16=8", "14-6", "13-5", "7-15"},
	{"2-7", "13=1", "3-6", "16-11", "15-5", "8-14", "10-9"},
	{"1=2", "3-8", "4-13", "16-7", "5-11", "12+14", "15-10"},
	{"2-16", "1-15", "4=3", "6-10", "7=5", "8-13", "11+9"},
	{"3=2", "1=4", "16-15", "6-8", "5-10", "11-7", "14-13"},
}, map[int][]int{12: {2}, 6: {3}, 9: {5}}, map[int][]int{4: {2}, 9: {3}}}

var fideRobin = fideEvent{6, [][]string{
	{"1=5", "2-6", "3-4"}, {"1-2", "3-6", "5-4"}, {"1-3", "2-5", "4=6"}, {"4-1", "2=3", "6+5"}, {"1-6", "2-4", "3-5"},
}, nil, nil}

// play returns a history of the event.
func (e fideEvent) play(t *testing.T) *history {
	t.Helper()
	h := newHistory(1, 0)
	for i := 4; i < e.players; i++ {
		m := fmt.Sprint("m", i)
		h.must(m, campaign.Join{Member: m, Name: m, Role: campaign.Player})
		h.must(m, campaign.NewRoster{Roster: fmt.Sprint("r", i), Campaign: "c", Member: m, List: list(i, 3)})
	}
	set := campaign.DefaultSettings("C.07", "toy")
	set.Win, set.Draw, set.Loss, set.Bye = 2, 1, 0, 2
	set.TieBreaks = []string{"opposition", "cut1", "sonneborn", "koya"}
	h.must(ownerID, campaign.EditCampaign{Campaign: "c", Settings: set})
	roster := func(player int) campaign.ID { return fmt.Sprint("r", player-1) }
	for round, games := range e.rounds {
		for i, game := range games {
			var a, b int
			var how rune
			if _, err := fmt.Sscanf(game, "%d%c%d", &a, &how, &b); err != nil {
				t.Fatal(game, err)
			}
			id := fmt.Sprintf("b%d.%d", round, i)
			h.must(ownerID, campaign.Schedule{Battle: id, Campaign: "c", Number: 1, Round: round + 1, Seats: []campaign.ID{roster(a), roster(b)}, Attacker: rules.Nobody})
			switch how {
			case '+':
				h.must(ownerID, campaign.Concede{Battle: id, Seat: 1})
			case '=':
				h.must(ownerID, campaign.Rule{Battle: id, Result: won(rules.Nobody, 1, 1)})
			default:
				h.must(ownerID, campaign.Rule{Battle: id, Result: won(0, 1, 0)})
			}
		}
	}
	for player, rounds := range e.byes {
		for _, round := range rounds {
			h.must(ownerID, campaign.Bye{Campaign: "c", Roster: roster(player), Round: round})
		}
	}
	for player, rounds := range e.halves {
		for _, round := range rounds {
			h.must(ownerID, campaign.Credit{Roster: roster(player), Round: round, Points: 1})
		}
	}
	return h
}

// TestFIDEExercises compares points, Buchholz, its cut, Sonneborn-Berger and Koya with the
// values that FIDE publishes. Players with unplayed rounds of their own are left out: FIDE
// counts such a round as played against a virtual opponent, here a bye is an opponent
// without points.
func TestFIDEExercises(t *testing.T) {
	for _, c := range []struct {
		name  string
		event fideEvent
		tie   string
		scale float64 // from half points to ours
		want  map[int]float64
	}{
		{"exercises 1 to 4 and 9", fideSwiss, "opposition", 2, map[int]float64{1: 12.5, 2: 13, 3: 15.5, 5: 8.5, 7: 14.5, 8: 13.5, 10: 13, 13: 14, 15: 12, 16: 12.5}},
		{"exercises 5 to 8", fideSwiss, "cut1", 2, map[int]float64{1: 11, 3: 13, 5: 7.5, 7: 12.5, 8: 12, 13: 12, 15: 11, 16: 11}},
		{"exercises 11 and 12", fideSwiss, "sonneborn", 4, map[int]float64{1: 8, 2: 9.5, 3: 10.5, 5: 4.25, 7: 3.25, 8: 5.25, 10: 1.5, 13: 4.25, 15: 3.5, 16: 7.25}},
		{"exercise 14", fideRobin, "sonneborn", 4, map[int]float64{1: 9.25, 2: 6.25, 3: 6.25, 4: 4.25, 5: 3.25}},
		{"exercise 16", fideRobin, "koya", 2, map[int]float64{1: 2, 2: 0.5, 3: 0.5, 4: 1, 5: 0.5, 6: 0}},
	} {
		for _, row := range c.event.play(t).State().Standings("c", 0) {
			var player int
			fmt.Sscanf(row.Roster, "r%d", &player)
			player++
			want, ok := c.want[player]
			if !ok {
				continue
			}
			at := slices.IndexFunc(row.TieBreaks, func(f campaign.TieBreakScore) bool { return f.Key == c.tie })
			if got := float64(row.TieBreaks[at].Value) / c.scale; got != want {
				t.Errorf("%s, player %d: %v, FIDE says %v", c.name, player, got, want)
			}
		}
	}
	points := map[campaign.ID]float64{"r0": 3.5, "r1": 4, "r2": 3.5, "r3": 3.5, "r4": 2.5, "r5": 3, "r6": 1.5, "r7": 2.5, "r8": 1.5, "r9": 1, "r10": 2.5, "r11": 2, "r12": 1.5, "r13": 2, "r14": 2, "r15": 3.5}
	for _, row := range fideSwiss.play(t).State().Standings("c", 0) {
		if got := float64(row.Points) / 2; got != points[row.Roster] {
			t.Errorf("%s has %v points, FIDE says %v", row.Roster, got, points[row.Roster])
		}
	}
}

package campaign_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/rating/glicko"
	"oriflamme/campaign/rating/plackettluce"
	"oriflamme/rules"
)

// TestMelees: battles of three sides are rated in order, with the same result as byHand;
// unrated ones are not, and players are sorted by LowerBound.
func TestMelees(t *testing.T) {
	h := newHistory(1, 0)
	fight := func(id string, winner rules.Seat, scores ...int) {
		h.must(ownerID, campaign.Schedule{Battle: id, Campaign: "c", Number: 1, Seats: []campaign.ID{"r0", "r1", "r2"}, Attacker: rules.Nobody})
		h.must(ownerID, campaign.Rule{Battle: id, Result: campaign.Result{Winner: winner, Scores: scores}})
	}
	fight("a", 1, 4, 9, 2)
	fight("b", rules.Nobody, 5, 3, 5)
	fight("c", 2)
	s := h.State()
	for id, want := range map[string][3]int{"a": {2, 1, 3}, "b": {1, 3, 1}, "c": {2, 2, 1}} {
		if got := s.Battles[id].SeatRanks(); [3]int(got) != want {
			t.Errorf("places of %s: %v, want %v", id, got, want)
		}
	}
	byHand(t, s)
	if got := s.Ratings("toy"); len(got) != 0 {
		t.Errorf("melees are rated as duels: %+v", got)
	}
	before := len(s.MeleeRatings("toy")[0].Past)
	set := s.Campaigns["c"].Settings
	set.Unrated = true
	h.must(ownerID, campaign.EditCampaign{Campaign: "c", Settings: set})
	if got := h.State().MeleeRatings("toy"); before != 3 || len(got) != 0 {
		t.Errorf("%d battles were rated, %d of friends are", before, len(got))
	}
}

// byHand rates the battles in the order in which they became final, each with the ratings
// after the one before, and compares the result with the state's.
func byHand(t *testing.T, s *campaign.State) {
	t.Helper()
	want := map[campaign.ID]plackettluce.Rating{}
	for _, a := range s.Acts {
		for _, b := range s.BattlesOf("c") {
			if int64(b.FinalActNo) != a.No {
				continue
			}
			sides := make([][]plackettluce.Rating, len(b.Seats))
			for i, id := range b.Seats {
				m := s.Rosters[id].Member
				if _, ok := want[m]; !ok {
					want[m] = plackettluce.New()
				}
				sides[i] = []plackettluce.Rating{want[m]}
			}
			for i, after := range plackettluce.Rate(sides, b.SeatRanks()) {
				want[s.Rosters[b.Seats[i]].Member] = after[0]
			}
		}
	}
	list := s.MeleeRatings("toy")
	if len(list) != len(want) {
		t.Fatalf("%d rated, want %d", len(list), len(want))
	}
	for i, p := range list {
		if p.Now != want[p.Member] || p.Past[len(p.Past)-1].After != p.Now {
			t.Errorf("%s is at %v, by hand %v", p.Member, p.Now, want[p.Member])
		}
		if i > 0 && list[i-1].LowerBound() < p.LowerBound() {
			t.Errorf("%s stands below somebody less sure", p.Member)
		}
	}
}

// TestRatingsRebuilt: the state's ratings equal those computed week by week, each result with
// the ratings before the week.
func TestRatingsRebuilt(t *testing.T) {
	for seed := range uint64(6) {
		s := newHistory(seed, 120).State()
		want, played := map[campaign.ID]glicko.Rating{}, map[campaign.ID]int{}
		var week time.Time
		games := map[campaign.ID][]glicko.Game{}
		turn := func() {
			for id, r := range want {
				want[id] = r.After(games[id])
			}
			clear(games)
			week = week.AddDate(0, 0, 7)
		}
		for _, a := range s.Acts { // in the order in which battles became final
			for _, b := range s.BattlesOf("c") {
				if int64(b.FinalActNo) != a.No || b.Status != campaign.Final {
					continue
				}
				monday := b.FinalAt.UTC().Truncate(24 * time.Hour)
				for monday.Weekday() != time.Monday {
					monday = monday.AddDate(0, 0, -1)
				}
				if week.IsZero() {
					week = monday
				}
				for week.Before(monday) {
					turn()
				}
				one, two := s.Rosters[b.Seats[0]].Member, s.Rosters[b.Seats[1]].Member
				for _, id := range []campaign.ID{one, two} {
					if played[id] == 0 {
						want[id] = glicko.New()
					}
					played[id]++
				}
				score := map[rules.Seat]float64{0: 1, 1: 0, rules.Nobody: 0.5}[b.Result.Winner]
				games[one] = append(games[one], glicko.Game{Against: want[two], Score: score})
				games[two] = append(games[two], glicko.Game{Against: want[one], Score: 1 - score})
			}
		}
		turn()
		list := s.Ratings("toy")
		if len(list) != len(want) || len(list) < 4 {
			t.Fatalf("seed %d: %d rated, want %d", seed, len(list), len(want))
		}
		for i, r := range list {
			if i > 0 && list[i-1].Now.Strength < r.Now.Strength {
				t.Errorf("seed %d: %s stands below somebody weaker", seed, r.Member)
			}
			if want := want[r.Member]; math.Abs(r.Now.Strength-want.Strength)+math.Abs(r.Now.Deviation-want.Deviation) > 1e-6 || r.Games != played[r.Member] {
				t.Errorf("seed %d, %s: %+v in %d games, want %+v in %d", seed, r.Member, r.Now, r.Games, want, played[r.Member])
			}
			if last := r.Past[len(r.Past)-1]; last.After != r.Now {
				t.Errorf("seed %d, %s: the history ends at %+v", seed, r.Member, last.After)
			}
		}
	}
}

// TestUnrated: forfeits, byes and voided battles change no rating and no service record.
func TestUnrated(t *testing.T) {
	h := newHistory(1, 0)
	h.must(ownerID, campaign.Bye{Campaign: "c", Roster: "r2", Round: 1})
	for i, forfeit := range []bool{true, false} {
		id := fmt.Sprint("f", i)
		h.must(ownerID, campaign.Schedule{Battle: id, Campaign: "c", Number: i + 1, Round: 1, Seats: []campaign.ID{"r0", "r1"}, Attacker: rules.Nobody})
		r := won(0, 1, 0)
		r.Forfeit = forfeit
		h.must(ownerID, campaign.Rule{Battle: id, Result: r})
		s := h.State()
		if got, want := len(s.Ratings("toy")), 2*i; got != want {
			t.Errorf("after %s: %d rated, want %d", id, got, want)
		}
		if got := s.Rosters["r0"].Records["u0-0"].Battles; got != i {
			t.Errorf("after %s: the unit fought %d times, want %d", id, got, i)
		}
		if row := s.Standings("c", 0)[0]; row.Roster != "r0" || row.Wins != i+1 {
			t.Errorf("after %s: %+v", id, row)
		}
	}
	h.must(ownerID, campaign.Void{Acts: h.State().ActsOf("f1")})
	s, err := campaign.Fold(h.State().Acts)
	must(t, err)
	if got := s.Ratings("toy"); len(got) > 0 {
		t.Errorf("a voided battle left %+v", got)
	}
}

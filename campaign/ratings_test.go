package campaign_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/campaign/rating"
	"oriflamme/rules"
)

// TestRatingsRebuilt: the ratings that the state gives are those of a book kept week by
// week, results held against the ratings before the week.
func TestRatingsRebuilt(t *testing.T) {
	for seed := range uint64(6) {
		s := newHistory(seed, 120).State()
		book, played := map[campaign.ID]rating.Rating{}, map[campaign.ID]int{}
		var week time.Time
		games := map[campaign.ID][]rating.Game{}
		turn := func() {
			for id, r := range book {
				book[id] = r.After(games[id])
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
						book[id] = rating.New()
					}
					played[id]++
				}
				score := map[rules.Seat]float64{0: 1, 1: 0, rules.Nobody: 0.5}[b.Result.Winner]
				games[one] = append(games[one], rating.Game{Against: book[two], Score: score})
				games[two] = append(games[two], rating.Game{Against: book[one], Score: 1 - score})
			}
		}
		turn()
		list := s.Ratings("toy")
		if len(list) != len(book) || len(list) < 4 {
			t.Fatalf("seed %d: %d rated, want %d", seed, len(list), len(book))
		}
		for i, r := range list {
			if i > 0 && list[i-1].Now.Strength < r.Now.Strength {
				t.Errorf("seed %d: %s stands below somebody weaker", seed, r.Member)
			}
			if want := book[r.Member]; math.Abs(r.Now.Strength-want.Strength)+math.Abs(r.Now.Deviation-want.Deviation) > 1e-6 || r.Games != played[r.Member] {
				t.Errorf("seed %d, %s: %+v in %d games, want %+v in %d", seed, r.Member, r.Now, r.Games, want, played[r.Member])
			}
			if last := r.Past[len(r.Past)-1]; last.After != r.Now {
				t.Errorf("seed %d, %s: the history ends at %+v", seed, r.Member, last.After)
			}
		}
	}
}

// TestUnrated: forfeits, byes and voided battles move no rating; nor do they make a unit fight.
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
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Ratings("toy"); len(got) > 0 {
		t.Errorf("a voided battle left %+v", got)
	}
}

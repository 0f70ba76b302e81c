package campaign_test

import (
	"testing"

	"oriflamme/campaign"
	"oriflamme/campaign/rating/melee"
	"oriflamme/rules"
)

// TestMelees: battles of three are rated one after the other, as a book kept by hand
// rates them; friendly ones are not, and the order is by what is sure.
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

// byHand rates the battles in the order in which they became final, each with what the
// ones before had made of the ratings.
func byHand(t *testing.T, s *campaign.State) {
	t.Helper()
	book := map[campaign.ID]melee.Rating{}
	for _, a := range s.Acts {
		for _, b := range s.BattlesOf("c") {
			if int64(b.FinalActNo) != a.No {
				continue
			}
			sides := make([][]melee.Rating, len(b.Seats))
			for i, id := range b.Seats {
				m := s.Rosters[id].Member
				if _, ok := book[m]; !ok {
					book[m] = melee.New()
				}
				sides[i] = []melee.Rating{book[m]}
			}
			for i, after := range melee.Rate(sides, b.SeatRanks()) {
				book[s.Rosters[b.Seats[i]].Member] = after[0]
			}
		}
	}
	list := s.MeleeRatings("toy")
	if len(list) != len(book) {
		t.Fatalf("%d rated, want %d", len(list), len(book))
	}
	for i, p := range list {
		if p.Now != book[p.Member] || p.Past[len(p.Past)-1].After != p.Now {
			t.Errorf("%s is at %v, by hand %v", p.Member, p.Now, book[p.Member])
		}
		if i > 0 && list[i-1].LowerBound() < p.LowerBound() {
			t.Errorf("%s stands below somebody less sure", p.Member)
		}
	}
}

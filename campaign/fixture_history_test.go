package campaign_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"

	"oriflamme/campaign"
	"oriflamme/rules"
)

const clubID, ownerID = "club", "m0"

// history builds the history of a random club: members, rosters, an island, battles with
// stakes, reports that agree or not, rulings, aftermaths, grants and comments.
type history struct {
	campaign.Builder
	rng *rand.Rand
	n   int
}

func (h *history) add(by campaign.ID, b campaign.Body) error {
	h.n++
	return h.Add(clubID, by, fmt.Sprint(h.n), campaign.ActRequest{Body: b, Why: "because"}, h.n/8)
}

func (h *history) must(by campaign.ID, b campaign.Body) {
	if err := h.add(by, b); err != nil {
		panic(fmt.Sprintf("%s: %v", b.Kind(), err))
	}
}

// newHistory returns the history of a club with four rosters on an island and the given number of battles.
func newHistory(seed uint64, battles int) *history { return grownHistory(seed, battles, false) }

// grownHistory is like newHistory; bare acts are explained at campaign.NewBuilder.
func grownHistory(seed uint64, battles int, bare bool) *history {
	h := &history{campaign.NewBuilder(bare), rand.New(rand.NewPCG(seed, 7)), 0}
	h.must(ownerID, campaign.FoundClub{Name: "Club", Lang: "fr", Owner: "Anne"})
	set := campaign.DefaultSettings("Marches", "toy")
	set.Aftermath = seed%2 == 0
	island := islands[seed%uint64(len(islands))]()
	h.must(ownerID, campaign.NewCampaign{Campaign: "c", Settings: set, Map: island})
	for i := range 4 {
		m := fmt.Sprintf("m%d", i)
		if i > 0 {
			h.must(m, campaign.Join{Member: m, Name: m, Role: campaign.Player})
		}
		h.must(m, campaign.NewRoster{Roster: fmt.Sprintf("r%d", i), Campaign: "c", Member: m, List: list(i, 5), Home: island.Regions[i*7].ID})
	}
	for i := range battles {
		h.battle(fmt.Sprintf("b%d", i), i+1)
	}
	return h
}

// islands are the maps of histories, every third with free cells. They are made once, because
// that takes long.
var islands = func() (all [60]func() *campaign.Map) {
	for seed := range all {
		draw := campaign.GenerateIsland
		if seed%3 == 0 {
			draw = campaign.GenerateFreeIsland
		}
		all[seed] = sync.OnceValue(func() *campaign.Map {
			island, err := draw(fmt.Sprint(seed), 24, "fr")
			if err != nil {
				panic(err)
			}
			return island
		})
	}
	return all
}()

func list(side, units int) rules.Roster {
	l := rules.Roster{Name: fmt.Sprintf("Side %d", side), Extra: json.RawMessage(`{}`)}
	for u := range units {
		l.Units = append(l.Units, rules.Unit{ID: fmt.Sprintf("u%d-%d", side, u), Name: fmt.Sprintf("Unit %d", u), Profile: json.RawMessage(`{}`), Marks: []string{}})
	}
	return l
}

func (h *history) battle(id string, number int) {
	one := h.rng.IntN(4)
	two := (one + 1 + h.rng.IntN(3)) % 4
	s := h.State()
	seats := []campaign.ID{fmt.Sprintf("r%d", one), fmt.Sprintf("r%d", two)}
	sched := campaign.Schedule{Battle: id, Campaign: "c", Number: number, Round: number / 4, Seats: seats, Attacker: rules.Nobody}
	if at := h.target(s.Campaigns["c"].Map, seats); at != "" {
		sched.Attacker, sched.Stakes = 0, []campaign.ID{at}
	}
	m := [2]campaign.ID{fmt.Sprintf("m%d", one), fmt.Sprintf("m%d", two)}
	h.must(m[0], sched)
	if h.rng.IntN(12) == 0 {
		return // arranged and not played
	}
	r := h.result(s, id, seats)
	h.must(m[0], campaign.Report{Battle: id, Seat: 0, Result: r})
	switch h.rng.IntN(5) {
	case 0:
		other := r
		other.Scores = []int{r.Scores[1] + 1, r.Scores[0]}
		h.must(m[1], campaign.Report{Battle: id, Seat: 1, Result: other})
		h.must(ownerID, campaign.Rule{Battle: id, Result: r})
	case 1:
		h.must(m[1], campaign.Report{Battle: id, Seat: 1, Result: h.same(r)})
	case 2:
		h.must(m[1], campaign.RaiseDispute{Battle: id, Reason: "no"})
		h.must(ownerID, campaign.Rule{Battle: id, Result: r})
	default:
		h.must(m[1], campaign.Confirm{Battle: id, Seat: 1})
	}
	if s.Campaigns["c"].Settings.Aftermath {
		fx := h.effects(s, seats, "experience", "scar", "resource", "lost")
		if h.rng.IntN(2) == 0 {
			h.must(ownerID, campaign.Aftermath{Battle: id, Seat: rules.Nobody, Effects: fx})
		} else {
			for seat := range rules.Seat(2) {
				own := slices.DeleteFunc(slices.Clone(fx), func(e rules.Effect) bool { return e.Seat != seat })
				h.must(m[seat], campaign.Aftermath{Battle: id, Seat: seat, Effects: own})
			}
		}
	}
	h.gossip(id, seats)
}

// gossip adds acts after some battles: a grant that names the battle, a new recruit, a comment.
func (h *history) gossip(id string, seats []campaign.ID) {
	s := h.State()
	roster := seats[h.rng.IntN(2)]
	switch h.rng.IntN(6) {
	case 0:
		h.must(ownerID, campaign.Grant{Roster: roster, Unit: s.Rosters[roster].List.Units[0].ID, What: "honour", Key: "brave", Battle: id})
	case 1:
		l := s.Rosters[roster].List
		l.Units = append(slices.Clone(l.Units), rules.Unit{ID: "new-" + id, Name: "Recruit", Profile: json.RawMessage(`{}`), Marks: []string{}})
		if len(l.Units) < 60 {
			h.must(s.Rosters[roster].Member, campaign.ReviseRoster{Roster: roster, List: l})
		}
	case 2:
		h.must("m1", campaign.Comment{On: int64(s.Battles[id].Acts[0]), Text: "well played"})
	case 3:
		c := s.Campaigns["c"]
		h.must(ownerID, campaign.SetRegion{Campaign: "c", Region: c.Map.Regions[h.rng.IntN(24)].ID, Owner: roster})
	case 4:
		h.must(ownerID, campaign.PostStory{Campaign: "c", Battle: id, Title: "T", Text: "A tale", Lang: "fr"})
	case 5:
		h.guard(s, roster)
	}
}

// guard garrisons the last region in which the side may have a garrison, unless the region is contested.
func (h *history) guard(s *campaign.State, roster campaign.ID) {
	m, contested, units := s.Campaigns["c"].Map, s.Contested("c"), s.Rosters[roster].BattleList().Units
	if len(units) == 0 {
		return // all units are lost
	}
	joined, at := m.Supplied(roster), ""
	for _, r := range m.Regions {
		if joined[r.ID] && len(contested[r.ID]) == 0 {
			at = r.ID
		}
	}
	for _, r := range m.Regions {
		if slices.Contains(r.Garrison, units[0].ID) && len(contested[r.ID]) > 0 {
			return
		}
	}
	if at != "" {
		h.must(s.Rosters[roster].Member, campaign.Garrison{Campaign: "c", Region: at, Units: []campaign.ID{units[0].ID}})
	}
}

// target returns a region for which the attacker may fight, or "".
func (h *history) target(m *campaign.Map, seats []campaign.ID) campaign.ID {
	var can []campaign.ID
	contested := h.State().Contested("c")
	for _, r := range m.Regions {
		if r.Owner != seats[0] && (r.Owner == "" || r.Owner == seats[1]) && m.Borders(r.ID, seats[0]) && len(contested[r.ID]) == 0 {
			can = append(can, r.ID)
		}
	}
	if len(can) == 0 {
		return ""
	}
	return can[h.rng.IntN(len(can))]
}

func (h *history) result(s *campaign.State, id string, seats []campaign.ID) campaign.Result {
	scores := []int{h.rng.IntN(5), h.rng.IntN(5)}
	winner := rules.Nobody
	if scores[0] != scores[1] {
		winner = 0
		if scores[1] > scores[0] {
			winner = 1
		}
	}
	return campaign.Result{Winner: winner, Scores: scores, Effects: h.effects(s, seats, "kill", "experience")}
}

func (h *history) same(r campaign.Result) campaign.Result {
	r.Effects = slices.DeleteFunc(slices.Clone(r.Effects), func(e rules.Effect) bool { return e.Seat == 0 })
	return r
}

func (h *history) effects(s *campaign.State, seats []campaign.ID, kinds ...rules.EffectKind) []rules.Effect {
	var all []rules.Effect
	for seat, id := range seats {
		var living []string
		for _, u := range s.Rosters[id].BattleList().Units {
			living = append(living, u.ID)
		}
		for range h.rng.IntN(4) {
			if len(living) < 3 {
				break
			}
			e := rules.Effect{Seat: rules.Seat(seat), Unit: living[h.rng.IntN(len(living))], Kind: kinds[h.rng.IntN(len(kinds))], Amount: 1 + h.rng.IntN(3)}
			switch e.Kind {
			case "resource":
				e.Unit, e.Key = "", "glory"
			case "scar":
				e.Key = "limp"
			}
			all = append(all, e)
		}
	}
	return all
}

package campaign_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/rules"
)

const clubID, ownerID = "club", "m0"

// history grows a random club: members, rosters, an island, battles with
// stakes, reports that agree or not, rulings, aftermaths, grants, comments.
type history struct {
	campaign.Builder
	rng *rand.Rand
	n   int
}

func (h *history) add(by campaign.ID, b campaign.Body) error {
	h.n++
	return h.Add(clubID, by, fmt.Sprint(h.n), campaign.Draft{Body: b, Why: "because"}, h.n/8)
}

func (h *history) must(by campaign.ID, b campaign.Body) {
	if err := h.add(by, b); err != nil {
		panic(fmt.Sprintf("%s: %v", b.Kind(), err))
	}
}

// newHistory returns a club with four rosters on an island, and so many battles.
func newHistory(seed uint64, battles int) *history {
	h := &history{campaign.NewBuilder(), rand.New(rand.NewPCG(seed, 7)), 0}
	h.must(ownerID, campaign.FoundClub{Name: "Club", Lang: "fr", Owner: "Anne"})
	set := campaign.DefaultSettings("Marches", "toy")
	set.Aftermath = seed%2 == 0
	isle, err := campaign.Isle(fmt.Sprint(seed), 24, "fr")
	if err != nil {
		panic(err)
	}
	h.must(ownerID, campaign.NewCampaign{Campaign: "c", Settings: set, Map: isle})
	for i := range 4 {
		m := fmt.Sprintf("m%d", i)
		if i > 0 {
			h.must(m, campaign.Join{Member: m, Name: m, Role: campaign.Player})
		}
		h.must(m, campaign.NewRoster{Roster: fmt.Sprintf("r%d", i), Campaign: "c", Member: m, List: list(i, 5), Home: isle.Regions[i*7].ID})
	}
	for i := range battles {
		h.battle(fmt.Sprintf("b%d", i), i+1)
	}
	return h
}

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
		return // agreed and not played
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

// gossip follows some battles: a grant because of it, a new recruit, a remark.
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
	}
}

// target picks land that the attacker may challenge, or none.
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

func (h *history) effects(s *campaign.State, seats []campaign.ID, kinds ...string) []rules.Effect {
	var all []rules.Effect
	for seat, id := range seats {
		var living []string
		for _, u := range s.Rosters[id].Fielded().Units {
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

// retold tells the history again without some acts: numbered and chained anew.
func retold(t *testing.T, acts []campaign.Act, without []int64) *campaign.State {
	t.Helper()
	var kept []campaign.Act
	number := map[int64]int64{}
	for _, a := range acts {
		if slices.Contains(without, a.No) {
			continue
		}
		body := a.Body
		if c, ok := body.(campaign.Comment); ok {
			c.On = number[c.On]
			body = c
		}
		var prev *campaign.Act
		if len(kept) > 0 {
			prev = &kept[len(kept)-1]
		}
		again, err := campaign.NewAct(prev, a.Club, a.By, a.At, a.Key, campaign.Draft{Body: body, Why: a.Why, Amends: a.Amends})
		if err != nil {
			t.Fatal(err)
		}
		number[a.No] = again.No
		kept = append(kept, again)
	}
	s, err := campaign.Fold(kept)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestVoidLeavesNoTrace: whatever battle of a random history is voided, with the
// acts that then could not have been, the state is that of the history in which
// they never happened; and voiding the void restores the state before.
func TestVoidLeavesNoTrace(t *testing.T) {
	histories := 1000
	if testing.Short() {
		histories = 40
	}
	var dependent atomic.Int64
	t.Run("histories", func(t *testing.T) {
		for shard := range 4 {
			t.Run(fmt.Sprint(shard), func(t *testing.T) {
				t.Parallel()
				for seed := shard; seed < histories; seed += 4 {
					dependent.Add(voidOne(t, seed))
				}
			})
		}
	})
	if dependent.Load() == 0 {
		t.Error("no history had acts that depend on the battle: the test shows little")
	}
}

// voidOne voids one battle of one history and returns how many acts depended on it.
func voidOne(t *testing.T, seed int) (dependent int64) {
	h := newHistory(uint64(seed), 200)
	before, err := campaign.Fold(h.State().Acts)
	if err != nil {
		t.Fatalf("history %d: %v", seed, err)
	}
	battle := fmt.Sprintf("b%d", h.rng.IntN(200))
	void := before.ActsOf(battle)
	for _, bad := range before.Preview(void...) {
		void = append(void, bad.Act.No)
		dependent++
	}
	last := before.Acts[len(before.Acts)-1]
	after := next(t, before, &last, campaign.Draft{Body: campaign.Void{Acts: void}, Why: "entered twice"})
	want := retold(t, before.Acts, void)
	if got := after.Hash(); got != want.Hash() {
		t.Fatalf("history %d: after voiding %s the state differs from a history without it", seed, battle)
	}
	if after.Hash() == before.Hash() {
		t.Fatalf("history %d: voiding %s changed nothing", seed, battle)
	}
	last = after.Acts[len(after.Acts)-1]
	restored := next(t, after, &last, campaign.Draft{Body: campaign.Void{Acts: []int64{last.No}}, Why: "it was not"})
	if restored.Hash() != before.Hash() {
		t.Fatalf("history %d: voiding the void does not restore the state", seed)
	}
	return dependent
}

func next(t *testing.T, s *campaign.State, last *campaign.Act, d campaign.Draft) *campaign.State {
	t.Helper()
	a, err := campaign.NewAct(last, clubID, ownerID, last.At.Add(time.Hour), fmt.Sprintf("void %d", last.No), d)
	if err != nil {
		t.Fatal(err)
	}
	n, err := s.Next(a)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestNextIsFold: applying acts one by one gives the same state as folding them
// all, and leaves every earlier snapshot as it was.
func TestNextIsFold(t *testing.T) {
	for seed := range uint64(10) {
		acts := newHistory(seed, 60).State().Acts
		s := campaign.Empty()
		type shot struct {
			s    *campaign.State
			hash string
		}
		var shots []shot
		for i, a := range acts {
			var err error
			if s, err = s.Next(a); err != nil {
				t.Fatal(err)
			}
			if i%10 == 0 {
				shots = append(shots, shot{s, s.Hash()})
			}
		}
		whole, err := campaign.Fold(acts)
		if err != nil {
			t.Fatal(err)
		}
		if s.Hash() != whole.Hash() {
			t.Errorf("seed %d: one by one differs from the fold", seed)
		}
		for _, shot := range shots {
			if shot.s.Hash() != shot.hash {
				t.Errorf("seed %d: the snapshot at act %d was changed by later acts", seed, shot.s.No)
			}
		}
	}
}

// TestRefusedVoidChangesNothing: a void on which others depend is refused and
// names how many.
func TestRefusedVoidChangesNothing(t *testing.T) {
	h := newHistory(2, 20)
	s, err := campaign.Fold(h.State().Acts)
	if err != nil {
		t.Fatal(err)
	}
	roster := int64(s.Rosters["r0"].Cause)
	bad := s.Preview(roster)
	if len(bad) == 0 {
		t.Fatal("nothing depends on a roster that fought")
	}
	for _, b := range bad {
		if campaign.CodeOf(b.Err) == "" {
			t.Errorf("act %d: no reason: %v", b.Act.No, b.Err)
		}
	}
	before := s.Hash()
	last := s.Acts[len(s.Acts)-1]
	a, err := campaign.NewAct(&last, clubID, ownerID, last.At, "v", campaign.Draft{Body: campaign.Void{Acts: []int64{roster}}, Why: "x"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Next(a); campaign.CodeOf(err) != campaign.Conflict {
		t.Errorf("got %v, want a conflict", err)
	}
	if s.Hash() != before {
		t.Error("a refused void changed the state")
	}
}

// TestVerify: a changed, dropped or reordered act is found and named.
func TestVerify(t *testing.T) {
	good := newHistory(3, 5).State().Acts
	if err := campaign.Verify(good); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		harm func(a []campaign.Act) []campaign.Act
		want string
	}{
		{"reason", func(a []campaign.Act) []campaign.Act { a[3].Why += "!"; return a }, "act 4: was changed after it was written"},
		{"time", func(a []campaign.Act) []campaign.Act { a[3].At = a[3].At.Add(time.Second); return a }, "act 4: was changed after it was written"},
		{"dropped", func(a []campaign.Act) []campaign.Act { return slices.Delete(a, 3, 4) }, "act 4: number 5 is out of order"},
		{"swapped", func(a []campaign.Act) []campaign.Act { a[3].No, a[4].No = 5, 4; a[3], a[4] = a[4], a[3]; return a }, "act 4: does not follow from the act before"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := campaign.Verify(c.harm(slices.Clone(good)))
			if err == nil || err.Error() != c.want {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

// TestAmendIsRetelling: an amended report gives the state of the history in
// which it had said so at once.
func TestAmendIsRetelling(t *testing.T) {
	for seed := range uint64(30) {
		s, err := campaign.Fold(newHistory(seed, 40).State().Acts)
		if err != nil {
			t.Fatal(err)
		}
		at := slices.IndexFunc(s.Acts, func(a campaign.Act) bool { return a.Kind == "confirm" && a.No > 60 })
		first := slices.IndexFunc(s.Acts, func(a campaign.Act) bool {
			r, ok := a.Body.(campaign.Report)
			return ok && r.Battle == s.Acts[at].Body.(campaign.Confirm).Battle
		})
		body := s.Acts[first].Body.(campaign.Report)
		body.Result.Winner, body.Result.Scores = 1, []int{0, 9}
		last := s.Acts[len(s.Acts)-1]
		a, err := campaign.NewAct(&last, clubID, ownerID, last.At, "amend", campaign.Draft{Body: body, Why: "typed wrongly", Amends: s.Acts[first].No})
		if err != nil {
			t.Fatal(err)
		}
		amended, err := s.Next(a)
		if campaign.CodeOf(err) == campaign.Conflict {
			continue // land that changed hands was fought over later
		}
		if err != nil {
			t.Fatal(err)
		}
		told := slices.Clone(s.Acts)
		told[first].Body = body
		if want := retold(t, told, nil); amended.Hash() != want.Hash() {
			t.Errorf("seed %d: the amended state is not that of the history told again", seed)
		}
	}
}

// TestFoldVersion: when this hash changes, databases remember others: raise
// FoldVersion, then take the new hash over.
func TestFoldVersion(t *testing.T) {
	const version, want = 1, "a7d4167ca76028e6a0c31426c294dc8850cd56ca7d96ce440fe300d7d8c01ea0"
	got := newHistory(5, 40).State().Hash()
	if got != want || campaign.FoldVersion != version {
		t.Errorf("version %d folds to %s, was version %d and %s", campaign.FoldVersion, got, version, want)
	}
}

func BenchmarkFold10000(b *testing.B) {
	h := newHistory(4, 2900)
	acts := h.State().Acts
	if len(acts) < 10000 {
		b.Fatalf("only %d acts", len(acts))
	}
	acts = acts[:10000]
	for b.Loop() {
		if _, err := campaign.Fold(acts); err != nil {
			b.Fatal(err)
		}
	}
}

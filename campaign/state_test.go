package campaign_test

import (
	"fmt"
	"runtime/debug"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"oriflamme/campaign"
	"oriflamme/rules/rulestest"
)

// refoldWithout folds the history again without some acts, with new numbers.
func refoldWithout(t *testing.T, acts []campaign.Act, without []int64) *campaign.State {
	t.Helper()
	var remaining []campaign.Act
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
		again := a
		again.No, again.Body = int64(len(remaining)+1), body
		number[a.No] = again.No
		remaining = append(remaining, again)
	}
	s, err := campaign.Fold(remaining)
	must(t, err)
	return s
}

// TestVoidLeavesNoTrace: if any battle of a random history is voided, with the acts that depend
// on it, the state is that of the history in which they never happened. Voiding the void
// restores the state before.
func TestVoidLeavesNoTrace(t *testing.T) {
	rulestest.Slow(t)
	voidEach(t, 500, func(int) int { return 200 })
}

// TestVoidInManyHistories does the same for ten thousand short histories.
func TestVoidInManyHistories(t *testing.T) {
	histories := 10_000
	if testing.Short() || rulestest.RaceDetector {
		histories = 200
	}
	voidEach(t, histories, func(seed int) int { return 2 + seed%7 })
}

// voidEach voids a battle in each of a number of histories; battles returns the length of each.
func voidEach(t *testing.T, histories int, battles func(seed int) int) {
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // the test makes much garbage and keeps little
	var dependent atomic.Int64
	t.Run("histories", func(t *testing.T) {
		for shard := range 4 {
			t.Run(fmt.Sprint(shard), func(t *testing.T) {
				t.Parallel()
				for seed := shard; seed < histories; seed += 4 {
					dependent.Add(voidOne(t, seed, battles(seed)))
				}
			})
		}
	})
	if dependent.Load() == 0 {
		t.Error("no history had acts that depend on the battle: the test shows little")
	}
}

// voidOne voids one battle of one history and returns how many acts depended on it.
func voidOne(t *testing.T, seed, battles int) (dependent int64) {
	h := grownHistory(uint64(seed), battles, true)
	before := h.State()
	was := before.Hash()
	battle := fmt.Sprintf("b%d", h.rng.IntN(battles))
	void := before.ActsOf(battle)
	for _, bad := range before.Preview(void...) {
		void = append(void, bad.Act.No)
		dependent++
	}
	after := next(t, before, campaign.ActRequest{Body: campaign.Void{Acts: void}, Why: "entered twice"})
	want := refoldWithout(t, before.Acts, void)
	got := after.Hash()
	if got != want.Hash() {
		t.Fatalf("history %d: after voiding %s the state differs from a history without it", seed, battle)
	}
	if got == was {
		t.Fatalf("history %d: voiding %s changed nothing", seed, battle)
	}
	restored := next(t, after, campaign.ActRequest{Body: campaign.Void{Acts: []int64{after.No}}, Why: "it was not"})
	if restored.Hash() != was {
		t.Fatalf("history %d: voiding the void does not restore the state", seed)
	}
	return dependent
}

// actAfter returns an act of the owner that follows the last one.
func actAfter(t *testing.T, s *campaign.State, d campaign.ActRequest) campaign.Act {
	t.Helper()
	last := s.Acts[len(s.Acts)-1]
	a, err := campaign.NewAct(&last, clubID, ownerID, last.At.Add(time.Hour), fmt.Sprintf("after %d", last.No), d)
	must(t, err)
	return a
}

// next returns the state after an act of the owner.
func next(t *testing.T, s *campaign.State, d campaign.ActRequest) *campaign.State {
	t.Helper()
	n, err := s.Next(actAfter(t, s, d))
	must(t, err)
	return n
}

// TestNextIsFold: applying acts one by one gives the same state as folding all of them, and
// does not change earlier snapshots.
func TestNextIsFold(t *testing.T) {
	for seed := range uint64(10) {
		acts := newHistory(seed, 60).State().Acts
		s := campaign.EmptyState()
		type snapshot struct {
			s    *campaign.State
			hash string
		}
		var snapshots []snapshot
		for i, a := range acts {
			var err error
			s, err = s.Next(a)
			must(t, err)
			if i%10 == 0 {
				snapshots = append(snapshots, snapshot{s, s.Hash()})
			}
		}
		whole, err := campaign.Fold(acts)
		must(t, err)
		if s.Hash() != whole.Hash() {
			t.Errorf("seed %d: one by one differs from the fold", seed)
		}
		for _, snapshot := range snapshots {
			if snapshot.s.Hash() != snapshot.hash {
				t.Errorf("seed %d: the snapshot at act %d was changed by later acts", seed, snapshot.s.No)
			}
		}
	}
}

// TestRefusedVoidChangesNothing: a void of an act on which others depend is refused with their
// number, and changes nothing.
func TestRefusedVoidChangesNothing(t *testing.T) {
	h := newHistory(2, 20)
	s, err := campaign.Fold(h.State().Acts)
	must(t, err)
	roster := int64(s.Rosters["r0"].ActNo)
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
	a := actAfter(t, s, campaign.ActRequest{Body: campaign.Void{Acts: []int64{roster}}, Why: "x"})
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
	must(t, campaign.Verify(good))
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

// TestAmendmentEqualsHistory: an amended report gives the state of the history in which it had
// said so from the start.
func TestAmendmentEqualsHistory(t *testing.T) {
	for seed := range uint64(30) {
		s, err := campaign.Fold(newHistory(seed, 40).State().Acts)
		must(t, err)
		at := slices.IndexFunc(s.Acts, func(a campaign.Act) bool { return a.Kind == campaign.KindConfirm && a.No > 60 })
		first := slices.IndexFunc(s.Acts, func(a campaign.Act) bool {
			r, ok := a.Body.(campaign.Report)
			return ok && r.Battle == s.Acts[at].Body.(campaign.Confirm).Battle
		})
		body := s.Acts[first].Body.(campaign.Report)
		body.Result.Winner, body.Result.Scores = 1, []int{0, 9}
		amended, err := s.Next(actAfter(t, s, campaign.ActRequest{Body: body, Why: "typed wrongly", Amends: s.Acts[first].No}))
		if campaign.CodeOf(err) == campaign.Conflict {
			continue // land that changed hands was fought over later
		}
		must(t, err)
		notified := slices.Clone(s.Acts)
		notified[first].Body = body
		if want := refoldWithout(t, notified, nil); amended.Hash() != want.Hash() {
			t.Errorf("seed %d: the amended state is not that of the history with the new body", seed)
		}
	}
}

// TestFoldVersion: if this hash changes, the hashes stored in databases are wrong. Raise
// FoldVersion, then put the new hash here.
func TestFoldVersion(t *testing.T) {
	const version, want = 14, "6ec8ef27b70aa1ae97696cd1f4dfca5f8bb81b74fba6d04fbc64e0d177b70c7d"
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
		_, err := campaign.Fold(acts)
		must(b, err)
	}
}

package campaign

import (
	"context"
	"fmt"
	"time"
)

// Correct is the arbiter's correction of a result that was settled, however it was:
// by equal reports, a ruling, a forfeit. The history is folded as if the battle
// had been settled so from the start. What the result says nothing of, its
// Effects, stays as it was stated.
type Correct struct {
	Battle ID     `json:"battle"`
	Result Result `json:"result"`
}

// Kind is "correct".
func (Correct) Kind() string { return "correct" }

// apply does nothing where the act stands: settle heeds it where the battle was settled.
func (Correct) apply(*fold, *Act) error { return nil }

// checkCorrection checks a correction before the history is folded with it (CAMP-COR-1).
func (s *State) checkCorrection(b Correct) error {
	old := s.Battles[b.Battle]
	switch {
	case old == nil:
		return missing("battle", "battle", b.Battle)
	case old.Result == nil:
		return refuse(Conflict, "battle", "not-settled", "CAMP-COR-1", "phase", string(old.Phase))
	}
	return (&fold{State: s}).checkResult(old, b.Result)
}

// correction is what the arbiter put in the place of the result that an act settles, or
// nil. A result that is settled anew after a correction stands for itself.
func (f *fold) correction(b *Battle, a *Act) *Statement {
	c := f.corrections[b.ID]
	if c == nil || c.No < a.No {
		return nil
	}
	return &Statement{Seat: -1, By: c.By, At: c.At, Result: c.Body.(Correct).Result, Note: c.Why, Cause: Cause(c.No)}
}

// Foresee returns the state as it would be after a draft, with other acts void
// besides, and the acts that could then not have happened. Nothing is changed.
func (s *State) Foresee(by ID, at time.Time, d Draft, also ...int64) (*State, []Impossible, error) {
	var last *Act
	if n := len(s.Acts); n > 0 {
		last = &s.Acts[n-1]
	}
	a, err := NewAct(last, s.Club.ID, by, at, "foreseen", d)
	if err != nil {
		return nil, nil, err
	}
	if a.corrective() {
		if err := s.corrects(a); err != nil {
			return nil, nil, err
		}
	}
	without := map[int64]bool{}
	for _, no := range also {
		without[no] = true
	}
	next, bad := foldAll(append(s.Acts[:len(s.Acts):len(s.Acts)], a), without)
	return next, bad, nil
}

// Correct corrects a result and voids the acts that the arbiter has decided on. When
// others would be impossible all the same it is a Conflict and nothing changes.
// Permission: correct, not of one's own battle while another could; void for also.
func (h *Hall) Correct(ctx context.Context, by Actor, club ID, key string, b Correct, also []int64, why string) (Act, error) {
	s, err := h.State(ctx, club)
	if err != nil {
		return Act{}, err
	}
	d := Draft{Body: b, Why: why}
	if a, ok := s.keyed(by.Member, key); ok {
		return a, nil
	}
	if len(also) > 0 {
		if err := s.authorise(by.Member, d); err != nil {
			return Act{}, err
		}
		_, bad, err := s.Foresee(by.Member, h.now(), d, also...)
		if err != nil {
			return Act{}, err
		}
		if len(bad) > 0 {
			return Act{}, refuse(Conflict, "acts", "others-depend", "CAMP-ACT-3", "count", fmt.Sprint(len(bad)), "first", fmt.Sprint(bad[0].Act.No))
		}
		if _, err := h.Void(ctx, by, club, key+" also", also, why); err != nil {
			return Act{}, err
		}
	}
	return h.Do(ctx, by, club, key, d)
}

package campaign

import (
	"context"
	"fmt"
	"slices"
	"time"

	"oriflamme/rules"
)

// Void takes acts out of force, as if they had never been done. Voiding a void brings them
// back.
type Void struct {
	Acts []int64 `json:"acts"`
}

// Kind returns "void".
func (Void) Kind() Kind { return KindVoid }

func (b Void) subject() Subject {
	s := Subject{staleKey: neverStale}
	if len(b.Acts) > 0 {
		s.act = b.Acts[0]
	}
	return s
}

func (b Void) apply(f *fold, a *Act) error { return nil }

// checkCorrective checks a void, an amendment or a correction before the history is folded
// with it (CAMP-ACT-1, CAMP-ACT-2).
func (s *State) checkCorrective(a Act) error {
	if err := checkLength("why", a.Why, 1, 4000); err != nil {
		return err
	}
	if a.Amends != 0 {
		old, ok := s.Act(a.Amends)
		switch {
		case !ok || s.Voided[a.Amends] != 0:
			return notFound("amends", "act", fmt.Sprint(a.Amends))
		case old.Kind != a.Kind || old.Kind == KindVoid || old.Amends != 0:
			return refuse(Invalid, "amends", "other-kind", "CAMP-ACT-2", "kind", string(old.Kind))
		case old.Body.subject().staleKey != a.Body.subject().staleKey:
			return refuse(Invalid, "amends", "other-thing", "CAMP-ACT-2", "kind", string(old.Kind))
		}
		return nil
	}
	if b, ok := a.Body.(Correct); ok {
		return s.checkCorrection(b)
	}
	acts := a.Body.(Void).Acts
	if len(acts) == 0 {
		return refuse(Invalid, "acts", "required", "")
	}
	for i, no := range acts {
		field := fmt.Sprintf("acts[%d]", i)
		switch old, ok := s.Act(no); {
		case ok && old.Kind == KindForget:
			return refuse(Conflict, field, "forgotten-stays", "CAMP-ACT-1", "act", fmt.Sprint(no))
		case !ok:
			return notFound(field, "act", fmt.Sprint(no))
		case no == 1:
			return refuse(Invalid, field, "founding", "CAMP-ACT-1")
		case s.Voided[no] != 0:
			return refuse(Conflict, field, "void-already", "CAMP-ACT-1", "act", fmt.Sprint(no))
		}
	}
	return nil
}

// ActsOf returns the numbers of all acts in force about a battle, including amendments and
// corrections. Voiding them undoes the battle.
func (s *State) ActsOf(battle ID) []int64 {
	b := s.Battles[battle]
	if b == nil {
		return nil
	}
	var all []int64
	for i, c := range b.Acts {
		if i == 0 && (b.DrawInfo != nil || b.Challenge != "") {
			continue // the act that drew its whole round, or accepted its challenge, stays: the battle is still to be played
		}
		all = append(all, int64(c))
	}
	for _, a := range s.Acts {
		c, correction := a.Body.(Correct)
		if s.Voided[a.No] == 0 && (a.Amends != 0 && slices.Contains(b.Acts, ActNo(a.Amends)) || correction && c.Battle == battle) {
			all = append(all, a.No)
		}
	}
	slices.Sort(all)
	return all
}

// Correct is the arbiter's correction of a settled result, whether it was settled by equal
// reports, a ruling or a forfeit. The history is folded as if the battle had been settled
// so from the start. If Effects or Lands are nil, the effects and the land stay as reports,
// aftermath and the rules of the map give them.
type Correct struct {
	Battle  ID             `json:"battle"`
	Result  Result         `json:"result"`
	Effects []rules.Effect `json:"effects,omitzero"` // replace everything that reports and aftermath state; nil leaves them
	Lands   []RegionAward  `json:"lands,omitzero"`   // replace what the rules give; regions not named go by the rules
}

// A RegionAward says who owns a region after a battle over it.
type RegionAward struct {
	Region ID `json:"region"` // one of the battle's stakes
	To     ID `json:"to"`     // a roster that fought, or "" for nobody
}

// Kind returns "correct".
func (Correct) Kind() Kind { return KindCorrect }

func (b Correct) subject() Subject { return ofBattle(b.Battle) }

func (b Correct) guard(s *State, by *Member) error { return s.checkNotOwnBattle(by.ID, b.Battle) }

// apply does nothing: settle applies the correction when the fold comes to the act that settled the battle.
func (Correct) apply(*fold, *Act) error { return nil }

// checkCorrection checks a correction before the history is folded with it (CAMP-COR-1).
func (s *State) checkCorrection(b Correct) error {
	old := s.Battles[b.Battle]
	switch {
	case old == nil:
		return notFound("battle", "battle", b.Battle)
	case old.Result == nil:
		return refuse(Conflict, "battle", "not-settled", "CAMP-COR-1", "phase", string(old.Status))
	case old.Status != Final && (b.Effects != nil || b.Lands != nil):
		return refuse(Conflict, "battle", "not-final", "CAMP-COR-2", "phase", string(old.Status))
	}
	f := &fold{State: s}
	return firstError(f.checkResult(old, b.Result), f.checkEffects(old, "effects", b.Effects), old.checkLands(b.Lands))
}

// checkLands refuses land that was not at stake, and new owners that did not fight (CAMP-COR-2).
func (b *Battle) checkLands(lands []RegionAward) error {
	for i, l := range lands {
		at := fmt.Sprintf("lands[%d]", i)
		switch {
		case !slices.Contains(b.Stakes, l.Region):
			return refuse(Invalid, at+".region", "not-at-stake", "CAMP-COR-2", "region", l.Region)
		case l.To != "" && !slices.Contains(b.Seats, l.To):
			return refuse(Invalid, at+".to", "no-seat", "CAMP-COR-2")
		case slices.ContainsFunc(lands[:i], func(o RegionAward) bool { return o.Region == l.Region }):
			return refuse(Invalid, at+".region", "region-twice", "CAMP-COR-2", "region", l.Region)
		}
	}
	return nil
}

// correctedResult returns the correction of the result that an act settles, or nil. A
// correction does not apply to a result that was settled after it.
func (f *fold) correctedResult(b *Battle, a *Act) *Statement {
	c := f.corrections[b.ID]
	if c == nil || c.No < a.No {
		return nil
	}
	return &Statement{Seat: -1, By: c.By, At: c.At, Result: c.Body.(Correct).Result, Note: c.Why, ActNo: ActNo(c.No)}
}

// correctionAt returns the correction that applies when an act makes a battle final, or an
// empty one.
func (f *fold) correctionAt(b *Battle, a *Act) Correct {
	if b.Corrected == nil || b.Corrected.ActNo < ActNo(a.No) {
		return Correct{}
	}
	return f.corrections[b.ID].Body.(Correct)
}

// PreviewAct returns the state as it would be after a request, with the acts in also voided,
// and the acts that would become impossible. It changes nothing, and returns an error if the
// request itself is impossible.
func (s *State) PreviewAct(by ID, at time.Time, d ActRequest, also ...int64) (*State, []ImpossibleAct, error) {
	var last *Act
	if n := len(s.Acts); n > 0 {
		last = &s.Acts[n-1]
	}
	a, err := NewAct(last, s.Club.ID, by, at, "foreseen", d)
	if err != nil {
		return nil, nil, err
	}
	// Clipped, because the same array continues with acts that really happened.
	alone := *s
	alone.Acts = slices.Clip(s.Acts)
	switch {
	case !a.corrective() && len(also) == 0:
		next, err := alone.next(a)
		return next, nil, err
	case a.corrective():
		if err := s.checkCorrective(a); err != nil {
			return nil, nil, err
		}
	}
	next, bad := foldAll(append(alone.Acts, a), also)
	return next, bad, nil
}

// Correct corrects a result and voids the acts in also. If further acts would become
// impossible, it returns a Conflict and changes nothing. Permission: correct, but not for
// one's own battle while another arbiter could (CAMP-ROLE-3); void for also.
func (s *Service) Correct(ctx context.Context, by Actor, club ID, key string, b Correct, also []int64, why string) (Act, error) {
	st, err := s.State(ctx, club)
	if err != nil {
		return Act{}, err
	}
	d := ActRequest{Body: b, Why: why}
	if a, ok := st.ActByKey(by.Member, key); ok {
		return a, nil
	}
	if len(also) > 0 {
		if err := st.authorise(by.Member, d); err != nil {
			return Act{}, err
		}
		_, bad, err := st.PreviewAct(by.Member, s.now(), d, also...)
		if err != nil {
			return Act{}, err
		}
		if len(bad) > 0 {
			return Act{}, refuse(Conflict, "acts", "others-depend", "CAMP-ACT-3", "count", fmt.Sprint(len(bad)), "first", fmt.Sprint(bad[0].Act.No))
		}
		if _, err := s.Void(ctx, by, club, key+" also", also, why); err != nil {
			return Act{}, err
		}
	}
	return s.Do(ctx, by, club, key, d)
}

package campaign

import (
	"fmt"
	"slices"
)

// Void takes acts out of force, as if they had never been. A void of a void
// brings them back.
type Void struct {
	Acts []int64 `json:"acts"`
}

// Kind is "void".
func (Void) Kind() Kind { return KindVoid }

func (b Void) subject() Subject {
	s := Subject{staleKey: neverStale}
	if len(b.Acts) > 0 {
		s.act = b.Acts[0]
	}
	return s
}

func (b Void) apply(f *fold, a *Act) error { return nil }

// checkCorrective checks a void or an amendment before the history is folded with it.
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

// ActsOf returns the numbers of all acts in force about a battle: those to void
// so that it never was. Amendments and corrections among them are included.
func (s *State) ActsOf(battle ID) []int64 {
	b := s.Battles[battle]
	if b == nil {
		return nil
	}
	var all []int64
	for i, c := range b.Acts {
		if i == 0 && (b.DrawInfo != nil || b.Challenge != "") {
			continue // drawn with its whole round, or a challenge accepted: the battle stays to be played
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

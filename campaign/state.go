package campaign

import (
	"fmt"
	"maps"
	"sort"
	"time"

	"oriflamme/rules"
)

// A State is a club as its acts have made it. It is an immutable snapshot and may be read
// from many goroutines.
type State struct {
	Club      Club
	Members   map[ID]*Member
	Campaigns map[ID]*Campaign
	Rosters   map[ID]*Roster
	Battles   map[ID]*Battle
	Sheets    map[string]*Sheet // by sheetKey
	Stories   []Story
	Comments  []Remark

	// The fields below are about the acts themselves and are not part of the hash.

	No      int64           `hash:"-"` // number of the last act folded
	Head    string          `hash:"-"` // hash of the last act folded
	Acts    []Act           `hash:"-"` // every act in order, including those not in force any more
	Voided  map[int64]int64 `hash:"-"` // act -> the act that voids it
	Amended map[int64]int64 `hash:"-"` // act -> the last act that amends it

	corrections map[ID]*Act // battle -> the last correction in force
}

// fold is a state under construction. Values that belong to an earlier snapshot are copied
// before they are changed; values made in this fold are its own.
type fold struct {
	*State
	fresh bool // the state is built from nothing, so every value is the fold's own
	own   map[any]bool
}

// Fold builds the state from a club's acts in order. It is a pure function. Voided acts are
// skipped; amended acts are folded with their new body. If an act is impossible, it returns
// a *HistoryError that names the first such act.
func Fold(acts []Act) (*State, error) {
	s, bad := foldAll(acts, nil)
	if len(bad) > 0 {
		return nil, &HistoryError{bad[0]}
	}
	return s, nil
}

// An ImpossibleAct is an act that the history before it does not allow.
type ImpossibleAct struct {
	Act Act
	Err error // the *Error that refuses it
}

// A HistoryError is the error of a history with an impossible act.
type HistoryError struct{ ImpossibleAct }

func (e *HistoryError) Error() string {
	return fmt.Sprintf("act %d (%s): %v", e.Act.No, e.Act.Kind, e.Err)
}

func (e *HistoryError) Unwrap() error { return e.Err }

// foldAll folds every possible act and returns the impossible ones. It leaves out the acts
// in without as if they were voided.
func foldAll(acts []Act, without []int64) (*State, []ImpossibleAct) {
	s := &State{Members: map[ID]*Member{}, Campaigns: map[ID]*Campaign{}, Rosters: map[ID]*Roster{}, Battles: map[ID]*Battle{}, Sheets: map[string]*Sheet{}}
	f := &fold{State: s, fresh: true}
	s.Acts = acts
	s.Voided, s.Amended = inForce(acts, without)
	s.corrections = map[ID]*Act{}
	for i := range acts {
		if b, ok := acts[i].Body.(Correct); ok && s.Voided[acts[i].No] == 0 {
			s.corrections[b.Battle] = &acts[i]
		}
	}
	var bad []ImpossibleAct
	for i := range acts {
		a := &acts[i]
		s.No, s.Head = a.No, a.Hash
		if s.Voided[a.No] != 0 || a.corrective() {
			continue
		}
		now := *a
		if by := s.Amended[a.No]; by != 0 {
			amendment, _ := s.Act(by)
			now.Body = amendment.Body
		}
		if err := now.carryOut(f); err != nil {
			bad = append(bad, ImpossibleAct{*a, err})
			s.Voided[a.No] = hypotheticalAct
		}
	}
	return s, bad
}

// hypotheticalAct is the number of the act that would void another, in previews.
const hypotheticalAct = -1

// inForce returns which acts are voided and amended, and by which act. It goes back from the
// last act, because a voided act voids and amends nothing.
func inForce(acts []Act, without []int64) (voided, amended map[int64]int64) {
	voided, amended = map[int64]int64{}, map[int64]int64{}
	for _, no := range without {
		voided[no] = hypotheticalAct
	}
	for i := len(acts) - 1; i >= 0; i-- {
		a := &acts[i]
		if voided[a.No] != 0 {
			continue
		}
		if v, ok := a.Body.(Void); ok {
			for _, no := range v.Acts {
				if no < a.No && voided[no] == 0 {
					voided[no] = a.No
				}
			}
		}
		if a.Amends != 0 && amended[a.Amends] == 0 {
			amended[a.Amends] = a.No
		}
	}
	return voided, amended
}

// corrective reports whether an act changes what earlier acts have done.
func (a Act) corrective() bool {
	return a.Kind == KindVoid || a.Kind == KindCorrect || a.Amends != 0
}

// carryOut folds one act. It refuses a kind that is not declared.
func (a *Act) carryOut(f *fold) error {
	if _, err := declarationOf(a.Kind); err != nil {
		return err
	}
	return a.Body.apply(f, a)
}

// next returns the state after one more act. s does not change, but the new state may share
// its array of acts, so only one state may be continued from s. Corrective acts fold the
// whole history again.
func (s *State) next(a Act) (*State, error) {
	if a.corrective() {
		acts := append(s.Acts[:len(s.Acts):len(s.Acts)], a)
		if err := s.checkCorrective(a); err != nil {
			return nil, err
		}
		next, bad := foldAll(acts, nil)
		if len(bad) > 0 {
			e := refuse(Conflict, "acts", "others-depend", "CAMP-ACT-3", "count", fmt.Sprint(len(bad)), "first", fmt.Sprint(bad[0].Act.No))
			return nil, e
		}
		return next, nil
	}
	next := *s
	next.Members, next.Campaigns = maps.Clone(s.Members), maps.Clone(s.Campaigns)
	next.Rosters, next.Battles = maps.Clone(s.Rosters), maps.Clone(s.Battles)
	next.Sheets = maps.Clone(s.Sheets)
	next.Stories, next.Comments = s.Stories[:len(s.Stories):len(s.Stories)], s.Comments[:len(s.Comments):len(s.Comments)]
	f := &fold{State: &next, own: map[any]bool{}}
	if err := a.carryOut(f); err != nil {
		return nil, err
	}
	next.No, next.Head = a.No, a.Hash
	next.Acts = append(s.Acts, a)
	return &next, nil
}

// Preview returns the acts that would become impossible if the given ones were voided. It
// changes nothing. A void that also names all of these acts is accepted.
func (s *State) Preview(void ...int64) []ImpossibleAct {
	_, bad := foldAll(s.Acts, void)
	return bad
}

// EmptyState returns the state before the founding.
func EmptyState() *State {
	s, _ := foldAll(nil, nil)
	return s
}

// Act returns an act by its number, and whether there is one.
func (s *State) Act(no int64) (Act, bool) {
	i := sort.Search(len(s.Acts), func(i int) bool { return s.Acts[i].No >= no })
	if i < len(s.Acts) && s.Acts[i].No == no {
		return s.Acts[i], true
	}
	return Act{}, false
}

// actsTo returns the acts up to a number.
func (s *State) actsTo(no int64) []Act {
	n := sort.Search(len(s.Acts), func(i int) bool { return s.Acts[i].No > no })
	return s.Acts[:n:n]
}

// InForce reports whether an act is neither voided nor amended.
func (s *State) InForce(no int64) bool { return s.Voided[no] == 0 && s.Amended[no] == 0 }

// edit returns a value that the fold may change: its own, or else a clone that replaces that
// of the earlier snapshot. It returns nil if there is none.
func edit[T any](f *fold, all map[ID]*T, id ID, clone func(*T) *T) *T {
	p := all[id]
	if f.fresh || f.own[p] {
		return p
	}
	p = clone(p)
	f.own[p], all[id] = true, p
	return p
}

func (f *fold) editMember(id ID) *Member {
	return edit(f, f.Members, id, func(m *Member) *Member { c := *m; return &c })
}

func (f *fold) editCampaign(id ID) *Campaign { return edit(f, f.Campaigns, id, (*Campaign).clone) }
func (f *fold) editRoster(id ID) *Roster     { return edit(f, f.Rosters, id, (*Roster).clone) }
func (f *fold) editBattle(id ID) *Battle     { return edit(f, f.Battles, id, (*Battle).clone) }

func (f *fold) markOwn(p any) {
	if !f.fresh {
		f.own[p] = true
	}
}

// day returns a duration of n days.
func day(n int) time.Duration { return time.Duration(n) * 24 * time.Hour }

// RostersOf returns the rosters of a campaign, oldest first.
func (s *State) RostersOf(campaign ID) []*Roster {
	return sortedBy(s.Rosters, func(r *Roster) bool { return r.Campaign == campaign }, func(r *Roster) int64 { return int64(r.ActNo) })
}

// RostersBy returns the rosters that a member plays in all campaigns, oldest first.
func (s *State) RostersBy(member ID) []*Roster {
	return sortedBy(s.Rosters, func(r *Roster) bool { return r.PlayedBy(member) }, func(r *Roster) int64 { return int64(r.ActNo) })
}

// BattlesOf returns the battles of a campaign, oldest first.
func (s *State) BattlesOf(campaign ID) []*Battle {
	return sortedBy(s.Battles, func(b *Battle) bool { return b.Campaign == campaign }, battleOrder)
}

// BattlesBy returns the battles in which a member plays a seat, oldest first.
func (s *State) BattlesBy(member ID) []*Battle {
	return sortedBy(s.Battles, func(b *Battle) bool { return s.Seat(b, member) != rules.Nobody }, battleOrder)
}

// AllBattles returns every battle of the club, oldest first.
func (s *State) AllBattles() []*Battle {
	return sortedBy(s.Battles, func(*Battle) bool { return true }, battleOrder)
}

// AllCampaigns returns every campaign, oldest first.
func (s *State) AllCampaigns() []*Campaign {
	return sortedBy(s.Campaigns, func(*Campaign) bool { return true }, func(c *Campaign) int64 { return int64(c.ActNo) })
}

// AllMembers returns every member who has not left, oldest first.
func (s *State) AllMembers() []*Member {
	return sortedBy(s.Members, func(m *Member) bool { return !m.HasLeft }, func(m *Member) int64 { return int64(m.ActNo) })
}

// MemberCount returns how many members have not left.
func (s *State) MemberCount() int {
	n := 0
	for _, m := range s.Members {
		if !m.HasLeft {
			n++
		}
	}
	return n
}

// PlayingMembers returns how many members play a side in a campaign that is not closed.
func (s *State) PlayingMembers() int {
	who := map[ID]bool{}
	for _, r := range s.Rosters {
		if !r.Retired && !s.Campaigns[r.Campaign].Closed {
			for _, id := range r.Players() {
				if m := s.Members[id]; m != nil && !m.HasLeft {
					who[id] = true
				}
			}
		}
	}
	return len(who)
}

// battleOrder returns a sort key: battles are ordered by the act that arranged them, and
// battles of one round by number.
func battleOrder(b *Battle) int64 { return int64(b.Acts[0])<<20 | int64(b.Number) }

func sortedBy[T any](all map[ID]*T, want func(*T) bool, age func(*T) int64) []*T {
	var list []*T
	for _, v := range all {
		if want(v) {
			list = append(list, v)
		}
	}
	sort.Slice(list, func(i, j int) bool { return age(list[i]) < age(list[j]) })
	return list
}

package campaign

import (
	"slices"

	"oriflamme/rules"
)

// A Substitute is somebody who takes the seat of another for one battle. The battle counts
// for the roster and moves no rating.
type Substitute struct {
	Seat   rules.Seat
	Member ID
	ActNo  ActNo
}

// NameSubstitute has a member take a seat for one battle.
type NameSubstitute struct {
	Battle ID         `json:"battle"`
	Seat   rules.Seat `json:"seat"`
	Member ID         `json:"member"`
}

func (b NameSubstitute) subject() Subject { return ofBattle(b.Battle) }

func (b NameSubstitute) ownedBy(s *State, by ID) bool { return s.ownsSeat(by, b.Battle, b.Seat) }

func (b NameSubstitute) apply(f *fold, a *Act) error {
	old, err := f.unplayedBattle(b.Battle, b.Seat)
	if err != nil {
		return err
	}
	switch m := f.Members[b.Member]; {
	case m == nil || m.HasLeft:
		return notFound("member", "member", b.Member)
	case f.Seat(old, b.Member) != rules.Nobody:
		return refuse(Invalid, "member", "seated-already", "CAMP-LEA-4", "name", m.Name)
	}
	n := f.editAndNote(b.Battle, a)
	n.Substitutes = append(slices.DeleteFunc(slices.Clone(n.Substitutes), func(s Substitute) bool { return s.Seat == b.Seat }), Substitute{b.Seat, b.Member, ActNo(a.No)})
	return nil
}

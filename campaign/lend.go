package campaign

import (
	"slices"

	"oriflamme/rules"
)

// A Loan lets a member play somebody else's seat of one battle on their own device.
type Loan struct {
	Seat   rules.Seat
	Member ID
}

// Lend lends a seat of a battle to a member who plays another, hand and all, so that one
// phone does for both; Back takes it back. The result is still for each side to report
// or to confirm.
type Lend struct {
	Battle ID         `json:"battle"`
	Seat   rules.Seat `json:"seat"`
	To     ID         `json:"to"`
	Back   bool       `json:"back"`
}

// Kind is "lend".
func (Lend) Kind() Kind { return KindLend }

func (b Lend) subject() Subject { return ofBattle(b.Battle) }

func (b Lend) ownedBy(s *State, by ID) bool { return s.takesSeat(by, b.Battle, b.Seat) }

func (b Lend) apply(f *fold, a *Act) error {
	old := f.Battles[b.Battle]
	switch {
	case old == nil:
		return missing("battle", "battle", b.Battle)
	case old.Phase != Scheduled:
		return refuse(Conflict, "battle", "finished", "CAMP-BAT-8")
	case b.Seat < 0 || int(b.Seat) >= len(old.Seats):
		return refuse(Invalid, "seat", "no-seat", "")
	case f.Members[b.To] == nil || f.Seat(old, b.To) == rules.Nobody || f.Plays(old, int(b.Seat), b.To):
		return refuse(Invalid, "to", "not-opposite", "")
	}
	n := f.touch(b.Battle, a)
	loan := Loan{b.Seat, b.To}
	n.Loans = slices.DeleteFunc(slices.Clone(n.Loans), func(l Loan) bool { return l == loan })
	if !b.Back {
		n.Loans = append(n.Loans, loan)
	}
	return nil
}

// ActsFor reports whether a member may give the commands of a seat: their own, one that was
// lent to them, or any for who may act for others.
func (s *State) ActsFor(b *Battle, seat rules.Seat, member ID) bool {
	if m := s.Members[member]; m != nil && Can(m.Role, ActionOthers) {
		return true
	}
	return seat >= 0 && int(seat) < len(b.Seats) && (s.Plays(b, int(seat), member) || slices.Contains(b.Loans, Loan{seat, member}))
}

// Lent reports whether every seat of a battle is a member's own or was lent to them.
func (s *State) Lent(b *Battle, member ID) bool {
	for i := range b.Seats {
		if !s.Plays(b, i, member) && !slices.Contains(b.Loans, Loan{rules.Seat(i), member}) {
			return false
		}
	}
	return len(b.Loans) > 0
}

package campaign

import (
	"slices"

	"oriflamme/rules"
)

// A SeatLoan lets a member play somebody else's seat of one battle on their own device.
type SeatLoan struct {
	Seat   rules.Seat
	Member ID
}

// LendSeat lends a seat of a battle to a member who plays another, hand and all, so that one
// phone does for both; Back takes it back. The result is still for each side to report
// or to confirm.
type LendSeat struct {
	Battle ID         `json:"battle"`
	Seat   rules.Seat `json:"seat"`
	To     ID         `json:"to"`
	Back   bool       `json:"back"`
}

// Kind is "lend".
func (LendSeat) Kind() Kind { return KindLend }

func (b LendSeat) subject() Subject { return ofBattle(b.Battle) }

func (b LendSeat) ownedBy(s *State, by ID) bool { return s.ownsSeat(by, b.Battle, b.Seat) }

func (b LendSeat) apply(f *fold, a *Act) error {
	old := f.Battles[b.Battle]
	switch {
	case old == nil:
		return notFound("battle", "battle", b.Battle)
	case old.Status != Scheduled:
		return refuse(Conflict, "battle", "finished", "CAMP-BAT-8")
	case b.Seat < 0 || int(b.Seat) >= len(old.Seats):
		return refuse(Invalid, "seat", "no-seat", "")
	case f.Members[b.To] == nil || f.Seat(old, b.To) == rules.Nobody || f.Plays(old, int(b.Seat), b.To):
		return refuse(Invalid, "to", "not-opposite", "")
	}
	n := f.editAndNote(b.Battle, a)
	loan := SeatLoan{b.Seat, b.To}
	n.Loans = slices.DeleteFunc(slices.Clone(n.Loans), func(l SeatLoan) bool { return l == loan })
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
	return seat >= 0 && int(seat) < len(b.Seats) && (s.Plays(b, int(seat), member) || slices.Contains(b.Loans, SeatLoan{seat, member}))
}

// PlaysAllSeats reports whether every seat of a battle is a member's own or was lent to them.
func (s *State) PlaysAllSeats(b *Battle, member ID) bool {
	for i := range b.Seats {
		if !s.Plays(b, i, member) && !slices.Contains(b.Loans, SeatLoan{rules.Seat(i), member}) {
			return false
		}
	}
	return len(b.Loans) > 0
}

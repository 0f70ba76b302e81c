package campaign

import (
	"fmt"
	"slices"

	"oriflamme/rules"
)

// maxAllies is how many allies may play a side besides its own player (CAMP-SIDE-1).
const maxAllies = 7

// SetSidePlayers says who plays a side, from which club its players come and with whom
// they travel. Allies give commands, report and confirm like the side's own player, but
// they may not withdraw the side or change its players. The draw avoids pairing two sides
// of one club or of one travelling group.
type SetSidePlayers struct {
	Roster ID     `json:"roster"`
	Allies []ID   `json:"allies"` // members, none of whom plays another side of the campaign (CAMP-SIDE-1)
	Club   string `json:"club"`   // the club that its players come from, or ""
	Travel string `json:"travel"` // their travelling group: any word that other sides state too, or ""
}

// Kind returns "company".
func (SetSidePlayers) Kind() Kind { return KindSidePlayers }

func (b SetSidePlayers) subject() Subject {
	return Subject{Roster: b.Roster, staleKey: b.Roster + " company"}
}

func (b SetSidePlayers) ownedBy(s *State, by ID) bool { return s.ownsRoster(by, b.Roster) }

func (b SetSidePlayers) names(_ *State, check nameChecker) {
	check("club", b.Club)
	check("travel", b.Travel)
}

func (b SetSidePlayers) apply(f *fold, a *Act) error {
	r := f.Rosters[b.Roster]
	switch {
	case r == nil:
		return notFound("roster", "roster", b.Roster)
	case r.Retired:
		return refuse(Conflict, "roster", "roster-retired", "", "roster", r.List.Name)
	case len(b.Allies) > maxAllies:
		return refuse(Invalid, "allies", "too-long", "CAMP-SIDE-1", "most", fmt.Sprint(maxAllies))
	}
	if err := firstError(checkLength("club", b.Club, 0, 60), checkLength("travel", b.Travel, 0, 60)); err != nil {
		return err
	}
	for i, id := range b.Allies {
		field := fmt.Sprintf("allies[%d]", i)
		m := f.Members[id]
		if m == nil || m.HasLeft {
			return notFound(field, "member", id)
		}
		other := func(o *Roster) bool { return o.ID != r.ID && !o.Retired && o.PlayedBy(id) }
		if id == r.Member || slices.Index(b.Allies, id) != i || slices.ContainsFunc(f.RostersOf(r.Campaign), other) {
			return refuse(Conflict, field, "plays-already", "CAMP-SIDE-1", "name", m.Name)
		}
	}
	r = f.editRoster(b.Roster)
	r.Allies, r.Club, r.Travel = b.Allies, b.Club, b.Travel
	return nil
}

// PlayedBy reports whether a member plays the side: as its own player, or as an ally.
func (r *Roster) PlayedBy(member ID) bool {
	return r.Member == member || slices.Contains(r.Allies, member)
}

// Players returns all members who play the side, its own player first.
func (r *Roster) Players() []ID { return append([]ID{r.Member}, r.Allies...) }

// Plays reports whether a member plays a seat of a battle, as a player of its side or as a
// substitute. A member may play several seats.
func (s *State) Plays(b *Battle, seat int, member ID) bool {
	if r := s.Rosters[b.Seats[seat]]; r != nil && r.PlayedBy(member) {
		return true
	}
	return slices.ContainsFunc(b.Substitutes, func(x Substitute) bool { return int(x.Seat) == seat && x.Member == member })
}

// A SeatLoan lets a member play somebody else's seat of one battle on their own device.
type SeatLoan struct {
	Seat   rules.Seat
	Member ID
}

// LendSeat lends a seat of a battle to a member who plays another seat, so that both sides
// can be played on one device. The borrower also sees the hidden information of the seat.
// Back ends the loan. Each side must still report or confirm the result itself.
type LendSeat struct {
	Battle ID         `json:"battle"`
	Seat   rules.Seat `json:"seat"`
	To     ID         `json:"to"`
	Back   bool       `json:"back"`
}

// Kind returns "lend".
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

// ActsFor reports whether a member may give the commands of a seat: because they play it,
// because it was lent to them, or because they may act for others.
func (s *State) ActsFor(b *Battle, seat rules.Seat, member ID) bool {
	if m := s.Members[member]; m != nil && Can(m.Role, ActionOthers) {
		return true
	}
	return seat >= 0 && int(seat) < len(b.Seats) && (s.Plays(b, int(seat), member) || slices.Contains(b.Loans, SeatLoan{seat, member}))
}

// PlaysAllSeats reports whether a member plays every seat of a battle or has borrowed it.
func (s *State) PlaysAllSeats(b *Battle, member ID) bool {
	for i := range b.Seats {
		if !s.Plays(b, i, member) && !slices.Contains(b.Loans, SeatLoan{rules.Seat(i), member}) {
			return false
		}
	}
	return len(b.Loans) > 0
}

// A Substitute is a member who takes another's seat for one battle. The battle counts for
// the roster but changes no rating.
type Substitute struct {
	Seat   rules.Seat
	Member ID
	ActNo  ActNo
}

// NameSubstitute names the substitute who takes a seat for one battle.
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

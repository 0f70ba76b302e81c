package campaign

import (
	"fmt"
	"slices"
)

// maxAllies is how many players a side may have beside its own.
const maxAllies = 7

// SetSidePlayers says who plays a side and in what company it comes. Allies give its
// commands, report and confirm as its own player does; they neither withdraw it nor
// change its company. Sides of one club, and those that travel together, avoid each
// other when rounds are drawn.
type SetSidePlayers struct {
	Roster ID     `json:"roster"`
	Allies []ID   `json:"allies"` // members, none of whom plays another side of the campaign (CAMP-SIDE-1)
	Club   string `json:"club"`   // where its players come from, or ""
	Travel string `json:"travel"` // with whom they travel: any word that others give too, or ""
}

// Kind is "company".
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

// Players are all who play the side, its own player first.
func (r *Roster) Players() []ID { return append([]ID{r.Member}, r.Allies...) }

// Plays reports whether a member has a seat of a battle, as a player of its side or in
// the place of one. Somebody may have several.
func (s *State) Plays(b *Battle, seat int, member ID) bool {
	if r := s.Rosters[b.Seats[seat]]; r != nil && r.PlayedBy(member) {
		return true
	}
	return slices.ContainsFunc(b.Substitutes, func(x Substitute) bool { return int(x.Seat) == seat && x.Member == member })
}

package campaign

import (
	"fmt"
	"slices"
)

// mostAllies is how many players a side may have beside its own.
const mostAllies = 7

// SetCompany says who plays a side and in what company it comes. Allies give its
// commands, report and confirm as its own player does; they neither withdraw it nor
// change its company. Sides of one club, and those that travel together, avoid each
// other when rounds are drawn.
type SetCompany struct {
	Roster ID     `json:"roster"`
	Allies []ID   `json:"allies"` // members, none of whom plays another side of the campaign (CAMP-SIDE-1)
	Club   string `json:"club"`   // where its players come from, or ""
	Travel string `json:"travel"` // with whom they travel: any word that others give too, or ""
}

// Kind is "company".
func (SetCompany) Kind() Kind { return KindCompany }

func (b SetCompany) subject() Subject { return Subject{Roster: b.Roster, stale: b.Roster + " company"} }

func (b SetCompany) ownedBy(s *State, by ID) bool { return s.leads(by, b.Roster) }

func (b SetCompany) names(_ *State, check nameCheck) {
	check("club", b.Club)
	check("travel", b.Travel)
}

func (b SetCompany) apply(f *fold, a *Act) error {
	r := f.Rosters[b.Roster]
	switch {
	case r == nil:
		return missing("roster", "roster", b.Roster)
	case r.Retired:
		return refuse(Conflict, "roster", "roster-retired", "", "roster", r.List.Name)
	case len(b.Allies) > mostAllies:
		return refuse(Invalid, "allies", "too-long", "CAMP-SIDE-1", "most", fmt.Sprint(mostAllies))
	}
	if err := first(text("club", b.Club, 0, 60), text("travel", b.Travel, 0, 60)); err != nil {
		return err
	}
	for i, id := range b.Allies {
		field := fmt.Sprintf("allies[%d]", i)
		m := f.Members[id]
		if m == nil || m.Gone {
			return missing(field, "member", id)
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
	return slices.ContainsFunc(b.Stands, func(x Stand) bool { return int(x.Seat) == seat && x.Member == member })
}

package campaign

import (
	"context"
	"slices"
	"strconv"
	"time"
)

// A Topic is what a notice is about; members may turn topics off.
type Topic string

const (
	untold Topic = "" // of acts that nobody is told of

	TopicBattles Topic = "battles" // arranged, drawn, moved, opened
	TopicResults Topic = "results" // reported, confirmed, conceded, their aftermath
	TopicDesk    Topic = "desk"    // disputes, claims, rulings, voids
	TopicHonours Topic = "honours" // what an arbiter gave: honours, points, land
	TopicStories Topic = "stories" // stories and remarks
)

// Topics are all topics, in the order in which they are offered.
var Topics = []Topic{TopicBattles, TopicResults, TopicDesk, TopicHonours, TopicStories}

// ToldKinds returns the kinds of acts that members are told of, in alphabetical order.
func ToldKinds() []Kind {
	return slices.DeleteFunc(Kinds(), func(k Kind) bool { return kinds[k].topic == untold })
}

// A Notice is an act of somebody else that concerns a member.
type Notice struct {
	Entry
	Topic Topic
	New   bool // since the member last looked
}

// Notices returns up to so many notices of a member, the latest first: acts of others, since the member joined, about
// their battles, their rosters, the campaigns they play in, and for who may rule about every dispute. Nobody is told of
// an act of their own.
func (s *State) Notices(member ID, most int) []Notice {
	m := s.Members[member]
	if m == nil {
		return nil
	}
	seats := s.everSeated()
	var all []Notice
	for _, e := range s.Chronicle("") {
		topic := kinds[e.Act.Kind].topic
		if topic == untold || e.Act.By == member {
			continue
		}
		if len(all) == most || Cause(e.Act.No) <= m.Cause {
			break
		}
		if s.concerns(m, e, topic, seats) {
			all = append(all, Notice{Entry: e, Topic: topic})
		}
	}
	return all
}

// everSeated lists the rosters of every battle there ever was, also of voided ones.
func (s *State) everSeated() map[ID][]ID {
	seats := map[ID][]ID{}
	for i := range s.Acts {
		for _, b := range Arranges(s.Acts[i].Body) {
			seats[b.Battle] = b.Seats
		}
	}
	return seats
}

func (s *State) concerns(m *Member, e Entry, topic Topic, seats map[ID][]ID) bool {
	own := func(id ID) bool { return s.has(m, id) }
	if topic == TopicDesk && e.Act.Kind != KindVoid && Can(m.Role, KindRule) {
		return true
	}
	if b := s.Battles[e.Battle]; b != nil && s.Seat(b, m.ID) >= 0 || own(e.Roster) || e.Battle != "" && slices.ContainsFunc(seats[e.Battle], own) {
		return true
	}
	b, ok := e.Body.(concerning)
	return ok && b.concerns(s, m, e)
}

// has reports whether a member plays a roster.
func (s *State) has(m *Member, roster ID) bool {
	r := s.Rosters[roster]
	return r != nil && r.PlayedBy(m.ID)
}

// sharesLand reports whether the going or coming of a roster concerns a member: who runs the rounds has to know, and the
// land of who leaves concerns everybody who plays for it.
func (s *State) sharesLand(m *Member, campaign ID) bool {
	c := s.Campaigns[campaign]
	return Can(m.Role, KindDraw) || c != nil && c.Map != nil &&
		slices.ContainsFunc(s.RostersBy(m.ID), func(r *Roster) bool { return r.Campaign == c.ID })
}

// Inbox returns a member's own notices, the latest first, without the topics they turned off for it, those since they last
// looked marked as new.
func (h *Hall) Inbox(ctx context.Context, by Actor, club ID, most int) ([]Notice, error) {
	s, err := h.State(ctx, club)
	if err != nil {
		return nil, err
	}
	choices, err := h.choices.Choices(ctx, club, by.Member)
	if err != nil {
		return nil, err
	}
	wishes := ReadWishes(choices)
	seen, _ := strconv.ParseInt(choices[choiceSeen], 10, 64) // nothing is remembered of who never looked
	var all []Notice
	for _, n := range s.Notices(by.Member, most) {
		if n.New = n.Act.No > seen; wishes.Wants(ChannelInbox, n.Topic) {
			all = append(all, n)
		}
	}
	return all, nil
}

// Looked remembers that a member has been told of everything up to an act.
func (h *Hall) Looked(ctx context.Context, by Actor, club ID, no int64) error {
	return h.choices.SaveChoice(ctx, club, by.Member, choiceSeen, strconv.FormatInt(no, 10))
}

// A Date is a battle in a calendar. Changes only ever counts up, also when acts are voided.
type Date struct {
	Battle    ID
	Campaign  ID
	Seats     []ID
	At        time.Time
	Changes   int // acts about the battle so far, but for the first
	Changed   time.Time
	Cancelled bool // void, or without a date now
	Now       *Battle
}

// Dates returns every battle of the club that has or ever had a date, oldest first.
func (s *State) Dates() []Date {
	index := map[ID]*Date{}
	var order []*Date
	proposed := map[ID]time.Time{}
	move := func(battle ID, at time.Time) {
		if d := index[battle]; d != nil && !at.IsZero() {
			d.At = at
		}
	}
	homes := s.homes()
	for _, a := range s.Acts {
		for _, b := range Arranges(a.Body) {
			if b.Seats != nil {
				d := &Date{Battle: b.Battle, Campaign: b.Campaign, Seats: b.Seats, At: b.At, Changes: -1}
				index[b.Battle], order = d, append(order, d)
			}
		}
		switch b := a.Body.(type) {
		case Reschedule:
			move(b.Battle, b.At)
		case ProposeDate:
			proposed[b.Battle] = b.At
		case AgreeDate:
			move(b.Battle, proposed[b.Battle])
		}
		for _, battle := range s.touched(a, homes) {
			if d := index[battle]; d != nil {
				d.Changes++
				d.Changed = a.At
			}
		}
	}
	var all []Date
	for _, d := range order {
		d.Now = s.Battles[d.Battle]
		d.Cancelled = d.Now == nil || d.Now.At.IsZero()
		if !d.Cancelled {
			d.At = d.Now.At
		}
		if !d.At.IsZero() {
			all = append(all, *d)
		}
	}
	return all
}

// touched lists the battles that an act is about; a void those of every act that it voids.
func (s *State) touched(a Act, homes map[ID]ID) []ID {
	if void, ok := a.Body.(Void); ok {
		var all []ID
		for _, no := range void.Acts {
			if on, ok := s.Act(no); ok && no < a.No {
				all = append(all, s.touched(on, homes)...)
			}
		}
		return all
	}
	if e := s.entry(a, homes); e.Battle != "" {
		return []ID{e.Battle}
	}
	var all []ID
	for _, b := range Arranges(a.Body) {
		all = append(all, b.Battle)
	}
	return all
}

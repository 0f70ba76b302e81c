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
	noTopic Topic = "" // of acts that nobody is told of

	TopicBattles Topic = "battles" // arranged, drawn, moved, opened
	TopicResults Topic = "results" // reported, confirmed, conceded, their aftermath
	TopicArbiter Topic = "desk"    // disputes, claims, rulings, voids
	TopicHonours Topic = "honours" // what an arbiter gave: honours, points, land
	TopicStories Topic = "stories" // stories and remarks
)

// Topics are all topics, in the order in which they are offered.
var Topics = []Topic{TopicBattles, TopicResults, TopicArbiter, TopicHonours, TopicStories}

// NotifiedKinds returns the kinds of acts that members are told of, in alphabetical order.
func NotifiedKinds() []Kind {
	return slices.DeleteFunc(Kinds(), func(k Kind) bool { return kinds[k].topic == noTopic })
}

// A InboxEntry is an act of somebody else that concerns a member.
type InboxEntry struct {
	Entry
	Topic Topic
	New   bool // since the member last looked
}

// InboxOf returns up to so many notices of a member, the latest first: acts of others, since the member joined, about
// their battles, their rosters, the campaigns they play in, and for who may rule about every dispute. Nobody is told of
// an act of their own.
func (s *State) InboxOf(member ID, limit int) []InboxEntry {
	m := s.Members[member]
	if m == nil {
		return nil
	}
	seats := s.seatHistory()
	var all []InboxEntry
	for _, e := range s.Chronicle("") {
		topic := kinds[e.Act.Kind].topic
		if topic == noTopic || e.Act.By == member {
			continue
		}
		if len(all) == limit || ActNo(e.Act.No) <= m.ActNo {
			break
		}
		if s.concerns(m, e, topic, seats) {
			all = append(all, InboxEntry{Entry: e, Topic: topic})
		}
	}
	return all
}

// seatHistory lists the rosters of every battle there ever was, also of voided ones.
func (s *State) seatHistory() map[ID][]ID {
	seats := map[ID][]ID{}
	for i := range s.Acts {
		for _, b := range ArrangedBattles(s.Acts[i].Body) {
			seats[b.Battle] = b.Seats
		}
	}
	return seats
}

func (s *State) concerns(m *Member, e Entry, topic Topic, seats map[ID][]ID) bool {
	own := func(id ID) bool { return s.has(m, id) }
	if topic == TopicArbiter && e.Act.Kind != KindVoid && Can(m.Role, KindRule) {
		return true
	}
	if b := s.Battles[e.Battle]; b != nil && s.Seat(b, m.ID) >= 0 || own(e.Roster) || e.Battle != "" && slices.ContainsFunc(seats[e.Battle], own) {
		return true
	}
	b, ok := e.Body.(concerner)
	return ok && b.concerns(s, m, e)
}

// has reports whether a member plays a roster.
func (s *State) has(m *Member, roster ID) bool {
	r := s.Rosters[roster]
	return r != nil && r.PlayedBy(m.ID)
}

// concernsWithdrawal reports whether the going or coming of a roster concerns a member: who runs the rounds has to know, and the
// land of who leaves concerns everybody who plays for it.
func (s *State) concernsWithdrawal(m *Member, campaign ID) bool {
	c := s.Campaigns[campaign]
	return Can(m.Role, KindDraw) || c != nil && c.Map != nil &&
		slices.ContainsFunc(s.RostersBy(m.ID), func(r *Roster) bool { return r.Campaign == c.ID })
}

// Inbox returns a member's own notices, the latest first, without the topics they turned off for it, those since they last
// looked marked as new.
func (h *Service) Inbox(ctx context.Context, by Actor, club ID, limit int) ([]InboxEntry, error) {
	s, err := h.State(ctx, club)
	if err != nil {
		return nil, err
	}
	choices, err := h.choices.Choices(ctx, club, by.Member)
	if err != nil {
		return nil, err
	}
	wanted := ParseNotificationPrefs(choices)
	seen, _ := strconv.ParseInt(choices[choiceLastRead], 10, 64) // nothing is remembered of who never looked
	var all []InboxEntry
	for _, n := range s.InboxOf(by.Member, limit) {
		if n.New = n.Act.No > seen; wanted.Wants(ChannelInbox, n.Topic) {
			all = append(all, n)
		}
	}
	return all, nil
}

// MarkRead remembers that a member has been told of everything up to an act.
func (h *Service) MarkRead(ctx context.Context, by Actor, club ID, no int64) error {
	return h.choices.SaveChoice(ctx, club, by.Member, choiceLastRead, strconv.FormatInt(no, 10))
}

// A CalendarEntry is a battle in a calendar. Changes only ever counts up, also when acts are voided.
type CalendarEntry struct {
	Battle    ID
	Campaign  ID
	Seats     []ID
	At        time.Time
	Changes   int // acts about the battle so far, but for the first
	Changed   time.Time
	Cancelled bool // void, or without a date now
	Current   *Battle
}

// Calendar returns every battle of the club that has or ever had a date, oldest first.
func (s *State) Calendar() []CalendarEntry {
	index := map[ID]*CalendarEntry{}
	var order []*CalendarEntry
	proposed := map[ID]time.Time{}
	move := func(battle ID, at time.Time) {
		if d := index[battle]; d != nil && !at.IsZero() {
			d.At = at
		}
	}
	campaignOf := s.campaignsByID()
	for _, a := range s.Acts {
		for _, b := range ArrangedBattles(a.Body) {
			if b.Seats != nil {
				d := &CalendarEntry{Battle: b.Battle, Campaign: b.Campaign, Seats: b.Seats, At: b.At, Changes: -1}
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
		for _, battle := range s.battlesTouched(a, campaignOf) {
			if d := index[battle]; d != nil {
				d.Changes++
				d.Changed = a.At
			}
		}
	}
	var all []CalendarEntry
	for _, d := range order {
		d.Current = s.Battles[d.Battle]
		d.Cancelled = d.Current == nil || d.Current.At.IsZero()
		if !d.Cancelled {
			d.At = d.Current.At
		}
		if !d.At.IsZero() {
			all = append(all, *d)
		}
	}
	return all
}

// battlesTouched lists the battles that an act is about; a void those of every act that it voids.
func (s *State) battlesTouched(a Act, campaignOf map[ID]ID) []ID {
	if void, ok := a.Body.(Void); ok {
		var all []ID
		for _, no := range void.Acts {
			if on, ok := s.Act(no); ok && no < a.No {
				all = append(all, s.battlesTouched(on, campaignOf)...)
			}
		}
		return all
	}
	if e := s.entry(a, campaignOf); e.Battle != "" {
		return []ID{e.Battle}
	}
	var all []ID
	for _, b := range ArrangedBattles(a.Body) {
		all = append(all, b.Battle)
	}
	return all
}

// A Notification is an act that members are told of.
type Notification struct {
	Entry
	Topic Topic
	To    []ID // members whom it concerns, but for who did it; in order of joining
}

// Notifications returns, oldest first, the acts after a number that anybody is told of
// and that are in force. They follow the rules of Notices.
func (s *State) Notifications(after int64) []Notification {
	var all []Notification
	campaignOf, seats := s.campaignsByID(), s.seatHistory()
	members := s.AllMembers()
	for i := max(0, int(after)); i < len(s.Acts); i++ {
		a := s.Acts[i]
		topic := kinds[a.Kind].topic
		if topic == noTopic || s.Voided[a.No] != 0 {
			continue
		}
		t := Notification{Entry: s.entry(a, campaignOf), Topic: topic}
		for _, m := range members {
			if m.ID != a.By && !m.HasLeft && m.ActNo < ActNo(a.No) && s.concerns(m, t.Entry, topic, seats) {
				t.To = append(t.To, m.ID)
			}
		}
		all = append(all, t)
	}
	return all
}

// NotificationsOf returns the tidings of the given acts that are still in force, in their order.
func (s *State) NotificationsOf(acts []int64) []Notification {
	campaignOf := s.campaignsByID()
	var all []Notification
	for _, no := range acts {
		a, ok := s.Act(no)
		topic := kinds[a.Kind].topic
		if ok && topic != noTopic && s.Voided[no] == 0 {
			all = append(all, Notification{Entry: s.entry(a, campaignOf), Topic: topic})
		}
	}
	return all
}

package campaign

import (
	"context"
	"slices"
	"strconv"
	"time"
)

// A Topic is what a notification is about. Members may mute topics.
type Topic string

const (
	noTopic Topic = "" // acts that nobody is notified of

	TopicBattles Topic = "battles" // arranged, drawn, moved, opened
	TopicResults Topic = "results" // reported, confirmed, conceded, their aftermath
	TopicArbiter Topic = "desk"    // disputes, claims, rulings, voids
	TopicHonours Topic = "honours" // given by an arbiter: honours, points, land
	TopicStories Topic = "stories" // stories and comments
)

// Topics lists all topics in display order.
var Topics = []Topic{TopicBattles, TopicResults, TopicArbiter, TopicHonours, TopicStories}

// NotifiedKinds returns the kinds of acts that members are notified of, in alphabetical order.
func NotifiedKinds() []Kind {
	return slices.DeleteFunc(Kinds(), func(k Kind) bool { return kinds[k].topic == noTopic })
}

// An InboxEntry is an act of somebody else that concerns a member.
type InboxEntry struct {
	Entry
	Topic Topic
	New   bool // newer than what the member has read
}

// InboxOf returns up to limit notifications of a member, latest first: acts of others since
// the member joined that are about their battles, their rosters and the campaigns they play
// in. Members who may rule are also notified of every dispute.
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

// seatHistory returns the rosters of every battle, voided ones included.
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

// has reports whether a member plays a roster, as its player or as an ally.
func (s *State) has(m *Member, roster ID) bool {
	r := s.Rosters[roster]
	return r != nil && r.PlayedBy(m.ID)
}

// concernsWithdrawal reports whether a member is notified when a roster withdraws or returns:
// members who draw the rounds, and on a map every player of the campaign, because land
// becomes free.
func (s *State) concernsWithdrawal(m *Member, campaign ID) bool {
	c := s.Campaigns[campaign]
	return Can(m.Role, KindDraw) || c != nil && c.Map != nil &&
		slices.ContainsFunc(s.RostersBy(m.ID), func(r *Roster) bool { return r.Campaign == c.ID })
}

// Inbox returns the actor's own notifications, latest first, without the topics that they
// muted. Those that they have not read are marked as new.
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
	seen, _ := strconv.ParseInt(choices[choiceLastRead], 10, 64) // unset until the member first reads the inbox
	var all []InboxEntry
	for _, n := range s.InboxOf(by.Member, limit) {
		if n.New = n.Act.No > seen; wanted.Wants(ChannelInbox, n.Topic) {
			all = append(all, n)
		}
	}
	return all, nil
}

// MarkRead stores that the actor has read everything up to an act.
func (h *Service) MarkRead(ctx context.Context, by Actor, club ID, no int64) error {
	return h.choices.SaveChoice(ctx, club, by.Member, choiceLastRead, strconv.FormatInt(no, 10))
}

// A CalendarEntry is a battle in a calendar. Its Changes never decrease, even if acts are
// voided.
type CalendarEntry struct {
	Battle    ID
	Campaign  ID
	Seats     []ID
	At        time.Time
	Changes   int // number of acts about the battle after the first
	Changed   time.Time
	Cancelled bool // voided, or has no date any more
	Current   *Battle
}

// Calendar returns every battle of the club that has or once had a date, oldest first.
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

// battlesTouched returns the battles that an act is about. For a void they are those of every
// act that it voids.
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

// A Notification is an act that members are notified of.
type Notification struct {
	Entry
	Topic Topic
	To    []ID // the members it concerns, without its author, in order of joining
}

// Notifications returns the acts in force after a number that somebody is notified of,
// oldest first. It follows the rules of InboxOf.
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

// NotificationsOf returns the notifications of those of the given acts that are in force, in
// the same order.
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

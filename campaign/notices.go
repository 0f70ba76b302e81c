package campaign

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"time"
)

// A Topic is what a notice is about; members may turn topics off.
type Topic string

const (
	TopicBattles Topic = "battles" // arranged, drawn, moved, opened
	TopicResults Topic = "results" // reported, confirmed, conceded, their aftermath
	TopicDesk    Topic = "desk"    // disputes, claims, rulings, voids
	TopicHonours Topic = "honours" // what an arbiter gave: honours, points, land
	TopicStories Topic = "stories" // stories and remarks
)

// Topics are all topics, in the order in which they are offered.
var Topics = []Topic{TopicBattles, TopicResults, TopicDesk, TopicHonours, TopicStories}

// topics tells for each kind of act that members are told of what it is about.
var topics = map[string]Topic{
	"schedule": TopicBattles, "draw": TopicBattles, "move": TopicBattles, "propose": TopicBattles, "agree": TopicBattles,
	"open": TopicBattles, "lend": TopicBattles, "bye": TopicBattles, "retire": TopicBattles, "return": TopicBattles, "sit-out": TopicBattles, "stand": TopicBattles, "challenge": TopicBattles, "respond": TopicBattles,
	"report": TopicResults, "confirm": TopicResults, "silence": TopicResults, "concede": TopicResults, "aftermath": TopicResults,
	"dispute": TopicDesk, "exhibit": TopicDesk, "rule": TopicDesk, "appeal": TopicDesk, "dismiss": TopicDesk, "claim": TopicDesk, "answer": TopicDesk, "void": TopicDesk, "correct": TopicDesk,
	"grant": TopicHonours, "credit": TopicHonours, "region": TopicHonours,
	"story": TopicStories, "comment": TopicStories,
}

// ToldKinds returns the kinds of acts that members are told of, in alphabetical order.
func ToldKinds() []string { return slices.Sorted(maps.Keys(topics)) }

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
		topic, told := topics[e.Act.Kind]
		if !told || e.Act.By == member {
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
		switch b := s.Acts[i].Body.(type) {
		case Schedule:
			seats[b.Battle] = b.Seats
		case DrawRound:
			for _, g := range b.Games {
				seats[g.Battle] = []ID{g.A, g.B}
			}
		}
	}
	return seats
}

func (s *State) concerns(m *Member, e Entry, topic Topic, seats map[ID][]ID) bool {
	own := func(id ID) bool { r := s.Rosters[id]; return r != nil && r.PlayedBy(m.ID) }
	if topic == TopicDesk && e.Act.Kind != "void" && Can(m.Role, "rule") {
		return true
	}
	if b := s.Battles[e.Battle]; b != nil && s.Seat(b, m.ID) >= 0 || own(e.Roster) || e.Battle != "" && slices.ContainsFunc(seats[e.Battle], own) {
		return true
	}
	switch b := e.Body.(type) {
	case RetireRoster, ReturnRoster, SitOut:
		// Who runs the rounds has to know; the land of who leaves concerns everybody who plays for it.
		c := s.Campaigns[e.Campaign]
		return Can(m.Role, "draw") || c != nil && c.Map != nil && e.Act.Kind != "sit-out" &&
			slices.ContainsFunc(s.RostersBy(m.ID), func(r *Roster) bool { return r.Campaign == c.ID })
	case RaiseDare:
		return own(b.To)
	case AnswerDare:
		d := s.dare(b.Campaign, b.Dare)
		return d != nil && own(d.From)
	case DrawRound:
		return slices.ContainsFunc(b.Games, func(g DrawnGame) bool { return own(g.A) || own(g.B) })
	case PostStory:
		return slices.ContainsFunc(s.RostersBy(m.ID), func(r *Roster) bool { return r.Campaign == b.Campaign })
	case Comment:
		on, ok := s.Act(b.On)
		return ok && on.By == m.ID
	}
	return false
}

// Inbox returns a member's own notices, the latest first, without the topics they turned off for it, those since they last
// looked marked as new.
func (h *Hall) Inbox(ctx context.Context, by Actor, club ID, most int) ([]Notice, error) {
	s, err := h.State(ctx, club)
	if err != nil {
		return nil, err
	}
	choices, err := h.store.Choices(ctx, club, by.Member)
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
	return h.store.SaveChoice(ctx, club, by.Member, choiceSeen, strconv.FormatInt(no, 10))
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
	begin := func(battle, campaign ID, seats []ID, at time.Time) {
		d := &Date{Battle: battle, Campaign: campaign, Seats: seats, At: at, Changes: -1}
		index[battle] = d
		order = append(order, d)
	}
	move := func(battle ID, at time.Time) {
		if d := index[battle]; d != nil && !at.IsZero() {
			d.At = at
		}
	}
	homes := s.homes()
	for _, a := range s.Acts {
		switch b := a.Body.(type) {
		case Schedule:
			begin(b.Battle, b.Campaign, b.Seats, b.At)
		case DrawRound:
			for _, g := range b.Games {
				if g.Battle != "" {
					begin(g.Battle, b.Campaign, []ID{g.A, g.B}, b.At)
				}
			}
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
	var all []ID
	switch b := a.Body.(type) {
	case DrawRound:
		for _, g := range b.Games {
			all = append(all, g.Battle)
		}
	case Void:
		for _, no := range b.Acts {
			if on, ok := s.Act(no); ok && no < a.No {
				all = append(all, s.touched(on, homes)...)
			}
		}
	default:
		if e := s.entry(a, homes); e.Battle != "" {
			all = append(all, e.Battle)
		}
	}
	return all
}

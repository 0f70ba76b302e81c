package campaign

import (
	"context"
	"fmt"
	"maps"
	"net/mail"
	"slices"
	"strconv"
	"strings"
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
func (s *Service) Inbox(ctx context.Context, by Actor, club ID, limit int) ([]InboxEntry, error) {
	st, err := s.State(ctx, club)
	if err != nil {
		return nil, err
	}
	choices, err := s.choices.Choices(ctx, club, by.Member)
	if err != nil {
		return nil, err
	}
	wanted := ParseNotificationPrefs(choices)
	seen, _ := strconv.ParseInt(choices[choiceLastRead], 10, 64) // unset until the member first reads the inbox
	var all []InboxEntry
	for _, n := range st.InboxOf(by.Member, limit) {
		if n.New = n.Act.No > seen; wanted.Wants(ChannelInbox, n.Topic) {
			all = append(all, n)
		}
	}
	return all, nil
}

// MarkRead stores that the actor has read everything up to an act.
func (s *Service) MarkRead(ctx context.Context, by Actor, club ID, no int64) error {
	return s.choices.SaveChoice(ctx, club, by.Member, choiceLastRead, strconv.FormatInt(no, 10))
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

// A calendar is what the acts so far say about the dates of battles.
type calendar struct {
	entries  map[ID]*CalendarEntry
	proposed map[ID]time.Time // the last date proposed for each battle
}

// move sets the date of a battle. A zero date leaves the last one.
func (c *calendar) move(battle ID, at time.Time) {
	if d := c.entries[battle]; d != nil && !at.IsZero() {
		d.At = at
	}
}

// Calendar returns every battle of the club that has or once had a date, oldest first.
func (s *State) Calendar() []CalendarEntry {
	c := calendar{map[ID]*CalendarEntry{}, map[ID]time.Time{}}
	var order []*CalendarEntry
	campaignOf := s.campaignsByID()
	for _, a := range s.Acts {
		for _, b := range ArrangedBattles(a.Body) {
			if b.Seats != nil {
				d := &CalendarEntry{Battle: b.Battle, Campaign: b.Campaign, Seats: b.Seats, At: b.At, Changes: -1}
				c.entries[b.Battle], order = d, append(order, d)
			}
		}
		if b, ok := a.Body.(dater); ok {
			b.dates(&c)
		}
		for _, battle := range s.battlesTouched(a, campaignOf) {
			if d := c.entries[battle]; d != nil {
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
	return convert(ArrangedBattles(a.Body), func(b ArrangedBattle) ID { return b.Battle })
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

// A ChoiceStore stores members' preferences and other values that are not acts.
type ChoiceStore interface {
	// SaveChoice stores a value about a member, such as how far they have read. It
	// replaces the value of that name.
	SaveChoice(ctx context.Context, club, member ID, name, value string) error
	// Choices returns all stored values about a member, by name.
	Choices(ctx context.Context, club, member ID) (map[string]string, error)
	// ForgetMember removes a member's choices, devices and deliveries.
	ForgetMember(ctx context.Context, club, member ID) error
}

// NotificationPrefs say how a member wants to be notified.
type NotificationPrefs struct {
	Muted      map[Channel][]Topic // muted topics by channel
	Address    string              // e-mail address; "" for none
	Confirmed  bool                // the owner has confirmed the address
	Lang       string              // language of e-mails and pushes; "" for the club's
	Zone       string              // IANA name of the time zone of QuietHours; "" for the site's
	QuietHours DailyHours
}

// DailyHours is a part of every day, in minutes after midnight. It goes past midnight if
// From is later than Until, and is empty if both are equal.
type DailyHours struct{ From, Until int }

// The names of stored choices.
const (
	choiceLastRead   = "seen" // number of the last act that they have read
	choiceMute       = "mute" // topics muted in the inbox, separated by spaces; for other channels the channel follows after a dot
	choiceAddress    = "mail"
	choiceConfirmed  = "mail.confirmed" // the address that was confirmed
	choiceLang       = "lang"
	choiceZone       = "zone"
	choiceQuietHours = "quiet" // DailyHours.String
)

func muteChoice(c Channel) string {
	if c == ChannelInbox {
		return choiceMute
	}
	return choiceMute + "." + string(c)
}

// ParseNotificationPrefs returns the preferences in a member's stored choices.
func ParseNotificationPrefs(choices map[string]string) NotificationPrefs {
	w := NotificationPrefs{Muted: map[Channel][]Topic{}, Address: choices[choiceAddress], Lang: choices[choiceLang], Zone: choices[choiceZone]}
	w.Confirmed = w.Address != "" && w.Address == choices[choiceConfirmed]
	w.QuietHours, _ = ParseDailyHours(choices[choiceQuietHours]) // was written by String, so it parses
	for _, c := range MemberChannels {
		for _, word := range strings.Fields(choices[muteChoice(c)]) {
			w.Muted[c] = append(w.Muted[c], Topic(word))
		}
	}
	return w
}

// Wants reports whether the member wants a topic through a channel.
func (p NotificationPrefs) Wants(c Channel, t Topic) bool { return !slices.Contains(p.Muted[c], t) }

// Location returns the member's time zone, or the site's if the member has set none.
func (p NotificationPrefs) Location(site *time.Location) *time.Location {
	if own, err := time.LoadLocation(p.Zone); err == nil && p.Zone != "" {
		return own
	}
	return site
}

// HeldUntil returns the end of the quiet hours that now lies in, zero if it lies in none.
// zone is the site's, used if the member has set none.
func (p NotificationPrefs) HeldUntil(now time.Time, zone *time.Location) time.Time {
	zone = p.Location(zone)
	here := now.In(zone)
	at, q := here.Hour()*60+here.Minute(), p.QuietHours
	held := q.From <= at && at < q.Until
	if q.From > q.Until {
		held = at >= q.From || at < q.Until
	}
	if !held {
		return time.Time{}
	}
	day := here.Day()
	if at >= q.Until {
		day++
	}
	return time.Date(here.Year(), here.Month(), day, q.Until/60, q.Until%60, 0, 0, zone)
}

// ParseDailyHours parses what String writes; "" gives empty hours.
func ParseDailyHours(s string) (DailyHours, error) {
	if s == "" {
		return DailyHours{}, nil
	}
	from, until, _ := strings.Cut(s, "-")
	a, err1 := time.Parse("15:04", from)
	b, err2 := time.Parse("15:04", until)
	if err := firstError(err1, err2); err != nil {
		return DailyHours{}, refuse(Invalid, "quiet", "not-hours", "")
	}
	return DailyHours{a.Hour()*60 + a.Minute(), b.Hour()*60 + b.Minute()}, nil
}

// String returns the hours as "22:00-07:30", or "" if they are empty.
func (h DailyHours) String() string {
	if h.From == h.Until {
		return ""
	}
	return FormatMinutes(h.From) + "-" + FormatMinutes(h.Until)
}

// FormatMinutes formats minutes after midnight as "22:00".
func FormatMinutes(minutes int) string { return fmt.Sprintf("%02d:%02d", minutes/60, minutes%60) }

// NotificationPrefs returns the actor's own preferences.
func (s *Service) NotificationPrefs(ctx context.Context, by Actor, club ID) (NotificationPrefs, error) {
	choices, err := s.choices.Choices(ctx, club, by.Member)
	return ParseNotificationPrefs(choices), err
}

// SetNotificationPrefs stores the actor's own preferences without the address, which
// SetAddress stores. Permission: view.
func (s *Service) SetNotificationPrefs(ctx context.Context, by Actor, club ID, w NotificationPrefs) error {
	if _, err := s.stateFor(ctx, by, club, ActionView); err != nil {
		return err
	}
	if w.Lang != "" {
		if err := checkLanguage(w.Lang); err != nil {
			return err
		}
	}
	if _, err := time.LoadLocation(w.Zone); err != nil || w.Zone == "Local" || len(w.Zone) > 60 {
		return refuse(Invalid, "zone", "unknown-zone", "")
	}
	values := map[string]string{choiceLang: w.Lang, choiceZone: w.Zone, choiceQuietHours: w.QuietHours.String()}
	for _, c := range MemberChannels {
		var words []string
		for _, t := range w.Muted[c] {
			if !slices.Contains(Topics, t) {
				return refuse(Invalid, "topics", "unknown-kind", "")
			}
			words = append(words, string(t))
		}
		values[muteChoice(c)] = strings.Join(words, " ")
	}
	return s.saveChoices(ctx, club, by.Member, values)
}

// saveChoices stores those of several choices of a member that have changed.
func (s *Service) saveChoices(ctx context.Context, club, member ID, values map[string]string) error {
	old, err := s.choices.Choices(ctx, club, member)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if old[name] == values[name] {
			continue
		}
		if err := s.choices.SaveChoice(ctx, club, member, name, values[name]); err != nil {
			return err
		}
	}
	return nil
}

// SetAddress stores the actor's e-mail address. Unless the address is confirmed already, an
// e-mail is sent that asks to confirm it. "" ends all e-mails. Permission: view.
func (s *Service) SetAddress(ctx context.Context, by Actor, club ID, address string) error {
	if _, err := s.stateFor(ctx, by, club, ActionView); err != nil {
		return err
	}
	if address = strings.TrimSpace(address); address != "" && !isEmailAddress(address) {
		return refuse(Invalid, "address", "not-an-address", "")
	}
	values := map[string]string{choiceAddress: address}
	if address == "" {
		values[choiceConfirmed] = ""
	}
	if err := s.saveChoices(ctx, club, by.Member, values); err != nil {
		return err
	}
	if w, err := s.NotificationPrefs(ctx, by, club); err != nil || w.Confirmed || address == "" {
		return err
	}
	now := s.now()
	return s.outbox.SaveDelivery(ctx, Delivery{ID: NewID(now), Club: club, Member: by.Member, Channel: ChannelMail, Made: now, Due: now})
}

// isEmailAddress reports whether s is one address of the form name@host.example and nothing
// else. It refuses characters that could end a header line or separate two addresses.
func isEmailAddress(s string) bool {
	a, err := mail.ParseAddress(s)
	if err != nil || a.Name != "" || a.Address != s || len(s) > 254 {
		return false
	}
	name, host, _ := strings.Cut(s, "@")
	odd := func(r rune) bool { return r <= ' ' || r >= 0x7f || strings.ContainsRune(`"(),:;<>@[\]`, r) }
	return len(name) <= 64 && strings.Contains(host, ".") && !strings.ContainsFunc(name, odd) && !strings.ContainsFunc(host, odd)
}

// ConfirmAddress stores that a member has confirmed an address. The caller has verified the
// link that was sent there. It returns NotFound if the member has another address by now.
func (s *Service) ConfirmAddress(ctx context.Context, club, member ID, address string) error {
	w, err := s.NotificationPrefs(ctx, Actor{member}, club)
	if err != nil {
		return err
	}
	if w.Address == "" || w.Address != address {
		return notFound("address", "address", address)
	}
	return s.saveChoices(ctx, club, member, map[string]string{choiceConfirmed: address})
}

// StopEmail mutes every topic for e-mails to a member. The caller has verified the link in
// an e-mail by which they ask for it.
func (s *Service) StopEmail(ctx context.Context, club, member ID) error {
	all := convert(Topics, func(t Topic) string { return string(t) })
	return s.saveChoices(ctx, club, member, map[string]string{muteChoice(ChannelMail): strings.Join(all, " ")})
}

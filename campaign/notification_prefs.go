package campaign

import (
	"context"
	"fmt"
	"maps"
	"net/mail"
	"slices"
	"strings"
	"time"
)

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
func (w NotificationPrefs) Wants(c Channel, t Topic) bool { return !slices.Contains(w.Muted[c], t) }

// HeldUntil returns the end of the quiet hours that now lies in, zero if it lies in none.
// zone is the site's, used if the member has set none.
func (w NotificationPrefs) HeldUntil(now time.Time, zone *time.Location) time.Time {
	if own, err := time.LoadLocation(w.Zone); err == nil && w.Zone != "" {
		zone = own
	}
	here := now.In(zone)
	at, q := here.Hour()*60+here.Minute(), w.QuietHours
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
func (h *Service) NotificationPrefs(ctx context.Context, by Actor, club ID) (NotificationPrefs, error) {
	choices, err := h.choices.Choices(ctx, club, by.Member)
	return ParseNotificationPrefs(choices), err
}

// SetNotificationPrefs stores the actor's own preferences without the address, which
// SetAddress stores. Permission: view.
func (h *Service) SetNotificationPrefs(ctx context.Context, by Actor, club ID, w NotificationPrefs) error {
	if _, err := h.stateFor(ctx, by, club, ActionView); err != nil {
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
	return h.saveChoices(ctx, club, by.Member, values)
}

// saveChoices stores those of several choices of a member that have changed.
func (h *Service) saveChoices(ctx context.Context, club, member ID, values map[string]string) error {
	old, err := h.choices.Choices(ctx, club, member)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if old[name] == values[name] {
			continue
		}
		if err := h.choices.SaveChoice(ctx, club, member, name, values[name]); err != nil {
			return err
		}
	}
	return nil
}

// SetAddress stores the actor's e-mail address. Unless the address is confirmed already, an
// e-mail is sent that asks to confirm it. "" ends all e-mails. Permission: view.
func (h *Service) SetAddress(ctx context.Context, by Actor, club ID, address string) error {
	if _, err := h.stateFor(ctx, by, club, ActionView); err != nil {
		return err
	}
	if address = strings.TrimSpace(address); address != "" && !isEmailAddress(address) {
		return refuse(Invalid, "address", "not-an-address", "")
	}
	values := map[string]string{choiceAddress: address}
	if address == "" {
		values[choiceConfirmed] = ""
	}
	if err := h.saveChoices(ctx, club, by.Member, values); err != nil {
		return err
	}
	if w, err := h.NotificationPrefs(ctx, by, club); err != nil || w.Confirmed || address == "" {
		return err
	}
	now := h.now()
	return h.outbox.SaveDelivery(ctx, Delivery{ID: NewID(now), Club: club, Member: by.Member, Channel: ChannelMail, Made: now, Due: now})
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
func (h *Service) ConfirmAddress(ctx context.Context, club, member ID, address string) error {
	w, err := h.NotificationPrefs(ctx, Actor{member}, club)
	if err != nil {
		return err
	}
	if w.Address == "" || w.Address != address {
		return notFound("address", "address", address)
	}
	return h.saveChoices(ctx, club, member, map[string]string{choiceConfirmed: address})
}

// StopEmail mutes every topic for e-mails to a member. The caller has verified the link in
// an e-mail by which they ask for it.
func (h *Service) StopEmail(ctx context.Context, club, member ID) error {
	all := make([]string, len(Topics))
	for i, t := range Topics {
		all[i] = string(t)
	}
	return h.saveChoices(ctx, club, member, map[string]string{muteChoice(ChannelMail): strings.Join(all, " ")})
}

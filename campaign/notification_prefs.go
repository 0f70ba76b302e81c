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

// A ChoiceStore remembers about members what is no act, such as how far they have read.
type ChoiceStore interface {
	// SaveChoice remembers something about a member that is no act, such as how
	// far they have read; it replaces what had that name.
	SaveChoice(ctx context.Context, club, member ID, name, value string) error
	// Choices returns everything remembered about a member, by name.
	Choices(ctx context.Context, club, member ID) (map[string]string, error)
	// ForgetMember removes what is remembered about a member that is no act:
	// choices, devices, parcels.
	ForgetMember(ctx context.Context, club, member ID) error
}

// NotificationPrefs are how a member wants to be told.
type NotificationPrefs struct {
	Muted      map[Channel][]Topic // topics that are off, by channel
	Address    string              // for letters; "" for none
	Confirmed  bool                // its owner has said that it is theirs
	Lang       string              // of letters and pushes; "" is the club's
	Zone       string              // IANA name of the time zone of Quiet; "" is the site's
	QuietHours DailyHours
}

// DailyHours are a part of every day, from minute to minute after midnight, over
// midnight when From is later. None when both are the same.
type DailyHours struct{ From, Until int }

// names of what is remembered about a member.
const (
	choiceLastRead   = "seen" // number of the last act they were told of
	choiceMute       = "mute" // topics they do not want in their inbox, separated by spaces; of other channels behind a dot
	choiceAddress    = "mail"
	choiceConfirmed  = "mail.confirmed" // the address as it was confirmed
	choiceLang       = "lang"
	choiceZone       = "zone"
	choiceQuietHours = "quiet" // as DailyHours.String
)

func muteChoice(c Channel) string {
	if c == ChannelInbox {
		return choiceMute
	}
	return choiceMute + "." + string(c)
}

// ParseNotificationPrefs reads what is remembered about a member.
func ParseNotificationPrefs(choices map[string]string) NotificationPrefs {
	w := NotificationPrefs{Muted: map[Channel][]Topic{}, Address: choices[choiceAddress], Lang: choices[choiceLang], Zone: choices[choiceZone]}
	w.Confirmed = w.Address != "" && w.Address == choices[choiceConfirmed]
	w.QuietHours, _ = ParseDailyHours(choices[choiceQuietHours]) // was written by String
	for _, c := range MemberChannels {
		for _, word := range strings.Fields(choices[muteChoice(c)]) {
			w.Muted[c] = append(w.Muted[c], Topic(word))
		}
	}
	return w
}

// Wants reports whether a topic is to be told by a channel.
func (w NotificationPrefs) Wants(c Channel, t Topic) bool { return !slices.Contains(w.Muted[c], t) }

// HeldUntil returns until when notices are held back at a moment; zero when they are not.
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

// ParseDailyHours reads what String writes; "" is none.
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

// String writes hours: "22:00-07:30", or "" for none.
func (h DailyHours) String() string {
	if h.From == h.Until {
		return ""
	}
	return FormatMinutes(h.From) + "-" + FormatMinutes(h.Until)
}

// FormatMinutes writes minutes after midnight: "22:00".
func FormatMinutes(minutes int) string { return fmt.Sprintf("%02d:%02d", minutes/60, minutes%60) }

// NotificationPrefs returns the actor's own.
func (h *Service) NotificationPrefs(ctx context.Context, by Actor, club ID) (NotificationPrefs, error) {
	choices, err := h.choices.Choices(ctx, club, by.Member)
	return ParseNotificationPrefs(choices), err
}

// SetNotificationPrefs keeps the actor's own wishes, but for the address: see SetAddress.
// Permission: view.
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

// saveChoices remembers what has changed among several choices of a member.
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

// SetAddress keeps where letters to the actor go, and has a letter sent there
// that asks to confirm it, unless it is; "" ends all letters. Permission: view.
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

// isEmailAddress holds for name@host.example and nothing around it. What could end
// a header line, or mean two addresses, is no such address.
func isEmailAddress(s string) bool {
	a, err := mail.ParseAddress(s)
	if err != nil || a.Name != "" || a.Address != s || len(s) > 254 {
		return false
	}
	name, host, _ := strings.Cut(s, "@")
	odd := func(r rune) bool { return r <= ' ' || r >= 0x7f || strings.ContainsRune(`"(),:;<>@[\]`, r) }
	return len(name) <= 64 && strings.Contains(host, ".") && !strings.ContainsFunc(name, odd) && !strings.ContainsFunc(host, odd)
}

// ConfirmAddress keeps that an address is a member's. The caller has proof of it:
// a link that was sent there. NotFound when they have another address by now.
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

// StopEmail turns every topic off for letters to a member. The caller has proof
// that they want it: a link out of a letter.
func (h *Service) StopEmail(ctx context.Context, club, member ID) error {
	all := make([]string, len(Topics))
	for i, t := range Topics {
		all[i] = string(t)
	}
	return h.saveChoices(ctx, club, member, map[string]string{muteChoice(ChannelMail): strings.Join(all, " ")})
}

package phrases

import (
	"fmt"
	"strconv"
	"time"
	"unicode"
	"unicode/utf8"
)

// Date writes the day of a time, in the time's own zone: 21 novembre 2026.
func (b *Book) Date(t time.Time) string {
	return b.fill(b.patterns.date, "day", b.day(t), "month", b.Manners.Months[t.Month()-1], "year", strconv.Itoa(t.Year()))
}

// ShortDate writes the day of a time without its year: 21 nov.
func (b *Book) ShortDate(t time.Time) string {
	return b.fill(b.patterns.shortDate, "day", strconv.Itoa(t.Day()), "month", b.ShortMonth(t))
}

// ShortMonth is the abbreviated name of a time's month.
func (b *Book) ShortMonth(t time.Time) string { return b.Manners.ShortMonths[t.Month()-1] }

// Weekday is the abbreviated name of a time's day of the week.
func (b *Book) Weekday(t time.Time) string { return b.Manners.ShortDays[t.Weekday()] }

func (b *Book) day(t time.Time) string {
	if t.Day() == 1 && b.Manners.FirstDay != "" {
		return b.Manners.FirstDay
	}
	return strconv.Itoa(t.Day())
}

// DateTime writes the day and the minute: 21 novembre 2026 à 14 h 05, or
// 21 November 2026, 14:05.
func (b *Book) DateTime(t time.Time) string {
	return b.fill(b.patterns.moment, "date", b.Date(t), "h", strconv.Itoa(t.Hour()), "hh", fmt.Sprintf("%02d", t.Hour()), "mm", fmt.Sprintf("%02d", t.Minute()))
}

// lengths are those of Manners.Spans.
var lengths = [5]time.Duration{365 * 24 * time.Hour, 30 * 24 * time.Hour, 24 * time.Hour, time.Hour, time.Minute}

// Relative tells a time as seen from now, in the largest unit that fits whole:
// il y a 3 jours, dans 2 heures, à l’instant.
func (b *Book) Relative(t, now time.Time) string {
	d, around := now.Sub(t), b.patterns.past
	if d < 0 {
		d, around = -d, b.patterns.future
	}
	for i, length := range lengths {
		if n := int(d / length); n > 0 {
			return b.fill(around, "span", b.fill(b.patterns.spans[i], "n", strconv.Itoa(n)))
		}
	}
	return b.Manners.Present
}

// Since tells when something happened, as a line begins with it: à l’instant, il y a 3 heures, hier and the hour, the day of
// the week and the hour, and a date when that is a week ago. Both times are in the reader's zone. What seems to be ahead of
// now, by a clock that is slow, happened just now.
func (b *Book) Since(t, now time.Time) string {
	midnight := func(at time.Time) time.Time { return time.Date(at.Year(), at.Month(), at.Day(), 0, 0, 0, 0, time.UTC) }
	switch days := int(midnight(now).Sub(midnight(t)).Hours() / 24); {
	case t.After(now):
		return capital(b.Manners.Present)
	case days == 0 || now.Sub(t) < time.Hour:
		return capital(b.Relative(t, now))
	case days >= 7 || len(b.Manners.Days) != 7:
		return capital(b.Date(t))
	case days == 1:
		return b.recent(b.Manners.Yesterday, t)
	default:
		return b.recent(b.Manners.Days[t.Weekday()], t)
	}
}

func (b *Book) recent(day string, t time.Time) string {
	pattern := b.patterns.recent
	if t.Minute() == 0 {
		pattern = b.patterns.recentHour
	}
	return b.fill(pattern, "day", day, "h", strconv.Itoa(t.Hour()), "hh", fmt.Sprintf("%02d", t.Hour()), "mm", fmt.Sprintf("%02d", t.Minute()))
}

// capital has a text begin a line.
func capital(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[size:]
}

// fill says a pattern with pairs of a name and a text.
func (b *Book) fill(p phrase, with ...string) string {
	return p.say(b, "language", func(name string) (any, bool) {
		for i := 0; i+1 < len(with); i += 2 {
			if with[i] == name {
				return with[i+1], true
			}
		}
		return nil, false
	})
}

package phrases

import (
	"fmt"
	"strconv"
	"time"
	"unicode"
	"unicode/utf8"
)

// Date writes the day of a time, in the time's own zone: 21 novembre 2026.
func (c *Catalog) Date(t time.Time) string {
	return c.fillPattern(c.patterns.date, "day", c.day(t), "month", c.Conventions.Months[t.Month()-1], "year", strconv.Itoa(t.Year()))
}

// ShortDate writes the day of a time without its year: 21 nov.
func (c *Catalog) ShortDate(t time.Time) string {
	return c.fillPattern(c.patterns.shortDate, "day", strconv.Itoa(t.Day()), "month", c.ShortMonth(t))
}

// ShortMonth returns the abbreviated name of a time's month.
func (c *Catalog) ShortMonth(t time.Time) string { return c.Conventions.ShortMonths[t.Month()-1] }

// Weekday returns the abbreviated name of a time's day of the week.
func (c *Catalog) Weekday(t time.Time) string { return c.Conventions.ShortDays[t.Weekday()] }

func (c *Catalog) day(t time.Time) string {
	if t.Day() == 1 && c.Conventions.FirstDay != "" {
		return c.Conventions.FirstDay
	}
	return strconv.Itoa(t.Day())
}

// DateTime writes the day and the minute: 21 novembre 2026 à 14 h 05, or
// 21 November 2026, 14:05.
func (c *Catalog) DateTime(t time.Time) string {
	return c.fillPattern(c.patterns.dateTime, "date", c.Date(t), "h", strconv.Itoa(t.Hour()), "hh", fmt.Sprintf("%02d", t.Hour()), "mm", fmt.Sprintf("%02d", t.Minute()))
}

// spanLengths are the lengths of the units in Conventions.Spans.
var spanLengths = [5]time.Duration{365 * 24 * time.Hour, 30 * 24 * time.Hour, 24 * time.Hour, time.Hour, time.Minute}

// Relative writes a time as seen from now, in the largest unit of which at least one has passed: il y a 3 jours, dans
// 2 heures, à l’instant.
func (c *Catalog) Relative(t, now time.Time) string {
	d, around := now.Sub(t), c.patterns.past
	if d < 0 {
		d, around = -d, c.patterns.future
	}
	for i, length := range spanLengths {
		if n := int(d / length); n > 0 {
			return c.fillPattern(around, "span", c.fillPattern(c.patterns.spans[i], "n", strconv.Itoa(n)))
		}
	}
	return c.Conventions.Present
}

// Since writes when something happened, as the beginning of a line: à l’instant, il y a 3 heures, hier and the hour,
// the day of the week and the hour, or a date when it is a week ago or more. Both times are in the reader's zone. A
// time after now, which a slow clock can cause, counts as just now.
func (c *Catalog) Since(t, now time.Time) string {
	midnight := func(at time.Time) time.Time { return time.Date(at.Year(), at.Month(), at.Day(), 0, 0, 0, 0, time.UTC) }
	switch days := int(midnight(now).Sub(midnight(t)).Hours() / 24); {
	case t.After(now):
		return capitalize(c.Conventions.Present)
	case days == 0 || now.Sub(t) < time.Hour:
		return capitalize(c.Relative(t, now))
	case days >= 7 || len(c.Conventions.Days) != 7:
		return capitalize(c.Date(t))
	case days == 1:
		return c.recent(c.Conventions.Yesterday, t)
	default:
		return c.recent(c.Conventions.Days[t.Weekday()], t)
	}
}

func (c *Catalog) recent(day string, t time.Time) string {
	pattern := c.patterns.recent
	if t.Minute() == 0 {
		pattern = c.patterns.recentHour
	}
	return c.fillPattern(pattern, "day", day, "h", strconv.Itoa(t.Hour()), "hh", fmt.Sprintf("%02d", t.Hour()), "mm", fmt.Sprintf("%02d", t.Minute()))
}

// capitalize returns a text with its first letter in upper case.
func capitalize(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[size:]
}

// fillPattern fills a pattern with pairs of a name and a text.
func (c *Catalog) fillPattern(p phrase, with ...string) string {
	return p.say(c, "language", func(name string) (any, bool) {
		for i := 0; i+1 < len(with); i += 2 {
			if with[i] == name {
				return with[i+1], true
			}
		}
		return nil, false
	})
}

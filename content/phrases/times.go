package phrases

import (
	"fmt"
	"strconv"
	"time"
)

var months = map[string][12]string{
	"fr": {"janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre"},
	"en": {"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"},
}

// Date writes the day of a time, in the time's own zone: 21 novembre 2026.
func (b *Book) Date(t time.Time) string {
	names, ok := months[b.Lang]
	if !ok {
		return t.Format(time.DateOnly)
	}
	day := strconv.Itoa(t.Day())
	if b.Lang == "fr" && t.Day() == 1 {
		day = "1er"
	}
	return day + hard + names[t.Month()-1] + " " + strconv.Itoa(t.Year())
}

// DateTime writes the day and the minute: 21 novembre 2026 à 14 h 05, or
// 21 November 2026, 14:05.
func (b *Book) DateTime(t time.Time) string {
	if b.Lang == "fr" {
		return fmt.Sprintf("%s à %d%sh%s%02d", b.Date(t), t.Hour(), hard, hard, t.Minute())
	}
	return b.Date(t) + ", " + t.Format("15:04")
}

// spans are the units of Relative, largest first, with their forms.
var spans = []struct {
	of     time.Duration
	fr, en [2]string
}{
	{365 * 24 * time.Hour, [2]string{"an", "ans"}, [2]string{"year", "years"}},
	{30 * 24 * time.Hour, [2]string{"mois", "mois"}, [2]string{"month", "months"}},
	{24 * time.Hour, [2]string{"jour", "jours"}, [2]string{"day", "days"}},
	{time.Hour, [2]string{"heure", "heures"}, [2]string{"hour", "hours"}},
	{time.Minute, [2]string{"minute", "minutes"}, [2]string{"minute", "minutes"}},
}

// Relative tells a time as seen from now, in the largest unit that fits whole:
// il y a 3 jours, dans 2 heures, à l’instant.
func (b *Book) Relative(t, now time.Time) string {
	d, past := now.Sub(t), true
	if d < 0 {
		d, past = -d, false
	}
	for _, s := range spans {
		n := int(d / s.of)
		if n == 0 {
			continue
		}
		forms := s.en
		if b.Lang == "fr" {
			forms = s.fr
		}
		unit := forms[1]
		if n == 1 {
			unit = forms[0]
		}
		amount := strconv.Itoa(n) + hard + unit
		switch {
		case b.Lang == "fr" && past:
			return "il y a " + amount
		case b.Lang == "fr":
			return "dans " + amount
		case past:
			return amount + " ago"
		}
		return "in " + amount
	}
	if b.Lang == "fr" {
		return "à l’instant"
	}
	return "just now"
}

package phrases

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

const (
	DefaultLanguage  = "fr" // the language of those who have not chosen one
	FallbackLanguage = "en" // the language of phrases that another language lacks
)

// Conventions are how a language writes numbers, dates, ranks and texts, as <lang>/language.yaml states them. There,
// spaces that must not break are written "\u00a0" and "\u202f".
type Conventions struct {
	Name          string        `yaml:"name" json:"name"`                   // of the language, in the language
	Singular      string        `yaml:"singular" json:"singular"`           // numbers that take the first of two forms: "one", or "below-two"
	Typography    string        `yaml:"typography" json:"typography"`       // "french", or "none" for texts that stay as typed
	Point         string        `yaml:"point" json:"point"`                 // before decimals; "." when empty
	Thousands     string        `yaml:"thousands" json:"thousands"`         // between groups of three digits
	Percent       string        `yaml:"percent" json:"percent"`             // written after a percentage
	CellSeparator string        `yaml:"cells" json:"cells"`                 // the character between the cells of a CSV file
	Ranks         []string      `yaml:"ranks" json:"ranks"`                 // endings of ranks: the general one, then those of the first, the second …
	RanksByLast   bool          `yaml:"ranks-by-last" json:"ranks-by-last"` // the last digit of a rank selects the ending, except for 11 to 13
	Months        [12]string    `yaml:"months" json:"months"`
	ShortMonths   [12]string    `yaml:"short-months" json:"short-months"`
	ShortDays     [7]string     `yaml:"short-days" json:"short-days"`             // from Sunday on
	FirstDay      string        `yaml:"first-day" json:"first-day"`               // of a month in a date; empty for "1"
	Date          string        `yaml:"date" json:"date"`                         // of {day}, {month} and {year}
	ShortDate     string        `yaml:"short-date" json:"short-date"`             // of {day} and the abbreviated {month}
	DateTime      string        `yaml:"moment" json:"moment"`                     // of {date}, {h} or {hh}, and {mm}
	Days          []string      `yaml:"days" json:"days,omitempty"`               // names of the days of the week at the beginning of a line, from Sunday on; optional, with the next three
	Yesterday     string        `yaml:"yesterday" json:"yesterday,omitempty"`     // at the beginning of a line
	Recent        string        `yaml:"recent" json:"recent,omitempty"`           // a time in the last days, of {day}, {h} or {hh}, and {mm}
	RecentHour    string        `yaml:"recent-hour" json:"recent-hour,omitempty"` // the same at a full hour
	Past          string        `yaml:"past" json:"past"`                         // of {span}: three days ago
	Future        string        `yaml:"future" json:"future"`                     // of {span}: in three days
	Present       string        `yaml:"present" json:"present"`                   // less than a minute from now
	Spans         [5]string     `yaml:"spans" json:"spans"`                       // {n} years, months, days, hours, minutes
	Contractions  []Contraction `yaml:"joins" json:"joins,omitempty"`             // words that merge with the name after them
}

// patterns are the texts of Conventions that have placeholders, parsed.
type patterns struct {
	date, shortDate, dateTime, recent, recentHour, past, future phrase

	spans [5]phrase
}

// setConventions gives the catalog its conventions and parses their patterns. It fails when one is malformed.
func (c *Catalog) setConventions(m Conventions) error {
	if m.Point == "" {
		m.Point = "." // a phone may have kept phrases from before there were conventions
	}
	c.Conventions = m
	var errs []error
	read := func(text string) phrase {
		p, err := parse(text)
		if err != nil {
			errs = append(errs, fmt.Errorf("phrases: %s: %q: %w", c.Lang, text, err))
		}
		return p
	}
	c.patterns = patterns{date: read(m.Date), shortDate: read(m.ShortDate), dateTime: read(m.DateTime), recent: read(m.Recent), recentHour: read(m.RecentHour), past: read(m.Past), future: read(m.Future)}
	for i, text := range m.Spans {
		c.patterns.spans[i] = read(text)
	}
	return errors.Join(errs...)
}

// check returns an error when a required convention is missing or one has a value without a meaning.
func (c Conventions) check() error {
	switch {
	case c.Name == "":
		return errors.New("no name")
	case c.Singular != "one" && c.Singular != "below-two":
		return fmt.Errorf("singular %q: want one or below-two", c.Singular)
	case c.Typography != "none" && c.Typography != "french":
		return fmt.Errorf("typography %q: want none or french", c.Typography)
	case len(c.CellSeparator) != 1:
		return fmt.Errorf("cells %q: want one character", c.CellSeparator)
	case len(c.Ranks) == 0:
		return errors.New("no ranks")
	}
	for name, text := range map[string]string{"date": c.Date, "short-date": c.ShortDate, "moment": c.DateTime, "past": c.Past, "future": c.Future, "present": c.Present} {
		if text == "" {
			return errors.New("no " + name)
		}
	}
	for _, names := range [][]string{c.Months[:], c.ShortMonths[:], c.ShortDays[:], c.Spans[:]} {
		if slices.Contains(names, "") {
			return errors.New("a month, a day or a span has no name")
		}
	}
	return nil
}

// FillFrom adds the phrases of another catalog that this one lacks.
func (c *Catalog) FillFrom(from *Catalog) {
	for key, p := range from.phrases {
		if _, ok := c.phrases[key]; !ok {
			c.phrases[key] = p
		}
	}
	c.keys = slices.Sorted(maps.Keys(c.phrases))
}

// CompareLanguages orders language codes as people are offered them: the default language first, then by code.
func CompareLanguages(a, c string) int {
	switch {
	case a == c:
		return 0
	case a == DefaultLanguage:
		return -1
	case c == DefaultLanguage:
		return 1
	}
	return strings.Compare(a, c)
}

// Sorted returns the catalogs in the order of CompareLanguages.
func Sorted(catalogs map[string]*Catalog) []*Catalog {
	var out []*Catalog
	for _, lang := range slices.SortedStableFunc(maps.Keys(catalogs), CompareLanguages) {
		out = append(out, catalogs[lang])
	}
	return out
}

// ForLanguage returns the catalog of a language, or that of the fallback language when there is none.
func ForLanguage(catalogs map[string]*Catalog, lang string) *Catalog {
	if c := catalogs[lang]; c != nil {
		return c
	}
	return catalogs[FallbackLanguage]
}

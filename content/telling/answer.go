package telling

import (
	"strings"

	"oriflamme/rules"
)

// What calculators agree on wherever they run.
const (
	OddsPrefix   = "in."   // begins the names of a ruling's fields in a form
	OddsPatience = 200_000 // outcomes that are walked for an answer
)

// An Answer is the field of a ruling's odds that matters most, large.
type Answer struct {
	Field   string  `json:"field"`
	Title   string  `json:"title"`
	Big     string  `json:"big"` // a percentage, or a mean
	Unit    string  `json:"unit"`
	Line    string  `json:"line"` // the exact fraction in words
	Outlook Outlook `json:"outlook"`
}

// Answer says the odds of a ruling: the field that matters most, and the others that may vary.
func (w Words) Answer(d rules.Distribution) (main Answer, rest []Outlook) {
	main = w.Main(MainField(d), d)
	for _, field := range d.Fields {
		if field != main.Field && len(d.Odds[field]) > 1 {
			rest = append(rest, w.Outlook(w.Result(field), d.Odds[field]))
		}
	}
	return main, rest
}

// MainField is the field that is shown large: the first yes or no that can go
// either way, else the first that varies, else the first.
func MainField(d rules.Distribution) string {
	for _, field := range d.Fields {
		if p := d.Odds[field]["true"]; p != nil && len(d.Odds[field]) == 2 {
			return field
		}
	}
	for _, field := range d.Fields {
		if len(d.Odds[field]) > 1 {
			return field
		}
	}
	return d.Fields[0]
}

// Result says the name of a field of a ruling's result.
func (w Words) Result(field string) string {
	last := field[strings.LastIndexByte(field, '.')+1:]
	for _, k := range []string{w.Game + ".result." + field, "fight.result." + field, w.Game + ".word." + last} {
		if w.Book.Has(k) {
			return w.Book.Say(k)
		}
	}
	return w.plain(last)
}

// Main says one field of the odds of a ruling, large.
func (w Words) Main(field string, d rules.Distribution) Answer {
	a := Answer{Field: field, Title: w.Result(field), Outlook: w.Outlook(w.Result(field), d.Odds[field])}
	if p := d.Odds[field]["true"]; p != nil {
		x, _ := p.Float64()
		a.Big, a.Unit = w.Book.Decimal(x*100, 1), "%"
		a.Line = w.Book.Say("odds.exactly", "chances", w.Chances(p))
		// The figure behind the yes or no tells more than its two bars.
		if other := Richest(d); other != "" {
			a.Outlook = w.Outlook(w.Result(other), d.Odds[other])
			a.Line += " " + w.Book.Say("odds.mean-of", "what", w.Result(other), "x", w.Book.Decimal(d.Mean[other], 2))
		}
		return a
	}
	if mean, numeric := d.Mean[field]; numeric {
		a.Big, a.Unit = w.Book.Decimal(mean, 2), w.Book.Say("odds.on-average")
	} else {
		a.Big = a.Outlook.Whole[0].Percent
		a.Unit = a.Outlook.Whole[0].Label
	}
	return a
}

// Richest is the figure with the most values, "" when none has more than two.
func Richest(d rules.Distribution) string {
	best, most := "", 2
	for _, field := range d.Fields {
		if _, numeric := d.Mean[field]; numeric && len(d.Odds[field]) > most {
			best, most = field, len(d.Odds[field])
		}
	}
	return best
}

// Measure is what comparisons compare: the chance of a yes, else the mean.
func Measure(field string, d rules.Distribution) float64 {
	if p := d.Odds[field]["true"]; p != nil {
		x, _ := p.Float64()
		return x
	}
	return d.Mean[field]
}

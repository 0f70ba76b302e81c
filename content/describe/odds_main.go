package describe

import (
	"strings"

	"oriflamme/rules"
)

// Shared by the calculators of the site and of the phone.
const (
	OddsPrefix = "in."   // begins the names of the input fields of a ruling in a form
	OddsLimit  = 200_000 // the most outcomes that are walked for an answer
)

// A MainOdds is the field of a ruling's odds that matters most, shown large.
type MainOdds struct {
	Field   string      `json:"field"`
	Title   string      `json:"title"`
	Value   string      `json:"big"` // a percentage, or a mean
	Unit    string      `json:"unit"`
	Line    string      `json:"line"` // the exact fraction in words
	Summary OddsSummary `json:"outlook"`
}

// MainOdds describes the odds of a ruling: the field that matters most, and the others that may vary.
func (w Describer) MainOdds(d rules.Distribution) (main MainOdds, rest []OddsSummary) {
	main = w.FieldOdds(MainField(d), d)
	for _, field := range d.Fields {
		if field != main.Field && len(d.Odds[field]) > 1 {
			rest = append(rest, w.OddsSummary(w.ResultName(field), d.Odds[field]))
		}
	}
	return main, rest
}

// MainField returns the field that is shown large: the first yes or no that can go either way, else the first that
// varies, else the first.
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

// ResultName returns the name of a field of a ruling's result.
func (w Describer) ResultName(field string) string {
	last := field[strings.LastIndexByte(field, '.')+1:]
	return w.sayFirst(last, w.Game+".result."+field, "fight.result."+field, w.Game+".word."+last)
}

// FieldOdds describes one field of the odds of a ruling, to be shown large.
func (w Describer) FieldOdds(field string, d rules.Distribution) MainOdds {
	a := MainOdds{Field: field, Title: w.ResultName(field), Summary: w.OddsSummary(w.ResultName(field), d.Odds[field])}
	if p := d.Odds[field]["true"]; p != nil {
		x, _ := p.Float64()
		a.Value, a.Unit = w.Catalog.Decimal(x*100, 1), "%"
		a.Line = w.Catalog.Say("odds.exactly", "chances", w.ChancesText(p))
		// The number behind the yes or no says more than two bars.
		if other := MostVariedField(d); other != "" {
			a.Summary = w.OddsSummary(w.ResultName(other), d.Odds[other])
			a.Line += " " + w.Catalog.Say("odds.mean-of", "what", w.ResultName(other), "x", w.Catalog.Decimal(d.Mean[other], 2))
		}
		return a
	}
	if mean, numeric := d.Mean[field]; numeric {
		a.Value, a.Unit = w.Catalog.Decimal(mean, 2), w.Catalog.Say("odds.on-average")
	} else {
		a.Value = a.Summary.Lines[0].Percent
		a.Unit = a.Summary.Lines[0].Label
	}
	return a
}

// MostVariedField returns the numeric field with the most values, "" when none has more than two.
func MostVariedField(d rules.Distribution) string {
	best, most := "", 2
	for _, field := range d.Fields {
		if _, numeric := d.Mean[field]; numeric && len(d.Odds[field]) > most {
			best, most = field, len(d.Odds[field])
		}
	}
	return best
}

// ComparisonValue returns what comparisons compare: the chance of a yes, else the mean.
func ComparisonValue(field string, d rules.Distribution) float64 {
	if p := d.Odds[field]["true"]; p != nil {
		x, _ := p.Float64()
		return x
	}
	return d.Mean[field]
}

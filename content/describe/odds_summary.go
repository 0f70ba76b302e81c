package describe

import (
	"math/big"
	"sort"

	"oriflamme/rules/odds"
)

// An OddsSummary describes the exact odds of one measure.
type OddsSummary struct {
	Title    string     `json:"title"`
	Headline string     `json:"headline"` // "11 chances in 36" for a yes or no; else ""
	Percent  string     `json:"percent"`
	Mean     string     `json:"mean"`
	Bars     []Share    `json:"bars"`
	Lines    []OddsLine `json:"whole"` // every value, for the detail
}

// An OddsLine is one value with its exact chance.
type OddsLine struct {
	Label    string  `json:"label"`
	Fraction string  `json:"fraction"`
	Percent  string  `json:"percent"`
	Width    float64 `json:"width"` // percent of the likeliest value's bar
	Share    float64 `json:"share"` // probability in percent
}

// A Share is a part of a whole: its size from 0 to 1, its name, and its exact size in words.
type Share struct {
	Fraction float64 `json:"of"`
	Name     string  `json:"name"`
	Exact    string  `json:"exact"`
	Style    int     `json:"style"` // 0 blank, 1 level lines, 2 diagonals, 3 grey, 4 red, 5 ink
}

// value is one value of a distribution, with its number if it is one and its probability.
type value struct {
	text string
	n    *big.Rat
	p    *big.Rat
}

// sortedValues returns the values of a distribution by number, or by falling probability when not all are numbers.
func sortedValues(d odds.Dist[string]) (vs []value, numeric bool) {
	numeric = true
	for text, p := range d {
		n, ok := new(big.Rat).SetString(text)
		numeric = numeric && ok
		vs = append(vs, value{text, n, p})
	}
	sort.Slice(vs, func(i, j int) bool {
		if numeric {
			return vs[i].n.Cmp(vs[j].n) < 0
		}
		if c := vs[i].p.Cmp(vs[j].p); c != 0 {
			return c > 0
		}
		return vs[i].text < vs[j].text
	})
	return vs, numeric
}

// OddsSummary describes a distribution: the chance of a yes, or a few bars and all values for the detail.
func (w Describer) OddsSummary(title string, d odds.Dist[string]) OddsSummary {
	o := OddsSummary{Title: title}
	for _, yes := range []string{"true", "yes"} {
		if p := d[yes]; p != nil && onlyYesNo(d) {
			o.Headline, o.Percent = w.ChancesText(p), w.percent(p)
			no := new(big.Rat).Sub(big.NewRat(1, 1), p)
			o.Bars = []Share{
				{Fraction: float(p), Name: w.Catalog.Say("common.yes"), Exact: w.exact(p), Style: 4},
				{Fraction: float(no), Name: w.Catalog.Say("common.no"), Exact: w.exact(no)},
			}
			return o
		}
	}
	vs, numeric := sortedValues(d)
	if p := d["1"]; p != nil && d["0"] != nil && len(d) == 2 { // a count of 0 or 1 is a yes or no
		o.Headline, o.Percent = w.ChancesText(p), w.percent(p)
		o.Bars = []Share{{Fraction: float(p), Name: "1", Exact: w.exact(p), Style: 4}, {Fraction: float(d["0"]), Name: "0", Exact: w.exact(d["0"])}}
		return o
	}
	if numeric {
		mean := new(big.Rat)
		for _, v := range vs {
			mean.Add(mean, new(big.Rat).Mul(v.n, v.p))
		}
		o.Mean = w.Catalog.Decimal(float(mean), 2)
	}
	top := 0.0
	for _, v := range vs {
		top = max(top, float(v.p))
	}
	for _, v := range vs {
		o.Lines = append(o.Lines, OddsLine{
			Label: w.oddsValueText(v, numeric), Fraction: w.fraction(v.p), Percent: w.percent(v.p),
			Width: float(v.p) / top * 100, Share: float(v.p) * 100,
		})
	}
	o.Bars = w.bars(vs, numeric)
	return o
}

// onlyYesNo reports whether a distribution has no other values than yes and no.
func onlyYesNo(d odds.Dist[string]) bool {
	for k := range d {
		if k != "true" && k != "false" && k != "yes" && k != "no" {
			return false
		}
	}
	return true
}

// bars merges neighbouring values into one bar until five bars are left; the pair with the least probability goes
// first.
func (w Describer) bars(vs []value, numeric bool) []Share {
	type run struct {
		from, to int
		p        *big.Rat
	}
	runs := make([]run, len(vs))
	for i, v := range vs {
		runs[i] = run{i, i, v.p}
	}
	for len(runs) > 5 {
		best, at := new(big.Rat).SetInt64(2), 0
		for i := 0; i+1 < len(runs); i++ {
			if sum := new(big.Rat).Add(runs[i].p, runs[i+1].p); sum.Cmp(best) < 0 {
				best, at = sum, i
			}
		}
		runs[at] = run{runs[at].from, runs[at+1].to, best}
		runs = append(runs[:at+1], runs[at+2:]...)
	}
	bars := make([]Share, len(runs))
	for i, r := range runs {
		label := w.oddsValueText(vs[r.from], numeric)
		switch {
		case r.from < r.to && !numeric:
			label = w.Catalog.Say("fight.others")
		case r.from < r.to && r.to == len(vs)-1:
			label = w.Catalog.Say("fight.or-more", "n", label)
		case r.from < r.to:
			label = w.Catalog.Say("fight.from-to", "from", label, "to", w.oddsValueText(vs[r.to], numeric))
		}
		bars[i] = Share{Fraction: float(r.p), Name: label, Exact: w.exact(r.p), Style: i}
		if i == len(runs)-1 {
			bars[i].Style = 4
		}
	}
	return bars
}

func (w Describer) oddsValueText(v value, numeric bool) string {
	if numeric {
		return w.Catalog.Decimal(float(v.n), 3)
	}
	switch v.text {
	case "true":
		return w.Catalog.Say("common.yes")
	case "false":
		return w.Catalog.Say("common.no")
	case "null":
		return w.Catalog.Say("fight.nothing")
	}
	if name, ok := w.Names[v.text]; ok {
		return name
	}
	return w.ValueName(v.text)
}

// ChancesText writes a probability as "11 chances in 36", or in percent when the fraction is long.
func (w Describer) ChancesText(p *big.Rat) string {
	if !isShort(p) {
		return w.percent(p)
	}
	return w.Catalog.Say("fight.chances", "n", toInt(p.Num()), "of", toInt(p.Denom()))
}

func toInt(n *big.Int) int { return int(n.Int64()) }

// isShort reports whether people can make sense of a fraction, such as 11/36.
func isShort(p *big.Rat) bool { return len(p.Denom().String()) <= 4 }

// exact writes a probability as a fraction when that is short, else in percent.
func (w Describer) exact(p *big.Rat) string {
	if isShort(p) {
		return w.Catalog.Fraction(p)
	}
	return w.percent(p)
}

// fraction writes a probability as a fraction when that is short, else "": it is shown beside the percentage.
func (w Describer) fraction(p *big.Rat) string {
	if isShort(p) {
		return w.Catalog.Fraction(p)
	}
	return ""
}

func (w Describer) percent(p *big.Rat) string { return w.Catalog.Percent(float(p)) }

func float(p *big.Rat) float64 { x, _ := p.Float64(); return x }

package scene

import (
	"errors"
	"math/big"
	"sort"

	"oriflamme/rules"
	"oriflamme/rules/odds"
	"oriflamme/views"
)

// Patience is how many outcomes of a command are walked while a page is made.
const Patience = 6000

// outlook adds the exact odds of a command to its question. What the dice that
// fell have settled already is not told again.
func (s *Scene) outlook(a *views.Ask, c rules.Command, faces, choices []int) {
	dists, err := rules.OddsAfter(s.Game, s.Battle, c, faces, Patience, func() rules.Chooser { return picksThenFirst(choices) })
	if err != nil {
		a.TooWide = errors.Is(err, odds.ErrTooMany)
		return
	}
	with := s.figures(c)
	for _, m := range s.Game.Measures {
		if d := dists[m.Name]; len(d) > 1 {
			a.Outlook = append(a.Outlook, s.form().Outlook(s.say(with, "measure."+m.Name, m.Name), d))
		}
	}
	sort.SliceStable(a.Outlook, func(i, j int) bool { return a.Outlook[i].Headline != "" && a.Outlook[j].Headline == "" })
}

func picksThenFirst(choices []int) rules.Chooser {
	next := 0
	return func(*rules.Question) (int, error) {
		if next < len(choices) {
			next++
			return choices[next-1], nil
		}
		return 0, nil
	}
}

// value is one value of a distribution, with its number when it is one.
type value struct {
	text string
	n    *big.Rat
	p    *big.Rat
}

// ordered lists a distribution by number, or by chance where values are words.
func ordered(d odds.Dist[string]) (vs []value, numeric bool) {
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

// Outlook says a distribution: the chance of a yes, or bars of a few values and
// all of them for the detail.
func (f Form) Outlook(title string, d odds.Dist[string]) views.Outlook {
	o := views.Outlook{Title: title}
	for _, yes := range []string{"true", "yes"} {
		if p := d[yes]; p != nil && onlyYesNo(d) {
			o.Headline, o.Percent = f.Chances(p), f.percent(p)
			no := new(big.Rat).Sub(big.NewRat(1, 1), p)
			o.Bars = []views.Share{
				{Of: float(p), Name: f.Book.Say("common.yes"), Exact: f.fraction(p), Style: 4},
				{Of: float(no), Name: f.Book.Say("common.no"), Exact: f.fraction(no)},
			}
			return o
		}
	}
	vs, numeric := ordered(d)
	if p := d["1"]; p != nil && d["0"] != nil && len(d) == 2 { // one or none: a yes or no that is counted
		o.Headline, o.Percent = f.Chances(p), f.percent(p)
		o.Bars = []views.Share{{Of: float(p), Name: "1", Exact: f.fraction(p), Style: 4}, {Of: float(d["0"]), Name: "0", Exact: f.fraction(d["0"])}}
		return o
	}
	if numeric {
		mean := new(big.Rat)
		for _, v := range vs {
			mean.Add(mean, new(big.Rat).Mul(v.n, v.p))
		}
		o.Mean = f.Book.Decimal(float(mean), 2)
	}
	top := 0.0
	for _, v := range vs {
		top = max(top, float(v.p))
	}
	for _, v := range vs {
		o.Whole = append(o.Whole, views.OddsLine{
			Label: f.valueText(v, numeric), Fraction: f.fraction(v.p), Percent: f.percent(v.p),
			Width: float(v.p) / top * 100, Share: float(v.p) * 100,
		})
	}
	o.Bars = f.bars(vs, numeric)
	return o
}

func onlyYesNo(d odds.Dist[string]) bool {
	for k := range d {
		if k != "true" && k != "false" && k != "yes" && k != "no" {
			return false
		}
	}
	return true
}

// bars merges neighbours until five are left, the least likely first.
func (f Form) bars(vs []value, numeric bool) []views.Share {
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
	bars := make([]views.Share, len(runs))
	for i, r := range runs {
		label := f.valueText(vs[r.from], numeric)
		switch {
		case r.from < r.to && !numeric:
			label = f.Book.Say("fight.others")
		case r.from < r.to && r.to == len(vs)-1:
			label = f.Book.Say("fight.or-more", "n", label)
		case r.from < r.to:
			label = f.Book.Say("fight.from-to", "from", label, "to", f.valueText(vs[r.to], numeric))
		}
		bars[i] = views.Share{Of: float(r.p), Name: label, Exact: f.fraction(r.p), Style: i}
		if i == len(runs)-1 {
			bars[i].Style = 4
		}
	}
	return bars
}

func (f Form) valueText(v value, numeric bool) string {
	if numeric {
		return f.Book.Decimal(float(v.n), 3)
	}
	switch v.text {
	case "true":
		return f.Book.Say("common.yes")
	case "false":
		return f.Book.Say("common.no")
	case "null":
		return f.Book.Say("fight.nothing")
	}
	for _, n := range f.Names {
		if n.Value == v.text {
			return n.Label
		}
	}
	return f.value(v.text)
}

// Chances says a probability as so many chances out of so many.
func (f Form) Chances(p *big.Rat) string {
	if len(p.Denom().String()) > 9 {
		return f.percent(p)
	}
	return f.Book.Say("fight.chances", "n", number64(p.Num()), "of", number64(p.Denom()))
}

func number64(n *big.Int) int { return int(n.Int64()) }

func (f Form) fraction(p *big.Rat) string { return f.Book.Fraction(p) }

func (f Form) percent(p *big.Rat) string { return f.Book.Percent(float(p)) }

func float(p *big.Rat) float64 { x, _ := p.Float64(); return x }

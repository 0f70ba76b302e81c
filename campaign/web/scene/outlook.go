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

// Outlook says a distribution: the chance of a yes, or bars of a few values and
// all of them for the detail.
func (f Form) Outlook(title string, d odds.Dist[string]) views.Outlook {
	return f.Words().Outlook(title, d)
}

// Chances says a probability as so many chances out of so many.
func (f Form) Chances(p *big.Rat) string { return f.Words().Chances(p) }

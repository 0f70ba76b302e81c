package battleview

import (
	"errors"
	"math/big"
	"sort"

	"oriflamme/rules"
	"oriflamme/rules/odds"
	"oriflamme/views"
	playviews "oriflamme/views/play"
)

// OutcomeLimit is the greatest number of outcomes of a command that are computed for a page.
const OutcomeLimit = 6000

// addOdds adds the exact odds of a command to its question. It leaves out what the dice given so far have decided.
func (s *Presenter) addOdds(a *playviews.Ask, c rules.Command, faces []int, choices []rules.Reply) {
	dists, err := rules.OddsGivenDice(s.Game, s.Battle, c, faces, OutcomeLimit, func() rules.Chooser { return chooseThenFirst(choices) })
	if err != nil {
		a.TooWide = errors.Is(err, odds.ErrTooMany)
		return
	}
	with := s.figures(c)
	for _, m := range s.Game.Measures {
		if d := dists[m.Name]; len(d) > 1 {
			a.Odds = append(a.Odds, s.form().OddsSummary(s.phrase(with, "measure."+m.Name, m.Name), d))
		}
	}
	sort.SliceStable(a.Odds, func(i, j int) bool { return a.Odds[i].Headline != "" && a.Odds[j].Headline == "" })
}

func chooseThenFirst(choices []rules.Reply) rules.Chooser {
	next := 0
	return func(q *rules.Question) (rules.Reply, error) {
		if next < len(choices) {
			next++
			return choices[next-1], nil
		}
		return rules.ChooseFirst(q)
	}
}

// OddsSummary summarises a distribution: the chance of a yes, or bars for a few values with a table of all of them.
func (f Form) OddsSummary(title string, d odds.Dist[string]) views.OddsSummary {
	return f.Words().OddsSummary(title, d)
}

// ChanceText writes a probability as a fraction, such as "5 in 36".
func (f Form) ChanceText(p *big.Rat) string { return f.Words().ChancesText(p) }

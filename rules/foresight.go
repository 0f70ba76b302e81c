package rules

import (
	"oriflamme/rules/dice"
	"oriflamme/rules/odds"
)

// OddsAfter is Odds when some dice of the command have fallen already: given
// holds their faces in the order of the command, and the rest is walked. It
// gives up with odds.ErrTooMany after so many runs; 0 is no limit but the walk's.
func OddsAfter(g *Game, b Battle, c Command, given []int, runs int, choose func() Chooser) (map[string]odds.Dist[string], error) {
	w := odds.Walk{Most: runs}
	tallies := make([]odds.Tally[string], len(g.Measures))
	err := w.Over(func(src dice.Source) error {
		after, step, err := Play(b, c, started(given, src), choose())
		if err != nil {
			return err
		}
		for i, m := range g.Measures {
			tallies[i].Add(&w, m.Of(b, after, step.Events))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	result := make(map[string]odds.Dist[string], len(g.Measures))
	for i, m := range g.Measures {
		result[m.Name] = tallies[i].Dist()
	}
	return result, nil
}

// started returns a source that gives out faces first and then what follows. It
// settles Until like its successor only for rolls that it does not begin.
func started(faces []int, then dice.Source) dice.Source {
	if len(faces) == 0 {
		return then
	}
	s := &begun{faces: faces, then: then}
	if _, ok := then.(dice.Settler); ok {
		return settledBegun{s}
	}
	return s
}

type begun struct {
	faces []int
	then  dice.Source
}

func (s *begun) fallen() int { return len(s.faces) }

func (s *begun) Roll(r dice.Roll) ([]int, error) {
	k := min(r.N, len(s.faces))
	if k == 0 {
		return s.then.Roll(r)
	}
	have := append([]int(nil), s.faces[:k]...)
	s.faces = s.faces[k:]
	for i, f := range have {
		if f < 1 || f > r.Sides {
			return nil, &dice.Bad{Roll: r, Index: i, Face: f}
		}
	}
	if k == r.N {
		return have, nil
	}
	rest := r
	rest.N, rest.Until, rest.Hands, rest.Same = r.N-k, nil, without(r.Hands, k), "" // what they mean now depends on those that fell
	if r.Labels != nil {
		rest.Labels = r.Labels[k:]
	}
	if r.Alike != nil {
		rest.Alike = func(more []int) int { return r.Alike(append(have[:k:k], more...)) }
	}
	more, err := s.then.Roll(rest)
	return append(have, more...), err
}

// without are the runs of dice of which so many at the front have fallen.
func without(hands []int, fallen int) (left []int) {
	for _, n := range hands {
		if n > fallen {
			left = append(left, n-fallen)
		}
		fallen = max(0, fallen-n)
	}
	return left
}

// settledBegun marks a begun source over a walk. The dice that fell may be
// undecided; Cup.Until throws again then, and the walk settles that throw.
type settledBegun struct{ *begun }

func (settledBegun) SettlesUntil() {}

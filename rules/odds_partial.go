package rules

import (
	"oriflamme/rules/dice"
	"oriflamme/rules/odds"
)

// OddsGivenDice is Odds when some dice of the command have fallen already: given
// holds their faces in the order of the command, and the rest is walked. It
// gives up with odds.ErrTooMany after so many runs; 0 is no limit but the walk's.
func OddsGivenDice(g *Game, b Battle, c Command, given []int, runs int, choose func() Chooser) (map[string]odds.Dist[string], error) {
	w := odds.Walk{MaxOutcomes: runs}
	tallies := make([]odds.Tally[string], len(g.Measures))
	err := w.Over(func(src dice.Source) error {
		after, step, err := Play(b, c, withPreset(given, src), choose())
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

// withPreset returns a source that gives out faces first and then what follows. It
// settles Until like its successor only for rolls that it does not begin.
func withPreset(faces []int, then dice.Source) dice.Source {
	if len(faces) == 0 {
		return then
	}
	s := &presetSource{faces: faces, then: then}
	if _, ok := then.(dice.Settler); ok {
		return settledPreset{s}
	}
	return s
}

type presetSource struct {
	faces []int
	then  dice.Source
}

func (s *presetSource) fallen() int { return len(s.faces) }

func (s *presetSource) Roll(r dice.Roll) ([]int, error) {
	k := min(r.N, len(s.faces))
	if k == 0 {
		return s.then.Roll(r)
	}
	have := append([]int(nil), s.faces[:k]...)
	s.faces = s.faces[k:]
	for i, f := range have {
		if f < 1 || f > r.Sides {
			return nil, &dice.FaceError{Roll: r, Index: i, Face: f}
		}
	}
	if k == r.N {
		return have, nil
	}
	rest := r
	rest.N, rest.Until, rest.PoolSizes, rest.CacheKey = r.N-k, nil, dropFront(r.PoolSizes, k), "" // what they mean now depends on those that fell
	if r.Labels != nil {
		rest.Labels = r.Labels[k:]
	}
	if r.ClassOf != nil {
		rest.ClassOf = func(more []int) int { return r.ClassOf(append(have[:k:k], more...)) }
	}
	more, err := s.then.Roll(rest)
	return append(have, more...), err
}

// dropFront are the runs of dice of which so many at the front have fallen.
func dropFront(hands []int, fallen int) (left []int) {
	for _, n := range hands {
		if n > fallen {
			left = append(left, n-fallen)
		}
		fallen = max(0, fallen-n)
	}
	return left
}

// settledPreset marks a begun source over a walk. The dice that fell may be
// undecided; Roller.Until throws again then, and the walk settles that throw.
type settledPreset struct{ *presetSource }

func (settledPreset) SettlesUntil() {}

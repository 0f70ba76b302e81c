package rules

import (
	"oriflamme/rules/dice"
	"oriflamme/rules/odds"
)

// OddsGivenDice is Odds when some dice of the command are known: given holds the faces of the
// first dice, in order, and the rest are walked. It fails with odds.ErrTooMany after maxRuns
// runs; 0 is odds.Limit. Choose returns a new Chooser for each run.
func OddsGivenDice(g *Game, b Battle, c Command, given []int, maxRuns int, choose func() Chooser) (map[string]odds.Dist[string], error) {
	return oddsOf(g, b, c, given, odds.Walk{MaxOutcomes: maxRuns}, choose)
}

// withPreset returns a source that returns faces first and then the dice of another source.
// It settles Until only for rolls that come whole from the other source.
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

// presetSource is the source of withPreset.
type presetSource struct {
	faces []int
	then  dice.Source
}

// presetLeft returns how many known faces are not used yet.
func (s *presetSource) presetLeft() int { return len(s.faces) }

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
	rest.N, rest.Until, rest.PoolSizes, rest.CacheKey = r.N-k, nil, dropFront(r.PoolSizes, k), "" // the meaning of the rest depends on the known faces
	if r.Labels != nil {
		rest.Labels = r.Labels[k:]
	}
	if r.ClassOf != nil {
		rest.ClassOf = func(more []int) int { return r.ClassOf(append(have[:k:k], more...)) }
	}
	more, err := s.then.Roll(rest)
	return append(have, more...), err
}

// dropFront returns the sizes of pools without their first known dice.
func dropFront(sizes []int, known int) (left []int) {
	for _, n := range sizes {
		if n > known {
			left = append(left, n-known)
		}
		known = max(0, known-n)
	}
	return left
}

// settledPreset is a presetSource over a walk. The known dice may be undecided; Roller.Until
// then throws again, and the walk settles that throw.
type settledPreset struct{ *presetSource }

func (settledPreset) SettlesUntil() {}

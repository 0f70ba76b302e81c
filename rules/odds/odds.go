// Package odds computes exact distributions by running a real rule on every outcome of its dice.
//
// It holds no formula of any game: it runs the caller's function once for each class of
// faces that the function treats differently, on dice that this package chooses, and adds
// the weights of the runs as integers. They sum to exactly one. It refuses rules with more
// than a limit of outcomes, and rules that roll differently on equal dice.
//
// Begin reading with Walk in odds.go; outcomes.go lists the outcomes of one roll.
package odds

import (
	"errors"
	"math/big"

	"oriflamme/rules/dice"
)

// Limit is how many outcomes a walk visits before it gives up with ErrTooMany.
const Limit = 4_000_000

// ErrTooMany reports a rule with more outcomes than the limit of the walk.
var ErrTooMany = errors.New("odds: too many outcomes to walk")

// A Walk runs a rule over every outcome of its dice. The zero value is ready;
// a Walk serves one call of Over at a time.
type Walk struct {
	ByFace      bool // visit every ordered set of faces, to check the classes
	MaxOutcomes int  // outcomes to visit before giving up; 0 is Limit

	path        []fork
	faceBuffers [][]int // the faces returned for each roll on the path: copies, because the rule may sort them
	depth       int
	tables      map[shape]*outcomeTable
}

// shape identifies rolls with the same outcomes: it is the key of the cached tables.
type shape struct {
	n, sides  int
	read      dice.Read
	cuts      [8]int // each cut plus 1; 0 after the last
	poolSizes [4]int // size of each pool plus 1; 0 after the last
	cacheKey  string
}

// shapeOf returns the shape of a roll; it is not ok when the table of the roll cannot be shared.
func shapeOf(r dice.Roll) (s shape, ok bool) {
	s = shape{n: r.N, sides: r.Sides, read: r.Read, cacheKey: r.CacheKey}
	if r.CacheKey == "" && (r.Until != nil || r.ClassOf != nil) || r.Cuts != nil && len(r.Cuts) == 0 ||
		len(r.Cuts) > len(s.cuts) || len(r.PoolSizes) > len(s.poolSizes) {
		return s, false
	}
	for i, n := range r.PoolSizes {
		s.poolSizes[i] = n + 1
	}
	for i, cut := range r.Cuts {
		s.cuts[i] = cut + 1
	}
	return s, true
}

// fork is a roll on the path to the current outcome, at outcome at of its table.
type fork struct {
	table  *outcomeTable
	at     int
	weight weight // of the path up to and including this roll
}

// outcomeTable lists the outcomes of one roll.
type outcomeTable struct {
	outcomes []outcome
	den      *big.Int
}

type outcome struct {
	faces  []int
	num    *big.Int // its weight times den of the table
	weight weight
}

// Over runs try once for every outcome of the dice that try rolls from the source. Try
// must be a pure function of those dice and must not keep their faces. It counts its result
// with Tally.Add, which reads the weight of the outcome. Over fails with ErrTooMany after
// MaxOutcomes, or with the error of try.
func (w *Walk) Over(try func(dice.Source) error) error {
	w.path, w.depth = w.path[:0], 0
	if w.tables == nil {
		w.tables = map[shape]*outcomeTable{}
	}
	most := w.MaxOutcomes
	if most == 0 {
		most = Limit
	}
	for runs := 0; ; runs++ {
		if runs == most {
			return ErrTooMany
		}
		w.depth = 0
		if err := try(w); err != nil {
			return err
		}
		if w.depth != len(w.path) {
			return errors.New("odds: the rule rolled differently on equal dice")
		}
		if !w.advance() {
			return nil
		}
	}
}

// SettlesUntil makes a Walk a dice.Settler: a roll that is repeated until it is decisive
// has the distribution of the decisive outcomes of one roll.
func (w *Walk) SettlesUntil() {}

// Roll returns the faces of the outcome being visited.
func (w *Walk) Roll(r dice.Roll) ([]int, error) {
	if w.depth == len(w.path) {
		if err := w.fork(r); err != nil {
			return nil, err
		}
	}
	f := &w.path[w.depth]
	w.depth++
	for len(w.faceBuffers) < w.depth {
		w.faceBuffers = append(w.faceBuffers, nil)
	}
	faces := &w.faceBuffers[w.depth-1]
	*faces = append((*faces)[:0], f.table.outcomes[f.at].faces...)
	return *faces, nil
}

// fork adds a roll to the path, at its first outcome.
func (w *Walk) fork(r dice.Roll) error {
	key, shared := shapeOf(r)
	var t *outcomeTable
	if shared {
		t = w.sharedTable(key)
	}
	if t == nil {
		var err error
		if t, err = w.outcomes(r); err != nil {
			return err
		}
		if shared {
			w.shareTable(key, t)
		}
	}
	w.path = append(w.path, fork{table: t})
	w.weighFork(len(w.path) - 1)
	return nil
}

// weighFork computes the weight of the path up to its roll i.
func (w *Walk) weighFork(i int) {
	f := &w.path[i]
	f.weight = f.table.outcomes[f.at].weight
	if i > 0 {
		f.weight = w.path[i-1].weight.times(f.weight)
	}
}

// weight returns the weight of the outcome being visited.
func (w *Walk) weight() weight {
	if w.depth == 0 {
		return whole
	}
	return w.path[w.depth-1].weight
}

// advance moves to the next outcome like an odometer; it returns false when all were visited.
func (w *Walk) advance() bool {
	for len(w.path) > 0 {
		i := len(w.path) - 1
		f := &w.path[i]
		if f.at++; f.at < len(f.table.outcomes) {
			w.weighFork(i)
			return true
		}
		w.path = w.path[:i]
	}
	return false
}

// A Tally adds up the weights of outcomes by key. The zero value is empty.
type Tally[K comparable] struct{ sums map[K]*sum }

// Add counts the outcome that w is visiting, once all its dice are rolled, under k.
func (t *Tally[K]) Add(w *Walk, k K) {
	if t.sums == nil {
		t.sums = map[K]*sum{}
	}
	s := t.sums[k]
	if s == nil {
		s = new(sum)
		t.sums[k] = s
	}
	s.add(w.weight())
}

// Dist returns the distribution of the keys that were added.
func (t *Tally[K]) Dist() Dist[K] {
	d := make(Dist[K], len(t.sums))
	for k, s := range t.sums {
		d[k] = s.rat()
	}
	return d
}

// A Dist is an exact distribution: its values are positive and sum to one.
type Dist[K comparable] map[K]*big.Rat

// Total returns the sum of all probabilities, exactly 1 for a whole walk.
func (d Dist[K]) Total() *big.Rat {
	sum := new(big.Rat)
	for _, p := range d {
		sum.Add(sum, p)
	}
	return sum
}

// Of returns the exact distribution of what try returns.
func Of[K comparable](try func(dice.Source) (K, error)) (Dist[K], error) {
	var w Walk
	var t Tally[K]
	err := w.Over(func(src dice.Source) error {
		k, err := try(src)
		if err == nil {
			t.Add(&w, k)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return t.Dist(), nil
}

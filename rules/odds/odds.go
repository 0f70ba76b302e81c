// Package odds gives exact distributions by walking every outcome of a real rule.
//
// It holds no formula of any game: the caller's function is run once for each
// class of faces that it can tell apart, on dice that this package chooses, and
// the weights of the runs are added as integers. They sum to exactly one.
package odds

import (
	"errors"
	"math/big"

	"oriflamme/rules/dice"
)

// Limit is how many outcomes a walk visits before it gives up with ErrTooMany.
const Limit = 4_000_000

// ErrTooMany reports a rule with more outcomes than Limit.
var ErrTooMany = errors.New("odds: too many outcomes to walk")

// A Walk runs a rule over every outcome of its dice. The zero value is ready;
// a Walk serves one call of Over at a time.
type Walk struct {
	ByFace      bool // visit every ordered face, for checking the classes
	MaxOutcomes int  // outcomes to visit before giving up; 0 is Limit

	path        []fork
	faceBuffers [][]int // for the faces of each roll on the path: the rule may sort them
	depth       int
	tables      map[shape]*outcomeTable
}

// shape is what two rolls have in common that have the same outcomes.
type shape struct {
	n, sides int
	read     dice.Read
	cuts     [8]int // one more than each cut, 0 behind the last
	hands    [4]int // one more than the size of each hand, 0 behind the last
	same     string
}

// shapeOf returns the shape of a roll; none when its table serves that roll alone.
func shapeOf(r dice.Roll) (s shape, ok bool) {
	s = shape{n: r.N, sides: r.Sides, read: r.Read, same: r.CacheKey}
	if r.CacheKey == "" && (r.Until != nil || r.ClassOf != nil) || r.Cuts != nil && len(r.Cuts) == 0 ||
		len(r.Cuts) > len(s.cuts) || len(r.PoolSizes) > len(s.hands) {
		return s, false
	}
	for i, n := range r.PoolSizes {
		s.hands[i] = n + 1
	}
	for i, cut := range r.Cuts {
		s.cuts[i] = cut + 1
	}
	return s, true
}

// fork is a roll on the way to the current outcome.
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
	num    *big.Int // over the den of the table
	weight weight
}

// Over runs try once for every outcome of the dice it rolls from the source it
// is given. Try must be a pure function of those dice, and keep no faces. Between runs the caller
// reads the outcome's weight with Tally.Add, from inside try.
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

// SettlesUntil makes a Walk a dice.Settler: rolls that are repeated until they
// are decisive have the distribution of one decisive roll.
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
	room := &w.faceBuffers[w.depth-1]
	*room = append((*room)[:0], f.table.outcomes[f.at].faces...)
	return *room, nil
}

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

// advance moves to the next outcome like an odometer; false when all were seen.
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

// A Tally adds up the weights of outcomes by key.
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

// Dist returns the distribution of all that was added.
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

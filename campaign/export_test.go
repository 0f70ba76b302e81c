package campaign

import "time"

// Builder folds acts one by one in place, so that tests can grow long histories fast.
type Builder struct{ f *fold }

// NewBuilder returns a builder before the founding.
func NewBuilder() Builder { return Builder{&fold{State: Empty(), fresh: true}} }

// State is what the acts so far have made; it changes with the next.
func (b Builder) State() *State { return b.f.State }

// Add chains a body to the history and folds it.
func (b Builder) Add(club, by ID, key string, d Draft, day int) error {
	s := b.f.State
	var prev *Act
	if n := len(s.Acts); n > 0 {
		prev = &s.Acts[n-1]
	}
	a, err := NewAct(prev, club, by, testEpoch.AddDate(0, 0, day), key, d)
	if err != nil {
		return err
	}
	if err := a.Body.apply(b.f, &a); err != nil {
		return err
	}
	s.Acts, s.No, s.Head = append(s.Acts, a), a.No, a.Hash
	return nil
}

// Next is the state after one more act.
func (s *State) Next(a Act) (*State, error) { return s.next(a) }

var testEpoch = time.Date(2026, 1, 1, 20, 0, 0, 0, time.UTC)

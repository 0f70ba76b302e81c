package campaign

import "time"

// A Builder folds acts one by one in place, so that tests can build long histories fast.
type Builder struct {
	f    *fold
	bare bool
}

// NewBuilder returns a builder before the founding. A bare one neither encodes nor chains its
// acts, for tests that need only their fold.
func NewBuilder(bare bool) Builder { return Builder{&fold{State: EmptyState(), fresh: true}, bare} }

// State returns the state after the acts so far. The next Add changes it.
func (b Builder) State() *State { return b.f.State }

// Add chains a body to the history and folds it.
func (b Builder) Add(club, by ID, key string, d ActRequest, day int) error {
	s := b.f.State
	var prev *Act
	if n := len(s.Acts); n > 0 {
		prev = &s.Acts[n-1]
	}
	at := testEpoch.AddDate(0, 0, day)
	a := Act{No: int64(len(s.Acts) + 1), Club: club, By: by, At: at, Kind: d.Body.Kind(), Why: d.Why, Amends: d.Amends, Key: key, Body: d.Body}
	if !b.bare {
		var err error
		if a, err = NewAct(prev, club, by, at, key, d); err != nil {
			return err
		}
	}
	if err := a.Body.apply(b.f, &a); err != nil {
		return err
	}
	s.Acts, s.No, s.Head = append(s.Acts, a), a.No, a.Hash
	return nil
}

// Next returns the state after one more act.
func (s *State) Next(a Act) (*State, error) { return s.next(a) }

var testEpoch = time.Date(2026, 1, 1, 20, 0, 0, 0, time.UTC)

// CheckNames checks the names in a body as when the act is done.
func (s *State) CheckNames(b Body) error { return s.checkNames(b) }

package campaign

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"oriflamme/rules"
)

// An ActLog keeps the acts of clubs.
type ActLog interface {
	// Append queues an act and sends nil once it is durable. Acts queued one
	// after the other are stored in that order. An act whose number is not the
	// next of its club, or whose key its author has used, is a Conflict.
	Append(a Act) <-chan error
	// Acts returns a club's acts after a number, in order.
	Acts(ctx context.Context, club ID, after int64) ([]Act, error)
	// Clubs returns the IDs of all clubs, oldest first.
	Clubs(ctx context.Context) ([]ID, error)
}

// A Hall is where clubs meet: it decides acts one by one, keeps their states in
// memory and the acts in a Store. It may be used from many goroutines.
type Hall struct {
	acts      ActLog
	steps     StepLog
	moves     MoveStore
	tokens    TokenStore
	passkeys  PasskeyStore
	passwords PasswordStore
	choices   ChoiceStore
	outbox    Outbox
	devices   DeviceStore
	hooks     HookStore
	album     Album
	tries     Turnstile
	hashes    HashCache
	database  Database
	archives  Archives
	wire      Wire

	games map[string]*rules.Game
	now   func() time.Time
	seed  func() string // of the dice of a battle; secret until it is over
	watch watchers
	hear  atomic.Pointer[func(Task, time.Duration)]

	studio  chan struct{} // one upload is cleaned at a time
	opening sync.Mutex    // one battle is opened at a time: its seed is stored, then promised

	mu     sync.Mutex
	books  map[ID]*book
	tables map[tableKey]*table

	cited namedRules
}

// NewHall returns a hall over a store that knows the given games.
func NewHall(store Store, games []*rules.Game, now func() time.Time) *Hall {
	h := &Hall{
		acts: store, steps: store, moves: store, tokens: store, passkeys: store, passwords: store, choices: store, outbox: store,
		devices: store, hooks: store, album: store, tries: store, hashes: store, database: store, archives: store, wire: store,
		games: map[string]*rules.Game{}, now: now, seed: NewToken, studio: make(chan struct{}, 1),
		books: map[ID]*book{}, tables: map[tableKey]*table{}, cited: namedRules{logs: map[string][]string{}},
	}
	for _, g := range games {
		h.games[g.ID] = g
	}
	return h
}

// SeedWith has the dice of battles opened from now on come from these seeds instead of
// secret ones nobody can guess: for demonstrations and tests that come out alike each time.
func (h *Hall) SeedWith(next func() string) { h.seed = next }

// An Actor is who does something: the member of a session.
type Actor struct{ Member ID }

// Game returns a game of the hall by its ID, or nil.
func (h *Hall) Game(id string) *rules.Game { return h.games[id] }

// Clubs returns the IDs of all clubs, oldest first.
func (h *Hall) Clubs(ctx context.Context) ([]ID, error) { return h.acts.Clubs(ctx) }

// State returns the club as its durable acts have made it. No permission is
// asked: the caller shows what Can(role, ActionView) allows.
func (h *Hall) State(ctx context.Context, club ID) (*State, error) {
	b, err := h.book(ctx, club)
	if err != nil {
		return nil, err
	}
	return b.seen.Load(), nil
}

// StateAt returns the club as it was after an act, without acts that were voided
// since; amendments that came later are not yet in. It folds the history up to there.
func (h *Hall) StateAt(ctx context.Context, club ID, no int64) (*State, error) {
	s, err := h.State(ctx, club)
	if err != nil {
		return nil, err
	}
	past := s.at(no)
	s.forgets(past)
	return past, nil
}

// at folds the history up to an act, as StateAt does.
func (s *State) at(no int64) *State {
	without := map[int64]bool{}
	for a := range s.Voided {
		without[a] = true
	}
	n := 0
	for n < len(s.Acts) && s.Acts[n].No <= no {
		n++
	}
	past, _ := foldAll(s.Acts[:n:n], without)
	return past
}

// BattleAt returns a battle as it was after an act, before what was corrected later; nil
// when there was none. It folds the history up to there.
func (s *State) BattleAt(battle ID, no int64) *Battle { return s.at(no).Battles[battle] }

// Preview lists the acts that would become impossible if the given ones were
// void. Permission: void.
func (h *Hall) Preview(ctx context.Context, by Actor, club ID, acts ...int64) ([]Impossible, error) {
	s, err := h.State(ctx, club)
	if err != nil {
		return nil, err
	}
	if err := s.require(by, KindVoid); err != nil {
		return nil, err
	}
	return s.Preview(acts...), nil
}

// WhatIf returns the state as a draft would make it, and the acts that would
// become impossible, which are left out of that state. Nothing is stored.
// Permission: that of the draft.
func (h *Hall) WhatIf(ctx context.Context, by Actor, club ID, d Draft) (*State, []Impossible, error) {
	s, err := h.State(ctx, club)
	if err != nil {
		return nil, nil, err
	}
	if err := s.authorise(by.Member, d); err != nil {
		return nil, nil, err
	}
	d.Body = s.complete(d.Body, h.now())
	last, _ := s.Act(s.No)
	a, err := NewAct(&last, club, by.Member, h.now(), "what if", d)
	if err != nil {
		return nil, nil, err
	}
	// Clipped, because the array behind goes on with acts that really happened.
	alone := *s
	alone.Acts = slices.Clip(s.Acts)
	if !a.corrective() {
		next, err := alone.next(a)
		return next, nil, err
	}
	if err := s.corrects(a); err != nil {
		return nil, nil, err
	}
	next, bad := foldAll(append(alone.Acts, a), nil)
	return next, bad, nil
}

// Do has a member do an act and returns it once it is durable. The same key from
// the same member returns the act of the first time; with another body it is a
// Conflict. An empty key is refused. Permissions: Can(role, kind of the act),
// and ActionOthers for what belongs to other members.
func (h *Hall) Do(ctx context.Context, by Actor, club ID, key string, d Draft) (Act, error) {
	return h.do(ctx, by.Member, club, key, d, false)
}

func (h *Hall) do(ctx context.Context, by, club ID, key string, d Draft, trusted bool) (Act, error) {
	if d.Body == nil {
		return Act{}, refuse(Invalid, "kind", "required", "")
	}
	if err := first(text("key", key, 1, 100), text("why", d.Why, 0, 4000)); err != nil {
		return Act{}, err
	}
	if err := h.checkImages(ctx, club, d.Body); err != nil {
		if s, failed := h.State(ctx, club); failed == nil {
			if a, ok := s.Keyed(by, key); ok {
				return a, nil // done when the image was still there
			}
		}
		return Act{}, err
	}
	for try := 0; ; try++ {
		b, err := h.book(ctx, club)
		if err != nil {
			return Act{}, err
		}
		act, done, err := b.decide(h, by, club, key, d, trusted)
		if err == nil {
			err = done.wait(ctx)
		}
		if !errors.Is(err, errReload) {
			return act, err
		}
		if try == mostTries {
			return Act{}, refuse(Conflict, "", "busy", "")
		}
		// Processes that share a store get out of each other's step by chance.
		select {
		case <-ctx.Done():
			return Act{}, ctx.Err()
		case <-time.After(rand.N(time.Duration(min(try, 10)+1) * time.Millisecond)):
		}
		if err := h.renew(ctx, club, b); err != nil {
			return Act{}, err
		}
	}
}

// mostTries is how often an act is decided anew after others were stored first.
const mostTries = 200

// book returns the club's book, read from the store at first.
func (h *Hall) book(ctx context.Context, club ID) (*book, error) {
	h.mu.Lock()
	b := h.books[club]
	h.mu.Unlock()
	if b != nil {
		return b, nil
	}
	acts, err := h.acts.Acts(ctx, club, 0)
	if err != nil {
		return nil, err
	}
	if len(acts) == 0 {
		return nil, missing("club", "club", club)
	}
	return h.open(club, acts)
}

// open makes the book of a club from its acts, unless another got there first.
func (h *Hall) open(club ID, acts []Act) (*book, error) {
	defer h.took(TaskFold, time.Now())
	s, err := Fold(acts)
	if err != nil {
		return nil, err
	}
	b := newBook(s)
	h.mu.Lock()
	defer h.mu.Unlock()
	if other := h.books[club]; other != nil {
		return other, nil
	}
	h.books[club] = b
	return b, nil
}

func (h *Hall) forget(club ID, b *book) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.books[club] == b {
		delete(h.books, club)
	}
}

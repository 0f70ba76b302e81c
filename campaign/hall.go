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

// A Service is where clubs meet: it decides acts one by one, keeps their states in
// memory and the acts in a Store. It may be used from many goroutines.
type Service struct {
	acts        ActLog
	steps       StepLog
	moves       MoveStore
	tokens      TokenStore
	passkeys    PasskeyStore
	passwords   PasswordStore
	choices     ChoiceStore
	outbox      Outbox
	devices     DeviceStore
	webhooks    WebhookStore
	images      ImageStore
	rateLimiter RateLimiter
	hashes      HashCache
	database    Database
	archives    ArchiveStore
	news        NewsSource

	games   map[string]*rules.Game
	now     func() time.Time
	newSeed func() string // of the dice of a battle; secret until it is over
	watch   watchers
	onTask  atomic.Pointer[func(Task, time.Duration)]

	imageSlot chan struct{} // one upload is cleaned at a time
	openMu    sync.Mutex    // one battle is opened at a time: its seed is stored, then promised

	mu          sync.Mutex
	logs        map[ID]*clubLog
	liveBattles map[liveKey]*liveBattle

	ruleCache ruleCache
}

// NewService returns a hall over a store that knows the given games.
func NewService(store Store, games []*rules.Game, now func() time.Time) *Service {
	h := &Service{
		acts: store, steps: store, moves: store, tokens: store, passkeys: store, passwords: store, choices: store, outbox: store,
		devices: store, webhooks: store, images: store, rateLimiter: store, hashes: store, database: store, archives: store, news: store,
		games: map[string]*rules.Game{}, now: now, newSeed: NewToken, imageSlot: make(chan struct{}, 1),
		logs: map[ID]*clubLog{}, liveBattles: map[liveKey]*liveBattle{}, ruleCache: ruleCache{logs: map[string][]string{}},
	}
	for _, g := range games {
		h.games[g.ID] = g
	}
	return h
}

// UseSeeds has the dice of battles opened from now on come from these seeds instead of
// secret ones nobody can guess: for demonstrations and tests that come out alike each time.
func (h *Service) UseSeeds(next func() string) { h.newSeed = next }

// An Actor is who does something: the member of a session.
type Actor struct{ Member ID }

// Game returns a game of the hall by its ID, or nil.
func (h *Service) Game(id string) *rules.Game { return h.games[id] }

// Clubs returns the IDs of all clubs, oldest first.
func (h *Service) Clubs(ctx context.Context) ([]ID, error) { return h.acts.Clubs(ctx) }

// State returns the club as its durable acts have made it. No permission is
// asked: the caller shows what Can(role, ActionView) allows.
func (h *Service) State(ctx context.Context, club ID) (*State, error) {
	b, err := h.clubLog(ctx, club)
	if err != nil {
		return nil, err
	}
	return b.durable.Load(), nil
}

// StateAt returns the club as it was after an act, without acts that were voided
// since; amendments that came later are not yet in. It folds the history up to there.
func (h *Service) StateAt(ctx context.Context, club ID, no int64) (*State, error) {
	s, err := h.State(ctx, club)
	if err != nil {
		return nil, err
	}
	past := s.foldTo(no)
	s.redactForgotten(past)
	return past, nil
}

// foldTo folds the history up to an act, as StateAt does.
func (s *State) foldTo(no int64) *State {
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
func (s *State) BattleAt(battle ID, no int64) *Battle { return s.foldTo(no).Battles[battle] }

// Preview lists the acts that would become impossible if the given ones were
// void. Permission: void.
func (h *Service) Preview(ctx context.Context, by Actor, club ID, acts ...int64) ([]ImpossibleAct, error) {
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
func (h *Service) WhatIf(ctx context.Context, by Actor, club ID, d ActRequest) (*State, []ImpossibleAct, error) {
	s, err := h.State(ctx, club)
	if err != nil {
		return nil, nil, err
	}
	if err := s.authorise(by.Member, d); err != nil {
		return nil, nil, err
	}
	d.Body = s.withIDs(d.Body, h.now())
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
	if err := s.checkCorrective(a); err != nil {
		return nil, nil, err
	}
	next, bad := foldAll(append(alone.Acts, a), nil)
	return next, bad, nil
}

// Do has a member do an act and returns it once it is durable. The same key from
// the same member returns the act of the first time; with another body it is a
// Conflict. An empty key is refused. Permissions: Can(role, kind of the act),
// and ActionOthers for what belongs to other members.
func (h *Service) Do(ctx context.Context, by Actor, club ID, key string, d ActRequest) (Act, error) {
	return h.do(ctx, by.Member, club, key, d, false)
}

func (h *Service) do(ctx context.Context, by, club ID, key string, d ActRequest, trusted bool) (Act, error) {
	if d.Body == nil {
		return Act{}, refuse(Invalid, "kind", "required", "")
	}
	if err := firstError(checkLength("key", key, 1, 100), checkLength("why", d.Why, 0, 4000)); err != nil {
		return Act{}, err
	}
	if err := h.checkImages(ctx, club, d.Body); err != nil {
		if s, failed := h.State(ctx, club); failed == nil {
			if a, ok := s.ActByKey(by, key); ok {
				return a, nil // done when the image was still there
			}
		}
		return Act{}, err
	}
	for try := 0; ; try++ {
		b, err := h.clubLog(ctx, club)
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
		if try == maxAttempts {
			return Act{}, refuse(Conflict, "", "busy", "")
		}
		// Processes that share a store get out of each other's step by chance.
		select {
		case <-ctx.Done():
			return Act{}, ctx.Err()
		case <-time.After(rand.N(time.Duration(min(try, 10)+1) * time.Millisecond)):
		}
		if err := h.reload(ctx, club, b); err != nil {
			return Act{}, err
		}
	}
}

// maxAttempts is how often an act is decided anew after others were stored first.
const maxAttempts = 200

// clubLog returns the club's clubLog, read from the store at first.
func (h *Service) clubLog(ctx context.Context, club ID) (*clubLog, error) {
	h.mu.Lock()
	b := h.logs[club]
	h.mu.Unlock()
	if b != nil {
		return b, nil
	}
	acts, err := h.acts.Acts(ctx, club, 0)
	if err != nil {
		return nil, err
	}
	if len(acts) == 0 {
		return nil, notFound("club", "club", club)
	}
	return h.openLog(club, acts)
}

// openLog makes the book of a club from its acts, unless another got there first.
func (h *Service) openLog(club ID, acts []Act) (*clubLog, error) {
	defer h.taskDone(TaskFold, time.Now())
	s, err := Fold(acts)
	if err != nil {
		return nil, err
	}
	b := newClubLog(s)
	h.mu.Lock()
	defer h.mu.Unlock()
	if other := h.logs[club]; other != nil {
		return other, nil
	}
	h.logs[club] = b
	return b, nil
}

func (h *Service) dropLog(club ID, b *clubLog) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.logs[club] == b {
		delete(h.logs, club)
	}
}

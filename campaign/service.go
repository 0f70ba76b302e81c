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

// A Task is something that a hall spends its time on.
type Task string

const (
	TaskFold   Task = "fold"   // folding a history from its first act, to open a club or to correct the past
	TaskAct    Task = "act"    // deciding one act: permission, rules, fold, hash
	TaskStore  Task = "store"  // from queueing an act until the disk has it
	TaskEngine Task = "engine" // playing one command of a battle
	TaskReplay Task = "replay" // playing a battle again from its record
)

// Tasks are all of them.
var Tasks = []Task{TaskFold, TaskAct, TaskStore, TaskEngine, TaskReplay}

// OnTask has somebody hear from now on how long each task took; hear is called by
// many goroutines.
func (h *Service) OnTask(notify func(Task, time.Duration)) { h.onTask.Store(&notify) }

// taskDone is deferred with the moment at which a task began.
func (h *Service) taskDone(t Task, began time.Time) {
	if notify := h.onTask.Load(); notify != nil {
		(*notify)(t, time.Since(began))
	}
}

// Ready returns nil when the database answers and is of this program's version.
func (h *Service) Ready(ctx context.Context) error { return h.database.Ready(ctx) }

// Waiting is how many writes wait for the disk.
func (h *Service) Waiting() int { return h.database.Waiting() }

// The methods below are Do with the body spelled out. Each returns the act once
// it is durable; IDs that were left empty are in its Body. Errors are *Error.

// AddMember adds a member without an invitation. Permission: join.
func (h *Service) AddMember(ctx context.Context, by Actor, club ID, key string, b Join) (Act, error) {
	return h.Do(ctx, by, club, key, ActRequest{Body: b})
}

// CreateCampaign begins a campaign. Permission: campaign.
func (h *Service) CreateCampaign(ctx context.Context, by Actor, club ID, key string, b NewCampaign) (Act, error) {
	return h.Do(ctx, by, club, key, ActRequest{Body: b})
}

// AddRoster enters a roster. Its game's first fault is an Invalid with the
// game's rule id, unless it is unfinished. Permission: roster, for oneself.
func (h *Service) AddRoster(ctx context.Context, by Actor, club ID, key string, b NewRoster) (Act, error) {
	return h.Do(ctx, by, club, key, ActRequest{Body: b})
}

// ReviseRoster changes a roster's list. Permission: revise, of one's own.
func (h *Service) ReviseRoster(ctx context.Context, by Actor, club ID, key string, b ReviseRoster, why string) (Act, error) {
	return h.Do(ctx, by, club, key, ActRequest{Body: b, Why: why})
}

// Schedule arranges a battle. Permission: schedule, with a seat of one's own.
func (h *Service) Schedule(ctx context.Context, by Actor, club ID, key string, b Schedule) (Act, error) {
	return h.Do(ctx, by, club, key, ActRequest{Body: b})
}

// Report reports a battle for a seat. Permission: report, for one's own seat.
func (h *Service) Report(ctx context.Context, by Actor, club ID, key string, b Report) (Act, error) {
	return h.Do(ctx, by, club, key, ActRequest{Body: b})
}

// Confirm agrees with the other side's report. Permission: confirm, for one's own seat.
func (h *Service) Confirm(ctx context.Context, by Actor, club ID, key string, b Confirm) (Act, error) {
	return h.Do(ctx, by, club, key, ActRequest{Body: b})
}

// Dispute objects to a report. Permission: dispute, of one's own battle.
func (h *Service) Dispute(ctx context.Context, by Actor, club ID, key string, b RaiseDispute) (Act, error) {
	return h.Do(ctx, by, club, key, ActRequest{Body: b})
}

// Rule decides a battle. Permission: rule, not of one's own battle while another
// arbiter could.
func (h *Service) Rule(ctx context.Context, by Actor, club ID, key string, b Rule, why string) (Act, error) {
	return h.Do(ctx, by, club, key, ActRequest{Body: b, Why: why})
}

// PostAftermath posts an aftermath that was rolled by hand: the part of the
// actor's own seat, or all of it when an arbiter without a seat does it.
// Permission: aftermath, of one's own battle.
func (h *Service) PostAftermath(ctx context.Context, by Actor, club ID, key string, battle ID, effects []rules.Effect) (Act, error) {
	s, b, _, err := h.battle(ctx, club, battle)
	if err != nil {
		return Act{}, err
	}
	return h.Do(ctx, by, club, key, ActRequest{Body: Aftermath{Battle: battle, Seat: s.Seat(b, by.Member), Effects: effects}})
}

// Grant posts an honour, scar, experience, resource or death. Permission: grant.
func (h *Service) Grant(ctx context.Context, by Actor, club ID, key string, b Grant, why string) (Act, error) {
	return h.Do(ctx, by, club, key, ActRequest{Body: b, Why: why})
}

// SetRegion gives a region to a roster or to nobody. Permission: region.
func (h *Service) SetRegion(ctx context.Context, by Actor, club ID, key string, b SetRegion, why string) (Act, error) {
	return h.Do(ctx, by, club, key, ActRequest{Body: b, Why: why})
}

// PostStory tells a tale. Permission: story.
func (h *Service) PostStory(ctx context.Context, by Actor, club ID, key string, b PostStory) (Act, error) {
	return h.Do(ctx, by, club, key, ActRequest{Body: b})
}

// Comment remarks on an act. Permission: comment.
func (h *Service) Comment(ctx context.Context, by Actor, club ID, key string, b Comment) (Act, error) {
	return h.Do(ctx, by, club, key, ActRequest{Body: b})
}

// Void takes acts out of force. When other acts would become impossible it is a
// Conflict and nothing changes: Preview lists them, and voiding them too is the
// arbiter's decision. Permission: void.
func (h *Service) Void(ctx context.Context, by Actor, club ID, key string, acts []int64, why string) (Act, error) {
	return h.Do(ctx, by, club, key, ActRequest{Body: Void{Acts: acts}, Why: why})
}

// VoidBattle voids every act about a battle, and the others named. Permission: void.
func (h *Service) VoidBattle(ctx context.Context, by Actor, club ID, key string, battle ID, also []int64, why string) (Act, error) {
	s, err := h.State(ctx, club)
	if err != nil {
		return Act{}, err
	}
	acts := s.ActsOf(battle)
	if acts == nil {
		// Already void: the key may still find the act that did it.
		if a, ok := s.ActByKey(by.Member, key); ok {
			return a, nil
		}
		return Act{}, notFound("battle", "battle", battle)
	}
	return h.Void(ctx, by, club, key, append(acts, also...), why)
}

// Amend replaces the body of an earlier act of the same kind; the history is
// folded as if it had been so from the start. Permission: that of the kind, and void.
func (h *Service) Amend(ctx context.Context, by Actor, club ID, key string, act int64, b Body, why string) (Act, error) {
	return h.Do(ctx, by, club, key, ActRequest{Body: b, Amends: act, Why: why})
}

// ActByKey returns the act that a member did under an idempotency key, the newest if there
// are several, and whether there is one.
func (s *State) ActByKey(by ID, key string) (Act, bool) {
	for i := len(s.Acts) - 1; i >= 0; i-- {
		if s.Acts[i].By == by && s.Acts[i].Key == key {
			return s.Acts[i], true
		}
	}
	return Act{}, false
}

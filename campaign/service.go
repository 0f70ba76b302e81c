package campaign

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"oriflamme/rules"
)

// An ActLog stores the acts of clubs.
type ActLog interface {
	// Append queues an act and sends nil once it is durable. Acts are stored in the
	// order in which they are queued. It sends a Conflict if the act's number is not
	// the next of its club, or its author has used its key.
	Append(a Act) <-chan error
	// Acts returns a club's acts after a number, in order.
	Acts(ctx context.Context, club ID, after int64) ([]Act, error)
	// Clubs returns the IDs of all clubs, oldest first.
	Clubs(ctx context.Context) ([]ID, error)
}

// A Service decides acts one by one, and keeps the states of clubs in memory and their acts
// in a Store. It may be used from many goroutines.
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
	newSeed func() string // makes the secret seed of a battle's dice
	watch   *watchers
	onTask  atomic.Pointer[func(Task, time.Duration)]

	imageSlot chan struct{} // one upload is cleaned at a time
	openMu    sync.Mutex    // one battle is opened at a time: its seed is stored, then its hash published

	mu          sync.Mutex
	logs        map[ID]*clubLog
	liveBattles map[liveKey]*liveBattle
	liveLoads   map[liveKey]*int // battles being loaded, until the load is done or out of date

	ruleCache ruleCache
}

// NewService returns a service over a store. It knows the given games and takes the time
// from now.
func NewService(store Store, games []*rules.Game, now func() time.Time) *Service {
	h := &Service{
		acts: store, steps: store, moves: store, tokens: store, passkeys: store, passwords: store, choices: store, outbox: store,
		devices: store, webhooks: store, images: store, rateLimiter: store, hashes: store, database: store, archives: store, news: store,
		games: map[string]*rules.Game{}, now: now, newSeed: NewToken, watch: newWatchers(), imageSlot: make(chan struct{}, 1),
		logs: map[ID]*clubLog{}, liveBattles: map[liveKey]*liveBattle{}, liveLoads: map[liveKey]*int{}, ruleCache: ruleCache{logs: map[string][]string{}},
	}
	for _, g := range games {
		h.games[g.ID] = g
	}
	return h
}

// UseSeeds replaces the random seeds of battles opened from now on by those that next
// returns, for demonstrations and tests that must be the same each time.
func (s *Service) UseSeeds(next func() string) { s.newSeed = next }

// An Actor is the member of a session, on whose behalf something is done.
type Actor struct{ Member ID }

// Game returns a game by its ID, or nil if the service does not know it.
func (s *Service) Game(id string) *rules.Game { return s.games[id] }

// Clubs returns the IDs of all clubs, oldest first.
func (s *Service) Clubs(ctx context.Context) ([]ID, error) { return s.acts.Clubs(ctx) }

// State returns the state of a club after its durable acts. It checks no permission: the
// caller shows only what Can(role, ActionView) allows.
func (s *Service) State(ctx context.Context, club ID) (*State, error) {
	b, err := s.clubLog(ctx, club)
	if err != nil {
		return nil, err
	}
	return b.durable.Load(), nil
}

// StateAt returns the state of a club after an act. Acts that were voided later are left
// out; later amendments are not applied. It folds the history up to that act.
func (s *Service) StateAt(ctx context.Context, club ID, no int64) (*State, error) {
	st, err := s.State(ctx, club)
	if err != nil {
		return nil, err
	}
	past := st.foldTo(no)
	st.redactForgotten(past)
	return past, nil
}

// foldTo returns the state after an act, as StateAt does.
func (s *State) foldTo(no int64) *State {
	past, _ := foldAll(s.actsTo(no), slices.Collect(maps.Keys(s.Voided)))
	return past
}

// BattleAt returns a battle as it was after an act, without later corrections, or nil if
// there was none. It folds the history up to that act.
func (s *State) BattleAt(battle ID, no int64) *Battle { return s.foldTo(no).Battles[battle] }

// Preview returns the acts that would become impossible if the given ones were voided.
// Permission: void.
func (s *Service) Preview(ctx context.Context, by Actor, club ID, acts ...int64) ([]ImpossibleAct, error) {
	st, err := s.stateFor(ctx, by, club, KindVoid)
	if err != nil {
		return nil, err
	}
	return st.Preview(acts...), nil
}

// WhatIf returns the state as it would be after a request, and the acts that would become
// impossible, which are left out of that state. It stores nothing. Permission: that of the
// request.
func (s *Service) WhatIf(ctx context.Context, by Actor, club ID, d ActRequest) (*State, []ImpossibleAct, error) {
	st, err := s.State(ctx, club)
	if err != nil {
		return nil, nil, err
	}
	if err := st.authorise(by.Member, d); err != nil {
		return nil, nil, err
	}
	d.Body = st.withIDs(d.Body, s.now())
	return st.PreviewAct(by.Member, s.now(), d)
}

// Do does an act in a member's name and returns it once it is durable. The same key from the
// same member returns the act of the first time; with another body it returns a Conflict.
// An empty key is refused. Permissions: the kind of the act, and ActionOthers for things
// that belong to other members.
func (s *Service) Do(ctx context.Context, by Actor, club ID, key string, d ActRequest) (Act, error) {
	return s.do(ctx, by.Member, club, key, d, false)
}

func (s *Service) do(ctx context.Context, by, club ID, key string, d ActRequest, trusted bool) (Act, error) {
	if d.Body == nil {
		return Act{}, refuse(Invalid, "kind", "required", "")
	}
	if err := firstError(checkLength("key", key, 1, 100), checkLength("why", d.Why, 0, 4000)); err != nil {
		return Act{}, err
	}
	if err := s.checkImages(ctx, club, d.Body); err != nil {
		if st, failed := s.State(ctx, club); failed == nil {
			if a, ok := st.ActByKey(by, key); ok {
				return a, nil // was done while the image still existed
			}
		}
		return Act{}, err
	}
	for try := 0; ; try++ {
		b, err := s.clubLog(ctx, club)
		if err != nil {
			return Act{}, err
		}
		act, done, err := b.decide(s, by, club, key, d, trusted)
		if err == nil {
			err = done.wait(ctx)
		}
		if !errors.Is(err, errReload) {
			return act, err
		}
		if try == maxAttempts {
			return Act{}, refuse(Conflict, "", "busy", "")
		}
		// A random pause, so that processes that share a store do not keep colliding.
		select {
		case <-ctx.Done():
			return Act{}, ctx.Err()
		case <-time.After(rand.N(time.Duration(min(try, 10)+1) * time.Millisecond)):
		}
		if err := s.reload(ctx, club, b); err != nil {
			return Act{}, err
		}
	}
}

// maxAttempts is how often an act is decided again because acts of others were stored first.
const maxAttempts = 200

// clubLog returns the log of a club. The first call reads it from the store.
func (s *Service) clubLog(ctx context.Context, club ID) (*clubLog, error) {
	s.mu.Lock()
	b := s.logs[club]
	s.mu.Unlock()
	if b != nil {
		return b, nil
	}
	acts, err := s.acts.Acts(ctx, club, 0)
	if err != nil {
		return nil, err
	}
	if len(acts) == 0 {
		return nil, notFound("club", "club", club)
	}
	return s.openLog(club, acts)
}

// openLog makes the log of a club from its acts, unless another goroutine has done so.
func (s *Service) openLog(club ID, acts []Act) (*clubLog, error) {
	defer s.taskDone(TaskFold, time.Now())
	st, err := Fold(acts)
	if err != nil {
		return nil, err
	}
	b := newClubLog(st)
	s.mu.Lock()
	defer s.mu.Unlock()
	if other := s.logs[club]; other != nil {
		return other, nil
	}
	s.logs[club] = b
	return b, nil
}

func (s *Service) dropLog(club ID, b *clubLog) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.logs[club] == b {
		delete(s.logs, club)
	}
}

// A Task is a kind of work whose duration the service measures.
type Task string

const (
	TaskFold   Task = "fold"   // folding a history from its first act, to open a club or to correct the past
	TaskAct    Task = "act"    // deciding one act: permission, rules, fold, hash
	TaskStore  Task = "store"  // from queueing an act until it is durable
	TaskEngine Task = "engine" // playing one command of a battle
	TaskReplay Task = "replay" // playing a battle again from its record
)

// Tasks lists all tasks.
var Tasks = []Task{TaskFold, TaskAct, TaskStore, TaskEngine, TaskReplay}

// OnTask calls notify with the duration of each task from now on. notify is called from
// many goroutines.
func (s *Service) OnTask(notify func(Task, time.Duration)) { s.onTask.Store(&notify) }

// taskDone reports a task that began at a time and has just ended.
func (s *Service) taskDone(t Task, began time.Time) {
	if notify := s.onTask.Load(); notify != nil {
		(*notify)(t, time.Since(began))
	}
}

// Ready returns nil if the database answers and has this program's schema version.
func (s *Service) Ready(ctx context.Context) error { return s.database.Ready(ctx) }

// Waiting returns how many writes wait to be stored.
func (s *Service) Waiting() int { return s.database.Waiting() }

// The methods below call Do with one kind of body. Each returns the act once it is durable;
// its Body has the IDs that were left empty. Errors are *Error.

// AddMember adds a member without an invitation. Permission: join.
func (s *Service) AddMember(ctx context.Context, by Actor, club ID, key string, b Join) (Act, error) {
	return s.Do(ctx, by, club, key, ActRequest{Body: b})
}

// CreateCampaign creates a campaign. Permission: campaign.
func (s *Service) CreateCampaign(ctx context.Context, by Actor, club ID, key string, b NewCampaign) (Act, error) {
	return s.Do(ctx, by, club, key, ActRequest{Body: b})
}

// AddRoster enters a roster. Unless it is unfinished, an illegal list is an Invalid with the
// rule id of the game's first fault. Permission: roster, for oneself.
func (s *Service) AddRoster(ctx context.Context, by Actor, club ID, key string, b NewRoster) (Act, error) {
	return s.Do(ctx, by, club, key, ActRequest{Body: b})
}

// ReviseRoster changes a roster's list. Permission: revise, for one's own roster.
func (s *Service) ReviseRoster(ctx context.Context, by Actor, club ID, key string, b ReviseRoster, why string) (Act, error) {
	return s.Do(ctx, by, club, key, ActRequest{Body: b, Why: why})
}

// Schedule arranges a battle. Permission: schedule, with a seat of one's own.
func (s *Service) Schedule(ctx context.Context, by Actor, club ID, key string, b Schedule) (Act, error) {
	return s.Do(ctx, by, club, key, ActRequest{Body: b})
}

// Report reports a battle for a seat. Permission: report, for one's own seat.
func (s *Service) Report(ctx context.Context, by Actor, club ID, key string, b Report) (Act, error) {
	return s.Do(ctx, by, club, key, ActRequest{Body: b})
}

// Confirm agrees with the other side's report. Permission: confirm, for one's own seat.
func (s *Service) Confirm(ctx context.Context, by Actor, club ID, key string, b Confirm) (Act, error) {
	return s.Do(ctx, by, club, key, ActRequest{Body: b})
}

// PostAftermath posts an aftermath that was played without the engine: the effects on the
// actor's own seat, or on all seats if the actor is an arbiter without a seat. Permission:
// aftermath, for one's own battle.
func (s *Service) PostAftermath(ctx context.Context, by Actor, club ID, key string, battle ID, effects []rules.Effect) (Act, error) {
	st, b, _, err := s.battle(ctx, club, battle)
	if err != nil {
		return Act{}, err
	}
	return s.Do(ctx, by, club, key, ActRequest{Body: Aftermath{Battle: battle, Seat: st.Seat(b, by.Member), Effects: effects}})
}

// SetRegion gives a region to a roster or to nobody. Permission: region.
func (s *Service) SetRegion(ctx context.Context, by Actor, club ID, key string, b SetRegion, why string) (Act, error) {
	return s.Do(ctx, by, club, key, ActRequest{Body: b, Why: why})
}

// PostStory publishes a story. Permission: story.
func (s *Service) PostStory(ctx context.Context, by Actor, club ID, key string, b PostStory) (Act, error) {
	return s.Do(ctx, by, club, key, ActRequest{Body: b})
}

// Void takes acts out of force. If other acts would become impossible, it returns a Conflict
// and changes nothing: Preview lists these acts, and the arbiter decides whether to void
// them too. Permission: void.
func (s *Service) Void(ctx context.Context, by Actor, club ID, key string, acts []int64, why string) (Act, error) {
	return s.Do(ctx, by, club, key, ActRequest{Body: Void{Acts: acts}, Why: why})
}

// VoidBattle voids every act about a battle, and those in also. Permission: void.
func (s *Service) VoidBattle(ctx context.Context, by Actor, club ID, key string, battle ID, also []int64, why string) (Act, error) {
	st, err := s.State(ctx, club)
	if err != nil {
		return Act{}, err
	}
	acts := st.ActsOf(battle)
	if acts == nil {
		// The battle is voided already, perhaps by this very request.
		if a, ok := st.ActByKey(by.Member, key); ok {
			return a, nil
		}
		return Act{}, notFound("battle", "battle", battle)
	}
	return s.Void(ctx, by, club, key, append(acts, also...), why)
}

// ActByKey returns the newest act that a member did with an idempotency key, and whether
// there is one.
func (s *State) ActByKey(by ID, key string) (Act, bool) {
	for i := len(s.Acts) - 1; i >= 0; i-- {
		if s.Acts[i].By == by && s.Acts[i].Key == key {
			return s.Acts[i], true
		}
	}
	return Act{}, false
}

package campaign

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// A clubLog is one club in memory: the state that all acts decided so far have
// made, and the state that is durable and shown.
type clubLog struct {
	mu       sync.Mutex
	tip      *State
	keys     map[string]int64 // author and key -> act
	inFlight map[int64]*queuedAct
	broken   bool // an act was not stored: the book is to be read again
	behind   bool // another process has stored acts that are not yet in

	reloading sync.Mutex

	durable atomic.Pointer[State]
}

// newClubLog returns a book at a durable state.
func newClubLog(s *State) *clubLog {
	b := &clubLog{tip: s, keys: map[string]int64{}, inFlight: map[int64]*queuedAct{}}
	for _, a := range s.Acts {
		b.keys[a.By+" "+a.Key] = a.No
	}
	b.durable.Store(s)
	return b
}

// queuedAct is an act on its way to the disk.
type queuedAct struct {
	done chan struct{}
	err  error
}

// errReload says that the store and the book have parted.
var errReload = errors.New("the book must be read again")

func (p *queuedAct) wait(ctx context.Context) error {
	if p == nil {
		return nil
	}
	select {
	case <-p.done:
		return p.err
	case <-ctx.Done():
		return ctx.Err() // the act is stored all the same; its key finds it
	}
}

// decide checks a draft against the tip, chains it and queues it. Acts of a
// club are decided one at a time but wait for the disk together.
func (b *clubLog) decide(h *Service, by, club ID, key string, d ActRequest, trusted bool) (Act, *queuedAct, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	defer h.taskDone(TaskAct, time.Now())
	if b.broken {
		return Act{}, nil, errReload
	}
	if no, ok := b.keys[by+" "+key]; ok {
		return b.actOfKey(no, d)
	}
	if !trusted {
		if err := b.tip.authorise(by, d); err != nil {
			return Act{}, nil, err
		}
	}
	if err := b.tip.checkStale(by, d); err != nil {
		return Act{}, nil, err
	}
	if c, ok := d.Body.(checker); ok {
		if err := c.check(b.tip, by, h.now()); err != nil {
			return Act{}, nil, err
		}
	}
	d.Body = b.tip.withIDs(d.Body, h.now())
	if err := b.tip.checkNames(d.Body); err != nil {
		return Act{}, nil, err
	}
	if c, ok := d.Body.(gameChecker); ok {
		if err := c.checkByGame(h, b.tip); err != nil {
			return Act{}, nil, err
		}
	}
	last, _ := b.tip.Act(b.tip.No)
	a, err := NewAct(&last, club, by, h.now(), key, d)
	if err != nil {
		return Act{}, nil, err
	}
	next, err := b.tip.next(a)
	if err != nil {
		return Act{}, nil, err
	}
	p := &queuedAct{done: make(chan struct{})}
	b.tip, b.keys[by+" "+key], b.inFlight[a.No] = next, a.No, p
	stored := h.acts.Append(a)
	go b.publish(h, club, next, p, stored, time.Now())
	return a, p, nil
}

// publish publishes the state once its act is durable.
func (b *clubLog) publish(h *Service, club ID, next *State, p *queuedAct, stored <-chan error, queued time.Time) {
	err := <-stored
	h.taskDone(TaskStore, queued)
	b.mu.Lock()
	switch {
	case err == nil:
		if old := b.durable.Load(); old.No < next.No {
			b.durable.Store(next)
		}
	case CodeOf(err) == Conflict:
		b.broken, err = true, errReload
	default:
		b.broken = true
	}
	delete(b.inFlight, next.No)
	p.err = err
	close(p.done)
	broken, behind := b.broken, b.behind && len(b.inFlight) == 0
	if !broken {
		// Told under the lock, so that the last number heard is the last there is.
		h.watch.act(club, b.durable.Load().No)
	}
	b.mu.Unlock()
	switch {
	case broken && !errors.Is(err, errReload):
		h.dropLog(club, b)
	case behind && !broken:
		_ = h.catchUp(context.Background(), club, b) // what is wrong with it, the next reader is told
	}
}

// actOfKey answers a repeated key with the act of the first time.
func (b *clubLog) actOfKey(no int64, d ActRequest) (Act, *queuedAct, error) {
	a, _ := b.tip.Act(no)
	raw1, err1 := encode(withoutIDs(a.Body))
	raw2, err2 := encode(withoutIDs(d.Body))
	if err := errors.Join(err1, err2); err != nil {
		return Act{}, nil, err
	}
	if a.Kind != d.Body.Kind() || !bytes.Equal(raw1, raw2) || a.Why != d.Why || a.Amends != d.Amends {
		return Act{}, nil, refuse(Conflict, "key", "key-reused", "CAMP-ACT-4")
	}
	return a, b.inFlight[no], nil
}

// A NewsSource tells of what other processes store.
type NewsSource interface {
	// Listen tells of what other processes store in the same database, until ctx
	// is done; at once nil when there can be no others. tell is called by one
	// goroutine; an empty News says that anything may have happened.
	Listen(ctx context.Context, tell func(News)) error
}

// Follow keeps up with what other processes store in the same database, so that
// all of them show the same clubs and tell those who watch. It returns when ctx
// is done, or at once when the store can have no other process.
func (h *Service) Follow(ctx context.Context) error {
	return h.news.Listen(ctx, func(n News) { h.onNews(ctx, n) })
}

// onNews brings in what the news is about.
func (h *Service) onNews(ctx context.Context, n News) {
	switch {
	case n.Club == "":
		h.mu.Lock()
		books := maps.Clone(h.logs)
		clear(h.liveBattles)
		h.mu.Unlock()
		for club, b := range books {
			_ = h.catchUp(ctx, club, b) // a store that is away again will call again
		}
		h.watch.miss()
		for _, at := range h.watch.watchedBattles() {
			h.notifySteps(ctx, at[0], at[1])
		}
	case n.Battle == "":
		h.mu.Lock()
		b := h.logs[n.Club]
		h.mu.Unlock()
		if b == nil {
			h.watch.act(n.Club, n.No)
			return
		}
		_ = h.catchUp(ctx, n.Club, b)
	default:
		h.dropLive(liveKey{n.Club, n.Battle, n.Part})
		if slices.Contains(h.watch.watchedBattles(), [2]ID{n.Club, n.Battle}) {
			h.notifySteps(ctx, n.Club, n.Battle)
		}
	}
}

// notifySteps tells those who watch a battle how many steps it has.
func (h *Service) notifySteps(ctx context.Context, club, battle ID) {
	if live, err := h.Live(ctx, club, battle); err == nil {
		h.watch.step(club, battle, live.Number)
	}
}

// catchUp folds the acts that others have stored into a book. While acts of its
// own are on their way it waits for them: the store decides who was first.
func (h *Service) catchUp(ctx context.Context, club ID, b *clubLog) error {
	b.mu.Lock()
	if b.broken {
		b.mu.Unlock()
		return h.reload(ctx, club, b)
	}
	defer b.mu.Unlock()
	if b.behind = len(b.inFlight) > 0; b.behind {
		return nil
	}
	next, fresh, err := h.foldNew(ctx, club, b.tip)
	if err != nil {
		b.broken = true
		h.dropLog(club, b)
		return err
	}
	if len(fresh) == 0 {
		return nil
	}
	for _, a := range fresh {
		b.keys[a.By+" "+a.Key] = a.No
	}
	b.tip = next
	b.durable.Store(next)
	h.watch.act(club, next.No)
	return nil
}

// foldNew folds what the store has beyond a state into it.
func (h *Service) foldNew(ctx context.Context, club ID, s *State) (*State, []Act, error) {
	fresh, err := h.acts.Acts(ctx, club, s.No)
	if err != nil {
		return nil, nil, err
	}
	// Clipped, because acts that were never stored may stand in the array behind.
	next := *s
	next.Acts = slices.Clip(s.Acts)
	s = &next
	for _, a := range fresh {
		if s, err = s.next(a); err != nil {
			return nil, nil, err
		}
	}
	return s, fresh, nil
}

// reload replaces a book whose acts were not stored by one that goes on from what
// was. Of many who ask at once the first does it.
func (h *Service) reload(ctx context.Context, club ID, b *clubLog) error {
	b.reloading.Lock()
	defer b.reloading.Unlock()
	h.mu.Lock()
	current := h.logs[club]
	h.mu.Unlock()
	if current != b {
		return nil
	}
	s, _, err := h.foldNew(ctx, club, b.durable.Load())
	h.mu.Lock()
	defer h.mu.Unlock()
	if err != nil {
		delete(h.logs, club)
		return err
	}
	h.logs[club] = newClubLog(s)
	return nil
}

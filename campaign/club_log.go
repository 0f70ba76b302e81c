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

// A clubLog is one club in memory: the state that includes all acts decided so far, and
// the state whose acts are stored, which is the one that people see.
type clubLog struct {
	mu       sync.Mutex
	tip      *State           // includes the acts in flight
	keys     map[string]int64 // author and idempotency key -> No of the act
	inFlight map[int64]*queuedAct
	broken   bool // an act could not be stored: the log must be reloaded
	behind   bool // another process has stored acts that this log does not have

	reloading sync.Mutex

	durable atomic.Pointer[State] // includes stored acts only
}

// newClubLog returns a club log at a durable state.
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

// errReload says that an act could not be stored, so that the log differs from the store.
var errReload = errors.New("the club log must be read again")

func (q *queuedAct) wait(ctx context.Context) error {
	if q == nil {
		return nil
	}
	select {
	case <-q.done:
		return q.err
	case <-ctx.Done():
		return ctx.Err() // the act is still stored; a retry with its key finds it
	}
}

// decide checks a request against the newest decided state, makes an act of it and queues
// it for storing. Acts of a club are decided one at a time but stored together. trusted
// skips the check of permissions. A repeated key returns the act of the first time; the
// queuedAct is nil if that is stored already.
func (l *clubLog) decide(h *Service, by, club ID, key string, d ActRequest, trusted bool) (Act, *queuedAct, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer h.taskDone(TaskAct, time.Now())
	if l.broken {
		return Act{}, nil, errReload
	}
	if no, ok := l.keys[by+" "+key]; ok {
		return l.actOfKey(no, d)
	}
	if !trusted {
		if err := l.tip.authorise(by, d); err != nil {
			return Act{}, nil, err
		}
	}
	if err := l.tip.checkStale(by, d); err != nil {
		return Act{}, nil, err
	}
	if c, ok := d.Body.(checker); ok {
		if err := c.check(l.tip, by, h.now()); err != nil {
			return Act{}, nil, err
		}
	}
	d.Body = l.tip.withIDs(d.Body, h.now())
	if err := l.tip.checkNames(d.Body); err != nil {
		return Act{}, nil, err
	}
	if c, ok := d.Body.(gameChecker); ok {
		if err := c.checkByGame(h, l.tip); err != nil {
			return Act{}, nil, err
		}
	}
	last, _ := l.tip.Act(l.tip.No)
	a, err := NewAct(&last, club, by, h.now(), key, d)
	if err != nil {
		return Act{}, nil, err
	}
	next, err := l.tip.next(a)
	if err != nil {
		return Act{}, nil, err
	}
	p := &queuedAct{done: make(chan struct{})}
	l.tip, l.keys[by+" "+key], l.inFlight[a.No] = next, a.No, p
	stored := h.acts.Append(a)
	go l.publish(h, club, next, p, stored, time.Now())
	return a, p, nil
}

// publish waits until an act is stored, and then shows the state with it. If the act could
// not be stored, it marks the log as broken.
func (l *clubLog) publish(h *Service, club ID, next *State, p *queuedAct, stored <-chan error, queued time.Time) {
	err := <-stored
	h.taskDone(TaskStore, queued)
	l.mu.Lock()
	switch {
	case err == nil:
		if old := l.durable.Load(); old.No < next.No {
			l.durable.Store(next)
		}
	case CodeOf(err) == Conflict:
		l.broken, err = true, errReload
	default:
		l.broken = true
	}
	delete(l.inFlight, next.No)
	p.err = err
	close(p.done)
	broken, behind := l.broken, l.behind && len(l.inFlight) == 0
	if !broken {
		// Called under the lock, so that watchers receive the numbers in order.
		h.watch.act(club, l.durable.Load().No)
	}
	l.mu.Unlock()
	switch {
	case broken && !errors.Is(err, errReload):
		h.dropLog(club, l)
	case behind && !broken:
		_ = h.catchUp(context.Background(), club, l) // if it fails, the next reader gets the error
	}
}

// actOfKey answers a repeated key with the act of the first time. It is a Conflict if the
// request differs from the first (CAMP-ACT-4).
func (l *clubLog) actOfKey(no int64, d ActRequest) (Act, *queuedAct, error) {
	a, _ := l.tip.Act(no)
	raw1, err1 := encode(withoutIDs(a.Body))
	raw2, err2 := encode(withoutIDs(d.Body))
	if err := errors.Join(err1, err2); err != nil {
		return Act{}, nil, err
	}
	if a.Kind != d.Body.Kind() || !bytes.Equal(raw1, raw2) || a.Why != d.Why || a.Amends != d.Amends {
		return Act{}, nil, refuse(Conflict, "key", "key-reused", "CAMP-ACT-4")
	}
	return a, l.inFlight[no], nil
}

// A NewsSource reports what other processes store in the same database.
type NewsSource interface {
	// Listen calls report with what other processes store, until ctx is done. It
	// returns nil at once if there can be no other process. One goroutine makes all
	// calls. An empty News says that anything may have happened.
	Listen(ctx context.Context, report func(News)) error
}

// Follow takes over what other processes store in the same database, so that all of them
// show the same clubs and notify their watchers. It returns when ctx is done, or at once
// if the store can have no other process.
func (s *Service) Follow(ctx context.Context) error {
	return s.news.Listen(ctx, func(n News) { s.onNews(ctx, n) })
}

// onNews updates the clubs and battles that the news is about.
func (s *Service) onNews(ctx context.Context, n News) {
	switch {
	case n.Club == "":
		s.mu.Lock()
		logs := maps.Clone(s.logs)
		clear(s.liveBattles)
		clear(s.liveLoads)
		s.mu.Unlock()
		for club, b := range logs {
			_ = s.catchUp(ctx, club, b) // if the store fails again, Listen reports again
		}
		s.watch.miss()
		for _, at := range s.watch.watchedBattles() {
			s.notifySteps(ctx, at[0], at[1])
		}
	case n.Battle == "":
		s.mu.Lock()
		b := s.logs[n.Club]
		s.mu.Unlock()
		if b == nil {
			s.watch.act(n.Club, n.No)
			return
		}
		_ = s.catchUp(ctx, n.Club, b)
	default:
		s.dropLive(liveKey{n.Club, n.Battle, n.Part})
		if slices.Contains(s.watch.watchedBattles(), [2]ID{n.Club, n.Battle}) {
			s.notifySteps(ctx, n.Club, n.Battle)
		}
	}
}

// notifySteps notifies the watchers of a battle of its number of steps.
func (s *Service) notifySteps(ctx context.Context, club, battle ID) {
	if live, err := s.Live(ctx, club, battle); err == nil {
		s.watch.step(club, battle, live.Number)
	}
}

// catchUp folds acts that other processes have stored into a club log. While own acts are
// in flight it does nothing but mark the log as behind: the store decides whose act is
// first.
func (s *Service) catchUp(ctx context.Context, club ID, b *clubLog) error {
	b.mu.Lock()
	if b.broken {
		b.mu.Unlock()
		return s.reload(ctx, club, b)
	}
	defer b.mu.Unlock()
	if b.behind = len(b.inFlight) > 0; b.behind {
		return nil
	}
	next, fresh, err := s.foldNew(ctx, club, b.tip)
	if err != nil {
		b.broken = true
		s.dropLog(club, b)
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
	s.watch.act(club, next.No)
	return nil
}

// foldNew returns a state with the acts that the store has beyond it, and these acts.
func (s *Service) foldNew(ctx context.Context, club ID, st *State) (*State, []Act, error) {
	fresh, err := s.acts.Acts(ctx, club, st.No)
	if err != nil {
		return nil, nil, err
	}
	// Clipped, because acts that were never stored may follow in the same array.
	next := *st
	next.Acts = slices.Clip(st.Acts)
	st = &next
	for _, a := range fresh {
		if st, err = st.next(a); err != nil {
			return nil, nil, err
		}
	}
	return st, fresh, nil
}

// reload replaces a broken club log by one made from the store. If several goroutines call
// it at once, the first reloads and the others use its result.
func (s *Service) reload(ctx context.Context, club ID, b *clubLog) error {
	b.reloading.Lock()
	defer b.reloading.Unlock()
	s.mu.Lock()
	current := s.logs[club]
	s.mu.Unlock()
	if current != b {
		return nil
	}
	st, _, err := s.foldNew(ctx, club, b.durable.Load())
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil {
		delete(s.logs, club)
		return err
	}
	s.logs[club] = newClubLog(st)
	return nil
}

// watchers notifies subscribers of this process of new acts and steps. A slow subscriber
// may miss numbers in between, but never the latest.
type watchers struct {
	mu      sync.Mutex
	clubs   map[ID]map[chan int64]bool
	steps   map[[2]ID]map[chan int]bool
	battles map[[2]ID]map[chan struct{}]bool
	feeds   map[*ChangeFeed]bool
}

func newWatchers() *watchers {
	return &watchers{clubs: map[ID]map[chan int64]bool{}, steps: map[[2]ID]map[chan int]bool{}, battles: map[[2]ID]map[chan struct{}]bool{}, feeds: map[*ChangeFeed]bool{}}
}

// Watch returns a channel that receives the number of steps of a live battle whenever it
// changes; stop ends the subscription and closes the channel.
func (s *Service) Watch(club, battle ID) (numbers <-chan int, stop func()) {
	return subscribe(&s.watch.mu, s.watch.steps, [2]ID{club, battle})
}

// WatchBattle returns a channel that receives a value whenever a battle may have changed, by
// a step in the engine or an act of its club; stop ends the subscription and closes the
// channel.
func (s *Service) WatchBattle(club, battle ID) (changes <-chan struct{}, stop func()) {
	return subscribe(&s.watch.mu, s.watch.battles, [2]ID{club, battle})
}

// WatchClub returns a channel that receives the number of the last durable act of a club
// whenever there is a new one; stop ends the subscription and closes the channel.
func (s *Service) WatchClub(club ID) (acts <-chan int64, stop func()) {
	return subscribe(&s.watch.mu, s.watch.clubs, club)
}

// A ChangeFeed collects the clubs that have new acts. C receives a value when there are any.
type ChangeFeed struct {
	C      <-chan struct{}
	signal chan struct{}
	watch  *watchers

	// guarded by watchers.mu
	clubs  map[ID]bool
	missed bool
}

// Changes returns a feed of the changes in all clubs. The caller must call its Stop.
func (s *Service) Changes() *ChangeFeed {
	w := s.watch
	w.mu.Lock()
	defer w.mu.Unlock()
	feed := &ChangeFeed{signal: make(chan struct{}, 1), clubs: map[ID]bool{}, watch: w}
	feed.C = feed.signal
	w.feeds[feed] = true
	return feed
}

// Take returns the clubs with acts since the last call, and whether other processes may have
// stored acts in any club.
func (f *ChangeFeed) Take() (clubs []ID, missed bool) {
	f.watch.mu.Lock()
	defer f.watch.mu.Unlock()
	clubs, missed = slices.Sorted(maps.Keys(f.clubs)), f.missed
	clear(f.clubs)
	f.missed = false
	return clubs, missed
}

// Stop ends the feed.
func (f *ChangeFeed) Stop() {
	f.watch.mu.Lock()
	defer f.watch.mu.Unlock()
	delete(f.watch.feeds, f)
}

func (w *watchers) act(club ID, no int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for s := range w.feeds {
		s.clubs[club] = true
		s.wake()
	}
	publish(w.clubs[club], no)
	for at, to := range w.battles {
		if at[0] == club {
			publish(to, struct{}{})
		}
	}
}

// miss tells all feeds that other processes may have stored acts in any club.
func (w *watchers) miss() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for s := range w.feeds {
		s.missed = true
		s.wake()
	}
}

func (f *ChangeFeed) wake() {
	select {
	case f.signal <- struct{}{}:
	default: // a value waits already
	}
}

func (w *watchers) step(club, battle ID, number int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	publish(w.steps[[2]ID{club, battle}], number)
	publish(w.battles[[2]ID{club, battle}], struct{}{})
}

func subscribe[K comparable, T any](mu *sync.Mutex, all map[K]map[chan T]bool, at K) (<-chan T, func()) {
	mu.Lock()
	defer mu.Unlock()
	c := make(chan T, 1)
	if all[at] == nil {
		all[at] = map[chan T]bool{}
	}
	all[at][c] = true
	return c, sync.OnceFunc(func() {
		mu.Lock()
		defer mu.Unlock()
		if delete(all[at], c); len(all[at]) == 0 {
			delete(all, at)
		}
		close(c)
	})
}

func publish[T any](to map[chan T]bool, v T) {
	for c := range to {
		select {
		case <-c: // drop the older number that was not received
		default:
		}
		c <- v
	}
}

// WatcherCount returns how many subscriptions to battles and clubs there are in this process.
func (s *Service) WatcherCount() int {
	s.watch.mu.Lock()
	defer s.watch.mu.Unlock()
	n := 0
	for _, c := range s.watch.steps {
		n += len(c)
	}
	for _, c := range s.watch.battles {
		n += len(c)
	}
	for _, c := range s.watch.clubs {
		n += len(c)
	}
	return n
}

// watchedBattles returns the battles with subscriptions, each as club and battle.
func (w *watchers) watchedBattles() [][2]ID {
	w.mu.Lock()
	defer w.mu.Unlock()
	all := map[[2]ID]bool{}
	for at := range w.steps {
		all[at] = true
	}
	for at := range w.battles {
		all[at] = true
	}
	return slices.Collect(maps.Keys(all))
}

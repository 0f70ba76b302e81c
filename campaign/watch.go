package campaign

import (
	"maps"
	"slices"
	"sync"
)

// watchers notifies subscribers of this process of new acts and steps. A slow subscriber
// may miss numbers in between, but never the latest.
type watchers struct {
	mu      sync.Mutex
	clubs   map[ID]map[chan int64]bool
	steps   map[[2]ID]map[chan int]bool
	battles map[[2]ID]map[chan struct{}]bool
	feeds   map[*ChangeFeed]bool
}

// Watch returns a channel that receives the number of steps of a live battle whenever it
// changes; stop ends the subscription and closes the channel.
func (h *Service) Watch(club, battle ID) (numbers <-chan int, stop func()) {
	w := &h.watch
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.steps == nil {
		w.steps = map[[2]ID]map[chan int]bool{}
	}
	return subscribe(&w.mu, w.steps, [2]ID{club, battle})
}

// WatchBattle returns a channel that receives a value whenever a battle may have changed, by
// a step in the engine or an act of its club; stop ends the subscription and closes the
// channel.
func (h *Service) WatchBattle(club, battle ID) (changes <-chan struct{}, stop func()) {
	w := &h.watch
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.battles == nil {
		w.battles = map[[2]ID]map[chan struct{}]bool{}
	}
	return subscribe(&w.mu, w.battles, [2]ID{club, battle})
}

// WatchClub returns a channel that receives the number of the last durable act of a club
// whenever there is a new one; stop ends the subscription and closes the channel.
func (h *Service) WatchClub(club ID) (acts <-chan int64, stop func()) {
	w := &h.watch
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.clubs == nil {
		w.clubs = map[ID]map[chan int64]bool{}
	}
	return subscribe(&w.mu, w.clubs, club)
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
func (h *Service) Changes() *ChangeFeed {
	w := &h.watch
	w.mu.Lock()
	defer w.mu.Unlock()
	s := &ChangeFeed{signal: make(chan struct{}, 1), clubs: map[ID]bool{}, watch: w}
	s.C = s.signal
	if w.feeds == nil {
		w.feeds = map[*ChangeFeed]bool{}
	}
	w.feeds[s] = true
	return s
}

// Take returns the clubs with acts since the last call, and whether other processes may have
// stored acts in any club.
func (s *ChangeFeed) Take() (clubs []ID, missed bool) {
	s.watch.mu.Lock()
	defer s.watch.mu.Unlock()
	clubs, missed = slices.Sorted(maps.Keys(s.clubs)), s.missed
	clear(s.clubs)
	s.missed = false
	return clubs, missed
}

// Stop ends the feed.
func (s *ChangeFeed) Stop() {
	s.watch.mu.Lock()
	defer s.watch.mu.Unlock()
	delete(s.watch.feeds, s)
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

func (s *ChangeFeed) wake() {
	select {
	case s.signal <- struct{}{}:
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
func (h *Service) WatcherCount() int {
	h.watch.mu.Lock()
	defer h.watch.mu.Unlock()
	n := 0
	for _, c := range h.watch.steps {
		n += len(c)
	}
	for _, c := range h.watch.battles {
		n += len(c)
	}
	for _, c := range h.watch.clubs {
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

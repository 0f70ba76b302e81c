package campaign

import (
	"maps"
	"slices"
	"sync"
)

// watchers are told of new acts and steps, in this process. Who is slow misses
// numbers in between, never the latest.
type watchers struct {
	mu      sync.Mutex
	clubs   map[ID]map[chan int64]bool
	steps   map[[2]ID]map[chan int]bool
	battles map[[2]ID]map[chan struct{}]bool
	feeds   map[*ChangeFeed]bool
}

// Watch sends the number of steps of a live battle whenever it changes; stop
// ends it and closes the channel.
func (h *Service) Watch(club, battle ID) (numbers <-chan int, stop func()) {
	w := &h.watch
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.steps == nil {
		w.steps = map[[2]ID]map[chan int]bool{}
	}
	return subscribe(&w.mu, w.steps, [2]ID{club, battle})
}

// WatchBattle has a value whenever a battle may have gone on, by a step in the engine or by an act in its club, such as a report;
// stop ends it and closes the channel.
func (h *Service) WatchBattle(club, battle ID) (changes <-chan struct{}, stop func()) {
	w := &h.watch
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.battles == nil {
		w.battles = map[[2]ID]map[chan struct{}]bool{}
	}
	return subscribe(&w.mu, w.battles, [2]ID{club, battle})
}

// WatchClub sends the number of the last durable act of a club whenever there is
// a new one; stop ends it and closes the channel.
func (h *Service) WatchClub(club ID) (acts <-chan int64, stop func()) {
	w := &h.watch
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.clubs == nil {
		w.clubs = map[ID]map[chan int64]bool{}
	}
	return subscribe(&w.mu, w.clubs, club)
}

// A ChangeFeed tells of clubs in which something was done. C has a value when there are any.
type ChangeFeed struct {
	C      <-chan struct{}
	signal chan struct{}
	watch  *watchers

	// guarded by the watchers' mutex
	clubs  map[ID]bool
	missed bool
}

// Changes watches all clubs until Stop is called.
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

// Take returns the clubs with acts since it was called last, and whether other
// processes may have done more that nobody told of.
func (s *ChangeFeed) Take() (clubs []ID, missed bool) {
	s.watch.mu.Lock()
	defer s.watch.mu.Unlock()
	clubs, missed = slices.Sorted(maps.Keys(s.clubs)), s.missed
	clear(s.clubs)
	s.missed = false
	return clubs, missed
}

// Stop ends the watch.
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

// miss says that other processes may have done something in any club.
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
	default: // it rings already
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
		case <-c: // drop the number that nobody has fetched
		default:
		}
		c <- v
	}
}

// WatcherCount is how many watch a battle or a club in this process.
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

// watchedBattles lists the watchedBattles that somebody watches, each with its club before it.
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

package campaign

import (
	"maps"
	"slices"
	"sync"
)

// watchers are told of new acts and steps, in this process. Who is slow misses
// numbers in between, never the latest.
type watchers struct {
	mu    sync.Mutex
	clubs map[ID]map[chan int64]bool
	lives map[[2]ID]map[chan int]bool
	pages map[[2]ID]map[chan struct{}]bool
	stirs map[*Stir]bool
}

// Watch sends the number of steps of a live battle whenever it changes; stop
// ends it and closes the channel.
func (h *Hall) Watch(club, battle ID) (numbers <-chan int, stop func()) {
	w := &h.watch
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.lives == nil {
		w.lives = map[[2]ID]map[chan int]bool{}
	}
	return join(&w.mu, w.lives, [2]ID{club, battle})
}

// WatchBattle has a value whenever a battle may have gone on, by a step in the engine or by an act in its club, such as a report;
// stop ends it and closes the channel.
func (h *Hall) WatchBattle(club, battle ID) (stirs <-chan struct{}, stop func()) {
	w := &h.watch
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.pages == nil {
		w.pages = map[[2]ID]map[chan struct{}]bool{}
	}
	return join(&w.mu, w.pages, [2]ID{club, battle})
}

// WatchClub sends the number of the last durable act of a club whenever there is
// a new one; stop ends it and closes the channel.
func (h *Hall) WatchClub(club ID) (acts <-chan int64, stop func()) {
	w := &h.watch
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.clubs == nil {
		w.clubs = map[ID]map[chan int64]bool{}
	}
	return join(&w.mu, w.clubs, club)
}

// A Stir tells of clubs in which something was done. C has a value when there are any.
type Stir struct {
	C     <-chan struct{}
	rings chan struct{}
	watch *watchers

	// guarded by the watchers' mutex
	clubs  map[ID]bool
	missed bool
}

// Stirs watches all clubs until Stop is called.
func (h *Hall) Stirs() *Stir {
	w := &h.watch
	w.mu.Lock()
	defer w.mu.Unlock()
	s := &Stir{rings: make(chan struct{}, 1), clubs: map[ID]bool{}, watch: w}
	s.C = s.rings
	if w.stirs == nil {
		w.stirs = map[*Stir]bool{}
	}
	w.stirs[s] = true
	return s
}

// Take returns the clubs with acts since it was called last, and whether other
// processes may have done more that nobody told of.
func (s *Stir) Take() (clubs []ID, missed bool) {
	s.watch.mu.Lock()
	defer s.watch.mu.Unlock()
	clubs, missed = slices.Sorted(maps.Keys(s.clubs)), s.missed
	clear(s.clubs)
	s.missed = false
	return clubs, missed
}

// Stop ends the watch.
func (s *Stir) Stop() {
	s.watch.mu.Lock()
	defer s.watch.mu.Unlock()
	delete(s.watch.stirs, s)
}

func (w *watchers) act(club ID, no int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for s := range w.stirs {
		s.clubs[club] = true
		s.ring()
	}
	tell(w.clubs[club], no)
	for at, to := range w.pages {
		if at[0] == club {
			tell(to, struct{}{})
		}
	}
}

// miss says that other processes may have done something in any club.
func (w *watchers) miss() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for s := range w.stirs {
		s.missed = true
		s.ring()
	}
}

func (s *Stir) ring() {
	select {
	case s.rings <- struct{}{}:
	default: // it rings already
	}
}

func (w *watchers) step(club, battle ID, number int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	tell(w.lives[[2]ID{club, battle}], number)
	tell(w.pages[[2]ID{club, battle}], struct{}{})
}

func join[K comparable, T any](mu *sync.Mutex, all map[K]map[chan T]bool, at K) (<-chan T, func()) {
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

func tell[T any](to map[chan T]bool, v T) {
	for c := range to {
		select {
		case <-c: // drop the number that nobody has fetched
		default:
		}
		c <- v
	}
}

// Streams is how many watch a battle or a club in this process.
func (h *Hall) Streams() int {
	h.watch.mu.Lock()
	defer h.watch.mu.Unlock()
	n := 0
	for _, c := range h.watch.lives {
		n += len(c)
	}
	for _, c := range h.watch.pages {
		n += len(c)
	}
	for _, c := range h.watch.clubs {
		n += len(c)
	}
	return n
}

// battles lists the battles that somebody watches, each with its club before it.
func (w *watchers) battles() [][2]ID {
	w.mu.Lock()
	defer w.mu.Unlock()
	all := map[[2]ID]bool{}
	for at := range w.lives {
		all[at] = true
	}
	for at := range w.pages {
		all[at] = true
	}
	return slices.Collect(maps.Keys(all))
}

package campaign

import (
	"context"
	"maps"
	"slices"
)

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

package campaign

import (
	"context"
	"maps"
	"slices"
)

// A Wire tells of what other processes store.
type Wire interface {
	// Listen tells of what other processes store in the same database, until ctx
	// is done; at once nil when there can be no others. tell is called by one
	// goroutine; an empty News says that anything may have happened.
	Listen(ctx context.Context, tell func(News)) error
}

// Follow keeps up with what other processes store in the same database, so that
// all of them show the same clubs and tell those who watch. It returns when ctx
// is done, or at once when the store can have no other process.
func (h *Hall) Follow(ctx context.Context) error {
	return h.wire.Listen(ctx, func(n News) { h.heard(ctx, n) })
}

// heard brings in what the news is about.
func (h *Hall) heard(ctx context.Context, n News) {
	switch {
	case n.Club == "":
		h.mu.Lock()
		books := maps.Clone(h.books)
		clear(h.tables)
		h.mu.Unlock()
		for club, b := range books {
			_ = h.catchUp(ctx, club, b) // a store that is away again will call again
		}
		h.watch.miss()
		for _, at := range h.watch.battles() {
			h.moved(ctx, at[0], at[1])
		}
	case n.Battle == "":
		h.mu.Lock()
		b := h.books[n.Club]
		h.mu.Unlock()
		if b == nil {
			h.watch.act(n.Club, n.No)
			return
		}
		_ = h.catchUp(ctx, n.Club, b)
	default:
		h.leave(tableKey{n.Club, n.Battle, n.Part})
		if slices.Contains(h.watch.battles(), [2]ID{n.Club, n.Battle}) {
			h.moved(ctx, n.Club, n.Battle)
		}
	}
}

// moved tells those who watch a battle how many steps it has.
func (h *Hall) moved(ctx context.Context, club, battle ID) {
	if live, err := h.Live(ctx, club, battle); err == nil {
		h.watch.step(club, battle, live.Number)
	}
}

// catchUp folds the acts that others have stored into a book. While acts of its
// own are on their way it waits for them: the store decides who was first.
func (h *Hall) catchUp(ctx context.Context, club ID, b *book) error {
	b.mu.Lock()
	if b.broken {
		b.mu.Unlock()
		return h.renew(ctx, club, b)
	}
	defer b.mu.Unlock()
	if b.behind = len(b.waits) > 0; b.behind {
		return nil
	}
	next, fresh, err := h.continued(ctx, club, b.tip)
	if err != nil {
		b.broken = true
		h.forget(club, b)
		return err
	}
	if len(fresh) == 0 {
		return nil
	}
	for _, a := range fresh {
		b.keys[a.By+" "+a.Key] = a.No
	}
	b.tip = next
	b.seen.Store(next)
	h.watch.act(club, next.No)
	return nil
}

// continued folds what the store has beyond a state into it.
func (h *Hall) continued(ctx context.Context, club ID, s *State) (*State, []Act, error) {
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

// renew replaces a book whose acts were not stored by one that goes on from what
// was. Of many who ask at once the first does it.
func (h *Hall) renew(ctx context.Context, club ID, b *book) error {
	b.renewing.Lock()
	defer b.renewing.Unlock()
	h.mu.Lock()
	current := h.books[club]
	h.mu.Unlock()
	if current != b {
		return nil
	}
	s, _, err := h.continued(ctx, club, b.seen.Load())
	h.mu.Lock()
	defer h.mu.Unlock()
	if err != nil {
		delete(h.books, club)
		return err
	}
	h.books[club] = newBook(s)
	return nil
}

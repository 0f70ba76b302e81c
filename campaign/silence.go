package campaign

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"oriflamme/rules"
)

// Silence lets a report hold that nobody has answered within the days of the
// settings (CAMP-BAT-10): every seat that has not spoken is taken to agree.
type Silence struct {
	Battle ID `json:"battle"`
}

// Kind is "silence".
func (Silence) Kind() Kind { return KindSilence }

func (b Silence) subject() Subject { return ofBattle(b.Battle) }

func (b Silence) ownedBy(s *State, by ID) bool { return s.seated(by, b.Battle) }

func (b Silence) apply(f *fold, a *Act) error {
	old := f.Battles[b.Battle]
	if old == nil {
		return missing("battle", "battle", b.Battle)
	}
	due, ok := f.SilentFrom(old)
	switch {
	case !ok:
		return refuse(Conflict, "battle", "nothing-to-confirm", "CAMP-BAT-10", "phase", string(old.Phase))
	case a.At.Before(due):
		return refuse(Conflict, "battle", "not-silent-yet", "CAMP-BAT-10", "days", fmt.Sprint(f.Campaigns[old.Campaign].Settings.Silence))
	}
	n := f.touch(b.Battle, a)
	for seat := range n.Seats {
		if !n.reported(rules.Seat(seat)) {
			n.Confirmed = append(n.Confirmed, rules.Seat(seat))
		}
	}
	return f.agree(n, a)
}

// SilentFrom tells from when on silence counts as agreement with the report of a
// battle; false where it never does, or there is nothing to agree with.
func (s *State) SilentFrom(b *Battle) (time.Time, bool) {
	days := s.Campaigns[b.Campaign].Settings.Silence
	if b.Phase != Reported || days == 0 {
		return time.Time{}, false
	}
	return b.Reports[0].At.Add(day(days)), true
}

// EndSilences lets every report hold whose time for an answer is over, in the name of
// who reported, in every club that is in memory: one that nobody has opened since the
// start waits until somebody does. It may run in several processes at once.
func (h *Hall) EndSilences(ctx context.Context) error {
	h.mu.Lock()
	clubs := slices.Sorted(maps.Keys(h.books))
	h.mu.Unlock()
	for _, club := range clubs {
		s, err := h.State(ctx, club)
		if err != nil {
			return err
		}
		for _, b := range s.AllBattles() {
			due, ok := s.SilentFrom(b)
			if !ok || h.now().Before(due) {
				continue
			}
			key := fmt.Sprintf("silence %s %d", b.ID, b.Reports[0].Cause)
			_, err := h.do(ctx, b.Reports[0].By, club, key, Draft{Body: Silence{b.ID}}, true)
			if CodeOf(err) == Conflict {
				continue // somebody has spoken after all
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// AttendSilences calls EndSilences now and then until ctx is done. What fails is told
// and tried again.
func (h *Hall) AttendSilences(ctx context.Context, every time.Duration, failed func(error)) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		if err := h.EndSilences(ctx); err != nil && ctx.Err() == nil {
			failed(err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

package campaign

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"oriflamme/rules"
)

// AutoConfirm lets a report hold that nobody has answered within the days of the
// settings (CAMP-BAT-10): every seat that has not spoken is taken to agree.
type AutoConfirm struct {
	Battle ID `json:"battle"`
}

// Kind is "silence".
func (AutoConfirm) Kind() Kind { return KindAutoConfirm }

func (b AutoConfirm) subject() Subject { return ofBattle(b.Battle) }

func (b AutoConfirm) ownedBy(s *State, by ID) bool { return s.hasSeat(by, b.Battle) }

func (b AutoConfirm) apply(f *fold, a *Act) error {
	old := f.Battles[b.Battle]
	if old == nil {
		return notFound("battle", "battle", b.Battle)
	}
	due, ok := f.AutoConfirmAt(old)
	switch {
	case !ok:
		return refuse(Conflict, "battle", "nothing-to-confirm", "CAMP-BAT-10", "phase", string(old.Status))
	case a.At.Before(due):
		return refuse(Conflict, "battle", "not-silent-yet", "CAMP-BAT-10", "days", fmt.Sprint(f.Campaigns[old.Campaign].Settings.AutoConfirmDays))
	}
	n := f.editAndNote(b.Battle, a)
	for seat := range n.Seats {
		if !n.hasAnswered(rules.Seat(seat)) {
			n.ConfirmedBy = append(n.ConfirmedBy, rules.Seat(seat))
		}
	}
	return f.settleIfAgreed(n, a)
}

// AutoConfirmAt tells from when on silence counts as agreement with the report of a
// battle; false where it never does, or there is nothing to agree with.
func (s *State) AutoConfirmAt(b *Battle) (time.Time, bool) {
	days := s.Campaigns[b.Campaign].Settings.AutoConfirmDays
	if b.Status != Reported || days == 0 {
		return time.Time{}, false
	}
	return b.Reports[0].At.Add(day(days)), true
}

// AutoConfirmDue lets every report hold whose time for an answer is over, in the name of
// who reported, in every club that is in memory: one that nobody has opened since the
// start waits until somebody does. It may run in several processes at once.
func (h *Service) AutoConfirmDue(ctx context.Context) error {
	h.mu.Lock()
	clubs := slices.Sorted(maps.Keys(h.logs))
	h.mu.Unlock()
	for _, club := range clubs {
		s, err := h.State(ctx, club)
		if err != nil {
			return err
		}
		for _, b := range s.AllBattles() {
			due, ok := s.AutoConfirmAt(b)
			if !ok || h.now().Before(due) {
				continue
			}
			key := fmt.Sprintf("silence %s %d", b.ID, b.Reports[0].ActNo)
			_, err := h.do(ctx, b.Reports[0].By, club, key, ActRequest{Body: AutoConfirm{b.ID}}, true)
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

// RunAutoConfirm calls EndSilences now and then until ctx is done. What fails is told
// and tried again.
func (h *Service) RunAutoConfirm(ctx context.Context, every time.Duration, failed func(error)) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		if err := h.AutoConfirmDue(ctx); err != nil && ctx.Err() == nil {
			failed(err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

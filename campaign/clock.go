package campaign

import (
	"context"
	"time"

	"oriflamme/rules"
)

// MaxClockMinutes is the longest that a clock may be set to.
const MaxClockMinutes = 600

// A BattleClock counts down, for the battle or for each side. It is there to be
// looked at: nothing is refused because it has run out.
type BattleClock struct {
	Minutes  int         // for the battle, or for each side
	Each     bool        // each side has its own
	Switches []time.Time // when it was started, stopped, started again …
}

// SetClock sets the clock of a battle and starts or stops it; another length, or
// another way of counting, makes a new clock. 0 minutes take it away.
type SetClock struct {
	Battle  ID   `json:"battle"`
	Minutes int  `json:"minutes"`
	Each    bool `json:"each"`
	Runs    bool `json:"runs"`
}

// Kind is "clock".
func (SetClock) Kind() Kind { return KindClock }

func (b SetClock) subject() Subject { return ofBattle(b.Battle) }

func (b SetClock) ownedBy(s *State, by ID) bool { return s.hasSeat(by, b.Battle) }

func (b SetClock) apply(f *fold, a *Act) error {
	old := f.Battles[b.Battle]
	switch {
	case old == nil:
		return notFound("battle", "battle", b.Battle)
	case old.Status != Scheduled:
		return refuse(Conflict, "battle", "clock-over", "")
	case b.Minutes < 0 || b.Minutes > MaxClockMinutes:
		return refuse(Invalid, "minutes", "clock-length", "")
	}
	n := f.editAndNote(b.Battle, a)
	if b.Minutes == 0 {
		n.Clock = nil
		return nil
	}
	clock := BattleClock{Minutes: b.Minutes, Each: b.Each}
	if c := old.Clock; c != nil && c.Minutes == b.Minutes && c.Each == b.Each {
		clock.Switches = append(clock.Switches, c.Switches...)
	}
	if clock.Runs() != b.Runs {
		clock.Switches = append(clock.Switches, a.At)
	}
	n.Clock = &clock
	return nil
}

// Runs reports whether it is running.
func (c *BattleClock) Runs() bool { return len(c.Switches)%2 == 1 }

// Elapsed is how long it ran between two moments.
func (c *BattleClock) Elapsed(from, to time.Time) time.Duration {
	var sum time.Duration
	for i := 0; i < len(c.Switches); i += 2 {
		start, stop := c.Switches[i], to
		if i+1 < len(c.Switches) && c.Switches[i+1].Before(to) {
			stop = c.Switches[i+1]
		}
		if start.Before(from) {
			start = from
		}
		if d := stop.Sub(start); d > 0 {
			sum += d
		}
	}
	return sum
}

// Remaining is what is left at a moment, below zero when it is more than over: one figure, or
// with Each one for each of the seats. The time before a step is that of who gave its
// command, and the time since the last that of who must act.
func (c *BattleClock) Remaining(l *LiveSnapshot, seats int, now time.Time) []time.Duration {
	whole := time.Duration(c.Minutes) * time.Minute
	if l != nil && l.Over && len(l.Rows) > 0 {
		now = l.Rows[len(l.Rows)-1].At
	}
	if !c.Each || l == nil {
		return []time.Duration{whole - c.Elapsed(time.Time{}, now)}
	}
	left := make([]time.Duration, seats)
	for i := range left {
		left[i] = whole
	}
	spend := func(seat rules.Seat, from, to time.Time) {
		if seat >= 0 && int(seat) < seats {
			left[seat] -= c.Elapsed(from, to)
		}
	}
	var before time.Time
	for i, row := range l.Rows {
		spend(l.Steps[i].Command.By(), before, row.At)
		before = row.At
	}
	if !l.Over {
		spend(l.Battle.View(rules.Nobody).ToAct, before, now)
	}
	return left
}

// SetClock carries the act out and tells those who watch the battle.
func (h *Service) SetClock(ctx context.Context, by Actor, club ID, key string, body SetClock) error {
	if _, err := h.Do(ctx, by, club, key, ActRequest{Body: body}); err != nil {
		return err
	}
	h.watch.step(club, body.Battle, len(key))
	return nil
}

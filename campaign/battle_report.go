package campaign

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"oriflamme/rules"
)

// Kind returns "open".
func (Open) Kind() Kind { return KindOpen }

// Report is one side's report of a battle, or one that the arbiter enters for a side or,
// with Seat Nobody, for all. A second report that differs opens a dispute; an equal one
// settles the battle.
type Report struct {
	Battle ID         `json:"battle"`
	Seat   rules.Seat `json:"seat"`
	Result Result     `json:"result"`
	Note   string     `json:"note"`
	Record string     `json:"record"` // SHA-256 of the engine's record, "" if the battle was not played through the engine
	Seed   string     `json:"seed"`   // the seed of the record's dice
	Steps  int        `json:"steps"`
}

// Kind returns "report".
func (Report) Kind() Kind { return KindReport }

func (b Report) subject() Subject { return ofBattle(b.Battle) }

func (b Report) ownedBy(s *State, by ID) bool { return s.ownsSeat(by, b.Battle, b.Seat) }

func (b Report) statedSeat() rules.Seat { return b.Seat }

func (b Report) apply(f *fold, a *Act) error {
	old := f.Battles[b.Battle]
	switch {
	case old == nil:
		return notFound("battle", "battle", b.Battle)
	case old.Status != Scheduled && old.Status != Reported:
		return refuse(Conflict, "battle", "settled-already", "CAMP-BAT-3", "phase", string(old.Status))
	case b.Seat < rules.Nobody || int(b.Seat) >= len(old.Seats):
		return refuse(Invalid, "seat", "no-seat", "")
	case old.hasAnswered(b.Seat):
		return refuse(Conflict, "seat", "reported-already", "CAMP-BAT-3")
	}
	if err := firstError(checkLength("note", b.Note, 0, 4000), f.checkResult(old, b.Result), old.checkRecord(PartBattle, b.Record, b.Seed)); err != nil {
		return err
	}
	n := f.editAndNote(b.Battle, a)
	f.snapshotRosters(n)
	n.closePart(PartBattle, b.Record, b.Seed, b.Steps)
	n.Status = Reported
	n.Reports = append(n.Reports, Statement{b.Seat, a.By, a.At, b.Result, b.Note, ActNo(a.No)})
	if !b.Result.Same(n.Reports[0].Result) {
		n.openDispute(Objection{a.By, a.At, "", ActNo(a.No)}, f.Campaigns[n.Campaign].Settings.DisputeDays, true)
		return nil
	}
	return f.settleIfAgreed(n, a)
}

// hasAnswered reports whether a seat has reported or confirmed a report.
func (b *Battle) hasAnswered(seat rules.Seat) bool {
	return slices.ContainsFunc(b.Reports, func(s Statement) bool { return s.Seat == seat }) || slices.Contains(b.ConfirmedBy, seat)
}

// Confirm states that a seat agrees with the first report.
type Confirm struct {
	Battle ID         `json:"battle"`
	Seat   rules.Seat `json:"seat"`
}

// Kind returns "confirm".
func (Confirm) Kind() Kind { return KindConfirm }

func (b Confirm) subject() Subject { return ofBattle(b.Battle) }

func (b Confirm) ownedBy(s *State, by ID) bool { return s.ownsSeat(by, b.Battle, b.Seat) }

func (b Confirm) statedSeat() rules.Seat { return b.Seat }

func (b Confirm) apply(f *fold, a *Act) error {
	old := f.Battles[b.Battle]
	switch {
	case old == nil:
		return notFound("battle", "battle", b.Battle)
	case old.Status != Reported:
		return refuse(Conflict, "battle", "nothing-to-confirm", "CAMP-BAT-3", "phase", string(old.Status))
	case b.Seat < 0 || int(b.Seat) >= len(old.Seats):
		return refuse(Invalid, "seat", "no-seat", "")
	case old.hasAnswered(b.Seat):
		return refuse(Conflict, "seat", "reported-already", "CAMP-BAT-3")
	}
	n := f.editAndNote(b.Battle, a)
	n.ConfirmedBy = append(n.ConfirmedBy, b.Seat)
	return f.settleIfAgreed(n, a)
}

// settleIfAgreed settles the battle once every seat has reported the same or confirmed.
func (f *fold) settleIfAgreed(b *Battle, a *Act) error {
	for seat := range b.Seats {
		if !b.hasAnswered(rules.Seat(seat)) {
			return nil
		}
	}
	r := b.Reports[0].Result
	r.Effects = b.statedEffects()
	f.settle(b, r, Confirmed, a)
	return nil
}

// statedEffects returns the effects on each seat as that seat itself reported them, or as
// the first report states them if it made none.
func (b *Battle) statedEffects() []rules.Effect {
	var all []rules.Effect
	for seat := range b.Seats {
		source := b.Reports[0]
		for _, s := range b.Reports {
			if s.Seat == rules.Seat(seat) {
				source = s
			}
		}
		for _, e := range source.Result.Effects {
			if e.Seat == rules.Seat(seat) {
				all = append(all, e)
			}
		}
	}
	return all
}

// Kind returns "dispute".
func (RaiseDispute) Kind() Kind { return KindDispute }

// Kind returns "rule".
func (Rule) Kind() Kind { return KindRule }

// Kind returns "appeal".
func (Appeal) Kind() Kind { return KindAppeal }

// Kind returns "dismiss".
func (Dismiss) Kind() Kind { return KindDismiss }

// Aftermath posts what a battle does to the campaign: the effects on one seat, or on all
// seats at once (Seat Nobody), posted by the arbiter or by the engine. The battle is final
// when every seat has posted, or all are posted at once.
type Aftermath struct {
	Battle  ID             `json:"battle"`
	Seat    rules.Seat     `json:"seat"`
	Effects []rules.Effect `json:"effects"`
	Record  string         `json:"record"` // SHA-256 of the engine's record, "" if it was not played through the engine
	Seed    string         `json:"seed"`
	Steps   int            `json:"steps"`
}

// Kind returns "aftermath".
func (Aftermath) Kind() Kind { return KindAftermath }

func (b Aftermath) subject() Subject { return ofBattle(b.Battle) }

// ownedBy accepts an aftermath with a record from any player of the battle: it comes from
// the engine, and the fold demands the seed, which nobody knows before the service posts it.
func (b Aftermath) ownedBy(s *State, by ID) bool {
	return s.ownsSeat(by, b.Battle, b.Seat) || b.Seat == rules.Nobody && b.Record != "" && s.hasSeat(by, b.Battle)
}

func (b Aftermath) statedSeat() rules.Seat { return b.Seat }

func (b Aftermath) apply(f *fold, a *Act) error {
	old := f.Battles[b.Battle]
	switch {
	case old == nil:
		return notFound("battle", "battle", b.Battle)
	case old.Status != Confirmed && old.Status != Ruled:
		return refuse(Conflict, "battle", "not-settled", "CAMP-BAT-5", "phase", string(old.Status))
	case b.Seat < rules.Nobody || int(b.Seat) >= len(old.Seats):
		return refuse(Invalid, "seat", "no-seat", "")
	case slices.Contains(old.AftermathPosted, b.Seat):
		return refuse(Conflict, "seat", "reported-already", "CAMP-BAT-3")
	}
	for i, e := range b.Effects {
		if b.Seat != rules.Nobody && e.Seat != b.Seat {
			return refuse(Invalid, fmt.Sprintf("effects[%d].seat", i), "not-yours", "CAMP-ROLE-2")
		}
	}
	if err := firstError(f.checkEffects(old, "effects", b.Effects), old.checkRecord(PartAftermath, b.Record, b.Seed)); err != nil {
		return err
	}
	n := f.editAndNote(b.Battle, a)
	n.closePart(PartAftermath, b.Record, b.Seed, b.Steps)
	n.Effects = slices.Concat(n.Effects, b.Effects)
	n.AftermathPosted = append(n.AftermathPosted, b.Seat)
	if b.Seat == rules.Nobody || len(n.AftermathPosted) == len(n.Seats) {
		f.postBattle(n, a)
	}
	return nil
}

// settle sets the result of a battle. A battle without an aftermath is then final.
func (f *fold) settle(b *Battle, r Result, how BattleStatus, a *Act) {
	b.Corrected = f.correctedResult(b, a)
	if b.Corrected != nil {
		effects := r.Effects
		if r = b.Corrected.Result; r.Effects == nil {
			r.Effects = effects
		}
	}
	r = f.Campaigns[b.Campaign].Settings.withForfeitScore(r, len(b.Seats))
	b.Result, b.Effects, b.Status, b.SettledAs = &r, r.Effects, how, how
	if r.Forfeit || !f.Campaigns[b.Campaign].Settings.Aftermath {
		f.postBattle(b, a)
	}
}

func (f *fold) checkResult(b *Battle, r Result) error {
	if r.Winner < rules.Nobody || int(r.Winner) >= len(b.Seats) {
		return refuse(Invalid, "result.winner", "no-seat", "")
	}
	if len(r.Scores) != 0 && len(r.Scores) != len(b.Seats) {
		return refuse(Invalid, "result.scores", "seats-differ", "", "seats", fmt.Sprint(len(b.Seats)))
	}
	for i, s := range r.Scores {
		if s < -9999 || s > 99999 {
			return refuse(Invalid, fmt.Sprintf("result.scores[%d]", i), "range", "", "from", "-9999", "to", "99999")
		}
	}
	return firstError(checkLength("result.reason", r.Reason, 0, 200), f.checkEffects(b, "result.effects", r.Effects))
}

// AutoConfirm settles a battle by a report that nobody has answered within the days of the
// settings (CAMP-BAT-10): every seat that has not answered counts as agreeing.
type AutoConfirm struct {
	Battle ID `json:"battle"`
}

// Kind returns "silence".
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

// AutoConfirmAt returns the time from which a battle's report counts as confirmed if nobody
// answers it. It returns false if the campaign has no auto-confirm or nothing waits for an
// answer.
func (s *State) AutoConfirmAt(b *Battle) (time.Time, bool) {
	days := s.Campaigns[b.Campaign].Settings.AutoConfirmDays
	if b.Status != Reported || days == 0 {
		return time.Time{}, false
	}
	return b.Reports[0].At.Add(day(days)), true
}

// AutoConfirmDue confirms every report whose time for an answer is over, in the name of the
// member who reported. It looks at the clubs in memory only; a club that nobody has opened
// since the start waits until somebody does. Several processes may run it at once.
func (s *Service) AutoConfirmDue(ctx context.Context) error {
	s.mu.Lock()
	clubs := slices.Sorted(maps.Keys(s.logs))
	s.mu.Unlock()
	for _, club := range clubs {
		st, err := s.State(ctx, club)
		if err != nil {
			return err
		}
		for _, b := range st.AllBattles() {
			due, ok := st.AutoConfirmAt(b)
			if !ok || s.now().Before(due) {
				continue
			}
			key := fmt.Sprintf("silence %s %d", b.ID, b.Reports[0].ActNo)
			_, err := s.do(ctx, b.Reports[0].By, club, key, ActRequest{Body: AutoConfirm{b.ID}}, true)
			if CodeOf(err) == Conflict {
				continue // somebody answered in the meantime
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// RunAutoConfirm calls AutoConfirmDue at an interval until ctx is done. It passes errors to
// failed and goes on.
func (s *Service) RunAutoConfirm(ctx context.Context, every time.Duration, failed func(error)) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		if err := s.AutoConfirmDue(ctx); err != nil && ctx.Err() == nil {
			failed(err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

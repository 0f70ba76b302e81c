package campaign

import (
	"fmt"
	"slices"

	"oriflamme/rules"
)

// Kind is "open".
func (Open) Kind() Kind { return KindOpen }

// Report is one side's account of a battle, or the arbiter's filling in (Seat
// Nobody). A second report that differs opens a dispute; an equal one settles.
type Report struct {
	Battle ID         `json:"battle"`
	Seat   rules.Seat `json:"seat"`
	Result Result     `json:"result"`
	Note   string     `json:"note"`
	Record string     `json:"record"` // SHA-256 of the engine's record, when it was played through; else ""
	Seed   string     `json:"seed"`   // of its dice
	Steps  int        `json:"steps"`
}

// Kind is "report".
func (Report) Kind() Kind { return KindReport }

func (b Report) subject() Subject { return ofBattle(b.Battle) }

func (b Report) ownedBy(s *State, by ID) bool { return s.takesSeat(by, b.Battle, b.Seat) }

func (b Report) apply(f *fold, a *Act) error {
	old := f.Battles[b.Battle]
	switch {
	case old == nil:
		return missing("battle", "battle", b.Battle)
	case old.Phase != Scheduled && old.Phase != Reported:
		return refuse(Conflict, "battle", "settled-already", "CAMP-BAT-3", "phase", string(old.Phase))
	case b.Seat < rules.Nobody || int(b.Seat) >= len(old.Seats):
		return refuse(Invalid, "seat", "no-seat", "")
	case old.reported(b.Seat):
		return refuse(Conflict, "seat", "reported-already", "CAMP-BAT-3")
	}
	if err := first(text("note", b.Note, 0, 4000), f.checkResult(old, b.Result), old.checkRecord(PartBattle, b.Record, b.Seed)); err != nil {
		return err
	}
	n := f.touch(b.Battle, a)
	f.freeze(n)
	n.close(PartBattle, b.Record, b.Seed, b.Steps)
	n.Phase = Reported
	n.Reports = append(n.Reports, Statement{b.Seat, a.By, a.At, b.Result, b.Note, Cause(a.No)})
	if !b.Result.Same(n.Reports[0].Result) {
		n.dispute(Claim{a.By, a.At, "", Cause(a.No)}, f.Campaigns[n.Campaign].Settings.Disputes, true)
		return nil
	}
	return f.agree(n, a)
}

// reported tells whether a seat has spoken: by a report or by confirming one.
func (b *Battle) reported(seat rules.Seat) bool {
	return slices.ContainsFunc(b.Reports, func(s Statement) bool { return s.Seat == seat }) || slices.Contains(b.Confirmed, seat)
}

// Confirm is a seat's agreement with the first report.
type Confirm struct {
	Battle ID         `json:"battle"`
	Seat   rules.Seat `json:"seat"`
}

// Kind is "confirm".
func (Confirm) Kind() Kind { return KindConfirm }

func (b Confirm) subject() Subject { return ofBattle(b.Battle) }

func (b Confirm) ownedBy(s *State, by ID) bool { return s.takesSeat(by, b.Battle, b.Seat) }

func (b Confirm) apply(f *fold, a *Act) error {
	old := f.Battles[b.Battle]
	switch {
	case old == nil:
		return missing("battle", "battle", b.Battle)
	case old.Phase != Reported:
		return refuse(Conflict, "battle", "nothing-to-confirm", "CAMP-BAT-3", "phase", string(old.Phase))
	case b.Seat < 0 || int(b.Seat) >= len(old.Seats):
		return refuse(Invalid, "seat", "no-seat", "")
	case old.reported(b.Seat):
		return refuse(Conflict, "seat", "reported-already", "CAMP-BAT-3")
	}
	n := f.touch(b.Battle, a)
	n.Confirmed = append(n.Confirmed, b.Seat)
	return f.agree(n, a)
}

// agree settles the battle once every seat has reported the same or confirmed.
func (f *fold) agree(b *Battle, a *Act) error {
	for seat := range b.Seats {
		if !b.reported(rules.Seat(seat)) {
			return nil
		}
	}
	r := b.Reports[0].Result
	r.Effects = b.statedEffects()
	f.settle(b, r, Confirmed, a)
	return nil
}

// statedEffects takes for every seat what that seat itself reported, or what
// the first report says of it.
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

// Kind is "dispute".
func (RaiseDispute) Kind() Kind { return KindDispute }

// Kind is "rule".
func (Rule) Kind() Kind { return KindRule }

// Kind is "appeal".
func (Appeal) Kind() Kind { return KindAppeal }

// Kind is "dismiss".
func (Dismiss) Kind() Kind { return KindDismiss }

// Aftermath posts what the battle does to the campaign: one seat's own part, or
// all of it at once (Seat Nobody) by the arbiter or through the engine. The
// battle is final when every seat has posted, or all is posted at once.
type Aftermath struct {
	Battle  ID             `json:"battle"`
	Seat    rules.Seat     `json:"seat"`
	Effects []rules.Effect `json:"effects"`
	Record  string         `json:"record"` // SHA-256 of the engine's record, when it was played through; else ""
	Seed    string         `json:"seed"`
	Steps   int            `json:"steps"`
}

// Kind is "aftermath".
func (Aftermath) Kind() Kind { return KindAftermath }

func (b Aftermath) subject() Subject { return ofBattle(b.Battle) }

// ownedBy: with a record it is the engine's. The fold asks for the seed, which nobody
// knows before the hall posts it.
func (b Aftermath) ownedBy(s *State, by ID) bool {
	return s.takesSeat(by, b.Battle, b.Seat) || b.Seat == rules.Nobody && b.Record != "" && s.seated(by, b.Battle)
}

func (b Aftermath) apply(f *fold, a *Act) error {
	old := f.Battles[b.Battle]
	switch {
	case old == nil:
		return missing("battle", "battle", b.Battle)
	case old.Phase != Confirmed && old.Phase != Ruled:
		return refuse(Conflict, "battle", "not-settled", "CAMP-BAT-5", "phase", string(old.Phase))
	case b.Seat < rules.Nobody || int(b.Seat) >= len(old.Seats):
		return refuse(Invalid, "seat", "no-seat", "")
	case slices.Contains(old.Tended, b.Seat):
		return refuse(Conflict, "seat", "reported-already", "CAMP-BAT-3")
	}
	for i, e := range b.Effects {
		if b.Seat != rules.Nobody && e.Seat != b.Seat {
			return refuse(Invalid, fmt.Sprintf("effects[%d].seat", i), "not-yours", "CAMP-ROLE-2")
		}
	}
	if err := first(f.checkEffects(old, "effects", b.Effects), old.checkRecord(PartAftermath, b.Record, b.Seed)); err != nil {
		return err
	}
	n := f.touch(b.Battle, a)
	n.close(PartAftermath, b.Record, b.Seed, b.Steps)
	n.Effects = slices.Concat(n.Effects, b.Effects)
	n.Tended = append(n.Tended, b.Seat)
	if b.Seat == rules.Nobody || len(n.Tended) == len(n.Seats) {
		f.finish(n, a)
	}
	return nil
}

// settle makes a result hold; without an aftermath to come the battle is final.
func (f *fold) settle(b *Battle, r Result, how Phase, a *Act) {
	b.Corrected = f.correction(b, a)
	if b.Corrected != nil {
		effects := r.Effects
		if r = b.Corrected.Result; r.Effects == nil {
			r.Effects = effects
		}
	}
	r = f.Campaigns[b.Campaign].Settings.forfeited(r, len(b.Seats))
	b.Result, b.Effects, b.Phase, b.Settled = &r, r.Effects, how, how
	if r.Forfeit || !f.Campaigns[b.Campaign].Settings.Aftermath {
		f.finish(b, a)
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
	return first(text("result.reason", r.Reason, 0, 200), f.checkEffects(b, "result.effects", r.Effects))
}

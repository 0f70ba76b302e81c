package campaign

import (
	"fmt"
	"slices"

	"oriflamme/rules"
)

// Open begins a part of a battle in the engine. The hash of the seed is public
// from now on; the seed itself when the part is finished.
type Open struct {
	Battle   ID             `json:"battle"`
	Part     Part           `json:"part"`
	Setup    string         `json:"setup"`     // SHA-256 of the setup's JSON
	SeedHash string         `json:"seed_hash"` // SHA-256 of the seed
	Rosters  []rules.Roster `json:"rosters"`   // as fielded, for PartBattle
}

// Kind is "open".
func (Open) Kind() Kind { return KindOpen }

func (b Open) subject() Subject { return ofBattle(b.Battle) }

func (b Open) ownedBy(s *State, by ID) bool { return s.seated(by, b.Battle) }

func (b Open) fill(g giver) Body {
	if g.bare {
		return Open{Battle: b.Battle, Part: b.Part} // the seed is new at each attempt
	}
	return b
}

func (b Open) apply(f *fold, a *Act) error {
	old := f.Battles[b.Battle]
	if old == nil {
		return missing("battle", "battle", b.Battle)
	}
	if slices.ContainsFunc(old.Engine, func(p Played) bool { return p.Part == b.Part }) {
		return refuse(Conflict, "part", "open-already", "CAMP-BAT-2")
	}
	if err := old.mayOpen(b.Part); err != nil {
		return err
	}
	if b.Part == PartBattle {
		if len(b.Rosters) != len(old.Seats) {
			return refuse(Invalid, "rosters", "seats-differ", "", "seats", fmt.Sprint(len(old.Seats)))
		}
		if err := f.checkFielded(old, b.Rosters); err != nil {
			return err
		}
	}
	n := f.touch(b.Battle, a)
	if b.Part == PartBattle {
		n.Frozen = b.Rosters
	}
	n.Engine = append(n.Engine, Played{Part: b.Part, Setup: b.Setup, SeedHash: b.SeedHash, Cause: Cause(a.No)})
	return nil
}

// mayOpen refuses to play what is reported already (CAMP-BAT-1), and the aftermath of what is not settled (CAMP-BAT-5).
func (b *Battle) mayOpen(part Part) error {
	switch {
	case part == PartBattle && b.Phase != Scheduled:
		return refuse(Conflict, "battle", "played-already", "CAMP-BAT-1", "phase", string(b.Phase))
	case part == PartAftermath && b.Phase != Confirmed && b.Phase != Ruled:
		return refuse(Conflict, "battle", "not-settled", "CAMP-BAT-5", "phase", string(b.Phase))
	case part != PartBattle && part != PartAftermath:
		return refuse(Invalid, "part", "unknown-part", "")
	}
	return nil
}

// checkFielded refuses units that are lost or in nobody's list (CAMP-ROS-2).
func (f *fold) checkFielded(b *Battle, fielded []rules.Roster) error {
	for i, list := range fielded {
		r := f.Rosters[b.Seats[i]]
		for j, u := range list.Units {
			field := fmt.Sprintf("rosters[%d].units[%d].id", i, j)
			if !slices.ContainsFunc(r.List.Units, func(o rules.Unit) bool { return o.ID == u.ID }) {
				return refuse(Invalid, field, "unit-not-listed", "CAMP-ROS-2", "unit", u.Name)
			}
			if r.Lost(u.ID) {
				return refuse(Invalid, field, "unit-lost", "CAMP-ROS-2", "unit", u.Name)
			}
		}
	}
	return nil
}

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

func (b *Battle) dispute(c Claim, days int, unequal bool) {
	b.Phase = Disputed
	b.Dispute = &Dispute{Claim: c, Deadline: c.At.Add(day(days)), Unequal: unequal}
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

// RaiseDispute objects to a report; the arbiter rules.
type RaiseDispute struct {
	Battle ID     `json:"battle"`
	Reason string `json:"reason"`
}

// Kind is "dispute".
func (RaiseDispute) Kind() Kind { return KindDispute }

func (b RaiseDispute) subject() Subject { return ofBattle(b.Battle) }

func (b RaiseDispute) ownedBy(s *State, by ID) bool { return s.seated(by, b.Battle) }

func (b RaiseDispute) apply(f *fold, a *Act) error {
	old := f.Battles[b.Battle]
	switch {
	case old == nil:
		return missing("battle", "battle", b.Battle)
	case !old.disputable():
		return refuse(Conflict, "battle", "not-disputable", "CAMP-BAT-4", "phase", string(old.Phase))
	}
	if err := text("reason", b.Reason, 1, 4000); err != nil {
		return err
	}
	n := f.touch(b.Battle, a)
	n.Result, n.Effects, n.Tended, n.Settled, n.Corrected = nil, nil, nil, "", nil
	n.dispute(Claim{a.By, a.At, b.Reason, Cause(a.No)}, f.Campaigns[n.Campaign].Settings.Disputes, false)
	return nil
}

// disputable reports whether a side may still object to what was reported: CAMP-BAT-4.
func (b *Battle) disputable() bool { return b.Phase == Reported || b.Phase == Confirmed }

// Rule is the arbiter's decision on a disputed battle, or on one whose other
// side never reports.
type Rule struct {
	Battle ID     `json:"battle"`
	Result Result `json:"result"`
}

// Kind is "rule".
func (Rule) Kind() Kind { return KindRule }

func (b Rule) subject() Subject { return ofBattle(b.Battle) }

func (b Rule) guard(s *State, by *Member) error { return s.ownCause(by.ID, b.Battle) }

func (b Rule) apply(f *fold, a *Act) error {
	old := f.Battles[b.Battle]
	switch {
	case old == nil:
		return missing("battle", "battle", b.Battle)
	case old.Phase == Final || old.Phase == Ruled || old.Phase == Confirmed:
		return refuse(Conflict, "battle", "settled-already", "CAMP-BAT-4", "phase", string(old.Phase))
	}
	if err := first(text("why", a.Why, 1, 4000), f.checkResult(old, b.Result)); err != nil {
		return err
	}
	n := f.touch(b.Battle, a)
	f.freeze(n)
	if b.Result.Effects == nil && len(n.Reports) > 0 {
		b.Result.Effects = n.statedEffects()
	}
	n.Ruling = &Statement{rules.Nobody, a.By, a.At, b.Result, a.Why, Cause(a.No)}
	f.settle(n, b.Result, Ruled, a)
	return nil
}

// Appeal asks the arbiter to look again; the ruling is changed by amending it.
type Appeal struct {
	Battle ID     `json:"battle"`
	Reason string `json:"reason"`
}

// Kind is "appeal".
func (Appeal) Kind() Kind { return KindAppeal }

func (b Appeal) subject() Subject { return ofBattle(b.Battle) }

func (b Appeal) ownedBy(s *State, by ID) bool { return s.seated(by, b.Battle) }

func (b Appeal) apply(f *fold, a *Act) error {
	old := f.Battles[b.Battle]
	switch {
	case old == nil:
		return missing("battle", "battle", b.Battle)
	case old.Ruling == nil || old.Appeal != nil:
		return refuse(Conflict, "battle", "no-ruling", "CAMP-BAT-6")
	}
	if days := f.Campaigns[old.Campaign].Settings.Appeals; a.At.After(old.Ruling.At.Add(day(days))) {
		return refuse(Conflict, "battle", "too-late", "CAMP-BAT-6", "days", fmt.Sprint(days))
	}
	if err := text("reason", b.Reason, 1, 4000); err != nil {
		return err
	}
	n := f.touch(b.Battle, a)
	n.Appeal, n.Heard = &Claim{a.By, a.At, b.Reason, Cause(a.No)}, f.granted(n, a)
	return nil
}

// granted is the correction, or the amendment of the ruling, that came after an appeal: the
// arbiter has looked again and granted it. Nil when there is none.
func (f *fold) granted(b *Battle, appeal *Act) *Claim {
	by := f.corrections[b.ID]
	if by == nil || by.No < appeal.No {
		no := f.Amended[int64(b.Ruling.Cause)]
		i := slices.IndexFunc(f.Acts, func(a Act) bool { return a.No == no })
		if no < appeal.No || i < 0 {
			return nil
		}
		by = &f.Acts[i]
	}
	return &Claim{by.By, by.At, by.Why, Cause(by.No)}
}

// Dismiss is the arbiter's answer to an appeal that leaves the ruling as it is; the reason
// is that of the act. An appeal is granted by a Correct.
type Dismiss struct {
	Battle ID `json:"battle"`
}

// Kind is "dismiss".
func (Dismiss) Kind() Kind { return KindDismiss }

func (b Dismiss) subject() Subject { return ofBattle(b.Battle) }

func (b Dismiss) guard(s *State, by *Member) error { return s.ownCause(by.ID, b.Battle) }

func (b Dismiss) apply(f *fold, a *Act) error {
	old := f.Battles[b.Battle]
	switch {
	case old == nil:
		return missing("battle", "battle", b.Battle)
	case old.Appeal == nil || old.Heard != nil && old.Heard.Cause < Cause(a.No):
		return refuse(Conflict, "battle", "no-appeal", "CAMP-BAT-12")
	}
	if err := text("why", a.Why, 1, 4000); err != nil {
		return err
	}
	f.touch(b.Battle, a).Heard = &Claim{a.By, a.At, a.Why, Cause(a.No)}
	return nil
}

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

// checkRecord holds the engine to its promise: the seed must be the one whose
// hash was published, or none where it was left behind in another database.
func (b *Battle) checkRecord(part Part, record, seed string) error {
	if record == "" {
		return nil
	}
	for _, p := range b.Engine {
		if p.Part == part {
			if seed != "" && HashToken(seed) != p.SeedHash {
				return refuse(Invalid, "seed", "seed-differs", "CAMP-BAT-7")
			}
			return nil
		}
	}
	return refuse(Conflict, "record", "not-open", "CAMP-BAT-7")
}

func (b *Battle) close(part Part, record, seed string, steps int) {
	for i := range b.Engine {
		if p := &b.Engine[i]; p.Part == part && record != "" {
			p.Record, p.Seed, p.Steps = record, seed, steps
		}
	}
}

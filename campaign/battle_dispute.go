package campaign

import (
	"fmt"
	"slices"

	"oriflamme/rules"
)

func (b *Battle) openDispute(c Objection, days int, unequal bool) {
	b.Status = Disputed
	b.Dispute = &Dispute{Objection: c, Deadline: c.At.Add(day(days)), Unequal: unequal}
}

// RaiseDispute objects to a report; the arbiter rules.
type RaiseDispute struct {
	Battle ID     `json:"battle"`
	Reason string `json:"reason"`
}

func (b RaiseDispute) subject() Subject { return ofBattle(b.Battle) }

func (b RaiseDispute) ownedBy(s *State, by ID) bool { return s.hasSeat(by, b.Battle) }

func (b RaiseDispute) apply(f *fold, a *Act) error {
	old := f.Battles[b.Battle]
	switch {
	case old == nil:
		return notFound("battle", "battle", b.Battle)
	case !old.disputable():
		return refuse(Conflict, "battle", "not-disputable", "CAMP-BAT-4", "phase", string(old.Status))
	}
	if err := checkLength("reason", b.Reason, 1, 4000); err != nil {
		return err
	}
	n := f.editAndNote(b.Battle, a)
	n.Result, n.Effects, n.AftermathPosted, n.SettledAs, n.Corrected = nil, nil, nil, "", nil
	n.openDispute(Objection{a.By, a.At, b.Reason, ActNo(a.No)}, f.Campaigns[n.Campaign].Settings.DisputeDays, false)
	return nil
}

// disputable reports whether a side may still object to what was reported: CAMP-BAT-4.
func (b *Battle) disputable() bool { return b.Status == Reported || b.Status == Confirmed }

// Rule is the arbiter's decision on a disputed battle, or on one whose other
// side never reports.
type Rule struct {
	Battle ID     `json:"battle"`
	Result Result `json:"result"`
}

func (b Rule) subject() Subject { return ofBattle(b.Battle) }

func (b Rule) guard(s *State, by *Member) error { return s.checkNotOwnBattle(by.ID, b.Battle) }

func (b Rule) apply(f *fold, a *Act) error {
	old := f.Battles[b.Battle]
	switch {
	case old == nil:
		return notFound("battle", "battle", b.Battle)
	case old.Status == Final || old.Status == Ruled || old.Status == Confirmed:
		return refuse(Conflict, "battle", "settled-already", "CAMP-BAT-4", "phase", string(old.Status))
	}
	if err := firstError(checkLength("why", a.Why, 1, 4000), f.checkResult(old, b.Result)); err != nil {
		return err
	}
	n := f.editAndNote(b.Battle, a)
	f.snapshotRosters(n)
	if b.Result.Effects == nil && len(n.Reports) > 0 {
		b.Result.Effects = n.statedEffects()
	}
	n.Ruling = &Statement{rules.Nobody, a.By, a.At, b.Result, a.Why, ActNo(a.No)}
	f.settle(n, b.Result, Ruled, a)
	return nil
}

// Appeal asks the arbiter to look again; the ruling is changed by amending it.
type Appeal struct {
	Battle ID     `json:"battle"`
	Reason string `json:"reason"`
}

func (b Appeal) subject() Subject { return ofBattle(b.Battle) }

func (b Appeal) ownedBy(s *State, by ID) bool { return s.hasSeat(by, b.Battle) }

func (b Appeal) apply(f *fold, a *Act) error {
	old := f.Battles[b.Battle]
	switch {
	case old == nil:
		return notFound("battle", "battle", b.Battle)
	case old.Ruling == nil || old.Appeal != nil:
		return refuse(Conflict, "battle", "no-ruling", "CAMP-BAT-6")
	}
	if days := f.Campaigns[old.Campaign].Settings.AppealDays; a.At.After(old.Ruling.At.Add(day(days))) {
		return refuse(Conflict, "battle", "too-late", "CAMP-BAT-6", "days", fmt.Sprint(days))
	}
	if err := checkLength("reason", b.Reason, 1, 4000); err != nil {
		return err
	}
	n := f.editAndNote(b.Battle, a)
	n.Appeal, n.AppealAnswer = &Objection{a.By, a.At, b.Reason, ActNo(a.No)}, f.appealGrant(n, a)
	return nil
}

// appealGrant is the correction, or the amendment of the ruling, that came after an appeal: the
// arbiter has looked again and appealGrant it. Nil when there is none.
func (f *fold) appealGrant(b *Battle, appeal *Act) *Objection {
	by := f.corrections[b.ID]
	if by == nil || by.No < appeal.No {
		no := f.Amended[int64(b.Ruling.ActNo)]
		i := slices.IndexFunc(f.Acts, func(a Act) bool { return a.No == no })
		if no < appeal.No || i < 0 {
			return nil
		}
		by = &f.Acts[i]
	}
	return &Objection{by.By, by.At, by.Why, ActNo(by.No)}
}

// Dismiss is the arbiter's answer to an appeal that leaves the ruling as it is; the reason
// is that of the act. An appeal is granted by a Correct.
type Dismiss struct {
	Battle ID `json:"battle"`
}

func (b Dismiss) subject() Subject { return ofBattle(b.Battle) }

func (b Dismiss) guard(s *State, by *Member) error { return s.checkNotOwnBattle(by.ID, b.Battle) }

func (b Dismiss) apply(f *fold, a *Act) error {
	old := f.Battles[b.Battle]
	switch {
	case old == nil:
		return notFound("battle", "battle", b.Battle)
	case old.Appeal == nil || old.AppealAnswer != nil && old.AppealAnswer.ActNo < ActNo(a.No):
		return refuse(Conflict, "battle", "no-appeal", "CAMP-BAT-12")
	}
	if err := checkLength("why", a.Why, 1, 4000); err != nil {
		return err
	}
	f.editAndNote(b.Battle, a).AppealAnswer = &Objection{a.By, a.At, a.Why, ActNo(a.No)}
	return nil
}

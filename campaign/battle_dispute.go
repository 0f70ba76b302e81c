package campaign

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"oriflamme/rules"
)

func (b *Battle) openDispute(c Objection, days int, unequal bool) {
	b.Status = Disputed
	b.Dispute = &Dispute{Objection: c, Deadline: c.At.Add(day(days)), Unequal: unequal}
}

// RaiseDispute objects to a report, so that the arbiter rules on it.
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

// Rule is the arbiter's decision on a disputed battle, or on a battle that one side never
// reports.
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

// Appeal asks the arbiter to reconsider a ruling. The arbiter grants it by a correction or
// by amending the ruling, or dismisses it.
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

// appealGrant returns the correction, or the amendment of the ruling, by which the arbiter
// granted an appeal; nil if there is none.
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

// Dismiss is the arbiter's answer to an appeal that leaves the ruling as it is. The act
// gives the reason. A Correct grants an appeal.
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

// An EvidenceImage is an image that was submitted to the arbiter of a battle.
type EvidenceImage struct {
	Seat  rules.Seat // the side that submitted it; Nobody for a member who plays no side
	By    ID
	At    time.Time
	Image string // hash of an Image of the club
	Alt   string // what the image shows, in words
	ActNo ActNo
}

// MaxEvidenceImages is how many images each side may submit about a battle. Members who play
// no side have as many together (CAMP-BAT-11).
const MaxEvidenceImages = 8

// SubmitEvidence shows an image of the club to the arbiter who is to rule on a battle. Only
// members who may rule or who play in the battle see it.
type SubmitEvidence struct {
	Battle ID     `json:"battle"`
	Image  string `json:"image"`
	Alt    string `json:"alt"`
}

// Kind returns "exhibit".
func (SubmitEvidence) Kind() Kind { return KindEvidence }

func (b SubmitEvidence) subject() Subject { return ofBattle(b.Battle) }

func (b SubmitEvidence) ownedBy(s *State, by ID) bool { return s.hasSeat(by, b.Battle) }

// images names no campaign, so that the readers of the campaign do not see the image.
func (b SubmitEvidence) images() (ID, []string) { return "", []string{b.Image} }

func (b SubmitEvidence) apply(f *fold, a *Act) error {
	old := f.Battles[b.Battle]
	if old == nil {
		return notFound("battle", "battle", b.Battle)
	}
	seat := f.Seat(old, a.By)
	if err := firstError(old.checkEvidence(seat, a), checkLength("alt", strings.TrimSpace(b.Alt), 1, 200)); err != nil {
		return err
	}
	if ImageHash(ImageScheme+b.Image) == "" {
		return notFound("image", "image", b.Image)
	}
	n := f.editAndNote(b.Battle, a)
	n.Evidence = append(n.Evidence, EvidenceImage{seat, a.By, a.At, b.Image, b.Alt, ActNo(a.No)})
	return nil
}

// AwaitsRuling reports whether a dispute or an appeal waits for the arbiter.
func (b *Battle) AwaitsRuling() bool { return b.Status == Disputed || b.AppealPending() }

// AppealPending reports whether an appeal waits for the arbiter's answer.
func (b *Battle) AppealPending() bool { return b.Appeal != nil && b.AppealAnswer == nil }

// checkEvidence returns nil if a side may submit one more image by an act (CAMP-BAT-11). An
// appeal is open until an act before this one has answered it and the battle is final.
func (b *Battle) checkEvidence(seat rules.Seat, a *Act) error {
	answered := b.AppealAnswer != nil && b.AppealAnswer.ActNo < ActNo(a.No) && b.Status == Final
	if b.Status != Disputed && (b.Appeal == nil || answered) {
		return b.refuseEvidence()
	}
	return b.checkEvidenceLimit(seat)
}

func (b *Battle) refuseEvidence() error {
	return refuse(Conflict, "battle", "no-hearing", "CAMP-BAT-11", "phase", string(b.Status))
}

// checkEvidenceLimit returns nil if a side has submitted fewer images than it may.
func (b *Battle) checkEvidenceLimit(seat rules.Seat) error {
	n := 0
	for _, image := range b.Evidence {
		if image.Seat == seat {
			n++
		}
	}
	if n >= MaxEvidenceImages {
		return refuse(Conflict, "image", "shots-shown", "CAMP-BAT-11", "most", fmt.Sprint(MaxEvidenceImages))
	}
	return nil
}

// SubmitEvidence stores an upload and submits it to the arbiter of a battle. It stores nothing
// if the actor may not submit it. Permission: exhibit.
func (s *Service) SubmitEvidence(ctx context.Context, by Actor, club ID, key string, battle ID, alt string, raw []byte) (Act, error) {
	if err := checkLength("alt", strings.TrimSpace(alt), 1, 200); err != nil {
		return Act{}, err
	}
	i, err := s.keepEvidenceImage(ctx, by, club, key, battle, raw, (*Battle).AwaitsRuling)
	if err != nil {
		return Act{}, err
	}
	return s.Do(ctx, by, club, key, ActRequest{Body: SubmitEvidence{Battle: battle, Image: i.Hash, Alt: alt}})
}

// SaveEvidenceImage stores an upload that the actor is about to submit by an act
// SubmitEvidence with the given key, alone or with the objection that calls the arbiter. It
// stores nothing if the actor may not submit it. Permission: exhibit.
func (s *Service) SaveEvidenceImage(ctx context.Context, by Actor, club ID, key string, battle ID, raw []byte) (Image, error) {
	return s.keepEvidenceImage(ctx, by, club, key, battle, raw, func(b *Battle) bool { return b.AwaitsRuling() || b.disputable() })
}

func (s *Service) keepEvidenceImage(ctx context.Context, by Actor, club ID, key string, battle ID, raw []byte, answered func(*Battle) bool) (Image, error) {
	st, err := s.State(ctx, club)
	if err != nil {
		return Image{}, err
	}
	if err := st.authorise(by.Member, ActRequest{Body: SubmitEvidence{Battle: battle}}); err != nil {
		return Image{}, err
	}
	b := st.Battles[battle]
	if b == nil {
		return Image{}, notFound("battle", "battle", battle)
	}
	// A repeated request is answered as the first time, even if the limit has been reached since.
	if _, done := st.ActByKey(by.Member, key); !done {
		if !answered(b) {
			return Image{}, b.refuseEvidence()
		}
		if err := b.checkEvidenceLimit(st.Seat(b, by.Member)); err != nil {
			return Image{}, err
		}
	}
	return s.saveImage(ctx, st, by, raw)
}

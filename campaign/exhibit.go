package campaign

import (
	"context"
	"fmt"
	"strings"
	"time"

	"oriflamme/rules"
)

// A EvidenceImage is an image that was laid before the arbiter of a battle.
type EvidenceImage struct {
	Seat  rules.Seat // of who showed it; Nobody for who plays no side
	By    ID
	At    time.Time
	Image string // hash of an Image of the club
	Alt   string // what is on it, in words
	ActNo ActNo
}

// MaxEvidenceImages is how many images each side, or who plays none, may show about a battle.
const MaxEvidenceImages = 8

// SubmitEvidence lays an image of the club before the arbiter who is to rule on a battle. Who
// may rule and who plays in it see it; nobody else does.
type SubmitEvidence struct {
	Battle ID     `json:"battle"`
	Image  string `json:"image"`
	Alt    string `json:"alt"`
}

// Kind is "exhibit".
func (SubmitEvidence) Kind() Kind { return KindEvidence }

func (b SubmitEvidence) subject() Subject { return ofBattle(b.Battle) }

func (b SubmitEvidence) ownedBy(s *State, by ID) bool { return s.hasSeat(by, b.Battle) }

// images: of no campaign, for the club's members alone.
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

// AwaitsRuling reports whether the arbiter has yet to rule on a dispute, or on an appeal.
func (b *Battle) AwaitsRuling() bool { return b.Status == Disputed || b.AppealPending() }

// AppealPending reports whether an appeal waits for the arbiter's answer.
func (b *Battle) AppealPending() bool { return b.Appeal != nil && b.AppealAnswer == nil }

// checkEvidence is nil when a side may show one more image by an act: CAMP-BAT-11. An appeal
// that a later act answers is still heard here, and so it is until the end of the battle.
func (b *Battle) checkEvidence(seat rules.Seat, a *Act) error {
	answered := b.AppealAnswer != nil && b.AppealAnswer.ActNo < ActNo(a.No) && b.Status == Final
	if b.Status != Disputed && (b.Appeal == nil || answered) {
		return b.checkUndecided()
	}
	return b.checkEvidenceLimit(seat)
}

func (b *Battle) checkUndecided() error {
	return refuse(Conflict, "battle", "no-hearing", "CAMP-BAT-11", "phase", string(b.Status))
}

// checkEvidenceLimit is nil when a side has not shown all the images it may.
func (b *Battle) checkEvidenceLimit(seat rules.Seat) error {
	n := 0
	for _, shot := range b.Evidence {
		if shot.Seat == seat {
			n++
		}
	}
	if n >= MaxEvidenceImages {
		return refuse(Conflict, "image", "shots-shown", "CAMP-BAT-11", "most", fmt.Sprint(MaxEvidenceImages))
	}
	return nil
}

// SubmitEvidence keeps an upload and lays it before the arbiter of a battle. Nothing is kept of
// what may not be shown. Permission: exhibit.
func (h *Service) SubmitEvidence(ctx context.Context, by Actor, club ID, key string, battle ID, alt string, raw []byte) (Act, error) {
	if err := checkLength("alt", strings.TrimSpace(alt), 1, 200); err != nil {
		return Act{}, err
	}
	i, err := h.keepEvidenceImage(ctx, by, club, key, battle, raw, (*Battle).AwaitsRuling)
	if err != nil {
		return Act{}, err
	}
	return h.Do(ctx, by, club, key, ActRequest{Body: SubmitEvidence{Battle: battle, Image: i.Hash, Alt: alt}})
}

// SaveEvidenceImage keeps an upload that its member is about to lay before the arbiter by an
// SubmitEvidence under a key, alone or with the objection that calls the arbiter. Nothing is kept
// of what could not be shown. Permission: exhibit.
func (h *Service) SaveEvidenceImage(ctx context.Context, by Actor, club ID, key string, battle ID, raw []byte) (Image, error) {
	return h.keepEvidenceImage(ctx, by, club, key, battle, raw, func(b *Battle) bool { return b.AwaitsRuling() || b.disputable() })
}

func (h *Service) keepEvidenceImage(ctx context.Context, by Actor, club ID, key string, battle ID, raw []byte, answered func(*Battle) bool) (Image, error) {
	s, err := h.State(ctx, club)
	if err != nil {
		return Image{}, err
	}
	if err := s.authorise(by.Member, ActRequest{Body: SubmitEvidence{Battle: battle}}); err != nil {
		return Image{}, err
	}
	b := s.Battles[battle]
	if b == nil {
		return Image{}, notFound("battle", "battle", battle)
	}
	// What was shown under this key is not shown again, however many there are by now.
	if _, done := s.ActByKey(by.Member, key); !done {
		if !answered(b) {
			return Image{}, b.checkUndecided()
		}
		if err := b.checkEvidenceLimit(s.Seat(b, by.Member)); err != nil {
			return Image{}, err
		}
	}
	return h.saveImage(ctx, s, by, raw)
}

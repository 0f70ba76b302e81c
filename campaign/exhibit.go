package campaign

import (
	"context"
	"fmt"
	"strings"
	"time"

	"oriflamme/rules"
)

// A Shot is an image that was laid before the arbiter of a battle.
type Shot struct {
	Seat  rules.Seat // of who showed it; Nobody for who plays no side
	By    ID
	At    time.Time
	Image string // hash of an Image of the club
	Alt   string // what is on it, in words
	Cause Cause
}

// MostShots is how many images each side, or who plays none, may show about a battle.
const MostShots = 8

// Exhibit lays an image of the club before the arbiter who is to rule on a battle. Who
// may rule and who plays in it see it; nobody else does.
type Exhibit struct {
	Battle ID     `json:"battle"`
	Image  string `json:"image"`
	Alt    string `json:"alt"`
}

// Kind is "exhibit".
func (Exhibit) Kind() Kind { return KindExhibit }

func (b Exhibit) subject() Subject { return ofBattle(b.Battle) }

func (b Exhibit) ownedBy(s *State, by ID) bool { return s.seated(by, b.Battle) }

// images: of no campaign, for the club's members alone.
func (b Exhibit) images() (ID, []string) { return "", []string{b.Image} }

func (b Exhibit) apply(f *fold, a *Act) error {
	old := f.Battles[b.Battle]
	if old == nil {
		return missing("battle", "battle", b.Battle)
	}
	seat := f.Seat(old, a.By)
	if err := first(old.exhibits(seat, a), text("alt", strings.TrimSpace(b.Alt), 1, 200)); err != nil {
		return err
	}
	if ImageHash(ImageScheme+b.Image) == "" {
		return missing("image", "image", b.Image)
	}
	n := f.touch(b.Battle, a)
	n.Exhibits = append(n.Exhibits, Shot{seat, a.By, a.At, b.Image, b.Alt, Cause(a.No)})
	return nil
}

// Hearing reports whether the arbiter has yet to rule on a dispute, or on an appeal.
func (b *Battle) Hearing() bool { return b.Phase == Disputed || b.Appealed() }

// Appealed reports whether an appeal waits for the arbiter's answer.
func (b *Battle) Appealed() bool { return b.Appeal != nil && b.Heard == nil }

// exhibits is nil when a side may show one more image by an act: CAMP-BAT-11. An appeal
// that a later act answers is still heard here, and so it is until the end of the battle.
func (b *Battle) exhibits(seat rules.Seat, a *Act) error {
	heard := b.Heard != nil && b.Heard.Cause < Cause(a.No) && b.Phase == Final
	if b.Phase != Disputed && (b.Appeal == nil || heard) {
		return b.unheard()
	}
	return b.room(seat)
}

func (b *Battle) unheard() error {
	return refuse(Conflict, "battle", "no-hearing", "CAMP-BAT-11", "phase", string(b.Phase))
}

// room is nil when a side has not shown all the images it may.
func (b *Battle) room(seat rules.Seat) error {
	n := 0
	for _, shot := range b.Exhibits {
		if shot.Seat == seat {
			n++
		}
	}
	if n >= MostShots {
		return refuse(Conflict, "image", "shots-shown", "CAMP-BAT-11", "most", fmt.Sprint(MostShots))
	}
	return nil
}

// Exhibit keeps an upload and lays it before the arbiter of a battle. Nothing is kept of
// what may not be shown. Permission: exhibit.
func (h *Hall) Exhibit(ctx context.Context, by Actor, club ID, key string, battle ID, alt string, raw []byte) (Act, error) {
	if err := text("alt", strings.TrimSpace(alt), 1, 200); err != nil {
		return Act{}, err
	}
	i, err := h.photograph(ctx, by, club, key, battle, raw, (*Battle).Hearing)
	if err != nil {
		return Act{}, err
	}
	return h.Do(ctx, by, club, key, Draft{Body: Exhibit{Battle: battle, Image: i.Hash, Alt: alt}})
}

// Photograph keeps an upload that its member is about to lay before the arbiter by an
// Exhibit under a key, alone or with the objection that calls the arbiter. Nothing is kept
// of what could not be shown. Permission: exhibit.
func (h *Hall) Photograph(ctx context.Context, by Actor, club ID, key string, battle ID, raw []byte) (Image, error) {
	return h.photograph(ctx, by, club, key, battle, raw, func(b *Battle) bool { return b.Hearing() || b.disputable() })
}

func (h *Hall) photograph(ctx context.Context, by Actor, club ID, key string, battle ID, raw []byte, heard func(*Battle) bool) (Image, error) {
	s, err := h.State(ctx, club)
	if err != nil {
		return Image{}, err
	}
	if err := s.authorise(by.Member, Draft{Body: Exhibit{Battle: battle}}); err != nil {
		return Image{}, err
	}
	b := s.Battles[battle]
	if b == nil {
		return Image{}, missing("battle", "battle", battle)
	}
	// What was shown under this key is not shown again, however many there are by now.
	if _, done := s.Keyed(by.Member, key); !done {
		if !heard(b) {
			return Image{}, b.unheard()
		}
		if err := b.room(s.Seat(b, by.Member)); err != nil {
			return Image{}, err
		}
	}
	return h.keepImage(ctx, s, by, raw)
}

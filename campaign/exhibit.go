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

// Exhibit lays an image of the club before the arbiter who is to rule on a battle. Members
// see it beside what its side has said; a visitor does not.
type Exhibit struct {
	Battle ID     `json:"battle"`
	Image  string `json:"image"`
	Alt    string `json:"alt"`
}

// Kind is "exhibit".
func (Exhibit) Kind() string { return "exhibit" }

func (b Exhibit) apply(f *fold, a *Act) error {
	old := f.Battles[b.Battle]
	if old == nil {
		return missing("battle", "battle", b.Battle)
	}
	seat := f.Seat(old, a.By)
	if err := first(old.exhibits(seat), text("alt", strings.TrimSpace(b.Alt), 1, 200)); err != nil {
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
func (b *Battle) Hearing() bool {
	return b.Phase == Disputed || b.Appeal != nil && b.Phase != Final
}

// exhibits is nil when a side may show one more image: CAMP-BAT-11.
func (b *Battle) exhibits(seat rules.Seat) error {
	if !b.Hearing() {
		return refuse(Conflict, "battle", "no-hearing", "CAMP-BAT-11", "phase", string(b.Phase))
	}
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
	s, err := h.State(ctx, club)
	if err != nil {
		return Act{}, err
	}
	body := Exhibit{Battle: battle, Alt: alt}
	if err := s.authorise(by.Member, Draft{Body: body}); err != nil {
		return Act{}, err
	}
	b := s.Battles[battle]
	if b == nil {
		return Act{}, missing("battle", "battle", battle)
	}
	if err := first(b.exhibits(s.Seat(b, by.Member)), text("alt", strings.TrimSpace(alt), 1, 200)); err != nil {
		return Act{}, err
	}
	i, err := h.keepImage(ctx, s, by, raw)
	if err != nil {
		return Act{}, err
	}
	body.Image = i.Hash
	return h.Do(ctx, by, club, key, Draft{Body: body})
}

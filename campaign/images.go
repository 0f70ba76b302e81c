package campaign

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"oriflamme/campaign/picture"
	"oriflamme/rules"
)

// An Image is what a member has uploaded, written anew by package picture. It is kept
// under the hash of its bytes, and acts name it by that: the chain of acts vouches
// for the images that it names.
type Image struct {
	Club   ID        `json:"club"`
	Hash   string    `json:"hash"` // SHA-256 of Data, in hexadecimal
	Type   string    `json:"type"` // picture.PNG or picture.JPEG
	Width  int       `json:"width"`
	Height int       `json:"height"`
	Size   int       `json:"size"` // bytes of Data
	By     ID        `json:"by"`   // who uploaded it first
	At     time.Time `json:"at"`
	Data   []byte    `json:"data"` // none when it was taken away although acts name it
}

// Gone reports whether the image was taken away.
func (i Image) Gone() bool { return i.Size == 0 }

// MostImages is how many bytes of images a club may keep.
const MostImages = 96 << 20

// imagesRest is how long an image that no act names is kept when the room is needed:
// who is writing a story has until then.
const imagesRest = 24 * time.Hour

// An Album keeps images.
type Album interface {
	// SaveImage stores an image, unless one of that hash is there; one that was
	// taken away comes back. A Conflict when the club's images would be more than
	// so many bytes.
	SaveImage(ctx context.Context, i Image, most int) error
	// Images returns all images of a club without their Data, in order of hash.
	Images(ctx context.Context, club ID) ([]Image, error)
	// Image returns one, or NotFound.
	Image(ctx context.Context, club ID, hash string) (Image, error)
	// EmptyImage takes away the bytes of an image and keeps that it was there.
	EmptyImage(ctx context.Context, club ID, hash string) error
	// DropImage removes an image; one that is not there is no error.
	DropImage(ctx context.Context, club ID, hash string) error
}

// imageName is how Markdown and maps name an image of the club.
var imageName = regexp.MustCompile(`\bimage:([0-9a-f]{64})\b`)

// ImageScheme stands before the hash of an image in Markdown: ![a bridge](image:1f...).
const ImageScheme = "image:"

// ImageHash reads the hash out of an image's name in Markdown; "" for any other address.
func ImageHash(address string) string {
	if m := imageName.FindStringSubmatch(address); m != nil && m[0] == address {
		return m[1]
	}
	return ""
}

// A Shown is an image in a Markdown text.
type Shown struct{ Alt, Hash string }

var imageInText = regexp.MustCompile(`!\[([^\]]*)\]\(\s*image:([0-9a-f]{64})\b`)

// ImagesIn are the club's images in a Markdown text, in order.
func ImagesIn(text string) []Shown {
	var all []Shown
	for _, m := range imageInText.FindAllStringSubmatch(text, -1) {
		all = append(all, Shown{m[1], m[2]})
	}
	return all
}

// imagesOf are the images of a body, as pictured has them; none for a body without.
func imagesOf(body Body) (campaign ID, hashes []string) {
	if b, ok := body.(pictured); ok {
		return b.images()
	}
	return "", nil
}

// hashesIn are the hashes of the images that a text names.
func hashesIn(text string) []string {
	var hashes []string
	for _, found := range imageName.FindAllStringSubmatch(text, -1) {
		hashes = append(hashes, found[1])
	}
	return hashes
}

// images is the hash of the picture below the map, if there is one.
func (m *Map) images() []string {
	if m == nil || m.Picture == nil {
		return nil
	}
	return []string{m.Picture.Image}
}

// named are all images that acts name, in force or not: a void may be voided.
func (s *State) named() map[string]bool {
	all := map[string]bool{}
	for i := range s.Acts {
		_, hashes := imagesOf(s.Acts[i].Body)
		for _, h := range hashes {
			all[h] = true
		}
	}
	return all
}

// Shows reports whether an act in force names an image in a campaign: who may read the
// campaign may then see the image.
func (s *State) Shows(campaign ID, hash string) bool {
	for i := range s.Acts {
		if camp, hashes := imagesOf(s.Acts[i].Body); camp == campaign && s.Voided[s.Acts[i].No] == 0 {
			if slices.Contains(hashes, hash) {
				return true
			}
		}
	}
	return false
}

// Veiled are the images that a member may not see: those laid before the arbiter of a battle, but for who rules, who plays
// in that battle and who showed them, unless an act in force names them for everybody.
func (s *State) Veiled(member ID) map[string]bool {
	if m := s.Members[member]; m != nil && !m.Gone && Can(m.Role, KindRule) {
		return nil
	}
	veiled, open := map[string]bool{}, map[string]bool{}
	for i := range s.Acts {
		a := &s.Acts[i]
		_, hashes := imagesOf(a.Body)
		shot, laid := a.Body.(Exhibit)
		for _, hash := range hashes {
			b := s.Battles[shot.Battle]
			switch {
			case !laid && s.Voided[a.No] == 0, laid && (a.By == member || b != nil && s.Seat(b, member) != rules.Nobody):
				open[hash] = true
			case laid:
				veiled[hash] = true
			}
		}
	}
	for hash := range open {
		delete(veiled, hash)
	}
	return veiled
}

// AddImage cleans an upload and keeps it. The same image again is the same Image.
// Permission: story.
func (h *Hall) AddImage(ctx context.Context, by Actor, club ID, raw []byte) (Image, error) {
	s, err := h.allowed(ctx, by, club, KindStory)
	if err != nil {
		return Image{}, err
	}
	return h.keepImage(ctx, s, by, raw)
}

// keepImage cleans an upload and keeps it, in the room that the club has.
func (h *Hall) keepImage(ctx context.Context, s *State, by Actor, raw []byte) (Image, error) {
	p, err := h.clean(ctx, raw)
	if err != nil {
		return Image{}, err
	}
	sum := sha256.Sum256(p.Data)
	i := Image{Club: s.Club.ID, Hash: hex.EncodeToString(sum[:]), Type: p.Type, Width: p.Width, Height: p.Height, Size: len(p.Data),
		By: by.Member, At: h.now().UTC().Truncate(time.Millisecond), Data: p.Data}
	err = h.album.SaveImage(ctx, i, MostImages)
	if CodeOf(err) == Conflict {
		if err := h.dropUnnamed(ctx, s, func(o Image) bool { return o.At.Before(h.now().Add(-imagesRest)) }); err != nil {
			return Image{}, err
		}
		err = h.album.SaveImage(ctx, i, MostImages)
	}
	return i, err
}

// clean cleans one upload at a time: a decoded image is large.
func (h *Hall) clean(ctx context.Context, raw []byte) (picture.Picture, error) {
	select {
	case h.studio <- struct{}{}:
		defer func() { <-h.studio }()
	case <-ctx.Done():
		return picture.Picture{}, ctx.Err()
	}
	p, err := picture.Clean(raw)
	switch {
	case errors.Is(err, picture.ErrLarge):
		return p, refuse(Invalid, "image", "image-large", "", "bytes", fmt.Sprint(picture.MostBytes>>20), "pixels", fmt.Sprint(picture.MostPixels>>20))
	case errors.Is(err, picture.ErrKind):
		return p, refuse(Invalid, "image", "image-kind", "")
	}
	return p, err
}

// dropUnnamed removes the images that no act names and that are to go.
func (h *Hall) dropUnnamed(ctx context.Context, s *State, goes func(Image) bool) error {
	all, err := h.album.Images(ctx, s.Club.ID)
	if err != nil {
		return err
	}
	named := s.named()
	for _, i := range all {
		if !named[i.Hash] && goes(i) {
			if err := h.album.DropImage(ctx, s.Club.ID, i.Hash); err != nil {
				return err
			}
		}
	}
	return nil
}

// Image returns an image of a club with its bytes, or NotFound, also of one that was
// taken away. Permission: that of reading a campaign that shows it, which the caller asks.
func (h *Hall) Image(ctx context.Context, club ID, hash string) (Image, error) {
	i, err := h.album.Image(ctx, club, hash)
	if err == nil && i.Gone() {
		err = missing("", "image", hash)
	}
	return i, err
}

// A Hanging is an image of a club, and whether any act names it.
type Hanging struct {
	Image
	Named bool
}

// Images lists the images of a club that the actor may see, without their bytes, those that
// were taken away left out. Permission: view.
func (h *Hall) Images(ctx context.Context, by Actor, club ID) ([]Hanging, error) {
	s, err := h.allowed(ctx, by, club, ActionView)
	if err != nil {
		return nil, err
	}
	all, err := h.album.Images(ctx, club)
	if err != nil {
		return nil, err
	}
	named, veiled := s.named(), s.Veiled(by.Member)
	var out []Hanging
	for _, i := range all {
		if !i.Gone() && !veiled[i.Hash] {
			out = append(out, Hanging{i, named[i.Hash]})
		}
	}
	return out, nil
}

// imagesBy are the images that a member has uploaded, with their bytes.
func (h *Hall) imagesBy(ctx context.Context, club, member ID) ([]Image, error) {
	all, err := h.album.Images(ctx, club)
	if err != nil {
		return nil, err
	}
	own := []Image{}
	for _, i := range all {
		if i.By != member {
			continue
		}
		if i, err = h.album.Image(ctx, club, i.Hash); err != nil {
			return nil, err
		}
		own = append(own, i)
	}
	return own, nil
}

// RemoveImage takes an image away for good. Stories and maps that name it stay, without
// it. Permission: images, or one's own.
func (h *Hall) RemoveImage(ctx context.Context, by Actor, club ID, hash string) error {
	s, err := h.allowed(ctx, by, club, ActionView)
	if err != nil {
		return err
	}
	i, err := h.Image(ctx, club, hash)
	if err != nil {
		return err
	}
	if i.By != by.Member {
		if err := s.require(by, ActionImages); err != nil {
			return err
		}
	}
	if s.named()[hash] {
		return h.album.EmptyImage(ctx, club, hash)
	}
	return h.album.DropImage(ctx, club, hash)
}

// checkImages refuses a body that names images which the club does not have, and a
// story that shows one without saying what is on it.
func (h *Hall) checkImages(ctx context.Context, club ID, body Body) error {
	_, hashes := imagesOf(body)
	if len(hashes) == 0 {
		return nil
	}
	if b, ok := body.(PostStory); ok {
		for _, shown := range ImagesIn(b.Text) {
			if strings.TrimSpace(shown.Alt) == "" {
				return refuse(Invalid, "text", "image-alt", "")
			}
		}
	}
	all, err := h.album.Images(ctx, club)
	if err != nil {
		return err
	}
	for _, hash := range hashes {
		if !slices.ContainsFunc(all, func(i Image) bool { return i.Hash == hash }) {
			return refuse(Invalid, "image", "no-image", "", "id", hash)
		}
	}
	return nil
}

// sound verifies an image against its hash and its head.
func (i Image) sound() error {
	if i.Gone() && len(i.Data) == 0 {
		return nil
	}
	if sum := sha256.Sum256(i.Data); hex.EncodeToString(sum[:]) != i.Hash || len(i.Data) != i.Size {
		return fmt.Errorf("image %s: was changed after it was stored", i.Hash)
	}
	p := picture.Picture{Data: i.Data, Type: i.Type, Width: i.Width, Height: i.Height}
	if err := p.Sound(); err != nil {
		return fmt.Errorf("image %s: %w", i.Hash, err)
	}
	return nil
}

// checkAlbum verifies every image of a club, and that those which acts name are there.
func (h *Hall) checkAlbum(ctx context.Context, s *State) ([]Finding, error) {
	all, err := h.album.Images(ctx, s.Club.ID)
	if err != nil {
		return nil, err
	}
	var found []Finding
	wanted := s.named()
	for _, i := range all {
		if i, err = h.album.Image(ctx, s.Club.ID, i.Hash); err != nil {
			return found, err
		}
		delete(wanted, i.Hash)
		if err := i.sound(); err != nil {
			found = append(found, Finding{s.Club.ID, CheckedImage, err})
		}
	}
	for hash := range wanted {
		found = append(found, Finding{s.Club.ID, CheckedImage, fmt.Errorf("image %s: acts name it and it is not there", hash)})
	}
	return found, nil
}

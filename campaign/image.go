package campaign

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"oriflamme/campaign/imagesanitize"
	"oriflamme/rules"
)

// An Image is an image that a member uploaded, cleaned by package imagesanitize. It is
// stored under the hash of its bytes. Acts name images by this hash, so that the chain of
// acts also proves their content.
type Image struct {
	Club   ID        `json:"club"`
	Hash   string    `json:"hash"` // SHA-256 of Data, in hexadecimal
	Type   string    `json:"type"` // imagesanitize.PNG or imagesanitize.JPEG
	Width  int       `json:"width"`
	Height int       `json:"height"`
	Size   int       `json:"size"` // bytes of Data
	By     ID        `json:"by"`   // the member who uploaded it first
	At     time.Time `json:"at"`
	Data   []byte    `json:"data"` // empty if it was removed although acts name it
}

// Removed reports whether the image's bytes were removed.
func (i Image) Removed() bool { return i.Size == 0 }

// MaxImageBytes is how many bytes of images a club may store.
const MaxImageBytes = 96 << 20

// unusedImageLife is how long an image that no act names is kept when space is needed. A
// member who uploads an image for a story has this long to publish the story.
const unusedImageLife = 24 * time.Hour

// An ImageStore stores images.
type ImageStore interface {
	// SaveImage stores an image unless the club has one of that hash. It restores an
	// image that was removed. It returns a Conflict if the club's images would then have
	// more than limit bytes.
	SaveImage(ctx context.Context, i Image, limit int) error
	// Images returns all images of a club without their Data, in order of hash.
	Images(ctx context.Context, club ID) ([]Image, error)
	// Image returns an image, or NotFound.
	Image(ctx context.Context, club ID, hash string) (Image, error)
	// EmptyImage removes the bytes of an image but not its row.
	EmptyImage(ctx context.Context, club ID, hash string) error
	// DropImage removes an image. It is no error if there is none.
	DropImage(ctx context.Context, club ID, hash string) error
}

// imageNamePattern matches an image of the club as Markdown and maps name it.
var imageNamePattern = regexp.MustCompile(`\bimage:([0-9a-f]{64})\b`)

// ImageScheme is the prefix of an image's hash in Markdown: ![a bridge](image:1f...).
const ImageScheme = "image:"

// ImageHash returns the hash in an image's address in Markdown, "" for any other address.
func ImageHash(address string) string {
	if m := imageNamePattern.FindStringSubmatch(address); m != nil && m[0] == address {
		return m[1]
	}
	return ""
}

// An ImageRef is an image of the club that a Markdown text names.
type ImageRef struct{ Alt, Hash string }

var imageRefPattern = regexp.MustCompile(`!\[([^\]]*)\]\(\s*image:([0-9a-f]{64})\b`)

// ImageRefs returns the images of the club that a Markdown text names, in order.
func ImageRefs(text string) []ImageRef {
	var all []ImageRef
	for _, m := range imageRefPattern.FindAllStringSubmatch(text, -1) {
		all = append(all, ImageRef{m[1], m[2]})
	}
	return all
}

// bodyImages returns the images that a body names, as imageHolder does; none for other bodies.
func bodyImages(body Body) (campaign ID, hashes []string) {
	if b, ok := body.(imageHolder); ok {
		return b.images()
	}
	return "", nil
}

// imageHashesIn returns the hashes of the images that a text names.
func imageHashesIn(text string) []string {
	var hashes []string
	for _, found := range imageNamePattern.FindAllStringSubmatch(text, -1) {
		hashes = append(hashes, found[1])
	}
	return hashes
}

// images returns the hash of the map's backdrop, if there is one.
func (m *Map) images() []string {
	if m == nil || m.Backdrop == nil {
		return nil
	}
	return []string{m.Backdrop.Image}
}

// usedImages returns all images that acts name. Acts that are not in force count too, since
// a void may itself be voided.
func (s *State) usedImages() map[string]bool {
	all := map[string]bool{}
	for i := range s.Acts {
		_, hashes := bodyImages(s.Acts[i].Body)
		for _, h := range hashes {
			all[h] = true
		}
	}
	return all
}

// ShowsImage reports whether an act in force names an image in a campaign. Readers of the
// campaign may then see the image.
func (s *State) ShowsImage(campaign ID, hash string) bool {
	for i := range s.Acts {
		if inCampaign, hashes := bodyImages(s.Acts[i].Body); inCampaign == campaign && s.Voided[s.Acts[i].No] == 0 {
			if slices.Contains(hashes, hash) {
				return true
			}
		}
	}
	return false
}

// HiddenImages returns the images that a member may not see. These are images submitted to
// the arbiter of a battle, unless the member may rule, plays in that battle or submitted
// the image, or an act in force shows it to everybody.
func (s *State) HiddenImages(member ID) map[string]bool {
	if m := s.Members[member]; m != nil && !m.HasLeft && Can(m.Role, KindRule) {
		return nil
	}
	hidden, shown := map[string]bool{}, map[string]bool{}
	for i := range s.Acts {
		a := &s.Acts[i]
		_, hashes := bodyImages(a.Body)
		evidence, isEvidence := a.Body.(SubmitEvidence)
		for _, hash := range hashes {
			b := s.Battles[evidence.Battle]
			switch {
			case !isEvidence && s.Voided[a.No] == 0, isEvidence && (a.By == member || b != nil && s.Seat(b, member) != rules.Nobody):
				shown[hash] = true
			case isEvidence:
				hidden[hash] = true
			}
		}
	}
	for hash := range shown {
		delete(hidden, hash)
	}
	return hidden
}

// AddImage cleans an upload and stores it. The same upload always gives the same Image.
// Permission: story.
func (s *Service) AddImage(ctx context.Context, by Actor, club ID, raw []byte) (Image, error) {
	st, err := s.stateFor(ctx, by, club, KindStory)
	if err != nil {
		return Image{}, err
	}
	return s.saveImage(ctx, st, by, raw)
}

// saveImage cleans an upload and stores it, if the club has space for it. When space is
// short it first drops old images that no act names.
func (s *Service) saveImage(ctx context.Context, st *State, by Actor, raw []byte) (Image, error) {
	p, err := s.sanitizeImage(ctx, raw)
	if err != nil {
		return Image{}, err
	}
	i := Image{Club: st.Club.ID, Hash: sha256Hex(p.Data), Type: p.Type, Width: p.Width, Height: p.Height, Size: len(p.Data),
		By: by.Member, At: s.now().UTC().Truncate(time.Millisecond), Data: p.Data}
	err = s.images.SaveImage(ctx, i, MaxImageBytes)
	if CodeOf(err) == Conflict {
		if err := s.dropUnusedImages(ctx, st, func(o Image) bool { return o.At.Before(s.now().Add(-unusedImageLife)) }); err != nil {
			return Image{}, err
		}
		err = s.images.SaveImage(ctx, i, MaxImageBytes)
	}
	return i, err
}

// sanitizeImage cleans an upload. It handles one at a time, because a decoded image is large.
func (s *Service) sanitizeImage(ctx context.Context, raw []byte) (imagesanitize.Image, error) {
	select {
	case s.imageSlot <- struct{}{}:
		defer func() { <-s.imageSlot }()
	case <-ctx.Done():
		return imagesanitize.Image{}, ctx.Err()
	}
	p, err := imagesanitize.Sanitize(raw)
	switch {
	case errors.Is(err, imagesanitize.ErrLarge):
		return p, refuse(Invalid, "image", "image-large", "", "bytes", fmt.Sprint(imagesanitize.MaxBytes>>20), "pixels", fmt.Sprint(imagesanitize.MaxPixels>>20))
	case errors.Is(err, imagesanitize.ErrKind):
		return p, refuse(Invalid, "image", "image-kind", "")
	}
	return p, err
}

// dropUnusedImages removes the images that no act names and for which goes is true.
func (s *Service) dropUnusedImages(ctx context.Context, st *State, goes func(Image) bool) error {
	all, err := s.images.Images(ctx, st.Club.ID)
	if err != nil {
		return err
	}
	named := st.usedImages()
	for _, i := range all {
		if !named[i.Hash] && goes(i) {
			if err := s.images.DropImage(ctx, st.Club.ID, i.Hash); err != nil {
				return err
			}
		}
	}
	return nil
}

// Image returns an image of a club with its bytes. It returns NotFound if there is none or
// it was removed. It checks no permission: the caller checks that the reader may read a
// campaign that shows the image.
func (s *Service) Image(ctx context.Context, club ID, hash string) (Image, error) {
	i, err := s.images.Image(ctx, club, hash)
	if err == nil && i.Removed() {
		err = notFound("", "image", hash)
	}
	return i, err
}

// A StoredImage is an image of a club with whether any act names it.
type StoredImage struct {
	Image
	InUse bool
}

// Images returns the images of a club that the actor may see, without their bytes and
// without those that were removed. Permission: view.
func (s *Service) Images(ctx context.Context, by Actor, club ID) ([]StoredImage, error) {
	st, err := s.stateFor(ctx, by, club, ActionView)
	if err != nil {
		return nil, err
	}
	all, err := s.images.Images(ctx, club)
	if err != nil {
		return nil, err
	}
	named, hidden := st.usedImages(), st.HiddenImages(by.Member)
	var out []StoredImage
	for _, i := range all {
		if !i.Removed() && !hidden[i.Hash] {
			out = append(out, StoredImage{i, named[i.Hash]})
		}
	}
	return out, nil
}

// imagesBy returns the images that a member has uploaded, with their bytes.
func (s *Service) imagesBy(ctx context.Context, club, member ID) ([]Image, error) {
	all, err := s.images.Images(ctx, club)
	if err != nil {
		return nil, err
	}
	own := []Image{}
	for _, i := range all {
		if i.By != member {
			continue
		}
		if i, err = s.images.Image(ctx, club, i.Hash); err != nil {
			return nil, err
		}
		own = append(own, i)
	}
	return own, nil
}

// RemoveImage removes an image for good. Stories and maps that name it stay, without it.
// Permission: images, or none for an image of one's own.
func (s *Service) RemoveImage(ctx context.Context, by Actor, club ID, hash string) error {
	st, err := s.stateFor(ctx, by, club, ActionView)
	if err != nil {
		return err
	}
	i, err := s.Image(ctx, club, hash)
	if err != nil {
		return err
	}
	if i.By != by.Member {
		if err := st.require(by, ActionImages); err != nil {
			return err
		}
	}
	if st.usedImages()[hash] {
		return s.images.EmptyImage(ctx, club, hash)
	}
	return s.images.DropImage(ctx, club, hash)
}

// checkImages refuses a body that names images that the club does not have, and a story
// that shows an image without a text alternative.
func (s *Service) checkImages(ctx context.Context, club ID, body Body) error {
	_, hashes := bodyImages(body)
	if len(hashes) == 0 {
		return nil
	}
	if b, ok := body.(PostStory); ok {
		for _, refs := range ImageRefs(b.Text) {
			if strings.TrimSpace(refs.Alt) == "" {
				return refuse(Invalid, "text", "image-alt", "")
			}
		}
	}
	all, err := s.images.Images(ctx, club)
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

// verify checks an image's bytes against its hash, type and size.
func (i Image) verify() error {
	if i.Removed() && len(i.Data) == 0 {
		return nil
	}
	if sha256Hex(i.Data) != i.Hash || len(i.Data) != i.Size {
		return fmt.Errorf("image %s: was changed after it was stored", i.Hash)
	}
	p := imagesanitize.Image{Data: i.Data, Type: i.Type, Width: i.Width, Height: i.Height}
	if err := p.Verify(); err != nil {
		return fmt.Errorf("image %s: %w", i.Hash, err)
	}
	return nil
}

// checkStoredImages verifies every image of a club, and that every image that acts name exists.
func (s *Service) checkStoredImages(ctx context.Context, st *State) ([]Finding, error) {
	all, err := s.images.Images(ctx, st.Club.ID)
	if err != nil {
		return nil, err
	}
	var found []Finding
	wanted := st.usedImages()
	for _, i := range all {
		if i, err = s.images.Image(ctx, st.Club.ID, i.Hash); err != nil {
			return found, err
		}
		delete(wanted, i.Hash)
		if err := i.verify(); err != nil {
			found = append(found, Finding{st.Club.ID, CheckedImage, err})
		}
	}
	for hash := range wanted {
		found = append(found, Finding{st.Club.ID, CheckedImage, fmt.Errorf("image %s: acts name it and it is not there", hash)})
	}
	return found, nil
}

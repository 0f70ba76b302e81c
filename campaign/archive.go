package campaign

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
)

// ArchiveStore take a club in from elsewhere.
type ArchiveStore interface {
	// Restore stores a whole archive in one transaction. A club that is there
	// already is a Conflict.
	Restore(ctx context.Context, a Archive) error
}

// An Archive is a whole club: its acts, its battles in the engine, its images. Sessions,
// links and caches are no part of it. As a member gets it, it has no seeds of battles
// that go on: such a battle goes on elsewhere with dice of the table.
type Archive struct {
	Format string     `json:"format"` // ArchiveFormat
	Club   ID         `json:"club"`
	Acts   []Act      `json:"acts"`
	Lives  []LiveHead `json:"lives"`
	Steps  []StepRow  `json:"steps"`
	Images []Image    `json:"images,omitempty"`
}

// ArchiveFormat names the form of an archive, with its version.
const ArchiveFormat = "oriflamme-club-1"

// Export writes a club's archive as JSON, an act or a step a line. The same club
// always gives the same bytes. No permission is asked when by is empty, as on
// the command line; else: export, and battles that go on and hold secrets, such
// as the order of a deck, are left to their acts alone.
func (h *Service) Export(ctx context.Context, by Actor, club ID, w io.Writer) error {
	s, err := h.State(ctx, club)
	if err != nil {
		return err
	}
	if by.Member != "" {
		if err := s.require(by, ActionExport); err != nil {
			return err
		}
	}
	a := Archive{Format: ArchiveFormat, Club: club, Acts: s.Acts}
	lives, err := h.steps.Lives(ctx, club)
	if err != nil {
		return err
	}
	for _, l := range lives {
		if by.Member != "" {
			if secret, err := h.partHasSecrets(ctx, s, l); err != nil {
				return err
			} else if secret {
				continue
			}
		}
		if by.Member != "" && !s.seedRevealed(l) {
			l.Seed = ""
		}
		a.Lives = append(a.Lives, l)
		steps, err := h.steps.Steps(ctx, club, l.Battle, l.Part)
		if err != nil {
			return err
		}
		a.Steps = append(a.Steps, steps...)
	}
	if a.Images, err = h.images.Images(ctx, club); err != nil {
		return err
	}
	return a.write(w, func(i Image) (Image, error) { return h.images.Image(ctx, club, i.Hash) })
}

// seedRevealed reports whether the seed of a part is known to all: the part is finished.
func (s *State) seedRevealed(head LiveHead) bool {
	b := s.Battles[head.Battle]
	if b == nil {
		return false
	}
	p := b.enginePart(head.Part)
	return p != nil && p.Seed == head.Seed
}

// partHasSecrets holds for a part that goes on and whose record tells what a player may
// not see.
func (h *Service) partHasSecrets(ctx context.Context, s *State, head LiveHead) (bool, error) {
	if b := s.Battles[head.Battle]; b != nil {
		if p := b.enginePart(head.Part); p == nil || p.Record != "" {
			return false, nil // never begun, or finished
		}
	}
	live, err := h.LivePart(ctx, head.Club, head.Battle, head.Part)
	if err != nil {
		return false, err
	}
	return h.HasSecrets(live), nil
}

// HasSecrets holds for a battle that goes on and whose record tells what a player
// may not see.
func (h *Service) HasSecrets(live *LiveSnapshot) bool {
	g := h.Game(live.Setup.Game)
	return g != nil && len(g.Secret) > 0 && !live.Over
}

// write writes an archive; images are read when their turn comes, since all of them are large.
func (a Archive) write(w io.Writer, whole func(Image) (Image, error)) error {
	var b bytes.Buffer
	end := "}\n"
	if len(a.Images) > 0 {
		end = ",\n\"images\":["
	}
	fmt.Fprintf(&b, "{\"format\":%q,\"club\":%q,\n", a.Format, a.Club)
	err := firstError(writeList(&b, "acts", a.Acts, ",\n"), writeList(&b, "lives", a.Lives, ",\n"), writeList(&b, "steps", a.Steps, end))
	if err != nil {
		return err
	}
	if _, err := b.WriteTo(w); err != nil || len(a.Images) == 0 {
		return err
	}
	for n, i := range a.Images {
		if i, err = whole(i); err != nil {
			return err
		}
		line, err := encode(i)
		if err != nil {
			return err
		}
		sign := ",\n"
		if n == 0 {
			sign = "\n"
		}
		if _, err := io.WriteString(w, sign+string(line)); err != nil {
			return err
		}
	}
	_, err = io.WriteString(w, "]}\n")
	return err
}

func writeList[T any](b *bytes.Buffer, name string, all []T, end string) error {
	fmt.Fprintf(b, "%q:[", name)
	for i, v := range all {
		line, err := encode(v)
		if err != nil {
			return err
		}
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteByte('\n')
		b.Write(line)
	}
	b.WriteString("]" + end)
	return nil
}

// ReadArchive reads what Export wrote and verifies it: the chain, that the acts
// fold, that the images are those that were stored, that nothing in it belongs to another club.
func ReadArchive(r io.Reader) (Archive, error) {
	var a Archive
	dec := json.NewDecoder(r)
	dec.DisallowUnknownFields()
	if err := dec.Decode(&a); err != nil {
		return a, fmt.Errorf("archive: %w", err)
	}
	if a.Format != ArchiveFormat {
		return a, refuse(Invalid, "format", "not-an-archive", "", "format", a.Format)
	}
	for _, act := range a.Acts {
		if act.Club != a.Club {
			return a, refuse(Invalid, "acts", "other-club", "", "act", fmt.Sprint(act.No))
		}
	}
	for i, l := range a.Lives {
		if l.Club != a.Club {
			return a, refuse(Invalid, fmt.Sprintf("lives[%d]", i), "other-club", "")
		}
	}
	for i, s := range a.Steps {
		if s.Club != a.Club {
			return a, refuse(Invalid, fmt.Sprintf("steps[%d]", i), "other-club", "")
		}
	}
	for i, p := range a.Images {
		if p.Club != a.Club {
			return a, refuse(Invalid, fmt.Sprintf("images[%d]", i), "other-club", "")
		}
		if err := p.verify(); err != nil {
			return a, fmt.Errorf("archive: %w", err)
		}
	}
	if len(a.Acts) == 0 {
		return a, refuse(Invalid, "acts", "required", "")
	}
	if err := Verify(a.Acts); err != nil {
		return a, fmt.Errorf("archive: %w", err)
	}
	if _, err := Fold(a.Acts); err != nil {
		return a, fmt.Errorf("archive: %w", err)
	}
	return a, nil
}

// Import stores the archive of a club that the store does not have and returns
// the club. It is for the command line: no permission is asked.
func (h *Service) Import(ctx context.Context, r io.Reader) (ID, error) {
	a, err := ReadArchive(r)
	if err != nil {
		return "", err
	}
	if err := h.archives.Restore(ctx, a); err != nil {
		return "", err
	}
	return a.Club, nil
}

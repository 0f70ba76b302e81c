package campaign

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
)

// An ArchiveStore stores a club that was exported elsewhere.
type ArchiveStore interface {
	// Restore stores a whole archive in one transaction. It returns a Conflict if the
	// club exists already.
	Restore(ctx context.Context, a Archive) error
}

// An Archive is a whole club: its acts, the records of its battles in the engine and its
// images, without sessions, links and caches. The archive that a member downloads has no
// seeds of unfinished battles; after an import these continue with dice thrown at the table.
type Archive struct {
	Format string     `json:"format"` // ArchiveFormat
	Club   ID         `json:"club"`
	Acts   []Act      `json:"acts"`
	Lives  []LiveHead `json:"lives"`
	Steps  []StepRow  `json:"steps"`
	Images []Image    `json:"images,omitempty"`
}

// ArchiveFormat is the name and version of the archive's format.
const ArchiveFormat = "oriflamme-club-1"

// Export writes a club's archive as JSON, with one act or step on each line. The same
// club always gives the same bytes. With an empty actor, as on the command line, no
// permission is needed. Otherwise the actor needs the permission export, and an
// unfinished battle that holds secrets, such as the order of a deck, is exported without
// its record.
func (s *Service) Export(ctx context.Context, by Actor, club ID, w io.Writer) error {
	st, err := s.State(ctx, club)
	if err != nil {
		return err
	}
	if by.Member != "" {
		if err := st.require(by, ActionExport); err != nil {
			return err
		}
	}
	a := Archive{Format: ArchiveFormat, Club: club, Acts: st.Acts}
	lives, err := s.steps.Lives(ctx, club)
	if err != nil {
		return err
	}
	for _, l := range lives {
		if by.Member != "" {
			if secret, err := s.partHasSecrets(ctx, st, l); err != nil {
				return err
			} else if secret {
				continue
			}
		}
		if by.Member != "" && !st.seedRevealed(l) {
			l.Seed = ""
		}
		a.Lives = append(a.Lives, l)
		steps, err := s.steps.Steps(ctx, club, l.Battle, l.Part)
		if err != nil {
			return err
		}
		a.Steps = append(a.Steps, steps...)
	}
	if a.Images, err = s.images.Images(ctx, club); err != nil {
		return err
	}
	return a.write(w, func(i Image) (Image, error) { return s.images.Image(ctx, club, i.Hash) })
}

// seedRevealed reports whether a part is finished, so that everybody knows its seed.
func (s *State) seedRevealed(head LiveHead) bool {
	b := s.Battles[head.Battle]
	if b == nil {
		return false
	}
	p := b.enginePart(head.Part)
	return p != nil && p.Seed == head.Seed
}

// partHasSecrets reports whether a part is unfinished and its record contains what a
// player may not see.
func (s *Service) partHasSecrets(ctx context.Context, st *State, head LiveHead) (bool, error) {
	if b := st.Battles[head.Battle]; b != nil {
		if p := b.enginePart(head.Part); p == nil || p.Record != "" {
			return false, nil // not started, or finished
		}
	}
	live, err := s.LivePart(ctx, head.Club, head.Battle, head.Part)
	if err != nil {
		return false, err
	}
	return s.HasSecrets(live), nil
}

// HasSecrets reports whether a battle is unfinished and its record contains what a player
// may not see.
func (s *Service) HasSecrets(live *LiveSnapshot) bool {
	g := s.Game(live.Setup.Game)
	return g != nil && len(g.Secret) > 0 && !live.Over
}

// write writes an archive. whole returns an image with its bytes; it is called for one image
// at a time, because all of them together may not fit into memory.
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

// ReadArchive reads what Export wrote and verifies it: the chain is unbroken, the acts
// fold, the images match their hashes, and nothing belongs to another club.
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

// Import stores the archive of a club that the store does not have, and returns the
// club's ID. It is for the command line and checks no permission.
func (s *Service) Import(ctx context.Context, r io.Reader) (ID, error) {
	a, err := ReadArchive(r)
	if err != nil {
		return "", err
	}
	if err := s.archives.Restore(ctx, a); err != nil {
		return "", err
	}
	return a.Club, nil
}

// Package dice is where chance enters the rules, and the only place.
//
// A rule asks for a Roll by name; a Source answers with one face for each die.
// Seeded draws the faces, Tape takes them from the table, and package odds
// walks every one of them. The package knows no rule of any game.
package dice

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
)

// Read tells what the rules can tell apart in a roll. It never changes what is
// rolled; it lets package odds visit one outcome of a class instead of all.
type Read uint8

const (
	Faces Read = iota // each die in its order
	Pool              // dice are alike; Cuts, if any, are the only limits that matter
	Sum               // only the total matters
)

// A Roll describes dice thrown together and how the rules will read them.
type Roll struct {
	Why       string   // what the dice decide, such as "hit"
	Labels    []string // a name for each die, where they differ; else nil
	N         int      // how many dice
	Sides     int      // faces of each, numbered from 1
	Read      Read
	Cuts      []int // for Pool: the lowest face of each class above the first, ascending
	PoolSizes []int // for Pool: sizes of the runs of dice that are a pool each; nil for one of all N
	Seats     []int // the seat whose die each is; nil when all are of who gives the command

	// Until, when set, throws the dice again until it holds of the faces.
	Until func(faces []int) bool

	// Alike, when set, tells what the rule makes of the faces as a whole: faces
	// with the same number are the same to it, and one set of them stands for all.
	ClassOf func(faces []int) int

	// Same, when set, is shared by rolls whose Until and Alike answer the same.
	CacheKey string
}

// Label names die i of the roll.
func (r Roll) Label(i int) string {
	if r.Labels != nil {
		return r.Labels[i]
	}
	return r.Why
}

// A Source settles rolls. It returns one face from 1 to Sides for each die,
// and does not keep the slice. It throws once: Until is the caller's affair,
// unless the source implements Settler.
type Source interface {
	Roll(Roll) ([]int, error)
}

// A Settler is a source that settles Until by itself, in one call.
type Settler interface {
	Source
	SettlesUntil()
}

// A Die is one die as it fell.
type Die struct {
	Sides int    `json:"sides"`
	Value int    `json:"value"`
	For   string `json:"for"`
}

// Seeded returns a source of fair dice keyed by any text: ChaCha8 under its
// SHA-256. The same text gives the same faces on every machine and Go release.
func Seeded(seed string) Source {
	return &seeded{rng: rand.New(rand.NewChaCha8(sha256.Sum256([]byte(seed))))}
}

type seeded struct {
	rng    *rand.Rand
	buffer []int // for the faces of rolls to come
}

func (s *seeded) Roll(r Roll) ([]int, error) {
	if len(s.buffer) < r.N {
		s.buffer = make([]int, max(64, r.N))
	}
	faces := s.buffer[:r.N:r.N]
	s.buffer = s.buffer[r.N:]
	for i := range faces {
		faces[i] = s.rng.IntN(r.Sides) + 1
	}
	return faces, nil
}

// A Tape gives out dice that were rolled at the table, in order. When it runs
// out it fails with *MissingError; a face that the die does not have is a *FaceError.
type Tape struct {
	faces []int
	next  int
}

// NewTape returns a tape of the faces, in the order in which they are used.
func NewTape(faces ...int) *Tape { return &Tape{faces: faces} }

// Roll takes the next faces from the tape.
func (t *Tape) Roll(r Roll) ([]int, error) {
	have := t.faces[t.next:]
	if len(have) > r.N {
		have = have[:r.N]
	}
	for i, f := range have {
		if f < 1 || f > r.Sides {
			return nil, &FaceError{Roll: r, Index: t.next + i, Face: f}
		}
	}
	if len(have) < r.N {
		return nil, &MissingError{Roll: r, Present: append([]int(nil), have...)}
	}
	t.next += r.N
	return append([]int(nil), have...), nil
}

// Left returns how many faces were not used.
func (t *Tape) Left() int { return len(t.faces) - t.next }

// A MissingError reports the first roll that a source could not settle: which dice are
// missing and what for. Given holds the faces of that roll already there, up to the
// first that is missing.
type MissingError struct {
	Roll    Roll
	Present []int
	Slots   []int // the face of each die, 0 while it is missing; nil when Given holds all that are there
}

// Faces returns the face of each die of the roll, 0 while it is missing.
func (n *MissingError) Faces() []int {
	faces := make([]int, n.Roll.N)
	copy(faces, n.Present)
	copy(faces, n.Slots)
	return faces
}

func (n *MissingError) Error() string {
	return fmt.Sprintf("need %dd%d: %s", n.Roll.N-len(n.Present), n.Roll.Sides, n.Roll.Label(len(n.Present)))
}

// A FaceError reports a face that a die cannot show. Index counts from the start of the tape.
type FaceError struct {
	Roll  Roll
	Index int
	Face  int
}

func (b *FaceError) Error() string {
	return fmt.Sprintf("die %d shows %d, not 1 to %d", b.Index, b.Face, b.Roll.Sides)
}

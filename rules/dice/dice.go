// Package dice is the only place where chance enters the rules.
//
// A rule asks for a Roll by name; a Source answers with one face for each die.
// Seeded draws the faces, Tape takes them from the table, and package odds
// walks all outcomes. The package knows no rule of any game and refuses faces that
// a die does not have. Begin reading with Roll and Source.
package dice

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
)

// Read says which differences between faces matter to the rules. It never changes what
// is rolled; it lets package odds visit one outcome of each class instead of all.
type Read uint8

const (
	Faces Read = iota // each die in its order
	Pool              // the order does not matter; faces matter only by the class that Cuts, if any, put them in
	Sum               // only the total matters
)

// A Roll describes dice thrown together and how the rules will read them.
type Roll struct {
	Why       string   // what the dice decide, such as "hit"
	Labels    []string // a name for each die; nil when Why names them all
	N         int      // how many dice
	Sides     int      // faces of each die, numbered from 1
	Read      Read
	Cuts      []int // for Pool: the lowest face of each class above the first, ascending
	PoolSizes []int // for Pool: how many dice in a row form each pool; nil for one pool of all N
	Seats     []int // the seat that owns each die; nil when the seat that gives the command owns all

	// Until, when set, reports whether faces are decisive; the dice are thrown again until they are.
	Until func(faces []int) bool

	// ClassOf, when set, returns the class of a set of faces: the rule treats all faces
	// of one class in the same way, so that package odds visits one set of each class.
	ClassOf func(faces []int) int

	// CacheKey, when set, is the same for rolls whose Until and ClassOf return the same
	// results, so that package odds may list their outcomes once.
	CacheKey string
}

// Label returns the name of die i of the roll.
func (r Roll) Label(i int) string {
	if r.Labels != nil {
		return r.Labels[i]
	}
	return r.Why
}

// A Source settles rolls. It returns one face from 1 to Sides for each die,
// and does not keep the slice. It throws once: the caller repeats the roll for Until,
// unless the source implements Settler.
type Source interface {
	Roll(Roll) ([]int, error)
}

// A Settler is a source whose Roll returns decisive faces (see Roll.Until) in one call.
type Settler interface {
	Source
	SettlesUntil()
}

// A Die is one die that was rolled, and what it was rolled for.
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

// A Tape is a source that returns dice rolled at the table, in order. When it runs out,
// Roll fails with a *MissingError; for a face that the die does not have, with a *FaceError.
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
// missing and what for. Present holds the faces of that roll that are known, up to the
// first missing one.
type MissingError struct {
	Roll    Roll
	Present []int
	Slots   []int // the face of each die, 0 while it is missing; nil when Present holds all known faces
}

// Faces returns the face of each die of the roll, 0 while it is missing.
func (e *MissingError) Faces() []int {
	faces := make([]int, e.Roll.N)
	copy(faces, e.Present)
	copy(faces, e.Slots)
	return faces
}

func (e *MissingError) Error() string {
	return fmt.Sprintf("need %dd%d: %s", e.Roll.N-len(e.Present), e.Roll.Sides, e.Roll.Label(len(e.Present)))
}

// A FaceError reports a face that a die cannot show. Index counts from the start of the tape.
type FaceError struct {
	Roll  Roll
	Index int
	Face  int
}

func (e *FaceError) Error() string {
	return fmt.Sprintf("die %d shows %d, not 1 to %d", e.Index, e.Face, e.Roll.Sides)
}

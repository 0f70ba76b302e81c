package campaign

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"reflect"
	"sort"
	"strings"
	"sync"
	"time"
)

// FoldVersion must be raised whenever the same acts fold to another state, or the same
// state has another hash. Otherwise Check would take hashes stored by an older program
// for damage.
const FoldVersion = 14

// Hash returns the SHA-256, in hexadecimal, of everything in the state that acts in force
// have made. Two histories with the same acts in force have the same hash, whatever else
// was done and voided.
func (s *State) Hash() string {
	sum := sha256.New()
	d := stateHasher{Writer: bufio.NewWriter(sum), rank: s.actRanks()}
	d.value(reflect.ValueOf(s).Elem())
	_ = d.Flush() // writing to a hash never fails
	return hex.EncodeToString(sum.Sum(nil))
}

// actRanks returns the rank of each act among the acts in force, from 1.
func (s *State) actRanks() map[ActNo]int64 {
	rank, n := make(map[ActNo]int64, len(s.Acts)), int64(0)
	for i := range s.Acts {
		a := &s.Acts[i]
		if a.corrective() || s.Voided[a.No] != 0 {
			continue
		}
		n++
		rank[ActNo(a.No)] = n
	}
	return rank
}

// stateHasher writes values so that different values give different bytes: texts with their
// length, maps by sorted keys, act numbers by rank.
type stateHasher struct {
	*bufio.Writer
	rank map[ActNo]int64
	buf  [8]byte
}

func (h *stateHasher) number(n int64) {
	binary.BigEndian.PutUint64(h.buf[:], uint64(n))
	h.Write(h.buf[:])
}

func (h *stateHasher) text(s string) {
	h.number(int64(len(s)))
	h.WriteString(s)
}

var (
	actNoType = reflect.TypeFor[ActNo]()
	timeType  = reflect.TypeFor[time.Time]()
)

// hashedFieldsOf returns the indices of the fields of a struct that are part of the hash:
// the exported ones without the tag hash:"-". The result is cached, because reflection is
// slow.
func hashedFieldsOf(t reflect.Type) []int {
	if cached, ok := hashedFieldsCache.Load(t); ok {
		return cached.([]int)
	}
	var all []int
	for i := range t.NumField() {
		if f := t.Field(i); f.IsExported() && f.Tag.Get("hash") != "-" {
			all = append(all, i)
		}
	}
	hashedFieldsCache.Store(t, all)
	return all
}

var hashedFieldsCache sync.Map // reflect.Type -> []int

func (h *stateHasher) value(v reflect.Value) {
	switch v.Type() {
	case actNoType:
		h.number(h.rank[ActNo(v.Int())])
		return
	case timeType:
		h.number(v.Interface().(time.Time).UnixMilli())
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			h.number(0)
			return
		}
		h.number(1)
		h.value(v.Elem())
	case reflect.Struct:
		for _, i := range hashedFieldsOf(v.Type()) {
			h.value(v.Field(i))
		}
	case reflect.Map:
		keys := v.MapKeys()
		sort.Slice(keys, func(i, j int) bool { return keys[i].String() < keys[j].String() })
		h.number(int64(len(keys)))
		for _, k := range keys {
			h.text(k.String())
			h.value(v.MapIndex(k))
		}
	case reflect.Slice, reflect.Array:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			h.text(string(v.Bytes()))
			return
		}
		h.number(int64(v.Len()))
		for i := range v.Len() {
			h.value(v.Index(i))
		}
	case reflect.String:
		h.text(v.String())
	case reflect.Bool:
		if v.Bool() {
			h.number(1)
		} else {
			h.number(0)
		}
	case reflect.Uint64:
		h.number(int64(v.Uint()))
	default:
		h.number(v.Int())
	}
}

// A Database reports on the condition of the store itself.
type Database interface {
	// Ready returns nil if the database answers and has this program's schema version.
	Ready(ctx context.Context) error
	// Waiting returns how many writes wait to be stored.
	Waiting() int
	// Check runs the database's own integrity check.
	Check(ctx context.Context) error
}

// A HashCache stores the state hash of each club, so that Check notices a changed state.
type HashCache interface {
	// SaveCache stores the state hash after an act.
	SaveCache(ctx context.Context, club ID, no int64, hash string) error
	// Cache returns what SaveCache stored last, or 0 and "".
	Cache(ctx context.Context, club ID) (no int64, hash string, err error)
}

// A CheckTarget is a part of the store that Check verifies.
type CheckTarget string

const (
	CheckedDatabase CheckTarget = "database" // the database itself
	CheckedChain    CheckTarget = "chain"    // the chain of acts
	CheckedFold     CheckTarget = "fold"     // that the acts fold without error
	CheckedState    CheckTarget = "state"    // the state hash
	CheckedRecord   CheckTarget = "record"   // the record of a battle in the engine
	CheckedImage    CheckTarget = "image"
)

// A Finding is an error that Check found in the store.
type Finding struct {
	Club ID
	What CheckTarget
	Err  error
}

func (f Finding) Error() string { return fmt.Sprintf("club %s: %s: %v", f.Club, f.What, f.Err) }

// Check verifies the whole store: the database itself, every club's chain, that its acts
// fold to the state hash stored for them, that every battle in the engine replays to the
// record that its act names, and that every image matches its hash. It returns nil if it
// finds nothing wrong. It stores the current state hash of each club without findings.
func (s *Service) Check(ctx context.Context) ([]Finding, error) {
	var found []Finding
	if err := s.database.Check(ctx); err != nil {
		found = append(found, Finding{"", CheckedDatabase, err})
	}
	clubs, err := s.acts.Clubs(ctx)
	if err != nil {
		return found, err
	}
	for _, club := range clubs {
		wrong, err := s.checkClub(ctx, club)
		if err != nil {
			return found, err
		}
		found = append(found, wrong...)
	}
	return found, nil
}

func (s *Service) checkClub(ctx context.Context, club ID) ([]Finding, error) {
	acts, err := s.acts.Acts(ctx, club, 0)
	if err != nil {
		return []Finding{{club, CheckedChain, err}}, nil
	}
	if err := Verify(acts); err != nil {
		return []Finding{{club, CheckedChain, err}}, nil
	}
	st, err := Fold(acts)
	if err != nil {
		return []Finding{{club, CheckedFold, err}}, nil
	}
	found, err := s.checkCache(ctx, st)
	if err != nil {
		return nil, err
	}
	for _, b := range st.AllBattles() {
		for _, p := range b.EngineParts {
			if err := s.checkRecord(ctx, st, b, p); err != nil {
				found = append(found, Finding{club, CheckedRecord, err})
			}
		}
	}
	images, err := s.checkStoredImages(ctx, st)
	if err != nil {
		return nil, err
	}
	found = append(found, images...)
	if len(found) == 0 {
		err = s.hashes.SaveCache(ctx, club, st.No, withFoldVersion(st.Hash()))
	}
	return found, err
}

func (s *Service) checkCache(ctx context.Context, st *State) ([]Finding, error) {
	club := st.Club.ID
	no, hash, err := s.hashes.Cache(ctx, club)
	if err != nil || !strings.HasPrefix(hash, withFoldVersion("")) {
		return nil, err
	}
	if no > st.No {
		return []Finding{{club, CheckedChain, fmt.Errorf("act %d was there and is gone: the chain ends at %d", no, st.No)}}, nil
	}
	past, err := Fold(st.actsTo(no))
	if err != nil {
		return []Finding{{club, CheckedFold, err}}, nil
	}
	if now := withFoldVersion(past.Hash()); now != hash {
		return []Finding{{club, CheckedState, fmt.Errorf("after act %d the state hash is %s, not %s as remembered", no, now, hash)}}, nil
	}
	return nil, nil
}

// withFoldVersion marks a state hash with the version of the fold that made it.
func withFoldVersion(hash string) string { return fmt.Sprintf("%d:%s", FoldVersion, hash) }

// checkRecord replays a part from the store and compares it with the act that ended it.
func (s *Service) checkRecord(ctx context.Context, st *State, b *Battle, p EnginePart) error {
	head, err := s.steps.Live(ctx, st.Club.ID, b.ID, p.Part)
	if g := s.games[st.Campaigns[b.Campaign].Settings.Game]; CodeOf(err) == NotFound && p.Record == "" && g != nil && len(g.Secret) > 0 {
		return nil // an unfinished battle with secrets is not exported with the club
	}
	if err != nil {
		return fmt.Errorf("battle %s, %s: %w", b.ID, p.Part, err)
	}
	if sha256Hex(head.Setup) != p.Setup || head.Seed != "" && HashToken(head.Seed) != p.SeedHash {
		return fmt.Errorf("battle %s, %s: setup or seed is not what was promised in act %d", b.ID, p.Part, p.ActNo)
	}
	t, err := s.replay(ctx, head)
	if err != nil {
		return err
	}
	if p.Record != "" && recordHash(head, t.live.Rows) != p.Record {
		return fmt.Errorf("battle %s, %s: the record is not the one that was reported", b.ID, p.Part)
	}
	return nil
}

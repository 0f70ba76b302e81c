package campaign

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"reflect"
	"sort"
	"sync"
	"time"
)

// FoldVersion is raised whenever the same acts come to fold to another state or
// the state to another hash, so that hashes remembered by an older program are
// not taken for damage.
const FoldVersion = 14

// Hash is the SHA-256 of everything in the state that acts in force have made,
// in hexadecimal. Two histories with the same acts in force have the same hash,
// whatever was done and undone between them.
func (s *State) Hash() string {
	sum := sha256.New()
	d := stateHasher{Writer: bufio.NewWriter(sum), rank: s.actRanks()}
	d.value(reflect.ValueOf(s).Elem())
	_ = d.Flush() // a hash takes everything
	return hex.EncodeToString(sum.Sum(nil))
}

// actRanks numbers the acts in force from 1.
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

// stateHasher writes values so that different ones never look alike: each with its
// length, maps by sorted keys, causes by rank.
type stateHasher struct {
	*bufio.Writer
	rank map[ActNo]int64
	buf  [8]byte
}

func (d *stateHasher) number(n int64) {
	binary.BigEndian.PutUint64(d.buf[:], uint64(n))
	d.Write(d.buf[:])
}

func (d *stateHasher) text(s string) {
	d.number(int64(len(s)))
	d.WriteString(s)
}

var (
	actNoType = reflect.TypeFor[ActNo]()
	timeType  = reflect.TypeFor[time.Time]()
)

// hashedFieldsOf lists the fields of a struct that are part of the hash. Reflection is slow
// to tell, so it is asked once for each type.
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

func (d *stateHasher) value(v reflect.Value) {
	switch v.Type() {
	case actNoType:
		d.number(d.rank[ActNo(v.Int())])
		return
	case timeType:
		d.number(v.Interface().(time.Time).UnixMilli())
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			d.number(0)
			return
		}
		d.number(1)
		d.value(v.Elem())
	case reflect.Struct:
		for _, i := range hashedFieldsOf(v.Type()) {
			d.value(v.Field(i))
		}
	case reflect.Map:
		keys := v.MapKeys()
		sort.Slice(keys, func(i, j int) bool { return keys[i].String() < keys[j].String() })
		d.number(int64(len(keys)))
		for _, k := range keys {
			d.text(k.String())
			d.value(v.MapIndex(k))
		}
	case reflect.Slice, reflect.Array:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			d.text(string(v.Bytes()))
			return
		}
		d.number(int64(v.Len()))
		for i := range v.Len() {
			d.value(v.Index(i))
		}
	case reflect.String:
		d.text(v.String())
	case reflect.Bool:
		if v.Bool() {
			d.number(1)
		} else {
			d.number(0)
		}
	case reflect.Uint64:
		d.number(int64(v.Uint()))
	default:
		d.number(v.Int())
	}
}

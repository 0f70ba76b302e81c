package reference

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// tight packs a text behind what is in out already for public/js/tight.js, which opens it again. Its letters are sorted by
// what follows them (Burrows and Wheeler, 1994), so that equal ones stand together; each
// is told by how many others came since it was there last, 0 mostly; and the bits of
// these ranks are written by an arithmetic coder that learns how likely they are. It sees
// all of a book where servers see 32 KB of it, and leaves them nothing to pack. Before
// the bits stand, in four bytes each, how long the text is and where its beginning was
// sorted to.
func tight(out, text []byte) []byte {
	room := rooms.Get().(*room)
	defer rooms.Put(room)
	room.used = 0
	order := suffixes(text, 255, room)
	head := len(out)
	w := &coder{out: append(slices.Grow(out, len(text)/5+64), make([]byte, 8)...), high: 1<<32 - 1}
	for i := range w.guess {
		w.guess[i] = guess{even, even}
	}
	for i := range w.recent {
		w.recent[i] = byte(i)
	}
	binary.BigEndian.PutUint32(w.out[head:], uint32(len(text)))
	if len(text) > 0 {
		w.letter(text[len(text)-1])
	}
	for i, at := range order {
		if at == 0 {
			binary.BigEndian.PutUint32(w.out[head+4:], uint32(i+1))
		} else {
			w.letter(text[at-1])
		}
	}
	return binary.BigEndian.AppendUint32(w.out, w.low)
}

// Where the guesses for each kind of bit begin: whether a rank is 0, by the ranks before
// and by the letter before; whether it is 1, likewise; how many bits it has; which.
const (
	zeroByRanks  = 0
	zeroByLetter = zeroByRanks + 64*16
	oneByRanks   = zeroByLetter + 256*4
	oneByLetter  = oneByRanks + 64
	sizeByRank   = oneByLetter + 256
	bitsBySize   = sizeByRank + 4*8
	guesses      = bitsBySize + 8*256
)

const (
	even  = 1 << 15 // of 1<<16: a bit is 1 as likely as 0
	least = 32      // nothing is less likely
)

// A guess is how likely a bit is 1, of 1<<16, as it followed what came quickly and slowly.
type guess struct{ fast, slow uint16 }

// A coder writes letters. It takes its guesses together.
type coder struct {
	out       []byte
	low, high uint32
	guess     [guesses]guess
	recent    [256]byte // letters, the last one first
	ranks     int       // the last three, those above 2 as 3, two bits each
	run       int       // zeros in a row
}

func (w *coder) letter(c byte) {
	last := w.recent[0]
	w.bit(c == last, zeroByRanks+w.ranks*16+min(bits.Len(uint(w.run)), 15), zeroByLetter+int(last)*4+min(w.run, 3))
	if c == last {
		w.run++
		w.ranks = w.ranks << 2 & 63
		return
	}
	w.run = 0
	r, before := 0, last
	for before != c { // each moves to where the next one was
		r++
		before, w.recent[r] = w.recent[r], before
	}
	w.recent[0] = c
	w.bit(r == 1, oneByRanks+w.ranks, oneByLetter+int(last))
	if r > 1 {
		w.rank(r)
	}
	w.ranks = (w.ranks<<2 | min(r, 3)) & 63
}

// rank writes one of 2 to 255: its size, then its bits below the first.
func (w *coder) rank(r int) {
	n := bits.Len(uint(r))
	for k := 2; k < 8; k++ {
		at := sizeByRank + w.ranks&3*8 + k
		w.bit(n > k, at, at)
		if n == k {
			break
		}
	}
	node := 1
	for k := n - 2; k >= 0; k-- {
		at := bitsBySize + (n-1)*256 + node
		w.bit(r>>k&1 == 1, at, at)
		node = node<<1 | r>>k&1
	}
}

// bit writes a bit by two guesses, which may be one.
func (w *coder) bit(is bool, at, or int) {
	a, b := &w.guess[at], &w.guess[or]
	p := min(max((uint32(a.fast)+uint32(a.slow)+uint32(b.fast)+uint32(b.slow))>>2, least), 1<<16-least)
	mid := w.low + uint32(uint64(w.high-w.low)*uint64(p)>>16)
	if is {
		w.high = mid
	} else {
		w.low = mid + 1
	}
	for (w.low^w.high)>>24 == 0 {
		w.out = append(w.out, byte(w.high>>24))
		w.low <<= 8
		w.high = w.high<<8 | 255
	}
	a.learn(is)
	if a != b {
		b.learn(is)
	}
}

func (g *guess) learn(is bool) {
	if is {
		g.fast += (1<<16 - 1 - g.fast) >> 4
		g.slow += (1<<16 - 1 - g.slow) >> 7
	} else {
		g.fast -= g.fast >> 4
		g.slow -= g.slow >> 7
	}
}

package reference

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"io"
	"strings"
	"sync"
)

// Rest gives back the memory that only making the site takes: what was parsed and
// played goes, texts stay compressed. Pages, files, links and answers are the same
// afterwards, and may then be asked for by many goroutines. Nobody may read the site
// while it is called.
func (s *Site) Rest() {
	inParallel(len(Languages), func(i int) {
		l := &larder{}
		for _, p := range s.Pages {
			if p.Lang == Languages[i] {
				p.rest(l)
			}
		}
		for k, b := range s.books {
			if k.lang == Languages[i] {
				b.rest(l)
			}
		}
	})
	l := &larder{}
	for _, a := range s.assets {
		a.packed, a.plain = l.press(a.plain), nil
	}
	s.lock = lock{}
}

// Body is the HTML of the page from <main> on, with relative links only.
func (p *Page) Body() string {
	if p.kept == nil {
		return p.body
	}
	var b strings.Builder
	b.Grow(p.bodySize())
	p.writeBody(&b)
	return b.String()
}

// bodySize is how many bytes the body has.
func (p *Page) bodySize() int {
	if p.kept == nil {
		return len(p.body)
	}
	return releasedSize(p.kept)
}

// writeBody adds the body to what is written.
func (p *Page) writeBody(to io.Writer) {
	if p.kept == nil {
		_, _ = io.WriteString(to, p.body) // what takes everything
	} else {
		release(to, p.kept)
	}
}

// An asset is a file of the site that is no page: plain while the site is made,
// compressed when it rests.
type asset struct{ plain, packed []byte }

// Compressed returns a file that Asset returns under an encoding of HTTP, "br" or "gzip". Brotli takes a second or so for
// a book, once, so only packs have it.
func (s *Site) Compressed(path, encoding string) ([]byte, bool) {
	path = strings.TrimPrefix(path, "/")
	if pack, ok := s.packs[path]; ok && encoding == "br" {
		return pack.brotli(), true
	} else if ok && encoding == "gzip" {
		return pack.gzip(), true
	}
	a, ok := s.assets[path]
	if !ok || encoding != "gzip" {
		return nil, false
	}
	if a.packed == nil {
		return pressed(a.plain), true
	}
	return a.packed, true
}

func (a *asset) bytes() []byte {
	if a.packed == nil {
		return a.plain
	}
	var b bytes.Buffer
	b.Grow(releasedSize(a.packed))
	release(&b, a.packed)
	return b.Bytes()
}

var presses = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

// pressed is bytes under gzip.
func pressed(plain []byte) []byte {
	var b bytes.Buffer
	w := presses.Get().(*gzip.Writer)
	defer presses.Put(w)
	w.Reset(&b)
	_, _ = w.Write(plain) // a buffer takes everything
	_ = w.Close()
	return bytes.Clone(b.Bytes())
}

// releasedSize is how long a text was that was pressed: what gzip ends with.
func releasedSize(packed []byte) int {
	return int(binary.LittleEndian.Uint32(packed[len(packed)-4:]))
}

// release writes what was pressed.
func release(to io.Writer, packed []byte) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err == nil {
		_, err = io.Copy(to, r)
	}
	if err != nil {
		panic(err) // written by this package
	}
}

package reference

import (
	"strings"

	"oriflamme/content/reference/build"
	"oriflamme/content/reference/locale"
	"oriflamme/content/reference/parse"
)

// Compact gives back the memory that only making the site takes: what was parsed and
// played goes, texts stay compressed. Pages, files, links and answers are the same
// afterwards, and may then be asked for by many goroutines. Nobody may read the site
// while it is called.
func (s *Site) Compact() {
	parse.InParallel(len(locale.Languages), func(i int) {
		s.Library.Compact(locale.Languages[i], &build.Interner{})
	})
	l := &build.Interner{}
	for _, a := range s.assets {
		a.Compact(l)
	}
	s.ForgetPublished()
}

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
	return a.Gzip(), true
}

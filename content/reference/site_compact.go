package reference

import "strings"

// Compact gives back the memory that only making the site takes: what was parsed and
// played goes, texts stay compressed. Pages, files, links and answers are the same
// afterwards, and may then be asked for by many goroutines. Nobody may read the site
// while it is called.
func (s *Site) Compact() {
	inParallel(len(Languages), func(i int) {
		l := &interner{}
		s.library.compact(Languages[i], l)
		s.indexedLibrary.compact(Languages[i], l)
	})
	l := &interner{}
	for _, a := range s.assets {
		a.compact(l)
	}
	s.forgetPublished()
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
	return a.gzip(), true
}

package reference

import (
	"strings"

	"oriflamme/content/reference/build"
	"oriflamme/content/reference/locale"
	"oriflamme/content/reference/parse"
)

// Compact frees the memory that only the making of the site needs: it drops what was parsed and played, and compresses
// texts. Pages, files, links and answers stay the same, and many goroutines may then ask for them. Nobody may read the
// site during the call.
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

// Compressed returns a file that Asset returns under a content encoding, "br" or "gzip". Only packs have brotli: it
// takes about a second for each book, once.
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

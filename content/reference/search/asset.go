package search

import (
	"bytes"

	"oriflamme/content/reference/build"
)

// An Asset is a file of the site that is not a page. It is plain while the site is made, and compressed in a compact
// site.
type Asset struct{ plain, gzipped []byte }

// Bytes returns the plain file.
func (a *Asset) Bytes() []byte {
	if a.gzipped == nil {
		return a.plain
	}
	var b bytes.Buffer
	b.Grow(build.GunzippedLen(a.gzipped))
	build.Gunzip(&b, a.gzipped)
	return b.Bytes()
}

// Gzip returns the file compressed.
func (a *Asset) Gzip() []byte {
	if a.gzipped == nil {
		return build.Gzip(a.plain)
	}
	return a.gzipped
}

// Compact keeps the file compressed only.
func (a *Asset) Compact(l *build.Interner) { a.gzipped, a.plain = l.Gzip(a.plain), nil }

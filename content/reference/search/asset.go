package search

import (
	"bytes"

	"oriflamme/content/reference/build"
)

// An Asset is a file of the site that is no page: plain while the site is made,
// compressed when it rests.
type Asset struct{ plain, gzipped []byte }

// Bytes returns the file as it is.
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

package reference

import "bytes"

// An asset is a file of the site that is no page: plain while the site is made,
// compressed when it rests.
type asset struct{ plain, gzipped []byte }

// bytes returns the file as it is.
func (a *asset) bytes() []byte {
	if a.gzipped == nil {
		return a.plain
	}
	var b bytes.Buffer
	b.Grow(gunzippedLen(a.gzipped))
	gunzipTo(&b, a.gzipped)
	return b.Bytes()
}

// gzip returns the file compressed.
func (a *asset) gzip() []byte {
	if a.gzipped == nil {
		return gzipBytes(a.plain)
	}
	return a.gzipped
}

// compact keeps the file compressed only.
func (a *asset) compact(l *interner) { a.gzipped, a.plain = l.gzip(a.plain), nil }

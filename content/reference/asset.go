package reference

import "bytes"

// An asset is a file of the site that is no page: plain while the site is made,
// compressed when it rests.
type asset struct{ plain, gzipped []byte }

func (a *asset) bytes() []byte {
	if a.gzipped == nil {
		return a.plain
	}
	var b bytes.Buffer
	b.Grow(gunzippedLen(a.gzipped))
	gunzipTo(&b, a.gzipped)
	return b.Bytes()
}

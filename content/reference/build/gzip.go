package build

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"io"
	"sync"
)

var gzipWriters = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

// Gzip is bytes under gzip.
func Gzip(plain []byte) []byte {
	var b bytes.Buffer
	w := gzipWriters.Get().(*gzip.Writer)
	defer gzipWriters.Put(w)
	w.Reset(&b)
	_, _ = w.Write(plain) // a buffer takes everything
	_ = w.Close()
	return bytes.Clone(b.Bytes())
}

// GunzippedLen is how long a text was that was pressed: what gzip ends with.
func GunzippedLen(packed []byte) int {
	return int(binary.LittleEndian.Uint32(packed[len(packed)-4:]))
}

// Gunzip writes what was pressed.
func Gunzip(to io.Writer, packed []byte) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err == nil {
		_, err = io.Copy(to, r)
	}
	if err != nil {
		panic(err) // written by this package
	}
}

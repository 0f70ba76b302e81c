package build

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"io"
	"sync"
)

var gzipWriters = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

// Gzip compresses bytes.
func Gzip(plain []byte) []byte {
	var b bytes.Buffer
	w := gzipWriters.Get().(*gzip.Writer)
	defer gzipWriters.Put(w)
	w.Reset(&b)
	_, _ = w.Write(plain) // a buffer takes everything
	_ = w.Close()
	return bytes.Clone(b.Bytes())
}

// GunzippedLen returns the length of the text that was compressed, which the last four bytes hold.
func GunzippedLen(packed []byte) int {
	return int(binary.LittleEndian.Uint32(packed[len(packed)-4:]))
}

// Gunzip writes the decompressed text. It panics when the bytes are not the output of Gzip.
func Gunzip(to io.Writer, packed []byte) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err == nil {
		_, err = io.Copy(to, r)
	}
	if err != nil {
		panic(err) // written by this package
	}
}

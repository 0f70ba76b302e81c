package reference

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"io"
	"sync"
)

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

package web

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/labstack/echo/v4"
)

// What packs is large, and there need be no more of it than there are processors: it is taken for as long as a whole answer is
// packed, never while one is made.
const packLevel = 3

var (
	zippers   = sync.Pool{New: func() any { w, _ := gzip.NewWriterLevel(nil, packLevel); return w }} // the level is one
	deflaters = sync.Pool{New: func() any { w, _ := flate.NewWriter(nil, packLevel); return w }}     // here too
)

// tightField marks an answer so long, and so seldom asked for, that packing it as small as may be is worth the time.
const tightField = "tight"

// zipped packs a whole answer.
func zipped(c echo.Context, into *bytes.Buffer, body []byte) {
	if c.Get(tightField) != nil {
		z, _ := gzip.NewWriterLevel(into, gzip.BestCompression) // the level is one
		_, _ = z.Write(body)                                    // a buffer takes everything
		_ = z.Close()
		return
	}
	z := zippers.Get().(*gzip.Writer)
	defer zippers.Put(z)
	z.Reset(into)
	_, _ = z.Write(body) // here too
	_ = z.Close()
}

// deflated packs a piece of an answer so that other pieces may follow.
func deflated(c echo.Context, piece []byte) []byte {
	var b bytes.Buffer
	if c.Get(tightField) != nil {
		w, _ := flate.NewWriter(&b, flate.BestCompression) // the level is one
		_, _ = w.Write(piece)                              // a buffer takes everything
		_ = w.Flush()
		return b.Bytes()
	}
	w := deflaters.Get().(*flate.Writer)
	defer deflaters.Put(w)
	w.Reset(&b)
	_, _ = w.Write(piece) // here too
	_ = w.Flush()
	return b.Bytes()
}

const (
	leastPacked = 512     // bytes; less is not worth it
	mostWhole   = 1 << 20 // bytes; a longer answer is packed while it is made
)

// gzipped sends answers under gzip to who takes it.
func gzipped(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if packed(c) {
			return next(c)
		}
		c.Response().Header().Add(echo.HeaderVary, echo.HeaderAcceptEncoding)
		if !strings.Contains(c.Request().Header.Get(echo.HeaderAcceptEncoding), "gzip") {
			return next(c)
		}
		out := c.Response().Writer
		p := &packing{ResponseWriter: out, body: buffers.Get().(*bytes.Buffer)}
		p.body.Reset()
		c.Response().Writer = p
		defer func() {
			c.Response().Writer = out
			buffers.Put(p.body)
		}()
		if err := next(c); err != nil && !c.Response().Committed {
			return err // its page is written by who hears of it
		}
		return p.end(c)
	}
}

// packing holds an answer back until it is whole, or long.
type packing struct {
	http.ResponseWriter
	body   *bytes.Buffer
	status int
	long   *gzip.Writer // nil before the answer is long
}

// WriteHeader implements http.ResponseWriter.
func (p *packing) WriteHeader(status int) { p.status = status }

// Unwrap is for http.ResponseController.
func (p *packing) Unwrap() http.ResponseWriter { return p.ResponseWriter }

// Write implements http.ResponseWriter.
func (p *packing) Write(b []byte) (int, error) {
	if p.long != nil {
		return p.long.Write(b)
	}
	if p.status == 0 {
		p.status = http.StatusOK
	}
	n, _ := p.body.Write(b) // a buffer takes everything
	if p.body.Len() <= mostWhole || !p.worth() {
		return n, nil
	}
	p.Header().Del(echo.HeaderContentLength)
	p.send("")
	p.long = zippers.Get().(*gzip.Writer)
	p.long.Reset(p.ResponseWriter)
	_, err := p.long.Write(p.body.Bytes())
	return n, err
}

// worth reports whether the answer gets smaller by being packed.
func (p *packing) worth() bool {
	kind := p.Header().Get(echo.HeaderContentType)
	return p.Header().Get(echo.HeaderContentEncoding) == "" && (!strings.HasPrefix(kind, "image/") || strings.HasPrefix(kind, "image/svg"))
}

// send writes the head of a packed answer, whose length may be known.
func (p *packing) send(length string) {
	p.Header().Set(echo.HeaderContentEncoding, "gzip")
	if length != "" {
		p.Header().Set(echo.HeaderContentLength, length)
	}
	p.ResponseWriter.WriteHeader(p.status)
}

// end sends what was held back.
func (p *packing) end(c echo.Context) error {
	switch {
	case p.long != nil:
		defer zippers.Put(p.long)
		return p.long.Close()
	case p.status == 0:
		return nil
	case p.body.Len() < leastPacked || !p.worth():
		p.ResponseWriter.WriteHeader(p.status)
		_, err := p.ResponseWriter.Write(p.body.Bytes())
		return err
	}
	small := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(small)
	small.Reset()
	zipped(c, small, p.body.Bytes())
	p.send(strconv.Itoa(small.Len()))
	_, err := p.ResponseWriter.Write(small.Bytes())
	return err
}

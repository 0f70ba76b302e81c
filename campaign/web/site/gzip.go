package site

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
const gzipLevel = 3

var (
	gzipWriters  = sync.Pool{New: func() any { w, _ := gzip.NewWriterLevel(nil, gzipLevel); return w }} // the level is one
	flateWriters = sync.Pool{New: func() any { w, _ := flate.NewWriter(nil, gzipLevel); return w }}     // here too
)

// BestCompressionName marks an answer so long, and so seldom asked for, that packing it as small as may be is worth the time.
const BestCompressionName = "tight"

// gzipBody packs a whole answer.
func gzipBody(c echo.Context, into *bytes.Buffer, body []byte) {
	if c.Get(BestCompressionName) != nil {
		z, _ := gzip.NewWriterLevel(into, gzip.BestCompression) // the level is one
		_, _ = z.Write(body)                                    // a buffer takes everything
		_ = z.Close()
		return
	}
	z := gzipWriters.Get().(*gzip.Writer)
	defer gzipWriters.Put(z)
	z.Reset(into)
	_, _ = z.Write(body) // here too
	_ = z.Close()
}

// deflatePiece packs a piece of an answer so that other pieces may follow.
func deflatePiece(c echo.Context, piece []byte) []byte {
	var b bytes.Buffer
	if c.Get(BestCompressionName) != nil {
		w, _ := flate.NewWriter(&b, flate.BestCompression) // the level is one
		_, _ = w.Write(piece)                              // a buffer takes everything
		_ = w.Flush()
		return b.Bytes()
	}
	w := flateWriters.Get().(*flate.Writer)
	defer flateWriters.Put(w)
	w.Reset(&b)
	_, _ = w.Write(piece) // here too
	_ = w.Flush()
	return b.Bytes()
}

const (
	minGzipSize     = 512     // bytes; less is not worth it
	maxBufferedSize = 1 << 20 // bytes; a longer answer is packed while it is made
)

// WithGzip sends answers under gzip to who takes it.
func (s *Base) WithGzip(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if s.isCompressedAlready(c) {
			return next(c)
		}
		c.Response().Header().Add(echo.HeaderVary, echo.HeaderAcceptEncoding)
		if !strings.Contains(c.Request().Header.Get(echo.HeaderAcceptEncoding), "gzip") {
			return next(c)
		}
		out := c.Response().Writer
		p := &gzipResponse{ResponseWriter: out, body: bufferPool.Get().(*bytes.Buffer)}
		p.body.Reset()
		c.Response().Writer = p
		defer func() {
			c.Response().Writer = out
			bufferPool.Put(p.body)
		}()
		if err := next(c); err != nil && !c.Response().Committed {
			return err // its page is written by who hears of it
		}
		return p.end(c)
	}
}

// gzipResponse holds an answer back until it is whole, or long.
type gzipResponse struct {
	http.ResponseWriter
	body   *bytes.Buffer
	status int
	stream *gzip.Writer // nil before the answer is long
}

// WriteHeader implements http.ResponseWriter.
func (p *gzipResponse) WriteHeader(status int) { p.status = status }

// Unwrap is for http.ResponseController.
func (p *gzipResponse) Unwrap() http.ResponseWriter { return p.ResponseWriter }

// Write implements http.ResponseWriter.
func (p *gzipResponse) Write(b []byte) (int, error) {
	if p.stream != nil {
		return p.stream.Write(b)
	}
	if p.status == 0 {
		p.status = http.StatusOK
	}
	n, _ := p.body.Write(b) // a buffer takes everything
	if p.body.Len() <= maxBufferedSize || !p.worthGzip() {
		return n, nil
	}
	p.Header().Del(echo.HeaderContentLength)
	p.sendHead("")
	p.stream = gzipWriters.Get().(*gzip.Writer)
	p.stream.Reset(p.ResponseWriter)
	_, err := p.stream.Write(p.body.Bytes())
	return n, err
}

// worthGzip reports whether the answer gets smaller by being packed.
func (p *gzipResponse) worthGzip() bool {
	kind := p.Header().Get(echo.HeaderContentType)
	return p.Header().Get(echo.HeaderContentEncoding) == "" && (!strings.HasPrefix(kind, "image/") || strings.HasPrefix(kind, "image/svg"))
}

// sendHead writes the head of a packed answer, whose length may be known.
func (p *gzipResponse) sendHead(length string) {
	p.Header().Set(echo.HeaderContentEncoding, "gzip")
	if length != "" {
		p.Header().Set(echo.HeaderContentLength, length)
	}
	p.ResponseWriter.WriteHeader(p.status)
}

// end sends what was held back.
func (p *gzipResponse) end(c echo.Context) error {
	switch {
	case p.stream != nil:
		defer gzipWriters.Put(p.stream)
		return p.stream.Close()
	case p.status == 0:
		return nil
	case p.body.Len() < minGzipSize || !p.worthGzip():
		p.ResponseWriter.WriteHeader(p.status)
		_, err := p.ResponseWriter.Write(p.body.Bytes())
		return err
	}
	small := bufferPool.Get().(*bytes.Buffer)
	defer bufferPool.Put(small)
	small.Reset()
	gzipBody(c, small, p.body.Bytes())
	p.sendHead(strconv.Itoa(small.Len()))
	_, err := p.ResponseWriter.Write(small.Bytes())
	return err
}

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

// Compressors are large, and no more are needed than there are processors. They are taken from a pool while a whole body is
// compressed, and never while a page is made.
const gzipLevel = 3

var (
	gzipWriters  = sync.Pool{New: func() any { w, _ := gzip.NewWriterLevel(nil, gzipLevel); return w }} // the level is valid
	flateWriters = sync.Pool{New: func() any { w, _ := flate.NewWriter(nil, gzipLevel); return w }}     // here too
)

// BestCompressionName marks a response that is so long, and so rarely requested, that the best compression is worth the time.
const BestCompressionName = "tight"

// gzipBody compresses a whole body.
func gzipBody(c echo.Context, into *bytes.Buffer, body []byte) {
	if c.Get(BestCompressionName) != nil {
		z, _ := gzip.NewWriterLevel(into, gzip.BestCompression) // the level is valid
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

// deflatePiece compresses a part of a body so that other parts may follow.
func deflatePiece(c echo.Context, piece []byte) []byte {
	var b bytes.Buffer
	if c.Get(BestCompressionName) != nil {
		w, _ := flate.NewWriter(&b, flate.BestCompression) // the level is valid
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
	minGzipSize     = 512     // bytes; smaller bodies are not compressed
	maxBufferedSize = 1 << 20 // bytes; a longer body is compressed while it is written
)

// WithGzip compresses responses for clients that accept gzip.
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
			return err // HandleError writes its page
		}
		return p.end(c)
	}
}

// A gzipResponse holds a response back until it is complete or long.
type gzipResponse struct {
	http.ResponseWriter
	body   *bytes.Buffer
	status int
	stream *gzip.Writer // nil before the answer is long
}

// WriteHeader implements http.ResponseWriter.
func (p *gzipResponse) WriteHeader(status int) { p.status = status }

// Unwrap returns the response below, for http.ResponseController.
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

// worthGzip reports whether compression makes the body smaller.
func (p *gzipResponse) worthGzip() bool {
	kind := p.Header().Get(echo.HeaderContentType)
	return p.Header().Get(echo.HeaderContentEncoding) == "" && (!strings.HasPrefix(kind, "image/") || strings.HasPrefix(kind, "image/svg"))
}

// sendHead writes the headers of a compressed response; length may be "".
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

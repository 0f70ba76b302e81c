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
func (r *gzipResponse) WriteHeader(status int) { r.status = status }

// Unwrap returns the response below, for http.ResponseController.
func (r *gzipResponse) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// Write implements http.ResponseWriter.
func (r *gzipResponse) Write(b []byte) (int, error) {
	if r.stream != nil {
		return r.stream.Write(b)
	}
	if r.status == 0 {
		r.status = http.StatusOK
	}
	n, _ := r.body.Write(b) // a buffer takes everything
	if r.body.Len() <= maxBufferedSize || !r.worthGzip() {
		return n, nil
	}
	r.Header().Del(echo.HeaderContentLength)
	r.sendHead("")
	r.stream = gzipWriters.Get().(*gzip.Writer)
	r.stream.Reset(r.ResponseWriter)
	_, err := r.stream.Write(r.body.Bytes())
	return n, err
}

// worthGzip reports whether compression makes the body smaller.
func (r *gzipResponse) worthGzip() bool {
	kind := r.Header().Get(echo.HeaderContentType)
	return r.Header().Get(echo.HeaderContentEncoding) == "" && (!strings.HasPrefix(kind, "image/") || strings.HasPrefix(kind, "image/svg"))
}

// sendHead writes the headers of a compressed response; length may be "".
func (r *gzipResponse) sendHead(length string) {
	r.Header().Set(echo.HeaderContentEncoding, "gzip")
	if length != "" {
		r.Header().Set(echo.HeaderContentLength, length)
	}
	r.ResponseWriter.WriteHeader(r.status)
}

// end sends what was held back.
func (r *gzipResponse) end(c echo.Context) error {
	switch {
	case r.stream != nil:
		defer gzipWriters.Put(r.stream)
		return r.stream.Close()
	case r.status == 0:
		return nil
	case r.body.Len() < minGzipSize || !r.worthGzip():
		r.ResponseWriter.WriteHeader(r.status)
		_, err := r.ResponseWriter.Write(r.body.Bytes())
		return err
	}
	small := bufferPool.Get().(*bytes.Buffer)
	defer bufferPool.Put(small)
	small.Reset()
	gzipBody(c, small, r.body.Bytes())
	r.sendHead(strconv.Itoa(small.Len()))
	_, err := r.ResponseWriter.Write(small.Bytes())
	return err
}

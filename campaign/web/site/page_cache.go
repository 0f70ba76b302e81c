package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash/crc32"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"oriflamme/content/phrases"
)

// A pageCache keeps the public pages that visitors get. A page follows from the state of its club, so it is replaced after the
// next act, and after a minute, because pages say how long ago things were. The token of forms, which is each visitor's own,
// is left out of the cached page.
type pageCache struct {
	mu    sync.RWMutex
	pages map[string]*cachedPage
	bytes int // size of all pages
}

const (
	pageCacheSize    = 32 << 20 // bytes
	cacheRequestName = "hot"
	tokenPlaceholder = "{the-token-of-forms-stands-here!}" // stands for the visitor's token
)

// A cachedPage is a page in pieces; the visitor's token goes between them.
type cachedPage struct {
	version  string
	plain    [][]byte
	deflated [][]byte // each piece compressed with deflate, ending at a byte
	hash     string
}

// A cacheRequest says under which key a page that is being rendered is cached.
type cacheRequest struct{ key, version, token string }

// mayBeCached reports whether a request is for a page that is the same for every visitor. It looks only at the request.
func (s *Base) mayBeCached(c echo.Context) bool {
	r := c.Request()
	if r.Method != http.MethodGet || r.URL.RawQuery != "" || len(r.URL.Path) > 200 {
		return false
	}
	switch path.Ext(r.URL.Path) { // files beside the reference are compressed like all others
	case "", ".html":
	default:
		return false
	}
	if !s.RouteOf(c).Is(Cached) {
		return false
	}
	for _, name := range []string{sessionCookie, noticeCookie} {
		if _, err := r.Cookie(name); err == nil {
			return false
		}
	}
	return true
}

// CachePublic answers visitors with cached pages, and lets cacheAndSend store the others.
func (s *Base) CachePublic(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if s.Service == nil || !s.mayBeCached(c) {
			return next(c)
		}
		version := strconv.FormatInt(s.Now().Truncate(time.Minute).Unix(), 36)
		if club := c.Param("club"); club != "" {
			st, err := s.Service.State(c.Request().Context(), club)
			if err != nil {
				return next(c)
			}
			version += " " + st.Head
			c.Set("visit", Visit{Club: club, State: st})
		}
		seed, _ := c.Get(tokenField).(string)
		want := cacheRequest{version: version, token: seed,
			key: strings.Join([]string{c.Get(langCookie).(*phrases.Catalog).Lang, themeOf(c), s.BaseURL(c), c.Request().URL.Path}, " ")}
		if p := s.pageCache.get(want); p != nil {
			return p.send(c, seed)
		}
		c.Set(cacheRequestName, want)
		c.Set(tokenField, tokenPlaceholder)
		return next(c)
	}
}

// cacheAndSend stores a page that was just rendered and sends it. ok is false for a page that must not be stored.
func (s *Base) cacheAndSend(c echo.Context, status int, body []byte) (ok bool, err error) {
	want, ok := c.Get(cacheRequestName).(cacheRequest)
	if !ok {
		return false, nil
	}
	if status != http.StatusOK {
		return true, c.HTMLBlob(status, bytes.ReplaceAll(body, []byte(tokenPlaceholder), []byte(want.token)))
	}
	p := &cachedPage{version: want.version, plain: bytes.Split(bytes.Clone(body), []byte(tokenPlaceholder))}
	sum := sha256.Sum256(body)
	p.hash = hex.EncodeToString(sum[:8])
	for _, piece := range p.plain {
		p.deflated = append(p.deflated, deflatePiece(c, piece))
	}
	s.pageCache.put(want.key, p, 2*len(body))
	return true, p.send(c, want.token)
}

func (h *pageCache) get(want cacheRequest) *cachedPage {
	h.mu.RLock()
	defer h.mu.RUnlock()
	if p := h.pages[want.key]; p != nil && p.version == want.version {
		return p
	}
	return nil
}

func (h *pageCache) put(key string, p *cachedPage, size int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.pages == nil || h.bytes+size > pageCacheSize {
		h.pages, h.bytes = map[string]*cachedPage{}, 0
	}
	h.pages[key] = p
	h.bytes += size
}

// send sends a page with the visitor's token, or status 304 when they have it already.
func (p *cachedPage) send(c echo.Context, seed string) error {
	h := c.Response().Header()
	own := sha256.Sum256([]byte(seed))
	tag := `W/"` + p.hash + "-" + hex.EncodeToString(own[:4]) + `"`
	h.Set("ETag", tag)
	h.Add("Vary", echo.HeaderAcceptEncoding)
	if strings.Contains(c.Request().Header.Get("If-None-Match"), tag) {
		return c.NoContent(http.StatusNotModified)
	}
	b := bufferPool.Get().(*bytes.Buffer)
	defer bufferPool.Put(b)
	b.Reset()
	if strings.Contains(c.Request().Header.Get(echo.HeaderAcceptEncoding), "gzip") {
		h.Set(echo.HeaderContentEncoding, "gzip")
		p.writeGzip(b, []byte(seed))
	} else {
		for i, piece := range p.plain {
			if i > 0 {
				b.WriteString(seed)
			}
			b.Write(piece)
		}
	}
	h.Set(echo.HeaderContentLength, strconv.Itoa(b.Len()))
	return c.HTMLBlob(http.StatusOK, b.Bytes())
}

// writeGzip joins the pieces to one gzip stream with the tokens as stored blocks (RFC 1951, 3.2.4), so that nothing has to be
// compressed again.
func (p *cachedPage) writeGzip(b *bytes.Buffer, seed []byte) {
	b.Write([]byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255})
	crc, size := uint32(0), 0
	add := func(plain []byte) {
		crc = crc32.Update(crc, crc32.IEEETable, plain)
		size += len(plain)
	}
	var n [5]byte
	binary.LittleEndian.PutUint16(n[1:], uint16(len(seed)))
	binary.LittleEndian.PutUint16(n[3:], ^uint16(len(seed)))
	for i, piece := range p.deflated {
		if i > 0 {
			b.Write(n[:])
			b.Write(seed)
			add(seed)
		}
		b.Write(piece)
		add(p.plain[i])
	}
	b.Write([]byte{3, 0}) // the last block, empty
	_ = binary.Write(b, binary.LittleEndian, []uint32{crc, uint32(size)})
}

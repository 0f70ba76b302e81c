package web

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

// hot keeps the public pages that visitors were shown, as they follow from the state of a club: with the first act after,
// or the next minute, since pages tell how long ago things were, another takes its place. What is a visitor's own, the
// token of forms, is left open in them.
type hot struct {
	mu    sync.RWMutex
	pages map[string]*hotPage
	size  int // bytes kept
}

const (
	mostHot  = 32 << 20 // bytes
	hotField = "hot"
	seedGap  = "{the-token-of-forms-stands-here!}" // in place of a seed
)

// hotPage is a page in pieces, between which a visitor's token stands.
type hotPage struct {
	version string
	plain   [][]byte
	packed  [][]byte // each piece under deflate, ending at a byte
	hash    string
}

// hotRequest is what a page in the making is to be kept as.
type hotRequest struct{ key, version, seed string }

// mayBeHot tells requests for pages that are the same for every visitor. It looks at nothing but the request.
func mayBeHot(c echo.Context) bool {
	r := c.Request()
	if r.Method != http.MethodGet || r.URL.RawQuery != "" || len(r.URL.Path) > 200 {
		return false
	}
	switch path.Ext(r.URL.Path) { // files beside the reference are packed on their way like all else
	case "", ".html":
	default:
		return false
	}
	if !hotRoutes[c.Path()] && !underRules(r.URL.Path) {
		return false
	}
	for _, name := range []string{sessionCookie, noticeCookie} {
		if _, err := r.Cookie(name); err == nil {
			return false
		}
	}
	return true
}

// kept answers visitors from the pages kept, and has page keep those that are not.
func (s *site) kept(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if s.Hall == nil || !mayBeHot(c) {
			return next(c)
		}
		version := strconv.FormatInt(s.Now().Truncate(time.Minute).Unix(), 36)
		if club := c.Param("club"); club != "" {
			st, err := s.Hall.State(c.Request().Context(), club)
			if err != nil {
				return next(c)
			}
			version += " " + st.Head
			c.Set("visit", visit{club: club, state: st})
		}
		seed, _ := c.Get(tokenField).(string)
		want := hotRequest{version: version, seed: seed,
			key: strings.Join([]string{c.Get(langCookie).(*phrases.Book).Lang, themeOf(c), s.address(c), c.Request().URL.Path}, " ")}
		if p := s.hot.get(want); p != nil {
			return p.send(c, seed)
		}
		c.Set(hotField, want)
		c.Set(tokenField, seedGap)
		return next(c)
	}
}

// keeps stores a page just drawn and sends it; ok is false for one that is not to be kept.
func (s *site) keeps(c echo.Context, status int, body []byte) (ok bool, err error) {
	want, ok := c.Get(hotField).(hotRequest)
	if !ok {
		return false, nil
	}
	if status != http.StatusOK {
		return true, c.HTMLBlob(status, bytes.ReplaceAll(body, []byte(seedGap), []byte(want.seed)))
	}
	p := &hotPage{version: want.version, plain: bytes.Split(bytes.Clone(body), []byte(seedGap))}
	sum := sha256.Sum256(body)
	p.hash = hex.EncodeToString(sum[:8])
	for _, piece := range p.plain {
		p.packed = append(p.packed, deflated(c, piece))
	}
	s.hot.put(want.key, p, 2*len(body))
	return true, p.send(c, want.seed)
}

func (h *hot) get(want hotRequest) *hotPage {
	h.mu.RLock()
	defer h.mu.RUnlock()
	if p := h.pages[want.key]; p != nil && p.version == want.version {
		return p
	}
	return nil
}

func (h *hot) put(key string, p *hotPage, size int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.pages == nil || h.size+size > mostHot {
		h.pages, h.size = map[string]*hotPage{}, 0
	}
	h.pages[key] = p
	h.size += size
}

// send writes a page with a visitor's token, or says that they have it.
func (p *hotPage) send(c echo.Context, seed string) error {
	h := c.Response().Header()
	own := sha256.Sum256([]byte(seed))
	tag := `W/"` + p.hash + "-" + hex.EncodeToString(own[:4]) + `"`
	h.Set("ETag", tag)
	h.Add("Vary", echo.HeaderAcceptEncoding)
	if strings.Contains(c.Request().Header.Get("If-None-Match"), tag) {
		return c.NoContent(http.StatusNotModified)
	}
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	if strings.Contains(c.Request().Header.Get(echo.HeaderAcceptEncoding), "gzip") {
		h.Set(echo.HeaderContentEncoding, "gzip")
		p.pack(b, []byte(seed))
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

// pack joins the pieces to one gzip stream: a token stands between them as a stored block (RFC 1951, 3.2.4), so that
// nothing has to be compressed again.
func (p *hotPage) pack(b *bytes.Buffer, seed []byte) {
	b.Write([]byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255})
	crc, size := uint32(0), 0
	add := func(plain []byte) {
		crc = crc32.Update(crc, crc32.IEEETable, plain)
		size += len(plain)
	}
	var n [5]byte
	binary.LittleEndian.PutUint16(n[1:], uint16(len(seed)))
	binary.LittleEndian.PutUint16(n[3:], ^uint16(len(seed)))
	for i, piece := range p.packed {
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

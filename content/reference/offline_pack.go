package reference

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"

	"oriflamme/content/reference/build"
	"oriflamme/content/reference/search"
)

// packFile is the file beside the first page of a book that holds the whole book for offline reading. public/js/sw.js
// unpacks it.
const packFile = "pack.bin"

// packQuality is the brotli level of a pack. The next level makes packs 2 % smaller in more than twice the time.
const packQuality = 10

// A packHeader lists what a pack holds: pages, then files, in the order of their texts.
type packHeader struct {
	Version string       `json:"version"`
	Pages   []packedPage `json:"pages"`
	Files   []string     `json:"files"`  // by their names beside the first page
	Shared  string       `json:"shared"` // a file that the books of the language have in common, which is not in the pack
}

type packedPage struct {
	Path  string `json:"u"` // from the first page of the book
	Title string `json:"t"`
}

// An offlinePack makes the pack of one book. It makes the text, which is large, anew each time, and compresses it once
// for each encoding.
type offlinePack struct{ plain, brotli, gzip func() []byte }

func newOfflinePack(b *build.Book, ix *search.Index, shared string) offlinePack {
	plain := func() []byte { return offlineText(b, ix, shared) }
	return offlinePack{plain: plain, gzip: sync.OnceValue(func() []byte { return build.Gzip(plain()) }), brotli: sync.OnceValue(func() []byte {
		text := plain()
		var out bytes.Buffer
		w := brotli.NewWriterOptions(&out, brotli.WriterOptions{Quality: packQuality, LGWin: 22})
		_, _ = w.Write(text) // a buffer takes everything
		_ = w.Close()
		return bytes.Clone(out.Bytes())
	})}
}

// offlineText returns all pages and the search of the book as one text: the header as JSON, then the bodies of the pages
// and the scripts of the index, each after a NUL. The version is a hash of these texts.
func offlineText(b *build.Book, ix *search.Index, shared string) []byte {
	head := packHeader{Shared: "../" + shared}
	root := b.Pages[0].Path
	pages, size := append(slices.Clone(b.Pages), b.ChangesPage), 1<<18
	for _, page := range pages {
		size += page.BodyLen()
	}
	texts := bytes.NewBuffer(make([]byte, 0, size))
	for _, page := range pages {
		head.Pages = append(head.Pages, packedPage{strings.TrimPrefix(page.Path, root), page.Title + " · Oriflamme"})
		texts.WriteByte(0)
		page.WriteBody(texts)
	}
	for _, f := range ix.Files {
		head.Files = append(head.Files, f.Name)
		texts.WriteByte(0)
		texts.Write(f.Bytes())
	}
	sum := sha256.Sum256(texts.Bytes())
	head.Version = hex.EncodeToString(sum[:6])
	out := bytes.NewBuffer(make([]byte, 0, texts.Len()+1<<13))
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(head); err != nil {
		panic(err) // strings only
	}
	out.Write(texts.Bytes())
	return out.Bytes()
}

package reference

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"html"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
)

// packName is the file beside the first page of a book that holds all of the book,
// for a reader who wants it without a network. public/js/sw.js takes it apart.
const packName = "pack.json"

type packedPage struct {
	Path  string `json:"u"` // from the first page of the book
	Title string `json:"t"`
	Body  string `json:"b"`
}

// pack returns every page and the search of the book as one file.
func (b *book) pack(said file) []byte {
	var p struct {
		Version string            `json:"version"`
		Pages   []packedPage      `json:"pages"`
		Files   map[string]string `json:"files"`
	}
	root := b.pages[0].Path
	sum := sha256.New()
	for _, page := range append(slices.Clone(b.pages), b.track) {
		p.Pages = append(p.Pages, packedPage{strings.TrimPrefix(page.Path, root), page.Title + " · Oriflamme", page.Body()})
		sum.Write([]byte(page.Body()))
	}
	p.Version = hex.EncodeToString(sum.Sum(nil)[:6])
	p.Files = map[string]string{}
	for _, f := range b.index.files {
		p.Files[f.name] = string(f.bytes())
	}
	p.Files["../"+said.name] = string(said.bytes())
	var whole, out bytes.Buffer
	if err := plainJSON(&whole, p); err != nil {
		panic(err) // strings only
	}
	if err := plainJSON(&out, map[string]any{"length": len(utf16.Encode([]rune(whole.String()))), "squeezed": squeezed(whole.String())}); err != nil {
		panic(err)
	}
	return out.Bytes()
}

func plainJSON(out *bytes.Buffer, v any) error {
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// kilobytes is about how much a book takes on the way: HTML and words shrink to a
// quarter under gzip.
func (b *book) kilobytes() int {
	n := 0
	for _, p := range b.pages {
		n += len(p.chapter)
	}
	for _, f := range b.index.files {
		n += len(f.plain) * 3 / 2
	}
	return n/4500 + 1
}

// offline offers to keep the book; the script shows it where a browser can.
func (p *Page) offline(b *strings.Builder, t tongue) {
	b.WriteString(`<section class="offline" hidden data-pack data-worker="` + strings.Repeat("../", strings.Count(p.Path, "/")) + `sw.js"`)
	for _, say := range []string{"kept", "not-kept", "keeping", "keep-failed"} {
		b.WriteString(` data-` + say + `="` + html.EscapeString(t.say("offline-"+say, "size", strconv.Itoa(p.book.kilobytes()), "date", "#")) + `"`)
	}
	b.WriteString(`><h2>` + html.EscapeString(t.say("offline")) + `</h2><p role="status"></p><p class="acts"><button class="btn" type="button" data-keep>` + html.EscapeString(t.say("offline-keep")) +
		`</button> <button class="btn ghost" type="button" data-drop hidden>` + html.EscapeString(t.say("offline-drop")) + "</button></p></section>\n")
}

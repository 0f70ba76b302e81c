package reference

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"html"
	"slices"
	"strconv"
	"strings"
)

// packName is the file beside the first page of a book that holds all of the book,
// for a reader who wants it without a network. public/js/sw.js takes it apart.
const packName = "pack.bin"

// A packHead tells what a pack holds: pages, then files, in the order of their texts.
type packHead struct {
	Version string       `json:"version"`
	Pages   []packedPage `json:"pages"`
	Files   []string     `json:"files"`  // by their names beside the first page
	Told    string       `json:"told"`   // the last file, whose texts are told by the words of the pages
	Shared  string       `json:"shared"` // a file that the books of the language have in common, which is not in the pack
}

type packedPage struct {
	Path  string `json:"u"` // from the first page of the book
	Title string `json:"t"`
}

// pack returns every page and the search of the book as one file: four bytes that tell how long the bits of the words
// are, those bits as they are, for nothing makes them shorter, and tight the head and the texts with a NUL between.
func (b *book) pack(shared string) []byte {
	names, words, excerpts := b.index.files[0], b.index.files[1], b.index.files[2]
	head := packHead{Files: []string{names.name, words.name}, Told: excerpts.name, Shared: "../" + shared}
	root := b.pages[0].Path
	pages, size := append(slices.Clone(b.pages), b.track), 1<<16
	for _, page := range pages {
		size += page.bodySize()
	}
	texts := bytes.NewBuffer(make([]byte, 0, size))
	for _, page := range pages {
		head.Pages = append(head.Pages, packedPage{strings.TrimPrefix(page.Path, root), page.Title + " · Oriflamme"})
		texts.WriteByte(0)
		page.writeBody(texts)
	}
	t := newTeller(texts.Bytes()[1:])
	rest, bits := b.index.withoutBits(words.bytes())
	for _, f := range [][]byte{b.index.names.bytes(), rest} {
		texts.WriteByte(0)
		texts.Write(f)
	}
	told := append(make([]byte, 0, 1<<14), "\x00"+scriptHead(b.index.textsName())...)
	var said wording
	for _, d := range b.index.docs {
		said.clear()
		said.add(d.text)
		told = t.tell(append(told, '\n'), &said)
	}
	texts.Write(told)
	sum := sha256.New()
	sum.Write(texts.Bytes())
	sum.Write(bits)
	head.Version = hex.EncodeToString(sum.Sum(nil)[:6])
	var out bytes.Buffer
	out.Grow(texts.Len() + 1<<13)
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(head); err != nil {
		panic(err) // strings only
	}
	out.Write(texts.Bytes())
	return tight(append(binary.BigEndian.AppendUint32(nil, uint32(len(bits))), bits...), shorten(out.Bytes()))
}

// kilobytes is about how much a book takes on the way: texts shrink to an eighth, and
// what stands around them, the words that books share among it, is the same for all.
func (b *book) kilobytes() int {
	n := 0
	for _, p := range b.pages {
		n += len(p.chapter)
	}
	for _, f := range b.index.files {
		n += len(f.plain)
	}
	return n/8000 + 22
}

// offline offers to keep the book; the script shows it where a browser can.
func (p *Page) offline(b *strings.Builder, t tongue) {
	b.WriteString(`<section class="offline" hidden data-pack data-worker="` + strings.Repeat("../", strings.Count(p.Path, "/")) + `sw.js"`)
	for _, say := range []string{"kept", "not-kept", "keeping", "keep-failed", "update"} {
		b.WriteString(` data-` + say + `="` + html.EscapeString(t.say("offline-"+say, "size", strconv.Itoa(p.book.kilobytes()), "date", "#")) + `"`)
	}
	b.WriteString(`><h2>` + html.EscapeString(t.say("offline")) + `</h2><p role="status"></p><p class="acts"><button class="btn" type="button" data-keep>` + html.EscapeString(t.say("offline-keep")) +
		`</button> <button class="btn ghost" type="button" data-drop hidden>` + html.EscapeString(t.say("offline-drop")) + "</button></p></section>\n")
}

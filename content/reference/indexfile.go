package reference

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"strings"
)

// pack writes the index for the browser: see public/js/reference.js, which reads it.
func (ix *Index) pack() {
	type pageRow struct {
		Path  string `json:"u"`
		Title string `json:"t"`
	}
	var pages []pageRow
	numbers := map[*Page]int{}
	var docs [][]any
	var texts []string
	root := ix.book.pages[0].Path
	for _, d := range ix.docs {
		n, ok := numbers[d.page]
		if !ok {
			n = len(pages)
			numbers[d.page] = n
			pages = append(pages, pageRow{strings.TrimPrefix(d.page.Path, root), d.page.Title})
		}
		own := int(d.standing) * 2
		if d.own {
			own++
		}
		row := []any{n, d.anchor, strings.Join(d.rules, " "), own, titleUnlessPage(d), strings.Join(d.aliases, "|"), d.foreign, d.opening}
		for len(row) > 4 && row[len(row)-1] == "" {
			row = row[:len(row)-1]
		}
		docs = append(docs, row)
		texts = append(texts, d.text)
	}
	steps := make([]int, len(ix.groups))
	last := 0
	for i, g := range ix.groups {
		steps[i] = g - last
		last = g
	}
	var bin []byte
	for _, list := range ix.posts {
		bin = varint(bin, len(list))
		prev := 0
		for _, p := range list {
			bin = varint(bin, (p.doc-prev)<<2|p.tier)
			prev = p.doc
		}
	}
	ix.scripts[0] = script(ix.book.game+".names", map[string]any{
		"lang": ix.book.lang, "game": ix.book.title, "pages": pages, "docs": docs, "stops": strings.Join(sortedKeys(stops[ix.book.lang]), " "), "amounts": strings.Join(sortedKeys(amounts[ix.book.lang]), " "),
	})
	ix.scripts[1] = script(ix.book.game+".words", map[string]any{
		"words": strings.Join(ix.words, " "), "groups": steps,
		"posts": base64.StdEncoding.EncodeToString(bin), "sizes": base64.StdEncoding.EncodeToString(ix.sizes), "mean": ix.mean,
		"same": ix.said(),
	})
	ix.scripts[2] = script(ix.book.game+".texts", texts)
	sum := sha256.Sum256(bytes.Join(ix.scripts[:], nil))
	ix.hash = hex.EncodeToString(sum[:5])
}

func titleUnlessPage(d document) string {
	if d.title == d.page.Title {
		return ""
	}
	return d.title
}

func varint(b []byte, v int) []byte {
	for v >= 128 {
		b = append(b, byte(v)|128)
		v >>= 7
	}
	return append(b, byte(v))
}

// script wraps data so that a script element can load it, from a file as well.
func script(name string, v any) []byte {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err) // strings and numbers only
	}
	return append(append([]byte(`(self.oriflammeSearch=self.oriflammeSearch||{})["`+name+`"]=`), raw...), ";\n"...)
}

// files are the names of the scripts, beside the first page of the book.
func (ix *Index) files() []string {
	return []string{"names-" + ix.hash + ".js", "words-" + ix.hash + ".js", "texts-" + ix.hash + ".js"}
}

func (b *book) addAssets(assets map[string][]byte) {
	for i, name := range b.index.files() {
		assets[b.pages[0].Path+name] = b.index.scripts[i]
	}
}

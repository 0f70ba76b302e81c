// Package public serves the static files of the site: style sheets, scripts, fonts, icons, and the engine compiled to
// WebAssembly, which browsers keep for use without a network.
// Everything is embedded in the program. The address of a file contains the hash of its content, so browsers may cache it
// for ever; a changed file has another address. The sheets in css/ are joined at start, in the order of their names, and the
// imports of modules are rewritten to these addresses: there is no build step. The package knows nothing of pages or clubs.
// Begin with public.go; engine.go serves the engine, folder.go writes the files for the static reference. The scripts have
// unit tests in js/test, which are not embedded.
package public

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
)

//go:embed css/*.css js/*.js fonts icons
var files embed.FS

// Prefix is the path at which Handler must be mounted.
const Prefix = "/public/"

// Names of the joined style sheets. Sheet has every file of css/. RulesSheet has only the files that the rules reference
// needs, without fonts, so that the first page a phone loads is small. FontSheet has the fonts, loaded for the next page.
const (
	Sheet      = "oriflamme.css"
	RulesSheet = "rules.css"
	FontSheet  = "fonts.css"
)

// RulesScript is the joined script of the pages of the rules reference inside the app.
const RulesScript = "js/rules.js"

// smallSheets lists the files of the joined sheets besides Sheet, which has them all. Every name must be a file of css/.
var smallSheets = map[string][]string{
	RulesSheet: {"10-tokens", "20-base", "30-frame", "40-components", "60-reference", "90-print"},
	FontSheet:  {"00-fonts"},
}

type asset struct {
	kind    string // media type
	hash    string // first 12 hex digits of the SHA-256 of body
	body    []byte
	gzipped []byte // gzip of body; nil for types that are compressed already
}

var (
	fontURL    = regexp.MustCompile(`url\((fonts/[^)]+)\)`)
	importURL  = regexp.MustCompile(`from '\./([^']+)'`)
	dynamicURL = regexp.MustCompile(`'` + Prefix + `([^']+)'`)
)

var loadAssets = sync.OnceValue(func() map[string]asset {
	all := map[string]asset{}
	sheets := map[string]*bytes.Buffer{Sheet: {}, RulesSheet: {}, FontSheet: {}}
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		body, err := files.ReadFile(name)
		if err != nil {
			return err
		}
		if path.Ext(name) == ".css" {
			sheets[Sheet].Write(body)
			return nil
		}
		if path.Ext(name) != ".js" {
			all[name] = newAsset(name, body)
		}
		return nil
	})
	if err != nil {
		panic(fmt.Sprintf("public: reading embedded files: %v", err))
	}
	for joined, names := range smallSheets {
		for _, name := range names {
			body, err := files.ReadFile("css/" + name + ".css")
			if err != nil {
				panic(fmt.Sprintf("public: %s: %v", joined, err))
			}
			sheets[joined].Write(body)
		}
	}
	for joined, sheet := range sheets {
		css := fontURL.ReplaceAllStringFunc(sheet.String(), func(u string) string {
			name := fontURL.FindStringSubmatch(u)[1]
			font, ok := all[name]
			if !ok {
				panic("public: the sheet names a missing font: " + name)
			}
			return "url(" + Prefix + font.hash + "/" + name + ")"
		})
		all[joined] = newAsset(joined, minifyCSS(css))
	}
	scripts, err := fs.Glob(files, "js/*.js")
	if err != nil {
		panic(err)
	}
	for _, name := range scripts {
		all[name] = resolveImports(all, name)
	}
	all[RulesScript] = newAsset(RulesScript, slices.Concat(all["js/oriflamme.js"].body, all["js/reference.js"].body))
	return all
})

var comment = regexp.MustCompile(`(?s)/\*.*?\*/`)

// minifyCSS removes comments, indentation and line breaks from a sheet.
func minifyCSS(css string) []byte {
	var b bytes.Buffer
	for line := range strings.Lines(comment.ReplaceAllString(css, "")) {
		line = strings.TrimSpace(line)
		b.WriteString(line)
		if line != "" && !strings.ContainsAny(line[len(line)-1:], "{};,") {
			b.WriteByte(' ')
		}
	}
	return b.Bytes()
}

// resolveImports replaces the imports of a module, and the addresses that it loads later ('/public/js/...'), by the addresses
// that pages use, so that a browser loads and runs each module once.
func resolveImports(all map[string]asset, name string) asset {
	body, err := files.ReadFile(name)
	if err != nil {
		panic(fmt.Sprintf("public: a script names a missing one: %v", err))
	}
	url := func(other string) string {
		if other == engineName {
			return "'" + EngineURL() + "'"
		}
		a, ok := all[other]
		if !ok {
			a = resolveImports(all, other)
		}
		return "'" + Prefix + a.hash + "/" + other + "'"
	}
	body = dynamicURL.ReplaceAllFunc(body, func(later []byte) []byte {
		return []byte(url(string(dynamicURL.FindSubmatch(later)[1])))
	})
	body = importURL.ReplaceAllFunc(body, func(from []byte) []byte {
		return []byte("from " + url(path.Join(path.Dir(name), string(importURL.FindSubmatch(from)[1]))))
	})
	if name != "js/wasm_exec.js" { // a file of the Go distribution, served as it is because its comments name its authors and licence
		body = minifyJS(body)
	}
	return newAsset(name, body)
}

// typeNote is a type given for the checker within a line of a script.
var typeNote = regexp.MustCompile(`/\*\* @type \{.*?\} \*/ ?`)

// minifyJS removes types from a script, its indentation, and lines that are only a comment. Our scripts have no strings of
// several lines.
func minifyJS(js []byte) []byte {
	var b bytes.Buffer
	for line := range bytes.Lines(typeNote.ReplaceAll(js, nil)) {
		if line = bytes.TrimLeft(line, " \t"); len(line) > 1 && !bytes.HasPrefix(line, []byte("//")) {
			b.Write(line)
		}
	}
	return b.Bytes()
}

func newAsset(name string, body []byte) asset {
	sum := sha256.Sum256(body)
	a := asset{kind: cmp.Or(mediaTypes[path.Ext(name)], "application/octet-stream"), hash: hex.EncodeToString(sum[:6]), body: body}
	if !strings.HasPrefix(a.kind, "font/") {
		var b bytes.Buffer
		w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
		if _, err := w.Write(body); err != nil {
			panic(err)
		}
		if err := w.Close(); err != nil {
			panic(err)
		}
		a.gzipped = b.Bytes()
	}
	return a
}

// mediaTypes are the media types of files. Package mime would load the long list of the machine and keep it in memory.
var mediaTypes = map[string]string{
	".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".txt": "text/plain; charset=utf-8",
	".woff2": "font/woff2", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json",
}

// URL returns the address of an embedded file, such as "oriflamme.css" or "js/oriflamme.js". It panics for a name that is not
// embedded: that is a mistake in the program, and the first test that renders the page finds it.
func URL(name string) string {
	a, ok := loadAssets()[name]
	if !ok {
		panic("public: no such file: " + name)
	}
	return Prefix + a.hash + "/" + name
}

// Worker returns the service worker of the site, which must be served at its root.
func Worker() []byte { return loadAssets()["js/sw.js"].body }

// Handler serves the files under Prefix. A response to an address with the right hash may be cached for ever. An address with
// another hash gets the present file, which the browser checks again each time, so that a page kept by a phone still finds its
// style sheet.
func Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		hash, name, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, Prefix), "/")
		if name == engineName {
			serveEngine(w, r, hash)
			return
		}
		a, ok := loadAssets()[name]
		if !ok {
			http.NotFound(w, r)
			return
		}
		if !needsBody(w, r, a.kind, a.hash, hash) {
			return
		}
		h, body := w.Header(), a.body
		if a.gzipped != nil && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			h.Set("Content-Encoding", "gzip")
			body = a.gzipped
		}
		h.Set("Content-Length", fmt.Sprint(len(body)))
		if r.Method != http.MethodHead {
			_, _ = w.Write(body)
		}
	})
}

// needsBody sets the headers of a file with a hash that was asked for under a hash. It reports whether the client needs the
// body, and answers a client that has it already.
func needsBody(w http.ResponseWriter, r *http.Request, kind, hash, asked string) bool {
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("ETag", `"`+hash+`"`)
	h.Set("Vary", "Accept-Encoding")
	h.Set("Cache-Control", "no-cache")
	if asked == hash {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if strings.Contains(r.Header.Get("If-None-Match"), hash) {
		w.WriteHeader(http.StatusNotModified)
		return false
	}
	return true
}

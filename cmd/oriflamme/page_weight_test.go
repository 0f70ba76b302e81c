package main

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

// maxPageWeight is the most bytes on the wire of a page and everything that it loads when it is opened for the first
// time, without fonts and the engine. headers is about the size of the headers of an answer.
const (
	maxPageWeight = 100_000
	headerBytes   = 250
)

var moduleImports = regexp.MustCompile(`(?:from|import) ?['"]([^'"]+)['"]`)

// pageScales weigh what a browser fetches.
type pageScales struct {
	t      *testing.T
	client *http.Client
	files  map[string]weighedFile // by address: the files that pages load
}

// weighedFile is the size of a file on the wire, with the files that it loads in turn.
type weighedFile struct {
	bytes int
	loads []string
}

func newScales(t *testing.T, client *http.Client) *pageScales {
	return &pageScales{t: t, client: client, files: map[string]weighedFile{}}
}

// get fetches an address compressed, as browsers do. The body is decompressed; bytes is its size on the wire.
func (s *pageScales) get(at string) (answer *http.Response, body []byte, bytes int) {
	s.t.Helper()
	req, err := http.NewRequest(http.MethodGet, at, nil)
	must(s.t, err)
	req.Header.Set("Accept-Encoding", "gzip")
	answer, err = s.client.Do(req)
	must(s.t, err)
	defer func() { _ = answer.Body.Close() }()
	wire := &wireBytes{Reader: answer.Body}
	var text io.Reader = wire
	if answer.Header.Get("Content-Encoding") == "gzip" {
		text, err = gzip.NewReader(wire)
		must(s.t, err)
	}
	if body, err = io.ReadAll(text); err != nil {
		s.t.Fatalf("%s: %v", at, err)
	}
	return answer, body, wire.n + headerBytes
}

// load returns the weight of everything that a page loads, each file once.
func (s *pageScales) load(page *goquery.Document) int {
	s.t.Helper()
	seen, sum := map[string]bool{}, 0
	var add func(base *url.URL, name string)
	add = func(base *url.URL, name string) {
		u, err := base.Parse(name)
		must(s.t, err)
		u.Fragment = ""
		at := u.String()
		if seen[at] || u.Scheme == "data" || strings.HasSuffix(u.Path, ".woff2") {
			return
		}
		seen[at] = true
		file, known := s.files[at]
		if !known {
			answer, body, bytes := s.get(at)
			if answer.StatusCode != http.StatusOK {
				s.t.Errorf("%s loads %s: %s", page.Url, at, answer.Status)
			}
			file.bytes = bytes
			if strings.HasSuffix(u.Path, ".js") {
				for _, m := range moduleImports.FindAllSubmatch(body, -1) {
					file.loads = append(file.loads, string(m[1]))
				}
			}
			s.files[at] = file
		}
		sum += file.bytes
		for _, other := range file.loads {
			add(u, other)
		}
	}
	page.Find("link[rel=stylesheet], link[rel=icon], link[rel=preload], link[rel=modulepreload], link[rel=manifest], script[src], img[src], use[href], image[href]").Each(func(_ int, e *goquery.Selection) {
		if name := e.AttrOr("src", e.AttrOr("href", "")); !strings.HasPrefix(name, "#") && e.AttrOr("loading", "") != "lazy" {
			add(page.Url, name)
		}
	})
	return sum
}

// wireBytes counts the bytes that are read.
type wireBytes struct {
	io.Reader
	n int
}

func (w *wireBytes) Read(p []byte) (int, error) {
	n, err := w.Reader.Read(p)
	w.n += n
	return n, err
}

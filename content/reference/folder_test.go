package reference_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"oriflamme/content/reference"
	"oriflamme/content/reference/build"
	"oriflamme/rules/rulestest"
)

// pageFacts is what the test reads from a page.
type pageFacts struct {
	ids   map[string]bool
	links []string
	bad   []string // what a strict policy forbids, or what is invalid
}

func readPageFacts(t *testing.T, text string) pageFacts {
	t.Helper()
	root, err := html.Parse(strings.NewReader(text))
	rulestest.Must(t, err)
	p := pageFacts{ids: map[string]bool{}}
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		src := false
		for _, a := range n.Attr {
			switch {
			case a.Key == "id":
				if p.ids[a.Val] {
					p.bad = append(p.bad, "id "+a.Val+" twice")
				}
				p.ids[a.Val] = true
			case a.Key == "href" || a.Key == "src" || a.Key == "action":
				src = src || a.Key == "src"
				p.links = append(p.links, a.Val)
			case a.Key == "style" || strings.HasPrefix(a.Key, "on"):
				p.bad = append(p.bad, "attribute "+a.Key)
			}
		}
		if n.Data == "style" || n.Data == "script" && !src {
			p.bad = append(p.bad, "inline "+n.Data)
		}
	}
	return p
}

// writeFolder writes a site into a folder, which lasts as long as the test.
func writeFolder(t testing.TB, site *reference.Site, base string) string {
	t.Helper()
	dir := t.TempDir()
	rulestest.Must(t, site.WriteFolder(dir, base))
	return dir
}

// TestFolder writes the published site and follows every link of every page, as files on the disk and from a sub-path of a
// server.
func TestFolder(t *testing.T) {
	rulestest.Slow(t)
	site := publishedSite(t)
	dir := writeFolder(t, site, "https://club.example/regles-du-club/")
	pages := map[string]pageFacts{}
	err := filepath.WalkDir(dir, func(file string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(file) != ".html" || d.Name() == "404.html" {
			return err
		}
		raw, err := os.ReadFile(file)
		pages[file] = readPageFacts(t, string(raw))
		return err
	})
	rulestest.Must(t, err)
	if len(pages) < len(site.Pages) {
		t.Errorf("%d pages written, the site has %d", len(pages), len(site.Pages))
	}
	for file, p := range pages {
		for _, bad := range p.bad {
			t.Errorf("%s: %s", file, bad)
		}
		for _, link := range p.links {
			checkLink(t, pages, file, link)
		}
	}
	for _, p := range site.Pages {
		raw, err := os.ReadFile(filepath.Join(dir, p.Path, "index.html"))
		if err != nil || !strings.Contains(string(raw), p.Body()) {
			t.Errorf("%s: the body is not that of the app (%v)", p.Path, err)
		}
	}

	server := httptest.NewServer(http.StripPrefix("/x/y/", http.FileServer(http.Dir(dir))))
	defer server.Close()
	addresses := []string{"", "assets/rules.css", "assets/js/reference.js", "assets/js/search.js"}
	for _, p := range site.Pages {
		addresses = append(addresses, p.Path)
	}
	for _, address := range addresses {
		answer, err := http.Get(server.URL + "/x/y/" + address)
		rulestest.Must(t, err)
		text, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Errorf("%s from a sub-path: %s (%v)", address, answer.Status, err)
		}
		if p := site.Page(address); p != nil && !strings.Contains(string(text), p.Body()) {
			t.Errorf("%s from a sub-path has another body", address)
		}
	}
}

func checkLink(t *testing.T, pages map[string]pageFacts, from, link string) {
	t.Helper()
	u, err := url.Parse(link)
	if err != nil || u.IsAbs() || u.Host != "" || strings.HasPrefix(u.Path, "/") {
		t.Errorf("%s: link %q leaves the folder", from, link)
		return
	}
	to := from
	if u.Path != "" {
		to = filepath.Join(filepath.Dir(from), filepath.FromSlash(u.Path))
	}
	if info, err := os.Stat(to); err != nil || info.IsDir() {
		t.Errorf("%s: link %q leads to no file", from, link)
		return
	}
	if target, ok := pages[to]; ok && u.Fragment != "" && !target.ids[u.Fragment] {
		t.Errorf("%s: link %q leads to no place of its page", from, link)
	}
}

func TestFolderOfMovedPages(t *testing.T) {
	lock := strings.Replace(buildSite(t, books(), build.Options{NoLock: true}).Lock(), "fr/lancer", "fr/vieux fr/lancer", 1)
	dir := writeFolder(t, buildSite(t, books(), build.Options{Lock: lock}), "")
	raw, err := os.ReadFile(filepath.Join(dir, "fr/regles/toy/vieux/index.html"))
	if err != nil || !strings.Contains(string(raw), `url=../lancer/index.html`) {
		t.Errorf("the old address holds %s (%v)", raw, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "404.html")); err == nil {
		t.Error("a page for missing addresses is written without knowing where the folder will stand")
	}
}

// The page for missing addresses may be shown at any depth, so its links begin with the base.
func TestMissing(t *testing.T) {
	dir := writeFolder(t, buildSite(t, books(), build.Options{NoLock: true}), "/club")
	raw, err := os.ReadFile(filepath.Join(dir, "404.html"))
	rulestest.Must(t, err)
	for _, link := range readPageFacts(t, string(raw)).links {
		if !strings.HasPrefix(link, "/club/") && !strings.HasPrefix(link, "#") {
			t.Errorf("link %q of the page for missing addresses", link)
		}
	}
}

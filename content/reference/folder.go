package reference

import (
	"errors"
	"fmt"
	stdhtml "html"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"oriflamme/content/reference/build"
	"oriflamme/content/reference/html"
	"oriflamme/content/reference/locale"
	"oriflamme/content/reference/parse"
	"oriflamme/public"
)

// WriteFolder writes the whole site into dir as a plain folder: pages with links that stay inside, the style sheet, the
// script and the fonts, the search indexes, a page for every address that was given up, and a site map. The folder works on
// any host, below any path, and from the disk. base is the address at which it will stand, such as
// https://club.example/rules/ or /rules/; only the site map and the page for missing addresses need it, and it may be empty.
func (s *Site) WriteFolder(dir, base string) error {
	if err := public.WriteFolder(filepath.Join(dir, "assets"), "js/reference.js", "js/search.js"); err != nil {
		return fmt.Errorf("reference: %w", err)
	}
	var files []folderFile
	add := func(name string, text func() []byte) { files = append(files, folderFile{name, text}) }
	addText := func(name, text string) { add(name, func() []byte { return []byte(text) }) }
	for name, pack := range s.packs { // packs first, because they take longest; they are written under gzip, because hosts do not compress files of unknown types
		add(name, pack.gzip)
	}
	for _, p := range s.Pages {
		add(p.Path+"index.html", func() []byte { return html.Document(p) })
	}
	for _, name := range slices.Sorted(maps.Keys(s.assets)) {
		add(name, s.assets[name].Bytes)
	}
	addText("index.html", html.LanguagesPage())
	addText(".nojekyll", "")
	add("sw.js", public.Worker)
	for from, to := range s.Redirects {
		addText(from+"index.html", html.RedirectPage(build.RelativeDir(from, to)+"index.html"))
	}
	for _, lang := range locale.Languages {
		addText(lang+"/index.html", html.RedirectPage(locale.In(lang).RulesDir+"/index.html"))
	}
	if base != "" {
		base = strings.TrimSuffix(base, "/") + "/"
		addText("404.html", html.NotFoundPage(base))
		if strings.Contains(base, "://") {
			addText("sitemap.xml", s.sitemap(base))
		}
	}
	errs := make([]error, len(files))
	parse.InParallel(len(files), func(i int) { errs[i] = files[i].write(dir) })
	for _, err := range errs {
		if err != nil {
			return fmt.Errorf("reference: %w", err)
		}
	}
	return nil
}

// A folderFile is a file of a plain folder. Its text is made when it is written.
type folderFile struct {
	name string
	text func() []byte
}

// write makes the folder of the file only when it turns out to be missing: there are as many folders as pages.
func (f folderFile) write(dir string) error {
	name, text := filepath.Join(dir, filepath.FromSlash(f.name)), f.text()
	err := os.WriteFile(name, text, 0o644)
	if errors.Is(err, fs.ErrNotExist) {
		if err = os.MkdirAll(filepath.Dir(name), 0o755); err == nil {
			err = os.WriteFile(name, text, 0o644)
		}
	}
	return err
}

func (s *Site) sitemap(base string) string {
	var urls []string
	for _, p := range s.Pages {
		urls = append(urls, "<url><loc>"+stdhtml.EscapeString(base+p.Path)+"</loc></url>")
	}
	sort.Strings(urls)
	return `<?xml version="1.0" encoding="UTF-8"?>` + "\n" + `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + "\n" + strings.Join(urls, "\n") + "\n</urlset>\n"
}

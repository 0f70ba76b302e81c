package reference

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"oriflamme/public"
)

// WriteFolder writes the whole site into dir as a plain folder: pages with links
// that stay inside, the style sheet, the script and the fonts, the search indexes,
// a page for every address that was given up, a map of the site. It works on any
// host, from any sub-path and from the disk. base is the address at which it
// will stand, such as https://club.example/rules/ or /rules/; it is needed only
// for the map and the page of missing addresses, and may be empty.
func (s *Site) WriteFolder(dir, base string) error {
	if err := public.WriteFolder(filepath.Join(dir, "assets"), "js/reference.js", "js/search.js"); err != nil {
		return fmt.Errorf("reference: %w", err)
	}
	var files []plainFile
	add := func(name string, text func() []byte) { files = append(files, plainFile{name, text}) }
	addText := func(name, text string) { add(name, func() []byte { return []byte(text) }) }
	for name, pack := range s.packs { // the long work first; hosts do not compress what they do not know, so packs lie there under gzip
		add(name, pack.gzip)
	}
	for _, p := range s.Pages {
		add(p.Path+"index.html", p.document)
	}
	for _, name := range sortedKeys(s.assets) {
		add(name, s.assets[name].bytes)
	}
	addText("index.html", s.door())
	addText(".nojekyll", "")
	add("sw.js", public.Worker)
	for from, to := range s.moved {
		addText(from+"index.html", movedDocument(between(from, to)+"index.html"))
	}
	for _, lang := range Languages {
		addText(lang+"/index.html", movedDocument(phrasesIn(lang).rulesDir+"/index.html"))
	}
	if base != "" {
		base = strings.TrimSuffix(base, "/") + "/"
		addText("404.html", s.missing(base))
		if strings.Contains(base, "://") {
			addText("sitemap.xml", s.sitemap(base))
		}
	}
	errs := make([]error, len(files))
	inParallel(len(files), func(i int) { errs[i] = files[i].write(dir) })
	for _, err := range errs {
		if err != nil {
			return fmt.Errorf("reference: %w", err)
		}
	}
	return nil
}

// A plainFile is a file of a plain folder, whose text is made when it is written.
type plainFile struct {
	name string
	text func() []byte
}

// write makes the folders of the file only when they turn out to be missing: there are as many as pages.
func (f plainFile) write(dir string) error {
	name, text := filepath.Join(dir, filepath.FromSlash(f.name)), f.text()
	err := os.WriteFile(name, text, 0o644)
	if errors.Is(err, fs.ErrNotExist) {
		if err = os.MkdirAll(filepath.Dir(name), 0o755); err == nil {
			err = os.WriteFile(name, text, 0o644)
		}
	}
	return err
}

// Document is the page as a file of its own in a plain folder. Its frame is smaller than the app's,
// its body the same.
func (p *Page) Document() string { return string(p.document()) }

func (p *Page) document() []byte {
	b := bytes.NewBuffer(make([]byte, 0, p.bodySize()+1<<11))
	b.WriteString(p.above())
	p.writeBody(b)
	b.WriteString("</main>\n</body>\n</html>\n")
	return b.Bytes()
}

// above is what stands before the body.
func (p *Page) above() string {
	up := strings.Repeat("../", strings.Count(p.Path, "/"))
	t := phrasesIn(p.Lang)
	var b strings.Builder
	top(&b, p.Lang, p.Title, up)
	if p.Summary != "" {
		b.WriteString(`<meta name="description" content="` + html.EscapeString(p.Summary) + `">` + "\n")
	}
	for _, lang := range sortedKeys(p.Others) {
		if o := p.Others[lang]; o != p && o.TextIn == "" {
			b.WriteString(`<link rel="alternate" hreflang="` + lang + `" href="` + between(p.Path, o.Path) + `index.html">` + "\n")
		}
	}
	home := up + p.Lang + "/" + t.rulesDir + "/index.html"
	b.WriteString("</head>\n<body class=\"folder\">\n<a class=\"skip\" href=\"#main\">" + html.EscapeString(t.book.Say("nav.skip")) + "</a>\n")
	b.WriteString(`<header class="top"><a class="brand" href="` + home + `">` + html.EscapeString(t.book.Say("site.name")) + `</a><p class="where">` + html.EscapeString(p.Title) + `</p>`)
	p.otherLink(&b, t)
	b.WriteString("</header>\n<main id=\"main\" tabindex=\"-1\">\n")
	return b.String()
}

// top opens a document. Its fonts and sheet lie in assets, up the given way.
func top(b *strings.Builder, lang, title, up string) {
	b.WriteString("<!doctype html>\n<html lang=\"" + lang + "\">\n<head>\n<meta charset=\"utf-8\">\n" +
		`<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">` + "\n<title>" +
		html.EscapeString(title) + " · Oriflamme</title>\n" +
		`<link rel="icon" href="` + up + `assets/icons/mark.svg" type="image/svg+xml">` + "\n" +
		`<link rel="stylesheet" href="` + up + `assets/` + public.RulesSheet + `">` + "\n" +
		`<script src="` + up + `assets/js/reference.js" defer></script>` + "\n")
}

// door is the first page of the folder: the languages.
func (s *Site) door() string {
	var b strings.Builder
	top(&b, Languages[0], phrasesIn(Languages[0]).say("all"), "")
	b.WriteString("</head>\n<body class=\"folder\">\n<main id=\"main\"><div class=\"book\"><header class=\"head\"><h1>Oriflamme</h1></header><ol class=\"chapters\">")
	for _, lang := range Languages {
		t := phrasesIn(lang)
		b.WriteString(`<li><a lang="` + lang + `" hreflang="` + lang + `" href="` + lang + "/" + t.rulesDir + `/index.html"><span class="no">` + lang + `</span><span><b>` + html.EscapeString(t.say("all")) + `</b><small>` + html.EscapeString(t.say("all-sub")) + "</small></span></a></li>")
	}
	b.WriteString("</ol></div></main>\n</body>\n</html>\n")
	return b.String()
}

// missing is what hosts show for an address that is not there. It may stand at
// any depth, so its links begin at base.
func (s *Site) missing(base string) string {
	door := s.door()
	for _, link := range []string{`href="assets/`, `src="assets/`, `href="fr/`, `href="en/`} {
		attribute, rest, _ := strings.Cut(link, `"`)
		door = strings.ReplaceAll(door, link, attribute+`"`+html.EscapeString(base)+rest)
	}
	return door
}

// movedDocument leads on from an address that was given up, without a script.
func movedDocument(to string) string {
	return "<!doctype html>\n<meta charset=\"utf-8\">\n<title>Oriflamme</title>\n" +
		`<meta http-equiv="refresh" content="0; url=` + to + `">` + "\n" + `<link rel="canonical" href="` + to + `">` + "\n" + `<p><a href="` + to + `">` + to + "</a></p>\n"
}

func (s *Site) sitemap(base string) string {
	var urls []string
	for _, p := range s.Pages {
		urls = append(urls, "<url><loc>"+html.EscapeString(base+p.Path)+"</loc></url>")
	}
	sort.Strings(urls)
	return `<?xml version="1.0" encoding="UTF-8"?>` + "\n" + `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + "\n" + strings.Join(urls, "\n") + "\n</urlset>\n"
}

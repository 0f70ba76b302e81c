package html

import (
	"fmt"
	"html"
	"path"
	"strings"

	"oriflamme/content/reference/build"
	"oriflamme/content/reference/locale"
)

// rewriteLinks writes HTML with another address in each link.
func rewriteLinks(b *strings.Builder, text string, to func(string) string) {
	const href = ` href="`
	for {
		before, rest, found := strings.Cut(text, href)
		b.WriteString(before)
		if !found {
			return
		}
		old, after, _ := strings.Cut(rest, `"`)
		b.WriteString(href + to(old) + `"`)
		text = after
	}
}

// printBody writes every chapter of the book one after the other. Links between them become links inside the document;
// the few that lead out of the book stay as they are.
func (p pageView) printBody() string {
	t := locale.In(p.Lang)
	names := map[string]string{} // of each page, by its path
	for _, c := range p.Book.Pages {
		if c.Source != nil {
			names[c.Path] = "p-" + c.ID
		}
	}
	size := 1 << 12
	for _, c := range p.Book.Pages {
		size += len(c.ChapterHTML) + len(c.ChapterHTML)/8
	}
	var b strings.Builder
	b.Grow(size)
	b.WriteString(`<div class="book whole">` + "\n")
	p.writeHead(&b, t)
	b.WriteString(`<nav class="whole-list" aria-label="` + html.EscapeString(t.Say("chapters")) + `"><ol>`)
	for _, c := range p.Book.Pages {
		if c.Source != nil && c.Slug != "" {
			fmt.Fprintf(&b, `<li><a href="#p-%s">%s</a></li>`, c.ID, html.EscapeString(c.Title))
		}
	}
	b.WriteString("</ol></nav>\n")
	for _, c := range p.Book.Pages {
		if c.Source == nil {
			continue
		}
		fmt.Fprintf(&b, `<section class="chapter" id="p-%s"><h1>%s</h1>`+"\n", c.ID, html.EscapeString(c.Title))
		rewriteLinks(&b, c.ChapterHTML, func(to string) string {
			way, id, _ := strings.Cut(to, "#")
			if way == "" {
				return to
			}
			target := strings.TrimSuffix(path.Join(c.Path, way), "index.html")
			name, inside := names[target]
			switch {
			case inside && id != "":
				return "#" + id
			case inside:
				return "#" + name
			}
			return html.EscapeString(build.RelativeDir(p.Path, target) + "index.html")
		})
		b.WriteString("</section>\n")
	}
	p.writeFoot(&b, t)
	b.WriteString("</div>\n")
	return withSymbols(b.String())
}

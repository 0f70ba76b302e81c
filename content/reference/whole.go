package reference

import (
	"fmt"
	"html"
	"path"
	"regexp"
	"strings"
)

// printID is the page that holds a whole book as one document, to be printed.
const printID = "print"

var hrefs = regexp.MustCompile(` href="([^"]*)"`)

// printBody is every chapter of the book one after the other. Links between them
// become links inside the document; the few that lead out of the book stay as they are.
func (p *Page) printBody() string {
	t := phrasesIn(p.Lang)
	names := map[string]string{} // of each page, by its path
	for _, c := range p.book.pages {
		if c.src != nil {
			names[c.Path] = "p-" + c.ID
		}
	}
	var b strings.Builder
	b.WriteString(`<div class="book whole">` + "\n")
	p.head(&b, t)
	b.WriteString(`<nav class="whole-list" aria-label="` + html.EscapeString(t.say("chapters")) + `"><ol>`)
	for _, c := range p.book.pages {
		if c.src != nil && c.Slug != "" {
			fmt.Fprintf(&b, `<li><a href="#p-%s">%s</a></li>`, c.ID, html.EscapeString(c.Title))
		}
	}
	b.WriteString("</ol></nav>\n")
	for _, c := range p.book.pages {
		if c.src == nil {
			continue
		}
		fmt.Fprintf(&b, `<section class="chapter" id="p-%s"><h1>%s</h1>`+"\n", c.ID, html.EscapeString(c.Title))
		b.WriteString(hrefs.ReplaceAllStringFunc(c.chapter, func(link string) string {
			to := hrefs.FindStringSubmatch(link)[1]
			way, id, _ := strings.Cut(to, "#")
			if way == "" {
				return link
			}
			target := strings.TrimSuffix(path.Join(c.Path, way), "index.html")
			name, inside := names[target]
			switch {
			case inside && id != "":
				return ` href="#` + id + `"`
			case inside:
				return ` href="#` + name + `"`
			}
			return ` href="` + html.EscapeString(between(p.Path, target)+"index.html") + `"`
		}))
		b.WriteString("</section>\n")
	}
	b.WriteString("</div>\n")
	return withDefs(b.String())
}

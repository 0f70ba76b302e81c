package html

import (
	"html"
	"path"
	"strings"

	"oriflamme/content/reference/build"
	"oriflamme/views/reference"
)

// rewriteLinks returns HTML with another address in each link.
func rewriteLinks(text string, to func(string) string) string {
	const href = ` href="`
	var b strings.Builder
	b.Grow(len(text) + len(text)/8)
	for {
		before, rest, found := strings.Cut(text, href)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		old, after, _ := strings.Cut(rest, `"`)
		b.WriteString(href + to(old) + `"`)
		text = after
	}
}

// printedChapters returns the chapters of a book as parts of one document. Links between them become links inside the
// document; the few that lead out of the book stay as they are.
func printedChapters(p *build.Page) []reference.PrintedChapter {
	names := map[string]string{} // of each page, by its path
	for _, c := range p.Book.Pages {
		if c.Source != nil {
			names[c.Path] = "p-" + c.ID
		}
	}
	var list []reference.PrintedChapter
	for _, c := range p.Book.Pages {
		if c.Source == nil {
			continue
		}
		list = append(list, reference.PrintedChapter{Page: c, HTML: rewriteLinks(c.ChapterHTML, func(to string) string {
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
		})})
	}
	return list
}

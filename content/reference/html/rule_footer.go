package html

import (
	_ "embed"
	"html"
	"slices"
	"strings"

	"oriflamme/content/reference/locale"
)

// ruleFooter returns the last line of a rule: the source of its text and the day of its last change. Where several rules
// stand together, a rule that differs from the first has its own entry.
func (w *htmlWriter) ruleFooter(ids []string) string {
	if w.isCopy {
		return ""
	}
	var said []string
	for _, id := range ids {
		origin, known := w.Page.Book.OriginText(locale.In(w.Page.Lang), id)
		switch {
		case known && len(said) == 0:
			said = append(said, origin)
		case known && origin != said[0]:
			said = append(said, id+" ("+origin+")")
		}
	}
	if said == nil {
		return ""
	}
	return `<p class="of"><small>` + html.EscapeString(strings.Join(said, ", ")) + "</small></p>"
}

// exceptionLinks links to the exceptions that other rules make to the rules of a block.
func (w *htmlWriter) exceptionLinks(ids []string) string {
	if w.isCopy {
		return ""
	}
	var links []string
	for _, rule := range ids {
		for _, id := range w.Page.Book.Exceptions[rule] {
			if at, there := w.Page.Book.Find(id); there && !slices.Contains(ids, id) {
				if link := `<a class="cite" href="` + w.Page.Href(at) + `">` + id + `</a>`; !slices.Contains(links, link) {
					links = append(links, link)
				}
			}
		}
	}
	if links == nil {
		return ""
	}
	return `<p class="but"><small>` + html.EscapeString(locale.In(w.Page.Lang).Say("exceptions")) + " " + strings.Join(links, " ") + "</small></p>"
}

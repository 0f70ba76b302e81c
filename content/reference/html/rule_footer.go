package html

import (
	"slices"
	"strings"

	"oriflamme/content/reference/locale"
	"oriflamme/views/reference"
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
	return reference.HTML(reference.RuleSource(strings.Join(said, ", ")))
}

// exceptionLinks links to the exceptions that other rules make to the rules of a block.
func (w *htmlWriter) exceptionLinks(ids []string) string {
	if w.isCopy {
		return ""
	}
	var links []string
	for _, rule := range ids {
		for _, id := range w.Page.Book.Exceptions[rule] {
			if _, there := w.Page.Book.Find(id); there && !slices.Contains(ids, id) && !slices.Contains(links, id) {
				links = append(links, id)
			}
		}
	}
	if links == nil {
		return ""
	}
	return reference.HTML(reference.Exceptions(reference.Page{Page: w.Page}, links))
}

package reference

import (
	"html"
	"io/fs"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// addExceptions reads which rules of a game (* for all) make exceptions to which: the file exceptions.yaml of a book lists them
// behind each rule. It holds numbers only, so it stands once, in the folder of the first language.
func addExceptions(books fs.FS, game string, set *sourceSet, faults *faults) {
	readLists(books, game, "exceptions.yaml", faults, func(name, game string, raw []byte) {
		var list map[string][]string
		if err := yaml.Unmarshal(raw, &list); err != nil {
			faults.add(name, 0, "wants lists of rules: %v", err)
			return
		}
		set.exceptions[game] = list
	})
}

// checkExceptions finds rules that the book does not have, and rules that are their own exception.
func (b *book) checkExceptions(faults *faults) {
	name := path.Join(Languages[0], b.game, "exceptions.yaml")
	for rule, list := range b.exceptions {
		for _, id := range append([]string{rule}, list...) {
			if _, there := b.find(id); !there {
				faults.add(name, 0, "%s: there is no %s in %s", rule, id, b.lang)
			}
		}
		if slices.Contains(list, rule) {
			faults.add(name, 0, "%s is no exception to itself", rule)
		}
	}
}

// but links to the exceptions that other rules make to those that stand together.
func (w *pen) but(ids []string) string {
	if w.copy {
		return ""
	}
	var links []string
	for _, rule := range ids {
		for _, id := range w.page.book.exceptions[rule] {
			if at, there := w.page.book.find(id); there && !slices.Contains(ids, id) {
				if link := `<a class="cite" href="` + w.page.href(at) + `">` + id + `</a>`; !slices.Contains(links, link) {
					links = append(links, link)
				}
			}
		}
	}
	if links == nil {
		return ""
	}
	return `<p class="but"><small>` + html.EscapeString(phrasesIn(w.page.Lang).say("exceptions")) + " " + strings.Join(links, " ") + "</small></p>"
}

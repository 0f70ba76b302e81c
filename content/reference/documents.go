package reference

import (
	"slices"
	"strings"
)

type document struct {
	page         *Page
	anchor       string
	rules        []string // ids
	title        string
	ownTitle     bool     // the title is the document's, not that of the section around it
	aliases      []string // other names in the language of the book
	foreignTitle string   // its name in the other language
	opening      string   // what the rule begins with as a title does: “Fireball (15). ...”
	text         string
	playerWords  string    // what players say when they look for it
	repeatsNext  bool      // it has no text, and says what the next one says
	names        []docName // what a whole query may equal
	bareIDs      []string  // of the rules, as bare leaves them
	class        docClass
}

// documents cuts the pages of a book into what can be found.
func documents(b *book) []document {
	var docs []document
	for _, p := range b.pages {
		if p.src == nil {
			continue
		}
		w := textWriter{page: p, src: p.src}
		docs = append(docs, document{page: p, title: p.Title, ownTitle: true, text: p.Summary, foreignTitle: foreignTitle(b, p.ID)})
		for _, at := range p.src.places {
			d := document{page: p, anchor: at.ids[0], title: typeset(p.textLang(), at.title, 0, 0), ownTitle: at.level > 0, text: w.plain(at.nodes...)}
			if d.anchor == "" {
				docs[len(docs)-1].text += " " + d.text
				continue
			}
			var asks []string
			for _, id := range at.ids {
				if isRuleID(id) {
					d.rules = append(d.rules, id)
					asks = append(asks, b.playerWords[id])
				}
			}
			d.playerWords = strings.Join(slices.DeleteFunc(asks, func(s string) bool { return s == "" }), ", ")
			if d.ownTitle {
				d.foreignTitle = foreignTitle(b, d.anchor)
			}
			if t := b.terms[d.anchor]; t != nil {
				d.aliases = t.aliases
			}
			docs = append(docs, d)
		}
	}
	for i := len(docs) - 2; i >= 0; i-- {
		if d, next := &docs[i], docs[i+1]; d.text == "" && d.playerWords == "" && next.page == d.page {
			d.text, d.playerWords, d.repeatsNext = next.text, next.playerWords, true // a section says what its first rule says
		}
	}
	setOpenings(docs)
	return docs
}

// foreignTitle is what a place is called in the other language, if it is there.
func foreignTitle(b *book, id string) string {
	first := b.pages[0]
	o := first.Others[otherLang(b.lang)]
	if o == nil {
		return ""
	}
	here, _ := b.find(id)
	there, _ := o.book.find(id)
	if there.title == here.title {
		return ""
	}
	return there.title
}

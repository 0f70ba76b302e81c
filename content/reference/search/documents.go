package search

import (
	"slices"
	"strings"

	"oriflamme/content/reference/build"
	"oriflamme/content/reference/locale"
	"oriflamme/content/reference/parse"
)

type document struct {
	page         *build.Page
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
func documents(b *build.Book) []document {
	var docs []document
	for _, p := range b.Pages {
		if p.Source == nil {
			continue
		}
		w := build.TextWriter{Page: p, Source: p.Source}
		docs = append(docs, document{page: p, title: p.Title, ownTitle: true, text: p.Summary, foreignTitle: foreignTitle(b, p.ID)})
		for _, at := range p.Source.Places {
			d := document{page: p, anchor: at.IDs[0], title: locale.Typeset(p.TextLang(), at.Title, 0, 0), ownTitle: at.Level > 0, text: w.Plain(at.Nodes...)}
			if d.anchor == "" {
				docs[len(docs)-1].text += " " + d.text
				continue
			}
			var asks []string
			for _, id := range at.IDs {
				if parse.IsRuleID(id) {
					d.rules = append(d.rules, id)
					asks = append(asks, b.PlayerWords[id])
				}
			}
			d.playerWords = strings.Join(slices.DeleteFunc(asks, func(s string) bool { return s == "" }), ", ")
			if d.ownTitle {
				d.foreignTitle = foreignTitle(b, d.anchor)
			}
			if t := b.Terms[d.anchor]; t != nil {
				d.aliases = t.Aliases
			}
			docs = append(docs, d)
		}
	}
	for i := len(docs) - 2; i >= 0; i-- {
		if d, next := &docs[i], docs[i+1]; d.text == "" && d.playerWords == "" && next.page == d.page {
			d.text, d.playerWords, d.repeatsNext = next.text, next.playerWords, true // a section has the text of its first rule
		}
	}
	setOpenings(docs)
	return docs
}

// foreignTitle returns the title of a place in the other language, or "" when it is missing or the same.
func foreignTitle(b *build.Book, id string) string {
	first := b.Pages[0]
	o := first.Others[locale.OtherLang(b.Lang)]
	if o == nil {
		return ""
	}
	here, _ := b.Find(id)
	there, _ := o.Book.Find(id)
	if there.Title == here.Title {
		return ""
	}
	return there.Title
}

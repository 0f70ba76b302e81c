// Package reference draws the pages of the rules reference as templ components: the frame around a chapter, the list of
// books, the search, the page of changes, play sheets, printed books, the blocks that the engine plays, and the documents
// of a plain folder.
//
// Its model is the page that package build made: what it holds, its neighbours and its links, all of them relative. What a
// page needs besides is a model declared here, which content/reference/html fills. Markdown comes rendered. The same HTML
// is served by the app and written into the folder, without scripts and style attributes.
//
// Begin with Chapter in chapter.templ.
package reference

import (
	"context"
	"io"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"oriflamme/content/reference/build"
	"oriflamme/content/reference/locale"
	"oriflamme/content/reference/parse"
	"oriflamme/content/reference/search"
)

// A Page draws a page of the reference.
type Page struct{ *build.Page }

// HTML returns a component as HTML.
func HTML(c templ.Component) string {
	var b strings.Builder
	if err := c.Render(context.Background(), &b); err != nil {
		panic(err) // a strings.Builder takes everything
	}
	return b.String()
}

// space stands beside a component, where templ leaves white space out or adds its own.
var space = templ.Raw(" ")

func (p Page) say(key string, with ...any) string { return locale.In(p.Lang).Say(key, with...) }

// typeset sets a text in the language of the page, and typesetText one in the language of its chapter.
func (p Page) typeset(text string) string { return locale.Typeset(p.Lang, text, 0, 0) }

func (p Page) typesetText(text string) string { return locale.Typeset(p.TextLang(), text, 0, 0) }

// url returns the relative link to another page.
func (p Page) url(to *build.Page) string { return p.Href(build.Anchor{Page: to}) }

// toRoot is the relative way to the root of the site.
func (p Page) toRoot() string { return strings.Repeat("../", strings.Count(p.Path, "/")) }

// toList is the relative way to the list of books.
func (p Page) toList() string {
	return build.RelativeDir(p.Path, p.Lang+"/"+locale.In(p.Lang).RulesDir+"/")
}

// edition names the edition of the book and the chapter of the page, each after a comma.
func (p Page) edition() string {
	var text string
	if p.Book.Edition != "" {
		text = ", " + p.typeset(p.Book.Edition)
	}
	if p.Chapter > 0 {
		text += ", " + p.say("chapter", "n", strconv.Itoa(p.Chapter))
	}
	return text
}

// chapterLabel names another page above its title in the links to the neighbours.
func (p Page) chapterLabel(of *build.Page) string {
	if of.Chapter == 0 {
		return of.Book.Title
	}
	n := p.say("chapter", "n", strconv.Itoa(of.Chapter))
	return strings.ToUpper(n[:1]) + n[1:]
}

// sourceNote says where the text of the page comes from; house rules have no source.
func (p Page) sourceNote() string {
	switch {
	case p.House:
		return ""
	case p.Source.Meta.Source != "":
		return p.typeset(p.Source.Meta.Source)
	}
	return p.typeset(p.Book.SourceNote)
}

// scriptTexts are the texts of the script on every page of a book.
func (p Page) scriptTexts() templ.OrderedAttributes {
	return attributes(
		"data-age", p.say("offline-age", "date", "#"),
		"data-newer", p.say("offline-newer"),
		"data-try", p.say("try"),
		"data-copied", p.say("done"),
		"data-copy-rule", p.say("copy-rule"),
		"data-rule-copied", p.say("rule-copied"),
		"data-edition", p.Book.Title+", "+p.typeset(p.Book.Edition)+", v"+strconv.Itoa(p.Book.Engine.Version),
	)
}

// offlineTexts are the script's texts of the offer to keep the book.
func (p Page) offlineTexts(kilobytes int) templ.OrderedAttributes {
	var list templ.OrderedAttributes
	for _, key := range []string{"kept", "not-kept", "keeping", "keep-failed", "update"} {
		list = append(list, attributes("data-"+key, p.say("offline-"+key, "size", strconv.Itoa(kilobytes), "date", "#"))...)
	}
	return list
}

// searchData tells the script where the indexes of the books lie, that of the page first, and its texts for the number of
// results.
func (p Page) searchData(lib *search.Library) templ.OrderedAttributes {
	books := []string{p.Game + ":" + lib.Indexes[parse.BookKey{Lang: p.Lang, Game: p.Game}].Hash}
	for _, k := range lib.Keys() {
		if k.Lang == p.Lang && k.Game != p.Game {
			books = append(books, k.Game+":"+lib.Indexes[k].Hash)
		}
	}
	return attributes(
		"data-root", p.toList(),
		"data-said", lib.Shared[p.Lang].Name,
		"data-books", strings.Join(books, " "),
		"data-none", p.say("no-hits"),
		"data-one", p.say("hits", "n", 1),
		"data-many", p.say("many-hits"),
	)
}

// attributes are pairs of names and values.
func attributes(pairs ...string) templ.OrderedAttributes {
	list := make(templ.OrderedAttributes, 0, len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, templ.KeyValue[string, any]{Key: pairs[i], Value: pairs[i+1]})
	}
	return list
}

// chapters lists the other chapters of the book: those of the rulebook, or those of the house.
func (p Page) chapters(house bool) []*build.Page {
	var list []*build.Page
	for _, c := range p.Book.Pages {
		if c.Source != nil && c != p.Page && c.House == house {
			list = append(list, c)
		}
	}
	return list
}

func chapterNumber(p *build.Page) string {
	if p.Chapter == 0 {
		return ""
	}
	return strconv.Itoa(p.Chapter)
}

// searchPage is the search of the book, its last page.
func (p Page) searchPage() *build.Page { return p.Book.Pages[len(p.Book.Pages)-1] }

// firstPages lists the first page of each book of the language.
func (p Page) firstPages(lib *search.Library) []*build.Page {
	var list []*build.Page
	for _, q := range lib.Pages {
		if q.Lang == p.Lang && q.Game != "" && q.Source != nil && q.Slug == "" {
			list = append(list, q)
		}
	}
	return list
}

// madeBody writes the body that was made with the page.
func (p Page) madeBody() templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		p.WriteBody(w)
		return nil
	})
}
